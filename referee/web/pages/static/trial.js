// Whether this device trusts the referee. A page is shown also to whoever has waved a warning away;
// but then no browser takes a worker, so that is what tells.

const trial = document.querySelector("[data-trial]");
const answer = trial.querySelector("[data-answer]");

function say(name) {
  trial.dataset.trial = name;
  answer.textContent = answer.dataset[name];
  for (const tool of trial.querySelectorAll("[data-main]")) {
    tool.classList.toggle("main", tool.dataset.main === name);
  }
}

if (navigator.serviceWorker) {
  navigator.serviceWorker.register("/worker.js").then(
    () => say("yes"),
    () => say("no"),
  );
}
