"""What the referee says about entries, refusals and what follows, as sentences for people."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core import (
    Action,
    Fact,
    Outcome,
    Overrule,
    Ruling,
    Text,
    say,
    say_count,
    tell,
    tell_overrule,
)
from referee.games.rolling.actions import (
    Allocate,
    AllocateAll,
    Bury,
    Draft,
    Fire,
    OverruleBag,
    OverruleBuried,
    OverruleErase,
    OverruleFirst,
    OverruleInfamy,
    OverruleWrite,
    Plan,
    Ready,
    Roll,
    Sailor,
    Stow,
    Write,
)
from referee.games.rolling.components import CHESTS, COLOUR_NAMES, RAISED, SAILOR, Place
from referee.games.rolling.draft import price
from referee.games.rolling.facts_told import FACTS
from referee.games.rolling.refusals import Refusal
from referee.games.rolling.refusals_told import REFUSALS
from referee.games.rolling.scoring import standing
from referee.games.rolling.state import STEPS, Die, State
from referee.games.rolling.words import (
    ENDS,
    GUN_NAMES,
    PLACE_NAMES,
    die_name,
    name_of,
    names_of,
    points_said,
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
    return tell(REFUSALS, Refusal(ruling.reason), state, action, ruling.numbers)


def tell_outcome(state: State, outcome: Outcome) -> Text:
    """Say why it is over, and who won with how many points."""
    found = standing(state.boards)
    return say_count(
        "{why} {names} wins with {points}.",
        "{why} {names} win with {points}.",
        len(outcome.winners),
        why=ENDS[outcome.reason],
        names=names_of(state, outcome.winners),
        points=points_said(found.scores[outcome.winners[0]].total),
    )


def _decided(state: State, action: Overrule) -> Text:
    match action:
        case OverruleBag(colour=colour, dice=dice):
            return say("the bag holds {dice} of {colour}", dice=dice, colour=COLOUR_NAMES[colour])
        case OverruleFirst(seat=seat):
            return say("{name} has the bag", name=name_of(state, seat))
        case OverruleInfamy(seat=seat, infamy=infamy):
            return say("{name} has {infamy} Infamy", name=name_of(state, seat), infamy=infamy)
    return _decided_map(state, action)


def _decided_map(state: State, action: Overrule) -> Text:
    if isinstance(action, OverruleBuried):
        name, place = name_of(state, action.seat), PLACE_NAMES[CHESTS[action.chest - 1]]
        if action.buried:
            return say("{place} of {name} is buried", place=place, name=name)
        return say("{place} of {name} is not buried", place=place, name=name)
    assert isinstance(action, OverruleWrite | OverruleErase)
    name, place = name_of(state, action.seat), PLACE_NAMES[action.to]
    if isinstance(action, OverruleErase):
        return say("the last value in {place} of {name} is wiped", place=place, name=name)
    return say(
        "one more {value} is written in {place} of {name}",
        value=action.value,
        place=place,
        name=name,
    )


def _tell_roll(_state: State, action: Roll) -> Text:
    return say("{die} is rolled.", die=die_name(Die(action.colour, action.face)))


def _tell_draft(state: State, action: Draft) -> Text:
    die, name = Die(action.colour, action.face), name_of(state, action.seat)
    cost = price(state, action.seat, die)
    if not cost:
        return say("{name} takes {die}.", name=name, die=die_name(die))
    return say("{name} takes {die} for {price} Infamy.", name=name, die=die_name(die), price=cost)


def _tell_sailor(state: State, action: Sailor) -> Text:
    return say(
        "{name} takes {die} as a drunken sailor, a {value}.",
        name=name_of(state, action.seat),
        die=die_name(Die(action.colour, action.face)),
        value=SAILOR,
    )


def _tell_plan(state: State, action: Plan) -> Text:
    name = name_of(state, action.seat)
    if action.to.value is None:
        return say("{name} lays a die behind the screen.", name=name)
    return say(
        "{name} lays a die behind the screen: {place}.",
        name=name,
        place=PLACE_NAMES[action.to.value],
    )


def _tell_ready(state: State, action: Ready) -> Text:
    return say("{name} has laid all dice.", name=name_of(state, action.seat))


def _tell_allocate(state: State, action: Allocate) -> Text:
    return say(
        "{name}’s {value} went to {place}.",
        name=name_of(state, action.seat),
        value=action.value,
        place=PLACE_NAMES[action.to],
    )


def _tell_allocate_all(state: State, action: AllocateAll) -> Text:
    return say(
        "{name}’s three dice went to {place}.",
        name=name_of(state, action.seat),
        place=PLACE_NAMES[Place.BURY],
    )


def _tell_write(state: State, action: Write) -> Text:
    place = STEPS[state.step]
    assert isinstance(place, Place)
    name = name_of(state, action.seat)
    die = state.lies_at(action.seat, place)
    if action.raised:
        return say("{name} writes {value} instead of {die}.", name=name, value=RAISED, die=die)
    return say("{name} writes the {die} as it is.", name=name, die=die)


def _tell_bury(state: State, action: Bury) -> Text:
    return say(
        "{name} picks chest {chest} to bury.", name=name_of(state, action.seat), chest=action.chest
    )


def _tell_fire(state: State, action: Fire) -> Text:
    return say(
        "{name} fires {guns} at chest {chest} of {target}.",
        name=name_of(state, action.seat),
        guns=GUN_NAMES[action.guns],
        chest=action.chest,
        target=name_of(state, action.target),
    )


def _tell_stow(state: State, action: Stow) -> Text:
    return say(
        "{name} picks chest {chest} for the loot.",
        name=name_of(state, action.seat),
        chest=action.chest,
    )


_ENTRIES: Final[Mapping[type[Action], Callable[[State, Any], Text]]] = {
    Roll: _tell_roll,
    Draft: _tell_draft,
    Sailor: _tell_sailor,
    Plan: _tell_plan,
    Ready: _tell_ready,
    Allocate: _tell_allocate,
    AllocateAll: _tell_allocate_all,
    Write: _tell_write,
    Bury: _tell_bury,
    Fire: _tell_fire,
    Stow: _tell_stow,
}
