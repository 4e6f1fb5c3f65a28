"""The step of WAVE: the sentence at the top of the screen, orders for hands, and buttons."""

from collections.abc import Iterator, Mapping
from typing import Final

from referee.core import (
    EMPTY,
    Choice,
    Missing,
    RuleId,
    Seat,
    Step,
    Task,
    Text,
    joined,
    listed,
    say,
    say_count,
)
from referee.games.wave.actions import Play, Start, Stuck, Talk, Wrong
from referee.games.wave.cards import facings, is_used_up, to_beat, turns_of
from referee.games.wave.components import (
    COLOUR_NAMES,
    COLOURS,
    Card,
    Colour,
    Facing,
    Variant,
    icon_of,
    name_of,
)
from referee.games.wave.facts import Laid
from referee.games.wave.refusals import tell_refusal
from referee.games.wave.rules import legal_actions
from referee.games.wave.rulings import explain
from referee.games.wave.state import Phase, State
from referee.games.wave.turns import acting
from referee.games.wave.words import (
    DIRECTIONS,
    SENTENCES,
    facing_label,
    facing_name,
    needed,
    place_name,
    tell_outcome,
)

_NOTHING: Final = say("No card can be laid")


def step(state: State) -> Step:
    """Return what happens next, and what can be entered for it."""
    return Step(
        say=sentence(state),
        where=_where(state),
        hands=hands(state),
        choices=tuple(_choices(state)),
        missing=tuple(_missing(state)),
    )


def hands(state: State) -> tuple[Task, ...]:
    """Return what people do with their hands after the last entry, in order."""
    if state.phase is Phase.START:
        return (
            Task(
                say(
                    "Lay the overview cards in the middle: the colours, and the direction, "
                    "clockwise."
                ),
                RuleId("K5"),
            ),
            Task(_SHUFFLES[state.table.variant], RuleId("box")),
        )
    if state.phase is Phase.OVER:
        return ()
    return tuple(order for fact in state.news for order in SENTENCES.orders(state, fact))


_SHUFFLES: Final[Mapping[Variant, Text]] = {
    Variant.NONE: say(
        "Leave the 4 swap cards in the box, shuffle the other {count} face down, turn over the "
        "top one.",
        count=Variant.NONE.deck,
    ),
    Variant.COLOURS: say(
        "Leave the number swaps in the box, shuffle the other {count} cards face down, turn over "
        "the top one; a swap card goes back.",
        count=Variant.COLOURS.deck,
    ),
    Variant.NUMBERS: say(
        "Leave the colour swaps in the box, shuffle the other {count} cards face down, turn over "
        "the top one; a swap card goes back.",
        count=Variant.NUMBERS.deck,
    ),
    Variant.BOTH: say(
        "Shuffle all {count} cards face down, turn over the top one; a swap card goes back.",
        count=Variant.BOTH.deck,
    ),
}


def sentence(state: State) -> Text:
    """Return the sentence that says who does what now."""
    if state.outcome:
        return tell_outcome(state, state.outcome)
    if state.phase is Phase.START:
        return say(
            "{name}: which one is the start card?", name=state.table.names[state.table.first]
        )
    seat = acting(state)
    assert seat is not None
    name, what = state.table.names[seat], needed(state)
    if state.place == state.table.silver:
        other = state.table.names[1 - seat]
        return say(
            "{name} and {other}, together for Silver: lay {what}.",
            name=name,
            other=other,
            what=what,
        )
    return say("{name}: lay {what}.", name=name, what=what)


def _where(state: State) -> Text:
    if state.phase is Phase.START:
        return say("{name} starts", name=state.table.names[state.table.first])
    if state.phase is Phase.OVER:
        return say("The game ended in turn {turn}", turn=_last_turn(state))
    where = say_count(
        "Turn {turn} · {direction} · {count} card in the pile",
        "Turn {turn} · {direction} · {count} cards in the pile",
        state.pile,
        turn=len(state.laid),
        direction=DIRECTIONS[state.direction],
    )
    seat = acting(state)
    if seat is None or state.place != state.table.silver:
        return where
    return say("{where} · {name} enters it", where=where, name=state.table.names[seat])


def _last_turn(state: State) -> int:
    """Return the turn of the entry that ended the game: of its card, or the one after the last."""
    laid = [fact.turn for fact in state.news if isinstance(fact, Laid)]
    return laid[0] if laid else len(state.laid)


def _choices(state: State) -> Iterator[Choice]:
    seat = acting(state)
    if seat is None:
        return
    for action in legal_actions(state, seat):
        if isinstance(action, Start | Play | Wrong):
            yield _card_choice(state, action)
    if state.phase is Phase.PLAY:
        yield from _end_choices(state)


def _group(card: Card) -> tuple[str, Text]:
    if card.colour is None:
        return "swap", say("Swap")
    return card.colour.value, COLOUR_NAMES[card.colour]


def _card_choice(state: State, action: Start | Play | Wrong) -> Choice:
    card, detail = action.card, EMPTY
    if not isinstance(action, Start):
        assert state.place is not None
        detail = facing_label(state.table, state.place, action.facing)
    group, label = _group(card)
    return Choice(
        action,
        name_of(card),
        detail,
        icon=icon_of(card),
        number="" if card.number is None else str(card.number),
        colour=group,
        group=group,
        group_label=label,
        ask=_doubt(state, card) if isinstance(action, Wrong) else EMPTY,
    )


def _doubt(state: State, card: Card) -> Text:
    return say(
        "Was {card} really laid? It does not fit on {top}, and that ends the game.",
        card=name_of(card),
        top=name_of(to_beat(state)),
    )


def _end_choices(state: State) -> Iterator[Choice]:
    group, label = "end", say("Over?")
    if explain(state, Stuck()).allowed:
        yield Choice(
            Stuck(),
            _NOTHING,
            icon="stuck",
            group=group,
            group_label=label,
            ask=_no_way(state),
        )
    for seat, name in enumerate(state.table.names):
        yield Choice(
            Talk(Seat(seat)),
            say("{name} said too much", name=name),
            say("ends the game"),
            icon="talk",
            group=group,
            group_label=label,
            ask=say(
                "Did {name} name or compare colours or numbers, even in other words? "
                "That ends the game.",
                name=name,
            ),
        )


def _no_way(state: State) -> Text:
    assert state.place is not None
    if state.place == state.table.silver:
        return say("Does no open card of Silver’s fit? That ends the game.")
    return say(
        "Does no card of {name}’s fit, whichever way it is held? That ends the game.",
        name=place_name(state.table, state.place),
    )


def _missing(state: State) -> Iterator[Missing]:
    if state.phase is Phase.OVER:
        return
    if state.phase is Phase.START:
        yield from _not_printed()
        yield Missing(
            say("Swap cards"), say("A swap card cannot be the start card: put it back."), "box"
        )
        return
    yield Missing(
        say("Passing"),
        say("Passing is not allowed: a player with a card that fits has to lay it."),
        "K11",
    )
    yield from _something_fits(state)
    yield from _other_facings(state)
    yield from _not_printed()
    yield from _laid_already(state)


def _something_fits(state: State) -> Iterator[Missing]:
    ruling = explain(state, Stuck())
    if not ruling.allowed:
        yield Missing(_NOTHING, tell_refusal(state, Stuck(), ruling), ruling.rule, icon="stuck")


def _not_printed() -> Iterator[Missing]:
    why = say("There is no such card: White has no 0, and Blue has no 5.")
    for colour, number in ((Colour.WHITE, 0), (Colour.BLUE, 5)):
        label = say("{colour} {number}", colour=COLOUR_NAMES[colour], number=number)
        yield Missing(label, why, "one-each", icon=f"level-{colour.level}")


def _laid_already(state: State) -> Iterator[Missing]:
    """Return the cards on the pile, colour by colour, and when they were laid."""
    for colour in (*COLOURS, None):
        used = [card for card in Card if card.colour is colour and is_used_up(state, card)]
        if used:
            yield Missing(
                listed([name_of(card) for card in used]),
                joined([_when_laid(state, card) for card in used]),
                "one-each",
                icon=icon_of(used[0]),
            )


def _when_laid(state: State, card: Card) -> Text:
    turn = turns_of(state, card)[-1]
    place = state.laid[turn].place
    if place is None:
        return say("{card} is the start card.", card=name_of(card))
    name = place_name(state.table, place)
    return say("{card}: {name} in turn {turn}.", card=name_of(card), name=name, turn=turn)


def _other_facings(state: State) -> Iterator[Missing]:
    assert state.place is not None
    name = place_name(state.table, state.place)
    if state.place == state.table.silver:
        if state.silver and state.silver.hidden:
            why = say("Only open cards are laid for Silver.")
            yield Missing(say("Silver’s hidden cards"), why, "K17", icon="hidden")
        return
    for facing in (Facing.SELF, Facing.TEAM):
        if facing not in facings(state):
            held = facing_name(state.table, state.place, facing)
            why = say("{name} has no card like that.", name=name)
            yield Missing(held, why, "facing", icon=f"facing-{facing.value}")
