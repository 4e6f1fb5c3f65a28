"""One page that shows one table after the other, as a screen gets its moments over its stream.

To load each of them as a page of its own takes three times as long, and looks the same. A page is
loaded anew where more than the table differs: the game with its colours, or who looks.
"""

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page

# A page whose line is always on and never tells anything: no table comes back by itself.
STILL: Final = """
window.SharedWorker = window.BroadcastChannel = undefined;
window.EventSource = class extends EventTarget {
  constructor() {
    super();
    const beat = () => this.dispatchEvent(new MessageEvent("beat"));
    setTimeout(beat);
    this.beats = setInterval(beat, 5000);
  }
  close() { clearInterval(this.beats); }
};
"""
# Nobody looks at what is only measured, and to paint it at each size takes a while.
UNPAINTED: Final = """
const unpainted = new CSSStyleSheet();
unpainted.replaceSync("html { clip-path: inset(100%) }");
document.adoptedStyleSheets = [unpainted];
"""
# Says whether the table lies there now; it cannot where the page around it would be another.
LAY: Final = """
async (address) => {
  const script = document.querySelector('script[src*="app.js"]');
  if (!script || new URL(address).origin !== location.origin) return false;
  const { parsed, show } = await import(new URL("./screen.js", script.src).href);
  const next = parsed(await (await fetch(address)).text());
  const styles = (page) => [...page.querySelectorAll("link[rel=stylesheet]")]
    .map((one) => one.getAttribute("href")).join();
  const [table, now] = [next.getElementById("screen"), document.getElementById("screen")];
  if (styles(next) !== styles(document) || table.dataset.role !== now.dataset.role) return false;
  show(table, { anyway: true });
  const there = document.getElementById("screen").dataset;
  return there.match === table.dataset.match && there.seq === table.dataset.seq;
}
"""


def lay(page: "Page", address: str) -> None:
    """Show a table on a page, with as little as possible of it anew."""
    if not page.evaluate(LAY, address):
        page.goto(address)


def look(page: "Page", address: str, script: str, told: Any = None) -> Any:
    """Ask a script what it sees on a page that still shows this table."""
    seen, match = page.evaluate(
        f"(told) => [({script})(told), document.getElementById('screen').dataset.match]", told
    )
    assert match in address, "the page shows another table"
    return seen
