"""What both kinds of databases have in common: the rows of a log, the list, and own seats."""

from typing import Any, Final

from referee.match.errors import BrokenLog
from referee.match.log import Closed, Entry, Opened, Row, unpack
from referee.match.store import Stored

ONE_OWN_SEAT: Final = """DELETE FROM holds WHERE own AND (match, seat) NOT IN (
            SELECT match, seat FROM (
                SELECT match, seat, row_number() OVER (
                    PARTITION BY match, device ORDER BY coalesce((
                        SELECT max(number) FROM visits
                        WHERE visits.match = holds.match AND visits.seat = holds.seat
                            AND visits.device = holds.device AND way = 'owned'
                    ), 0) DESC, seat DESC
                ) AS place FROM holds WHERE own
            ) AS ranked WHERE place = 1
        );
        CREATE UNIQUE INDEX holds_own ON holds (match, device) WHERE own"""
"""The script that leaves each device its newest own seat, and sees to it that there is no other."""


def row_of(columns: tuple[Any, ...]) -> Row:
    """Read a row of a log; raises `BrokenLog` where it cannot be read."""
    seq, act, kind, target, body, at, source, device, key = columns
    return Row(seq, unpack(seq, kind, target, body), at, source, device, key, act)


def stored_of(columns: tuple[Any, ...]) -> Stored:
    """Read what is said of a match without following its log, as far as it can be read."""
    match, body, opened_at, last_kind, last_body, seq, last_at = columns
    opened, last = _readable("opened", body), _readable(last_kind, last_body)
    slug, names = (opened.slug, opened.setup.names) if isinstance(opened, Opened) else ("", ())
    outcome = last.outcome if isinstance(last, Closed) else None
    return Stored(match, slug, names, opened_at, last_at, seq, outcome)


def _readable(kind: str, body: str) -> Entry | None:
    """Read an entry for the list, where one that cannot be read must not hide the others."""
    try:
        return unpack(0, kind, None, body)
    except BrokenLog:
        return None
