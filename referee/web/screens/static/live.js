// Keeps a screen in step with its match: whole screens come over a stream that all tabs of the
// browser share, and a light says whether it is connected. A hidden screen holds no stream.

import { takeEntries } from "../connection.js";
import { parsed, show } from "./screen.js";
import { hearScreen } from "./sounds.js";
import { TRANSPORTS } from "./transports.js";

const STILL_THERE = 10_000;
const NO_ANSWER = 5_000;
const light = document.getElementById("light");
const playing = document.getElementById("screen").dataset.over !== "yes";
const waiting = [];
let heard = light.dataset.state; // of the stream; the light says more while a tap waits
let transport = null;
let next = 0;
let joined = 0;
let unanswered = 0;
let listener = () => {};

export function follow(whenNew) {
  listener = whenNew;
  takeTransport();
  document.addEventListener("visibilitychange", () => (document.hidden ? sleep() : join()));
  document.addEventListener("freeze", sleep);
  document.addEventListener("resume", join);
  window.addEventListener("pagehide", sleep);
  window.addEventListener("pageshow", (event) => event.persisted && join());
  window.addEventListener("online", suspectLoss);
  window.addEventListener("offline", () => say("off"));
}

// A tap could not be sent: say so at once, and check whether the connection is lost too.
export function suspectLoss() {
  say("off");
  if (joined) transport.send({ kind: "suspect" });
  else join();
}

// Return a promise that is kept once the screen is connected, or after so many milliseconds, if given.
export function whenConnected(longest) {
  return new Promise((go) => {
    if (longest) setTimeout(go, longest);
    if (heard === "off") waiting.push(go);
    else if (!longest) go();
  });
}

// Show that a tap waits, as long as one does: also where events arrive and only taps do not get out.
export function sayWaiting(isWaiting) {
  light.toggleAttribute("data-keeps", isWaiting);
  showLight();
}

function takeTransport() {
  transport = null;
  while (!transport) {
    const mine = TRANSPORTS[next++];
    transport = mine(hear, () => transport && TRANSPORTS[next - 1] === mine && tryNext());
  }
  join();
}

// The worker did not load, or the tab that should answer does not.
function tryNext() {
  if (next >= TRANSPORTS.length) return;
  sleep();
  takeTransport();
}

function join() {
  if (document.hidden) return;
  clearInterval(joined);
  joined = setInterval(tell, STILL_THERE);
  tell();
}

// Whoever was there when the game ended goes on to the next one; whoever opened a finished game stays.
function addressOf(path) {
  const address = new URL(path, location.href);
  if (playing) address.searchParams.set("playing", "yes");
  return address.href;
}

function tell() {
  const { seq, ticks } = document.getElementById("screen").dataset;
  transport.send({
    kind: "join",
    stream: addressOf(light.dataset.stream),
    news: addressOf(light.dataset.news),
    seen: Number(seq),
    ticks: Number(ticks),
  });
  clearTimeout(unanswered);
  unanswered = setTimeout(tryNext, NO_ANSWER);
}

function sleep() {
  if (!joined) return;
  clearInterval(joined);
  clearTimeout(unanswered);
  joined = 0;
  transport.leave();
  say("wait");
}

function hear(message) {
  if (!joined) return;
  clearTimeout(unanswered);
  if (message.kind === "state") say(message.state);
  else if (message.kind === "screen") take(parsed(message.html), message.live);
  else if (message.kind === "look") ask(message.html);
  else if (message.kind === "edition") showEdition(message.edition);
  else if (message.kind === "onward") location.assign(message.address);
  else if (message.kind === "gone") location.reload(); // the match, or the seat on this device
}

// A question of the camera is shown beside the screen until it is answered or out of date.
function ask(html) {
  const place = document.getElementById("look");
  const now = place?.querySelector("[data-asking]");
  const asked = parsed(html).querySelector("[data-look]");
  if (asked && asked.outerHTML !== now?.outerHTML) place.replaceChildren(asked);
  else if (!asked) now?.remove();
}

function take(page, live) {
  if (!show(page.getElementById("screen"))) return;
  hearScreen(live);
  document.querySelector("#look [data-look]:not([data-asking])")?.remove(); // the game has gone on
  listener();
}

function say(state) {
  heard = state;
  showLight();
  if (state === "on" || state === "poll") waiting.splice(0).forEach((go) => go());
}

function showLight() {
  const keeps = light.hasAttribute("data-keeps");
  const state = keeps && heard !== "wait" ? "off" : heard;
  light.dataset.state = state;
  document.documentElement.classList.toggle("unconnected", state === "off");
  document.documentElement.classList.toggle("seldom", state === "poll");
  const { off, keeping, poll } = light.dataset;
  const words = { off: keeps ? keeping : off, poll }[state] ?? "";
  if (light.textContent !== words) light.textContent = words;
  takeEntries(state !== "off");
}

// ---------------------------------------------------------------- an update

// After an update of the referee an open page is of another edition than what it hears: it loads
// itself anew, once, and not while somebody types. Where it may not, it says so and goes on.
const bar = document.getElementById("renewal");
const RELOAD_AGAIN = 1_000;
let renewing = 0;

function showEdition(edition) {
  clearTimeout(renewing);
  bar.hidden = true;
  if (edition === light.dataset.edition) return;
  if (remembered() === edition) bar.hidden = false; // two editions answer, or an old page was kept
  else renew(edition);
}

function renew(edition) {
  if (!isBusy()) {
    remember(edition);
    location.reload();
    return;
  }
  bar.hidden = false;
  renewing = setTimeout(() => renew(edition), RELOAD_AGAIN);
}

function isBusy() {
  const typed = [...document.querySelectorAll("textarea, input:not([type=hidden], [type=radio], [type=checkbox])")];
  return (
    typed.some((field) => field.value !== field.defaultValue) ||
    document.querySelector("form[aria-busy=true]") !== null
  );
}

function remembered() {
  try {
    return sessionStorage.getItem("renewed for");
  } catch {
    return null; // a browser that keeps nothing
  }
}

function remember(edition) {
  try {
    sessionStorage.setItem("renewed for", edition);
  } catch {
    // Then it may load itself anew once more.
  }
}
