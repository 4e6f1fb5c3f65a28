"""What a page is measured by: things that can be tapped, its width, and what axe says."""

from pathlib import Path

AXE = (Path(__file__).parents[1] / "vendor" / "axe.min.js").read_text("utf-8")

# What can be tapped and is lower than a finger, and how far the page reaches to the side.
MEASURE = """
() => {
  const things = "a.button, button, select, summary, .chip, .tab, input:not([type=hidden])";
  const low = [...document.querySelectorAll(things)]
    .filter((one) => one.offsetParent && !one.matches(".said, .chip input, [type=checkbox]"))
    .filter((one) => one.getBoundingClientRect().height < 43.5)
    .map((one) => `${one.tagName} ${one.name || one.textContent.trim()} is low`);
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return wide > 0 ? [...low, `${wide} px too wide`] : low;
}
"""
JUDGE = """
async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
}
"""
