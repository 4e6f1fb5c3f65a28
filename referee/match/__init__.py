"""Matches: games being played, as append-only logs that replay.

Knows games only as `Game` values that it is given, and screens not at all.
"""

from referee.match.care.damage import is_damaged
from referee.match.care.rescue import Rescue, keep_rescue_told, rescue, untold_rescue
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
from referee.match.notes.owner_notices import Peek, peeks_of
from referee.match.storage.doors import Door, Guest, HostWay, Part
from referee.match.storage.sqlite import SqliteStore
from referee.match.storage.store import Hold, MemoryStore, Store, Stored, Visit, Way
from referee.match.story import Target, Told, ToldFact

__all__ = [
    "NOTE",
    "Arrival",
    "BrokenLog",
    "Closed",
    "Conflict",
    "Door",
    "Entry",
    "Feed",
    "Guest",
    "Hold",
    "HostWay",
    "KeyTaken",
    "Listed",
    "Match",
    "Matches",
    "MemoryStore",
    "Moment",
    "NewerStore",
    "Noted",
    "NothingToUndo",
    "Opened",
    "Overruled",
    "Part",
    "Peek",
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
    "Subscription",
    "Target",
    "Told",
    "ToldFact",
    "UnknownGame",
    "UnknownMatch",
    "Visit",
    "Way",
    "is_damaged",
    "keep_rescue_told",
    "peeks_of",
    "rescue",
    "untold_rescue",
]
