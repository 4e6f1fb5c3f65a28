// The address of the server may change while a page shows it, for instance when the router restarts.
// Elements with `data-renewed` are fetched again every few seconds, and replaced where they differ.

import { parsed } from "../screens/screen.js";

const EVERY = 4_000;

async function renew(shown) {
  const answer = await fetch(shown.dataset.renewed, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const next = parsed(await answer.text()).getElementById(shown.id);
  if (next && shown.isConnected && next.outerHTML !== shown.outerHTML) shown.replaceWith(next);
}

setInterval(() => {
  if (document.hidden) return;
  for (const shown of document.querySelectorAll("[data-renewed]")) renew(shown).catch(() => {});
}, EVERY);
