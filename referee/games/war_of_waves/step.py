"""The step of War of Waves: the question of the moment, and what can be entered."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from referee.core import Action, Missing, Seat, Step, Text, say, say_count
from referee.games.war_of_waves.actions import Attack, Build, Done, Finish, Fortify, Leader, Present
from referee.games.war_of_waves.choices import choices
from referee.games.war_of_waves.components import (
    LEADER_NAMES,
    ROW,
    Deed,
    Kind,
)
from referee.games.war_of_waves.facts import LeaderBonus, NothingToPlay
from referee.games.war_of_waves.gateways import is_ready
from referee.games.war_of_waves.places import the_card
from referee.games.war_of_waves.rules import refused_by_list
from referee.games.war_of_waves.state import Phase, State, Then, acting, other
from referee.games.war_of_waves.tasks import tasks
from referee.games.war_of_waves.warnings_own import consequences
from referee.games.war_of_waves.words import section_name, tell_outcome


def step(state: State, seat: Seat | None = None) -> Step:
    """Return what happens next, and what can be entered for it.

    A seat that knows that its claim would lose is not invited to it; no other screen shows that.
    """
    offered = choices(state, seat)
    actions = tuple(choice.action for choice in offered)
    doubts = seat == state.turn and bool(consequences(state, state.turn))
    return Step(
        say=(_doubt(state, actions) if doubts else None) or _sentence(state, actions),
        where=_where(state),
        hands=tasks(state),
        choices=offered,
        missing=_missing(state),
    )


def _sentence(state: State, offered: Sequence[Action]) -> Text:
    """Return the sentence that says who does what now, out of what is possible."""
    if state.outcome:
        return tell_outcome(state, state.outcome)
    seat = acting(state)
    assert seat is not None
    name = state.table.names[seat]
    if state.phase is Phase.ACT:
        return _act_sentence(state, name, offered)
    if state.phase is Phase.PRESENT:
        return _present_sentence(state, name, offered)
    return _SENTENCES[state.phase](state, name)


def _doubt(state: State, offered: Sequence[Action]) -> Text | None:
    """Return that a claim would lose, if one is possible now."""
    name = state.table.names[state.turn]
    if Done(claim=True) in offered:
        return say("{name}: all sections are there, but a claim would lose. Go on?", name=name)
    if Finish(claim=True) in offered:
        return say(
            "{name}: all sections are there, but a claim would lose. Do you claim?", name=name
        )
    return None


def _deal_sentence(state: State, name: str) -> Text:
    if any(state.hands[state.turn]):
        return say("{name}: did another Leader come up for you?", name=name)
    return say("{name}: did a Leader come up for you?", name=name)


def _swap_sentence(_state: State, name: str) -> Text:
    return say(
        "{name}: which of your bridge’s Build cards do you swap with which of your gate’s?",
        name=name,
    )


def _target_sentence(state: State, name: str) -> Text:
    return say(
        "{name}: Poseidon attacks. Point at 1 or 2 of {other}’s cards.",
        name=name,
        other=state.table.names[other(state.turn)],
    )


def _move_sentence(state: State, name: str) -> Text:
    return say(
        "{name}: Ares brings 1 or 2 of {other}’s War cards to your bridge. Which, and where to?",
        name=name,
        other=state.table.names[other(state.turn)],
    )


def _face_sentence(state: State, name: str) -> Text:
    if not state.faces:
        return say("{name}: which Face card is farthest from the deck?", name=name)
    if len(state.faces) == ROW - 1:
        return say("{name}: which Face card is next to the deck?", name=name)
    return say("{name}: which is the next Face card, towards the deck?", name=name)


def _act_sentence(state: State, name: str, offered: Sequence[Action]) -> Text:
    if Done(claim=True) in offered:
        return say("{name}: your gateway is complete. Claim it, or go on?", name=name)
    ways = frozenset(type(action) for action in offered) & _WAYS
    sentence = _GO_ON[ways] if state.types else _BEGIN[ways]
    return replace(sentence, values=(("name", name),))


_WAYS: Final = frozenset({Build, Fortify, Attack, Leader})

# Each combination is a whole sentence, so that a language can word each as it needs.
_BEGIN: Final[Mapping[frozenset[type[Action]], Text]] = {
    frozenset(): say("{name}: nothing is possible this turn. Tap Done."),
    frozenset({Build}): say("{name}: you can only build. Lay a Build card face down, or tap Done."),
    frozenset({Fortify}): say("{name}: you can only fortify. Add a card face down, or tap Done."),
    frozenset({Attack}): say("{name}: you can only attack. Point at your target, or tap Done."),
    frozenset({Leader}): say("{name}: you can only play a Leader. Show it, or tap Done."),
    frozenset({Build, Fortify}): say("{name}: build or fortify?"),
    frozenset({Build, Attack}): say("{name}: build or attack?"),
    frozenset({Build, Leader}): say("{name}: build, or play a Leader?"),
    frozenset({Fortify, Attack}): say("{name}: fortify or attack?"),
    frozenset({Fortify, Leader}): say("{name}: fortify, or play a Leader?"),
    frozenset({Attack, Leader}): say("{name}: attack, or play a Leader?"),
    frozenset({Build, Fortify, Attack}): say("{name}: build, fortify or attack?"),
    frozenset({Build, Fortify, Leader}): say("{name}: build, fortify, or play a Leader?"),
    frozenset({Build, Attack, Leader}): say("{name}: build, attack, or play a Leader?"),
    frozenset({Fortify, Attack, Leader}): say("{name}: fortify, attack, or play a Leader?"),
    frozenset({Build, Fortify, Attack, Leader}): say(
        "{name}: build, fortify, attack, or play a Leader?"
    ),
}
_GO_ON: Final[Mapping[frozenset[type[Action]], Text]] = {
    frozenset(): say("{name}: nothing more is possible. Tap Done."),
    frozenset({Build}): say("{name}: build, or are you done?"),
    frozenset({Fortify}): say("{name}: fortify, or are you done?"),
    frozenset({Attack}): say("{name}: attack, or are you done?"),
    frozenset({Build, Fortify}): say("{name}: build, fortify, or are you done?"),
    frozenset({Build, Attack}): say("{name}: build, attack, or are you done?"),
    frozenset({Fortify, Attack}): say("{name}: fortify, attack, or are you done?"),
    frozenset({Build, Fortify, Attack}): say("{name}: build, fortify, attack, or are you done?"),
}


def _draw_sentence(state: State, name: str) -> Text:
    if state.leader and state.then is Then.EFFECT:
        return say(
            "{name}: draw 1 card for {leader}. Build or War back?",
            name=name,
            leader=LEADER_NAMES[state.leader],
        )
    if any(isinstance(fact, LeaderBonus) for fact in state.news):
        return say_count(
            "{name}: that was a Leader, so draw 1 more card. Build or War back?",
            "{name}: that was a Leader, so draw {count} more. Build or War back on the next?",
            state.draws,
            name=name,
        )
    if any(isinstance(fact, NothingToPlay) for fact in state.news):
        return say(
            "{name}: you have nothing to play, so draw 1 card. Build or War back?", name=name
        )
    return say_count(
        "{name}: draw 1 card from the deck. Build or War back?",
        "{name}: draw {count} cards from the deck. Build or War back on the first?",
        state.draws,
        name=name,
    )


def _present_sentence(state: State, name: str, offered: Sequence[Action]) -> Text:
    assert state.assault is not None
    if not state.assault.attackers:
        return say("{name}: show a card to attack with. Which is it?", name=name)
    if not any(isinstance(action, Present) for action in offered):
        return say("{name}: no other card can join the attack. Strike?", name=name)
    return say("{name}: show another card, or strike?", name=name)


def _reveal_sentence(state: State, name: str) -> Text:
    spot = state.to_reveal[0]
    values = {"name": name, "card": the_card(state, spot), "section": section_name(spot.at)}
    if state.assault is None:  # all are face up for the test of a claim
        return say("{name}: what is {card} on your {section}?", **values)
    return say("{name}: turn over {card} on your {section}. What is it?", **values)


_SENTENCES: Mapping[Phase, Callable[[State, str], Text]] = {
    Phase.DEAL: _deal_sentence,
    Phase.FACE: _face_sentence,
    Phase.DRAW: _draw_sentence,
    Phase.REFILL: lambda _, name: say(
        "{name}: flip a card next to the deck, for the row. Which is it?", name=name
    ),
    Phase.SWAP: _swap_sentence,
    Phase.TARGET: _target_sentence,
    Phase.MOVE: _move_sentence,
    Phase.REVEAL: _reveal_sentence,
    Phase.CLAIM: lambda _, name: say(
        "{name}: your gateway is complete. Do you claim it?", name=name
    ),
    Phase.CUT: lambda _, name: say("{name}: flip the top card of the deck. What is it?", name=name),
}


def _where(state: State) -> Text:
    names = state.table.names
    if state.outcome:
        return say_count(
            "Over after {count} turn. Turn all your cards face up.",
            "Over after {count} turns. Turn all your cards face up.",
            state.turns,
        )
    if state.phase in (Phase.DEAL, Phase.FACE):
        return say("Setting up · {name} starts", name=names[state.table.first])
    if state.phase is Phase.CUT:
        return say("Both gateways are valid: the higher card wins")
    if state.phase is Phase.REVEAL and state.assault is None:
        whose = names[state.to_reveal[0].side]
        if all(state.claims):
            return say("Checking both gateways: {name}’s now", name=whose)
        return say("Checking {name}’s gateway", name=whose)
    turn = say("Turn {number}: {name}", number=state.turns + 1, name=names[state.turn])
    parts = [turn]
    if state.types:
        parts.append(_DEEDS_DONE[state.types])
    parts += [
        say("{name} claims a complete gateway", name=names[seat])
        for seat, claims in enumerate(state.claims)
        if claims
    ]
    text = parts[0]
    for part in parts[1:]:
        text = say("{first} · {next}", first=text, next=part)
    return text


_DEEDS_DONE: Final[Mapping[tuple[Deed, ...], Text]] = {
    (Deed.BUILD,): say("built"),
    (Deed.FORTIFY,): say("fortified"),
    (Deed.ATTACK,): say("attacked"),
    (Deed.BUILD, Deed.FORTIFY): say("built and fortified"),
    (Deed.BUILD, Deed.ATTACK): say("built and attacked"),
    (Deed.FORTIFY, Deed.ATTACK): say("fortified and attacked"),
}


_BY_CARD: Final = frozenset({Phase.DEAL, Phase.FACE, Phase.REFILL, Phase.DRAW, Phase.CUT})


def _missing(state: State) -> tuple[Missing, ...]:
    if state.phase is Phase.ACT:
        return (*_missing_actions(state), *_not_listed(state))
    return _not_listed(state) if state.phase in {*_BY_CARD, Phase.PRESENT, Phase.REVEAL} else ()


def _not_listed(state: State) -> tuple[Missing, ...]:
    """Return that a card is left out because of the deck list, and where the list is corrected."""
    ruling = refused_by_list(state)
    if ruling is None:
        return ()
    why = say(
        "The list of this deck has no other. If your cards say otherwise, correct the list under "
        "“The table decides”: it is kept for your next game."
    )
    return (Missing(say("Another card"), why, ruling.rule, icon="deck"),)


def _missing_actions(state: State) -> tuple[Missing, ...]:
    found = []
    name = state.table.names[state.turn]
    if not is_ready(state.gateways[state.turn]):
        why = say(
            "{name} first needs a Build and a War card on each of the 4 bridge sections.",
            name=name,
        )
        found.append(Missing(say("Anything with a gate"), why, "V16", icon="gate"))
    if len(state.types) > 1:
        why = say("A turn has two types of Action; {name} has used both.", name=name)
        found.append(Missing(say("A third type of Action"), why, "V2", icon="hand"))
    hand = state.hands[state.turn]
    if state.types and sum(hand[2:]):
        why = say("A Leader comes before any Action of the turn.")
        found.append(Missing(say("A Leader"), why, "V5", icon="leader"))
    if not state.types and not sum(hand[2:]):
        why = say("{name} has no Leader.", name=name)
        found.append(Missing(say("A Leader"), why, "hand", icon="leader"))
    if not hand[Kind.BUILD.place]:
        why = say("{name} has no Build card.", name=name)
        found.append(Missing(say("Building"), why, "build", icon="build"))
    return tuple(found)
