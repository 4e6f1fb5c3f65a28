// Disables all that enters something while the screen is not connected, also what is drawn
// meanwhile, and enables it again; an open panel lies over the light, so it says why itself.

const light = document.getElementById("light");
const drawn = new MutationObserver(disable);
const disabled = new Set();
let focused = null; // a browser takes the focus away from what is disabled

export function takeEntries(isTaking) {
  if (isTaking) enable();
  else disable();
}

function disable() {
  drawn.disconnect(); // what follows is our own
  for (const one of document.querySelectorAll("button:enabled, input[type=file]:enabled")) {
    if (one.form?.method !== "post") continue;
    if (one === document.activeElement) focused = one;
    one.disabled = true;
    disabled.add(one);
  }
  sayWhy(light.textContent);
  drawn.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled", "open"] });
}

function enable() {
  drawn.disconnect();
  for (const one of disabled) one.disabled = false;
  disabled.clear();
  document.querySelector(".sheet [data-why-off]")?.remove();
  if ([focused, document.body].includes(document.activeElement)) focused?.focus({ preventScroll: true });
  focused = null;
}

function sayWhy(words) {
  const head = document.querySelector("dialog[open] .sheet > header");
  if (!head) return;
  const why = head.querySelector("[data-why-off]") ?? document.createElement("p");
  if (why.textContent === words) return;
  Object.assign(why, { role: "status", textContent: words });
  why.dataset.whyOff = "";
  head.append(why);
}
