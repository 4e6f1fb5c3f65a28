"""Matches: games being played, as append-only logs that replay.

Knows games only as `Game` values that it is given, and screens not at all.
"""

from referee.match.care.damage import is_damaged
from referee.match.care.rescue import Rescue, mark_rescue_read, rescue, unread_rescue
from referee.match.errors import (
    BrokenLog,
    Conflict,
    KeyTaken,
    NewerStore,
    NothingToUndo,
    Refused,
    SeqTaken,
    StaleSeq,
    StoreBusy,
    StoreFailed,
    UnknownGame,
    UnknownMatch,
)
from referee.match.feed import Feed, Subscription
from referee.match.log import (
    DERIVED,
    NOTE,
    Closed,
    Entry,
    Noted,
    Opened,
    Overruled,
    Played,
    Replaced,
    Retracted,
    Row,
)
from referee.match.match import Arrival, Match, Receipt, Stamp
from referee.match.matches import Listed, Matches
from referee.match.moment import Moment
from referee.match.notes.owner_notices import OwnerNotice, owner_notices_of
from referee.match.storage.records import (
    Device,
    DeviceRole,
    Hold,
    HoldChange,
    HostOrigin,
    Lobby,
    Stored,
    Visit,
)
from referee.match.storage.sqlite import SqliteStore
from referee.match.storage.store import Store
from referee.match.story import StoryEntry, StoryFact, Target

__all__ = [
    "DERIVED",
    "NOTE",
    "Arrival",
    "BrokenLog",
    "Closed",
    "Conflict",
    "Device",
    "DeviceRole",
    "Entry",
    "Feed",
    "Hold",
    "HoldChange",
    "HostOrigin",
    "KeyTaken",
    "Listed",
    "Lobby",
    "Match",
    "Matches",
    "Moment",
    "NewerStore",
    "Noted",
    "NothingToUndo",
    "Opened",
    "Overruled",
    "OwnerNotice",
    "Played",
    "Receipt",
    "Refused",
    "Replaced",
    "Rescue",
    "Retracted",
    "Row",
    "SeqTaken",
    "SqliteStore",
    "StaleSeq",
    "Stamp",
    "Store",
    "StoreBusy",
    "StoreFailed",
    "Stored",
    "StoryEntry",
    "StoryFact",
    "Subscription",
    "Target",
    "UnknownGame",
    "UnknownMatch",
    "Visit",
    "is_damaged",
    "mark_rescue_read",
    "owner_notices_of",
    "rescue",
    "unread_rescue",
]
