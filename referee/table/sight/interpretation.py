"""From cards that were seen to entries: what the sight of the table says of a game's state.

Only what is beyond doubt is an entry by itself. Two entries that the same sight could mean, a card
whose place is unclear, and whatever was face down until now are for people to decide.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.core import TABLE, Action, AnyGame, ExpectedCards, Overrule, Sighting, play


@dataclass(frozen=True, slots=True)
class Reading:
    """What new cards mean: entries in order, which cards say so, and whether that is beyond doubt.

    `doubts` are sets of entries of which one at most is true. `unexplained` are cards that no entry
    accounts for now. `awaited` are cards that the game waits for and that nobody saw: by where they
    would lie, one for each place.
    """

    entries: tuple[Action, ...] = ()
    used: tuple[Sighting, ...] = ()
    sure: bool = True
    doubts: tuple[tuple[Action, ...], ...] = ()
    unexplained: tuple[Sighting, ...] = ()
    awaited: tuple[ExpectedCards, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """An entry that could be meant, what it shows, and the cards that say so."""

    action: Action
    shown: ExpectedCards
    cards: tuple[Sighting, ...]

    @property
    def is_whole(self) -> bool:
        """Return whether every card that the entry shows was seen."""
        return len(self.cards) == self.shown.count

    def excludes(self, other: "Explanation") -> bool:
        """Return whether only one of the two can be meant."""
        same_place = (self.shown.spots, self.shown.place) == (other.shown.spots, other.shown.place)
        return same_place or any(card in other.cards for card in self.cards)


def interpret(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state of any game
    fresh: Sequence[Sighting],
    *,
    ideas: bool = True,
) -> Reading:
    """Say what cards that were not there before mean in this state.

    Without `ideas` nothing is supposed about cards that lay face down.
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
        idea = _imagined(game, state, rest) if ideas and rest and not found else ()
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
    """Return what the game waits for now, what is everybody's after what is somebody's."""
    for seat in sorted(game.to_act(state), key=lambda seat: (seat == TABLE, seat)):
        yield from game.legal_actions(state, seat)


def _explained(game: AnyGame, state: Any, rest: Sequence[Sighting]) -> Iterator[Explanation]:  # noqa: ANN401
    besides = [one for one in game.optional_actions(state) if not isinstance(one, Overrule)]
    for action in (*entries_now(game, state), *besides):
        shown = game.visibility.shows(state, action)
        if shown is None:
            continue
        cards = tuple(
            card for card in rest if card.card == shown.card and shown.is_at(card.spot, card.place)
        )
        if cards and (len(cards) == shown.count or (shown.covered and len(cards) < shown.count)):
            yield Explanation(action, shown, cards)


def _fullest(found: Sequence[Explanation]) -> list[Explanation]:
    """Pass over what too few cards speak for, where something else at the place has all of them.

    Three Rebels of which two are seen may be covered; beside two that are all there they are not.
    """
    whole = {(one.shown.spots, one.shown.place) for one in found if one.is_whole}
    return [one for one in found if one.is_whole or (one.shown.spots, one.shown.place) not in whole]


def _rivals(one: Explanation, found: Sequence[Explanation]) -> bool:
    return any(other is not one and one.excludes(other) for other in found)


def _groups(found: Sequence[Explanation]) -> Iterator[tuple[Action, ...]]:
    """Join entries that exclude each other."""
    left = list(found)
    while left:
        group = [left.pop(0)]
        for other in list(left):
            if any(one.excludes(other) for one in group):
                group.append(other)
                left.remove(other)
        yield tuple(one.action for one in group)


def _imagined(game: AnyGame, state: Any, rest: Sequence[Sighting]) -> tuple[Action, ...]:  # noqa: ANN401
    """Ask the game what was laid face down; nothing where it would not be allowed."""
    idea = tuple(game.visibility.implied(state, rest))
    for action in idea:
        if not game.explain(state, action).allowed:
            return ()
        state, _ = game.apply(state, action)
    return idea if any(True for _ in _explained(game, state, rest)) else ()


def _awaited(game: AnyGame, state: Any, found: Sequence[Explanation]) -> Iterator[ExpectedCards]:  # noqa: ANN401
    told = {(one.shown.spots, one.shown.place) for one in found}
    for action in entries_now(game, state):
        shown = game.visibility.shows(state, action)
        if shown is not None and (shown.spots, shown.place) not in told:
            told.add((shown.spots, shown.place))
            yield shown


# ---------------------------------------------------------------- what lies there


@dataclass(frozen=True, slots=True)
class Comparison:
    """What must lie on the table and was not seen, and what was seen and need not lie there."""

    unseen: tuple[ExpectedCards, ...] = ()
    extra: tuple[Sighting, ...] = ()


def compare(lying: Sequence[ExpectedCards], seen: Sequence[Sighting]) -> Comparison:
    """Find the differences between what is believed and what is seen.

    Cards that can lie at fewest places are looked for first, so that a collected card never takes
    the place of an Elder.
    """
    rest, unseen = list(seen), list[ExpectedCards]()
    for believed in sorted(lying, key=lambda one: (len(one.spots), one.covered)):
        there = [card for card in rest if card.card == believed.card and _is_there(believed, card)][
            : believed.count
        ]
        for card in there:
            rest.remove(card)
        if not there and not believed.covered:
            unseen.append(believed)
    return Comparison(tuple(unseen), tuple(rest))


def _is_there(believed: ExpectedCards, card: Sighting) -> bool:
    return believed.is_at(card.spot, card.place)


def counted(cards: Sequence[Sighting]) -> Counter[str]:
    """Count cards by their ids."""
    return Counter(card.card for card in cards)
