"""What the referee says about entries, refusals and what follows, as sentences for people."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.core import Action, Fact, Outcome, Overrule, Ruling, Text, say, tell, tell_overrule
from referee.games.war_of_waves.actions import (
    Attack,
    Build,
    Cut,
    Dealt,
    Done,
    Draw,
    Face,
    Finish,
    Fortify,
    Leader,
    Move,
    OverruleBack,
    OverruleCopies,
    OverrulePlace,
    OverruleRemove,
    OverruleTurn,
    OverruleValue,
    Present,
    Remember,
    Reveal,
    Strike,
    Swap,
)
from referee.games.war_of_waves.components import LEADER_NAMES, Kind, card_name, card_of
from referee.games.war_of_waves.corrections_told import led_to_list, tell_list
from referee.games.war_of_waves.facts_told import FACTS
from referee.games.war_of_waves.places import card_of_side, card_on, cards_of_side, section_of
from referee.games.war_of_waves.refusals import Refusal
from referee.games.war_of_waves.refusals_told import REFUSALS
from referee.games.war_of_waves.state import Spot, State, other
from referee.games.war_of_waves.words import (
    WON_BY,
    back_name,
    counted_leaders,
    lying_name,
    name,
    section_name,
    won_by_false_claim,
)


def tell_action(state: State, action: Action) -> Text:
    """Describe an entry as a line of the story; `state` is the one before it."""
    if isinstance(action, Overrule):
        return tell_overrule(action, _decided(state, action), state.table.names)
    return _ENTRIES[type(action)](state, action)


def tell_fact(state: State, fact: Fact) -> Text:
    """Describe what followed; `state` is the one after it."""
    return FACTS[type(fact)](state, fact)


def tell_refusal(state: State, action: Action, ruling: Ruling) -> Text:
    """Say what was expected instead, of whom, and why."""
    refused = tell(REFUSALS, Refusal(ruling.reason), state, action, ruling.numbers)
    return led_to_list(refused, ruling.numbers)


def tell_outcome(state: State, outcome: Outcome) -> Text:
    """Say who won and by what."""
    if outcome.reason == "false-claim":
        return won_by_false_claim(state, outcome.winners[0])
    by = WON_BY[outcome.reason]
    if not outcome.winners:
        return say("A draw: {by}.", by=by)
    return say("{name} wins with {by}!", name=name(state, outcome.winners[0]), by=by)


# Each has one place that differs, so that the question “which one?” reads well without it.


def _decided(state: State, action: Overrule) -> Text:
    match action:
        case OverruleTurn(seat=seat):
            return say("it is {name}’s turn, from its beginning", name=name(state, seat))
        case OverruleValue(side=side, at=at, kind=kind, card=card, value=value):
            what = say(
                "{card} is {value}",
                card=card_of_side(state, Spot(side, at, kind, card)),
                value=lying_name(kind, value),
            )
            return say("everybody knows that {what}", what=what)
        case OverruleRemove(side=side, at=at, kind=kind, card=card):
            what = card_of_side(state, Spot(side, at, kind, card))
            return say("{what} goes to the discard pile", what=what)
        case OverruleCopies() | OverruleBack():
            return tell_list(state, action)
    assert isinstance(action, OverrulePlace)
    what = say(
        "{card} on {place}",
        card=lying_name(action.kind, None),
        place=section_of(state, action.seat, action.at),
    )
    return say("{what} is laid from the hand", what=what)


def _tell_dealt(state: State, action: Dealt) -> Text:
    if not action.build and not action.war:
        return say("{name}: no Leader while dealing.", name=name(state, action.seat))
    return say(
        "{name}: {leaders} while dealing.",
        name=name(state, action.seat),
        leaders=counted_leaders(action.build, action.war),
    )


def _tell_face(_state: State, action: Face) -> Text:
    return say("Face card: {card}.", card=card_name(action.card))


def _tell_leader(state: State, action: Leader) -> Text:
    return say(
        "{name} announced {leader}.",
        name=name(state, state.turn),
        leader=LEADER_NAMES[action.name],
    )


def _tell_build(state: State, action: Build) -> Text:
    return say("{name} built {place}.", name=name(state, state.turn), place=section_name(action.at))


def _tell_fortify(state: State, action: Fortify) -> Text:
    return say(
        "{name} fortified {place} with {card}.",
        name=name(state, state.turn),
        place=section_name(action.at),
        card=lying_name(action.kind, None),
    )


def _tell_attack(state: State, action: Attack) -> Text:
    spots = [
        Spot(action.side, section, kind, card)
        for section, kind, card in zip(action.at, action.kind, action.cards, strict=False)
    ]
    return say(
        "{name} pointed at {cards}.",
        name=name(state, state.turn),
        cards=cards_of_side(state, spots) if spots else say("no card"),
    )


def _tell_present(state: State, action: Present) -> Text:
    return say(
        "{name} attacks with {card}.", name=name(state, state.turn), card=card_name(action.card)
    )


def _tell_strike(state: State, _action: Strike) -> Text:
    return say("{name} strikes.", name=name(state, state.turn))


def _tell_reveal(state: State, action: Reveal) -> Text:
    return say(
        "{name} turned over {card}: {value}.",
        name=name(state, action.side),
        card=card_on(state, Spot(action.side, action.at, action.kind, action.card)),
        value=lying_name(action.kind, action.value),
    )


def _tell_done(state: State, action: Done) -> Text:
    if action.claim:
        return say("{name} is done and says: complete!", name=name(state, state.turn))
    return say("{name} is done.", name=name(state, state.turn))


def _tell_draw(state: State, action: Draw) -> Text:
    return say(
        "{name} drew {card} from the deck.",
        name=name(state, state.turn),
        card=back_name(action.back, leader=action.leader),
    )


def _tell_swap(state: State, action: Swap) -> Text:
    return say(
        "{name} swapped {bridge} and {gate}.",
        name=name(state, state.turn),
        bridge=card_on(state, Spot(state.turn, action.bridge, Kind.BUILD, action.bridge_card)),
        gate=card_on(state, Spot(state.turn, action.gate, Kind.BUILD, action.gate_card)),
    )


def _tell_move(state: State, action: Move) -> Text:
    spots = [
        Spot(other(state.turn), section, Kind.WAR, card)
        for section, card in zip(action.at, action.cards, strict=False)
    ]
    return say(
        "{name} moved {cards} to {place}.",
        name=name(state, state.turn),
        cards=cards_of_side(state, spots) if spots else say("no card"),
        place=section_of(state, state.turn, action.to),
    )


def _tell_finish(state: State, action: Finish) -> Text:
    if action.claim:
        return say("{name} says: complete!", name=name(state, state.turn))
    return say("{name} does not say “complete” yet.", name=name(state, state.turn))


def _tell_cut(state: State, action: Cut) -> Text:
    return say(
        "{name} turned up {card}.", name=name(state, action.seat), card=card_name(action.card)
    )


def _tell_remember(state: State, action: Remember) -> Text:
    card = card_on(state, Spot(action.seat, action.at, action.kind, action.card))
    value = action.value.value
    known = card_of(action.kind, value) if value is not None else None
    if known is None:
        return say("{name} made a note.", name=name(state, action.seat))
    return say("Your note: {card} is {value}.", card=card, value=card_name(known))


_ENTRIES: Mapping[type[Action], Callable[[State, Any], Text]] = {
    Dealt: _tell_dealt,
    Face: _tell_face,
    Leader: _tell_leader,
    Build: _tell_build,
    Fortify: _tell_fortify,
    Attack: _tell_attack,
    Present: _tell_present,
    Strike: _tell_strike,
    Reveal: _tell_reveal,
    Done: _tell_done,
    Draw: _tell_draw,
    Swap: _tell_swap,
    Move: _tell_move,
    Finish: _tell_finish,
    Cut: _tell_cut,
    Remember: _tell_remember,
}
