"""A table whose screens reach the server over a rough line."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from own_phones import take_seat
from rough_line import RoughLine
from running_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME = "waves/game-teams-of-four"
BEGUN = 6
PATIENCE_MS = 20_000
# Tabs that nobody sees draw no frames, so it is asked by a clock.
AT = """
async ({ seq, patience }) => {
  const until = performance.now() + patience;
  const shown = () => Number(document.getElementById("screen")?.dataset.seq ?? -1);
  while (shown() < seq && performance.now() < until) await new Promise((go) => setTimeout(go, 5));
  return shown();
}
"""


@dataclass
class Pub:
    """A match that has begun, the line to its server, and the screens around it."""

    server: Server
    line: RoughLine
    text: str
    begun: Callable[[str, int], str]
    open_page: Callable[..., "Page"]
    hand_at: Callable[["Page"], Any]

    def begin(self) -> str:
        """Begin another match, and return its address over the line."""
        return self.line.through(self.server.load(self.begun(self.text, BEGUN)))

    def entry(self, number: int = 0) -> str:
        """Return the entry that comes next, or so many later."""
        lines = [line[2:] for line in self.text.splitlines() if line.startswith(">")]
        return lines[BEGUN + number]

    def sit(self, address: str, size: str = "tablet", **more: Any) -> Any:
        """Return a hand at a screen of its own device."""
        return self.hand_at(self.open_page(address, size, **more))

    def own_phone(self, address: str, seat: int, **more: Any) -> Any:
        """Return a hand at the own phone of somebody."""
        hand = self.sit(f"{address}/seats/{seat}/cover", "phone", **more)
        take_seat(hand.page, address, seat)
        return hand

    def beside(self, hand: Any, address: str, count: int = 1) -> list[Any]:
        """Return hands at more tabs of the same browser."""
        tabs = [hand.page.context.new_page() for _ in range(count)]
        for tab in tabs:
            tab.set_default_timeout(PATIENCE_MS)
            tab.goto(address)
        return [self.hand_at(tab) for tab in tabs]

    @staticmethod
    def light(hand: Any, state: str) -> None:
        """Wait until the light of a screen says so."""
        hand.page.locator(f'#light[data-state="{state}"]').wait_for(
            state="attached", timeout=PATIENCE_MS
        )

    @staticmethod
    def sees(hand: Any, seq: int, within_ms: int = 1_000) -> bool:
        """Return whether a screen shows this moment, or a later one, in time."""
        return int(hand.page.evaluate(AT, {"seq": seq, "patience": within_ms})) >= seq


@pytest.fixture
def pub(server, golden, begun, *, open_page, hand_at) -> Iterator[Pub]:
    line = RoughLine(server.port)
    yield Pub(server, line, golden[GAME], begun, open_page, hand_at)
    line.close()


@pytest.fixture
def own_pub(own_server, golden, begun, *, open_page, hand_at) -> Iterator[Pub]:
    """Return a pub whose server may be stopped."""
    line = RoughLine(own_server.port)
    yield Pub(own_server, line, golden[GAME], begun, open_page, hand_at)
    line.close()
