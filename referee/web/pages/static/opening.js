// A new match: names are put in order by buttons or by dragging, and the questions are fetched again
// when an answer changes them.

import { ask, lost } from "../connection.js";

document.documentElement.classList.add("scripted");

const form = () => document.getElementById("opening");
const rows = () => [...document.querySelectorAll("#names li")];
const PAUSE_MS = 400;
let asking = null;
let typing = 0;

const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
const answers = (asked) => new URLSearchParams(new FormData(asked)).toString();

function askNoMore() {
  clearTimeout(typing);
  asking?.abort();
}

async function askAgain() {
  askNoMore();
  const { signal } = (asking = new AbortController());
  const query = new URLSearchParams(new FormData(form()));
  const answer = await ask(`${form().dataset.reask}?${query}`, { signal });
  if (signal.aborted) return;
  if (!answer) {
    await lost();
    if (!signal.aborted) askAgain();
    return;
  }
  const asked = parsed(answer.html).getElementById("opening");
  if (!asked) return; // a server in between may answer with a page of its own
  const open = [...document.querySelectorAll("details")].map((details) => details.open);
  window.Idiomorph.morph(form(), asked, { ignoreActiveValue: true });
  document.querySelectorAll("details").forEach((details, index) => {
    details.open ||= Boolean(open[index]);
  });
}

document.addEventListener("change", (event) => {
  adapt(event.target);
  askAgain();
});

// A new name appears in the questions below while it is still being typed.
document.addEventListener("input", (event) => {
  if (!event.target.closest("#names")) return;
  clearTimeout(typing);
  typing = setTimeout(askAgain, PAUSE_MS);
});

// Choosing single parts selects "own choice"; choosing a preset closes them.
function adapt(input) {
  const [, name, part] = input.name?.match(/^option\.(.+)\.(\d+|preset)$/) ?? [];
  if (part && part !== "preset") {
    const own = document.querySelector(`[name="option.${name}.preset"][value="own"]`);
    if (own) own.checked = true;
  }
  if (part === "preset") {
    const details = input.closest("fieldset").querySelector("details");
    if (details) details.open = input.value === "own";
  }
}

// Answers given before this script ran, or restored by the browser, change the questions too.
function catchUp() {
  if (answers(form()) === answers(parsed(form().outerHTML).getElementById("opening"))) return;
  [...form().elements].filter((one) => one.checked && !one.defaultChecked).forEach(adapt);
  askAgain();
}

catchUp();
window.addEventListener("pageshow", catchUp);

// ---------------------------------------------------------------- order

function swap(from, to) {
  const inputs = rows().map((row) => row.querySelector("input"));
  if (to < 0 || to >= inputs.length) return;
  const names = inputs.map((input) => input.value);
  names.splice(to, 0, ...names.splice(from, 1));
  inputs.forEach((input, index) => (input.value = names[index]));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-move]");
  if (!button) return;
  event.preventDefault();
  const from = rows().indexOf(button.closest("li"));
  const to = from + Number(button.dataset.move);
  swap(from, to);
  rows()[to]?.querySelector(`[data-move="${button.dataset.move}"]`).focus();
  askAgain();
});

document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest(".grip");
  if (!grip) return;
  event.preventDefault();
  askNoMore(); // an answer would put the row back
  const row = grip.closest("li");
  const from = rows().indexOf(row);
  const height = row.offsetHeight + 8;
  const begun = event.clientY;
  const place = (moved) => Math.round((moved.clientY - begun) / height);
  grip.setPointerCapture(event.pointerId);
  row.classList.add("dragged");
  grip.onpointermove = (moved) => {
    row.style.translate = `0 ${moved.clientY - begun}px`;
  };
  grip.onpointerup = grip.onpointercancel = (done) => {
    grip.onpointermove = grip.onpointerup = grip.onpointercancel = null;
    row.classList.remove("dragged");
    row.style.translate = "";
    const to = Math.min(Math.max(from + place(done), 0), rows().length - 1);
    if (done.type === "pointerup") swap(from, to);
    askAgain();
  };
});
