// Plays a demo: fetches one step after the other and puts it on the same screen.

import { parsed, show } from "./screen.js";

const PACE = 1700;
const PAUSE_AT_REFUSAL = 4200;
let timer = 0;
let wanted = null;

const player = () => document.getElementById("player");
const at = () => Number(player().dataset.at);
const last = () => Number(player().dataset.last);
const isPlaying = () => timer !== 0;

async function go(step) {
  wanted = Math.min(Math.max(step, 0), last());
  const address = new URL(location.href);
  address.searchParams.set("at", wanted);
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  const page = parsed(await answer.text());
  if (!answer.ok || Number(page.getElementById("player").dataset.at) !== wanted) return;
  show(page.getElementById("screen"), { anyway: true });
  document.getElementById("notice").innerHTML = page.getElementById("notice").innerHTML;
  window.Idiomorph.morph(player(), page.getElementById("player"));
  document.getElementById("at").value = wanted;
  history.replaceState(null, "", address);
  markPlaying();
}

function play() {
  const refused = document.querySelector("#notice [data-refusal]");
  timer = setTimeout(
    async () => {
      if (at() >= last()) return stop();
      await go(at() + 1);
      if (isPlaying()) play();
    },
    refused ? PAUSE_AT_REFUSAL : PACE,
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

function markPlaying() {
  player().querySelector('[data-tool="play"]').setAttribute("aria-pressed", String(isPlaying()));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-go]");
  if (event.target.closest('[data-tool="play"]')) return toggle();
  if (!link) return;
  event.preventDefault();
  stop();
  go(Number(link.dataset.go));
});
document.addEventListener("submit", (event) => {
  event.preventDefault();
  stop();
  go(event.target.matches(".choices") ? at() + 1 : Number(document.getElementById("at").value));
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
    go(at() + steps[event.key]);
  } else if (event.key === " " && !event.target.closest("button, a")) {
    toggle();
  } else return;
  event.preventDefault();
});
