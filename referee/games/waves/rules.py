"""The rules of Waves as the kernel asks for them: who acts, what may be done, what follows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.core import TABLE, Action, Fact, Outcome, Overrule, RuleId, Seat, plus, replaced
from referee.games.waves.actions import (
    Discard,
    Elder,
    Follow,
    OverruleCollect,
    OverruleGive,
    OverruleReturn,
    OverruleShells,
    OverruleTablet,
    OverruleTake,
    Rebel,
    Reveal,
    Shells,
)
from referee.games.waves.cards import discarded, draw, shown
from referee.games.waves.components import CLASSES, SHELLS, Mode
from referee.games.waves.corrections import go_on, overrule
from referee.games.waves.facts import EarlyReveal, Laid, Named
from referee.games.waves.rounds import place_shells, turn_up_elder
from referee.games.waves.rulings import explain
from referee.games.waves.state import Agent, Phase, State, Verdicts, next_to_lay
from referee.games.waves.waves import begin_waves, next_test, wanted


def apply(state: State, action: Action) -> tuple[State, tuple[Fact, ...]]:
    """Return the state after an allowed action, and the facts that follow from it."""
    if isinstance(action, Overrule):
        changed, facts = overrule(state, action)
    else:
        if state.last is not None:
            state = state._replace(last=None)
        changed, facts = _APPLY[type(action)](state, action)
    news = tuple(facts)
    return changed._replace(news=news), news


def _lay(state: State, slot: int, agent: Agent) -> tuple[State, list[Fact]]:
    seat = state.table.owners[slot]
    facts: list[Fact] = []
    if not state.hands[seat]:  # W32: every Elder must get an Agent
        state, facts = draw(state, (seat,), 1, RuleId("W32"))
    hand = state.hands[seat] - agent.count
    state = state._replace(
        agents=replaced(state.agents, slot, agent), hands=replaced(state.hands, seat, hand)
    )
    also = (RuleId("W38"),) if state.table.mode is Mode.TEAMS else ()
    rule = RuleId("W39" if agent.rebel else "play")
    facts.append(Laid(rule, slot, seat, agent.rebel, agent.count, hand, also=also))
    drawing = _drawing(state, slot)
    if drawing:  # W33
        state, drawn = draw(state, drawing, 2, RuleId("W33"))
        facts += drawn
    if any(state.agents[place] is None for place in state.table.ring):
        return state, facts
    if any(laid and laid.rebel for laid in state.agents):
        return state._replace(phase=Phase.REBELS), facts
    state, more = _waves(state)
    return state, facts + more


def _drawing(state: State, slot: int) -> tuple[Seat, ...]:
    """Return the seats that draw after Agents were laid at this slot, head to head (W33)."""
    table = state.table
    if not table.is_head_to_head:
        return ()
    if table.picks_elder:
        laid = sum(agent is not None for agent in state.agents)
        both = tuple(table.owners[place] for place in table.from_token(state.token)[:2])
        return both if laid == len(both) else ()
    first_of_two = state.agents[(slot + 2) % len(table.ring)] is None
    return (table.owners[slot],) if first_of_two else ()


def _waves(state: State) -> tuple[State, list[Fact]]:
    state, facts = begin_waves(state, Verdicts())
    state, more = go_on(state)
    return state, facts + more


def _reveal(state: State, action: Reveal) -> tuple[State, list[Fact]]:
    agent = state.agents[action.slot]
    assert agent is not None
    seat = state.table.owners[action.slot]
    facts: list[Fact] = []
    if not agent.rebel and action.slot != next_test(state):
        facts.append(EarlyReveal(RuleId("W14"), action.slot, action.card))
    state = state._replace(
        agents=replaced(state.agents, action.slot, Agent(agent.rebel, agent.count, action.card)),
        known=shown(state.known, seat, action.card, agent.count),
    )
    if state.phase is Phase.WAVES:
        state, more = go_on(state)
    elif any(laid and laid.rebel and not laid.card for laid in state.agents):
        more = []
    else:
        state, more = _waves(state)
    return state, facts + more


def _name(state: State, action: Discard) -> tuple[State, list[Fact]]:
    seat = action.seat
    known = discarded(shown(state.known, seat, action.card, 1), action.card, 1)
    known = known._replace(unnamed=plus(known.unnamed, seat, -1))
    state = state._replace(known=known, owed=plus(state.owed, seat, -1))
    return state, [Named(RuleId("W29"), seat, action.card)]


_APPLY: Mapping[type[Action], Callable[[State, Any], tuple[State, list[Fact]]]] = {
    Elder: lambda state, action: turn_up_elder(state, action.slot, action.card),
    Shells: lambda state, action: place_shells(state, action.count),
    Follow: lambda state, action: _lay(state, action.slot, Agent(rebel=False, count=1)),
    Rebel: lambda state, action: _lay(state, action.slot, Agent(rebel=True, count=action.count)),
    Reveal: _reveal,
    Discard: _name,
}


def outcome(state: State) -> Outcome | None:
    """Return how the game ended; None while it goes on."""
    return state.outcome


def slots_to_act(state: State) -> tuple[int, ...]:
    """Return the slots at which the next entry can be made; the first one is asked for first."""
    match state.phase:
        case Phase.COUNCIL:
            return tuple(slot for slot, elder in enumerate(state.elders) if elder is None)
        case Phase.PLAY:
            return next_to_lay(state)
        case Phase.REBELS:
            around = state.table.from_token(state.token)
            return tuple(s for s in around if (a := state.agents[s]) and a.rebel and not a.card)
        case Phase.WAVES:
            return wanted(state)
        case _:
            return ()


def to_act(state: State) -> frozenset[Seat]:
    """Return the seats that may act now; none when the game is over."""
    if state.phase is Phase.SHELLS:
        return frozenset({TABLE})
    return frozenset(state.table.owners[slot] for slot in slots_to_act(state))


def actor(state: State, action: Action) -> Seat:
    """Return the seat that an action belongs to."""
    match action:
        case Elder(slot=slot) | Follow(slot=slot) | Rebel(slot=slot) | Reveal(slot=slot):
            return state.table.owners[slot] if 0 <= slot < len(state.elders) else TABLE
        case Discard(seat=seat):
            return seat
        case _:
            return TABLE


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    """Return what a seat can enter now on the game's main line."""
    return list(_legal(state, seat))


def is_stuck(state: State, seat: Seat) -> bool:
    """Return whether nothing can be entered for a seat whose turn it is: entries contradict."""
    return next(_legal(state, seat), None) is None


def _legal(state: State, seat: Seat) -> Iterator[Action]:
    if state.phase is Phase.SHELLS:
        yield from (Shells(count) for count in range(SHELLS + 1) if seat == TABLE)
        return
    for slot in slots_to_act(state):
        if state.table.owners[slot] == seat:
            offered = _offers_at(state, slot)
            yield from (action for action in offered if explain(state, action).allowed)


def _offers_at(state: State, slot: int) -> list[Action]:
    match state.phase:
        case Phase.COUNCIL:
            return [Elder(slot, kind) for kind in CLASSES]
        case Phase.PLAY:
            hand = state.hands[state.table.owners[slot]]
            return [Follow(slot), *(Rebel(slot, count) for count in range(1, hand + 1))]
        case _:
            return [Reveal(slot, kind) for kind in CLASSES]


def optional_actions(state: State) -> Sequence[Action]:
    """Return what else may be entered: discards to name, and overrules (with `why` to fill in)."""
    why = "?"
    seats = [Seat(seat) for seat in range(len(state.hands))]
    offered: list[Action] = [Discard(seat, kind) for seat in seats for kind in CLASSES]
    for slot in state.table.ring:
        offered += [OverruleCollect(slot, why=why), OverruleReturn(slot, why=why)]
    offered += [OverruleShells(count, why=why) for count in range(SHELLS + 1)]
    offered += [
        OverruleTablet(tablet, why=why) for tablet in state.table.tablets if tablet != state.tablet
    ]
    for seat in seats:
        offered += [OverruleGive(seat, kind, why=why) for kind in CLASSES]
        offered += [OverruleTake(seat, kind, why=why) for kind in CLASSES]
    return [action for action in offered if explain(state, action).allowed]
