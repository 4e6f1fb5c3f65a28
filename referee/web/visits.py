"""What people are told of who was at their hidden cards: on the cover, with the cards, in a list.

It is the story of the seats, not of the game: no entry, and nothing of what anybody has noted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.core import Text, say
from referee.match import Match, Visit, Way
from referee.web.desk import desk

SHOWN: Final = 12
"""How many are told; nobody reads more."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One line: what was done with whose hidden cards, and when."""

    way: Way
    text: Text
    at: str


def seen_of(match: Match, visits: Sequence[Visit] | None = None) -> tuple[Seen, ...]:
    """Tell who was at the hidden cards, the latest first."""
    found = desk().holders.visits(match) if visits is None else visits
    return tuple(_seen(match, visit) for visit in found[:SHOWN])


def _seen(match: Match, visit: Visit) -> Seen:
    return Seen(visit.way, _told(visit.way, match.setup.names[visit.seat]), visit.at)


def _told(way: Way, name: str) -> Text:
    match way:
        case Way.OPENED:
            return say("Somebody has looked at the hidden cards of {name}.", name=name)
        case Way.OWNED:
            return say("A phone shows the hidden cards of {name} from now on.", name=name)
        case Way.LET_GO:
            return say("The screen with the hidden cards of {name} has let go of them.", name=name)
        case Way.TAKEN:
            return say("Somebody took the hidden cards of {name} from their screen.", name=name)
