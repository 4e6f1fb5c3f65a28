"""What a camera sees of Waves: Elders, shown Agents and collected Elders at the slots."""

from collections.abc import Sequence
from typing import Final

from referee.core import (
    TABLE,
    Action,
    ExpectedCards,
    Fact,
    Impossible,
    Sighting,
    Spot,
    Visibility,
    say,
)
from referee.games.waves.actions import Discard, Elder, Follow, Rebel, Reveal
from referee.games.waves.components import CLASSES, Class
from referee.games.waves.facts import Rotated
from referee.games.waves.rulings import explain
from referee.games.waves.state import Agent, Phase, State
from referee.games.waves.words import place


def spots(state: State) -> Sequence[Spot]:
    """Return the slots, clockwise."""
    table = state.table
    return [
        Spot(say("The extra place"), None) if owner == TABLE else Spot(place(table, slot), owner)
        for slot, owner in enumerate(table.owners)
    ]


def expected_cards(state: State) -> Sequence[ExpectedCards]:
    """Return the Elders, the shown Agents, and the collected Elders in front of their side."""
    there: list[ExpectedCards] = []
    for slot, elder in enumerate(state.elders):
        agent = state.agents[slot]
        if elder:  # Rebels are laid across the Elder
            covered = bool(agent and agent.rebel)
            there.append(ExpectedCards(elder.value, spots=(slot,), covered=covered))
        if agent and agent.card:
            there.append(
                ExpectedCards(agent.card.value, agent.count, (slot,), covered=agent.count > 1)
            )
    for seats, cards in zip(state.table.sides, state.collected, strict=True):
        at = tuple(slot for slot, owner in enumerate(state.table.owners) if owner in seats)
        there += [ExpectedCards(card.value, spots=at, covered=True) for card in cards]
    return there


def shows(state: State, action: Action) -> ExpectedCards | None:
    """Return which card an entry turns up, and where."""
    match action:
        case Elder(slot, card):
            return ExpectedCards(card.value, spots=(slot,))
        case Reveal(slot, card):
            agent = state.agents[slot]
            count = agent.count if agent else 1
            return ExpectedCards(card.value, count, (slot,), covered=count > 1)
        case Discard(_, card):
            return ExpectedCards(card.value, place="discard")
        case _:
            return None


def implied(state: State, seen: Sequence[Sighting]) -> Sequence[Action]:
    """Return what was laid, if Agents are turned up while the match is still in that phase.

    Rebels are nearer to the middle than the Elder, a Follower nearer to its owner. All Rebels are
    turned up together, so a place without any has a Follower. A card in the Elder's place implies
    nothing: it may be the Elder itself, and its entry mistaken.
    """
    if state.phase is not Phase.PLAY or any(card.inner is None for card in seen):
        return ()
    found: list[Action] = []
    table = state.table
    for slot in table.from_token(state.token):
        if state.agents[slot] is None:
            rebels = [card for card in seen if card.spot == slot and card.inner]
            found.append(Rebel(slot, len(rebels)) if rebels else Follow(slot))
    return found if found and explain(state, found[0]).allowed else ()


def impossible(state: State, seen: Sequence[Sighting]) -> Sequence[Impossible]:
    """Return Agents without an Elder: they are laid at one, which stays there until the waves.

    Rebels across the Elder may hide it; a single card in its place may be the Elder itself. Once
    waves have moved Elders, the table may be behind.
    """
    if state.phase is not Phase.COUNCIL and state.elders != state.council:
        return ()
    found: list[Impossible] = []
    for slot, elder in enumerate(state.elders):
        there = _not_collected(state, slot, seen)
        if elder is None:
            found += _laid_before_the_elder(state, slot, there)
        elif _are_agents(state.agents[slot], elder, there):
            text = say("{place}: there is an Agent, but no Elder.", place=place(state.table, slot))
            missing = (ExpectedCards(elder.value, spots=(slot,)),)
            found.append(Impossible(text, there, missing=missing))
    return found


def _not_collected(state: State, slot: int, seen: Sequence[Sighting]) -> tuple[Sighting, ...]:
    owner = state.table.owners[slot]
    side = None if owner == TABLE else state.table.side_of[owner]
    collected = [] if side is None else [card.value for card in state.collected[side]]
    there = []
    for card in seen:
        if card.spot == slot and card.card in collected:
            collected.remove(card.card)
        elif card.spot == slot:
            there.append(card)
    return tuple(there)


def _laid_before_the_elder(
    state: State, slot: int, there: tuple[Sighting, ...]
) -> Sequence[Impossible]:
    """Return cards of one class where an Elder is missing: one of them may be the Elder."""
    kinds = {card.card for card in there}
    if state.phase is not Phase.COUNCIL or len(there) == 1 or len(kinds) != 1:
        return ()
    text = say("{place}: there are Agents, but no Elder.", place=place(state.table, slot))
    return (Impossible(text, there, entries=(Elder(slot, Class(kinds.pop())),)),)


def _are_agents(agent: Agent | None, elder: Class, there: Sequence[Sighting]) -> bool:
    """Return whether cards at a slot are certainly Agents, and none can hide the Elder."""
    rebels = (agent and agent.rebel) or any(card.inner for card in there)
    if rebels or elder.value in {card.card for card in there}:
        return False
    known = agent.card.value if agent and agent.card else ""
    outer = any(card.inner is False or card.card == known for card in there)
    return outer or len(there) > 1


def known(state: State) -> Sequence[ExpectedCards]:
    """Return the cards that were seen on the discard pile."""
    discarded = zip(CLASSES, state.known.discarded, strict=True)
    return [ExpectedCards(kind.value, count, place="discard") for kind, count in discarded if count]


def exchanged(fact: Fact) -> Sequence[str]:
    """Return the Elders that have moved on; equal ones may have changed places."""
    return [elder.value for elder in fact.elders if elder] if isinstance(fact, Rotated) else ()


VISIBILITY: Final = Visibility(spots, expected_cards, shows, implied, impossible, known, exchanged)
