"""Public numbering of rows, which does not reveal others' notes.

The `seq` of a row counts notes too, so a gap would reveal that a seat made one. Screens get numbers
that count the public rows only, and on the screen of a seat its own notes too.
"""

from bisect import bisect_left, bisect_right
from typing import Final

from referee.core import AnyGame, Seat
from referee.match.log import Noted, Row, is_quiet, root
from referee.match.moment import Moment
from referee.match.replay import noter

OWN: Final = 100_000
"""What each own note adds to a number; more than any match has rows.

Both counts only grow, so a later moment has a higher number.
"""


class Numbering:
    """The visible rows by reader, cached, because rows are only appended."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._visible: dict[Seat | None, tuple[int, tuple[int, ...]]] = {}

    def number(self, now: Moment, seat: Seat | None = None) -> int:
        """Return the number of a moment for a seat, or for everybody."""
        own = 0 if seat is None else len(self._rows(now, seat))
        return len(self._rows(now, None)) - 1 + OWN * own

    def number_of(self, now: Moment, seq: int, seat: Seat | None = None) -> int:
        """Return the number of a row for a seat, or for everybody."""
        place = bisect_right(self._rows(now, None), seq) - 1
        if seat is None or not is_quiet(now.rows, now.rows[seq]):
            return place
        return place + OWN * bisect_right(self._rows(now, seat), seq)

    def seq_of(self, now: Moment, number: int) -> int:
        """Return the seq of a public number; one beyond the end is extrapolated."""
        rows, place = self._rows(now, None), number % OWN
        return rows[place] if place < len(rows) else now.seq + 1 + place - len(rows)

    def _rows(self, now: Moment, seat: Seat | None) -> tuple[int, ...]:
        read, visible = self._visible.get(seat, (0, ()))
        count = len(now.rows)
        if read < count:
            more = (row.seq for row in now.rows[read:] if self._is_visible(now.rows, row, seat))
            visible = (*visible, *more)
            self._visible[seat] = (count, visible)
        return visible if read <= count else visible[: bisect_left(visible, count)]

    def _is_visible(self, rows: tuple[Row, ...], row: Row, seat: Seat | None) -> bool:
        if not is_quiet(rows, row):
            return seat is None
        entry = root(rows, row).entry
        return (
            seat is not None and isinstance(entry, Noted) and noter(self._game, entry.text) == seat
        )
