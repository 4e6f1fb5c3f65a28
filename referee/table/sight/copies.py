"""Last known place of each printed copy of a card, valid until an entry moves it.

A code names card and copy, so a copy that was seen at one place and turns up at another without an
entry between is at two places by what is known. An undone entry moves nothing any more; an entry
that was redone or made after the sighting counts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from referee.core import Action, AnyGame, ExpectedCards, Fact, Overrule, Sighting
from referee.core.codes import CardCode
from referee.table.sight.interpretation import Reading, compare
from referee.table.sight.observations import Sighted

if TYPE_CHECKING:
    from referee.match.replay import Step


MOST: Final = 500
"""Sightings that are kept of one match; the largest box has fewer cards."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A copy at another place than where it was seen: as `card` now, and as it lay `before`.

    `action` is the entry that would put it there.
    """

    card: Sighted
    before: Sighting
    action: Action


@dataclass(frozen=True, slots=True)
class LastSighting:
    """Where a copy was seen, and by their `seq` the entries that counted then."""

    seen: Sighting
    counted: frozenset[int]


class Copies:
    """The last sighting of each copy in one match."""

    def __init__(self, game: AnyGame, last: Mapping[CardCode, LastSighting] | None = None) -> None:
        """Begin with what was seen `last`."""
        self.game = game
        self._last = dict(last or {})
        self._left: dict[int, tuple[Step, tuple[ExpectedCards, ...]]] = {}

    def add(
        self,
        state: Any,  # noqa: ANN401 - the state of any game
        cards: Sequence[Sighted],
        used: Sequence[Sighting],
        counted: frozenset[int],
        *,
        known: Mapping[CardCode, Sighting] | None = None,
    ) -> None:
        """Remember the cards that a state accounts for, and those `used` by an entry.

        Entries after the `counted` ones may have moved some since; that is found when it is asked.
        A copy that still lies where it is `known` to lie is no new sighting. Of more than
        `MOST` copies the ones that were seen first are forgotten.
        """
        extra = compare(_there(self.game, state), [card.seen for card in cards]).extra
        for card in cards:
            if card.seen not in used and card.seen in extra:
                continue
            before, lies = self._last.get(card.code), (known or {}).get(card.code)
            is_same = lies is not None and not _differ(card.seen, lies)
            if before is None or not is_same or not before.counted <= counted:
                self._last.pop(card.code, None)
                self._last[card.code] = LastSighting(card.seen, counted)
        for code in list(self._last)[:-MOST]:
            del self._last[code]

    @property
    def last(self) -> Mapping[CardCode, LastSighting]:
        """Return a copy of the last sightings, the oldest first."""
        return dict(self._last)

    def known(self, state: Any, steps: Sequence["Step"]) -> dict[CardCode, Sighting]:  # noqa: ANN401
        """Return the copies that still lie where they were seen last, by all entries since."""
        there = _there(self.game, state)
        after: dict[frozenset[int], list[ExpectedCards]] = {}
        known: dict[CardCode, Sighting] = {}
        for code, one in self._last.items():
            if not _any_is(there, one.seen):
                continue
            if one.counted not in after:
                after[one.counted] = self._left_after(steps, one.counted)
            if not _any_is(after[one.counted], one.seen):
                known[code] = one.seen
        return known

    def _left_after(self, steps: Sequence["Step"], counted: frozenset[int]) -> list[ExpectedCards]:
        """Return the cards that entries besides the `counted` ones have moved away."""
        left: list[ExpectedCards] = []
        for step in steps:
            if step.seq in counted:
                continue
            of, gone = self._left.get(step.seq, (None, ()))
            if of is not step:  # a change before an entry may change what it moves
                end = (step.after, step.facts)
                gone = tuple(_left(self.game, step.before, step.action, end))
                self._left[step.seq] = (step, gone)
            left += gone
        return left


def moved(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state of any game
    reading: Reading,
    fresh: Iterable[tuple[Sighted, Sighting | None]],
) -> Iterator[Moved]:
    """Yield the copies that a reading would enter at one place while they lie at another.

    Each `fresh` card comes with where its copy lies by what is known, or None.
    """
    lain = [(card, seen) for card, seen in fresh if seen is not None and _differ(card.seen, seen)]
    for action in reading.entries:
        yield from _elsewhere(game.visibility.shows(state, action), action, lain)
        end = game.apply(state, action)
        left = _left(game, state, action, end)
        lain = [(card, seen) for card, seen in lain if not _any_is(left, seen)]
        state = end[0]
    for action in (one for group in reading.doubts for one in group):
        yield from _elsewhere(game.visibility.shows(state, action), action, lain)


def _elsewhere(
    shown: ExpectedCards | None, action: Action, lain: Iterable[tuple[Sighted, Sighting]]
) -> Iterator[Moved]:
    return (Moved(card, seen, action) for card, seen in lain if shown and _is(shown, card.seen))


def _differ(one: Sighting, other: Sighting) -> bool:
    return (one.spot, one.place) != (other.spot, other.place)


def _left(
    game: AnyGame,
    before: Any,  # noqa: ANN401 - the state of any game
    action: Action,
    end: tuple[Any, Sequence[Fact]],
) -> Sequence[ExpectedCards]:
    """Return the cards of a kind that an entry has moved: any copy may be the one."""
    after, facts = end
    lay, lies = _there(game, before), _there(game, after)
    if isinstance(action, Overrule) and lay != lies:  # the table may have moved whatever it liked
        return lay
    exchanged = {card for fact in facts for card in game.visibility.exchanged(fact)}
    shown = game.visibility.shows(before, action)
    gone = _counted([*lay, *([shown] if shown else [])]) - _counted(lies)
    return [*gone, *(one for one in lay if one.card in exchanged)]


def _counted(lying: Iterable[ExpectedCards]) -> Counter[ExpectedCards]:
    counts: Counter[ExpectedCards] = Counter()
    for one in lying:
        counts[ExpectedCards(one.card, spots=one.spots, place=one.place)] += one.count
    return counts


def _there(game: AnyGame, state: Any) -> list[ExpectedCards]:  # noqa: ANN401
    return [*game.visibility.expected_cards(state), *game.visibility.known(state)]


def _any_is(lying: Iterable[ExpectedCards], seen: Sighting) -> bool:
    return any(_is(one, seen) for one in lying)


def _is(lying: ExpectedCards, seen: Sighting) -> bool:
    return lying.card == seen.card and lying.is_at(seen.spot, seen.place)
