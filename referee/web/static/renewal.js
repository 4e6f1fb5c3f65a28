// After an update of the referee an open page is of another edition than what it hears: it loads
// itself anew, once, and not while somebody types. Where it may not, it says so and goes on.

const light = document.getElementById("light");
const bar = document.getElementById("renewal");
const AGAIN = 1_000;
let timer = 0;

export function showEdition(edition) {
  clearTimeout(timer);
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
  timer = setTimeout(() => renew(edition), AGAIN);
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
