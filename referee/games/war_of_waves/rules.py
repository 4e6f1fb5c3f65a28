"""The rules of War of Waves as the kernel asks for them: who acts, what follows, how it ends."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.core import TABLE, Action, Fact, Note, Outcome, Overrule, RuleId, Seat, plus
from referee.games.war_of_waves.actions import (
    Attack,
    Build,
    Cut,
    Dealt,
    Done,
    Draw,
    Face,
    Finish,
    Fortify,
    Leader,
    Move,
    OverruleBack,
    OverruleCopies,
    OverrulePlace,
    OverruleRemove,
    OverruleTurn,
    OverruleValue,
    Present,
    Remember,
    Reveal,
    Strike,
    Swap,
)
from referee.games.war_of_waves.attacks import (
    begin_attack,
    hidden_targets,
    present,
    reveal,
    with_type,
)
from referee.games.war_of_waves.claims import claim, cut, is_second_cut, judge, shown_again
from referee.games.war_of_waves.components import Deed, Kind, Section
from referee.games.war_of_waves.corrections import overrule
from referee.games.war_of_waves.facts import (
    ClaimTested,
    HandDealt,
    SectionLaid,
    Shown,
    ShownAgain,
)
from referee.games.war_of_waves.gateways import (
    change,
    laid_at,
    lay,
    lay_from_hand,
    place_at,
    turning_points,
)
from referee.games.war_of_waves.leaders import announce, move, swap
from referee.games.war_of_waves.piles import draw, turn_up, with_hand
from referee.games.war_of_waves.state import Phase, Spot, State, claimant, other
from referee.games.war_of_waves.taken import settled
from referee.games.war_of_waves.turns import (
    end_actions,
    end_leader,
    end_turn,
    go_on,
    lay_row,
    settle_attack,
)

Result = tuple[State, list[Fact]]


def apply(state: State, action: Action) -> tuple[State, tuple[Fact, ...]]:
    """Do what was allowed, and everything that follows from it without a further entry."""
    if isinstance(action, Note):
        return _remember(state, action), ()
    changed, facts = _APPLY[type(action)](state, action)
    changed = settled(changed)
    turned_up = _turned_up(state) if isinstance(action, Reveal) else ()
    return changed._replace(news=(*turned_up, *facts)), tuple(facts)


def _turned_up(state: State) -> tuple[Fact, ...]:
    """Return what has been ordered to be turned up so far: notes may answer for several cards."""
    return tuple(fact for fact in state.news if isinstance(fact, ClaimTested | Shown | ShownAgain))


def _remember(state: State, action: Note) -> State:
    assert isinstance(action, Remember)
    spot = Spot(action.seat, action.at, action.kind, action.card)
    laid = laid_at(state, spot)
    assert laid is not None
    return change(state, spot, laid._replace(note=action.value))


def _dealt(state: State, action: Dealt) -> Result:
    seat = action.seat
    hand = (1, 1, action.build, action.war)
    gone = (2, 1, action.build, action.war)
    state = with_hand(state, seat, hand)._replace(
        deck=tuple([left - less for left, less in zip(state.deck, gone, strict=True)])
    )
    state = lay(state, seat, Section.B1, Kind.BUILD)
    rule = RuleId("V1" if action.build or action.war else "setup")
    dealt = HandDealt(rule, seat, sum(hand), action.build, action.war)
    if seat == state.table.first:
        return state._replace(turn=other(seat)), [dealt]
    state, facts = lay_row(state._replace(phase=Phase.FACE, turn=state.table.first))
    return state, [dealt, *facts]


def _face(state: State, action: Face) -> Result:
    setting_up = state.phase is Phase.FACE
    state = turn_up(state, action.card)
    return lay_row(state) if setting_up else go_on(state)


def _leader(state: State, action: Leader) -> Result:
    state, facts = announce(state, action.name)
    state, more = go_on(state)
    return state, facts + more


def _build(state: State, action: Build) -> Result:
    return _lay(state, Deed.BUILD, action.at, Kind.BUILD)


def _fortify(state: State, action: Fortify) -> Result:
    return _lay(state, Deed.FORTIFY, action.at, action.kind)


def _lay(state: State, deed: Deed, section: Section, kind: Kind) -> Result:
    before, seat = state, state.turn
    hand = plus(state.hands[seat], kind.place, -1)
    state = lay_from_hand(with_hand(state, seat, hand), seat, section, kind)
    place = place_at(state, seat, section)
    counts = (len(place.builds), len(place.wars))
    also = (RuleId("V16"),) if section.is_gate else ()
    laid = SectionLaid(RuleId(deed.value), seat, section, kind, *counts, sum(hand), also=also)
    state = state._replace(types=with_type(state.types, deed))
    return state, [laid, *turning_points(before, state)]


def _attack(state: State, action: Attack) -> Result:
    return begin_attack(state, action)


def _present(state: State, action: Present) -> Result:
    return present(state, action.card), []


def _strike(state: State, _action: Strike) -> Result:
    assert state.assault is not None
    hidden = hidden_targets(state)
    facts = shown_again(state, state.assault.targets, "attack")
    if hidden:
        return state._replace(phase=Phase.REVEAL, to_reveal=hidden), facts
    state, more = settle_attack(state)
    return state, facts + more


def _reveal(state: State, action: Reveal) -> Result:
    state, facts = reveal(state, action)
    if state.to_reveal:
        return state, facts
    state, more = settle_attack(state) if state.assault else judge(state)
    return state, facts + more


def _done(state: State, action: Done) -> Result:
    return end_actions(state, claims=action.claim)


def _draw(state: State, action: Draw) -> Result:
    place = action.back.leaders if action.leader else action.back.place
    state, facts = draw(state, place)
    state, more = go_on(state)
    return state, facts + more


def _swap(state: State, action: Swap) -> Result:
    state, facts = swap(state, action)
    state, more = end_leader(state)
    return state, facts + more


def _move(state: State, action: Move) -> Result:
    state, facts = move(state, action)
    state, more = end_leader(state)
    return state, facts + more


def _finish(state: State, action: Finish) -> Result:
    facts: list[Fact] = []
    if action.claim:
        state, facts = claim(state)
    state, more = end_turn(state)
    return state, facts + more


def _cut(state: State, action: Cut) -> Result:
    return cut(state, action.card)


_APPLY: Mapping[type[Action], Callable[[State, Any], Result]] = {
    Dealt: _dealt,
    Face: _face,
    Leader: _leader,
    Build: _build,
    Fortify: _fortify,
    Attack: _attack,
    Present: _present,
    Strike: _strike,
    Reveal: _reveal,
    Done: _done,
    Draw: _draw,
    Swap: _swap,
    Move: _move,
    Finish: _finish,
    Cut: _cut,
    OverruleTurn: overrule,
    OverruleValue: overrule,
    OverruleRemove: overrule,
    OverrulePlace: overrule,
    OverruleCopies: overrule,
    OverruleBack: overrule,
}


def outcome(state: State) -> Outcome | None:
    """Return how the game ended; None while it goes on."""
    return state.outcome


def acting(state: State) -> Seat | None:
    """Return the seat that the table waits for; None when the game is over."""
    match state.phase:
        case Phase.OVER:
            return None
        case Phase.REVEAL:
            return state.to_reveal[0].side
        case Phase.CUT:
            return state.turn if is_second_cut(state) else claimant(state)
        case _:
            return state.turn


def to_act(state: State) -> frozenset[Seat]:
    """Return the seats that may act now; nobody when the game is over."""
    seat = acting(state)
    return frozenset() if seat is None else frozenset({seat})


def actor(state: State, action: Action) -> Seat:
    """Return the seat that an action belongs to."""
    match action:
        case Dealt(seat=seat) | Cut(seat=seat) | Remember(seat=seat) | Reveal(side=seat):
            return seat
        case Overrule():
            return TABLE
        case _:
            return state.turn
