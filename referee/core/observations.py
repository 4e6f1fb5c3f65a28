"""What can be seen of a table: where cards lie, what lies there, and what an entry would show.

A game says in `Sight` what somebody who looks at the table can see of it, as far as that is more
than nothing. Everything here speaks of cards by the ids of the game's components and of places by
spots; nothing knows pictures.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from referee.core.actions import Action, Fact
from referee.core.prose import Text
from referee.core.seats import Seat

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place around the table where cards lie face up, such as that of an Elder.

    Spots are numbered from 0, clockwise; the marker of that number lies before each. `seat` is
    whose place it is.
    """

    label: Text
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class ExpectedCards:
    """Cards of one kind that lie face up together, at one of `spots` or at a place of the box.

    Where neither is said they lie anywhere but at a spot. `covered` cards may be hidden by others:
    that one of them is not seen says nothing.
    """

    card: str
    count: int = 1
    spots: tuple[int, ...] = ()
    place: str = ""
    covered: bool = False

    def is_at(self, spot: int | None, place: str) -> bool:
        """Return whether this may lie where something was seen."""
        if self.place or place:
            return self.place == place
        return spot in self.spots if self.spots else spot is None


@dataclass(frozen=True, slots=True)
class Sighting:
    """One physical card that was seen: which it is, and where it lies.

    `spot` is None where it lies at no spot. `inner` tells whether it lies nearer to the middle of
    the table than the card that lay at its spot before; None where it lies in the same place, or
    where nothing tells.
    """

    card: str
    copy: int = 1
    deck: str = ""
    spot: int | None = None
    place: str = ""
    inner: bool | None = None


def _nothing(_state: object, *_more: object) -> Any:  # noqa: ANN401 - empty for every question
    return ()


@dataclass(frozen=True, slots=True)
class Impossible:
    """What the rules forbid and was seen all the same: `text` says it of `cards`.

    The nearest ways out are `entries` that would explain it, cards that are `missing`, and to take
    away what lies there: all of it, or one card after the other where there are only `too_many`.
    """

    text: Text
    cards: tuple[Sighting, ...]
    entries: tuple[Action, ...] = ()
    missing: tuple[ExpectedCards, ...] = ()
    too_many: bool = False


@dataclass(frozen=True, slots=True)
class Visibility(Generic[S]):
    """What of a game can be seen.

    `spots` are the places around the table. `lying` is what must lie there face up by what was
    entered. `shows` tells which cards an entry says are turned up where; None for what nobody can
    see. `implied` gives entries about face-down cards that follow from what was turned up since:
    an idea to be confirmed. `impossible` gives what cannot lie there, of cards seen on a whole
    table that no earlier round has left there; what the box does not hold is found without it.
    `known` are further cards that everybody knows to lie there, turned face down again or in a
    pile, where a look need not find them. `exchanged` gives the cards of which a fact says that
    they changed places with each other.
    """

    spots: Callable[[S], Sequence[Spot]]
    expected_cards: Callable[[S], Sequence[ExpectedCards]]
    shows: Callable[[S, Action], ExpectedCards | None]
    implied: Callable[[S, Sequence[Sighting]], Sequence[Action]]
    impossible: Callable[[S, Sequence[Sighting]], Sequence[Impossible]] = _nothing
    known: Callable[[S], Sequence[ExpectedCards]] = _nothing
    exchanged: Callable[[Fact], Sequence[str]] = _nothing


NOTHING_VISIBLE: Visibility[Any] = Visibility(
    _nothing, _nothing, lambda _state, _action: None, _nothing
)
"""The sight of a game whose cards cannot be told apart by looking at the table."""


def nothing_implied(_state: object, _seen: Sequence[Sighting]) -> Sequence[Action]:
    """Return no idea of face-down cards, for games that have none on the table."""
    return ()
