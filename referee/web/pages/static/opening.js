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

async function askAgain(pressed = null) {
  askNoMore();
  const { signal } = (asking = new AbortController());
  const query = new URLSearchParams(new FormData(form()));
  if (pressed) query.append(pressed.name, pressed.value);
  const answer = await ask(`${form().dataset.reask}?${query}`, { signal });
  if (signal.aborted) return;
  if (!answer) {
    await lost();
    if (!signal.aborted) askAgain(pressed);
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
  typing = setTimeout(() => askAgain(), PAUSE_MS);
});

// Choosing single parts selects "one by one".
function adapt(input) {
  const [, name] = input.name?.match(/^option\.(.+)\.\d+$/) ?? [];
  const own = name && document.querySelector(`[name="option.${name}.preset"][value="own"]`);
  if (own) own.checked = true;
}

// Answers given before this script ran, or restored by the browser, change the questions too.
function catchUp() {
  if (answers(form()) === answers(parsed(form().outerHTML).getElementById("opening"))) return;
  [...form().elements].filter((one) => one.checked && !one.defaultChecked).forEach(adapt);
  askAgain();
}

catchUp();
window.addEventListener("pageshow", catchUp);

// Enter goes on to the next name; it starts nothing.
document.addEventListener("keydown", (event) => {
  const here = rows().indexOf(event.target.closest("#names li"));
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("#names input")) return;
  event.preventDefault();
  const next = rows()[here + 1]?.querySelector("input");
  if (next) next.select();
  else event.target.blur(); // closes the keyboard, so that the rest of the page is in sight
});

// What is typed after a first tap replaces the name of last time; a second tap sets the cursor.
let entered = null;
document.addEventListener("focusin", (event) => (entered = event.target));
document.addEventListener("click", (event) => {
  if (event.target === entered && event.target.matches("#names input")) event.target.select();
  entered = null;
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-draw]");
  if (!button) return;
  event.preventDefault();
  askAgain(button);
});

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
