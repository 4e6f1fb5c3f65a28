// The connection of a page to the referee. Forms and links wait until the referee answers a short
// question, so that no tap is lost or ends on the browser's own error page. While it cannot be
// reached, what enters something is disabled, the page says why and asks again every two seconds.
// A page with a stream knows more, and says it by itself.

const EVERY = 2_000;
const SLOW = 5_000;
const SLOW_PAGE = 8_000;
const SENT = { get: 500, post: 10_000 }; // a page that is still there then may send again
const root = document.documentElement;
const unreached = document.getElementById("unreached");
const light = document.getElementById("light");
let ownWay = null; // of a page with a stream
let isPassing = false;
let leaving = 0; // a tap waits for its check, or its page for the next
let back = null; // a promise, while the referee cannot be reached
let arrived = () => {};
let timer = 0;

// ---------------------------------------------------------------- asking

// Return whether the referee answers; a proxy may answer in its place.
async function answers() {
  const slow = new AbortController();
  const late = setTimeout(() => slow.abort(), SLOW);
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
  const late = setTimeout(() => slow.abort(), SLOW_PAGE);
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

// A page with a stream says by itself that the referee cannot be reached.
export function saysItself(listener) {
  ownWay = listener;
}

// Say that the referee cannot be reached; return a promise that it is back.
export function lost() {
  if (ownWay) return ownWay();
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
  if (document.hidden || ownWay) return;
  if (!(await answers())) lost();
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

// Go to another page as soon as the referee answers.
export async function replaceBy(address) {
  while (!(await answers())) await lost();
  location.replace(address);
}

window.addEventListener("online", check);
window.addEventListener("offline", check); // of no importance where the referee is this device
document.addEventListener("visibilitychange", () => back && check());

// The browser shows the page /away in place of any other, until the referee is back.
const isInPlace = document.querySelector("[data-away]") !== null;
if (isInPlace) lost();

function goOn() {
  if (location.pathname === "/away") location.replace("/"); // it was asked for itself
  else location.reload();
}

// Browsers keep that page with HTTPS and on the referee's own computer; elsewhere they know no worker.
addEventListener("load", () => {
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
});

// ---------------------------------------------------------------- forms and links

// What a script of the page sends itself is none of ours; these listeners come last.
window.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || isPassing || !form.requestSubmit) return;
  event.preventDefault();
  const method = submitter?.getAttribute("formmethod") ?? form.method;
  leave(() => form.requestSubmit(submitter), SENT[method] ?? SENT.get);
});

window.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const isOther = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || isPassing || isOther || !link || !leads(link)) return;
  event.preventDefault();
  const isSaved = link.hasAttribute("download") && link.isConnected;
  leave(() => (isSaved ? link.click() : location.assign(link.href)), SENT.get);
});

// Whether a link leads to another page of the referee, in this window.
function leads({ target, origin, href, hash }) {
  if (target || origin !== location.origin) return false;
  return !hash || href.split("#")[0] !== location.href.split("#")[0];
}

// A finger that taps twice means one.
async function leave(go, time) {
  if (leaving) return;
  leaving = -1;
  root.classList.add("leaving");
  if (!(await answers())) {
    stay();
    lost();
    return;
  }
  if (back) found(); // a disabled button cannot send
  isPassing = true;
  go();
  isPassing = false;
  leaving = setTimeout(stay, time);
}

function stay() {
  clearTimeout(leaving);
  leaving = 0;
  root.classList.remove("leaving");
}

window.addEventListener("pageshow", (event) => event.persisted && stay());

// ---------------------------------------------------------------- entries

// Enables what enters something, or disables it, also what is drawn meanwhile. An open panel lies
// over the page, so it says why itself.
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
