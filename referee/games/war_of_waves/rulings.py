"""Whether an entry is allowed now, and by which rule: the only place that refuses."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.core import Action, Overrule, Ruling, Seat, allow, refuse
from referee.games.war_of_waves.actions import (
    Attack,
    Build,
    Cut,
    Dealt,
    DealtLeader,
    Done,
    Draw,
    Face,
    Finish,
    Fortify,
    Leader,
    Move,
    Present,
    Remember,
    Reveal,
    Strike,
    Swap,
)
from referee.games.war_of_waves.attacks import (
    cannot_stand,
    explain_attack,
    explain_present,
    explain_reveal,
    explain_strike,
    no_room,
    not_ready,
    two_types,
)
from referee.games.war_of_waves.card_rulings import (
    card_not_in_deck,
    no_such_card,
    no_such_seat,
    not_in_deck,
    unseen,
)
from referee.games.war_of_waves.components import LIMIT, Deed, Kind, card_of
from referee.games.war_of_waves.corrections import explain_overrule
from referee.games.war_of_waves.gateways import is_complete, laid_at, place_at
from referee.games.war_of_waves.knowledge import is_elsewhere
from referee.games.war_of_waves.refusals import Refusal
from referee.games.war_of_waves.state import Phase, Spot, State, acting, other

__all__ = ["Refusal", "explain"]


def explain(state: State, action: Action) -> Ruling:
    """Return whether an action is allowed now, by which rule, and the numbers behind it."""
    if isinstance(action, Overrule):
        return explain_overrule(state, action)
    if state.phase is Phase.OVER:
        return refuse("over", Refusal.OVER)
    return _EXPLAIN[type(action)](state, action)


def _explain_dealt(state: State, action: Dealt) -> Ruling:
    return _explain_leaders(state, action.seat, {Kind.BUILD: action.build, Kind.WAR: action.war})


def _explain_dealt_leader(state: State, action: DealtLeader) -> Ruling:
    return _explain_leaders(state, action.seat, {action.back: 1})


def _explain_leaders(state: State, seat: Seat, came_up: Mapping[Kind, int]) -> Ruling:
    refused = no_such_seat(seat)
    if refused:
        return refused
    if state.phase is not Phase.DEAL or seat != state.turn:
        return refuse("setup", Refusal.NOT_NOW)
    for kind, count in came_up.items():
        left = state.deck[kind.leaders]
        if not 0 <= count <= left:
            mend = "overrule back" if count > left else ""
            return refuse("V1", Refusal.NOT_SO_MANY, back=kind.value, left=left, mend=mend)
    return allow("V1")


def _explain_face(state: State, action: Face) -> Ruling:
    if state.phase not in (Phase.FACE, Phase.REFILL):
        return refuse("row", Refusal.NOT_NOW)
    return unseen(state, action.card) or card_not_in_deck(state, action.card) or allow("row")


def _explain_leader(state: State, action: Leader) -> Ruling:
    if state.leader is not None:
        return refuse("V7", Refusal.ONE_LEADER, seat=state.turn)
    if state.phase is not Phase.ACT:
        return refuse("V5", Refusal.NOT_NOW)
    if state.types:
        return refuse("V5", Refusal.TOO_LATE, seat=state.turn)
    hand = state.hands[state.turn]
    back = state.table.deck_list.back(action.name)
    named = state.named[state.turn]
    unnamed = hand[back.leaders] - sum(state.table.deck_list.back(name) is back for name in named)
    if action.name not in named and (is_elsewhere(state, action.name) or not unnamed):
        return _not_held(state, action)
    if not (hand[Kind.BUILD.place] or hand[Kind.WAR.place]):
        return refuse("V5", Refusal.ONLY_LEADERS, seat=state.turn)
    return allow("V5")


def _not_held(state: State, action: Leader) -> Ruling:
    """Refuse a Leader that the hand does not hold, unless its back is another than listed."""
    hand, back = state.hands[state.turn], state.table.deck_list.back(action.name)
    turned = next(kind for kind in Kind if kind is not back)
    known = is_elsewhere(state, action.name) or not hand[turned.leaders]
    mend = "" if known else f"overrule back leader={action.name.value} back={turned.value}"
    return refuse("hand", Refusal.NOT_IN_HAND, seat=state.turn, kind=action.name.value, mend=mend)


def _cannot_act(state: State, deed: Deed, kind: Kind) -> Ruling | None:
    """Refuse an Action outside its phase, of a third type, or without a card for it."""
    if state.phase is not Phase.ACT:
        return refuse(deed.value, Refusal.NOT_NOW)
    refused = two_types(state, deed)
    if refused or state.hands[state.turn][kind.place]:
        return refused
    return refuse("hand", Refusal.NOT_IN_HAND, seat=state.turn, kind=kind.value)


def _explain_build(state: State, action: Build) -> Ruling:
    refused = _cannot_act(state, Deed.BUILD, Kind.BUILD)
    if refused:
        return refused
    if place_at(state, state.turn, action.at).builds:
        return refuse("build", Refusal.SECTION_THERE, at=action.at.value)
    return (not_ready(state) if action.at.is_gate else None) or allow("build")


def _explain_fortify(state: State, action: Fortify) -> Ruling:
    refused = _cannot_act(state, Deed.FORTIFY, action.kind)
    if refused:
        return refused
    place = place_at(state, state.turn, action.at)
    refused = cannot_stand(place, action.at, action.kind)
    if refused is None and action.at.is_gate:
        refused = not_ready(state)
    return refused or no_room(place, action.at, action.kind) or allow("fortify")


def _explain_done(state: State, action: Done) -> Ruling:
    if state.phase is not Phase.ACT:
        return refuse("turn", Refusal.NOT_NOW)
    return (_explain_claim(state) if action.claim else None) or allow("replenish")


def _explain_claim(state: State) -> Ruling | None:
    if state.claims[state.turn]:
        return refuse("V29", Refusal.CLAIMED_ALREADY, seat=state.turn)
    if not is_complete(state.gateways[state.turn]):
        return refuse("V29", Refusal.NOT_COMPLETE, seat=state.turn)
    return None


def _explain_finish(state: State, action: Finish) -> Ruling:
    if state.phase is not Phase.CLAIM:
        return refuse("V29", Refusal.NOT_NOW)
    return (_explain_claim(state) if action.claim else None) or allow("V29")


def _explain_draw(state: State, action: Draw) -> Ruling:
    if state.phase is not Phase.DRAW:
        return refuse("replenish", Refusal.NOT_NOW)
    place = action.back.leaders if action.leader else action.back.place
    return not_in_deck(state, place) or allow("replenish")


def _explain_swap(state: State, action: Swap) -> Ruling:
    if state.phase is not Phase.SWAP:
        return refuse("hephaestus", Refusal.NOT_NOW)
    if action.bridge.is_gate or not action.gate.is_gate:
        return refuse("V24", Refusal.WRONG_SECTION)
    for section, card in (
        (action.bridge, action.bridge_card),
        (action.gate, action.gate_card),
    ):
        if laid_at(state, Spot(state.turn, section, Kind.BUILD, card)) is None:
            return refuse("V24", Refusal.NOTHING_THERE, at=section.value)
    return allow("V24")


def _explain_move(state: State, action: Move) -> Ruling:
    if state.phase is not Phase.MOVE:
        return refuse("ares", Refusal.NOT_NOW)
    enemy = other(state.turn)
    cards = list(zip(action.at, action.cards, strict=False))
    named = [Spot(enemy, section, Kind.WAR, card) for section, card in cards]
    if (
        len(action.at) != len(action.cards)
        or not 1 <= len(named) <= LIMIT
        or len(set(named)) != len(named)
        or any(laid_at(state, spot) is None for spot in named)
    ):
        return refuse("V26", Refusal.NOT_A_TARGET)
    place = place_at(state, state.turn, action.to)
    refused = cannot_stand(place, action.to, Kind.WAR, "V26")
    return refused or no_room(place, action.to, Kind.WAR, len(named)) or allow("V26")


def _explain_cut(state: State, action: Cut) -> Ruling:
    refused = no_such_seat(action.seat)
    if refused:
        return refused
    if state.phase is not Phase.CUT or action.seat != acting(state):
        return refuse("V32", Refusal.NOT_NOW)
    return unseen(state, action.card) or card_not_in_deck(state, action.card) or allow("V32")


def _explain_remember(state: State, action: Remember) -> Ruling:
    refused = no_such_seat(action.seat)
    if refused:
        return refused
    if state.phase is Phase.DEAL:
        return refuse("remember", Refusal.NOT_NOW)
    laid = laid_at(state, Spot(action.seat, action.at, action.kind, action.card))
    if laid is None:
        return refuse("remember", Refusal.NOTHING_THERE, at=action.at.value)
    if laid.value is not None:
        return refuse("remember", Refusal.ALREADY_KNOWN, at=action.at.value)
    card = card_of(action.kind, action.value.value or 0)
    if card is None or not state.table.deck_list.copies(card):
        return no_such_card("remember")
    return allow("remember")


_EXPLAIN: Mapping[type[Action], Callable[[State, Any], Ruling]] = {
    Dealt: _explain_dealt,
    DealtLeader: _explain_dealt_leader,
    Face: _explain_face,
    Leader: _explain_leader,
    Build: _explain_build,
    Fortify: _explain_fortify,
    Attack: explain_attack,
    Present: explain_present,
    Strike: explain_strike,
    Reveal: explain_reveal,
    Done: _explain_done,
    Draw: _explain_draw,
    Swap: _explain_swap,
    Move: _explain_move,
    Finish: _explain_finish,
    Cut: _explain_cut,
    Remember: _explain_remember,
}
