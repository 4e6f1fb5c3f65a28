"""The rules of WAVE: who acts, what may be entered, what follows, how the game ends."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.core import (
    TABLE,
    Action,
    Fact,
    Outcome,
    Overrule,
    RuleId,
    Seat,
    TableDecided,
    replaced,
)
from referee.games.wave.actions import (
    OverruleDirection,
    OverruleFacing,
    OverruleTurn,
    Play,
    Start,
    Stuck,
    Talk,
    Wrong,
)
from referee.games.wave.cards import facings, free_cards, higher_in, something_fits, to_beat
from referee.games.wave.components import CARDS, Card, Direction, Facing, Trait, row_of, to_next
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
    StartTurned,
    Swapped,
    TableChanged,
    TurnedUp,
)
from referee.games.wave.rulings import explain
from referee.games.wave.state import (
    FORBIDDEN_TALK,
    PERFECT_WAVE,
    STUCK,
    WRONG_CARD,
    Hand,
    Lying,
    Phase,
    Silver,
    State,
)
from referee.games.wave.turns import acting, pass_turn, turn_fact


def apply(state: State, action: Action) -> tuple[State, tuple[Fact, ...]]:
    """Return the state after an allowed action, and the facts that follow from it."""
    if isinstance(action, Overrule):
        changed, facts = _overrule(state, action)
    else:
        changed, facts = _APPLY[type(action)](state, action)
    news = tuple(facts)
    return changed._replace(news=news), news


def _start(state: State, action: Start) -> tuple[State, list[Fact]]:
    state = state._replace(
        phase=Phase.PLAY, place=state.table.first, laid=(Lying(action.card, None),)
    )
    also = (RuleId("K1"),) if action.card.reverses else ()
    hand = state.hands[0]
    facts: list[Fact] = [
        StartTurned(RuleId("K2"), action.card, also=also),
        Dealt(RuleId("deal"), hand.own, hand.team, state.pile),
    ]
    if state.silver and state.table.silver is not None:
        place, silver = state.table.silver, state.silver
        facts.append(
            SilverLaid(RuleId("silver"), place, silver.hidden, silver.open, also=(RuleId("K15"),))
        )
    return state, [*facts, turn_fact(state, RuleId("K3"))]


def _play(state: State, action: Play) -> tuple[State, list[Fact]]:
    facts: list[Fact] = [_laid(state, action)]
    state = _from_hand(state, action)
    for follow in (_swap, _turn_around):
        state, more = follow(state, action.card)
        facts += more
    if not state.remaining:
        assert state.place is not None
        ended = Ended(RuleId("goal"), PERFECT_WAVE, state.place)
        state, more = _end(state, ended, tuple(Seat(seat) for seat in range(len(state.hands))))
        return state, facts + more
    state, more = _draw(state, action.facing)
    state, passed = pass_turn(state)
    facts += more + passed
    if not something_fits(state):
        state, more = _nothing_fits(state)
        facts += more
    return state, facts


def _laid(state: State, action: Play) -> Laid:
    below, by = to_beat(state), higher_in(state, action.card)
    assert by is not None
    assert state.place is not None
    swap, turn = RuleId("house-swap"), len(state.laid)
    rule = swap if action.card.swaps else RuleId("higher")
    also = (swap,) if state.swapped and not action.card.swaps else ()
    return Laid(rule, turn, state.place, action.card, action.facing, below, by, also=also)


def _from_hand(state: State, action: Play) -> State:
    assert state.place is not None
    state = state._replace(laid=(*state.laid, Lying(action.card, state.place, action.facing)))
    if action.facing is Facing.OPEN:
        assert state.silver is not None
        return state._replace(silver=Silver(state.silver.hidden, state.silver.open - 1))
    return _with_one(state, action.facing, -1)


def _with_one(state: State, facing: Facing, change: int) -> State:
    assert state.place is not None
    hand = state.hands[state.place]
    if facing is Facing.SELF:
        hand = Hand(hand.own + change, hand.team)
    else:
        hand = Hand(hand.own, hand.team + change)
    return state._replace(hands=replaced(state.hands, state.place, hand))


def _swap(state: State, card: Card) -> tuple[State, list[Fact]]:
    rule = RuleId("house-swap")
    match card.swaps:
        case Trait.COLOURS:
            state = state._replace(colours_swapped=not state.colours_swapped)
            return state, [Swapped(rule, Trait.COLOURS, state.colours_swapped)]
        case Trait.NUMBERS:
            state = state._replace(numbers_swapped=not state.numbers_swapped)
            return state, [Swapped(rule, Trait.NUMBERS, state.numbers_swapped)]
        case _:
            return state, []


def _turn_around(state: State, card: Card) -> tuple[State, list[Fact]]:
    if not card.reverses:
        return state, []
    state = state._replace(direction=state.direction.opposite)
    return state, [Reversed(RuleId("K5"), card, state.direction, also=(RuleId("symbol"),))]


def _draw(state: State, facing: Facing) -> tuple[State, list[Fact]]:
    assert state.place is not None
    if facing is Facing.OPEN:
        return _draw_for_silver(state)
    place, other = state.place, facing.opposite
    if not state.pile:
        return state, [NotDrawn(RuleId("K8"), place)]
    state = _with_one(state, other, 1)._replace(pile=state.pile - 1)
    return state, [Drawn(RuleId("K7"), place, other, state.pile, also=(RuleId("K8"),))]


def _draw_for_silver(state: State) -> tuple[State, list[Fact]]:
    assert state.silver is not None
    assert state.place is not None
    place, (hidden, shown) = state.place, state.silver
    if state.pile:
        state = state._replace(silver=Silver(hidden, shown + 1), pile=state.pile - 1)
        also = () if state.pile else (RuleId("K20"),)
        return state, [Drawn(RuleId("K18"), place, Facing.OPEN, state.pile, also=also)]
    if not hidden:
        return state, [NotDrawn(RuleId("K8"), place)]
    state = state._replace(silver=Silver(hidden - 1, shown + 1))
    parts = (RuleId("K21"), RuleId("K22"))
    return state, [TurnedUp(RuleId("K19"), hidden - 1, shown + 1, also=parts)]


def _wrong(state: State, action: Wrong) -> tuple[State, list[Fact]]:
    assert state.place is not None
    return _end(state, Ended(RuleId("K10"), WRONG_CARD, state.place, action.card))


def _nothing_fits(state: State) -> tuple[State, list[Fact]]:
    """End a game in which no remaining card can be laid by anyone: counting shows it."""
    also = (RuleId("house-swap"),) if state.swapped else ()
    why = NothingFits(RuleId("higher"), to_beat(state), state.remaining, also=also)
    state, facts = _stuck(state, Stuck())
    return state, [why, *facts]


def _stuck(state: State, _action: Stuck) -> tuple[State, list[Fact]]:
    assert state.place is not None
    rule = "K17" if state.place == state.table.silver else "K9"
    return _end(state, Ended(RuleId(rule), STUCK, state.place, also=(RuleId("K11"),)))


def _talk(state: State, action: Talk) -> tuple[State, list[Fact]]:
    also = ("K14", "K23") if state.silver else ("K14",)
    rules = tuple(RuleId(name) for name in also)
    return _end(state, Ended(RuleId("K12"), FORBIDDEN_TALK, action.seat, also=rules))


def _end(state: State, ended: Ended, winners: tuple[Seat, ...] = ()) -> tuple[State, list[Fact]]:
    state = state._replace(
        phase=Phase.OVER, place=None, outcome=Outcome(ended.reason, winners), news=()
    )
    remaining = state.remaining
    result = Result(
        RuleId("result" if remaining else "K24"),
        row_of(remaining),
        remaining,
        to_next(remaining),
        tuple(state.held(place) for place in range(state.table.places)),
        state.pile,
    )
    return state, [ended, result]


def _overrule(state: State, action: Overrule) -> tuple[State, list[Fact]]:
    """Apply what the table decided, after `explain` has allowed it."""
    rule = RuleId("table")
    said: Fact = TableDecided.of(rule, action)
    match action:
        case OverruleTurn(place=place):
            changed = state._replace(place=place)
            return changed, [said, TableChanged(rule, place=place)]
        case OverruleDirection(direction=direction):
            changed = state._replace(direction=direction)
            return changed, [said, TableChanged(rule, direction=direction)]
    assert isinstance(action, OverruleFacing)
    seat, own = action.seat, action.self
    hand = Hand(own, state.held(seat) - own)
    changed = state._replace(hands=replaced(state.hands, seat, hand))
    return changed, [said, TableChanged(rule, hand=(seat, *hand))]


_APPLY: Mapping[type[Action], Callable[[State, Any], tuple[State, list[Fact]]]] = {
    Start: _start,
    Play: _play,
    Wrong: _wrong,
    Stuck: _stuck,
    Talk: _talk,
}


def outcome(state: State) -> Outcome | None:
    """Return how the game ended; None while it goes on."""
    return state.outcome


def to_act(state: State) -> frozenset[Seat]:
    """Return the seat that enters now; none when the game is over."""
    seat = acting(state)
    return frozenset() if seat is None else frozenset({seat})


def actor(state: State, action: Action) -> Seat:
    """Return the seat that an action belongs to."""
    match action:
        case Talk(seat=seat):
            return seat
        case Start() | Play() | Wrong() | Stuck():
            seat_now = acting(state)
            return TABLE if seat_now is None else seat_now
        case _:
            return TABLE


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    """Return what a seat can enter now on the game's main line."""
    if seat != acting(state):
        return []
    if state.phase is Phase.START:
        return [Start(card) for card in CARDS]
    offered: list[Action] = []
    for card in free_cards(state):
        kind = Play if higher_in(state, card) else Wrong
        offered += [kind(card, facing) for facing in facings(state)]
    if explain(state, Stuck()).allowed:
        offered.append(Stuck())
    return offered


def optional_actions(state: State) -> Sequence[Action]:
    """Return what else may be entered: forbidden talk, and overrules (with `why` to fill in)."""
    why = "?"
    seats = [Seat(seat) for seat in range(len(state.hands))]
    offered: list[Action] = [Talk(seat) for seat in seats]
    offered += [OverruleTurn(place, why=why) for place in range(state.table.places)]
    offered += [OverruleDirection(direction, why=why) for direction in Direction]
    for seat in seats:
        counts = range(state.held(seat) + 1)
        offered += [OverruleFacing(seat, count, why=why) for count in counts]
    return [action for action in offered if explain(state, action).allowed]
