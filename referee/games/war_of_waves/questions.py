"""What is asked before an entry after which face-down cards are turned up for everybody.

A card that its owner has noted is turned up at once then, with nobody touching it. Whether one is
noted is a secret, so the question comes in any case.
"""

from collections.abc import Sequence

from referee.core import EMPTY, Action, Seat, Text, replaced, say, say_count
from referee.games.war_of_waves.actions import (
    Attack,
    Build,
    Done,
    Finish,
    Fortify,
    Leader,
    Present,
    Strike,
)
from referee.games.war_of_waves.attacks import hidden_targets
from referee.games.war_of_waves.gateways import is_complete
from referee.games.war_of_waves.places import cards_of_side
from referee.games.war_of_waves.rules import apply
from referee.games.war_of_waves.state import PLAYERS, Phase, State, Then, other

_WITHIN_A_TURN = (Attack, Build, Fortify, Leader, Present)


def question(state: State, action: Action, doubts: Sequence[Text] = ()) -> Text:
    """Return what is asked before an entry; nothing where it turns up no cards.

    `doubts` are why a claim would lose, for the screen of whoever knows it.
    """
    if doubts and isinstance(action, Done | Finish) and action.claim:
        return _doubted(doubts, _question(state, action))
    return _question(state, action)


def _doubted(doubts: Sequence[Text], asked: Text) -> Text:
    text = asked
    for doubt in reversed(doubts):
        text = say("{doubt} {asked}", doubt=doubt, asked=text)
    return text


def _question(state: State, action: Action) -> Text:
    if isinstance(action, Strike) and hidden_targets(state):
        return _strike(state)
    if _ends_with_a_test(state, action):
        tested = _tested_by(state, action)
        if tested:
            return _test(state, tested)
    if isinstance(action, Done | Finish) and action.claim:
        return _claim(state)
    return EMPTY


def _ends_with_a_test(state: State, action: Action) -> bool:
    """Return whether it is worth a look: a claim waits, and it is not tested already."""
    tested = state.phase is Phase.CUT or (state.phase is Phase.REVEAL and not state.assault)
    return state.claims[other(state.turn)] and not tested and not isinstance(action, _WITHIN_A_TURN)


def _strike(state: State) -> Text:
    hidden = hidden_targets(state)
    return say_count(
        "Strike? Then {cards} is turned up for everybody.",
        "Strike? Then {cards} are turned up for everybody.",
        len(hidden),
        cards=cards_of_side(state, hidden),
    )


def _tested_by(state: State, action: Action) -> list[Seat]:
    """Name the seats whose gateways are turned up and added up because of this entry.

    With “done” nothing can keep a test away any more: what is drawn after it is not asked about.
    """
    if isinstance(action, Done):
        claims = replaced(state.claims, state.turn, state.claims[state.turn] or action.claim)
        waiting = other(state.turn)
        return _standing(state, claims) if is_complete(state.gateways[waiting]) else []
    if state.then is Then.END and state.phase in (Phase.DRAW, Phase.REFILL):
        return []
    after, _facts = apply(state, action)
    if after.phase is not Phase.REVEAL or after.assault is not None:
        return []
    return _standing(after, after.claims)


def _standing(state: State, claims: tuple[bool, ...]) -> list[Seat]:
    return [seat for seat in PLAYERS if claims[seat] and is_complete(state.gateways[seat])]


def _test(state: State, tested: list[Seat]) -> Text:
    name = state.table.names[state.turn]
    if len(tested) > 1:
        return say(
            "Then {name}’s turn is over, and both gateways are turned up for everybody. Go on?",
            name=name,
        )
    return say(
        "Then {name}’s turn is over, and {claimant}’s gateway is turned up for everybody. Go on?",
        name=name,
        claimant=state.table.names[tested[0]],
    )


def _claim(state: State) -> Text:
    return say(
        "Claim: after {other}’s next turn {name}’s Build cards are turned up for everybody, and if "
        "they are not right {other} wins. Does {name} claim?",
        name=state.table.names[state.turn],
        other=state.table.names[other(state.turn)],
    )
