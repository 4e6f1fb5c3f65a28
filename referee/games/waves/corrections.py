"""Overrules: what the table decides is applied, and the waves are run again with it."""

from typing import TypeVar

from referee.core import Fact, Overrule, RuleId, Seat, TableDecided, plus, replaced
from referee.games.waves.actions import (
    OverruleCollect,
    OverruleGive,
    OverruleReturn,
    OverruleShells,
    OverruleTablet,
    OverruleTake,
)
from referee.games.waves.cards import shown, taken
from referee.games.waves.components import Class
from referee.games.waves.facts import TableChanged
from referee.games.waves.rounds import end_round
from referee.games.waves.state import Agent, Phase, State, Verdicts, Waves
from referee.games.waves.waves import begin_waves, run_tests, settle_win

V = TypeVar("V")


def reachable(state: State) -> Waves | None:
    """Return the waves that an overrule can still run again: this round's, or the last one's."""
    waves = state.waves or state.last
    return None if waves is None or waves.sealed else waves


def overrule(state: State, action: Overrule) -> tuple[State, list[Fact]]:
    """Apply what the table decided, after `explain` has allowed it."""
    said: Fact = TableDecided.of(RuleId("table"), action)
    match action:
        case OverruleShells(count=count):
            changed, facts = _set_shells(state, count)
        case OverruleGive(seat=seat, card=card):
            changed, facts = _give(state, seat, card)
        case OverruleTake(seat=seat, card=card):
            changed, facts = _take(state, seat, card)
        case _:
            changed, facts = _run_again(state, action)
    return changed, [said, *facts, _difference(state, changed)]


def _difference(before: State, after: State) -> TableChanged:
    return TableChanged(
        RuleId("table"),
        _changed(before.shells, after.shells),
        _changed(before.tablet, after.tablet),
        _changed(before.elders, after.elders),
        _changed(before.collected, after.collected),
        _changed(before.hands, after.hands),
        _changed(before.token, after.token),
    )


def _changed(before: V, after: V) -> V | None:
    return None if before == after else after


def _set_shells(state: State, count: int) -> tuple[State, list[Fact]]:
    waves = state.waves
    if waves is not None:
        verdicts = waves.verdicts._replace(shells=(*waves.verdicts.shells, (waves.done, count)))
        waves = waves._replace(verdicts=verdicts)
    return state._replace(shells=count, waves=waves, last=None), []


def _sealed(state: State) -> State:
    waves = state.waves._replace(sealed=True) if state.waves else None
    return state._replace(waves=waves, last=None)


def _give(state: State, seat: Seat, card: Class) -> tuple[State, list[Fact]]:
    side = state.table.side_of[seat]
    state = _sealed(state)._replace(
        collected=replaced(state.collected, side, (*state.collected[side], card)),
        hands=plus(state.hands, seat, -1),
        known=shown(state.known, seat, card, 1),
    )
    return settle_win(state, side, RuleId("table"))


def _take(state: State, seat: Seat, card: Class) -> tuple[State, list[Fact]]:
    side = state.table.side_of[seat]
    pile = state.collected[side]
    last = max(index for index, kind in enumerate(pile) if kind is card)
    state = _sealed(state)._replace(
        collected=replaced(state.collected, side, pile[:last] + pile[last + 1 :]),
        hands=plus(state.hands, seat),
        known=taken(state.known, seat, card),
    )
    return state, []


def _run_again(state: State, action: Overrule) -> tuple[State, list[Fact]]:
    waves = reachable(state)
    assert waves is not None
    verdicts = _with_verdict(waves.verdicts, action)
    start = _with_reveals(waves.start, state, waves)
    _, before = _run(start, waves.verdicts)
    changed, after = _run(start, verdicts)
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    return changed, after[same:]


def _with_verdict(verdicts: Verdicts, action: Overrule) -> Verdicts:
    if isinstance(action, OverruleTablet):
        return verdicts._replace(tablet=action.tablet)
    assert isinstance(action, OverruleCollect | OverruleReturn)
    collect = dict(verdicts.collect) | {action.slot: isinstance(action, OverruleCollect)}
    return verdicts._replace(collect=tuple(collect.items()))


def _with_reveals(start: State, state: State, waves: Waves) -> State:
    shown_cards = (
        state.elders if waves is state.last else tuple(a.card if a else None for a in state.agents)
    )
    agents = list(start.agents)
    known = start.known
    for slot, agent in enumerate(start.agents):
        card = shown_cards[slot]
        if agent and agent.card is None and card is not None:
            agents[slot] = Agent(agent.rebel, agent.count, card)
            known = shown(known, start.table.owners[slot], card, 1)
    return start._replace(agents=tuple(agents), known=known)


def _run(start: State, verdicts: Verdicts) -> tuple[State, list[Fact]]:
    state, facts = begin_waves(start, verdicts)
    state, more = go_on(state)
    return state, facts + more


def go_on(state: State) -> tuple[State, list[Fact]]:
    """Run the waves as far as the cards shown allow, then the end of the round."""
    state, facts = run_tests(state)
    waves = state.waves
    if state.phase is Phase.WAVES and waves and not waves.pending:
        state, more = end_round(state)
        facts += more
    return state, facts
