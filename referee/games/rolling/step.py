"""The step of Rolling with the Waves: the sentence at the top of the screen, orders for hands."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from referee.core import Missing, RuleId, Seat, Step, Task, Text, listed, say, say_count
from referee.games.rolling.cannons import loaded
from referee.games.rolling.choices import choices
from referee.games.rolling.components import Colour, Guns, Place
from referee.games.rolling.draft import has_free_die
from referee.games.rolling.facts import Written
from referee.games.rolling.state import STEPS, Die, Phase, State, acting, drafter, price
from referee.games.rolling.words import (
    GUN_NAMES,
    PLACE_NAMES,
    SENTENCES,
    die_name,
    name_of,
    names_of,
    place_icon,
    tell_outcome,
)


def step(state: State, seat: Seat | None) -> Step:
    """Return what happens next, and what can be entered for it on this screen."""
    return Step(
        say=_SAYS[state.phase](state),
        where=_where(state),
        hands=hands(state),
        choices=tuple(choices(state, seat)),
        missing=tuple(_missing(state)),
    )


def hands(state: State) -> tuple[Task, ...]:
    """Return what people do with their hands after the last entry, in order.

    Values that a seat writes one after the other are combined into one order.
    """
    if state.phase is Phase.OVER:
        return ()
    if not state.news:
        return _set_up(state) if state.round == 1 else ()
    orders: list[Task] = []
    written: dict[Seat, list[Text]] = {}
    for fact in state.news:
        if isinstance(fact, Written):
            written.setdefault(fact.seat, []).append(_into(fact))
            continue
        more = SENTENCES.orders(state, fact)
        if more:
            orders += [*_write_down(state, written), *more]
            written = {}
    return (*orders, *_write_down(state, written))


def _set_up(state: State) -> tuple[Task, ...]:
    """Return what goes into the bag and onto the maps, each order short enough for a phone."""
    clear = len(state.table.seats) + 1
    return (
        Task(
            say("Put 2 dice of each crew and {count} clear dice into the bag.", count=clear),
            RuleId("bag"),
        ),
        Task(say("Everybody: fill 5 circles of Infamy."), RuleId("infamy-circles")),
    )


def _into(fact: Written) -> Text:
    return say("{value} into {place}", value=fact.value, place=PLACE_NAMES[fact.place])


def _write_down(state: State, written: Mapping[Seat, list[Text]]) -> list[Task]:
    return [
        Task(
            say("{name}: write {what}.", name=name_of(state, seat), what=listed(what)),
            RuleId("next-square"),
            (seat,),
        )
        for seat, what in written.items()
    ]


def _name(state: State) -> str:
    return name_of(state, acting(state)[0])


def _say_roll(state: State) -> Text:
    left = state.table.dice - len(state.pool)
    if not state.pool:
        return say("{name}: draw {count} dice and roll them.", name=_name(state), count=left)
    return say_count(
        "{name}: enter {count} more die.",
        "{name}: enter {count} more dice.",
        left,
        name=_name(state),
    )


def _say_allocate(state: State) -> Text:
    waiting = [seat for seat in state.table.seats if seat not in state.ready]
    return say("{names}: place 3 dice behind your screen.", names=names_of(state, waiting))


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
    Phase.REVEAL: lambda state: say("Where did {name} put the dice?", name=_name(state)),
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
