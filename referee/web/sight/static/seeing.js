// A photo is sent as soon as it is taken, with a message while it is read. Without JavaScript, a button
// sends it.

import { lost } from "../connection.js";

const SLOW = 400;

document.documentElement.classList.add("scripted");

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-photo]");
  if (form && event.target.type === "file" && event.target.files.length) send(form);
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-photo]")) return;
  event.preventDefault();
  send(event.target);
});

async function send(form) {
  if (form.getAttribute("aria-busy") === "true") return;
  const said = form.querySelector(".progress");
  form.setAttribute("aria-busy", "true");
  said.textContent = "";
  const slow = setTimeout(() => { said.textContent = said.dataset.wait; }, SLOW);
  try {
    const body = new FormData(form);
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
    if (answer.redirected) location.assign(answer.url);
    else await refused(answer, said);
  } catch {
    said.textContent = said.dataset.fail;
    lost();
  } finally {
    clearTimeout(slow);
    form.removeAttribute("aria-busy");
    form.reset();
  }
}

// A picture chosen before this script ran is sent too.
for (const input of document.querySelectorAll("form[data-photo] input[type=file]")) {
  if (input.files.length) send(input.form);
}

// Show why a photo was refused: at the table in a notice that can be closed, on its own page beside the
// button.
async function refused(answer, said) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const told = page.querySelector("#notice .notice");
  const notice = document.getElementById("notice");
  const why = page.querySelector("#notice .says, main .problem .lead");
  said.textContent = told && notice ? "" : (why?.textContent ?? said.dataset.fail);
  if (told && notice) notice.replaceChildren(told);
}

// A die of the list says what is picked for it, also while its answers are folded away.
document.addEventListener("change", ({ target }) => {
  const line = target.closest(".die-line");
  if (!line) return;
  const picked = [...line.querySelectorAll(".pick-one:has(:checked)")];
  const parts = picked.flatMap((one) => [...one.children].filter((part) => part.tagName !== "INPUT"));
  const told = line.querySelector("[data-told]");
  told.replaceChildren(...parts.map((part) => part.cloneNode(true)));
  told.dataset.colour = picked.find((one) => one.dataset.colour)?.dataset.colour ?? "";
});

// The message about a failed upload stays until it is tapped.
document.addEventListener("click", (event) => {
  const said = event.target.closest(":is(.tools, .tray) .progress");
  if (said && said.closest("form").getAttribute("aria-busy") !== "true") said.textContent = "";
});

// Close the list of what a photo has entered.
function putAway() {
  document.querySelector("#look [data-look]:not([data-asking])")?.remove();
  if (location.search) history.replaceState(null, "", location.pathname);
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-put-away]")) return;
  event.preventDefault();
  putAway();
});

document.addEventListener("submit", (event) => {
  if (event.target.closest("#look [data-look]:not([data-asking])")) setTimeout(putAway);
});
