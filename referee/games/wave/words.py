"""Names in WAVE: places, ways to hold a card, directions, orders, results, ends."""

from typing import Final

from referee.core import (
    TABLE,
    Fact,
    Outcome,
    Seat,
    Sentences,
    TableDecided,
    Text,
    literal,
    say,
    say_count,
)
from referee.games.wave.components import (
    COLOUR_NAMES,
    COLOURS,
    NUMBERS,
    Card,
    Colour,
    Direction,
    Facing,
    Row,
    Trait,
    name_of,
    row_of,
)
from referee.games.wave.state import (
    FORBIDDEN_TALK,
    PERFECT_WAVE,
    STUCK,
    WRONG_CARD,
    Position,
    State,
    Table,
)

DIRECTIONS: Final[dict[Direction, Text]] = {
    Direction.CLOCKWISE: say("clockwise"),
    Direction.COUNTERCLOCKWISE: say("counterclockwise"),
}

ROW_NAMES: Final[dict[Row, Text]] = {
    Row.PERFECT: say("The perfect wave"),
    Row.AWESOME: say("A dream of a ride"),
    Row.PRETTY_GOOD: say("A strong ride"),
    Row.NOT_BAD: say("A fair ride"),
    Row.WIPEOUT: say("Into the water"),
}

ENDS: Final[dict[str, Text]] = {
    PERFECT_WAVE: say("Every card is laid."),
    STUCK: say("No card could be laid."),
    WRONG_CARD: say("A card did not fit."),
    FORBIDDEN_TALK: say("Something forbidden was said."),
}


_NEEDED: Final[dict[tuple[bool, bool], Text]] = {
    (False, False): say("a higher number or colour"),
    (False, True): say("a higher number or a lower colour"),
    (True, False): say("a lower number or a higher colour"),
    (True, True): say("a lower number or colour"),
}


def needed(state: State) -> Text:
    """Return what fits on the card to beat, in the current orders."""
    return _NEEDED[state.numbers_swapped, state.colours_swapped]


def tell_outcome(state: State, outcome: Outcome) -> Text:
    """Return how well it went, and why it is over."""
    if outcome.reason == PERFECT_WAVE:
        return say("The perfect wave: all {count} cards are laid!", count=state.table.variant.deck)
    return say_count(
        "{why} {count} card is left over: {row}.",
        "{why} {count} cards are left over: {row}.",
        state.remaining,
        row=ROW_NAMES[row_of(state.remaining)],
        why=ENDS[outcome.reason],
    )


def place_name(table: Table, place: int) -> Text:
    """Return the name of a place: the player's, or Silver."""
    return say("Silver") if place == table.silver else literal(table.names[place])


def facing_name(table: Table, place: int, facing: Facing) -> Text:
    """Return how a card is held: facing Ann, facing the team, or open."""
    if facing is Facing.TEAM:
        return say("facing the team")
    return facing_label(table, place, facing)


def facing_label(table: Table, place: int, facing: Facing) -> Text:
    """Return the same, short enough for a button."""
    match facing:
        case Facing.SELF:
            return say("facing {name}", name=place_name(table, place))
        case Facing.TEAM:
            return say("facing team")
        case _:
            return say("open")


def colour_order(*, swapped: bool) -> tuple[Colour, ...]:
    """Return the colours from the lowest to the highest, as it is now."""
    return COLOURS[::-1] if swapped else COLOURS


def number_order(*, swapped: bool) -> tuple[int, ...]:
    """Return the numbers from the lowest to the highest, as it is now."""
    return NUMBERS[::-1] if swapped else NUMBERS


def order_said(trait: Trait, *, swapped: bool) -> Text:
    """Return both ends of an order, as it is now."""
    if trait is Trait.COLOURS:
        order = colour_order(swapped=swapped)
        low, high = COLOUR_NAMES[order[0]], COLOUR_NAMES[order[-1]]
        return say("colours now rise from {low} to {high}", low=low, high=high)
    numbers = number_order(swapped=swapped)
    return say("numbers now rise from {low} to {high}", low=numbers[0], high=numbers[-1])


def order_turned(trait: Trait, *, swapped: bool) -> Text:
    """Return which overview card is turned, and what is highest then."""
    if trait is Trait.COLOURS:
        highest = COLOUR_NAMES[colour_order(swapped=swapped)[-1]]
        return say("Reverse the order of the colours: {colour} is highest.", colour=highest)
    number = number_order(swapped=swapped)[-1]
    return say("Reverse the order of the numbers: {number} is highest.", number=number)


def around(state: State) -> tuple[int, ...]:
    """Return the places in the order of play, from the current one."""
    begin = state.place if state.place is not None else state.table.first
    places = state.table.places
    return tuple((begin + step * state.direction.step) % places for step in range(places))


def _decided(_state: State, fact: TableDecided) -> Text:
    if fact.by == TABLE:
        return say("The table decided this: {why}")
    return say("{by} decided this: {why}")


def _player(state: State) -> Text:
    return place_name(state.table, state.table.first if state.place is None else state.place)


def _doers(state: State, fact: Fact) -> tuple[Seat, ...]:
    """Return the player who draws; Silver's cards are anybody's task."""
    place = getattr(fact, "facing", None) and getattr(fact, "place", None)
    return () if place is None or place == state.table.silver else (Seat(place),)


SENTENCES: Final[Sentences[State]] = Sentences(
    types={
        Seat: lambda state, seat: state.table.names[seat],
        Position: lambda state, place: place_name(state.table, place),
        Card: lambda _state, card: name_of(card),
        Colour: COLOUR_NAMES,
        Direction: DIRECTIONS,
        Row: ROW_NAMES,
    },
    state={"player": _player, "needed": needed},
    numbers={"card": Card, "top": Card, "place": Position},
    doers=_doers,
    decided=_decided,
)
"""How the sentences on actions, facts and refusals are filled; `player` has the turn."""
