"""The buttons of the moment, for the screen of the table or of one seat."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from referee.core import EMPTY, Action, Choice, Seat, Text, listed, say
from referee.games.rolling.actions import (
    Allocate,
    AllocateAll,
    Bury,
    Draft,
    Fire,
    Ready,
    Roll,
    Sailor,
    Stow,
    Write,
)
from referee.games.rolling.cannons import loaded
from referee.games.rolling.components import CHESTS, COLOUR_NAMES, RAISED, SAILOR, Guns, Place
from referee.games.rolling.rules import legal_actions
from referee.games.rolling.state import STEPS, Die, Phase, State, acting, price
from referee.games.rolling.words import (
    CHEST_ICON,
    PLACE_NAMES,
    crew_icon,
    die_name,
    name_of,
    place_icon,
)


def choices(state: State, seat: Seat | None) -> Iterator[Choice]:
    """Return what can be entered on this screen: on a seat's screen, only its own entries."""
    if state.phase is Phase.ALLOCATE:
        yield from _allocating(state, seat)
        return
    for one in acting(state):
        if seat in (None, one):
            offered = legal_actions(state, one)
            if state.phase is Phase.DRAFT:
                offered = sorted(offered, key=lambda action: _costs(state, action))
            yield from (_CHOICES[type(action)](state, action) for action in offered)


def _costs(state: State, action: Action) -> bool:
    """Return whether an entry costs Infamy; free ones come first, so none is paid by mistake."""
    return isinstance(action, Draft) and bool(
        price(state, action.seat, Die(action.colour, action.face))
    )


def _allocating(state: State, seat: Seat | None) -> Iterator[Choice]:
    """Offer where the dice are on the table’s screen only, and first, until somebody calls out.

    Entering a place lifts the screens, so that calling out is asked only of those who place dice on
    their own screens.
    """
    offered = [
        action
        for one in acting(state)
        if seat in (None, one)
        for action in legal_actions(state, one)
    ]
    offered.sort(key=lambda action: isinstance(action, Ready) != bool(state.ready))
    for action in offered:
        if seat is None or isinstance(action, Ready):
            yield _CHOICES[type(action)](state, action)


def _die(action: Roll | Draft | Sailor, detail: Text = EMPTY, **more: Any) -> Choice:  # noqa: ANN401 - a Choice's fields
    name, colour = die_name(Die(action.colour, action.face)), action.colour.value
    return Choice(action, name, detail, number=str(action.face), colour=colour, **more)


def _roll(_state: State, action: Roll) -> Choice:
    return _die(
        action,
        icon=crew_icon(action.colour),
        group=action.colour.value,
        group_label=COLOUR_NAMES[action.colour],
    )


def _draft(state: State, action: Draft) -> Choice:
    cost = price(state, action.seat, Die(action.colour, action.face))
    return _die(
        action,
        say("for {price} Infamy", price=cost) if cost else say("free"),
        icon=crew_icon(action.colour),
        # The free dice are open for the next player, whatever group was open before.
        group=f"paid.{len(state.pool)}" if cost else "free",
        group_label=say("For Infamy") if cost else say("Free"),
    )


def _sailor(_state: State, action: Sailor) -> Choice:
    return _die(
        action,
        say("turned to a {value}", value=SAILOR),
        icon="sailor",
        group="sailor",
        group_label=say("Drunken sailor"),
    )


def _ready(state: State, action: Ready) -> Choice:
    return Choice(
        action,
        say("{name} is ready", name=name_of(state, action.seat)),
        icon="ready",
        group="ready",
        group_label=say("Who is ready?"),
    )


def _allocate(state: State, action: Allocate) -> Choice:
    name = name_of(state, action.seat)
    return Choice(
        action,
        PLACE_NAMES[action.to],
        icon=place_icon(action.to),
        number=str(action.value),
        group=f"value-{action.value}",
        group_label=say("{name}’s {value} goes to", value=action.value, name=name),
    )


def _allocate_all(state: State, action: AllocateAll) -> Choice:
    name = name_of(state, action.seat)
    return Choice(
        action,
        say("All 3 at Bury Treasure"),
        icon=place_icon(Place.BURY),
        group="all",
        group_label=say("All 3 of {name}’s dice go to", name=name),
    )


def _write(state: State, action: Write) -> Choice:
    place = STEPS[state.step]
    assert isinstance(place, Place)
    if action.raised:
        return Choice(
            action,
            say("Write a {value}", value=RAISED),
            say("Raise Spirits is wiped"),
            icon=place_icon(Place.RAISE),
            number=str(RAISED),
        )
    die = state.lies_at(action.seat, place)
    return Choice(
        action,
        say("Write the {die}", die=die),
        say("Raise Spirits stays"),
        icon=place_icon(place),
        number=str(die),
    )


def _holds(state: State, seat: Seat, chest: int) -> Text:
    values = state.boards[seat].chests[chest - 1]
    return listed(values) if values else say("empty")


def _bury(state: State, action: Bury) -> Choice:
    return Choice(
        action,
        PLACE_NAMES[CHESTS[action.chest - 1]],
        _holds(state, action.seat, action.chest),
        icon=CHEST_ICON,
        number=str(action.chest),
    )


def _fire(state: State, action: Fire) -> Choice:
    target = name_of(state, action.target)
    return Choice(
        action,
        PLACE_NAMES[CHESTS[action.chest - 1]],
        _loot(state, action),
        icon=CHEST_ICON,
        number=str(action.chest),
        group=f"{action.guns.value}-{action.target}",
        group_label=_aimed(state, action.guns, target),
    )


def _aimed(state: State, guns: Guns, name: str) -> Text:
    """Return at whom, and with which cannons where the player has a choice of them."""
    if len(loaded(state, state.queue[0])) == 1:
        return say("At {name}", name=name)
    if guns is Guns.SMALL:
        return say("Small at {name}", name=name)
    if guns is Guns.LARGE:
        return say("Large at {name}", name=name)
    return say("Both at {name}", name=name)


def _loot(state: State, action: Fire) -> Text:
    circles, victim = state.table.circles, state.boards[action.target]
    shots = sum(state.boards[action.seat].level(cannon, circles) for cannon in action.guns.places)
    through = max(shots - victim.level(Place.HULL, circles), 0)
    lying = victim.chests[action.chest - 1]
    stolen = lying[::-1][:through]
    if stolen:
        return say("takes {stolen}", stolen=listed(stolen))
    return say("the Hull blocks it") if lying else say("empty")


def _stow(state: State, action: Stow) -> Choice:
    chest = CHESTS[action.chest - 1]
    room = chest.squares - len(state.boards[action.seat].at(chest))
    return Choice(
        action,
        PLACE_NAMES[chest],
        say("room for {count}", count=room) if room else say("no room"),
        icon=CHEST_ICON,
        number=str(action.chest),
    )


_CHOICES: Final[Mapping[type[Action], Callable[[State, Any], Choice]]] = {
    Roll: _roll,
    Draft: _draft,
    Sailor: _sailor,
    Ready: _ready,
    Allocate: _allocate,
    AllocateAll: _allocate_all,
    Write: _write,
    Bury: _bury,
    Fire: _fire,
    Stow: _stow,
}
