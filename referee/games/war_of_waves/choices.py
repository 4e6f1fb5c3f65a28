"""The buttons of the moment in War of Waves, and what is asked before some of them.

Some entries turn up face-down cards for everybody. A card that its owner has noted is then entered
without a tap. Whether one is noted is a secret, so the question is asked in any case.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from referee.core import EMPTY, Action, Choice, Seat, Text, replaced, say
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
    Reveal,
    Strike,
    Swap,
)
from referee.games.war_of_waves.attacks import hidden_targets, targets_of
from referee.games.war_of_waves.components import (
    DRAWS,
    KIND_NAMES,
    LEADER_NAMES,
    Card,
    Kind,
    LeaderName,
    card_name,
    card_of,
)
from referee.games.war_of_waves.gateways import is_complete, laid_at
from referee.games.war_of_waves.places import card_at, cards_of_side, cards_there, place_of
from referee.games.war_of_waves.rules import apply, legal_actions
from referee.games.war_of_waves.state import PLAYERS, Phase, Spot, State, Then, acting, other
from referee.games.war_of_waves.warnings_own import consequences
from referee.games.war_of_waves.words import DEED_NAMES, section_name, summed


def choices(state: State, reader: Seat | None = None) -> tuple[Choice, ...]:
    """Return a button for everything that can be entered on the main line, as a reader sees it."""
    seat = acting(state)
    if seat is None:
        return ()
    doubts = consequences(state, seat) if reader == seat else ()
    return tuple(_choice(state, action, doubts) for action in legal_actions(state, seat))


def _choice(state: State, action: Action, doubts: tuple[Text, ...]) -> Choice:
    choice = _CHOICES[type(action)](state, action)
    if doubts and isinstance(action, Done | Finish) and action.claim:
        choice = replace(choice, detail=say("your notes say it loses"), main=False)
    return replace(choice, ask=question(state, action, doubts))


def _dealt(state: State, action: Dealt) -> Choice:
    label = say("No other Leader") if any(state.hands[action.seat]) else say("No Leader")
    return Choice(action, label, icon="hand", main=True)


def _dealt_leader(_state: State, action: DealtLeader) -> Choice:
    build = action.back is Kind.BUILD
    back = say("with a Build back") if build else say("with a War back")
    return Choice(action, say("A Leader"), back, icon="leader", colour=action.back.value)


def card_choice(action: Action, card: Card, **more: Any) -> Choice:  # noqa: ANN401 - a Choice’s fields
    """Return the button of a card’s front."""
    if card.kind:
        return Choice(
            action,
            KIND_NAMES[card.kind],
            icon=card.kind.value,
            number=str(card.number),
            colour=card.kind.value,
            **more,
        )
    return Choice(action, card_name(card), icon=card.value, colour="leader", **more)


def _front(_state: State, action: Face | Cut | Present) -> Choice:
    return card_choice(action, action.card)


def _reveal(_state: State, action: Reveal) -> Choice:
    card = card_of(action.kind, action.value)
    assert card is not None
    return card_choice(action, card)


def _strike(state: State, action: Strike) -> Choice:
    assert state.assault is not None
    total = summed(state.assault.attackers)
    return Choice(action, say("Strike"), total, icon="ui-next", main=True)


_GROUPS: Mapping[str, Text] = {
    **{deed.value: name for deed, name in DEED_NAMES.items()},
    "own": say("Own cards"),
    "leader": say("Leader"),
    "done": say("Done"),
}


def _in(group: str) -> dict[str, Any]:
    return {"group": group, "group_label": _GROUPS[group]}


def _build(_state: State, action: Build) -> Choice:
    icon = "gate" if action.at.is_gate else "bridge"
    return Choice(
        action,
        section_name(action.at),
        say("1 Build card"),
        icon=icon,
        colour="build",
        **_in("build"),
    )


def _fortify(_state: State, action: Fortify) -> Choice:
    return Choice(
        action,
        section_name(action.at),
        say("1 Build card") if action.kind is Kind.BUILD else say("1 War card"),
        icon=action.kind.value,
        colour=action.kind.value,
        **_in("fortify"),
    )


def _attack(state: State, action: Attack) -> Choice:
    targets = targets_of(action)
    assert targets is not None
    if state.phase is Phase.TARGET:
        return _poseidon(state, action, targets)
    first = targets[0]
    return Choice(
        action,
        section_name(first.at),
        cards_there(state, targets),
        icon=first.kind.value,
        number=_known(state, targets),
        colour=first.kind.value,
        **_in("own" if action.side == state.turn else "attack"),
    )


def _known(state: State, targets: tuple[Spot, ...]) -> str:
    """Return the total of the targets where everybody knows it."""
    numbers = [laid.value for spot in targets if (laid := laid_at(state, spot))]
    return "" if None in numbers else str(sum(number or 0 for number in numbers))


def _poseidon(state: State, action: Attack, targets: tuple[Spot, ...]) -> Choice:
    first, last = targets[0], targets[-1]
    label = card_at(state, first)
    if last != first:
        label = say("{first} and {second}", first=label, second=card_at(state, last))
    return Choice(
        action,
        label,
        icon=first.kind.value,
        number=_known(state, targets),
        colour=first.kind.value,
        group=first.at.value,
        group_label=section_name(first.at),
    )


_LEADERS_DO: Final[Mapping[LeaderName, Text]] = {
    LeaderName.HEPHAESTUS: say("swaps a bridge and a gate Build card"),
    LeaderName.POSEIDON: say("attacks 1 or 2 cards with any cards"),
    LeaderName.ARES: say("brings 1 or 2 War cards over"),
    LeaderName.CETO: say("swaps the hands"),
}


def _leader(_state: State, action: Leader) -> Choice:
    return Choice(
        action,
        LEADER_NAMES[action.name],
        _LEADERS_DO[action.name],
        icon=action.name.value,
        colour="leader",
        **_in("leader"),
    )


def _done(state: State, action: Done) -> Choice:
    if action.claim:
        return Choice(
            action,
            say("Done, and claim"),
            say("the gateway is complete"),
            icon="claim",
            main=True,
            **_in("done"),
        )
    return Choice(
        action,
        say("Done"),
        _BRINGS[DRAWS[state.types]],
        icon="hand",
        main=bool(state.types),
        **_in("done"),
    )


_BRINGS: Final[Mapping[tuple[int, int], Text]] = {
    (0, 0): say("draw nothing"),
    (1, 0): say("draw 1 Deck card"),
    (2, 0): say("draw 2 Deck cards"),
    (0, 1): say("draw 1 Face card"),
    (0, 2): say("draw 2 Face cards"),
    (1, 1): say("draw 1 Deck card, then 1 Face card"),
}
"""What a turn brings to the hand, by the numbers of Deck and Face cards."""


def _draw(_state: State, action: Draw) -> Choice:
    kind = KIND_NAMES[action.back]
    if action.leader:
        return Choice(
            action,
            say("A Leader"),
            say("{kind} back: draw 1 more", kind=kind),
            icon="leader",
            colour=action.back.value,
        )
    return Choice(
        action,
        say("{kind} back", kind=kind),
        icon=action.back.value,
        colour=action.back.value,
        main=True,
    )


def _swap(state: State, action: Swap) -> Choice:
    seat = state.turn
    bridge = Spot(seat, action.bridge, Kind.BUILD, action.bridge_card)
    gate = Spot(seat, action.gate, Kind.BUILD, action.gate_card)
    return Choice(
        action,
        place_of(state, gate),
        icon="build",
        colour="build",
        group=f"{action.bridge.value}-{action.bridge_card}",
        group_label=place_of(state, bridge),
    )


def _move(state: State, action: Move) -> Choice:
    enemy = other(state.turn)
    spots = [
        Spot(enemy, section, Kind.WAR, card)
        for section, card in zip(action.at, action.cards, strict=True)
    ]
    label = card_at(state, spots[0])
    if len(spots) > 1:
        label = say("{first} and {second}", first=label, second=card_at(state, spots[1]))
    return Choice(
        action,
        say("{name}’s {cards}", name=state.table.names[enemy], cards=label),
        icon="war",
        colour="war",
        group=action.to.value,
        group_label=say("to {section}", section=section_name(action.to)),
    )


def _finish(_state: State, action: Finish) -> Choice:
    if action.claim:
        return Choice(action, say("Claim it"), icon="claim", main=True)
    return Choice(action, say("Not yet"), icon="hand")


_CHOICES: Mapping[type[Action], Callable[[State, Any], Choice]] = {
    Dealt: _dealt,
    DealtLeader: _dealt_leader,
    Face: _front,
    Cut: _front,
    Present: _front,
    Reveal: _reveal,
    Strike: _strike,
    Build: _build,
    Fortify: _fortify,
    Attack: _attack,
    Leader: _leader,
    Done: _done,
    Draw: _draw,
    Swap: _swap,
    Move: _move,
    Finish: _finish,
}


_WITHIN_A_TURN = (Attack, Build, Fortify, Leader, Present)


def question(state: State, action: Action, doubts: Sequence[Text] = ()) -> Text:
    """Return what is asked before an entry; empty if it turns up no cards.

    `doubts` are why a claim would lose, for the screen of the seat that knows it.
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
        return _before_strike(state)
    if _ends_with_a_test(state, action):
        tested = _tested_by(state, action)
        if tested:
            return _test(state, tested)
    if isinstance(action, Done | Finish) and action.claim:
        return _claim(state)
    return EMPTY


def _ends_with_a_test(state: State, action: Action) -> bool:
    """Return whether this entry can end the turn before a test of the opponent's claim."""
    tested = state.phase is Phase.CUT or (state.phase is Phase.REVEAL and not state.assault)
    return state.claims[other(state.turn)] and not tested and not isinstance(action, _WITHIN_A_TURN)


def _before_strike(state: State) -> Text:
    hidden = hidden_targets(state)
    return say(
        "Strike now? That turns up {cards} for everybody.", cards=cards_of_side(state, hidden)
    )


def _tested_by(state: State, action: Action) -> list[Seat]:
    """Return the seats whose gateways are turned up and added up because of this entry.

    After “done” nothing can prevent a test, so the draws that follow ask nothing.
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
            "That ends {name}’s turn, and both gateways are turned up for everybody. Go on?",
            name=name,
        )
    return say(
        "That ends {name}’s turn, and {claimant}’s gateway is turned up for everybody. Go on?",
        name=name,
        claimant=state.table.names[tested[0]],
    )


def _claim(state: State) -> Text:
    return say(
        "Claim now? After {other}’s next turn, {name}’s Build cards are turned up for everybody, "
        "and if they are not valid, {other} wins.",
        name=state.table.names[state.turn],
        other=state.table.names[other(state.turn)],
    )
