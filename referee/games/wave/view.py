"""What a screen shows of WAVE: the step, the table from above, both orders, the result."""

from typing import Any, Final

from referee.core import EMPTY, Piece, Score, Seat, Text, View, Zone, listed, plain, say, say_count
from referee.games.wave.cards import top
from referee.games.wave.components import (
    CARDS,
    COLOUR_NAMES,
    ROWS,
    Card,
    Facing,
    Row,
    Trait,
    icon_of,
    name_of,
    row_of,
    to_next,
)
from referee.games.wave.facts import Result
from referee.games.wave.state import Phase, State
from referee.games.wave.step import step
from referee.games.wave.turns import acting
from referee.games.wave.words import (
    DIRECTIONS,
    ROW_NAMES,
    around,
    colour_order,
    facing_label,
    number_order,
    order_said,
    place_name,
)

_TURNS: Final = say("changes the direction")


def view(state: State, seat: Seat | None) -> View:  # noqa: ARG001 - nothing here is secret
    """Return the whole table: of hidden cards, the referee knows only how many there are."""
    return View(step=step(state), zones=_zones(state), scores=(_score(state),))


def values(state: State, seat: Seat | None) -> dict[str, Any]:  # noqa: ARG001 - no secrets
    """Return the public values under the names that transcripts and other tools read."""
    below = top(state)
    over = state.phase is Phase.OVER
    enters = acting(state)
    return {
        "phase": state.phase.value,
        "place": state.place,
        "acting": [] if enters is None else [enters],
        "direction": state.direction.value,
        "top": plain(below),
        "laid": [lying.card.value for lying in state.laid],
        "pile": state.pile,
        "hands": [list(hand) for hand in state.hands],
        "silver": None if state.silver is None else list(state.silver),
        "colours_swapped": state.colours_swapped,
        "numbers_swapped": state.numbers_swapped,
        "remaining": state.remaining,
        "result": row_of(state.remaining).value if over else None,
        "to_next": to_next(state.remaining) if over else None,
    }


def _zones(state: State) -> tuple[Zone, ...]:
    ring = tuple(_place_zone(state, place) for place in range(state.table.places))
    middle = (_top_zone(state), _direction_zone(state), _pile_zone(state))
    return (*ring, *middle, _colours_zone(state), _numbers_zone(state), *_result_zone(state))


def _place_zone(state: State, place: int) -> Zone:
    return Zone(
        f"place-{place}",
        place_name(state.table, place),
        _hand(state, place),
        seat=None if place == state.table.silver else Seat(place),
        acting=place == state.place,
    )


def _hand(state: State, place: int) -> tuple[Piece, ...]:
    if state.phase is Phase.START:
        return (Piece(say("nothing dealt yet"), shape="token", empty=True),)
    if place == state.table.silver:
        hidden, shown = state.silver or (0, 0)
        return (
            _held(say("open"), "facing-open", shown),
            _held(say("hidden"), "hidden", hidden),
        )
    own, team = state.hands[place]
    return (
        _held(facing_label(state.table, place, Facing.SELF), "facing-self", own),
        _held(facing_label(state.table, place, Facing.TEAM), "facing-team", team),
    )


def _held(label: Text, icon: str, count: int) -> Piece:
    return Piece(label, icon=icon, number=str(count), shape="token", empty=not count)


def _card(card: Card) -> Piece:
    return Piece(
        name_of(card),
        icon=icon_of(card),
        number="" if card.number is None else str(card.number),
        colour=card.colour.value if card.colour else "swap",
        detail=_TURNS if card.reverses else EMPTY,
    )


def _top_zone(state: State) -> Zone:
    below = top(state)
    if below is None:
        gap = Piece(say("No card yet"), empty=True)
        return Zone("top", say("To beat"), (gap,), place="centre")
    swaps = []
    for lying in reversed(state.laid):
        if not lying.card.swaps:
            break
        swaps.append(_card(lying.card))
    return Zone("top", say("To beat"), (_card(below), *reversed(swaps)), place="centre")


def _direction_zone(state: State) -> Zone:
    names = [place_name(state.table, place) for place in around(state)]
    piece = Piece(
        DIRECTIONS[state.direction],
        detail=listed(names),
        icon=f"turn-{state.direction.value}",
        shape="token",
    )
    arrow = tuple(Piece(name, icon="arrow", shape="token") for name in names)
    return Zone("direction", say("Direction"), (piece, *arrow), place="centre")


def _pile_zone(state: State) -> Zone:
    if state.phase is Phase.START:
        count, where = state.table.variant.deck, say("nothing dealt yet")
        label = say("all {count} cards, nothing dealt yet", count=count)
    else:
        count, where = state.pile, say("in the pile")
        label = say_count("{count} card in the pile", "{count} cards in the pile", count)
    piece = Piece(label, where, "pile", str(count), shape="token", empty=not count)
    return Zone("pile", say("Pile"), (piece,), place="centre")


def _colours_zone(state: State) -> Zone:
    swapped = state.colours_swapped
    pieces = tuple(
        Piece(
            COLOUR_NAMES[colour],
            _TURNS if all(card.reverses for card in CARDS if card.colour is colour) else EMPTY,
            icon=f"level-{colour.level}",
            colour=colour.value,
        )
        for colour in colour_order(swapped=swapped)
    )
    label = order_said(Trait.COLOURS, swapped=swapped)
    return Zone("colours", label, pieces, place="centre", marks=_turned(swapped=swapped))


def _numbers_zone(state: State) -> Zone:
    swapped = state.numbers_swapped
    pieces = tuple(
        Piece(
            say("{number}", number=number),
            _TURNS if all(card.reverses for card in CARDS if card.number == number) else EMPTY,
            number=str(number),
        )
        for number in number_order(swapped=swapped)
    )
    label = order_said(Trait.NUMBERS, swapped=swapped)
    return Zone("numbers", label, pieces, place="centre", marks=_turned(swapped=swapped))


def _turned(*, swapped: bool) -> tuple[Piece, ...]:
    return (Piece(say("reversed"), shape="token"),) if swapped else ()


def _result_zone(state: State) -> tuple[Zone, ...]:
    result = next((fact for fact in state.news if isinstance(fact, Result)), None)
    if result is None:
        return ()
    pieces = tuple(_row_piece(row, reached=row is result.row) for row in ROWS)
    label = result.to_better() if result.to_next else say("No card is left over.")
    return (Zone("result", label, pieces, place="centre"),)


def _row_piece(row: Row, *, reached: bool) -> Piece:
    least = ROWS[ROWS.index(row) - 1].most + 1 if row is not Row.PERFECT else 0
    if row is Row.WIPEOUT:
        span = say("{least} or more", least=least)
    elif least == row.most:
        span = say("{least}", least=least)
    else:
        span = say("{least} to {most}", least=least, most=row.most)
    return Piece(ROW_NAMES[row], detail=span, shape="token", empty=not reached)


def _score(state: State) -> Score:
    """Return the score of the table: all play together, so no seat is on a side."""
    counts = ((len(state.laid), state.table.variant.deck),)
    return Score(say("Cards laid"), (), counts=counts)
