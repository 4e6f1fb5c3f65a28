"""The first state of a game from its seats and options, and the questions of the setup page."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from referee.core import (
    BadSetup,
    Option,
    OptionChoice,
    OptionGroup,
    Seat,
    Setup,
    display_names,
    listed,
    literal,
    picked,
    say,
    shortened,
)
from referee.games.rolling.boards import Board
from referee.games.rolling.components import (
    COLOUR_NAMES,
    COLOURS,
    CREWS,
    HOUSE_CIRCLES,
    HULL_LEVELS,
    START_CREW,
    Circles,
    Colour,
)
from referee.games.rolling.state import Phase, State, Table

SEATS: Final = (2, 3, 4, 5)
UNCOUNTED: Final = "uncounted"
HULL_CIRCLES: Final = {str(number): number for number in range(1, 36)}
INFAMY_CIRCLES: Final = {UNCOUNTED: None, **{str(number): number for number in range(5, 61)}}


def first_state(setup: Setup) -> State:
    """Return the first state of a game. Raises `BadSetup` if the seats or options do not fit."""
    names = display_names(setup.names)
    if len(names) not in SEATS:
        raise BadSetup(say("Rolling with the Waves is for two to five players."))
    chosen = setup.chosen_among("first", "colours", "hull", "infamy")
    table = Table(names, _colours(chosen, len(names)), _circles(chosen))
    return State(
        table=table,
        phase=Phase.ROLL,
        round=1,
        first=_first(chosen, len(names)),
        boards=(Board(),) * len(names),
        bag=tuple(_in_bag(table, colour) for colour in COLOURS),
        nests=((),) * len(names),
        laid=((),) * len(names),
    )


def _in_bag(table: Table, colour: Colour) -> int:
    if colour is Colour.CLEAR:
        return len(table.names) + 1
    return START_CREW if colour in table.colours else 0


def _first(chosen: Mapping[str, str], players: int) -> Seat:
    text = chosen.get("first", "0")
    nobody = say("There is no seat “{seat}”, so nobody can start there.", seat=shortened(text))
    return picked(text, {str(seat): Seat(seat) for seat in range(players)}, "first", nobody)


def _colours(chosen: Mapping[str, str], players: int) -> tuple[Colour, ...]:
    if "colours" not in chosen:
        return CREWS[:players]
    known = {colour.value: colour for colour in CREWS}
    found = []
    for part in chosen["colours"].split(","):
        none = say("There is no crew called “{name}”.", name=shortened(part))
        found.append(picked(part, known, "colours", none))
    if len(found) != players:
        raise BadSetup(say("Choose one crew for each player."), "colours")
    if len(set(found)) != players:
        raise BadSetup(say("Choose a different crew for each player."), "colours")
    return tuple(found)


def _circles(chosen: Mapping[str, str]) -> Circles:
    text = chosen.get("infamy", UNCOUNTED)
    wrong = say("“{wrong}” is not a number of Infamy circles.", wrong=shortened(text))
    infamy = picked(text, INFAMY_CIRCLES, "infamy", wrong)
    return HOUSE_CIRCLES._replace(hull=_hull(chosen), infamy=infamy)


def _hull(chosen: Mapping[str, str]) -> tuple[int, ...]:
    if "hull" not in chosen:
        return HOUSE_CIRCLES.hull
    found = []
    for part in chosen["hull"].split(","):
        wrong = say("“{wrong}” is not a number for a Hull circle.", wrong=shortened(part))
        found.append(picked(part, HULL_CIRCLES, "hull", wrong))
    rising = all(low < high for low, high in pairwise(found))
    if len(found) != HULL_LEVELS or not rising:
        raise BadSetup(say("The Hull has three circles, each with a greater number."), "hull")
    return tuple(found)


# The questions of the setup page.


def options(names: tuple[str, ...], _chosen: Mapping[str, str]) -> tuple[Option, ...]:
    """Return the questions: who starts, who has which crew, what the table's map says."""
    return (_first_option(names), _colours_option(names), _hull_option(), _infamy_option())


def _first_option(names: tuple[str, ...]) -> Option:
    choices = tuple(
        OptionChoice(str(seat), literal(name), icon="bag") for seat, name in enumerate(names)
    )
    return Option(
        "first",
        say("Who starts?"),
        (OptionGroup(say("First player"), choices),),
        "0",
        help=say("The rulebook picks the player who was on a boat last."),
        is_starter=True,
    )


def _colours_option(names: tuple[str, ...]) -> Option:
    colours = tuple(
        OptionChoice(colour.value, COLOUR_NAMES[colour], icon=f"crew-{colour.value}")
        for colour in CREWS
    )
    usual = ",".join(colour.value for colour in CREWS[: len(names)])
    in_order = say("{crews}.", crews=listed([COLOUR_NAMES[one] for one in CREWS[: len(names)]]))
    return Option(
        "colours",
        say("Who plays which crew?"),
        tuple(OptionGroup(literal(name), colours) for name in names),
        usual,
        help=say("Pick the colours closest to your dice."),
        presets=(OptionChoice(usual, say("In this order"), in_order),),
    )


def _hull_option() -> Option:
    numbers = tuple(OptionChoice(text, literal(text)) for text in HULL_CIRCLES)
    house = ",".join(str(number) for number in HOUSE_CIRCLES.hull)
    groups = tuple(
        OptionGroup(
            say("Circle {number} (house default: {house})", number=place, house=circle),
            numbers,
            icon="place-hull",
        )
        for place, circle in enumerate(HOUSE_CIRCLES.hull, start=1)
    )
    return Option(
        "hull",
        say("Which numbers are in the Hull’s circles?"),
        groups,
        house,
        help=say("Check your map once; we remember it for your next game."),
        presets=(OptionChoice(house, say("House default: 7, 14, 21"), _HOUSE_HELP),),
        keep=tuple(hull_name(place) for place in range(1, HULL_LEVELS + 1)),
        is_extra=True,
    )


_HOUSE_HELP: Final = say("Our guess: the rulebook does not give the numbers. Check your map.")


def _infamy_option() -> Option:
    choices = (
        OptionChoice(UNCOUNTED, say("Not counted"), say("House default: Infamy has no end.")),
        *(OptionChoice(text, literal(text)) for text in INFAMY_CIRCLES if text != UNCOUNTED),
    )
    return Option(
        "infamy",
        say("How many circles of Infamy are on your map?"),
        (OptionGroup(say("Infamy circles"), choices, icon="infamy"),),
        UNCOUNTED,
        help=say("If you give a number, Infamy beyond the last circle is lost."),
        presets=(
            OptionChoice(UNCOUNTED, say("House default: not counted"), say("Infamy has no end.")),
        ),
        keep=(INFAMY_KEPT,),
        is_extra=True,
    )


INFAMY_KEPT: Final = "infamy circles"


def hull_name(place: int) -> str:
    """Return the name under which a Hull circle is kept for the table's next game."""
    return f"hull circle {place}"


def learned(state: State) -> Mapping[str, str]:
    """Return what this table's maps say, for its next game."""
    circles = state.table.circles
    kept = {hull_name(place): str(circle) for place, circle in enumerate(circles.hull, start=1)}
    return kept | {INFAMY_KEPT: UNCOUNTED if circles.infamy is None else str(circles.infamy)}
