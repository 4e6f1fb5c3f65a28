"""What lies where in Rolling with the Waves, and what is written on the maps.

Where a die was placed on a mini board is read from the board itself, so no correction moves it.
"""

from collections.abc import Iterator
from typing import Final

from referee.core import Layout, Place, Seat, Text, Thing, layout_of, literal, say, say_count
from referee.games.rolling.components import CHESTS, COLOUR_NAMES, COLOURS, TRACKS, Colour
from referee.games.rolling.components import Place as Sign
from referee.games.rolling.state import Die, Phase, State
from referee.games.rolling.words import PLACE_NAMES, die_name, name_of

_SCREENS: Final = Place("screens", say("the screens"))
_OPEN: Final = Thing("screens", "open", turn=say("Lift the screens."))
_CLOSED: Final = Thing("screens", "closed", turn=say("Put your dice behind your screens."))

_Lying = Iterator[tuple[Place, Thing, int]]


def layout(state: State) -> Layout:
    """Return where every die is, who has the bag, and what is written on each map."""
    return layout_of(
        *_dice(state), *(one for seat in state.table.seats for one in _map(state, seat))
    )


def _dice(state: State) -> _Lying:
    # A roll is entered die by die: what is taken back of it stays rolled, but not over a round.
    heap = f"dice-{state.round}"
    bag = Place("bag", say("the bag"), covered=True, heap=heap)
    pool = Place("pool", say("the middle"), heap=heap)
    yield _drawn(state, heap), Thing("draw"), 1
    holder = Place(f"bag-{state.first}", literal(name_of(state, state.first)))
    yield holder, Thing("token", "bag", say("bag")), 1
    yield _SCREENS, _CLOSED if state.phase is Phase.ALLOCATE else _OPEN, 1
    for die in state.pool:
        yield pool, _die(die), 1
    for seat, nest in enumerate(state.nests):
        name = name_of(state, Seat(seat))
        place = Place(f"nest-{seat}", say("{name}’s dice", name=name), say("your dice"), Seat(seat))
        for die in nest:
            yield place, _die(die), 1
    for colour in COLOURS:
        yield bag, _unrolled(colour), state.in_bag(colour)


def _drawn(state: State, heap: str) -> Place:
    """Return whether dice are drawn that are not entered yet."""
    if state.phase is Phase.ROLL and not state.pool:
        count = state.table.dice
        told = say("{who}: draw {count} dice and roll them.", count=count)
        return Place(
            "drawn", say("the middle"), seat=state.first, heap=heap, told=told, is_last=True
        )
    told = say("Put the dice that are drawn already back into the bag.")
    return Place("entered", say("the bag"), heap=heap, told=told)


def _unrolled(colour: Colour) -> Thing:
    name = say("{colour} die", colour=COLOUR_NAMES[colour])
    return Thing(f"die-{colour.value}", "", name, say("{colour} dice", colour=COLOUR_NAMES[colour]))


def _die(die: Die) -> Thing:
    turn = say(
        "Make sure that a {colour} die shows {face}.",
        colour=COLOUR_NAMES[die.colour],
        face=die.face,
    )
    name = die_name(die)
    return Thing(f"die-{die.colour.value}", str(die.face), name, name, turn=turn)


def _map(state: State, seat: Seat) -> _Lying:
    board = state.boards[seat]
    for sign in Sign:
        for square, value in enumerate(board.at(sign), start=1):
            # The top value of a chest is stolen first, so the order in it counts.
            yield *_number(seat, sign, value, square if sign in CHESTS else 0), 1
    for chest in CHESTS:
        mark = _mark(seat, f"buried-{chest.value}", _buried(chest))
        yield *mark, int(board.is_buried(chest))
    for track in TRACKS:
        level = board.level(track, state.table.circles)
        for circle in state.table.circles.at(track)[:level]:
            yield *_mark(seat, f"{track.value}-{circle}", _circle(track, circle)), 1
    yield *_mark(seat, "infamy", _INFAMY), board.infamy


def _number(seat: Seat, sign: Sign, value: int, square: int) -> tuple[Place, Thing]:
    values = {"value": value, "place": PLACE_NAMES[sign], "square": square}
    if square:
        erase = say("{who}: wipe the {value} off square {square} of {place}.", **values)
        write = say("{who}: write {value} on square {square} of {place}.", **values)
    else:
        erase = say_count(
            "{who}: wipe the {value} off {place}.",
            "{who}: wipe the {value} off {place} {count} times.",
            0,
            **values,
        )
        write = say_count(
            "{who}: write {value} at {place}.",
            "{who}: write {value} at {place} {count} times.",
            0,
            **values,
        )
    place, _ = _mark(seat, f"{sign.value}-{square}", (erase, write))
    return place, Thing("written", str(value), erase=erase, write=write)


def _mark(seat: Seat, name: str, sentences: tuple[Text, Text]) -> tuple[Place, Thing]:
    """Return a mark on a map, from the sentences that erase and write it."""
    place = Place(f"map-{seat}-{name}", literal(name), seat=seat)
    return place, Thing("mark", name, erase=sentences[0], write=sentences[1])


def _buried(chest: Sign) -> tuple[Text, Text]:
    place = PLACE_NAMES[chest]
    return (
        say("{who}: wipe off the box around {place} and the cross below it.", place=place),
        say("{who}: draw a box around {place} and cross out the map below it.", place=place),
    )


def _circle(track: Sign, circle: int) -> tuple[Text, Text]:
    place = PLACE_NAMES[track]
    return (
        say("{who}: empty circle {circle} of {place}.", circle=circle, place=place),
        say("{who}: fill circle {circle} of {place}.", circle=circle, place=place),
    )


_INFAMY: Final = (
    say_count("{who}: erase {count} Infamy.", "{who}: erase {count} Infamy.", 0),
    say_count("{who}: fill {count} more Infamy.", "{who}: fill {count} more Infamy.", 0),
)
