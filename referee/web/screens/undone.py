"""The latest undo of another screen's entry, shown until the next entry."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from referee.core import Seat, Text, say_count
from referee.match import NOTE, Match, Overruled, Played, Row
from referee.match.log import Closed, Retracted, is_quiet

Named: TypeAlias = Callable[[Match, str], Text]
"""Says which screen a device is."""


def undone_entry(match: Match, seat: Seat | None, named: Named) -> tuple[int, Text] | None:
    """Return the sentence about the latest undo of another screen's entry, and its row."""
    rows = match.now.rows
    latest = _latest(rows)
    if latest is None or not isinstance(latest.entry, Retracted):
        return None
    gone = sorted(
        row.entry.target
        for row in rows[latest.act :]
        if row.act == latest.act and isinstance(row.entry, Retracted)
    )
    gone = [seq for seq in gone if _is_entered(rows[seq])]
    last = match.entry(gone[-1], seat) if gone else None
    if last is None or last.device == latest.device:
        return None
    text = say_count(
        "{who} took this back: “{what}”",
        "{who} took back {count} entries, the last: “{what}”",
        len(gone),
        who=named(match, latest.device),
        what=last.sentence,
    )
    return latest.seq, text


def _is_entered(row: Row) -> bool:
    return isinstance(row.entry, Played | Overruled) and row.source != NOTE


def _latest(rows: Sequence[Row]) -> Row | None:
    """Return the last row of which everybody hears."""
    heard = (row for row in reversed(rows) if not is_quiet(rows, row))
    return next((row for row in heard if not isinstance(row.entry, Closed)), None)
