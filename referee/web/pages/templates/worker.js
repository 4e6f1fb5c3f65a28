// Keeps one page for when the referee cannot be reached, and nothing else: no screen, no table, no
// answer. Whatever else is asked for goes to the referee as if this were not here.

const KEPT = {{ ("referee-" ~ edition) | tojson }};
const PAGE = {{ page | tojson }};
const PARTS = {{ parts | tojson }};

self.addEventListener("install", (event) => {
  event.waitUntil(keep());
});

async function keep() {
  const kept = await caches.open(KEPT);
  // Without the cookie, for nobody in particular.
  await kept.addAll([PAGE, ...PARTS].map((part) => new Request(part, { credentials: "omit" })));
  await self.skipWaiting();
}

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOld());
});

async function forgetOld() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => found(PAGE)));
  else if (PARTS.includes(new URL(request.url).pathname)) event.respondWith(part(request));
});

const found = async (what) => (await (await caches.open(KEPT)).match(what)) ?? Response.error();

async function part(request) {
  const kept = await found(request.url);
  return kept.ok ? kept : fetch(request);
}
