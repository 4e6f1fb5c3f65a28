"""The log of who opened the hidden cards of a seat, shown to the players.

It is about seats, not about the game: it contains no entry and no note. Repeated visits of one
screen are one line with a count, so that they hide no visits of others.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from referee.core import Seat, Text, display_names, say, say_count
from referee.match import HoldChange, Match, Visit
from referee.web.access.devices import this_device
from referee.web.services import services

SHOWN: Final = 12
"""Visits that are listed for a seat."""

_HAD_THEM: Final = (HoldChange.OPENED, HoldChange.OWNED)


@dataclass(frozen=True, slots=True)
class Visited:
    """One line: what was done with whose hidden cards, and when; `here` if by this screen."""

    way: HoldChange
    text: Text
    at: str
    here: bool


@dataclass(frozen=True, slots=True)
class _Stay:
    """Consecutive visits of one screen to the cards of a seat, the latest first."""

    device: str
    visits: tuple[Visit, ...]

    @property
    def had_them(self) -> bool:
        return any(visit.way in _HAD_THEM for visit in self.visits)


def seen_of(match: Match, seat: Seat) -> tuple[Visited, ...]:
    """Return who was at the hidden cards of a seat, the latest first."""
    return tuple(_lines(match, _stays(match, seat)))[:SHOWN]


def seen_since(match: Match, seat: Seat) -> tuple[Visited, ...]:
    """Describe all that others did since this screen had the cards, or else its own last entry."""
    device = this_device()
    stays = _stays(match, seat)
    since: list[_Stay] = []
    for stay in stays:
        if stay.device == device and stay.had_them:
            break
        since.append(stay)
    found = tuple(_lines(match, since or stays[:1]))
    return found if since else found[:1]


def _stays(match: Match, seat: Seat) -> tuple[_Stay, ...]:
    visits = services().holders.visits(match, seat)
    together = groupby(visits, key=lambda visit: visit.device)
    return tuple(_Stay(device, tuple(found)) for device, found in together)


def _lines(match: Match, stays: Iterable[_Stay]) -> Iterator[Visited]:
    device = this_device()
    for stay in stays:
        here = bool(device) and stay.device == device
        for way in dict.fromkeys(visit.way for visit in stay.visits):
            yield _line(match, [visit for visit in stay.visits if visit.way == way], here=here)


def _line(match: Match, visits: Sequence[Visit], *, here: bool) -> Visited:
    latest = visits[0]
    told = _told_here if here else _told_elsewhere
    about = {"what": match.game.hidden.many, "name": display_names(match.setup.names)[latest.seat]}
    text = told(latest.way, about, len(visits))
    return Visited(latest.way, text, latest.at, here)


def _told_here(way: HoldChange, about: Mapping[str, object], count: int) -> Text:
    match way:
        case HoldChange.OPENED:
            return say_count(
                "Somebody looked at {name}’s {what} on this screen.",
                "Somebody looked at {name}’s {what} on this screen, {count} times.",
                count,
                **about,
            )
        case HoldChange.OWNED:
            return say("This screen became {name}’s own phone.", **about)
        case HoldChange.LET_GO:
            return say("This screen released {name}’s {what}.", **about)
        case HoldChange.TAKEN:
            return say("This screen took {name}’s {what} from another screen.", **about)


def _told_elsewhere(way: HoldChange, about: Mapping[str, object], count: int) -> Text:
    match way:
        case HoldChange.OPENED:
            return say_count(
                "Somebody looked at {name}’s {what} on another screen.",
                "Somebody looked at {name}’s {what} on another screen, {count} times.",
                count,
                **about,
            )
        case HoldChange.OWNED:
            return say("Another phone opened {name}’s {what} and is showing them.", **about)
        case HoldChange.LET_GO:
            return say("The other screen released {name}’s {what}.", **about)
        case HoldChange.TAKEN:
            return say("Another screen took {name}’s {what}.", **about)
