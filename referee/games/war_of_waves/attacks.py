"""Attacks: who is pointed at, who attacks, what is revealed, and who wins."""

from referee.core import Fact, RuleId, plus
from referee.games.war_of_waves.actions import Attack, Reveal
from referee.games.war_of_waves.components import Card, Deed, Kind, card_of
from referee.games.war_of_waves.facts import AttackBegan, AttackDecided, Shown, Target
from referee.games.war_of_waves.gateways import change, destroy, laid_at, place_at
from referee.games.war_of_waves.piles import discard, with_hand
from referee.games.war_of_waves.state import Assault, Laid, Phase, Spot, State
from referee.games.war_of_waves.taken import GATEWAY, HAND, shown

Result = tuple[State, list[Fact]]


def with_type(types: tuple[Deed, ...], deed: Deed) -> tuple[Deed, ...]:
    """Add a type of Action to those used, in their order."""
    return tuple(one for one in Deed if one in types or one is deed)


def targets_of(action: Attack) -> tuple[Spot, ...] | None:
    """Read the parallel lists of an attack; None where they are not equally long."""
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
    """Return the cards under attack that are still unknown, in order."""
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
    same = assault.poseidon or assault.attackers[0].kind is targets[0].kind
    factor = 1 if same else 2
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
