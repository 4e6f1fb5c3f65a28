"""The first state of a game from its seats and options, and the questions of the setup page."""

from collections.abc import Mapping, Sized
from typing import Final, TypeVar

from referee.core import (
    BadSetup,
    Option,
    OptionChoice,
    OptionGroup,
    Seat,
    Setup,
    Text,
    display_names,
    literal,
    picked,
    say,
    shortened,
)
from referee.games.war_of_waves.components import (
    FEWEST,
    HOUSE_DECK,
    KIND_NAMES,
    KINDS,
    LEADER_NAMES,
    LEADERS,
    MOST,
    NONE,
    NUMBERS,
    SECTIONS,
    DeckList,
    Kind,
    LeaderName,
)
from referee.games.war_of_waves.state import PLAYERS, Phase, Place, State, Table

V = TypeVar("V")

NOTHING: Final = "nothing"
ATTACK: Final = "attack"
_BACKS: Final = {kind.value: kind for kind in KINDS}
_COPIES: Final = {str(count): count for count in range(MOST + 1)}


def first_state(setup: Setup) -> State:
    """Return the first state of a game. Raises `BadSetup` if the seats or options do not fit."""
    names = display_names(setup.names)
    if len(names) != len(PLAYERS):  # V37
        raise BadSetup(say("War of Waves is for two players."))
    chosen = setup.chosen_among("build", "war", "leaders", "first", "poseidon")
    table = Table(
        names=names,
        deck_list=_deck_list(chosen),
        first=_first(chosen.get("first", "0")),
        poseidon_draws=_poseidon(chosen.get("poseidon", NOTHING)),
    )
    return State(
        table=table,
        phase=Phase.DEAL,
        turn=table.first,
        turns=0,
        hands=(NONE, NONE),
        named=(frozenset(), frozenset()),
        deck=table.deck_list.counts(),
        discard=NONE,
        discarded=(),
        faces=(),
        gateways=((Place(),) * len(SECTIONS),) * len(PLAYERS),
    )


def _deck_list(chosen: Mapping[str, str]) -> DeckList:
    copies = [_copies(kind, chosen.get(kind.value)) for kind in KINDS]
    return DeckList(copies[0], copies[1], _backs(chosen.get("leaders")))


def _copies(kind: Kind, text: str | None) -> tuple[int, ...]:
    if text is None:
        return HOUSE_DECK.build if kind is Kind.BUILD else HOUSE_DECK.war
    needed = say(
        "The {kind} cards need six numbers from 0 to {most}: how many have a 1, a 2 and so on.",
        kind=KIND_NAMES[kind],
        most=MOST,
    )
    copies = _each(text, _COPIES, kind.value, needed)
    if len(copies) != len(NUMBERS):
        raise _miscounted(kind.value, copies, needed)
    fewest = FEWEST[kind.place]
    if sum(copies) < fewest:
        few = say(
            "At least {fewest} {kind} cards are needed to deal.",
            fewest=fewest,
            kind=KIND_NAMES[kind],
        )
        raise BadSetup(few, kind.value)
    return copies


def _backs(text: str | None) -> tuple[Kind, ...]:
    if text is None:
        return HOUSE_DECK.backs
    needed = say("Each of the four Leaders has a “build” or a “war” back.")
    backs = _each(text, _BACKS, "leaders", needed)
    if len(backs) != len(LEADERS):
        raise _miscounted("leaders", backs, needed)
    return backs


def _each(text: str, values: Mapping[str, V], option: str, needed: Text) -> tuple[V, ...]:
    found = []
    for part in [part.strip() for part in text.split(",")]:
        wrong = say("“{wrong}” does not fit. {needed}", wrong=shortened(part), needed=needed)
        found.append(picked(part, values, option, wrong))
    return tuple(found)


def _miscounted(option: str, found: Sized, needed: Text) -> BadSetup:
    return BadSetup(say("{needed} Here are {count}.", needed=needed, count=len(found)), option)


def _first(text: str) -> Seat:
    nobody = say("There is no seat “{place}”, so nobody can start there.", place=shortened(text))
    return picked(text, {str(seat): seat for seat in PLAYERS}, "first", nobody)


def _poseidon(text: str) -> bool:
    neither = say("“poseidon” is “nothing” or “attack”, not “{wrong}”.", wrong=shortened(text))
    return picked(text, {NOTHING: False, ATTACK: True}, "poseidon", neither)


# The questions of the setup page.


def options(names: tuple[str, ...], _chosen: Mapping[str, str]) -> tuple[Option, ...]:
    """Return the questions: who starts, what is in the deck, and how Poseidon is read."""
    return (
        _first_option(names),
        _copies_option(Kind.BUILD, say("How many Build cards of each number are there?")),
        _copies_option(Kind.WAR, say("How many War cards of each number are there?")),
        _leaders_option(),
        _poseidon_option(),
    )


def _first_option(names: tuple[str, ...]) -> Option:
    choices = tuple(
        OptionChoice(str(seat), literal(name)) for seat, name in enumerate(names[: len(PLAYERS)])
    )
    return Option(
        "first",
        say("Who starts?"),
        (OptionGroup(say("First turn"), choices),),
        "0",
        is_starter=True,
    )


def _copies_option(kind: Kind, label: Text) -> Option:
    counts = tuple(OptionChoice(text, literal(text)) for text in _COPIES)
    house_copies = HOUSE_DECK.build if kind is Kind.BUILD else HOUSE_DECK.war
    groups = tuple(
        OptionGroup(
            _with_house(say("{kind} {number}", kind=KIND_NAMES[kind], number=number), copies),
            counts,
            icon=kind.value,
        )
        for number, copies in zip(NUMBERS, house_copies, strict=True)
    )
    house = _joined(house_copies)
    return Option(
        kind.value,
        label,
        groups,
        house,
        help=say("Count your cards once; we remember the numbers for your next game."),
        presets=(OptionChoice(house, say("House default"), _HOUSE_HELP),),
        keep=tuple(copies_name(kind, number) for number in NUMBERS),
        is_extra=True,
    )


def _with_house(asked: Text, house: object) -> Text:
    return say("{asked} (house default: {house})", asked=asked, house=house)


_HOUSE_HELP: Final = say("Our guess: the maker does not publish the list.")


def _joined(counts: tuple[int, ...]) -> str:
    return ",".join(str(count) for count in counts)


def _leaders_option() -> Option:
    backs = tuple(
        OptionChoice(kind.value, say("{kind} back", kind=KIND_NAMES[kind]), icon=kind.value)
        for kind in KINDS
    )
    house = ",".join(kind.value for kind in HOUSE_DECK.backs)
    return Option(
        "leaders",
        say("Do your Leaders have Build or War backs?"),
        tuple(
            OptionGroup(
                _with_house(LEADER_NAMES[name], KIND_NAMES[HOUSE_DECK.back(name)]),
                backs,
                icon=name.value,
            )
            for name in LEADERS
        ),
        house,
        help=say("Check your cards once; we remember it for your next game."),
        presets=(OptionChoice(house, say("House default"), _HOUSE_HELP),),
        keep=tuple(back_name(name) for name in LEADERS),
        is_extra=True,
    )


def _poseidon_option() -> Option:
    choices = (
        OptionChoice(
            NOTHING, say("Nothing more"), say("Only the card drawn when Poseidon was announced.")
        ),
        OptionChoice(ATTACK, say("1 Deck card"), say("As after an Attack.")),
    )
    return Option(
        "poseidon",
        say("What does a player draw after Poseidon?"),
        (OptionGroup(LEADER_NAMES[LeaderName.POSEIDON], choices),),
        NOTHING,
        is_extra=True,
    )


def copies_name(kind: Kind, number: int) -> str:
    """Return the name under which a number of the deck list is kept for the next game."""
    return f"copies {kind.value} {number}"


def back_name(leader: LeaderName) -> str:
    """Return the name under which a Leader's back is kept for the next game."""
    return f"back {leader.value}"


def learned(state: State) -> Mapping[str, str]:
    """Return the deck list that this table plays with, for its next game."""
    deck_list = state.table.deck_list
    kept = {
        copies_name(kind, number): str(copies[number - 1])
        for kind, copies in ((Kind.BUILD, deck_list.build), (Kind.WAR, deck_list.war))
        for number in NUMBERS
    }
    kept |= {back_name(name): deck_list.back(name).value for name in LEADERS}
    return kept
