// The connection of a page to the referee. Before a form or link leaves its page, the referee is asked
// whether it answers, so that no tap is lost or ends on the browser's own error page. While it cannot
// be reached, entries are disabled, the page says why, and it asks again every two seconds. A page with
// a stream notices this by itself and has its own message.

const EVERY = 2_000;
const TIMEOUT = 5_000;
const PAGE_TIMEOUT = 8_000;
const RELEASE = { get: 500, post: 10_000 }; // after this the same page may be left again
const root = document.documentElement;
const unreached = document.getElementById("unreached");
const light = document.getElementById("light");
let listener = null; // of a page with a stream
let isResending = false;
let leaving = 0; // a tap waits for its check, or its page for the next
let back = null; // a promise, while the referee cannot be reached
let arrived = () => {};
let timer = 0;

// ---------------------------------------------------------------- asking

// Return whether the referee answers; a proxy may answer in its place.
async function isReachable() {
  const slow = new AbortController();
  const late = setTimeout(() => slow.abort(), TIMEOUT);
  try {
    const options = { method: "HEAD", cache: "no-store", signal: slow.signal };
    return ![502, 504].includes((await fetch("/healthz", options)).status);
  } catch {
    return false;
  } finally {
    clearTimeout(late);
  }
}

// Return a page; null where nobody answers in time, or only a proxy does.
export async function ask(address, { signal, ...options } = {}) {
  const slow = new AbortController();
  const late = setTimeout(() => slow.abort(), PAGE_TIMEOUT);
  signal?.addEventListener("abort", () => slow.abort());
  try {
    const headers = { Accept: "text/html" };
    const answer = await fetch(address, { headers, signal: slow.signal, ...options });
    const isOurs = (answer.headers.get("Content-Type") ?? "").startsWith("text/html");
    if (answer.status >= 502 && !isOurs) return null; // full, or nobody behind the proxy
    return { ok: answer.ok, url: answer.url, html: await answer.text() };
  } catch {
    return null;
  } finally {
    clearTimeout(late);
  }
}

// ---------------------------------------------------------------- the referee cannot be reached

// Let a page with a stream say by itself that the referee cannot be reached.
export function onLost(whenLost) {
  listener = whenLost;
}

// Say that the referee cannot be reached. Return a promise that is kept once it is back.
export function lost() {
  if (listener) return listener();
  if (back) return back;
  back = new Promise((go) => { arrived = go; });
  timer = setInterval(check, EVERY);
  if (isInPlace) return back;
  root.classList.add("unconnected");
  unreached.textContent = unreached.dataset.says;
  takeEntries(false);
  return back;
}

async function check() {
  if (document.hidden || listener) return;
  if (!(await isReachable())) lost();
  else if (isInPlace) goOn();
  else if (back) found();
}

function found() {
  clearInterval(timer);
  back = null;
  root.classList.remove("unconnected");
  unreached.replaceChildren();
  takeEntries(true);
  arrived();
}

// Return a promise that is kept once the referee answers; until then, the page says why it waits.
export async function whenReachable() {
  while (!(await isReachable())) await lost();
}

window.addEventListener("online", check);
window.addEventListener("offline", check); // a referee on this device is still reachable
document.addEventListener("visibilitychange", () => back && check());

// The browser shows the page /away in place of any other, until the referee is back.
const isInPlace = document.querySelector("[data-away]") !== null;
if (isInPlace) lost();

function goOn() {
  if (location.pathname === "/away") location.replace("/"); // it was asked for itself
  else location.reload();
}

// Browsers allow the worker that keeps that page only with HTTPS and on the referee's own computer.
addEventListener("load", () => {
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
});

// ---------------------------------------------------------------- forms and links

// These listeners run last: what another script sends by itself is left to it.
window.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || isResending || !form.requestSubmit) return;
  event.preventDefault();
  const method = submitter?.getAttribute("formmethod") ?? form.method;
  leave(() => form.requestSubmit(submitter), RELEASE[method] ?? RELEASE.get);
});

window.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const isOther = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || isResending || isOther || !link || !leavesPage(link)) return;
  const isKnown = root.classList.contains("unconnected");
  if (link.target && !isKnown) return; // only a tap itself may open a window
  event.preventDefault();
  if (link.target) return lost();
  const isSaved = link.hasAttribute("download") && link.isConnected;
  leave(() => (isSaved ? link.click() : location.assign(link.href)), RELEASE.get);
});

// Return whether a link leads to another page of the referee.
function leavesPage({ origin, href, hash }) {
  if (origin !== location.origin) return false;
  return !hash || href.split("#")[0] !== location.href.split("#")[0];
}

// Leave the page once the referee answers; a second tap meanwhile does not count.
async function leave(go, time) {
  if (leaving) return;
  leaving = -1;
  root.classList.add("leaving");
  if (!(await isReachable())) {
    release();
    lost();
    return;
  }
  if (back) found(); // a disabled button cannot send
  isResending = true;
  try {
    go();
  } finally {
    isResending = false;
  }
  leaving = setTimeout(release, time);
}

function release() {
  clearTimeout(leaving);
  leaving = 0;
  root.classList.remove("leaving");
}

window.addEventListener("pageshow", (event) => event.persisted && release());

// ---------------------------------------------------------------- entries

// Buttons that enter something are disabled, also those drawn meanwhile, and enabled again. An open
// panel covers the page, so it shows the reason itself.
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
  sayWhy((light ?? unreached).textContent);
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
