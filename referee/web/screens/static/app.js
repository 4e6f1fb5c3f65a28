// The table screen: taps, panels and keys. Every form and link works without this too; here they
// only work without leaving the table.

import { ask, onLost } from "../connection.js";
import "./awake.js";
import { follow, suspectLoss, whenConnected } from "./live.js";
import { turn } from "./orientation.js";
import { meaning, parsed, show } from "./screen.js";
import { send } from "./sending.js";
import { hearRefusal, hearScreen, showSwitch } from "./sounds.js";

const panel = document.getElementById("panel");
const notice = document.getElementById("notice");
const light = document.getElementById("light");
const HOLD = 550;
const READ = 5_000;
const BOUNCE = 250;
const FINGER = 28; // px: as far as an unsteady finger moves between two taps
const sending = new Map();
const quick = document.getElementById("quick");
let tapped = { at: -BOUNCE, x: 0, y: 0 };
let turned = { at: -BOUNCE, spots: [] };
let quickTimer = 0;
let panelAddress = "";

// ---------------------------------------------------------------- taps

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-entry]")) return;
  event.preventDefault();
  // One answer to one moment; a tap for a later moment need not wait for a slow network.
  const { expected, task } = form.elements;
  const meant = `${form.getAttribute("action")} ${expected.value} ${task?.value ?? ""}`;
  const value = event.submitter?.value ?? "";
  if (sending.has(meant)) {
    if (sending.get(meant) !== value) tooQuick();
    return;
  }
  sending.set(meant, value);
  form.setAttribute("aria-busy", "true");
  try {
    await enter(form, event.submitter);
  } finally {
    sending.delete(meant);
    form.removeAttribute("aria-busy");
  }
});

// A finger that taps twice means one entry, although the next choice lies under it by then: the second
// tap is refused with a sentence. A quick tap on another place counts.
document.addEventListener(
  "click",
  (event) => {
    if (event.detail === 0 || !event.target.closest("#screen :is(.choices, [data-tick]) button")) return;
    const { timeStamp: at, clientX: x, clientY: y } = event;
    const near = Math.hypot(x - tapped.x, y - tapped.y) < FINGER;
    const bounced = near && at - tapped.at < BOUNCE;
    if (!bounced) tapped = { at, x, y };
    else {
      event.preventDefault();
      event.stopPropagation();
      tooQuick();
    }
  },
  true,
);

// Somebody else's entry may change what lies under a finger that is about to tap: such a tap
// was meant for the moment before, and does not count.
document.addEventListener("moment", ({ detail: spots }) => {
  if (!sending.size) turned = { at: performance.now(), spots };
});

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("#screen button");
    if (event.detail === 0 || !button || event.timeStamp - turned.at >= BOUNCE) return;
    const { clientX: x, clientY: y } = event;
    const within = ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom;
    if (turned.spots.find(({ box }) => within(box))?.means === meaning(button)) return;
    event.preventDefault();
    event.stopPropagation();
    tooQuick(quick.dataset.turned);
  },
  true,
);

function tooQuick(words = quick.dataset.says) {
  (panel?.open ? panel : document.body).append(quick); // an open panel lies over everything else
  quick.textContent = words;
  clearTimeout(quickTimer);
  quickTimer = setTimeout(() => quick.replaceChildren(), 2500);
}

// A tap that opens a panel or another page, while the referee cannot be reached.
function unreached() {
  suspectLoss();
  tooQuick(quick.dataset.unreached);
}

async function enter(form, button) {
  const sent = new URLSearchParams(new FormData(form));
  if (button?.name) sent.set(button.name, button.value);
  const { seat } = document.getElementById("screen").dataset;
  if (seat) sent.set("seat", seat); // from a panel too: the answer is a screen of this seat
  const answer = await send(form.getAttribute("action"), sent);
  if (!answer) return giveUp();
  const page = parsed(answer.html);
  if (page.querySelector(".sheet")) return openPanel(page, answer.url);
  take(page);
  if (answer.ok && form.hasAttribute("data-keep")) await visit(panelAddress);
  else panel?.close();
}

// A tap meant for one moment is not sent much later. A notice says so; once the screen is connected, it
// goes by itself when it has been read.
async function giveUp() {
  suspectLoss();
  notice.replaceChildren(document.getElementById("unsent").content.cloneNode(true));
  const said = notice.firstElementChild;
  await whenConnected();
  setTimeout(() => said.remove(), READ);
}

function take(page) {
  if (show(page.getElementById("screen"))) hearScreen(true);
  const first = page.getElementById("quick")?.dataset.first; // somebody else has tapped the same
  if (first) tooQuick(first);
  const said = page.getElementById("notice") ?? page.querySelector("main .problem");
  notice.innerHTML = said?.id === "notice" ? said.innerHTML : (said?.outerHTML ?? "");
  if (notice.querySelector(':is([data-refusal="refused"], [data-refusal="stale"], [data-refusal="problem"])')) hearRefusal();
  // A question waits for an answer, and what a key does by mistake is to change nothing.
  notice.querySelector(".asks [data-dismiss]")?.focus();
}

// ---------------------------------------------------------------- panels

// An open panel is a step of the history, so that Back closes it and does not leave the match;
// `reopen` is called with the address of a panel after Forward.
function followHistory(panel, addressNow, reopen) {
  let isLeaving = false;

  function keepInStep() {
    if (isLeaving) return; // the answer to it looks again
    const isMarked = Boolean(history.state?.panel);
    if (panel.open && !isMarked) history.pushState({ panel: addressNow() }, "");
    if (panel.open || !isMarked) return;
    isLeaving = true;
    history.back();
  }

  panel.addEventListener("close", keepInStep);
  window.addEventListener("popstate", ({ state }) => {
    if (isLeaving) {
      isLeaving = false;
      keepInStep();
    } else if (!state?.panel) panel.close();
    else if (!panel.open) reopen(state.panel);
  });
  keepInStep(); // loaded anew while a panel was open: it is closed now
  return keepInStep;
}

const keepInStep = panel ? followHistory(panel, () => panelAddress, visit) : () => {};

async function visit(address) {
  if (!panel) return; // a television
  if (light.dataset.state === "off") unreached(); // at once; it may be back all the same
  const answer = await ask(address);
  if (!answer) return unreached();
  if (quick.textContent === quick.dataset.unreached) quick.replaceChildren();
  openPanel(parsed(answer.html), address);
}

function openPanel(page, address) {
  const sheet = page.querySelector(".sheet");
  if (!sheet) return take(page);
  const stays = panel.open && panel.firstElementChild?.dataset.panelName === sheet.dataset.panelName;
  if (stays) window.Idiomorph.morph(panel.firstElementChild, sheet);
  else panel.replaceChildren(sheet);
  showSwitch();
  turn();
  panel.setAttribute("aria-label", sheet.querySelector("h1").textContent);
  panelAddress = address;
  notice.replaceChildren();
  if (!panel.open) panel.showModal();
  keepInStep();
  if (!stays) panel.scrollTop = 0;
  const place = new URL(address, location.href).hash.slice(1);
  const there = place && document.getElementById(place);
  if (there) {
    there.scrollIntoView();
    there.focus({ preventScroll: true });
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-panel], [data-close], [data-dismiss]");
  if (event.target === panel) panel.close(); // beside the sheet
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (link.matches("[data-close]")) panel.close();
  else if (link.matches("[data-dismiss]")) notice.replaceChildren();
  else visit(link.href);
});

// History and reasons change while somebody reads them.
function renewPanel() {
  notice.replaceChildren();
  const name = panel?.open ? panel.firstElementChild.dataset.panelName : "";
  if (name === "why" || name === "history") visit(panelAddress);
}

// ---------------------------------------------------------------- press and hold: why is it missing?

let holding = 0;
let held = false;

document.addEventListener("pointerdown", (event) => {
  held = false;
  if (!event.target.closest("#screen .choices, #screen .table")) return;
  holding = setTimeout(() => {
    held = true;
    const why = document.querySelector('[data-tool="missing"], [data-tool="why"]');
    if (why) visit((document.querySelector('[data-tool="missing"]') ?? why).href);
  }, HOLD);
});
for (const end of ["pointerup", "pointercancel", "pointerleave", "scroll"]) {
  document.addEventListener(end, () => clearTimeout(holding));
}
document.addEventListener("contextmenu", (event) => held && event.preventDefault());
document.addEventListener(
  "click",
  (event) => {
    if (!held) return;
    held = false;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

// ---------------------------------------------------------------- keys

const KEYS = { u: "undo", r: "redo", "?": "why", w: "why", m: "more" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  document.documentElement.classList.add("keyed");
  if (panel?.open || event.target.closest("input:not([type=radio], .scene-seen), select, textarea")) return;
  if (event.key === "Escape") notice.replaceChildren();
  const tool = KEYS[event.key.toLowerCase()];
  const tick = document.querySelector("#screen [data-tick] button");
  if (event.key >= "1" && event.key <= "9") openChoices()[Number(event.key) - 1]?.click();
  else if (tool) document.querySelector(`#screen [data-tool="${tool}"]`)?.click();
  else if (tick && isOnward(event)) tick.click();
  else if (event.key.toLowerCase() === "h") visit(`/matches/${document.getElementById("screen").dataset.match}/history`);
  else return;
  event.preventDefault();
});

// What is done is ticked off; a button that has the focus is pressed by Enter and Space itself.
function isOnward({ key, target }) {
  if (key === "ArrowRight") return !target.matches("input");
  return (key === "Enter" || key === " ") && target === document.body;
}

function openChoices() {
  const shown = (button) => button.offsetParent !== null;
  return [...document.querySelectorAll("#screen .choices:not(.notes) button[data-action]")].filter(shown);
}

onLost(unreached);
follow(renewPanel);
