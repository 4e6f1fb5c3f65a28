// Keeps a screen in step with its match: a stream of whole screens, and a light that says whether
// it is alive. A stream that sleeps, breaks or finds no place is begun again.

import { parsed, show } from "./screen.js";

const SILENCE = 32_000; // the server says something every 12 s
const POLL = 6_000;
const light = document.getElementById("light");
let source = null;
let watchdog = 0;
let again = 0;
let listener = () => {};

export function follow(whenNew) {
  listener = whenNew;
  connect();
  document.addEventListener("visibilitychange", () => (document.hidden ? sleep() : connect()));
  window.addEventListener("pageshow", (event) => event.persisted && connect());
  window.addEventListener("online", connect);
  window.addEventListener("offline", () => say("off"));
  window.addEventListener("pagehide", sleep);
}

// A tap could not be sent: say so at once, and look whether the stream is dead too.
export function suspectLoss() {
  say("off");
  connect();
}

function connect() {
  if (document.hidden) return;
  sleep();
  const url = new URL(light.dataset.stream, location.href);
  url.searchParams.set("seen", document.getElementById("screen").dataset.seq);
  source = new EventSource(url);
  source.addEventListener("open", alive);
  source.addEventListener("beat", alive);
  source.addEventListener("screen", (event) => {
    alive();
    take(parsed(event.data));
  });
  source.addEventListener("look", (event) => ask(event.data));
  source.addEventListener("gone", () => location.reload()); // this seat is no longer held here
  source.addEventListener("error", lost);
  watch();
  stayAwake();
}

// What a camera asks lies beside the screen, until it is answered or out of date.
function ask(html) {
  const place = document.getElementById("look");
  const now = place?.querySelector("[data-asking]");
  const next = parsed(html).querySelector("[data-look]");
  if (next && next.outerHTML !== now?.outerHTML) place.replaceChildren(next);
  else if (!next) now?.remove();
}

function take(page) {
  if (!show(page.getElementById("screen"))) return;
  document.querySelector("#look [data-look]:not([data-asking])")?.remove(); // the game has gone on
  listener();
}

function alive() {
  say("on");
  watch();
}

function watch() {
  clearTimeout(watchdog);
  watchdog = setTimeout(connect, SILENCE);
}

// The browser tries again by itself after a broken line, but not after a refusal.
function lost() {
  say("off");
  if (source.readyState !== EventSource.CLOSED) return;
  clearTimeout(again);
  again = setTimeout(async () => {
    await look();
    connect();
  }, POLL);
}

// Without a place for a stream, look once in a while.
async function look() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const page = parsed(await answer.text());
    if (page.getElementById("screen")) take(page);
    else location.reload();
  } catch {
    say("off");
  }
}

function sleep() {
  clearTimeout(watchdog);
  clearTimeout(again);
  source?.close();
}

function say(state) {
  if (light.dataset.state === state) return;
  light.dataset.state = state;
  light.textContent = state === "off" ? light.dataset.off : "";
}

async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Not allowed here; the device's own settings decide.
  }
}
