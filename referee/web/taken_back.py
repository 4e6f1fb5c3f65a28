"""What one screen has taken back of what another had entered, as long as nothing else happened."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from referee.core import Text, say_count
from referee.match import NOTE, Match, Row, Told
from referee.match.log import Closed, Retracted, is_quiet

Named: TypeAlias = Callable[[Match, str], Text]
"""Says which screen a device is."""


def told_back(match: Match, story: Sequence[Told], named: Named) -> tuple[int, Text] | None:
    """Say what was taken back last, if somebody else had entered it, and the row that did so."""
    latest = _latest(match.now.rows)
    if latest is None or not isinstance(latest.entry, Retracted):
        return None
    together = {row.seq for row in match.now.rows[latest.act :] if row.act == latest.act}
    gone = [told for told in story if told.taken_back in together and told.source != NOTE]
    if not gone or gone[-1].device == latest.device:
        return None
    text = say_count(
        "{who} took this back: “{what}”",
        "{who} took back {count} entries, the last: “{what}”",
        len(gone),
        who=named(match, latest.device),
        what=gone[-1].sentence,
    )
    return latest.seq, text


def _latest(rows: Sequence[Row]) -> Row | None:
    """Give the last row of which everybody hears."""
    heard = (row for row in reversed(rows) if not is_quiet(rows, row))
    return next((row for row in heard if not isinstance(row.entry, Closed)), None)
