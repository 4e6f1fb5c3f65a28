"""The first state of a game from its seats and options, and the questions of the setup page."""

from collections.abc import Mapping
from typing import Final

from referee.core import (
    BadSetup,
    Option,
    OptionChoice,
    OptionGroup,
    Seat,
    Setup,
    display_names,
    literal,
    picked,
    say,
    shortened,
)
from referee.games.wave.components import HAND, SILVER_HAND, Direction, Variant
from referee.games.wave.state import Hand, Phase, Silver, State, Table

SEATS: Final = (2, 3, 4)


def first_state(setup: Setup) -> State:
    """Return the first state of a game. Raises `BadSetup` if the seats or options do not fit.

    Hands and pile are counted as they are after the start card and the deal.
    """
    table = _table(setup)
    dealt = sum(HAND) * table.places
    return State(
        table=table,
        phase=Phase.START,
        place=None,
        direction=Direction.CLOCKWISE,
        laid=(),
        hands=(Hand(*HAND),) * len(table.names),
        silver=None if table.silver is None else Silver(*SILVER_HAND),
        pile=table.variant.deck - 1 - dealt,
    )


def _table(setup: Setup) -> Table:
    names = display_names(setup.names)
    if len(names) not in SEATS:
        raise BadSetup(say("WAVE is for two to four players."))
    chosen = setup.chosen_among("first", "variant")
    return Table(names, _first(chosen, len(names)), _variant(chosen))


def _first(chosen: Mapping[str, str], players: int) -> Seat:
    text = chosen.get("first", "0")
    nobody = say("There is no seat “{seat}”, so nobody can start there.", seat=shortened(text))
    return picked(text, {str(seat): Seat(seat) for seat in range(players)}, "first", nobody)


def _variant(chosen: Mapping[str, str]) -> Variant:
    text = chosen.get("variant", Variant.NONE.value)
    none = say("There is no house variant “{name}”.", name=shortened(text))
    return picked(text, {variant.value: variant for variant in Variant}, "variant", none)


def options(names: tuple[str, ...], _chosen: Mapping[str, str]) -> tuple[Option, ...]:
    """Return the questions: who starts, and whether a house variant is played."""
    return (_first_option(names), _variant_option())


def _first_option(names: tuple[str, ...]) -> Option:
    choices = tuple(
        OptionChoice(str(seat), literal(name), icon="surfer") for seat, name in enumerate(names)
    )
    return Option(
        "first",
        say("Who starts?"),
        (OptionGroup(say("First player"), choices),),
        "0",
        help=say("The rulebook picks the player who was at the beach last."),
        is_starter=True,
    )


def _variant_option() -> Option:
    choices = (
        OptionChoice(Variant.NONE.value, say("No"), say("The base game, as in the rulebook.")),
        OptionChoice(
            Variant.COLOURS.value,
            say("Colour swap"),
            say("House variant: 2 swap cards reverse the order of the colours."),
            icon="swap-colours",
        ),
        OptionChoice(
            Variant.NUMBERS.value,
            say("Number swap"),
            say("House variant: 2 swap cards reverse the order of the numbers."),
            icon="swap-numbers",
        ),
        OptionChoice(
            Variant.BOTH.value,
            say("Both swaps"),
            say("House variant: all 4 swap cards are shuffled in."),
            icon="surfer",
        ),
    )
    return Option(
        "variant",
        say("Play a house variant?"),
        (OptionGroup(say("House variant"), choices),),
        Variant.NONE.value,
        help=say(
            "These are our own rules for the special cards in the box, not those of the leaflet."
        ),
        is_extra=True,
    )
