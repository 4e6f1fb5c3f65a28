"""What was measured, what it is compared with, and how both are told."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

_COLUMNS: Final = ("name", "unit", "ours", "peer", "ratio", "goal", "met", "spread", "peer is")


@dataclass(frozen=True)
class Figures:
    """Repeated measures of one thing, in its unit."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """Return the middle one, which a few disturbed repetitions do not move."""
        return statistics.median(self.values)

    @property
    def minimum(self) -> float:
        """Return the least disturbed one."""
        return min(self.values)

    @property
    def spread(self) -> float:
        """Return how far the middle half reaches: the third quartile minus the first."""
        if len(self.values) == 1:
            return 0.0
        first, _, third = statistics.quantiles(self.values, n=4, method="inclusive")
        return third - first

    def record(self) -> dict[str, float | int]:
        """Return the figures as they stand in the JSON."""
        return {
            "minimum": rounded(self.minimum),
            "median": rounded(self.median),
            "spread": rounded(self.spread),
            "repetitions": len(self.values),
        }


@dataclass(frozen=True)
class Result:
    """One thing measured beside its peer; `ours`, `peer` and `ratio` speak of medians.

    The goal is an upper bound of the ratio or of our own figure. `ours` is None where it could not
    be measured, and `peer` where the peer is not installed; then `note` says why.
    """

    name: str
    unit: str
    ours: Figures | None
    peer: Figures | None
    peer_is: str
    goal: float | None = None
    goal_for: Literal["ratio", "ours"] = "ratio"
    note: str = ""
    detail: dict[str, Any] = field(default_factory=dict)

    @property
    def ratio(self) -> float | None:
        """Return how many times the peer's figure ours is; None beside a peer that has nothing."""
        if self.ours is None or self.peer is None or not self.peer.median:
            return None
        return self.ours.median / self.peer.median

    @property
    def met(self) -> bool | None:
        """Return whether the goal is met; None without a goal or a peer to compare with."""
        if self.goal is None:
            return None
        if self.ours is None:
            return False
        reached = self.ours.median if self.goal_for == "ours" else self.ratio
        return None if reached is None else reached <= self.goal

    def record(self) -> dict[str, Any]:
        """Return the result as it stands in the JSON."""
        return {
            "name": self.name,
            "unit": self.unit,
            "ours": None if self.ours is None else rounded(self.ours.median),
            "peer": None if self.peer is None else rounded(self.peer.median),
            "ratio": None if self.ratio is None else rounded(self.ratio),
            "goal": self.goal,
            "met": self.met,
            "goal_for": self.goal_for,
            "peer_is": self.peer_is,
            "note": self.note,
            "ours_figures": None if self.ours is None else self.ours.record(),
            "peer_figures": None if self.peer is None else self.peer.record(),
            "detail": self.detail,
        }


def rounded(value: float) -> float:
    """Round to four digits that count; more would be noise."""
    return float(f"{value:.4g}")


def table(results: Sequence[Result]) -> str:
    """Write the results for a reader, one a line."""
    rows = [_COLUMNS, *(_row(result) for result in results)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_COLUMNS))]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    lines += [f"{result.name}: {result.note}" for result in results if result.note]
    return "\n".join(lines)


def _row(result: Result) -> tuple[str, ...]:
    goal = "" if result.goal is None else f"{result.goal_for} <= {result.goal:g}"
    met = {True: "yes", False: "NO", None: ""}[result.met]
    spreads = (result.ours, result.peer)
    return (
        result.name,
        result.unit,
        _shown(None if result.ours is None else result.ours.median),
        _shown(None if result.peer is None else result.peer.median),
        _shown(result.ratio),
        goal,
        met,
        " / ".join("-" if one is None else f"{one.spread:.3g}" for one in spreads),
        result.peer_is,
    )


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{rounded(value):g}"
