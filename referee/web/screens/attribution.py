"""Attribution: which seat or screen made an entry, or took it back.

The id of a device is never shown. The author of an entry that a note has answered is not shown
either: only the seat knows of its note.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from flask import request

from referee.core import (
    EMPTY,
    RefereeError,
    Seat,
    Text,
    display_names,
    literal,
    say,
    say_count,
)
from referee.match import DERIVED, DeviceRole, Match, Overruled, Played, Row, StaleSeq
from referee.match.log import Closed, Retracted, is_quiet
from referee.web.access.devices import this_device
from referee.web.request.payload import number_in
from referee.web.services import services

Named: TypeAlias = Callable[[Match, str], Text]
"""Return what a device is called on screens."""

_SOMEBODY: Final = say("Somebody")


def text_of(error: RefereeError, match: Match | None) -> Text:
    """Return the text of a problem, and who was faster if another screen was."""
    if match is None or not isinstance(error, StaleSeq):
        return error.text
    if error.first is None:
        return error.text
    return error.naming(who_entered(match, match.now.rows[error.first]))


def who_entered(match: Match, row: Row) -> Text:
    """Return the name of the seat or screen that made an entry."""
    device = row.device
    if row.source in DERIVED or not device:
        return _SOMEBODY
    if row.source.startswith("camera"):
        return say("The camera")
    if device == this_device():
        return say("Another window of this device")
    store = services().holders.store
    seat = next((seat for seat, hold in store.holds(match.id).items()
                 if hold.own and hold.device == device), None)  # fmt: skip
    if seat is not None:
        return literal(display_names(match.setup.names)[seat])
    lobby, guest = store.lobby(match.id), store.guests(match.id).get(device)
    if lobby is not None and lobby.host == device:
        return say("The table’s tablet")
    is_table = guest is not None and guest.role is DeviceRole.TABLE
    return say("Another tablet of the table") if is_table else say("Another screen")


def first_tap(match: Match) -> Text:
    """Return who tapped the same before, if the response to a tap has led here."""
    number = number_in(request.args.get("first", ""))
    if number is None or number > match.heard():
        return EMPTY
    who = who_entered(match, match.now.rows[match.seq_of(number)])
    return say("{who} just tapped the same. It counts once.", who=who)


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
    return isinstance(row.entry, Played | Overruled) and row.source not in DERIVED


def _latest(rows: Sequence[Row]) -> Row | None:
    """Return the last public row."""
    heard = (row for row in reversed(rows) if not is_quiet(rows, row))
    return next((row for row in heard if not isinstance(row.entry, Closed)), None)
