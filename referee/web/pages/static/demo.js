// Plays a demo: fetches one step after the other and puts it on the same screen.

import { ask, lost } from "../connection.js";
import { parsed, show } from "../screens/screen.js";

const PACE = 1700;
const PAUSE_AT_REFUSAL = 4200;
const SPEEDS = [1, 2, 4, 0.5];
let speed = SPEEDS[0];
let timer = 0;
let wanted = null;

const player = () => document.getElementById("player");
const at = () => Number(player().dataset.at);
const last = () => Number(player().dataset.last);
const isPlaying = () => timer !== 0;
// Taps that are quicker than the answers add up: they count from the step that is being fetched.
const by = (steps) => go((wanted ?? at()) + steps);

async function go(step) {
  const mine = Math.min(Math.max(step, 0), last());
  wanted = mine;
  try {
    const page = await fetched(mine);
    if (page && mine === wanted) put(page, mine);
  } finally {
    if (mine === wanted) wanted = null;
  }
}

async function fetched(step) {
  let answer = await ask(addressOf(step));
  while (!answer && step === wanted) {
    await lost();
    answer = await ask(addressOf(step));
  }
  if (!answer) return null;
  const page = parsed(answer.html);
  return answer.ok && Number(page.getElementById("player").dataset.at) === step ? page : null;
}

function addressOf(step) {
  const address = new URL(location.pathname, location.href);
  address.searchParams.set("at", step);
  return address;
}

function put(page, step) {
  show(page.getElementById("screen"), { anyway: true });
  document.getElementById("notice").innerHTML = page.getElementById("notice").innerHTML;
  window.Idiomorph.morph(player(), page.getElementById("player"));
  document.getElementById("at").value = step;
  history.replaceState(null, "", addressOf(step));
  markPlaying();
}

function play() {
  const refused = document.querySelector("#notice [data-refusal]");
  timer = setTimeout(
    async () => {
      if (at() >= last()) return stop();
      await by(1);
      if (isPlaying()) play();
    },
    (refused ? PAUSE_AT_REFUSAL : PACE) / speed,
  );
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  markPlaying();
}

function toggle() {
  if (isPlaying()) return stop();
  play();
  markPlaying();
}

function changeSpeed() {
  speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
  if (isPlaying()) {
    clearTimeout(timer);
    play();
  }
  markPlaying();
}

function markPlaying() {
  player().querySelector("[data-speed]").textContent = `${speed === 0.5 ? "½" : speed}×`;
  player().querySelector('[data-tool="play"]').setAttribute("aria-pressed", String(isPlaying()));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-go], [data-by]");
  if (event.target.closest('[data-tool="play"]')) return toggle();
  if (event.target.closest('[data-tool="speed"]')) return changeSpeed();
  if (!link) return;
  event.preventDefault();
  stop();
  if (link.dataset.by) by(Number(link.dataset.by));
  else go(Number(link.dataset.go));
});
document.addEventListener("submit", (event) => {
  event.preventDefault();
  stop();
  if (event.target.matches(".choices")) by(1);
  else go(Number(document.getElementById("at").value));
});
document.addEventListener("input", (event) => {
  if (event.target.id !== "at") return;
  stop();
  go(Number(event.target.value));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.id === "at") return;
  const steps = { ArrowRight: 1, ArrowLeft: -1 };
  if (event.key in steps && !event.target.matches("[type=radio]")) {
    stop();
    by(steps[event.key]);
  } else if (event.key === " " && !event.target.closest("button, a")) {
    toggle();
  } else return;
  event.preventDefault();
});
