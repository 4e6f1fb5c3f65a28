"""The maps, the pool and the bag as zones of the table.

A map is the zone `map-SEAT`, with the dice of the crow's nests, and a zone for each of its places
such as `0.hull`, whose pieces are its squares.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from referee.core import EMPTY, Piece, Seat, Text, Zone, listed, literal, say, say_count
from referee.games.rolling.cannons import loaded
from referee.games.rolling.components import CHESTS, COLOUR_NAMES, COLOURS, SQUARED, Colour, Place
from referee.games.rolling.draft import as_it_lies
from referee.games.rolling.facts import Stowed, Written
from referee.games.rolling.scoring import BURIED, CHEST, INFAMY, TRACK, ScoreLine, score
from referee.games.rolling.state import Die, Phase, State, acting
from referee.games.rolling.words import (
    PLACE_NAMES,
    crew_icon,
    die_name,
    name_of,
    place_icon,
)


def zones(state: State) -> tuple[Zone, ...]:
    """Return the zones of the table: the maps clockwise, their places, the pool and the bag."""
    found: list[Zone] = [_map(state, seat) for seat in state.table.seats]
    for seat in state.table.seats:
        found += _places(state, seat)
    found += [_pool(state), _bag(state)]
    if state.phase is Phase.OVER:
        found += [_sum(state, seat) for seat in state.table.seats]
    return tuple(found)


def _map(state: State, seat: Seat) -> Zone:
    colour = state.table.colours[seat]
    marks = [Piece(COLOUR_NAMES[colour], icon=crew_icon(colour), colour=colour.value)]
    if seat == state.first and state.phase is not Phase.OVER:
        marks.append(Piece(say("has the bag"), icon="bag", shape="token"))
    if state.phase is Phase.ALLOCATE and seat in state.ready:
        marks.append(Piece(say("is ready"), icon="ready", shape="token"))
    return Zone(
        f"map-{seat}",
        literal(name_of(state, seat)),
        tuple(_nest(state, seat)),
        seat=seat,
        marks=tuple(marks),
        acting=seat in acting(state)
        and not (state.phase is Phase.ALLOCATE and seat in state.ready),
    )


def _nest(state: State, seat: Seat) -> Iterator[Piece]:
    """Show the dice of a seat, each with its sign once that is known."""
    lying = list(state.laid[seat])
    for die in state.nests[seat]:
        at = next((laid for laid in lying if laid.value == die.face), None)
        if at:
            lying.remove(at)
        where = PLACE_NAMES[at.place] if at else EMPTY
        yield _die(die, where)


def _die(die: Die, detail: Text = EMPTY) -> Piece:
    return Piece(
        die_name(die),
        detail,
        icon=crew_icon(die.colour),
        number=str(die.face),
        colour=die.colour.value,
        shape="token",
    )


def _places(state: State, seat: Seat) -> Iterator[Zone]:
    board = state.boards[seat]
    for place in SQUARED:
        yield Zone(
            f"{seat}.{place.value}",
            _place_said(state, seat, place),
            _squares(board.at(place), place, _fresh(state, seat, place)),
            place="centre",
            marks=tuple(_marks(state, seat, place)),
            acting=place in loaded(state, seat) and seat in state.queue,
        )
    infamy = Piece(say("Infamy"), icon="infamy", number=str(board.infamy), shape="token")
    said = say("{name}’s Infamy: {infamy}", infamy=board.infamy, name=name_of(state, seat))
    yield Zone(f"{seat}.infamy", said, (infamy,), place="centre")


def _place_said(state: State, seat: Seat, place: Place) -> Text:
    board, name = state.boards[seat], PLACE_NAMES[place]
    values = board.at(place)
    what = listed(values) if values else say("empty")
    if board.is_buried(place):
        return say("{place}, buried: {what}", place=name, what=what)
    if not state.table.circles.at(place):
        return say("{place}: {what}", place=name, what=what)
    level = board.level(place, state.table.circles)
    if place in (Place.SMALL, Place.LARGE):
        return say_count(
            "{place}: {what}; {count} shot",
            "{place}: {what}; {count} shots",
            level,
            place=name,
            what=what,
        )
    return say("{place}: {what}; level {level}", place=name, what=what, level=level)


def _fresh(state: State, seat: Seat, place: Place) -> int:
    """Count the values that were written into a place after the last entry."""
    written = [fact for fact in state.news if isinstance(fact, Written | Stowed)]
    return sum(
        1 if isinstance(fact, Written) else len(fact.kept)
        for fact in written
        if fact.seat == seat
        and place is (fact.place if isinstance(fact, Written) else CHESTS[fact.chest - 1])
    )


@lru_cache(maxsize=1024)
def _squares(values: tuple[int, ...], place: Place, fresh: int) -> tuple[Piece, ...]:
    """Show the squares of a place, the last `fresh` as new; cached, as few combinations occur."""
    new = range(len(values) - fresh, len(values))
    return tuple(
        Piece(
            literal(str(values[square])) if square < len(values) else say("empty"),
            say("just written") if square in new else EMPTY,
            icon=place_icon(place),
            number=str(values[square]) if square < len(values) else "",
            shape="token",
            empty=square >= len(values),
        )
        for square in range(place.squares)
    )


def _marks(state: State, seat: Seat, place: Place) -> Iterator[Piece]:
    """Show what a place has reached: how many of its circles, and whether a chest is buried."""
    board = state.boards[seat]
    circles = state.table.circles.at(place)
    if circles:
        level = board.level(place, state.table.circles)
        printed = literal(" ".join(map(str, circles)))
        yield Piece(say("circles reached"), printed, number=str(level), count=len(circles))
    if board.is_buried(place):
        yield Piece(say("buried"), icon="buried")


def _pool(state: State) -> Zone:
    """Show the dice of the round; one that is taken leaves its place empty, so that none moves."""
    pieces = tuple(_die(die) for die in state.pool)
    if state.phase is Phase.ROLL:
        empty = Piece(say("not entered yet"), shape="token", empty=True)
        pieces = (*pieces, *(empty,) * (state.table.dice - len(pieces)))
    if state.phase is Phase.DRAFT:
        taken = Counter(die for nest in state.nests for die in nest)
        pieces = tuple(_slots(state, taken))
    return Zone("pool", say("Dice"), pieces, place="centre")


def _slots(state: State, taken: Counter[Die]) -> Iterator[Piece]:
    dice = sorted((*state.pool, *taken.elements()), key=as_it_lies)
    for die in dice:
        is_taken = taken[die] > 0
        taken[die] -= is_taken
        yield replace(_die(die, say("taken")), empty=True) if is_taken else _die(die)


def _bag(state: State) -> Zone:
    pieces = tuple(
        Piece(
            COLOUR_NAMES[colour],
            icon=crew_icon(colour),
            number=str(state.in_bag(colour)),
            colour=colour.value,
            shape="token",
            empty=not state.in_bag(colour),
        )
        for colour in COLOURS
        if colour is Colour.CLEAR or colour in state.table.colours
    )
    label = say_count("{count} die in the bag", "{count} dice in the bag", sum(state.bag))
    return Zone("bag", label, pieces, place="centre")


def _sum(state: State, seat: Seat) -> Zone:
    """Show what a map was worth, line by line."""
    found = score(state.boards[seat])
    lines = [
        Piece(PLACE_NAMES[line.place], listed(line.numbers), number=str(line.points))
        for line in found.of(CHEST)
        if line.place
    ]
    buried, infamy = found.of(BURIED)[0], found.of(INFAMY)[0]
    lines += [
        Piece(say("buried"), say("2 each"), number=str(buried.points), icon="buried"),
        *(
            Piece(PLACE_NAMES[line.place], _filled(line, line.place), number=str(line.points))
            for line in found.of(TRACK)
            if line.place
        ),
        Piece(say("Infamy"), say("{infamy} / 3", infamy=found.infamy), number=str(infamy.points)),
        Piece(say("total"), number=str(found.total)),
    ]
    return Zone(f"sum-{seat}", literal(name_of(state, seat)), tuple(lines), place="centre")


def _filled(line: ScoreLine, track: Place) -> Text:
    if line.points:
        return say("full")
    count = len(line.numbers)
    return say("{count} of {squares} squares", count=count, squares=track.squares)
