"""A hand that plays on the table screen: by taps where a finger would tap, and without haste."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PATIENCE_MS: Final = 10_000
"""Less than a stream is silent at most: news that wake nobody come with its next sign of life."""

LOADING_MS: Final = 30_000
BOUNCE_MS: Final = 260
"""Two taps that follow each other faster are one tap of an unsteady finger."""

# Waits for a newer moment than `seq`, and until the page has read every answer.
SETTLE: Final = """
async ({ seq, patience }) => {
  const until = performance.now() + patience;
  const screen = () => document.getElementById("screen");
  while (!(Number(screen()?.dataset.seq) > seq) || window.pending) {
    if (performance.now() > until) throw new Error(`still at ${screen()?.dataset.seq}`);
    await new Promise((go) => setTimeout(go, 3));
  }
  return Number(screen().dataset.seq);
}
"""

# Says where the button of a choice can be tapped, or what must be tapped before.
AIM: Final = """
async (action) => {
  if (document.readyState !== "complete") {
    await new Promise((go) => window.addEventListener("load", go, { once: true }));
  }
  const all = [...document.querySelectorAll("#screen button[data-action]")];
  const button = all.find((one) => one.dataset.action === action);
  if (!button) return { missing: all.map((one) => one.dataset.action) };
  const pick = button.closest("[data-group]")?.querySelector("input");
  const place = (element) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = document.elementFromPoint(x, y);
    return { x, y, hidden: !(top && (element.contains(top) || top.contains(element))) };
  };
  if (pick && !pick.checked && !button.checkVisibility()) {
    const tab = document.querySelector(`label.tab[for="${pick.id}"]`);
    return { first: place(tab) };
  }
  return place(button);
}
"""

# The same in one go, for whole games: a click where a tap would land, and the next moment.
PRESS: Final = f"""
async ({{ action, patience }}) => {{
  const aim = {AIM.strip()};
  const settle = {SETTLE.strip()};
  const seq = Number(document.getElementById("screen").dataset.seq);
  let found = await aim(action);
  const at = ({{ x, y }}) => document.elementFromPoint(x, y).closest("button, label, summary");
  for (let tries = 0; found.first && !found.first.hidden && tries < 3; tries += 1) {{
    at(found.first).click();
    found = await aim(action);
  }}
  if (found.missing || found.first || found.hidden) return {{ trouble: found }};
  at(found).click();
  await settle({{ seq, patience }});
  return {{ said: document.querySelector("[data-say]").textContent }};
}}
"""


# Taps the sentence that leads, and returns the one that leads then; taps of one task are one tick.
TICK: Final = """
async ({ patience }) => {
  const until = performance.now() + patience;
  const screen = () => document.getElementById("screen").dataset;
  const before = Number(screen().ticks);
  document.querySelector("#screen [data-tick] button").click();
  while (!(Number(screen().ticks) > before) || window.pending) {
    if (performance.now() > until) throw new Error("nothing was ticked");
    await new Promise((go) => setTimeout(go, 3));
  }
  return document.querySelector("[data-say]").textContent;
}
"""


@dataclass
class Hand:
    """Plays on a table screen with real clicks."""

    page: "Page"

    @property
    def seq(self) -> int:
        return int(self.page.locator("#screen").get_attribute("data-seq") or "-1")

    @property
    def said(self) -> str:
        return self.page.locator("[data-say]").inner_text()

    def settle(self, after: int = -1) -> int:
        """Wait until the screen shows a moment later than this one, and is at rest."""
        return int(self.page.evaluate(SETTLE, {"seq": after, "patience": PATIENCE_MS}))

    def tap(self, action: str) -> int:
        """Tap the button of a choice, and return the moment that the screen shows then."""
        before = self.seq
        at = self.aim(action)
        self.page.wait_for_timeout(BOUNCE_MS)
        self.page.mouse.click(*at)
        return self.settle(before)

    def press(self, action: str) -> str:
        """Click the button of a choice at once, and return the sentence that follows."""
        asked = {"action": action, "patience": PATIENCE_MS}
        answer = self.page.evaluate(PRESS, asked)
        assert "trouble" not in answer, f"{action} cannot be tapped: {answer}"
        return str(answer["said"])

    def tick(self) -> str:
        """Tap the sentence, a task that is done, and return the sentence that leads then."""
        return str(self.page.evaluate(TICK, {"patience": PATIENCE_MS}))

    def press_really(self, action: str) -> str:
        """Click the button of a doubtful choice, and say that it really was so."""
        before = self.seq
        self.page.mouse.click(*self.aim(action))
        self.page.locator('#notice [data-tool="sure"]').click()
        self.settle(before)
        return str(self.page.locator("[data-say]").text_content())

    def aim(self, action: str) -> tuple[float, float]:
        """Say where the button is, once it is in sight; nothing may lie over it."""
        found = self.page.evaluate(AIM, action)
        while "first" in found:
            assert not found["first"]["hidden"], f"something lies over the way to {action}"
            self.page.mouse.click(found["first"]["x"], found["first"]["y"])
            found = self.page.evaluate(AIM, action)
        assert "missing" not in found, f"no button for {action}, only {found['missing']}"
        assert not found["hidden"], f"something lies over the button of {action}"
        return found["x"], found["y"]

    def panel(self, *tools: str) -> None:
        """Open a panel by its buttons, one after the other."""
        for tool in tools:
            self.page.locator(f'[data-tool="{tool}"]:visible').first.click()
            self.page.locator("dialog#panel[open]").wait_for()
            self.settle()

    def close(self) -> None:
        self.page.locator("dialog [data-close]").first.click()
        self.page.locator("dialog#panel[open]").wait_for(state="detached")

    def decide(self, what: str, why: str, by: str) -> int:
        """Overrule the referee through its panel: what kind, which one, who says so, and why."""
        before = self.seq
        form = self.way(what)
        form.locator(f'label.chip:has(input[name="by"][value="{by}"])').click()
        form.locator('[name="why"]').fill(why)
        form.locator('[data-tool="decide"]').click()
        return self.settle(before)

    def tell(self, action: str) -> int:
        """Enter what the game does not wait for."""
        before = self.seq
        self.way(action).locator('[data-tool="tell"]').click()
        return self.settle(before)

    def way(self, action: str) -> "Locator":
        """Pick what could be entered at any time, and return the form that it stands in."""
        self.panel("more", "overrule")
        choice = self.page.locator(f"label.chip:has(input[data-action='{action}'])")
        kind = self.page.locator("details.kind", has=choice)
        kind.locator("summary").click()
        choice.click()
        return kind.locator("form")

    def write(self, action: str) -> None:
        """Write an entry in the notation; it may be refused."""
        self.panel("more", "overrule")
        form = self.page.locator("details.notation:has(#written)")
        form.locator("summary").click()
        form.locator("#written").fill(action)
        form.locator('[data-tool="write"]').click()
        self.settle()
