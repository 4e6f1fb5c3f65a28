"""Counts of cards: majorities, draws, and where the twenty of each class are known to be.

The referee never sees a hand, but it knows where cards went: an Elder taken to hand still counts
among the twenty of its class, until it is seen again or may have been shuffled away.
"""

from collections.abc import Sequence

from referee.core import Fact, RuleId, Seat, plus, replaced
from referee.games.waves.components import CLASSES, Class, Tally
from referee.games.waves.facts import Drawn, Reshuffled
from referee.games.waves.state import NONE, Known, State, tally


def majority(counts: Tally) -> tuple[Class, bool]:
    """Return the class with the most cards, and whether there was a tie.

    W2, W3: among equals the highest printed number wins.
    """
    most = max(counts)
    highest = len(counts) - 1 - counts[::-1].index(most)
    return CLASSES[highest], counts.count(most) > 1


def table_tally(state: State) -> Tally:
    """Return the counts for the True Majority: Elders and shown Rebels (W4, W5)."""
    counts = list(tally(state.elders))
    for agent in state.agents:
        if agent and agent.rebel and agent.card:
            counts[agent.card.number - 1] += agent.count
    return tuple(counts)


def seen(state: State, kind: Class) -> int:
    """Return how many cards of a class have a known place; never more than are really there."""
    index = kind.number - 1
    places = state.elders.count(kind) + state.known.discarded[index]
    for pile in state.collected:
        places += pile.count(kind)
    for agent in state.agents:
        if agent is not None and agent.card is kind:
            places += agent.count
    for held in state.known.held:
        places += held[index]
    return places


def fresh(state: State, seat: Seat | None, kind: Class, count: int) -> int:
    """Return how many of these cards were certainly not among those already seen.

    A card that a seat shows may be one that was seen going to its hand; a card from the deck
    (`seat` None) never is.
    """
    held = 0 if seat is None else state.known.held[seat][kind.number - 1]
    return max(0, count - held)


def shown(known: Known, seat: Seat, kind: Class, count: int) -> Known:
    """Note that a seat has shown these cards: they are no longer hidden in its hand."""
    index = kind.number - 1
    held = known.held[seat]
    if not held[index]:
        return known
    left = max(0, held[index] - count)
    return known._replace(held=replaced(known.held, seat, replaced(held, index, left)))


def taken(known: Known, seat: Seat, kind: Class) -> Known:
    """Note that everybody saw a card of this class go to the seat's hand."""
    held = plus(known.held[seat], kind.number - 1)
    return known._replace(held=replaced(known.held, seat, held))


def discarded(known: Known, kind: Class, count: int) -> Known:
    """Note that cards of this class went to the discard pile face up."""
    return known._replace(discarded=plus(known.discarded, kind.number - 1, count))


def draw(state: State, seats: Sequence[Seat], count: int, rule: RuleId) -> tuple[State, list[Fact]]:
    """Draw up to `count` cards into each of these hands in turn; W31 where the deck runs out."""
    facts: list[Fact] = []
    hands = list(state.hands)
    deck = state.deck
    for seat in seats:
        drawn = 0
        while drawn < count:
            if not deck:
                state, shuffled = with_deck(state._replace(deck=0))
                facts += shuffled
                deck = state.deck
            if not deck:
                break
            deck -= 1
            drawn += 1
        if drawn:
            hands[seat] += drawn
            facts.append(Drawn(rule, seat, drawn, hands[seat]))
    return state._replace(deck=deck, hands=tuple(hands)), facts


def with_deck(state: State) -> tuple[State, list[Fact]]:
    """Renew an empty deck from the discard pile, if there is one (W31)."""
    if state.deck or not state.discard:
        return state, []
    known = state.known
    held = tuple(
        tuple(max(0, count - unnamed) for count in counts)
        for counts, unnamed in zip(known.held, known.unnamed, strict=True)
    )
    state = state._replace(
        deck=state.discard,
        discard=0,
        known=Known(held=held, unnamed=(0,) * len(known.unnamed), discarded=NONE),
        owed=(0,) * len(state.owed),
        shuffled=True,
    )
    return state, [Reshuffled(RuleId("W31"), state.deck)]
