"""What axe-core finds wrong with a page, by day and by night."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE: Final = (Path(__file__).parents[1] / "vendor" / "axe.min.js").read_text("utf-8")
JUDGE: Final = """
async ({ rules, least }) => {
  const only = rules ? { runOnly: { type: "rule", values: rules } } : {};
  const { passes, violations } = await axe.run(document, { ...only, resultTypes: ["violations"] });
  if (getComputedStyle(document.documentElement).opacity === "0") throw new Error("It is unseen");
  if (passes.length < least) throw new Error("axe has looked at nothing");
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`));
}
"""
COLOURS: Final = ("color-contrast", "link-in-text-block")
"""The rules that ask for colours: at night nothing but these is different."""


def violations(page: "Page") -> list[str]:
    """Let axe look at the page as it is, and once more by night."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(f"() => {{ {AXE} }}")
    page.emulate_media(color_scheme="light")
    found: list[str] = page.evaluate(JUDGE, {"rules": None, "least": 5})
    page.emulate_media(color_scheme="dark")
    by_night = page.evaluate(JUDGE, {"rules": COLOURS, "least": 1})
    page.emulate_media(color_scheme="light")
    return found + [f"by night: {line}" for line in by_night]
