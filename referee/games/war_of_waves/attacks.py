"""Attacks: which cards may be attacked, by whom and with what, and what follows."""

from referee.core import RuleId, Ruling, allow, plus, refuse
from referee.games.war_of_waves.actions import Attack, Present, Reveal, Strike
from referee.games.war_of_waves.attack_facts import AttackBegan, AttackDecided, Shown
from referee.games.war_of_waves.card_rulings import no_such_card, no_such_seat, unseen
from referee.games.war_of_waves.components import (
    GATE,
    KINDS,
    LIMIT,
    Card,
    Deed,
    Kind,
    Section,
    card_of,
)
from referee.games.war_of_waves.gateways import change, destroy, is_ready, laid_at, place_at
from referee.games.war_of_waves.knowledge import GATEWAY, HAND, shown
from referee.games.war_of_waves.piles import discard, with_hand
from referee.games.war_of_waves.refusals import Refusal
from referee.games.war_of_waves.state import (
    Assault,
    Laid,
    Phase,
    Place,
    Result,
    Spot,
    State,
    Target,
)


def with_type(types: tuple[Deed, ...], deed: Deed) -> tuple[Deed, ...]:
    """Add a type of Action to those used, in their order."""
    return tuple(one for one in Deed if one in types or one is deed)


def targets_of(action: Attack) -> tuple[Spot, ...] | None:
    """Return the cards that an attack names; None if its lists are not equally long."""
    if not len(action.at) == len(action.kind) == len(action.cards):
        return None
    return tuple(
        Spot(action.side, section, kind, card)
        for section, kind, card in zip(action.at, action.kind, action.cards, strict=True)
    )


def begin_attack(state: State, action: Attack) -> Result:
    """Declare an attack; from here on it counts as an Action, unless Poseidon leads it."""
    targets = targets_of(action)
    assert targets is not None
    poseidon = state.phase is Phase.TARGET
    types = state.types if poseidon else with_type(state.types, Deed.ATTACK)
    assault = Assault(action.side, targets, poseidon=poseidon)
    state = state._replace(phase=Phase.PRESENT, types=types, assault=assault)
    rule = RuleId("V25" if poseidon else "V9")
    told = tuple(_target(state, spot) for spot in targets)
    also = _attack_rules(state, assault)
    return state, [AttackBegan(rule, state.turn, action.side, told, also=also)]


def _attack_rules(state: State, assault: Assault) -> tuple[RuleId, ...]:
    rules: list[str] = []
    section = assault.targets[0].at
    if assault.side == state.turn:
        rules += ["V18", "V21"]
        rules += ["V19"] if section.is_gate else []
        rules += ["V20"] if place_at(state, assault.side, section).wars else []
    elif any(spot.kind is Kind.BUILD for spot in assault.targets):
        rules.append("V13")
    if section.is_gate and not assault.poseidon:
        rules.append("V16")
    return tuple(RuleId(rule) for rule in rules)


def _target(state: State, spot: Spot) -> Target:
    laid = laid_at(state, spot)
    return Target(spot.at, spot.kind, spot.card, laid.value if laid else None)


def present(state: State, card: Card) -> State:
    """Show an attacker of the hand."""
    assault = state.assault
    assert assault is not None
    state = shown(state, card, (HAND, state.turn))
    hand = plus(state.hands[state.turn], state.table.deck_list.place(card), -1)
    assault = assault._replace(attackers=(*assault.attackers, card))
    return with_hand(state, state.turn, hand)._replace(assault=assault)


def hidden_targets(state: State) -> tuple[Spot, ...]:
    """Return the cards under attack that are not known to everybody, in order."""
    assert state.assault is not None
    return tuple(
        spot
        for spot in state.assault.targets
        if (laid := laid_at(state, spot)) and laid.value is None
    )


def reveal(state: State, action: Reveal) -> Result:
    """Turn over the next card; both know it from now on, and no note is needed any more (V15)."""
    spot = state.to_reveal[0]
    card = card_of(action.kind, action.value)
    assert card is not None
    state = change(shown(state, card, (GATEWAY, spot.side)), spot, Laid(action.value))
    fact = Shown(RuleId("V15"), action.side, action.at, card)
    return state._replace(to_reveal=state.to_reveal[1:]), [fact]


def decide(state: State) -> Result:
    """Compare the totals once everything is shown; the attackers are discarded either way (V14)."""
    assault = state.assault
    assert assault is not None
    fact = _decision(state, assault)
    for card in assault.attackers:
        state = discard(state, state.table.deck_list.place(card), card)
    state = state._replace(assault=None, to_reveal=())
    if not fact.won:
        return state, [fact]
    state, more = destroy(state, assault.targets)
    return state, [fact, *more]


def _decision(state: State, assault: Assault) -> AttackDecided:
    targets = tuple(_target(state, spot) for spot in assault.targets)
    attack = sum(card.number for card in assault.attackers)
    defence = sum(target.value or 0 for target in targets)
    factor = factor_of(assault)
    return AttackDecided(
        RuleId("V25" if assault.poseidon else "V12"),
        state.turn,
        assault.side,
        assault.attackers,
        targets,
        attack,
        defence,
        factor,
        factor * defence,
        attack >= factor * defence,
        also=_decision_rules(state, assault, factor),
    )


def factor_of(assault: Assault) -> int:
    """Return how many times the defence an attack needs: 2 if the kinds differ (V12), else 1."""
    same = assault.poseidon or assault.attackers[0].kind is assault.targets[0].kind
    return 1 if same else 2


def _decision_rules(state: State, assault: Assault, factor: int) -> tuple[RuleId, ...]:
    rules = ["attack", "V14"]
    first = assault.targets[0]
    lying = len(place_at(state, assault.side, first.at).of(first.kind))
    if not assault.poseidon and lying > len(assault.targets):
        rules.append("V10")
    if len(assault.attackers) > 1:
        rules.append("V11")
    if factor > 1 and len(assault.targets) > 1:
        rules.append("V35")
    return tuple(RuleId(rule) for rule in rules)


def two_types(state: State, deed: Deed) -> Ruling | None:
    """Refuse a third type of Action in a turn (V2)."""
    if deed in state.types or len(state.types) < LIMIT:
        return None
    used = tuple(one.value for one in state.types)
    return refuse("V2", Refusal.TWO_TYPES, types=used, wanted=deed.value)


def not_ready(state: State) -> Ruling | None:
    """Refuse work on a gate while the own bridge is not ready (V16; V17 if there is a gate)."""
    gateway = state.gateways[state.turn]
    if is_ready(gateway):
        return None
    standing = any(gateway[section.place].builds for section in GATE)
    return refuse("V17" if standing else "V16", Refusal.NOT_READY, seat=state.turn)


def explain_attack(state: State, action: Attack) -> Ruling:
    """Return whether these cards may be attacked now."""
    if state.phase not in (Phase.ACT, Phase.TARGET):
        return refuse("attack", Refusal.NOT_NOW)
    refused = no_such_seat(action.side)
    if refused:
        return refused
    targets = _named(state, action)
    if targets is None:
        rule = "V25" if state.phase is Phase.TARGET else "V9"
        return refuse(rule, Refusal.NOT_A_TARGET)
    if state.phase is Phase.TARGET:
        return _explain_poseidon(state, targets)
    return _explain_normal(state, targets)


def _named(state: State, action: Attack) -> tuple[Spot, ...] | None:
    targets = targets_of(action)
    if targets is None or not 1 <= len(targets) <= LIMIT:
        return None
    order = [(spot.at.place, KINDS.index(spot.kind), spot.card) for spot in targets]
    if order != sorted(set(order)) or any(laid_at(state, spot) is None for spot in targets):
        return None
    return targets


def _explain_poseidon(state: State, targets: tuple[Spot, ...]) -> Ruling:
    if targets[0].side == state.turn:
        return refuse("V25", Refusal.OWN_SIDE)
    if len({spot.at.is_gate for spot in targets}) > 1:
        return refuse("V25", Refusal.BRIDGE_OR_GATE)
    return _war_first(state, targets) or allow("V25")


def _explain_normal(state: State, targets: tuple[Spot, ...]) -> Ruling:
    refused = two_types(state, Deed.ATTACK)
    if refused:
        return refused
    hand = state.hands[state.turn]
    if not (hand[Kind.BUILD.place] or hand[Kind.WAR.place]):
        return refuse("hand", Refusal.NOT_IN_HAND, seat=state.turn, kind="")
    if len({(spot.at, spot.kind) for spot in targets}) > 1:
        return refuse("V9", Refusal.TWO_PLACES)
    return _explain_side(state, targets)


def _explain_side(state: State, targets: tuple[Spot, ...]) -> Ruling:
    own = targets[0].side == state.turn
    refused = _explain_own(state, targets) if own else _war_first(state, targets)
    if refused is None and targets[0].at.is_gate:
        refused = not_ready(state)
    return refused or allow("V18" if own else "V9")


def _explain_own(state: State, targets: tuple[Spot, ...]) -> Ruling | None:
    first = targets[0]
    if first.kind is Kind.WAR:
        return refuse("V18", Refusal.OWN_WAR)
    if first.at.is_gate and len(targets) > 1:
        return refuse("V19", Refusal.ONE_AT_A_TIME)
    place = place_at(state, first.side, first.at)
    if len(place.builds) == 1 and place.wars:
        return refuse("V18", Refusal.UNDER_WAR, at=first.at.value)
    return None


def _war_first(state: State, targets: tuple[Spot, ...]) -> Ruling | None:
    for spot in targets:
        if spot.kind is Kind.BUILD and place_at(state, spot.side, spot.at).wars:
            return refuse("V13", Refusal.WAR_FIRST, seat=spot.side, at=spot.at.value)
    return None


def explain_present(state: State, action: Present) -> Ruling:
    """Return whether this card may attack."""
    assault, kind = state.assault, action.card.kind
    if state.phase is not Phase.PRESENT or assault is None:
        return refuse("attack", Refusal.NOT_NOW)
    if kind is None:
        return refuse("attack", Refusal.NOT_AN_ATTACKER, card=action.card.value)
    refused = unseen(state, action.card, (HAND, state.turn))
    if refused:
        return refused
    if not assault.poseidon and assault.attackers and assault.attackers[0].kind is not kind:
        return refuse("V11", Refusal.MIXED, suspect="present", kind=kind.value)
    if not state.hands[state.turn][kind.place]:
        return refuse("hand", Refusal.NOT_IN_HAND, seat=state.turn, kind=kind.value)
    return allow("attack")


def explain_strike(state: State, _action: Strike) -> Ruling:
    """Return whether enough cards attack."""
    if state.phase is not Phase.PRESENT or state.assault is None:
        return refuse("attack", Refusal.NOT_NOW)
    if not state.assault.attackers:
        return refuse("attack", Refusal.NOTHING_PRESENTED, seat=state.turn)
    return allow("attack")


def explain_reveal(state: State, action: Reveal) -> Ruling:
    """Return whether this card is the next to be turned over, and can have this number."""
    if state.phase is not Phase.REVEAL:
        return refuse("V15", Refusal.NOT_NOW)
    if (action.side, action.at, action.kind, action.card) != state.to_reveal[0]:
        return refuse("V15", Refusal.NOT_A_TARGET)
    card = card_of(action.kind, action.value)
    if card is None:
        return no_such_card()
    return unseen(state, card, (GATEWAY, action.side)) or allow("V15")


def cannot_stand(
    place: Place, section: Section, kind: Kind, rule: str = "fortify"
) -> Ruling | None:
    """Refuse a War card on the gate, and any card beside no Build card."""
    if section.is_gate and kind is Kind.WAR:
        return refuse("V22", Refusal.WAR_ON_GATE)
    if not place.builds:
        return refuse(rule, Refusal.NO_BUILD_THERE, at=section.value)
    return None


def no_room(place: Place, section: Section, kind: Kind, count: int = 1) -> Ruling | None:
    """Refuse cards that a section has no room for (V22)."""
    if len(place.of(kind)) + count <= LIMIT:
        return None
    return refuse("V22", Refusal.FULL, at=section.value, kind=kind.value, limit=LIMIT)
