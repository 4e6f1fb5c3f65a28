// The worker that all tabs of a browser share: it holds their lines.

import { openLines } from "./lines.js";

const lines = openLines((port, message) => port.postMessage(message));

self.addEventListener("connect", ({ ports: [port] }) => {
  port.addEventListener("message", ({ data }) => lines.hear(port, data));
  port.start();
});
