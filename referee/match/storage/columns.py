"""Serialization of rows, and schema parts, shared by SQLite and PostgreSQL."""

import zlib
from collections.abc import Sequence
from typing import Any, Final

from referee.match.errors import BrokenLog
from referee.match.log import Closed, Entry, Opened, Row, pack, unpack
from referee.match.storage.records import Stored

_AS_THEY_ARE: Final = "surrogateescape"
"""The error handler that keeps bytes that are not valid text."""

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
"""The script that keeps only the newest own seat of each device, and adds a unique index."""


def columns_of(match: str, row: Row) -> tuple[object, ...]:
    """Return the columns of a row of the log, the match first."""
    kind, target, body = pack(row.entry)
    return match, row.seq, row.act, kind, target, body, row.at, row.source, row.device, row.key


def row_of(columns: tuple[Any, ...]) -> Row:
    """Return the row with these columns; further columns are ignored.

    Raises `BrokenLog` if it cannot be read.
    """
    _, seq, act, kind, target, body, at, source, device, key = columns[:10]
    return Row(seq, unpack(seq, kind, target, body), at, source, device, key, act)


def checksum_of(columns: Sequence[object]) -> int:
    """Return the checksum of a stored entry: of all columns but the checksum itself."""
    return zlib.crc32("\x1f".join(map(str, columns)).encode("utf-8", _AS_THEY_ARE))


def text_of(content: bytes) -> str:
    """Decode a stored text; invalid bytes are kept, so that its checksum fails."""
    return content.decode("utf-8", _AS_THEY_ARE)


def is_sound(columns: Sequence[Any]) -> bool:
    """Return whether a stored entry matches its checksum, the last column.

    An entry of an earlier version has none; it is sound if it can be read.
    """
    *told, checksum = columns
    if checksum is not None:
        return bool(checksum == checksum_of(told))
    is_text = all(_printable(value) == value for value in told)
    return is_text and _readable(told[3], told[5]) is not None


def is_unbroken(found: Sequence[Sequence[Any]], *, after: int = -1) -> bool:
    """Return whether stored entries of a match are consecutive and sound."""
    seqs = [columns[1] for columns in found]
    return seqs == list(range(after + 1, after + 1 + len(seqs))) and all(map(is_sound, found))


def _printable(value: Any) -> Any:  # noqa: ANN401 - whatever a column holds
    """Replace invalid bytes in a stored text, so that a page can show it."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def stored_of(columns: tuple[Any, ...]) -> Stored:
    """Return the summary of a match without replaying its log, as far as it can be read."""
    match, body, opened_at, last_kind, last_body, seq, last_at = map(_printable, columns)
    opened, last = _readable("opened", body), _readable(last_kind, last_body)
    slug, names = (opened.slug, opened.setup.names) if isinstance(opened, Opened) else ("", ())
    outcome = last.outcome if isinstance(last, Closed) else None
    return Stored(match, slug, names, opened_at, last_at, seq, outcome)


def _readable(kind: str, body: str) -> Entry | None:
    """Return an entry for the list; None if it cannot be read, so that others are still listed."""
    try:
        return unpack(0, kind, None, body)
    except BrokenLog:
        return None
