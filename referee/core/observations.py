"""What a camera can see of a game: expected cards, and the entries that sightings imply.

A game provides `Visibility`. Cards are ids of the game's components, and positions are spots or
places; pictures are not known here.
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
    """A position around the table for face-up cards, such as that of an Elder.

    Spots are numbered clockwise from 0 and have a marker. `seat` is the owner, if any.
    """

    label: Text
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class ExpectedCards:
    """Face-up cards of one kind, at one of `spots` or at a `place` of the box.

    With neither, they are anywhere except at a spot. `covered` cards may be hidden by others, so
    not seeing one is no contradiction.
    """

    card: str
    count: int = 1
    spots: tuple[int, ...] = ()
    place: str = ""
    covered: bool = False

    def is_at(self, spot: int | None, place: str) -> bool:
        """Return whether these cards may be where something was seen."""
        if self.place or place:
            return self.place == place
        return spot in self.spots if self.spots else spot is None


@dataclass(frozen=True, slots=True)
class Sighting:
    """One physical card that was seen, and where.

    `spot` is None away from all spots. `inner` is whether it is nearer to the middle of the table
    than the previous card at its spot; None if it has not moved or this is unknown.
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
    """Seen `cards` that the rules forbid, with the sentence `text`.

    Possible solutions are `entries` that would explain them, `missing` cards, or removing the
    cards: all of them, or one at a time if there are merely `too_many`.
    """

    text: Text
    cards: tuple[Sighting, ...]
    entries: tuple[Action, ...] = ()
    missing: tuple[ExpectedCards, ...] = ()
    too_many: bool = False


@dataclass(frozen=True, slots=True)
class Visibility(Generic[S]):
    """What a camera can see of a game.

    - `spots` are the positions around the table.
    - `expected_cards` must be face up according to the entries.
    - `shows` returns the cards that an entry reveals, or None if it cannot be seen.
    - `implied` returns entries about face-down cards that follow from cards revealed later; they
      are proposed, not entered.
    - `impossible` returns what the rules forbid among the cards seen on a whole table, without
      leftovers of earlier rounds. Cards that the box does not contain are found without it.
    - `known` are further public cards that need not be visible: face down again, or in a pile.
    - `exchanged` returns the cards that swapped positions by a fact.
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
"""For games whose cards cannot be recognized on the table."""


def nothing_implied(_state: object, _seen: Sequence[Sighting]) -> Sequence[Action]:
    """Return no entries, for games without face-down cards on the table."""
    return ()
