"""The four Leaders: announced, discarded, and what each of them does."""

from itertools import combinations

from referee.core import Fact, RuleId, plus
from referee.games.war_of_waves.actions import Move, Swap
from referee.games.war_of_waves.components import (
    BRIDGE,
    GATE,
    LIMIT,
    SECTIONS,
    Kind,
    LeaderName,
    leader_card,
)
from referee.games.war_of_waves.facts import (
    HandsSwapped,
    LeaderAnnounced,
    LeaderPlayed,
    Moved,
    Swapped,
)
from referee.games.war_of_waves.gateways import (
    change,
    laid_at,
    lay,
    place_at,
    spots,
    take,
    turning_points,
)
from referee.games.war_of_waves.knowledge import GATEWAY, may_lie, swapped
from referee.games.war_of_waves.piles import discard, with_hand, with_names
from referee.games.war_of_waves.state import Assault, Phase, Result, Spot, State, Then, other


def announce(state: State, name: LeaderName) -> Result:
    """Announce a Leader: everybody knows it, and 1 Deck card is owed (V5)."""
    seat = state.turn
    state = with_names(state, seat, state.named[seat] | {name})
    fact = LeaderAnnounced(RuleId("V5"), seat, name, also=(RuleId("leaders"),))
    return state._replace(leader=name, draws=1, then=Then.EFFECT), [fact]


def play_leader(state: State) -> tuple[State, bool, list[Fact]]:
    """Discard the Leader and start its effect; return whether the effect waits for an entry."""
    seat, name = state.turn, state.leader
    assert name is not None
    place = state.table.deck_list.back(name).leaders
    state = with_hand(state, seat, plus(state.hands[seat], place, -1))
    state = with_names(state, seat, state.named[seat] - {name})
    state = discard(state, place, leader_card(name))
    if not has_effect(state, name):  # V8
        nothing = LeaderPlayed(RuleId("V8"), seat, name, effect=False, also=(RuleId(name.value),))
        return state, False, [nothing]
    facts: list[Fact] = [LeaderPlayed(RuleId(name.value), seat, name, effect=True)]
    if name is LeaderName.CETO:
        state, swapped = _swap_hands(state)
        return state, False, [*facts, swapped]
    if name is LeaderName.POSEIDON:
        state = state._replace(assault=Assault(other(seat), poseidon=True))
    return state._replace(phase=_PHASES[name]), True, facts


_PHASES = {
    LeaderName.HEPHAESTUS: Phase.SWAP,
    LeaderName.POSEIDON: Phase.TARGET,
    LeaderName.ARES: Phase.MOVE,
}


def has_effect(state: State, name: LeaderName) -> bool:
    """Return whether a Leader can do anything with the cards as they are."""
    match name:
        case LeaderName.HEPHAESTUS:
            return bool(swaps(state))
        case LeaderName.POSEIDON:
            hand = state.hands[state.turn]
            attackers = hand[Kind.BUILD.place] or hand[Kind.WAR.place]
            return bool(attackers) and any(True for _ in spots(state, other(state.turn)))
        case LeaderName.ARES:
            return bool(moves(state))
        case LeaderName.CETO:
            return True


def _swap_hands(state: State) -> tuple[State, HandsSwapped]:
    state = swapped(state)._replace(
        hands=state.hands[::-1], named=state.named[::-1], exchanges=state.exchanges + 1
    )
    hands = tuple(sum(hand) for hand in state.hands)
    return state, HandsSwapped(RuleId("V27"), state.turn, hands)


def swaps(state: State) -> list[Swap]:
    """Return what Hephaestus can exchange (V24)."""
    own = [spot for spot in spots(state, state.turn, SECTIONS) if spot.kind is Kind.BUILD]
    return [
        Swap(bridge.at, bridge.card, gate.at, gate.card)
        for bridge in own
        if bridge.at in BRIDGE
        for gate in own
        if gate.at in GATE
    ]


def swap(state: State, action: Swap) -> Result:
    """Exchange a bridge Build card and a gate Build card, with what is known of them."""
    seat = state.turn
    bridge = Spot(seat, action.bridge, Kind.BUILD, action.bridge_card)
    gate = Spot(seat, action.gate, Kind.BUILD, action.gate_card)
    one, two = laid_at(state, bridge), laid_at(state, gate)
    assert one is not None
    assert two is not None
    state = change(change(state, bridge, two), gate, one)
    return state, [
        Swapped(
            RuleId("V24"), seat, action.bridge, action.bridge_card, action.gate, action.gate_card
        )
    ]


def moves(state: State) -> list[Move]:
    """Return what Ares can move, each choice of cards once (V26)."""
    enemy = [spot for spot in spots(state, other(state.turn), BRIDGE) if spot.kind is Kind.WAR]
    chosen = [*((spot,) for spot in enemy), *combinations(enemy, LIMIT)]
    rooms = []
    for section in BRIDGE:
        place = place_at(state, state.turn, section)
        rooms.append((section, LIMIT - len(place.wars) if place.builds else 0))
    return [
        Move(tuple(spot.at for spot in cards), tuple(spot.card for spot in cards), section)
        for section, room in rooms
        for cards in chosen
        if len(cards) <= room
    ]


def move(state: State, action: Move) -> Result:
    """Move War cards of the opponent over, without the notes of their old owner."""
    before, seat = state, state.turn
    enemy = other(seat)
    cards = [
        Spot(enemy, section, Kind.WAR, card)
        for section, card in zip(action.at, action.cards, strict=True)
    ]
    state, lifted = take(state, cards)
    for laid in lifted:
        if laid.value is None:
            state = may_lie(state, Kind.WAR, (GATEWAY, enemy), (GATEWAY, seat))
        state = lay(state, seat, action.to, Kind.WAR, laid=laid._replace(note=None))
    moved = Moved(RuleId("V26"), seat, len(cards), action.at, action.cards, action.to)
    return state, [moved, *turning_points(before, state)]
