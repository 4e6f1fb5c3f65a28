"""What a camera sees of Waves: Elders, shown Agents and collected Elders at the slots."""

from collections.abc import Sequence
from typing import Final

from referee.core import TABLE, Action, Lying, Seen, Sight, Spot, say
from referee.games.waves.actions import Discard, Elder, Follow, Rebel, Reveal
from referee.games.waves.rulings import explain
from referee.games.waves.state import Phase, State
from referee.games.waves.words import place


def spots(state: State) -> Sequence[Spot]:
    """Give the slots, clockwise."""
    table = state.table
    return [
        Spot(say("Nobody’s place"), None) if owner == TABLE else Spot(place(table, slot), owner)
        for slot, owner in enumerate(table.owners)
    ]


def lying(state: State) -> Sequence[Lying]:
    """List the Elders, the shown Agents, and the collected Elders before their side."""
    there: list[Lying] = []
    for slot, elder in enumerate(state.elders):
        agent = state.agents[slot]
        if elder:  # Rebels lie across the Elder
            covered = bool(agent and agent.rebel)
            there.append(Lying(elder.value, spots=(slot,), covered=covered))
        if agent and agent.card:
            there.append(Lying(agent.card.value, agent.count, (slot,), covered=agent.count > 1))
    for seats, cards in zip(state.table.sides, state.collected, strict=True):
        at = tuple(slot for slot, owner in enumerate(state.table.owners) if owner in seats)
        there += [Lying(card.value, spots=at, covered=True) for card in cards]
    return there


def shows(state: State, action: Action) -> Lying | None:
    """Tell which card an entry turns up, and where."""
    match action:
        case Elder(slot, card):
            return Lying(card.value, spots=(slot,))
        case Reveal(slot, card):
            agent = state.agents[slot]
            count = agent.count if agent else 1
            return Lying(card.value, count, (slot,), covered=count > 1)
        case Discard(_, card):
            return Lying(card.value, place="discard")
        case _:
            return None


def implied(state: State, seen: Sequence[Seen]) -> Sequence[Action]:
    """Say who laid what, once Agents are turned up while the table was still laying.

    Rebels lie nearer to the middle than the Elder, a Follower nearer to its owner. All Rebels are
    turned up together, so whoever has none laid a Follower. A card that lies where the Elder lay
    gives no idea: it may be the Elder itself, and what was entered mistaken.
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


SIGHT: Final = Sight(spots, lying, shows, implied)
