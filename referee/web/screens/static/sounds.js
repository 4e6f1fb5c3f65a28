// Says by a sound what comes live: the screens of the table what was taken or refused, an own phone that it
// is its owner's turn, and all the end. It depends only on what everybody at the table may see, so
// notes are silent, and what a phone refuses is too. `tools/sounds.py` has made the sounds.
//
// One switch, which the device remembers: off on phones until somebody switches it on, on elsewhere. A
// phone vibrates at its turn unless it was switched off.

import { SILENCE } from "./awake.js";

const KEY = "sound";
const VIBRATION = 200; // ms
const SOUNDS = {
  end: new URL("./end.wav", import.meta.url).href,
  refused: new URL("./refused.wav", import.meta.url).href,
  taken: new URL("./taken.wav", import.meta.url).href,
  turn: new URL("./turn.wav", import.meta.url).href,
};
const audio = typeof Audio === "undefined" ? null : new Audio();
const IS_SAFARI = "webkitSetPresentationMode" in HTMLVideoElement.prototype;
let isTapped = false; // browsers are silent, and complain, before somebody has
let before = now();

function now() {
  const { match, seq, role, seat = "", over, turn } = document.getElementById("screen").dataset;
  return { match, seq: Number(seq), role, seat, isOver: over === "yes", isTurn: turn !== undefined };
}

// What the screen shows may have changed, by news that came `live` or else by what it had missed.
export function hearScreen(live) {
  const [was, is] = [before, now()];
  before = is;
  if (!live || is.match !== was.match || is.seq <= was.seq) return;
  const isOwn = is.role === "seat";
  const name = (is.isOver && !was.isOver && "end") || (isOwn ? is.isTurn && !was.isTurn && "turn" : "taken");
  if (name) tell(name, is);
}

export function hearRefusal() {
  if (before.role !== "seat") play("refused");
}

async function tell(name, { match, seat, seq }) {
  const vibrates = name === "turn" && stored() !== "off" && isTapped && navigator.vibrate;
  if (!(vibrates || sounds()) || !(await isFirst(`${match} ${seat}`, seq))) return;
  if (vibrates) navigator.vibrate(VIBRATION);
  play(name);
}

function sounds() {
  return audio && isTapped && isOn();
}

function play(name) {
  if (!sounds()) return;
  audio.src = SOUNDS[name];
  audio.play().catch(() => {}); // the browser or the device may not want it
}

// ---------------------------------------------------------------- the switch

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function isOn() {
  const isPhone = before.role === "seat" || document.querySelector(".spectator") !== null;
  return (stored() ?? (isPhone ? "off" : "on")) === "on";
}

export function showSwitch() {
  for (const one of document.querySelectorAll('[data-tool="sound"]')) one.setAttribute("aria-pressed", String(isOn()));
}

document.addEventListener("click", ({ target }) => {
  if (!target.closest('[data-tool="sound"]')) return;
  try {
    localStorage.setItem(KEY, isOn() ? "off" : "on");
  } catch {
    return;
  }
  showSwitch();
  play("taken"); // so that one hears how loud it is
});

// Safari plays only what has been played in a tap once.
function unlock() {
  if (!isTapped && IS_SAFARI && audio && isOn()) {
    audio.src = SILENCE;
    audio.play().then(() => audio.pause(), () => {});
  }
  isTapped = true;
}

for (const name of ["click", "keydown"]) window.addEventListener(name, unlock, true);
showSwitch();

// ---------------------------------------------------------------- several tabs

// Of all tabs that show the same screen the first one sounds. Only a transaction of a database tells
// which that is where there are no locks, which need HTTPS.
function isFirst(screen, seq) {
  return new Promise((answer) => {
    const alone = () => answer(true); // a browser that keeps nothing
    try {
      const opening = indexedDB.open("sounds", 1);
      opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore("heard"));
      opening.addEventListener("error", alone);
      opening.addEventListener("success", () => {
        const work = opening.result.transaction("heard", "readwrite");
        const heard = work.objectStore("heard");
        const asked = heard.get(screen);
        let first = true;
        asked.addEventListener("success", () => {
          first = !(asked.result >= seq);
          if (first) heard.put(seq, screen);
        });
        for (const end of ["complete", "abort"]) {
          work.addEventListener(end, () => {
            opening.result.close();
            answer(first);
          });
        }
      });
    } catch {
      alone();
    }
  });
}
