"""The sentence that rules the screen of War of Waves, where we are, and what is missing."""

from collections.abc import Callable, Mapping
from typing import Final

from referee.core import Missing, Step, Text, listed, say, say_count
from referee.games.war_of_waves.choices import choices
from referee.games.war_of_waves.components import (
    LEADER_NAMES,
    ROW,
    Deed,
    Kind,
)
from referee.games.war_of_waves.gateways import is_ready, place_at
from referee.games.war_of_waves.hands_told import hands
from referee.games.war_of_waves.places import card_there, section_of
from referee.games.war_of_waves.rules import acting
from referee.games.war_of_waves.state import Phase, State, Then, other
from referee.games.war_of_waves.voice import tell_outcome


def step(state: State) -> Step:
    """Say what happens next, and offer what can be entered for it."""
    return Step(
        say=sentence(state),
        where=_where(state),
        hands=hands(state),
        choices=choices(state),
        missing=_missing(state),
    )


def sentence(state: State) -> Text:
    """Say who does what with their hands now."""
    if state.outcome:
        return tell_outcome(state, state.outcome)
    seat = acting(state)
    assert seat is not None
    return _SENTENCES[state.phase](state, state.table.names[seat])


def _deal_sentence(_state: State, name: str) -> Text:
    return say("{name}: look at your cards. How many Leaders came up?", name=name)


def _swap_sentence(_state: State, name: str) -> Text:
    return say("{name}: which bridge Build card changes places with which of the gate?", name=name)


def _target_sentence(_state: State, name: str) -> Text:
    return say("{name}: Poseidon attacks. Point at 1 or 2 cards.", name=name)


def _move_sentence(_state: State, name: str) -> Text:
    return say("{name}: Ares leads. Which War cards come over to which section?", name=name)


def _claim_sentence(_state: State, name: str) -> Text:
    return say("{name}: your gateway is complete. Do you claim it?", name=name)


def _cut_sentence(_state: State, name: str) -> Text:
    return say("{name}: turn up the top card of the deck. What is it?", name=name)


def _face_sentence(state: State, _name: str) -> Text:
    if not state.faces:
        return say("Which Face card lies farthest from the deck?")
    if len(state.faces) == ROW - 1:
        return say("Which Face card lies next to the deck?")
    return say("Which is the next Face card, towards the deck?")


def _act_sentence(state: State, name: str) -> Text:
    used = len(state.types)
    if not used and any(state.hands[state.turn][2:]):
        return say("{name}: build, fortify, attack or play a Leader. What do you do?", name=name)
    if not used:
        return say("{name}: build, fortify or attack. What do you do?", name=name)
    if used == 1:
        return say("{name}: more of that, one other type of Action, or done?", name=name)
    return say("{name}: more of these two, or done?", name=name)


def _draw_sentence(state: State, name: str) -> Text:
    if state.leader and state.then is Then.EFFECT:
        return say(
            "{name}: draw 1 card for {leader}. Which back does it have?",
            name=name,
            leader=LEADER_NAMES[state.leader],
        )
    return say_count(
        "{name}: draw 1 card from the deck. Which back does it have?",
        "{name}: draw from the deck, {count} in all. Which back has the next one?",
        state.draws,
        name=name,
    )


def _refill_sentence(state: State, name: str) -> Text:
    taken = say("{name}: take the farthest Face card and slide the row on.", name=name)
    if len(state.faces) == ROW - 1:
        return say("{taken} Which card is new?", taken=taken)
    return say("{taken} Which card is turned up?", taken=taken)


def _present_sentence(state: State, name: str) -> Text:
    assert state.assault is not None
    if state.assault.attackers:
        return say("{name}: show another card, or strike?", name=name)
    return say("{name}: show the cards that attack. Which is the first?", name=name)


def _reveal_sentence(state: State, name: str) -> Text:
    spot = state.to_reveal[0]
    lying = len(place_at(state, spot.side, spot.at).of(spot.kind))
    return say(
        "{name}: turn over {card} of {section}. What is it?",
        name=name,
        card=_your(card_there(spot, lying)),
        section=section_of(state, spot.side, spot.at),
    )


_SENTENCES: Mapping[Phase, Callable[[State, str], Text]] = {
    Phase.DEAL: _deal_sentence,
    Phase.FACE: _face_sentence,
    Phase.ACT: _act_sentence,
    Phase.DRAW: _draw_sentence,
    Phase.REFILL: _refill_sentence,
    Phase.SWAP: _swap_sentence,
    Phase.TARGET: _target_sentence,
    Phase.MOVE: _move_sentence,
    Phase.PRESENT: _present_sentence,
    Phase.REVEAL: _reveal_sentence,
    Phase.CLAIM: _claim_sentence,
    Phase.CUT: _cut_sentence,
}


def _your(card: Text) -> Text:
    return say("your {card}", card=card)


def _where(state: State) -> Text:
    names = state.table.names
    if state.outcome:
        return say_count("Over after {count} turn", "Over after {count} turns", state.turns)
    if state.phase in (Phase.DEAL, Phase.FACE):
        return say("Setting up · {name} begins", name=names[state.table.first])
    if state.phase is Phase.CUT:
        return say("Both gateways are right: the higher card wins")
    if state.phase is Phase.REVEAL and state.assault is None:
        return say("The gateway of {name} is tested", name=names[other(state.turn)])
    turn = say("Turn {number} of {name}", number=state.turns // 2 + 1, name=names[state.turn])
    parts = [turn]
    if state.types:
        parts.append(listed([_DEEDS_DONE[deed] for deed in state.types]))
    parts += [
        say("{name} claims a complete gateway", name=names[seat])
        for seat, claims in enumerate(state.claims)
        if claims
    ]
    text = parts[0]
    for part in parts[1:]:
        text = say("{first} · {next}", first=text, next=part)
    return text


_DEEDS_DONE: Final = {
    Deed.BUILD: say("has built"),
    Deed.FORTIFY: say("has fortified"),
    Deed.ATTACK: say("has attacked"),
}


def _missing(state: State) -> tuple[Missing, ...]:
    if state.phase is not Phase.ACT:
        return ()
    found = []
    name = state.table.names[state.turn]
    if not is_ready(state.gateways[state.turn]):
        why = say(
            "{name} needs at least 1 Build and 1 War card at all 4 bridge sections before that.",
            name=name,
        )
        found.append(Missing(say("Anything at a gate"), why, "V16", icon="gate"))
    if len(state.types) > 1:
        why = say("A turn has two types of Action; {name} has used both.", name=name)
        found.append(Missing(say("A third type of Action"), why, "V2", icon="hand"))
    hand = state.hands[state.turn]
    if state.types and sum(hand[2:]):
        why = say("A Leader is played before any Action of the turn.")
        found.append(Missing(say("A Leader"), why, "V5", icon="leader"))
    if not hand[Kind.BUILD.place]:
        why = say("{name} holds no Build card.", name=name)
        found.append(Missing(say("Building"), why, "build", icon="build"))
    return tuple(found)
