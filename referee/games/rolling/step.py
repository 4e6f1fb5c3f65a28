"""The step of Rolling with the Waves: the question of the moment, and what answers it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from referee.core import Missing, Seat, Step, Text, listed, say, say_count
from referee.games.rolling.cannons import loaded
from referee.games.rolling.choices import choices
from referee.games.rolling.components import Colour, Guns, Place
from referee.games.rolling.draft import has_free_die
from referee.games.rolling.state import (
    STEPS,
    Die,
    Phase,
    State,
    acting,
    drafter,
    next_to_reveal,
    price,
)
from referee.games.rolling.tasks import tasks
from referee.games.rolling.words import (
    GUN_NAMES,
    PLACE_NAMES,
    die_name,
    name_of,
    names_of,
    place_icon,
    tell_outcome,
)


def step(state: State, seat: Seat | None) -> Step:
    """Return what happens next, and what can be entered for it on this screen."""
    return Step(
        say=_own_dice(state, seat) or _SAYS[state.phase](state),
        where=_where(state),
        hands=tasks(state),
        choices=tuple(choices(state, seat)),
        missing=tuple(_missing(state)),
    )


def _name(state: State) -> str:
    return name_of(state, acting(state)[0])


def _say_roll(state: State) -> Text:
    if not state.pool:
        return say(
            "{name}: take a photo of the dice, or tap what each one shows.", name=_name(state)
        )
    return say_count(
        "{name}: tap {count} more die.",
        "{name}: tap {count} more dice.",
        state.table.dice - len(state.pool),
        name=_name(state),
    )


def _say_allocate(state: State) -> Text:
    """Ask for the dice, as when the screens are lifted; while some call out, for the others."""
    if not state.ready:
        return _say_reveal(state)
    waiting = [seat for seat in state.table.seats if seat not in state.ready]
    return say("{names}: place 3 dice behind your screen.", names=names_of(state, waiting))


def _say_reveal(state: State) -> Text:
    seat = next_to_reveal(state)
    return say(
        "Where did {name} put the {value}?",
        name=name_of(state, seat),
        value=state.to_lay(seat)[0],
    )


def _own_dice(state: State, seat: Seat | None) -> Text | None:
    """Return the question for the own dice of a seat, which all may answer at once."""
    if seat is None or state.phase is not Phase.ALLOCATE or not state.to_lay(seat):
        return None
    return say(
        "{name}: where did you put the {value}?",
        name=name_of(state, seat),
        value=state.to_lay(seat)[0],
    )


def _say_write(state: State) -> Text:
    place, seat = _place(state), acting(state)[0]
    return say(
        "{name}: write the {die} into {place}, or a 7?",
        name=_name(state),
        die=state.lies_at(seat, place),
        place=PLACE_NAMES[place],
    )


def _place(state: State) -> Place:
    place = STEPS[state.step]
    assert isinstance(place, Place)
    return place


def _say_fire(state: State) -> Text:
    cannons = loaded(state, acting(state)[0])
    guns = Guns.BOTH if len(cannons) > 1 else Guns(cannons[0].value)
    return say("{name}: fire {guns}.", name=_name(state), guns=GUN_NAMES[guns])


def _say_stow(state: State) -> Text:
    return say("{name}: write {loot} into one chest.", name=_name(state), loot=listed(state.loot))


def _say_over(state: State) -> Text:
    assert state.outcome is not None
    return tell_outcome(state, state.outcome)


_SAYS: Final[Mapping[Phase, Callable[[State], Text]]] = {
    Phase.ROLL: _say_roll,
    Phase.DRAFT: lambda state: say("{name}: take a die.", name=_name(state)),
    Phase.ALLOCATE: _say_allocate,
    Phase.REVEAL: _say_reveal,
    Phase.WRITE: _say_write,
    Phase.BURY: lambda state: say("{name}: bury a chest.", name=_name(state)),
    Phase.FIRE: _say_fire,
    Phase.STOW: _say_stow,
    Phase.OVER: _say_over,
}


def _where(state: State) -> Text:
    taken = state.table.dice - len(state.pool)
    match state.phase:
        case Phase.OVER:
            return say("The game ended in round {round}", round=state.round)
        case Phase.ROLL:
            return say_count(
                "Round {round} · {count} die entered",
                "Round {round} · {count} dice entered",
                len(state.pool),
                round=state.round,
            )
        case Phase.DRAFT:
            return say(
                "Round {round} · die {die} of {dice} · {name} has {infamy} Infamy",
                round=state.round,
                die=taken + 1,
                dice=state.table.dice,
                name=_name(state),
                infamy=state.boards[drafter(state)].infamy,
            )
        case _:
            return say("Round {round}", round=state.round)


def _missing(state: State) -> Iterator[Missing]:
    match state.phase:
        case Phase.ROLL:
            yield from _not_in_bag(state)
        case Phase.DRAFT:
            yield from _not_taken(state)
        case Phase.FIRE:
            yield Missing(
                say("Waiting with a full cannon"),
                say("A cannon fires in the round in which it is filled."),
                "R18",
                icon=place_icon(Place.LARGE),
            )
        case _:
            pass


def _not_in_bag(state: State) -> Iterator[Missing]:
    for colour in (*state.table.colours, Colour.CLEAR):
        if not state.in_bag(colour):
            yield Missing(
                _DICE[colour],
                say("No die of this colour is left in the bag."),
                "bag",
                icon=f"crew-{colour.value}",
            )


_DICE: Final = {
    Colour.RED: say("Red dice"),
    Colour.YELLOW: say("Yellow dice"),
    Colour.GREEN: say("Green dice"),
    Colour.BLUE: say("Blue dice"),
    Colour.PURPLE: say("Purple dice"),
    Colour.CLEAR: say("Clear dice"),
}


def _not_taken(state: State) -> Iterator[Missing]:
    seat = drafter(state)
    infamy, name = state.boards[seat].infamy, name_of(state, seat)
    for die in dict.fromkeys(state.pool):
        if price(state, seat, die) > infamy:
            yield _too_dear(die, name, infamy)
    if has_free_die(state, seat):
        why = say("There is still a free die for {name}.", name=name)
        yield Missing(say("Drunken sailor"), why, "R4", icon="sailor")


def _too_dear(die: Die, name: str, infamy: int) -> Missing:
    why = say(
        "It costs {price} Infamy, and {name} has {infamy}.",
        price=die.face,
        name=name,
        infamy=infamy,
    )
    return Missing(die_name(die), why, "price", icon=f"crew-{die.colour.value}")
