"""Whether an entry is allowed now, and by which rule: the only place that refuses."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.core import Action, Overrule, Ruling, Seat, allow, refuse
from referee.games.rolling.actions import (
    Allocate,
    AllocateAll,
    Bury,
    Draft,
    Fire,
    Plan,
    Ready,
    Roll,
    Sailor,
    Stow,
    Write,
)
from referee.games.rolling.allocation import is_open
from referee.games.rolling.boards import Board
from referee.games.rolling.cannons import can_be_robbed, loaded
from referee.games.rolling.components import (
    CHESTS,
    DRAFTED,
    FACES,
    Colour,
    Place,
)
from referee.games.rolling.corrections import explain_overrule
from referee.games.rolling.draft import has_free_die
from referee.games.rolling.refusals import Refusal
from referee.games.rolling.state import Die, Phase, State, acting, next_to_reveal, price

__all__ = ["Refusal", "explain"]


def explain(state: State, action: Action) -> Ruling:
    """Return whether an action is allowed now, by which rule, and the numbers behind it."""
    if state.phase is Phase.OVER:
        return refuse("over", Refusal.OVER)
    if isinstance(action, Overrule):
        return explain_overrule(state, action)
    return _EXPLAIN[type(action)](state, action)


def _when(
    state: State,
    action: Any,  # noqa: ANN401 - any entry of a seat
    rule: str,
    *phases: Phase,
) -> Ruling | None:
    """Refuse an entry in another phase, or of a seat that does not act."""
    refused = _not_now(state, action.seat, rule, *phases)
    if refused is None and action.seat not in acting(state):
        return refuse(rule, Refusal.OUT_OF_TURN, seat=acting(state)[0])
    return refused


def _not_now(state: State, seat: Seat, rule: str, *phases: Phase) -> Ruling | None:
    if seat not in state.table.seats:
        return refuse("seats", Refusal.NO_SUCH_SEAT, seat=seat)
    return None if state.phase in phases else refuse(rule, Refusal.NOT_NOW)


def _explain_roll(state: State, action: Roll) -> Ruling:
    if state.phase is not Phase.ROLL:
        return refuse("roll", Refusal.NOT_NOW)
    if action.face not in FACES:
        return refuse("faces", Refusal.NO_SUCH_FACE, face=action.face)
    if not state.in_bag(action.colour):
        rolled = sum(die.colour is action.colour for die in state.pool)
        return refuse(
            "bag", Refusal.NOT_IN_BAG, suspect="roll", colour=action.colour.value, rolled=rolled
        )
    return allow("roll")


def _explain_die(state: State, action: Draft | Sailor) -> Ruling | None:
    refused = _when(state, action, "R2", Phase.DRAFT)
    if refused:
        return refused
    if Die(action.colour, action.face) not in state.pool:
        return refuse("roll", Refusal.NOT_IN_POOL, colour=action.colour.value, face=action.face)
    return None


def _explain_draft(state: State, action: Draft) -> Ruling:
    refused = _explain_die(state, action)
    if refused:
        return refused
    cost = price(state, action.seat, Die(action.colour, action.face))
    infamy = state.boards[action.seat].infamy
    if cost > infamy:
        return refuse("price", Refusal.CANNOT_PAY, price=cost, infamy=infamy)
    if action.colour is Colour.CLEAR:
        return allow("freebooter")
    return allow("price" if cost else "own-crew")


def _explain_sailor(state: State, action: Sailor) -> Ruling:
    refused = _explain_die(state, action)
    if refused:
        return refused
    if has_free_die(state, action.seat):
        return refuse("R4", Refusal.NO_SAILOR)
    return allow("R4")


def _explain_plan(state: State, action: Plan) -> Ruling:
    refused = _not_now(state, action.seat, "yarrr", Phase.ALLOCATE)
    if refused:
        return refused
    if action.die not in range(DRAFTED):
        return refuse("seats", Refusal.NO_SUCH_DIE, die=action.die)
    place = action.to.value
    assert place is not None
    return _explain_place(state.boards[action.seat], place) or allow("one-each")


def _explain_place(board: Board, place: Place) -> Ruling | None:
    """Refuse a sign that takes no die, by what is written on this map."""
    if is_open(board, place):
        return None
    if place is Place.BURY:
        return refuse("R8", Refusal.NOTHING_TO_BURY)
    if place is Place.RAISE:
        return refuse("R10", Refusal.SPIRITS_FULL)
    if board.is_buried(place):
        return refuse("R7", Refusal.CHEST_BURIED, place=place.value)
    return refuse("R7", Refusal.PLACE_FULL, place=place.value)


def _explain_ready(state: State, action: Ready) -> Ruling:
    refused = _not_now(state, action.seat, "yarrr", Phase.ALLOCATE)
    if refused:
        return refused
    if action.seat in state.ready:
        return refuse("yarrr", Refusal.READY_ALREADY, seat=action.seat)
    return allow("yarrr")


def _explain_telling(state: State, action: Allocate | AllocateAll) -> Ruling | None:
    refused = _not_now(state, action.seat, "yarrr", Phase.ALLOCATE, Phase.REVEAL)
    if refused:
        return refused
    turn = next_to_reveal(state)
    if action.seat != turn:
        return refuse("yarrr", Refusal.OUT_OF_TURN, seat=turn)
    return None


def _explain_allocate(state: State, action: Allocate) -> Ruling:
    refused = _explain_telling(state, action)
    if refused:
        return refused
    if action.to is Place.BURY:
        return refuse("R8", Refusal.ALL_THREE)
    left = state.to_lay(action.seat)
    if action.value not in left:
        return refuse("R6", Refusal.NO_DIE_LEFT, value=action.value, left=left)
    if state.lies_at(action.seat, action.to) is not None:
        return refuse("one-each", Refusal.PLACE_TAKEN, place=action.to.value)
    return _explain_place(state.boards[action.seat], action.to) or allow("one-each")


def _explain_allocate_all(state: State, action: AllocateAll) -> Ruling:
    refused = _explain_telling(state, action)
    if refused:
        return refused
    if state.laid[action.seat]:
        return refuse("R8", Refusal.ALL_THREE)
    return _explain_place(state.boards[action.seat], Place.BURY) or allow("R8")


def _explain_write(state: State, action: Write) -> Ruling:
    if action.raised and state.phase in (Phase.BURY, Phase.STOW):
        return refuse("R13", Refusal.CANNOT_RAISE)
    return _when(state, action, "R12", Phase.WRITE) or allow("R12")


def _chest(number: int) -> Place | None:
    return CHESTS[number - 1] if number in range(1, len(CHESTS) + 1) else None


def _explain_bury(state: State, action: Bury) -> Ruling:
    refused = _when(state, action, "R8", Phase.BURY)
    if refused:
        return refused
    chest, board = _chest(action.chest), state.boards[action.seat]
    if chest is None:
        return refuse("seats", Refusal.NO_SUCH_CHEST, chest=action.chest)
    if board.is_buried(chest):
        return refuse("R7", Refusal.CHEST_BURIED, place=chest.value)
    if not board.at(chest):
        return refuse("R8", Refusal.EMPTY_CHEST, chest=action.chest)
    return allow("R8")


def _explain_fire(state: State, action: Fire) -> Ruling:
    refused = _when(state, action, "R20", Phase.FIRE)
    if refused:
        return refused
    if not set(action.guns.places) <= set(loaded(state, action.seat)):
        guns = tuple(cannon.value for cannon in loaded(state, action.seat))
        return refuse("R18", Refusal.NOT_LOADED, guns=guns)
    return _explain_target(state, action) or _explain_other_cannon(state, action) or allow("R18")


def _explain_target(state: State, action: Fire) -> Ruling | None:
    if action.target not in state.table.seats:
        return refuse("seats", Refusal.NO_SUCH_SEAT, seat=action.target)
    if action.target == action.seat:
        return refuse("R26", Refusal.OWN_CHEST)
    chest = _chest(action.chest)
    if chest is None:
        return refuse("seats", Refusal.NO_SUCH_CHEST, chest=action.chest)
    if state.boards[action.target].is_buried(chest):
        return refuse("R26", Refusal.CHEST_BURIED, place=chest.value)
    if action.target in state.shot_at:
        return refuse("R22", Refusal.SAME_TARGET, target=action.target)
    return None


def _explain_other_cannon(state: State, action: Fire) -> Ruling | None:
    """Refuse to fire a cannon alone where the other one would then have no other target."""
    others = [seat for seat in can_be_robbed(state, action.seat) if seat != action.target]
    if others or len(loaded(state, action.seat)) == len(action.guns.places):
        return None
    return refuse("R22", Refusal.BOTH_AT_ONCE, target=action.target)


def _explain_stow(state: State, action: Stow) -> Ruling:
    refused = _when(state, action, "R24", Phase.STOW)
    if refused:
        return refused
    chest = _chest(action.chest)
    if chest is None:
        return refuse("seats", Refusal.NO_SUCH_CHEST, chest=action.chest)
    if state.boards[action.seat].is_buried(chest):
        return refuse("R24", Refusal.CHEST_BURIED, place=chest.value)
    return allow("R24")


_EXPLAIN: Final[Mapping[type[Action], Callable[[State, Any], Ruling]]] = {
    Roll: _explain_roll,
    Draft: _explain_draft,
    Sailor: _explain_sailor,
    Plan: _explain_plan,
    Ready: _explain_ready,
    Allocate: _explain_allocate,
    AllocateAll: _explain_allocate_all,
    Write: _explain_write,
    Bury: _explain_bury,
    Fire: _explain_fire,
    Stow: _explain_stow,
}
