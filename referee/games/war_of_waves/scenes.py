"""The moments of War of Waves as pictures: attacks, bridges, claims, Leaders, and the end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.core import EMPTY, Fact, Piece, RuleId, Scene, SceneSide, Seat, Text, literal, say
from referee.games.war_of_waves.attack_facts import AttackDecided
from referee.games.war_of_waves.claim_facts import (
    Claimed,
    CutDecided,
    GatewayChecked,
    TieBroken,
)
from referee.games.war_of_waves.components import LEADER_NAMES, card_of, leader_card
from referee.games.war_of_waves.facts import BridgeReady, GatewayComplete, LeaderPlayed
from referee.games.war_of_waves.rulebook import RULEBOOK
from referee.games.war_of_waves.state import PLAYERS, State, claimant
from referee.games.war_of_waves.words import SENTENCES, name, tell_outcome
from referee.games.war_of_waves.zones import face_piece, scores

_RULES = {
    "gateway": "V30",
    "false-claim": "V30",
    "gateway-leader": "V32",
    "gateway-cut": "V32",
    "gateway-draw": "V38",
    "turn-limit": "V36",
}
"""The rule by which a game ends, for each reason."""


def scenes(state: State, facts: Sequence[Fact]) -> tuple[Scene, ...]:
    """Return the pictures of what followed from an entry, and of the end."""
    found = [scene for fact in facts for scene in _of(state, fact)]
    return (*found, _end(state)) if state.outcome else tuple(found)


def _of(state: State, fact: Fact) -> Iterator[Scene]:
    match fact:
        case BridgeReady() | GatewayComplete() | Claimed():
            yield _built(state, fact)
        case GatewayChecked() if state.outcome:  # the end shows its sums
            return
        case LeaderPlayed(effect=True):
            yield _leader(state, fact)
        case _ if type(fact) in _MADE:
            yield _MADE[type(fact)](state, fact)


def _attack(state: State, fact: AttackDecided) -> Scene:
    attacker, own = name(state, fact.seat), fact.side == fact.seat
    defender = say("Their own gateway") if own else name(state, fact.side)
    twice = say("2 × {defence}", defence=fact.defence) if fact.factor > 1 else EMPTY
    lying = [card_of(target.kind, target.value or 0) for target in fact.targets]
    numbers = {"attack": fact.attack, "needed": fact.needed}
    return Scene(
        "scale",
        say("{name}’s attack succeeds", name=attacker)
        if fact.won
        else say("{name}’s attack fails", name=attacker),
        (
            SceneSide(
                attacker, tuple(map(face_piece, fact.attackers)), str(fact.attack), won=fact.won
            ),
            SceneSide(
                defender,
                tuple(face_piece(card) for card in lying if card),
                str(fact.needed),
                twice,
                won=not fact.won,
            ),
        ),
        say("{attack} is at least {needed}.", **numbers)
        if fact.won
        else say("{attack} is less than {needed}.", **numbers),
        rule=fact.rule,
    )


def _built(state: State, fact: BridgeReady | GatewayComplete | Claimed) -> Scene:
    who = name(state, fact.seat)
    verdict = EMPTY
    match fact:
        case BridgeReady():
            title = say("{name}’s bridge is ready", name=who)
        case GatewayComplete():
            title = say("{name}’s gateway has all its sections", name=who)
        case _:
            title = say("{name} claims a complete gateway", name=who)
            verdict = SENTENCES.fact(state, fact)
    return Scene("row", title, (SceneSide(who, _pips(state, fact.seat)),), verdict, rule=fact.rule)


def _pips(state: State, seat: Seat) -> tuple[Piece, ...]:
    """Return a sign for each section of a gateway that is there."""
    return tuple(pip for pip in scores(state)[seat].pieces if not pip.empty)


def _leader(state: State, fact: LeaderPlayed) -> Scene:
    who, leader = name(state, fact.seat), LEADER_NAMES[fact.leader]
    return Scene(
        "row",
        say("{name} plays {leader}", name=who, leader=leader),
        (SceneSide(who, (face_piece(leader_card(fact.leader)),)),),
        RULEBOOK[RuleId(fact.leader.value)].says,
        rule=fact.rule,
    )


# ---------------------------------------------------------------- claims, and the end


def _checked(state: State, fact: GatewayChecked) -> Scene:
    who = name(state, fact.seat)
    title = (
        say("{name}’s gateway is valid", name=who)
        if fact.valid
        else say("{name}’s gateway isn’t valid", name=who)
    )
    return Scene("row", title, _sums(fact), rule=fact.rule)


def _sums(fact: GatewayChecked, whose: Text = EMPTY) -> tuple[SceneSide, SceneSide]:
    parity = say("even and odd mixed")
    if fact.even_or_odd:
        parity = say("all odd") if fact.bridge[0] % 2 else say("all even")
    order = say("in sequence") if fact.sequence else say("not in sequence")
    bridge, gate = say("Bridge"), say("Gate")
    if whose != EMPTY:
        bridge, gate = say("Bridge of {name}", name=whose), say("Gate of {name}", name=whose)
    return (
        SceneSide(
            bridge, _tokens(fact.bridge, "bridge", "war"), detail=parity, won=fact.even_or_odd
        ),
        SceneSide(gate, _tokens(fact.gate, "gate", "build"), detail=order, won=fact.sequence),
    )


def _tokens(sums: tuple[int, ...], icon: str, colour: str) -> tuple[Piece, ...]:
    return tuple(
        Piece(literal(str(number)), icon=icon, number=str(number), colour=colour, shape="token")
        for number in sums
    )


def _leaders_in_hand(state: State, fact: TieBroken) -> Scene:
    sides = tuple(
        SceneSide(name(state, seat), number=str(fact.leaders[seat]), won=seat == fact.winner)
        for seat in PLAYERS
    )
    title = say("Both gateways are valid: Leaders in hand decide")
    return Scene("duel", title, sides, SENTENCES.fact(state, fact), rule=fact.rule)


def _cut(state: State, fact: CutDecided) -> Scene:
    whose = (claimant(state), state.turn)
    sides = tuple(
        SceneSide(
            name(state, seat), (face_piece(card),), str(card.number or ""), won=seat == fact.winner
        )
        for seat, card in zip(whose, fact.cards, strict=True)
    )
    title = say("The higher card decides")
    return Scene("duel", title, sides, SENTENCES.fact(state, fact), rule=fact.rule)


_MADE: Mapping[type[Fact], Callable[[State, Any], Scene]] = {
    AttackDecided: _attack,
    GatewayChecked: _checked,
    TieBroken: _leaders_in_hand,
    CutDecided: _cut,
}


def _end(state: State) -> Scene:
    assert state.outcome is not None
    reason, winners = state.outcome.reason, state.outcome.winners
    told = tell_outcome(state, state.outcome)
    checked = [fact for fact in state.news if isinstance(fact, GatewayChecked)]
    sides = [side for fact in checked for side in _sums(fact, name(state, fact.seat))]
    if not sides:
        sides = [
            SceneSide(name(state, seat), _pips(state, seat), won=seat in winners)
            for seat in PLAYERS
        ]
    verdict = _how(reason, name(state, winners[0])) if winners else told
    return Scene("end", told, tuple(sides), verdict or told, rule=RuleId(_RULES[reason]))


def _how(reason: str, winner: Text) -> Text | None:
    """Return what the winner has; a false claim is told as a whole."""
    match reason:
        case "gateway":
            return say("With a complete gateway to Atlantis.")
        case "gateway-leader":
            return say("Both gateways are complete, and only {name} has a Leader.", name=winner)
        case "gateway-cut":
            return say("Both gateways are complete, and {name} has the higher card.", name=winner)
        case _:
            return None
