// A screen that is handed from person to person: secrets are hidden after a while without a touch, when
// another page or app comes in front, and when the browser goes back to them.

import { whenReachable } from "../connection.js";

const SOON = 8; // so many seconds before, it says so
const page = document.querySelector("[data-secret]");

for (const field of document.querySelectorAll('[name="scripted"]')) field.value = "yes";

if (page) watchOver(page.dataset.cover, Number(page.dataset.hideAfter));

function watchOver(cover, seconds) {
  // Back leads to the cover, not to a question whether to send the token again.
  history.replaceState(null, "", cover);
  const soon = page.querySelector("[data-soon]");
  let left = seconds;
  let isHidden = false;

  function wipe() {
    page.replaceChildren();
    document.title = "";
  }

  function hide() {
    if (isHidden) return;
    isHidden = true;
    wipe();
    whenReachable().then(() => location.replace(cover));
  }

  function touched() {
    left = seconds;
    soon.hidden = true;
  }

  for (const touch of ["pointerdown", "keydown", "input", "wheel", "touchmove"]) {
    document.addEventListener(touch, touched, { passive: true });
  }
  setInterval(() => {
    left -= 1;
    soon.hidden = left > SOON;
    if (left <= 0) hide();
  }, 1000);

  document.addEventListener("visibilitychange", () => document.hidden && hide());
  if (document.hidden) hide(); // another app came in front while this page was loading
  window.addEventListener("pagehide", wipe);
  window.addEventListener("pageshow", (event) => event.persisted && hide());
  page.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    if (link.matches("[data-dismiss]")) document.getElementById("notice").replaceChildren();
    else hide();
  });
}
