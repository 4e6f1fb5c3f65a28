"""The allocation of dice to the mini boards: planned in secret, then entered in the open."""

from collections.abc import Iterator

from referee.core import Action, Fact, RuleId, Seat, Secret, replaced
from referee.games.rolling.actions import Allocate, AllocateAll, Plan, Ready
from referee.games.rolling.boards import Board
from referee.games.rolling.components import DRAFTED, PLACES, Place
from referee.games.rolling.facts import Allocated, CalledOut, Revealed
from referee.games.rolling.resolution import proceed
from referee.games.rolling.state import NO_PLAN, Laid, Phase, Planned, State


def is_open(board: Board, place: Place) -> bool:
    """Return whether a sign takes a die, by what is written on this map."""
    if place is Place.BURY:
        return bool(board.buriable)
    return not board.is_full(place) and not board.is_buried(place)


def open_places(board: Board) -> tuple[Place, ...]:
    """Return the signs that take a die, by what is written on this map."""
    return tuple(place for place in PLACES if is_open(board, place))


def planned(state: State, seat: Seat) -> Planned:
    """Return what a seat has placed behind its screen, as far as the reader may know."""
    return (state.plans[seat].value or NO_PLAN) if state.plans else NO_PLAN


def plan(state: State, action: Plan) -> tuple[State, list[Fact]]:
    """Place a die behind the screen, in secret."""
    place = action.to.value
    assert place is not None
    before = planned(state, action.seat)
    if place is Place.BURY:
        after: Planned = (Place.BURY,) * DRAFTED
    else:
        cleared = tuple(None if one in (place, Place.BURY) else one for one in before)
        after = replaced(cleared, action.die, place)
    return state._replace(plans=replaced(state.plans, action.seat, Secret(action.seat, after))), []


def call_out(state: State, action: Ready) -> tuple[State, list[Fact]]:
    """Note that a seat is ready; after the last one the screens are lifted."""
    state = state._replace(ready=state.ready | {action.seat})
    left = len(state.table.seats) - len(state.ready)
    if not left:
        state = state._replace(phase=Phase.REVEAL)
    return state, [CalledOut(RuleId("yarrr"), action.seat, left)]


def allocate(state: State, action: Allocate) -> tuple[State, list[Fact]]:
    """Enter the place of a die; after the last die of all seats, the signs are resolved."""
    seat = action.seat
    lying = (*state.laid[seat], Laid(action.value, action.to))
    also = (RuleId("R6"),) if len(lying) == DRAFTED else ()
    fact = Allocated(RuleId("one-each"), seat, action.to, (action.value,), also=also)
    return _tell(state, seat, lying, fact)


def allocate_all(state: State, action: AllocateAll) -> tuple[State, list[Fact]]:
    """Enter that all three dice are at Bury Treasure."""
    seat = action.seat
    values = state.to_lay(seat)
    lying = tuple(Laid(value, Place.BURY) for value in values)
    fact = Allocated(RuleId("R8"), seat, Place.BURY, values, also=(RuleId("R6"),))
    return _tell(state, seat, lying, fact)


def _tell(
    state: State, seat: Seat, lying: tuple[Laid, ...], fact: Fact
) -> tuple[State, list[Fact]]:
    state = state._replace(phase=Phase.REVEAL, laid=replaced(state.laid, seat, lying))
    if any(state.to_lay(one) for one in state.table.seats):
        return state, [fact]
    state = state._replace(plans=(), ready=frozenset(), step=0, turn=0)
    state, facts = proceed(state)
    return state, [fact, Revealed(RuleId("R15")), *facts]


def noted(state: State) -> Iterator[Action]:
    """Yield the entries that the seats' plans answer once the screens are lifted, in order.

    It ends at the first seat whose plan is incomplete.
    """
    if state.phase is not Phase.REVEAL:
        return
    for seat in state.order:
        if not state.to_lay(seat):
            continue
        entries = _entries(state, seat)
        if not entries:
            return
        yield from entries


def _entries(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the entries left of a complete plan; none if the entries so far contradict it."""
    places = planned(state, seat)
    if None in places:
        return ()
    lying = [
        Laid(die.face, place)
        for die, place in zip(state.nests[seat], places, strict=True)
        if place is not None
    ]
    told = state.laid[seat]
    if not set(told) <= set(lying) or (told and Place.BURY in places):
        return ()
    if Place.BURY in places:
        return (AllocateAll(seat),)
    return tuple(Allocate(seat, *laid) for laid in lying if laid not in told)
