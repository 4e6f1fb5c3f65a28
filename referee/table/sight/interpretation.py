"""Infers entries from cards that were seen, given the state of a game.

Only an unambiguous explanation becomes an entry. Alternatives, cards at unclear places and guesses
about face-down cards are left to people.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.core import TABLE, Action, AnyGame, ExpectedCards, Overrule, Sighting, play


@dataclass(frozen=True, slots=True)
class Reading:
    """What new cards mean: entries in order, and the cards `used` to infer them.

    `sure` is False if a guess was needed. `doubts` are groups of entries that exclude each other.
    `unexplained` are cards that no entry explains. `awaited` are cards that the game waits for and
    that were not seen, one for each place.
    """

    entries: tuple[Action, ...] = ()
    used: tuple[Sighting, ...] = ()
    sure: bool = True
    doubts: tuple[tuple[Action, ...], ...] = ()
    unexplained: tuple[Sighting, ...] = ()
    awaited: tuple[ExpectedCards, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """A possible entry, what it would show, and the cards that support it."""

    action: Action
    shown: ExpectedCards
    cards: tuple[Sighting, ...]

    @property
    def is_whole(self) -> bool:
        """Return whether every card that the entry shows was seen."""
        return len(self.cards) == self.shown.count

    def excludes(self, other: "Explanation") -> bool:
        """Return whether at most one of two explanations can be true."""
        same_place = (self.shown.spots, self.shown.place) == (other.shown.spots, other.shown.place)
        return same_place or any(card in other.cards for card in self.cards)


def interpret(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state of any game
    fresh: Sequence[Sighting],
    *,
    ideas: bool = True,
) -> Reading:
    """Return what new cards mean in a state.

    Without `ideas`, nothing is guessed about face-down cards.
    """
    rest, entries, sure = list(fresh), list[Action](), True
    while True:
        found = _fullest(list(_explained(game, state, rest)))
        certain = next((one for one in found if not _rivals(one, found)), None)
        if certain is not None:
            state, _ = play(game, state, certain.action)
            entries.append(certain.action)
            rest = [card for card in rest if card not in certain.cards]
            continue
        idea = _implied(game, state, rest) if ideas and rest and not found else ()
        if not idea:
            break
        sure = False
        entries += idea
        for action in idea:
            state, _ = play(game, state, action)
    doubted = {card for one in found for card in one.cards}
    return Reading(
        tuple(entries),
        tuple(card for card in fresh if card not in rest),
        sure,
        tuple(_groups(found)),
        tuple(card for card in rest if card not in doubted),
        tuple(_awaited(game, state, found)),
    )


def entries_now(game: AnyGame, state: Any) -> Iterator[Action]:  # noqa: ANN401
    """Yield the legal entries, those of seats before those of the table."""
    for seat in sorted(game.to_act(state), key=lambda seat: (seat == TABLE, seat)):
        yield from game.legal_actions(state, seat)


def _explained(game: AnyGame, state: Any, rest: Sequence[Sighting]) -> Iterator[Explanation]:  # noqa: ANN401
    optional = [one for one in game.optional_actions(state) if not isinstance(one, Overrule)]
    for action in (*entries_now(game, state), *optional):
        shown = game.visibility.shows(state, action)
        if shown is None:
            continue
        cards = tuple(
            card for card in rest if card.card == shown.card and shown.is_at(card.spot, card.place)
        )
        if cards and (len(cards) == shown.count or (shown.covered and len(cards) < shown.count)):
            yield Explanation(action, shown, cards)


def _fullest(found: Sequence[Explanation]) -> list[Explanation]:
    """Return explanations without partial ones where a complete one exists at the same place.

    Two visible Rebels of three may be complete with a covered one, but not beside two of two.
    """
    whole = {(one.shown.spots, one.shown.place) for one in found if one.is_whole}
    return [one for one in found if one.is_whole or (one.shown.spots, one.shown.place) not in whole]


def _rivals(one: Explanation, found: Sequence[Explanation]) -> bool:
    return any(other is not one and one.excludes(other) for other in found)


def _groups(found: Sequence[Explanation]) -> Iterator[tuple[Action, ...]]:
    """Yield groups of entries that exclude each other."""
    left = list(found)
    while left:
        group = [left.pop(0)]
        for other in list(left):
            if any(one.excludes(other) for one in group):
                group.append(other)
                left.remove(other)
        yield tuple(one.action for one in group)


def _implied(game: AnyGame, state: Any, rest: Sequence[Sighting]) -> tuple[Action, ...]:  # noqa: ANN401
    """Return the face-down entries that the game infers; empty if they are illegal."""
    idea = tuple(game.visibility.implied(state, rest))
    for action in idea:
        if not game.explain(state, action).allowed:
            return ()
        state, _ = game.apply(state, action)
    return idea if any(True for _ in _explained(game, state, rest)) else ()


def _awaited(game: AnyGame, state: Any, found: Sequence[Explanation]) -> Iterator[ExpectedCards]:  # noqa: ANN401
    covered = {(one.shown.spots, one.shown.place) for one in found}
    for action in entries_now(game, state):
        shown = game.visibility.shows(state, action)
        if shown is not None and (shown.spots, shown.place) not in covered:
            covered.add((shown.spots, shown.place))
            yield shown


# ---------------------------------------------------------------- comparison


@dataclass(frozen=True, slots=True)
class Comparison:
    """Cards that must be on the table but were not seen, and cards that were seen in excess."""

    unseen: tuple[ExpectedCards, ...] = ()
    extra: tuple[Sighting, ...] = ()


def compare(lying: Sequence[ExpectedCards], seen: Sequence[Sighting]) -> Comparison:
    """Return the differences between expected and seen cards.

    Cards with the fewest possible places are matched first, so that a collected card never takes
    the place of an Elder.
    """
    rest, unseen = list(seen), list[ExpectedCards]()
    for expected in sorted(lying, key=lambda one: (len(one.spots), one.covered)):
        there = [card for card in rest if card.card == expected.card and _is_at(expected, card)][
            : expected.count
        ]
        for card in there:
            rest.remove(card)
        if not there and not expected.covered:
            unseen.append(expected)
    return Comparison(tuple(unseen), tuple(rest))


def _is_at(expected: ExpectedCards, card: Sighting) -> bool:
    return expected.is_at(card.spot, card.place)


def counted(cards: Sequence[Sighting]) -> Counter[str]:
    """Return the number of cards by id."""
    return Counter(card.card for card in cards)
