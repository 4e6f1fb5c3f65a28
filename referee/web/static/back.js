// An open panel is a step of the history, so that Back closes it and does not leave the match.

// Keep history and panel in step; `reopen` is called with the address of a panel after Forward.
export function followHistory(panel, addressNow, reopen) {
  let isLeaving = false;

  function keepInStep() {
    if (isLeaving) return; // the answer to it looks again
    const isMarked = Boolean(history.state?.panel);
    if (panel.open && !isMarked) history.pushState({ panel: addressNow() }, "");
    if (panel.open || !isMarked) return;
    isLeaving = true;
    history.back();
  }

  panel.addEventListener("close", keepInStep);
  window.addEventListener("popstate", ({ state }) => {
    if (isLeaving) {
      isLeaving = false;
      keepInStep();
    } else if (!state?.panel) panel.close();
    else if (!panel.open) reopen(state.panel);
  });
  keepInStep(); // loaded anew while a panel was open: it is closed now
  return keepInStep;
}
