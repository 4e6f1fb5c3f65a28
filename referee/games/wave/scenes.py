"""The moments of WAVE as pictures: an order that turns round, a card that does not fit, the end."""

from collections.abc import Iterator, Sequence

from referee.core import EMPTY, Fact, Piece, Scene, SceneSide, Text, literal, say
from referee.games.wave.cards import top
from referee.games.wave.components import COLOUR_NAMES, Card, Colour, Trait, icon_of, name_of
from referee.games.wave.facts import Ended, Result, Swapped
from referee.games.wave.state import State
from referee.games.wave.words import (
    SENTENCES,
    colour_order,
    needed,
    number_order,
    place_name,
    tell_outcome,
)


def scenes(state: State, facts: Sequence[Fact]) -> tuple[Scene, ...]:
    """Return the pictures of what followed from an entry, and of the end."""
    found = [scene for fact in facts for scene in _of(state, fact)]
    ends = [_end(state, fact) for fact in state.news if isinstance(fact, Result)]
    return (*found, *ends)


def _of(state: State, fact: object) -> Iterator[Scene]:
    match fact:
        case Swapped():
            yield _order(state, fact)
        case Ended(card=Card() as card):
            yield _does_not_fit(state, fact, card)


def _order(state: State, fact: Swapped) -> Scene:
    low, high = say("lowest"), say("highest")
    pieces = (
        [_colour(one) for one in colour_order(swapped=fact.swapped)]
        if fact.trait is Trait.COLOURS
        else [
            Piece(literal(str(one)), number=str(one)) for one in number_order(swapped=fact.swapped)
        ]
    )
    last = len(pieces) - 1
    sides = tuple(
        SceneSide(low if not at else high if at == last else EMPTY, (piece,), won=at == last)
        for at, piece in enumerate(pieces)
    )
    title = {
        (Trait.COLOURS, True): say("The colours are reversed"),
        (Trait.COLOURS, False): say("The colours are back in order"),
        (Trait.NUMBERS, True): say("The numbers are reversed"),
        (Trait.NUMBERS, False): say("The numbers are back in order"),
    }[fact.trait, fact.swapped]
    return Scene("row", title, sides, SENTENCES.fact(state, fact), rule=fact.rule)


def _colour(colour: Colour) -> Piece:
    return Piece(COLOUR_NAMES[colour], icon=f"level-{colour.level}", colour=colour.value)


def _card(card: Card) -> Piece:
    return Piece(
        name_of(card),
        icon=icon_of(card),
        number="" if card.number is None else str(card.number),
        colour=card.colour.value if card.colour else "swap",
    )


def _does_not_fit(state: State, fact: Ended, card: Card) -> Scene:
    beat = top(state)
    assert beat is not None
    return Scene(
        "duel",
        say("{card} does not fit on {top}", card=name_of(card), top=name_of(beat)),
        (
            SceneSide(place_name(state.table, fact.place), (_card(card),)),
            SceneSide(say("To beat"), (_card(beat),), won=True),
        ),
        _wanted(state),
        rule=fact.rule,
    )


def _wanted(state: State) -> Text:
    return say("It takes {needed}.", needed=needed(state))


def _end(state: State, fact: Result) -> Scene:
    assert state.outcome is not None
    laid = len(state.laid)
    return Scene(
        "end",
        tell_outcome(state, state.outcome),
        (SceneSide(say("Cards laid"), number=str(laid)),),
        tell_outcome(state, state.outcome),
        rule=fact.rule,
    )
