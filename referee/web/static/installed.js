// Lets the page for when the referee is away be there when nothing else is. Browsers know workers
// with HTTPS and on the referee's own computer; elsewhere there is nothing to do.

addEventListener("load", () => {
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
});
