"""Overrules: what the table can decide at any time, and what changes."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from referee.core import TABLE, Overrule, RuleId, Ruling, TableDecided, allow, plus, refuse
from referee.games.war_of_waves.actions import (
    OverruleBack,
    OverruleCopies,
    OverrulePlace,
    OverruleRemove,
    OverruleTurn,
    OverruleValue,
)
from referee.games.war_of_waves.attacks import cannot_stand, hidden_targets, no_room
from referee.games.war_of_waves.card_rulings import no_such_card, no_such_seat, unseen
from referee.games.war_of_waves.claims import next_cut
from referee.games.war_of_waves.components import (
    FEWEST,
    MOST,
    NONE,
    Card,
    Counts,
    DeckList,
    Kind,
    card_of,
    leader_card,
)
from referee.games.war_of_waves.gateways import (
    change,
    destroy,
    laid_at,
    lay_from_hand,
    place_at,
    turning_points,
)
from referee.games.war_of_waves.knowledge import GATEWAY, hold, is_elsewhere, known, shown
from referee.games.war_of_waves.leaders import has_effect
from referee.games.war_of_waves.piles import both, with_deck, with_hand
from referee.games.war_of_waves.refusals import Refusal
from referee.games.war_of_waves.state import (
    PLAYERS,
    Assault,
    Laid,
    Phase,
    Result,
    Spot,
    State,
    other,
)
from referee.games.war_of_waves.turns import (
    after_turn,
    begin_turn,
    end_leader,
    go_on,
    lay_row,
    settle_attack,
)


def overrule(state: State, action: Overrule) -> Result:
    """Apply what the table decided, and continue what was going on from there."""
    decided = TableDecided.of(RuleId("table"), action)
    state, facts = _carry_out(state, action)
    return state, [decided, *facts]


def _carry_out(state: State, action: Overrule) -> Result:
    match action:
        case OverruleTurn(seat=seat):
            return begin_turn(_broken_off(state), seat)
        case OverruleCopies(card=card, count=count):
            return _draw_on(with_copies(state, card, count))
        case OverruleBack():
            return with_back(state, action), []
    changed, facts = _change_gateway(state, action)
    changed, more = _settle(changed)
    return changed, facts + more


def _change_gateway(state: State, action: Overrule) -> Result:
    match action:
        case OverruleValue(side=side, at=at, kind=kind, card=card, value=value):
            spot, now = Spot(side, at, kind, card), card_of(kind, value)
            there = laid_at(state, spot)
            if now and there and there.value != value:
                state = shown(state, now, (GATEWAY, side))
            return change(state, spot, Laid(value)), []
        case OverruleRemove(side=side, at=at, kind=kind, card=card):
            gone = Spot(side, at, kind, card)
            state, facts = destroy(state, (gone,))
            return _without_target(state, gone), facts
    assert isinstance(action, OverrulePlace)
    before, seat = state, action.seat
    hand = plus(state.hands[seat], action.kind.place, -1)
    state = lay_from_hand(with_hand(state, seat, hand), seat, action.at, action.kind)
    return state, turning_points(before, state)


# What the deck holds. Everything else has been seen by its back, so the deck has what is new.


def with_copies(state: State, card: Card, count: int) -> State:
    """Return the state of a deck list with so many copies of a card."""
    deck_list, kind = state.table.deck_list, card.kind
    assert kind is not None
    more = count - deck_list.copies(card)
    numbers = plus(deck_list.build if kind is Kind.BUILD else deck_list.war, card.number - 1, more)
    if kind is Kind.BUILD:
        deck_list = replace(deck_list, build=numbers)
    else:
        deck_list = replace(deck_list, war=numbers)
    return _listed(state, deck_list)._replace(deck=plus(state.deck, kind.place, more))


def with_back(state: State, action: OverruleBack) -> State:
    """Return the state of a deck list in which a Leader has this back, wherever the card is."""
    deck_list, name = state.table.deck_list, action.leader
    old, new = deck_list.back(name), action.back
    backs = tuple(new if leader is name else deck_list.back(leader) for leader in type(name))
    listed = _listed(state, replace(deck_list, backs=backs))
    if old is new:
        return listed
    for seat in PLAYERS:
        if name in state.named[seat]:
            return with_hand(listed, seat, _turned(state.hands[seat], old, new))
    card = leader_card(name)
    if card in state.faces or card in state.cut:
        return listed
    if card in state.discarded:
        return listed._replace(discard=_turned(state.discard, old, new))
    return listed._replace(deck=_turned(state.deck, old, new))


def _turned(counts: Counts, old: Kind, new: Kind) -> Counts:
    return plus(plus(counts, old.leaders, -1), new.leaders)


def _listed(state: State, deck_list: DeckList) -> State:
    return state._replace(table=replace(state.table, deck_list=deck_list))


def _draw_on(state: State) -> Result:
    """Continue if the game waits for a card of the deck, and there is none now."""
    match state.phase:
        case Phase.FACE:
            return lay_row(state)
        case Phase.DRAW:
            return go_on(state)
        case Phase.CUT:
            return next_cut(state)
        case Phase.REFILL:
            state, facts = with_deck(state)
            if any(state.deck):
                return state, facts
            state, more = go_on(state)
            return state, facts + more
    return state, []


# What was going on when a gateway changed.


def _broken_off(state: State) -> State:
    """Undo an unfinished attack or tie-break: its cards return to the hand or the deck."""
    state = _attackers_back(_cut_back(state))
    return state._replace(draws=0, faces_owed=0, to_reveal=())


def _cut_back(state: State) -> State:
    return state._replace(deck=both(state.deck, _counted(state, state.cut)), cut=())


def _attackers_back(state: State) -> State:
    if state.assault is None:
        return state
    hand = both(state.hands[state.turn], _counted(state, state.assault.attackers))
    for card in state.assault.attackers:
        state = hold(state, card, state.turn)
    return with_hand(state, state.turn, hand)._replace(assault=None, to_reveal=())


def _counted(state: State, cards: Iterable[Card]) -> Counts:
    counts = NONE
    for card in cards:
        counts = plus(counts, state.table.deck_list.place(card))
    return counts


def _without_target(state: State, gone: Spot) -> State:
    """Remove a card that is gone, and what perished with it, from a running attack."""
    assault = state.assault
    if assault is None:
        return state
    moved = [_moved_up(spot, gone) for spot in assault.targets if spot != gone]
    targets = tuple(spot for spot in moved if laid_at(state, spot))
    return state._replace(assault=assault._replace(targets=targets))


def _moved_up(spot: Spot, gone: Spot) -> Spot:
    beside = (spot.side, spot.at, spot.kind) == (gone.side, gone.at, gone.kind)
    return spot._replace(card=spot.card - 1) if beside and spot.card > gone.card else spot


def _settle(state: State) -> Result:
    """Continue an attack, a Leader or a test of claims with the cards as they are now."""
    match state.phase:
        case Phase.SWAP | Phase.TARGET | Phase.MOVE:
            return _go_on_leading(state)
        case Phase.PRESENT:
            return _go_on_attacking(state)
        case Phase.REVEAL:
            return _go_on_attacking(state) if state.assault else _test_again(state)
        case Phase.CUT:
            return _test_again(state)
    return state, []


def _test_again(state: State) -> Result:
    return after_turn(_cut_back(state)._replace(to_reveal=()))


def _go_on_leading(state: State) -> Result:
    assert state.leader is not None
    return (state, []) if has_effect(state, state.leader) else end_leader(state)


def _go_on_attacking(state: State) -> Result:
    assault = state.assault
    assert assault is not None
    hand = state.hands[state.turn]
    can_attack = assault.attackers or hand[Kind.BUILD.place] or hand[Kind.WAR.place]
    if not (assault.targets and can_attack):
        return _call_off(state, assault)
    if state.phase is Phase.PRESENT:
        return state, []
    hidden = hidden_targets(state)
    return (state._replace(to_reveal=hidden), []) if hidden else settle_attack(state)


def _call_off(state: State, assault: Assault) -> Result:
    """Call off an attack without targets or attackers; Poseidon may choose other targets."""
    state = _attackers_back(state)
    if not assault.poseidon:
        return state._replace(phase=Phase.ACT), []
    state = state._replace(phase=Phase.TARGET, assault=Assault(other(state.turn), poseidon=True))
    return _go_on_leading(state)


_NO_TURN: Final = frozenset({Phase.DEAL, Phase.FACE, Phase.REFILL})
"""Phases in which no turn can start: the row would keep its gap."""


def explain_overrule(state: State, action: Overrule) -> Ruling:
    """Return whether the table can decide this now."""
    if not action.why.strip():
        return refuse("table", Refusal.NO_REASON)
    refused = no_such_seat(action.by) if action.by != TABLE else None
    if refused:
        return refused
    if state.phase is Phase.OVER:
        return refuse("over", Refusal.OVER)
    return _EXPLAIN[type(action)](state, action) or allow("table")


def _explain_turn(state: State, action: OverruleTurn) -> Ruling | None:
    if state.phase in _NO_TURN:
        return refuse("table", Refusal.NOT_NOW)
    return no_such_seat(action.seat)


def _explain_value(state: State, action: OverruleValue) -> Ruling | None:
    refused = _no_card(state, action)
    if refused:
        return refused
    card = card_of(action.kind, action.value)
    if card is None:
        return no_such_card()
    laid = laid_at(state, Spot(action.side, action.at, action.kind, action.card))
    same = laid is not None and laid.value == action.value
    return unseen(state, card, (GATEWAY, action.side), already=int(same))


def _no_card(state: State, action: OverruleValue | OverruleRemove) -> Ruling | None:
    refused = no_such_seat(action.side)
    if refused:
        return refused
    if laid_at(state, Spot(action.side, action.at, action.kind, action.card)) is None:
        return refuse("table", Refusal.NOTHING_THERE, at=action.at.value)
    return None


def _explain_place(state: State, action: OverrulePlace) -> Ruling | None:
    refused = no_such_seat(action.seat)
    if refused:
        return refused
    if not state.hands[action.seat][action.kind.place]:
        return refuse("hand", Refusal.NOT_IN_HAND, seat=action.seat, kind=action.kind.value)
    place = place_at(state, action.seat, action.at)
    if action.kind is Kind.WAR:
        refused = cannot_stand(place, action.at, action.kind)
    return refused or no_room(place, action.at, action.kind)


def _explain_copies(state: State, action: OverruleCopies) -> Ruling | None:
    kind = action.card.kind
    if kind is None:
        return refuse("cards", Refusal.LEADERS_ONCE, card=action.card.value)
    fewest = fewest_copies(state, action.card, kind)
    if fewest <= action.count <= MOST:
        return None
    return refuse("cards", Refusal.COPIES, card=action.card.value, fewest=fewest, most=MOST)


def fewest_copies(state: State, card: Card, kind: Kind) -> int:
    """Return the fewest copies possible: those in sight, and what the deck cannot do without."""
    deck_list = state.table.deck_list
    copies = deck_list.copies(card)
    spare = deck_list.counts()[kind.place] - FEWEST[kind.place]
    return max(known(state, card), copies - min(state.deck[kind.place], spare))


def _explain_back(state: State, action: OverruleBack) -> Ruling | None:
    old = state.table.deck_list.back(action.leader)
    if old is action.back or is_elsewhere(state, action.leader) or state.deck[old.leaders]:
        return None
    return refuse("cards", Refusal.NO_SUCH_BACK, leader=action.leader.value, back=action.back.value)


_EXPLAIN: Mapping[type[Overrule], Callable[[State, Any], Ruling | None]] = {
    OverruleTurn: _explain_turn,
    OverruleValue: _explain_value,
    OverruleRemove: _no_card,
    OverrulePlace: _explain_place,
    OverruleCopies: _explain_copies,
    OverruleBack: _explain_back,
}
