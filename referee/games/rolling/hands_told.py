"""What people do with their hands after an entry, as short orders made from what followed."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core import Fact, Seat, Text, listed, say, say_count
from referee.games.rolling.changes_told import changes
from referee.games.rolling.components import COLOUR_NAMES
from referee.games.rolling.facts import (
    CalledOut,
    CannonCleared,
    ChestBuried,
    CrewJoined,
    Drafted,
    Fired,
    LevelEarned,
    PortsIncome,
    RoundBegan,
    SailorTaken,
    SpiritsUsed,
    Stowed,
    TableChanged,
    Written,
)
from referee.games.rolling.state import Phase, State
from referee.games.rolling.words import PLACE_NAMES, name_of, values_said


def hands(state: State) -> tuple[Text, ...]:
    """Return what is to be done at the table now, in order, after the last entry.

    Values that somebody writes one after the other are told in one order.
    """
    if state.phase is Phase.OVER:
        return ()
    if not state.news:
        return _set_up(state) if state.round == 1 else ()
    told: list[Text] = []
    written: dict[Seat, list[Text]] = {}
    for fact in state.news:
        if isinstance(fact, Written):
            written.setdefault(fact.seat, []).append(_into(fact))
            continue
        order = _ORDERS[type(fact)](state, fact) if type(fact) in _ORDERS else None
        if order:
            told += _write_down(state, written)
            written = {}
            told.append(order)
    return (*told, *_write_down(state, written))


def _set_up(state: State) -> tuple[Text, ...]:
    """Return what goes into the bag and onto the maps, in orders that a small phone shows whole."""
    clear = len(state.table.seats) + 1
    return (
        say("Put 2 dice of each crew and {count} clear dice into the bag.", count=clear),
        say("Everybody: fill 5 circles of Infamy."),
    )


def _into(fact: Written) -> Text:
    return say("{value} into {place}", value=fact.value, place=PLACE_NAMES[fact.place])


def _write_down(state: State, written: Mapping[Seat, list[Text]]) -> list[Text]:
    return [
        say("{name}: write {what}.", name=name_of(state, seat), what=listed(what))
        for seat, what in written.items()
    ]


def _draft(state: State, fact: Drafted) -> Text | None:
    if not fact.price:
        return None
    return say(
        "{name}: erase {price} Infamy, {infamy} stay.",
        name=name_of(state, fact.seat),
        price=fact.price,
        infamy=fact.infamy,
    )


def _sailor(state: State, fact: SailorTaken) -> Text:
    return say("{name}: turn the die to {value}.", name=name_of(state, fact.seat), value=fact.value)


def _ready(_state: State, fact: CalledOut) -> Text | None:
    return None if fact.left else say("Lift the screens.")


def _spirits(state: State, fact: SpiritsUsed) -> Text:
    return say("{name}: wipe both squares of Raise Spirits.", name=name_of(state, fact.seat))


def _level(state: State, fact: LevelEarned) -> Text:
    return say(
        "{name}: fill circle {circle} of {place}.",
        name=name_of(state, fact.seat),
        circle=fact.circle,
        place=PLACE_NAMES[fact.place],
    )


def _bury(state: State, fact: ChestBuried) -> Text:
    return say(
        "{name}: cross out the map below chest {chest} and draw a box around the chest.",
        name=name_of(state, fact.seat),
        chest=fact.chest,
    )


def _robbed(state: State, fact: Fired) -> Text | None:
    if not fact.stolen:
        return None
    return say(
        "{name}: wipe {stolen} off the top of chest {chest}.",
        name=name_of(state, fact.target),
        stolen=values_said(fact.stolen),
        chest=fact.chest,
    )


def _clear(state: State, fact: CannonCleared) -> Text:
    return say(
        "{name}: wipe the {cannon} and fill Infamy up to {infamy}.",
        name=name_of(state, fact.seat),
        cannon=PLACE_NAMES[fact.cannon],
        infamy=fact.infamy,
    )


def _stow(state: State, fact: Stowed) -> Text | None:
    if not fact.kept:
        return None
    return say(
        "{name}: write {kept} into chest {chest}, in this order.",
        name=name_of(state, fact.seat),
        kept=values_said(fact.kept),
        chest=fact.chest,
    )


def _income(state: State, fact: PortsIncome) -> Text:
    return say(
        "{name}: fill Infamy up to {infamy}.", name=name_of(state, fact.seat), infamy=fact.infamy
    )


def _join(_state: State, fact: CrewJoined) -> Text:
    return say_count(
        "Put {count} more {colour} die into the bag.",
        "Put {count} more {colour} dice into the bag.",
        fact.dice,
        colour=COLOUR_NAMES[fact.colour],
    )


def _round(state: State, fact: RoundBegan) -> Text:
    return say(
        "Put all dice back into the bag and pass it to {name}.", name=name_of(state, fact.first)
    )


_ORDERS: Final[Mapping[type[Fact], Callable[[State, Any], Text | None]]] = {
    Drafted: _draft,
    SailorTaken: _sailor,
    CalledOut: _ready,
    SpiritsUsed: _spirits,
    LevelEarned: _level,
    ChestBuried: _bury,
    Fired: _robbed,
    CannonCleared: _clear,
    Stowed: _stow,
    PortsIncome: _income,
    CrewJoined: _join,
    RoundBegan: _round,
    TableChanged: changes,
}
