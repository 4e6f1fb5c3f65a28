// Keeps the screen on while somebody looks at it, where the browser lets a page do that: only with
// HTTPS or on localhost. Elsewhere the panel of the match says how to do it by hand.

let lock = null;
let isAsking = false;

export async function stayAwake() {
  if (document.hidden || isAsking || (lock && !lock.released)) return;
  isAsking = true;
  try {
    lock = await navigator.wakeLock?.request("screen");
  } catch {
    lock = null; // such as to save the battery
  }
  isAsking = false;
  document.documentElement.classList.toggle("awake", Boolean(lock) && !lock.released);
}

document.addEventListener("visibilitychange", stayAwake);
window.addEventListener("pageshow", stayAwake);
stayAwake();
