"""The first state of a game from its seats and options, and the questions of the setup page."""

from collections.abc import Mapping
from typing import Final

from referee.core import (
    EMPTY,
    TABLE,
    BadSetup,
    Option,
    OptionChoice,
    OptionGroup,
    RuleId,
    Seat,
    Setup,
    Text,
    display_names,
    listed,
    literal,
    picked,
    say,
    shortened,
)
from referee.games.waves.components import (
    ADVANCED,
    CLASS_PLURALS,
    CLASSES,
    FULL_GOAL,
    HAND,
    HOUSE_COUNCIL,
    PRESETS,
    SHELLS,
    SHORT_GOAL,
    SOLO_HAND,
    Class,
    Edition,
    Goal,
    Mode,
    Tablet,
)
from referee.games.waves.rulebook import rulebook_of
from referee.games.waves.state import NONE, Known, Phase, State, Table
from referee.games.waves.words import mode_name, preset_name, tablet_name

UNKNOWN: Final = "?"
HOUSE: Final = "house"
_DECK: Final = 100
_FIRST_GAME: Final = "first-game"
_SEATS: Final = {Mode.HEAD_TO_HEAD: (2,), Mode.THREE: (3,)}
_MANY: Final = (4, 5, 6)
_TABLETS: Final = {tablet.value: tablet for tablet in Tablet}
_COUNCIL_NUMBERS: Final = (UNKNOWN, *(str(count) for count in range(SHELLS + 1)))


def modes_for(edition: Edition, players: int) -> tuple[Mode, ...]:
    """Return the modes that a number of players can choose."""
    if players not in edition.seats:
        return ()
    return tuple(mode for mode in edition.modes if players in _SEATS.get(mode, _MANY))


def first_state(edition: Edition, setup: Setup) -> State:
    """Return the first state of a game. Raises `BadSetup` if the seats or options do not fit."""
    table = _table(edition, setup)
    players = len(setup.names)
    slots = len(table.owners)
    return State(
        table=table,
        phase=Phase.COUNCIL,
        round=1,
        token=_token(setup.chosen.get("token", "0"), table),
        shells=0,
        numbers=_numbers(setup.chosen.get("council", ""), slots),
        elders=(None,) * slots,
        agents=(None,) * slots,
        collected=((),) * len(table.sides),
        hands=table.limits,
        deck=_DECK - sum(table.limits),
        discard=0,
        known=Known(held=(NONE,) * players, unnamed=(0,) * players),
        owed=(0,) * players,
        council=(None,) * slots,
    )


def _table(edition: Edition, setup: Setup) -> Table:
    names = display_names(setup.names)
    chosen = setup.chosen_among("mode", "tablets", "council", "token", "agents-right")
    mode = _mode(edition, len(setup.names), chosen.get("mode"))
    sides = _sides(mode, len(setup.names))
    return Table(
        edition=edition,
        names=names,
        mode=mode,
        owners=_owners(mode, len(setup.names)),
        ring=tuple(range(4 if mode is Mode.HEAD_TO_HEAD else len(setup.names))),
        sides=sides,
        side_of=tuple(
            next(index for index, side in enumerate(sides) if seat in side)
            for seat in range(len(setup.names))
        ),
        goals=tuple(_goal(mode, side, len(setup.names)) for side in sides),
        limits=tuple(
            SOLO_HAND if _is_solo(mode, seat, len(setup.names)) else HAND
            for seat in range(len(setup.names))
        ),
        tablets=_tablets(edition, chosen.get("tablets", mode.value)),
        house_council=chosen.get("council") == HOUSE,
        agents_read_elders=_agents_read_elders(chosen.get("agents-right", "agents")),
    )


def _mode(edition: Edition, players: int, chosen: str | None) -> Mode:
    possible = modes_for(edition, players)
    if not possible:
        raise BadSetup(
            say("{game} cannot be played by {count}.", game=edition.title, count=players)
        )
    if chosen is None:
        return possible[0]
    cannot = say("{count} players cannot play “{mode}”.", count=players, mode=shortened(chosen))
    return picked(chosen, {mode.value: mode for mode in possible}, "mode", cannot)


def _owners(mode: Mode, players: int) -> tuple[Seat, ...]:
    seats = tuple(Seat(seat) for seat in range(players))
    if mode is Mode.HEAD_TO_HEAD:  # W34: the places belong to the players in turn
        return seats * 2
    if mode is Mode.THREE:  # W37: the extra Elder, between the last seat and the first
        return (*seats, TABLE)
    return seats


def _sides(mode: Mode, players: int) -> tuple[tuple[Seat, ...], ...]:
    seats = tuple(Seat(seat) for seat in range(players))
    if mode is not Mode.TEAMS:
        return tuple((seat,) for seat in seats)
    paired = seats[:4] if players % 2 else seats
    return (paired[0::2], paired[1::2], *((seat,) for seat in seats[len(paired) :]))


def _is_solo(mode: Mode, seat: int, players: int) -> bool:
    return mode is Mode.TEAMS and players % 2 == 1 and seat == players - 1


def _goal(mode: Mode, side: tuple[Seat, ...], players: int) -> Goal:
    alone = mode is Mode.ALL_VS_ALL or _is_solo(mode, side[0], players)
    return SHORT_GOAL if alone else FULL_GOAL


def _tablets(edition: Edition, text: str) -> tuple[Tablet, ...]:
    if text in _preset_names(edition):
        return PRESETS[text]
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in _TABLETS]
    if unknown:
        name = shortened(unknown[0])
        raise BadSetup(say("There is no such tablet: {name}.", name=name), "tablets")
    chosen = [_TABLETS[name] for name in names]
    _check_one_a_class([tablet.owner for tablet in chosen])
    return tuple(sorted(chosen, key=lambda tablet: tablet.owner.number))


def _preset_names(edition: Edition) -> tuple[str, ...]:
    return (_FIRST_GAME, *(mode.value for mode in edition.modes))


def _check_one_a_class(owners: list[Class]) -> None:
    none = [CLASS_PLURALS[kind] for kind in CLASSES if kind not in owners]
    many = [CLASS_PLURALS[kind] for kind in CLASSES if owners.count(kind) > 1]
    if none:
        wrong = say(
            "Choose one tablet for each of the five classes: still missing for {classes}.",
            classes=listed(none),
        )
        raise BadSetup(wrong, "tablets")
    if many:
        wrong = say(
            "Choose one tablet for each of the five classes: more than one for {classes}.",
            classes=listed(many),
        )
        raise BadSetup(wrong, "tablets")


def _token(text: str, table: Table) -> int:
    nowhere = say("The Wave token cannot start at place “{place}”.", place=shortened(text))
    return picked(text, {str(slot): slot for slot in table.ring}, "token", nowhere)


def _numbers(text: str, slots: int) -> tuple[int | None, ...]:
    if not text:
        return (None,) * len(CLASSES)
    if text == HOUSE:
        return HOUSE_COUNCIL[slots]
    parts = [part.strip() for part in text.split(",")]
    wrong = [part for part in parts if part not in _COUNCIL_NUMBERS]
    if wrong:
        no_number = say(
            "The Council card needs five numbers from 0 to 5, or “?”; not “{number}”.",
            number=shortened(wrong[0]),
        )
        raise BadSetup(no_number, "council")
    if len(parts) != len(CLASSES):
        count = say(
            "The Council card needs five numbers from 0 to 5, or “?”; here are {count}.",
            count=len(parts),
        )
        raise BadSetup(count, "council")
    return tuple(None if part == UNKNOWN else int(part) for part in parts)


def _agents_read_elders(text: str) -> bool:
    neither = say("“agents-right” is “agents” or “elders”, not “{value}”.", value=shortened(text))
    return picked(text, {"agents": False, "elders": True}, "agents-right", neither)


# The questions of the setup page.


def options(
    edition: Edition, names: tuple[str, ...], chosen: Mapping[str, str]
) -> tuple[Option, ...]:
    """Return the questions: mode, tablets, first Wave token and Council card."""
    players = len(names)
    possible = modes_for(edition, players)
    mode = next((mode for mode in possible if mode.value == chosen.get("mode")), possible[0])
    return (
        _mode_option(edition, possible, players),
        _tablets_option(edition, mode),
        _token_option(mode, names),
        _council_option(mode, players),
        *_reading_option(edition, chosen.get("tablets", "")),
    )


def _mode_option(edition: Edition, possible: tuple[Mode, ...], players: int) -> Option:
    choices = tuple(
        OptionChoice(mode.value, *mode_name(edition, mode, players), icon="wave")
        for mode in possible
    )
    return Option(
        "mode", say("How do you play?"), (OptionGroup(say("Mode"), choices),), choices[0].value
    )


def _tablets_option(edition: Edition, mode: Mode) -> Option:
    groups = tuple(
        OptionGroup(
            CLASS_PLURALS[kind],
            tuple(_tablet_choice(edition, tablet) for tablet in Tablet if tablet.owner is kind),
            icon=kind.value,
        )
        for kind in CLASSES
    )
    presets = tuple(
        OptionChoice(_joined(PRESETS[name]), *preset_name(edition, name))
        for name in (_FIRST_GAME, mode.value)
    )
    return Option(
        "tablets",
        say("Which rule tablets are you using?"),
        groups,
        _joined(PRESETS[mode.value]),
        presets=presets,
        first_game=_joined(PRESETS[_FIRST_GAME]),
        is_pictured=True,
    )


def _joined(tablets: tuple[Tablet, ...]) -> str:
    return ",".join(tablet.value for tablet in tablets)


def _tablet_choice(edition: Edition, tablet: Tablet) -> OptionChoice:
    detail = rulebook_of(edition)[RuleId(tablet.value)].says
    if tablet in ADVANCED:
        detail = say("Advanced: {rule}", rule=detail)
    return OptionChoice(tablet.value, tablet_name(edition, tablet), detail)


def _token_option(mode: Mode, names: tuple[str, ...]) -> Option:
    ring = range(4 if mode is Mode.HEAD_TO_HEAD else len(names))
    choices = tuple(
        OptionChoice(str(slot), _place_name(mode, slot, names), icon="wave") for slot in ring
    )
    question, how = _token_question(mode)
    return Option(
        "token",
        question,
        (OptionGroup(say("Wave token"), choices),),
        "0",
        help=how,
        is_starter=True,
    )


def _token_question(mode: Mode) -> tuple[Text, Text]:
    if mode is Mode.HEAD_TO_HEAD:  # W35
        return say("Where does the Wave token start?"), say(
            "Flip 2 Elders for each of you, and pick who starts. The other player picks one of the "
            "starter’s two Elders for the token. Only then deal the hands."
        )
    return say("Who has the Wave token first?"), EMPTY


def _place_name(mode: Mode, slot: int, names: tuple[str, ...]) -> Text:
    if mode is Mode.HEAD_TO_HEAD:
        return say("{name}, Elder {number}", name=names[slot % 2], number=slot // 2 + 1)
    return literal(names[slot])


def _council_option(mode: Mode, players: int) -> Option:
    groups = tuple(
        OptionGroup(
            CLASS_PLURALS[kind],
            tuple(OptionChoice(number, literal(number)) for number in _COUNCIL_NUMBERS),
            icon=kind.value,
        )
        for kind in CLASSES
    )
    house = HOUSE_COUNCIL[len(_owners(mode, players))]
    return Option(
        "council",
        say("How many Shells does your Council card give?"),
        groups,
        ",".join(UNKNOWN for _ in CLASSES),
        presets=(
            OptionChoice(",".join(UNKNOWN for _ in CLASSES), say("We will ask when it comes up")),
            OptionChoice(
                HOUSE,
                say("You have no Council card"),
                say("Then use our own numbers: {numbers}.", numbers=listed(house)),
            ),
        ),
        keep=tuple(council_number(mode, players, kind) for kind in CLASSES),
        is_extra=True,
    )


def council_number(mode: Mode, players: int, kind: Class) -> str:
    """Return the name under which a Council card's number is kept for the next game in a mode."""
    return f"council {mode.value} {players} {kind.value}"


def _reading_option(edition: Edition, tablets: str) -> tuple[Option, ...]:
    if Tablet.AGENTS_RIGHT.value not in tablets:
        return ()
    choices = (
        OptionChoice(
            "agents", say("The Agent to the right"), rulebook_of(edition)[RuleId("W12")].says
        ),
        OptionChoice("elders", say("The Elder to the right"), say("A house rule.")),
    )
    return (
        Option(
            "agents-right",
            say("Knights tablet: whose Power does an Agent take?"),
            (OptionGroup(say("Power"), choices),),
            "agents",
            is_extra=True,
        ),
    )
