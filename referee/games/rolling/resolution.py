"""What follows the reveal, sign by sign from left to right, until a player has to decide.

Steps without a choice are resolved here; at a choice the resolution waits, and the entry that makes
it continues from there. The anchor ends the game or begins the next round.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from referee.core import Fact, Outcome, RuleId, Seat, plus, replaced
from referee.games.rolling.actions import Bury, Write
from referee.games.rolling.boards import Board
from referee.games.rolling.cannons import fire_away, gain
from referee.games.rolling.components import (
    CHESTS,
    COLOURS,
    RAISED,
    Place,
    chest_number,
)
from referee.games.rolling.facts import (
    ChestBuried,
    CrewJoined,
    EndReached,
    LevelEarned,
    PortsIncome,
    RoundBegan,
    Scored,
    SpiritsKept,
    SpiritsUsed,
    TieBroken,
    Written,
)
from referee.games.rolling.scoring import BURIED, CHEST, INFAMY, TRACK, Score, standing
from referee.games.rolling.state import STEPS, THREE_CHESTS, THREE_TRACKS, Moment, Phase, State

Followed = tuple[State, list[Fact]]


def proceed(state: State) -> Followed:
    """Resolve sign after sign until a player must decide, a round begins, or the game is over."""
    state = state._replace(phase=Phase.REVEAL)
    facts: list[Fact] = []
    while state.phase is Phase.REVEAL:
        step = STEPS[state.step]
        if isinstance(step, Moment):
            state, more = _MOMENTS[step](state)
        elif state.turn == len(state.order):
            state, more = _next_step(state), []
        else:
            state, more = _take_turn(state, step)
        facts += more
    return state, facts


def _next_step(state: State) -> State:
    return state._replace(step=state.step + 1, turn=0)


def _take_turn(state: State, place: Place) -> Followed:
    seat = state.order[state.turn]
    die = state.lies_at(seat, place)
    if die is None:
        return state._replace(turn=state.turn + 1), []
    if place is Place.BURY:
        return _bury_the_only_one(state, seat)
    if place is not Place.RAISE and state.boards[seat].spirits_up:  # R12
        return state._replace(phase=Phase.WRITE), []
    return _write(state, seat, place, die)


def _write(state: State, seat: Seat, place: Place, value: int) -> Followed:
    """Write a value into the next empty square, and earn what its sum reaches."""
    before = state.boards[seat]
    board = before.with_die(place, value)
    circles = state.table.circles
    total, level = sum(board.at(place)), board.level(place, circles)
    state = state.with_board(seat, board)._replace(turn=state.turn + 1)
    also = (RuleId("R9"),) if place is Place.RAISE and board.spirits_up else ()
    rule = RuleId("chest" if place in CHESTS else "next-square")
    facts: list[Fact] = [Written(rule, seat, place, value, total, level, also=also)]
    if place in (Place.HULL, Place.PORTS, Place.CREW):
        state, more = _earn(state, seat, place, before)
        facts += more
    return state, facts


def _earn(state: State, seat: Seat, place: Place, before: Board) -> Followed:
    circles = state.table.circles
    old, new = before.level(place, circles), state.boards[seat].level(place, circles)
    if new == old:
        return state, []
    circle, total = circles.at(place)[new - 1], sum(state.boards[seat].at(place))
    also = (RuleId("map-numbers"),) if place is Place.HULL else ()
    facts: list[Fact] = [LevelEarned(RuleId("levels"), seat, place, new, circle, total, also=also)]
    if place is Place.CREW:
        state, joined = _hire(state, seat, new - old)
        facts.append(joined)
    return state, facts


def _hire(state: State, seat: Seat, dice: int) -> tuple[State, Fact]:
    colour = state.table.colours[seat]
    bag = plus(state.bag, COLOURS.index(colour), dice)
    return state._replace(bag=bag), CrewJoined(RuleId("R32"), seat, colour, dice)


def write(state: State, action: Write) -> Followed:
    """Write a die, or a 7, as the player with raised spirits has decided, and go on."""
    place = STEPS[state.step]
    assert isinstance(place, Place)
    seat = action.seat
    die = state.lies_at(seat, place)
    assert die is not None
    if action.raised:
        state = state.with_board(seat, state.boards[seat].having(Place.RAISE, ()))
        also = (RuleId("R11"), RuleId("R12"))
        said: Fact = SpiritsUsed(RuleId("R14"), seat, place, die, RAISED, also=also)
    else:
        said = SpiritsKept(RuleId("R12"), seat, place, die)
    state, written = _write(state, seat, place, RAISED if action.raised else die)
    state, facts = proceed(state)
    return state, [said, *written, *facts]


def _bury_the_only_one(state: State, seat: Seat) -> Followed:
    chests = state.boards[seat].buriable
    if len(chests) > 1:
        return state._replace(phase=Phase.BURY), []
    return _bury(state, seat, chests[0])


def _bury(state: State, seat: Seat, chest: Place) -> Followed:
    number, board = chest_number(chest), state.boards[seat]
    buried = replaced(board.buried, number - 1, True)  # noqa: FBT003 - a mark
    state = state.with_board(seat, board._replace(buried=buried))
    fact = ChestBuried(RuleId("R8"), seat, number, board.at(chest))
    return state._replace(turn=state.turn + 1), [fact]


def bury(state: State, action: Bury) -> Followed:
    """Bury the chest that the player has picked, and go on."""
    state, facts = _bury(state, action.seat, CHESTS[action.chest - 1])
    state, more = proceed(state)
    return state, [*facts, *more]


def _earn_income(state: State) -> Followed:
    """Add the Infamy for Ports; each seat with the greatest sum, if not 0, gets 1 more (R31)."""
    sums = [sum(board.ports) for board in state.boards]
    facts: list[Fact] = []
    for seat in state.order:
        level = state.boards[seat].level(Place.PORTS, state.table.circles)
        extra = int(0 < sums[seat] == max(sums))
        if not level + extra:
            continue
        state, infamy, more = gain(state, seat, level + extra)
        also = (RuleId("R31"),) if extra else ()
        facts.append(PortsIncome(RuleId("R30"), seat, level, extra, sums[seat], infamy, also=also))
        facts += more
    return _next_step(state), facts


def _fire(state: State) -> Followed:
    state, facts = fire_away(state)
    return (state if state.phase is not Phase.REVEAL else _next_step(state)), facts


def drop_anchor(state: State) -> tuple[State, list[Fact]]:
    """End the game if a map ends it; else put the dice back and pass the bag on."""
    reached = [fact for seat in state.order if (fact := _reached(state, seat))]
    if reached:
        return _end(state, reached)
    back = Counter(die.colour for nest in state.nests for die in nest)
    seats = len(state.order)
    state = state._replace(
        phase=Phase.ROLL,
        round=state.round + 1,
        first=state.order[1],
        bag=tuple(count + back[colour] for colour, count in zip(COLOURS, state.bag, strict=True)),
        nests=((),) * seats,
        laid=((),) * seats,
        step=0,
        turn=0,
    )
    return state, [RoundBegan(RuleId("anchor"), state.round, state.first, also=(RuleId("R33"),))]


def _reached(state: State, seat: Seat) -> EndReached | None:
    board = state.boards[seat]
    also = [RuleId("R33"), RuleId("R35")]
    if board.chests_done:
        both = any(board.is_full(chest) and board.is_buried(chest) for chest in CHESTS)
        also += [RuleId("R34")] if both else []
        return EndReached(RuleId("end-chests"), seat, THREE_CHESTS, also=tuple(also))
    if board.tracks_done:
        return EndReached(RuleId("end-tracks"), seat, THREE_TRACKS, also=tuple(also))
    return None


def _end(state: State, reached: list[EndReached]) -> tuple[State, list[Fact]]:
    found = standing(state.boards)
    scored: list[Fact] = [_scored(Seat(seat), one) for seat, one in enumerate(found.scores)]
    tied: list[Fact] = []
    if len(found.best) > 1:
        winner = found.scores[found.winners[0]]
        tied = [TieBroken(found.rule, found.best, winner.total, found.winners, winner.infamy)]
    outcome = Outcome(reached[0].reason, found.winners)
    state = state._replace(phase=Phase.OVER, outcome=outcome)
    return state, [*reached, *scored, *tied]


def _scored(seat: Seat, one: Score) -> Scored:
    tracks = tuple(line.place for line in one.of(TRACK) if line.points and line.place)
    return Scored(
        *(RuleId("score"), seat, tuple(line.points for line in one.of(CHEST))),
        buried=one.of(BURIED)[0].numbers[0],
        tracks=tracks,
        infamy=one.infamy,
        points=one.of(INFAMY)[0].points,
        total=one.total,
        also=(RuleId("R36"),) if tracks else (),
    )


_MOMENTS: Final[Mapping[Moment, Callable[[State], Followed]]] = {
    Moment.FIRING: _fire,
    Moment.INCOME: _earn_income,
    Moment.ANCHOR: drop_anchor,
}
