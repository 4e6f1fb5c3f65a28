// Boards are typed by taps or keys, and the sums are fetched again after each. The address holds all
// values, so that a reload or a copy of it shows the same boards.

import { ask as askReferee, lost, whenReachable } from "../connection.js";

document.documentElement.classList.add("scripted");

const form = document.getElementById("scoring");
const pad = form.querySelector("[data-pad]");
const LAST = `boards ${form.action}`;
const steps = [];
let asking = null;
let current = null;

for (const one of document.querySelectorAll("[data-with-script]")) one.hidden = false;
pad.hidden = false;
// The pad is the keyboard: that of the device would cover half of the board.
for (const one of cells()) one.inputMode = "none";

// In the order in which they are filled, which is not always that of the drawing.
function cells() {
  const all = [...form.querySelectorAll("[data-cell]")];
  return all.sort((one, other) => one.dataset.cell - other.dataset.cell);
}

function query() {
  const said = [...new FormData(form)].filter(([name, value]) => value !== "" && name !== "shown");
  return new URLSearchParams(said).toString();
}

// ---------------------------------------------------------------- sums

// A browser may store nothing: in private windows, or by its settings.
function keep(now) {
  try {
    localStorage.setItem(LAST, now);
  } catch {}
}

function keptBefore() {
  try {
    return localStorage.getItem(LAST);
  } catch {
    return null;
  }
}

async function ask({ step = true } = {}) {
  const now = query();
  if (step) steps.push(before);
  before = now;
  const address = `${form.action}?${now}`;
  history.replaceState(null, "", address);
  keep(now);
  for (const state of document.querySelectorAll("[data-state]")) state.value = now;
  asking?.abort();
  const { signal } = (asking = new AbortController());
  const answer = await askReferee(address, { signal });
  if (signal.aborted) return;
  if (!answer) {
    await lost();
    if (!signal.aborted) ask({ step: false });
    return;
  }
  const page = new DOMParser().parseFromString(answer.html, "text/html");
  if (!page.getElementById("sums")) return; // a server in between may answer with a page of its own
  const goesOn = document.getElementById("sums").contains(document.activeElement);
  for (const id of ["read", "sums"]) document.getElementById(id).replaceWith(page.getElementById(id));
  copy(page);
  if (goesOn) next();
}

// Whoever has answered goes on with the next question, and after the last one with the result.
function next() {
  const open = document.querySelector("#sums [data-doubt] button, #sums [data-question] a");
  (open ?? document.getElementById("result")).focus({ preventScroll: true });
}

// Take the names on the tabs, and the classes of doubtful squares, from the answer.
function copy(page) {
  for (const one of page.querySelectorAll("label.tab, label.square, label.crossed, .stepper")) {
    const id = one.htmlFor || one.querySelector("input").id;
    const mine = document.getElementById(id);
    if (!mine) continue;
    if (one.matches(".tab")) document.querySelector(`label.tab[for="${id}"]`).innerHTML = one.innerHTML;
    else mine.closest("label.square, label.crossed, .stepper").className = one.className;
  }
}

let before = query();

document.addEventListener("change", async (event) => {
  if (event.target.matches("[data-pick]") || !form.contains(event.target)) return;
  if (event.target.name !== "players") return ask();
  await whenReachable();
  location.assign(`${form.action}?${query()}`);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});

// ---------------------------------------------------------------- taps and keys

function choose(cell) {
  current = cell;
  for (const one of cells()) one.classList.toggle("chosen", one === cell);
}

function write(cell, value) {
  if (cell.value === value) return;
  cell.value = value;
  ask();
}

function step(cell, by) {
  const all = cells().filter((one) => one.closest(".board") === cell.closest(".board"));
  all[all.indexOf(cell) + by]?.focus();
}

form.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-cell]")) {
    choose(event.target);
    event.target.select();
  }
});

form.addEventListener("input", (event) => {
  if (event.target.matches("[data-cell]") && /^[0-9]$/.test(event.target.value)) {
    ask();
    step(event.target, 1);
  }
});

form.addEventListener("keydown", (event) => {
  if (!event.target.matches("[data-cell]")) return;
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (by) {
    event.preventDefault();
    step(event.target, by);
  }
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button, a[data-goto]");
  if (!button) return;
  if (button.matches("[data-digit]")) tap(button.dataset.digit);
  if (button.matches("[data-undo]")) undo();
  if (button.matches("[data-step]")) count(button);
  if (button.matches("[data-answer]")) {
    event.preventDefault();
    answer(button.value);
  }
  if (button.matches("[data-goto]")) {
    event.preventDefault();
    show(button.dataset.goto);
  }
});

function tap(digit) {
  const cell = current ?? cells().find((one) => one.checkVisibility());
  write(cell, digit);
  choose(cell);
  step(cell, 1);
}

function count(button) {
  const field = button.parentElement.querySelector("input");
  field.value = String(Math.max(0, (Number.parseInt(field.value, 10) || 0) + Number(button.dataset.step)));
  ask();
}

// Answer a question about a photo by one tap; a filled circle counts one more.
function answer(text) {
  const [, board, field, value] = text.match(/^([0-9]+)\.(.+)=([0-9]*)$/);
  const open = form.querySelector(`[data-ask="${board}"]`);
  const left = open.value.split(" ").filter((one) => one !== field);
  const cell = document.getElementById(`${board}.${field}`);
  const counter = document.getElementById(`${board}.${field.replace(/\.[0-9]+$/, "")}`);
  open.value = left.join(" ");
  if (cell?.type === "checkbox") cell.checked = value !== "";
  else if (cell) cell.value = value;
  else if (value) counter.value = String((Number.parseInt(counter.value, 10) || 0) + 1);
  ask();
}

function undo() {
  const last = steps.pop();
  if (last === undefined) return;
  const values = new URLSearchParams(last);
  for (const one of form.querySelectorAll("[data-ask], input:not([type=radio], [type=hidden])")) {
    if (one.type === "checkbox") one.checked = values.has(one.name);
    else one.value = values.get(one.name) ?? "";
  }
  ask({ step: false });
}

function show(id) {
  const field = document.getElementById(id);
  if (!field) return;
  document.getElementById(`pick-${id.split(".")[0]}`).checked = true;
  field.focus();
  field.scrollIntoView({ block: "center" });
}

// ---------------------------------------------------------------- last time

const kept = keptBefore();
if (!location.search && kept) {
  const offer = document.querySelector("[data-last]");
  offer.querySelector("a").href = `${form.action}?${kept}`;
  offer.hidden = false;
}

// ---------------------------------------------------------------- a photo has just been read

const read = document.querySelector("[data-just-read]");
if (read) {
  keep(before);
  history.replaceState(null, "", `${form.action}?${before}`);
  read.focus({ preventScroll: true });
  document.getElementById("read").scrollIntoView({ block: "start" });
}
