"""The state of the kiosk program, which shows the referee full screen."""

from dataclasses import dataclass
from time import monotonic
from typing import Final

_ASKED_S: Final = 30.0
"""Seconds after which a program that has not asked again runs no more."""


@dataclass(slots=True)
class Kiosk:
    """Whether the kiosk program is running, and whether it should leave full screen."""

    asked: float | None = None
    let_out: float | None = None

    @property
    def runs(self) -> bool:
        """Return whether there is such a program now."""
        return _is_recent(self.asked)

    def ask(self) -> bool:
        """Record a request of the program; return whether it should end, once."""
        self.asked = monotonic()
        ends, self.let_out = _is_recent(self.let_out), None
        return ends

    def let_it_out(self) -> None:
        """Make it end at its next request, if that is soon."""
        self.let_out = monotonic()


def _is_recent(when: float | None) -> bool:
    return when is not None and monotonic() - when < _ASKED_S
