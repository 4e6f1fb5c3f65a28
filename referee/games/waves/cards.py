"""Counting cards: majorities, draws, and where the twenty of each class are known to lie.

The referee never sees a hand, but it knows where cards went: an Elder taken to hand is still
among the twenty of its class, until it is seen again or may have been shuffled away.
"""

from dataclasses import replace
from typing import TypeVar

from referee.core import Fact, RuleId, Seat
from referee.games.waves.components import CLASSES, Class, Tally
from referee.games.waves.facts import Drawn, Reshuffled
from referee.games.waves.state import NONE, Known, State, tally

V = TypeVar("V")

_INDEX = {kind: index for index, kind in enumerate(CLASSES)}


def at(values: tuple[V, ...], index: int, value: V) -> tuple[V, ...]:
    """Give the values with one place changed."""
    return (*values[:index], value, *values[index + 1 :])


def majority(counts: Tally) -> tuple[Class, bool]:
    """Find the class with the most cards, and whether a tie decided.

    W2, W3: among equals the highest printed number wins.
    """
    most = max(counts)
    highest = max(index for index, count in enumerate(counts) if count == most)
    return CLASSES[highest], counts.count(most) > 1


def table_tally(state: State) -> Tally:
    """Count Elders and shown Rebels: what the True Majority goes by (W4, W5)."""
    counts = list(tally(state.elders))
    for agent in state.agents:
        if agent and agent.rebel and agent.card:
            counts[_INDEX[agent.card]] += agent.count
    return tuple(counts)


def seen(state: State, kind: Class) -> int:
    """Count the cards of a class whose place is known; never more than really lie there."""
    index = _INDEX[kind]
    places = sum(pile.count(kind) for pile in state.collected)
    places += state.elders.count(kind)
    places += sum(agent.count for agent in state.agents if agent and agent.card is kind)
    return places + state.known.discarded[index] + sum(held[index] for held in state.known.held)


def fresh(state: State, seat: Seat | None, kind: Class, count: int) -> int:
    """Count how many of these cards were surely not among those already seen.

    A card that a seat shows may be one that was seen going to its hand; a card from the deck
    (`seat` None) never is.
    """
    held = 0 if seat is None else state.known.held[seat][_INDEX[kind]]
    return max(0, count - held)


def shown(known: Known, seat: Seat, kind: Class, count: int) -> Known:
    """Note that a seat has shown these cards: they no longer hide in its hand."""
    index = _INDEX[kind]
    held = known.held[seat]
    left = max(0, held[index] - count)
    return replace(known, held=at(known.held, seat, at(held, index, left)))


def taken(known: Known, seat: Seat, kind: Class) -> Known:
    """Note that everybody saw a card of this class go to the seat's hand."""
    index = _INDEX[kind]
    held = known.held[seat]
    return replace(known, held=at(known.held, seat, at(held, index, held[index] + 1)))


def discarded(known: Known, kind: Class, count: int) -> Known:
    """Note that cards of this class went to the discard pile face up."""
    index = _INDEX[kind]
    return replace(known, discarded=at(known.discarded, index, known.discarded[index] + count))


def draw(
    state: State, seat: Seat, count: int, rule: RuleId, *also: RuleId
) -> tuple[State, list[Fact]]:
    """Draw up to `count` cards into a seat's hand; W31 where the deck runs out."""
    facts: list[Fact] = []
    drawn = 0
    for _ in range(count):
        state, shuffled = with_deck(state)
        facts += shuffled
        if state.deck:
            drawn += 1
            hands = at(state.hands, seat, state.hands[seat] + 1)
            state = replace(state, deck=state.deck - 1, hands=hands)
    if drawn:
        facts.append(Drawn(rule, seat, drawn, state.hands[seat], also=also))
    return state, facts


def with_deck(state: State) -> tuple[State, list[Fact]]:
    """Make sure that a card can be drawn, if there is any: W31, the discards become the deck."""
    if state.deck or not state.discard:
        return state, []
    known = state.known
    held = tuple(
        tuple(max(0, count - unnamed) for count in counts)
        for counts, unnamed in zip(known.held, known.unnamed, strict=True)
    )
    state = replace(
        state,
        deck=state.discard,
        discard=0,
        known=Known(held=held, unnamed=(0,) * len(known.unnamed), discarded=NONE),
        owed=(0,) * len(state.owed),
    )
    return state, [Reshuffled(RuleId("W31"), state.deck)]
