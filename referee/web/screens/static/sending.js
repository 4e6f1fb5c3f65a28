// Sends a tap again until it is answered: its key makes it count once. It waits for a lost connection,
// but not for long, and not while nobody looks: what was meant for a moment is not sent an hour later.

import { ask } from "../connection.js";
import { sayWaiting, suspectLoss, whenConnected } from "./live.js";

const PAUSE = 300;
const AGAIN = 1_200;
const LONGEST = 15_000;
let sleeps = 0;
let kept = 0;

const asleep = () => { sleeps += 1; };
document.addEventListener("visibilitychange", () => document.hidden && asleep());
document.addEventListener("freeze", asleep);
window.addEventListener("pagehide", asleep);

// Return the answer; null where the tap was given up.
export async function send(address, body) {
  const since = { at: Date.now(), sleeps };
  let keeping = false;
  try {
    for (;;) {
      const answer = await ask(address, { method: "POST", body });
      if (answer) return answer;
      if (isLate(since)) return null;
      if (!keeping) keep((keeping = true));
      suspectLoss();
      await pause(PAUSE);
      await whenConnected(AGAIN);
      if (isLate(since)) return null;
    }
  } finally {
    if (keeping) keep(false);
  }
}

// By the clock of the device, because all others stop while it sleeps; it may be set back.
function isLate({ at, sleeps: before }) {
  const passed = Date.now() - at;
  return before !== sleeps || passed < 0 || passed > LONGEST;
}

const pause = (time) => new Promise((go) => { setTimeout(go, time); });

function keep(one) {
  kept += one ? 1 : -1;
  sayWaiting(kept > 0);
}
