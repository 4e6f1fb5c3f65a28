"""Cannons and Infamy: who may fire at what, what is stolen, and what is gained."""

from referee.core import Fact, RuleId, Seat
from referee.games.rolling.actions import Fire
from referee.games.rolling.components import CANNONS, CHESTS, Place, chest_number
from referee.games.rolling.facts import (
    CannonCleared,
    Fired,
    FiredInVain,
    FiringOrder,
    InfamyFull,
    LootLost,
    Stowed,
)
from referee.games.rolling.state import Phase, State


def loaded(state: State, seat: Seat) -> tuple[Place, ...]:
    """Return the cannons of a seat that are full, so that they fire this round (R18)."""
    return tuple(cannon for cannon in CANNONS if state.boards[seat].is_full(cannon))


def can_be_robbed(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that a seat can fire at: all others with an unburied chest."""
    return tuple(
        other for other in state.table.seats if other != seat and state.boards[other].unburied
    )


def fire_away(state: State) -> tuple[State, list[Fact]]:
    """Start the firing, or continue it, until a player has to pick a target."""
    facts: list[Fact] = []
    if not state.turn:  # the order is fixed when the firing begins
        state, facts = _line_up(state._replace(turn=1))
    while state.queue:
        seat = state.queue[0]
        state, more = _fire_in_vain(state, seat)
        facts += more
        if loaded(state, seat):
            return state._replace(phase=Phase.FIRE), facts
        state = state._replace(queue=state.queue[1:], shot_at=())
    return state._replace(phase=Phase.REVEAL, targets=frozenset()), facts


def _line_up(state: State) -> tuple[State, list[Fact]]:
    """Fix who fires when: most Infamy first, then clockwise from the first player (R20, R21)."""
    queue = sorted(
        (seat for seat in state.order if loaded(state, seat)),
        key=lambda seat: -state.boards[seat].infamy,
    )
    state = state._replace(queue=tuple(queue))
    if not queue:
        return state, []
    infamy = tuple(state.boards[seat].infamy for seat in queue)
    also = (RuleId("R21"),) if len(set(infamy)) < len(infamy) else ()
    return state, [FiringOrder(RuleId("R20"), tuple(queue), infamy, also=also)]


def _fire_in_vain(state: State, seat: Seat) -> tuple[State, list[Fact]]:
    """Fire the cannons that need no target: those without a shot, and all if there is none."""
    facts: list[Fact] = []
    for cannon in loaded(state, seat):
        values = state.boards[seat].at(cannon)
        shots = state.table.circles.level(cannon, sum(values))
        if shots and can_be_robbed(state, seat):
            continue
        rule = RuleId("R27" if shots else "R19")
        facts.append(FiredInVain(rule, seat, cannon, sum(values), shots))
        state, more = _clear(state, seat, cannon)
        facts += more
    return state, facts


def _clear(state: State, seat: Seat, cannon: Place) -> tuple[State, list[Fact]]:
    lowest = min(state.boards[seat].at(cannon))
    state = state.with_board(seat, state.boards[seat].having(cannon, ()))
    state, infamy, more = gain(state, seat, lowest)
    return state, [CannonCleared(RuleId("lowest"), seat, cannon, lowest, infamy), *more]


def fire(state: State, action: Fire) -> tuple[State, list[Fact]]:
    """Fire at a chest: the Hull blocks, the rest is stolen from the top, the cannon is wiped."""
    seat, target, chest = action.seat, action.target, CHESTS[action.chest - 1]
    circles, victim = state.table.circles, state.boards[target]
    totals = tuple(sum(state.boards[seat].at(cannon)) for cannon in action.guns.places)
    shots = sum(map(circles.level, action.guns.places, totals))
    hull = victim.level(Place.HULL, circles)
    lying = victim.at(chest)
    taken = min(max(shots - hull, 0), len(lying))
    left, stolen = lying[: len(lying) - taken], lying[len(lying) - taken :][::-1]
    fact = Fired(
        *(RuleId("R18"), seat, action.guns.places, totals, shots),
        *(target, action.chest, hull, stolen),
        also=_parts(state, action, hull, stolen),
    )
    state = state.with_board(target, victim.having(chest, left))
    facts: list[Fact] = [fact]
    for cannon in action.guns.places:
        state, more = _clear(state, seat, cannon)
        facts += more
    state = state._replace(
        loot=stolen, shot_at=(*state.shot_at, target), targets=state.targets | {target}
    )
    state, more = _bring_home(state, seat)
    return state, facts + more


def _parts(state: State, action: Fire, hull: int, stolen: tuple[int, ...]) -> tuple[RuleId, ...]:
    target, chest = action.target, CHESTS[action.chest - 1]
    again = target in state.targets
    parts = {
        "blocks": hull > 0,
        "top-first": bool(stolen),
        "R16": hull > 0 and state.lies_at(target, Place.HULL) is not None,
        "R17": bool(stolen) and state.lies_at(target, chest) is not None,
        "R22": len(action.guns.places) > 1 or bool(state.shot_at),
        "R23": again and hull > 0,
        "R26": not stolen,
        "R29": again,
    }
    return tuple(RuleId(name) for name, had in parts.items() if had)


def _bring_home(state: State, seat: Seat) -> tuple[State, list[Fact]]:
    """Write the loot where there is no choice; else wait for its owner to pick a chest."""
    own = state.boards[seat].unburied
    if not state.loot:
        return state, []
    if all(state.boards[seat].is_full(chest) for chest in own):
        fact = LootLost(RuleId("R25"), seat, state.loot)
        return state._replace(loot=()), [fact]
    if len(own) == 1:
        return stow(state, seat, own[0])
    return state._replace(phase=Phase.STOW), []


def stow(state: State, seat: Seat, chest: Place) -> tuple[State, list[Fact]]:
    """Write the loot into a chest as far as there is room; the rest is lost."""
    board = state.boards[seat]
    room = chest.squares - len(board.at(chest))
    kept, lost = state.loot[:room], state.loot[room:]
    also = [RuleId("R28")] if len(state.shot_at) > 1 else []
    also += [RuleId("R13")] if board.spirits_up else []
    state = state.with_board(seat, board.having(chest, (*board.at(chest), *kept)))
    fact = Stowed(RuleId("R24"), seat, chest_number(chest), kept, lost, also=tuple(also))
    return state._replace(loot=()), [fact]


def gain(state: State, seat: Seat, infamy: int) -> tuple[State, int, list[Fact]]:
    """Add Infamy to a seat; return the state, its Infamy now, and the fact of what was lost."""
    board, circles = state.boards[seat], state.table.circles.infamy
    wanted = board.infamy + infamy
    held = wanted if circles is None else min(wanted, max(circles, board.infamy))
    state = state.with_board(seat, board._replace(infamy=held))
    if circles is None or held == wanted:
        return state, held, []
    return state, held, [InfamyFull(RuleId("infamy-circles"), seat, wanted - held, circles)]
