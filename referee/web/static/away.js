// Stands in place of a page while the referee is away, and goes on to that page when it is back.

const EVERY = 2_000;

async function ask() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) goOn();
  } catch {
    // Still away.
  }
}

// Where this page itself was asked for there is no other to go on to.
function goOn() {
  if (location.pathname === "/away") location.replace("/");
  else location.reload();
}

setInterval(ask, EVERY);
window.addEventListener("online", ask);
document.addEventListener("visibilitychange", () => document.hidden || ask());
