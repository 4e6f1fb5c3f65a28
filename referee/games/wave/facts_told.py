"""How each kind of consequence is told in the story, with its numbers."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core import TABLE, Fact, TableDecided, Text, joined, listed, say, say_count
from referee.games.wave.changes_told import changes
from referee.games.wave.components import COLOUR_NAMES, Card, Facing, Higher, better, name_of
from referee.games.wave.endings import FORBIDDEN_TALK, PERFECT_WAVE, STUCK
from referee.games.wave.facts import (
    Dealt,
    Drawn,
    Ended,
    Laid,
    NotDrawn,
    NothingFits,
    Result,
    Reversed,
    SilverLaid,
    Skipped,
    StartTurned,
    Swapped,
    TableChanged,
    Turn,
    TurnedUp,
)
from referee.games.wave.state import State
from referee.games.wave.words import (
    DIRECTIONS,
    ROW_NAMES,
    facing_name,
    order_said,
    place_name,
)


def _start(_state: State, fact: StartTurned) -> Text:
    if fact.card.reverses:
        return say(
            "{card} is face up. Its symbol does not change the direction: play starts clockwise.",
            card=name_of(fact.card),
        )
    return say("{card} is face up; play starts clockwise.", card=name_of(fact.card))


def _dealt(_state: State, fact: Dealt) -> Text:
    return say_count(
        "Everybody holds {own} cards facing themselves and {team} facing the team; "
        "{count} card is left to draw.",
        "Everybody holds {own} cards facing themselves and {team} facing the team; "
        "{count} cards are left to draw.",
        fact.pile,
        own=fact.own,
        team=fact.team,
    )


def _silver(_state: State, fact: SilverLaid) -> Text:
    return say(
        "Silver has {hidden} hidden cards and {open} open ones.",
        hidden=fact.hidden,
        open=fact.open,
    )


def _laid(state: State, fact: Laid) -> Text:
    card, over = fact.card, fact.over
    if fact.by is Higher.SWAP:
        return say("A swap card fits on everything; {over} stays to beat.", over=name_of(over))
    if fact.by is Higher.NUMBER:
        return _higher_number(state, card, over)
    if fact.by is Higher.COLOUR:
        return _higher_colour(state, card, over)
    if state.swapped:
        return joined([_higher_number(state, card, over), _higher_colour(state, card, over)])
    return say("{card} is higher than {over} in both.", card=name_of(card), over=name_of(over))


def _higher_number(state: State, card: Card, over: Card) -> Text:
    one, other = card.number, over.number
    if state.numbers_swapped:
        return say("{number} counts as higher than {other} now.", number=one, other=other)
    return say("The number {number} is higher than {other}.", number=one, other=other)


def _higher_colour(state: State, card: Card, over: Card) -> Text:
    assert card.colour
    assert over.colour
    one, other = COLOUR_NAMES[card.colour], COLOUR_NAMES[over.colour]
    if state.colours_swapped:
        return say("{colour} counts as higher than {other} now.", colour=one, other=other)
    return say("{colour} is higher than {other}.", colour=one, other=other)


def _swapped(_state: State, fact: Swapped) -> Text:
    what = order_said(fact.trait, swapped=fact.swapped)
    if fact.swapped:
        return say("The order is turned around: {what}.", what=what)
    return say("The order is as printed again: {what}.", what=what)


def _reversed(_state: State, fact: Reversed) -> Text:
    return say("The direction turns: {direction} now.", direction=DIRECTIONS[fact.direction])


def _drawn(state: State, fact: Drawn) -> Text:
    if fact.facing is Facing.OPEN:
        return say_count(
            "Silver got a new open card; {count} card is left to draw.",
            "Silver got a new open card; {count} cards are left to draw.",
            fact.pile,
        )
    return say_count(
        "{name} drew a card, {facing}; {count} card is left to draw.",
        "{name} drew a card, {facing}; {count} cards are left to draw.",
        fact.pile,
        name=place_name(state.table, fact.place),
        facing=facing_name(state.table, fact.place, fact.facing),
    )


def _not_drawn(state: State, fact: NotDrawn) -> Text:
    return say(
        "The pile is empty: nothing to draw for {name}.", name=place_name(state.table, fact.place)
    )


def _turned_up(_state: State, fact: TurnedUp) -> Text:
    return say(
        "A hidden card of Silver’s was turned up: {hidden} hidden and {open} open now.",
        hidden=fact.hidden,
        open=fact.open,
    )


def _skipped(state: State, fact: Skipped) -> Text:
    return say("{name} has no cards and is passed over.", name=place_name(state.table, fact.place))


def _turn(state: State, fact: Turn) -> Text:
    if fact.rule == "K6":
        return say(
            "{name} is the only one with cards and goes on.",
            name=place_name(state.table, fact.place),
        )
    if fact.place == state.table.silver:
        return say(
            "Silver is next: both choose together, and {name} enters it.",
            name=state.table.names[fact.acting],
        )
    return say("{name} is next.", name=state.table.names[fact.place])


def _nothing_fits(_state: State, fact: NothingFits) -> Text:
    return say_count(
        "The last card that is left does not fit on {top}.",
        "Not one of the {count} cards that are left fits on {top}.",
        fact.left,
        top=name_of(fact.top),
    )


def _ended(state: State, fact: Ended) -> Text:
    name = place_name(state.table, fact.place)
    if fact.reason == PERFECT_WAVE:
        return say("{name} laid the last card: everybody wins.", name=name)
    if fact.reason == STUCK:
        return say("{name} could lay nothing: the game is over.", name=name)
    if fact.reason == FORBIDDEN_TALK:
        return say("{name} said something forbidden: the game is over.", name=name)
    assert fact.card is not None
    return say(
        "{card} from {name} does not fit: the game is over, and the card counts as left over.",
        card=name_of(fact.card),
        name=name,
    )


def _result(state: State, fact: Result) -> Text:
    held = listed(
        [
            say("{name} {count}", name=place_name(state.table, place), count=count)
            for place, count in enumerate(fact.held)
        ]
    )
    counted = say_count(
        "{count} card is left over ({held}, pile {pile}): {row}.",
        "{count} cards are left over ({held}, pile {pile}): {row}.",
        fact.remaining,
        held=held,
        pile=fact.pile,
        row=ROW_NAMES[fact.row],
    )
    return joined([counted, to_better(fact)]) if fact.to_next else counted


def to_better(fact: Result) -> Text:
    """Say how many fewer cards would have reached the better row."""
    return say_count(
        "{count} card fewer would have been: {row}.",
        "{count} cards fewer would have been: {row}.",
        fact.to_next,
        row=ROW_NAMES[better(fact.row)],
    )


def _decided(state: State, fact: TableDecided) -> Text:
    if fact.by == TABLE:
        return say("The table decided this: {why}", why=fact.why)
    return say("{name} decided this: {why}", name=state.table.names[fact.by], why=fact.why)


def _changed(state: State, fact: TableChanged) -> Text:
    return joined(changes(state, fact))


FACTS: Final[Mapping[type[Fact], Callable[[State, Any], Text]]] = {
    StartTurned: _start,
    Dealt: _dealt,
    SilverLaid: _silver,
    Laid: _laid,
    Swapped: _swapped,
    Reversed: _reversed,
    Drawn: _drawn,
    NotDrawn: _not_drawn,
    TurnedUp: _turned_up,
    Skipped: _skipped,
    Turn: _turn,
    NothingFits: _nothing_fits,
    Ended: _ended,
    Result: _result,
    TableDecided: _decided,
    TableChanged: _changed,
}
