"""What is known of the program that shows nothing but the referee, full screen."""

from dataclasses import dataclass
from time import monotonic
from typing import Final

_ASKED_S: Final = 30.0
"""Seconds after which a program that has not asked again runs no more."""


@dataclass(slots=True)
class Kiosk:
    """What the program that keeps the browser full screen was seen to do, and is told."""

    asked: float | None = None
    let_out: float | None = None

    @property
    def runs(self) -> bool:
        """Return whether there is such a program now."""
        return _is_recent(self.asked)

    def ask(self) -> bool:
        """Take note that it asks, and tell once whether it is to end."""
        self.asked = monotonic()
        ends, self.let_out = _is_recent(self.let_out), None
        return ends

    def let_it_out(self) -> None:
        """Let it end when it asks next, if that is soon."""
        self.let_out = monotonic()


def _is_recent(when: float | None) -> bool:
    return when is not None and monotonic() - when < _ASKED_S
