"""Counts the rows of a match as a reader hears them, so that no number tells of others' notes.

A row's own `seq` counts notes too: whoever saw it jump would know that somebody has noted
something. What screens are told counts the rows at the table only, and a screen of a seat its own
notes beside them.
"""

from bisect import bisect_left, bisect_right
from typing import Final

from referee.core import AnyGame, Seat
from referee.match.log import Noted, Row, is_quiet, root
from referee.match.moment import Moment
from referee.match.replay import noter

OWN: Final = 100_000
"""What each own note adds to the number of a moment; no table gets that far with its entries.

The table's rows and a seat's notes only ever become more, so a later moment has a higher number.
"""


class Numbering:
    """Which rows who hears; remembered, because rows are only ever appended."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._heard: dict[Seat | None, tuple[int, tuple[int, ...]]] = {}

    def number(self, now: Moment, seat: Seat | None = None) -> int:
        """Return the number of a moment, as everybody or a seat hears it."""
        own = 0 if seat is None else len(self._rows(now, seat))
        return len(self._rows(now, None)) - 1 + OWN * own

    def number_of(self, now: Moment, seq: int, seat: Seat | None = None) -> int:
        """Return the number of a row; that of a note only to its seat."""
        place = bisect_right(self._rows(now, None), seq) - 1
        if seat is None or not is_quiet(now.rows, now.rows[seq]):
            return place
        return place + OWN * bisect_right(self._rows(now, seat), seq)

    def seq_of(self, now: Moment, number: int) -> int:
        """Return the row that a number stands for; one that is not there yet comes after all."""
        rows, place = self._rows(now, None), number % OWN
        return rows[place] if place < len(rows) else now.seq + 1 + place - len(rows)

    def _rows(self, now: Moment, seat: Seat | None) -> tuple[int, ...]:
        read, heard = self._heard.get(seat, (0, ()))
        count = len(now.rows)
        if read < count:
            more = (row.seq for row in now.rows[read:] if self._hears(now.rows, row, seat))
            heard = (*heard, *more)
            self._heard[seat] = (count, heard)
        return heard if read <= count else heard[: bisect_left(heard, count)]

    def _hears(self, rows: tuple[Row, ...], row: Row, seat: Seat | None) -> bool:
        if not is_quiet(rows, row):
            return seat is None
        entry = root(rows, row).entry
        return (
            seat is not None and isinstance(entry, Noted) and noter(self._game, entry.text) == seat
        )
