// Tests whether this device trusts the certificate of the referee. A browser shows a page even after a
// warning was dismissed, but registers a service worker only with a trusted certificate.

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
