// Puts a new state of the table on the screen without losing where the reader is.

import { keepSeen, placed, slide } from "./scenes.js";

document.documentElement.classList.add("scripted");

const picked = new Map(); // the group of choices that somebody has picked by hand, in each form

export function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

// Show a newer #screen; an older one is ignored, unless a demo goes back on purpose.
export function show(next, { anyway = false } = {}) {
  const now = document.getElementById("screen");
  if (!next || !now) return false;
  if (next.dataset.role !== now.dataset.role) return false;
  const older = Number(next.dataset.seq) < Number(now.dataset.seq);
  if (older && !anyway && next.dataset.match === now.dataset.match) return false;
  const changed = next.dataset.seq !== now.dataset.seq;
  const before = counts(now);
  const lay = changed && !older ? placed(now) : [];
  const detail = changed ? spots(now) : [];
  const asks = "asked" in next.dataset && question(next) !== question(now);
  const unfolded = !asks && document.getElementById("unfold-own")?.checked;
  window.Idiomorph.morph(now, next.cloneNode(true), { morphStyle: "outerHTML" });
  keepPicked(unfolded);
  keepSeen();
  slide(lay);
  if (changed && !older) animateCollected(before);
  if (changed) document.dispatchEvent(new CustomEvent("moment", { detail }));
  return changed;
}

// A question at the table closes the notes that lie over it.
function question(screen) {
  return [...screen.querySelectorAll(".choices:not(.notes) [data-action]")].map(meaning).join();
}

// Where each button was, for a finger that was about to tap it.
function spots(screen) {
  return [...screen.querySelectorAll("button")].map((one) => ({ box: one.getBoundingClientRect(), means: meaning(one) }));
}

export function meaning(button) {
  return button.value || button.textContent;
}

function counts(screen) {
  return [...screen.querySelectorAll(".pip")].map((pip) => Number(pip.dataset.count));
}

// Animate what was collected; the stylesheet decides how, if at all.
function animateCollected(before) {
  const pips = [...document.querySelectorAll("#screen .pip")];
  if (pips.length === before.length) {
    pips.forEach((pip, index) => {
      if (Number(pip.dataset.count) > before[index]) flash(pip, "just");
    });
  }
  const line = document.querySelector("#screen .story li");
  if (line) flash(line, "fresh");
}

function flash(element, name) {
  element.classList.remove(name);
  void element.offsetWidth; // so that the animation starts again
  element.classList.add(name);
  element.addEventListener("animationend", () => element.classList.remove(name), { once: true });
}

function keepPicked(unfolded) {
  for (const [form, group] of picked) {
    const input = document.getElementById(`${form}-${group}`);
    if (input) input.checked = true;
    else picked.delete(form);
  }
  const own = document.getElementById("unfold-own");
  if (own) own.checked = Boolean(unfolded);
  markPicked();
}

// The place on the table that the open choices are about.
export function markPicked() {
  const open = document.querySelector("#screen .choices:not(.notes) .pick:checked");
  for (const place of document.querySelectorAll("#screen [data-zone]")) {
    place.classList.toggle("picked", Boolean(open) && place.dataset.zone === open.value);
  }
}

document.addEventListener("change", (event) => {
  if (event.target.matches("#screen .pick")) {
    picked.set(event.target.name, event.target.value);
    markPicked();
  }
});
markPicked();
