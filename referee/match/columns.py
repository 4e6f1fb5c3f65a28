"""Reads the columns of both kinds of databases: the rows of a log, and what the list shows."""

from typing import Any

from referee.match.errors import BrokenLog
from referee.match.log import Closed, Entry, Opened, Row, unpack
from referee.match.store import Stored


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
