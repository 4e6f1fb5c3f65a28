"""The waves of a round: which tablet acts, each Power, each Elder collected or not.

They begin when every Rebel is shown and run as far as the cards shown allow. What the table has
decided itself (`Verdicts`) is applied where it belongs, so an overrule runs the waves again.
"""

from referee.core import Fact, Outcome, RuleId, plus, replaced
from referee.games.waves.cards import discarded, majority, table_tally, taken
from referee.games.waves.components import CALM, SHELLS, Class, Counts, Goal, Tablet
from referee.games.waves.facts import (
    Collection,
    ExtraRebels,
    RightPowers,
    Rotated,
    ShellsSet,
    TrueMajority,
    Won,
)
from referee.games.waves.state import Agent, Phase, State, Verdicts, Waves

_READ_ELDERS = (Tablet.ELDERS_RIGHT, Tablet.AGENTS_RIGHT)
_SPELLED = {4: "four", 5: "five", 6: "six", 7: "seven"}


def begin_waves(state: State, verdicts: Verdicts) -> tuple[State, list[Fact]]:
    """Find the True Majority, apply its tablet, discard extra Rebels, and order the tests."""
    counts = table_tally(state)
    card, tied = majority(counts)
    tablet = verdicts.tablet or state.table.tablets[card.number - 1]
    waves = Waves(start=state, verdicts=verdicts)
    state = state._replace(
        phase=Phase.WAVES, true_majority=card, tablet=tablet, waves=waves, last=None
    )
    state, direct = _act_directly(state, tablet)
    decided = "W2" if tied else "true-majority"
    fact = TrueMajority(
        RuleId("table" if verdicts.tablet else decided),
        card,
        Counts.of(counts),
        tablet,
        state.shells,
        also=_majority_rules(state, tablet, tied=tied),
    )
    state, extra = _discard_extra(state)
    order = _test_order(state, tablet)
    right = right_powers(state) if tablet in _READ_ELDERS else ()
    waves = waves._replace(pending=order, right=right, tablet=tablet)
    facts: list[Fact] = [fact, *extra, *direct]
    if tablet is Tablet.ELDERS_RIGHT:  # W11: read once, when the tablet comes
        also = (RuleId("W10"),) if len(state.elders) > len(state.table.ring) else ()
        facts.append(RightPowers(RuleId("W11"), right, also=also))
    return state._replace(waves=waves), facts


def _majority_rules(state: State, tablet: Tablet, *, tied: bool) -> tuple[RuleId, ...]:
    rules = [RuleId(tablet.value)]
    if tied:
        rules.append(RuleId("W3"))
    if any(state.collected):
        rules.append(RuleId("W4"))
    if any(agent and agent.rebel and agent.count > 1 for agent in state.agents):
        rules.append(RuleId("W5"))
    if tablet not in CALM:
        rules.append(RuleId("W24"))
    return tuple(rules)


def _act_directly(state: State, tablet: Tablet) -> tuple[State, list[Fact]]:
    if tablet is Tablet.ROTATE_ELDERS:
        return _rotate(state)
    if tablet is Tablet.SHELLS_BY_FOLLOWERS:
        return _shells_by_followers(state)
    return state, []


def _rotate(state: State) -> tuple[State, list[Fact]]:
    ring = state.table.ring
    moved = (*state.elders[1 : len(ring)], state.elders[0], *state.elders[len(ring) :])
    also = [RuleId("W23"), RuleId("W6"), RuleId("W8")]
    if len(moved) > len(ring):  # W7: the extra Elder stays
        also.append(RuleId("W7"))
    if state.table.is_head_to_head:
        also.append(RuleId("W9"))
    fact = Rotated(RuleId(Tablet.ROTATE_ELDERS.value), moved, also=tuple(also))
    return state._replace(elders=moved), [fact]


def _shells_by_followers(state: State) -> tuple[State, list[Fact]]:
    followers = sum(not agent.rebel for agent in state.agents if agent)
    also = [RuleId("W23")]
    if followers > SHELLS:
        also.append(RuleId("W21"))
    if state.table.is_head_to_head:
        also.append(RuleId("W22"))
    shells = min(followers, SHELLS)
    fact = ShellsSet(
        RuleId(Tablet.SHELLS_BY_FOLLOWERS.value), state.shells, shells, also=tuple(also)
    )
    return state._replace(shells=shells), [fact]


def _discard_extra(state: State) -> tuple[State, list[Fact]]:
    facts: list[Fact] = []
    for slot, agent in enumerate(state.agents):
        if agent and agent.rebel and agent.card and agent.count > 1:
            extra = agent.count - 1
            state = state._replace(
                agents=replaced(state.agents, slot, Agent(agent.rebel, 1, agent.card)),
                discard=state.discard + extra,
                known=discarded(state.known, agent.card, extra),
            )
            facts.append(ExtraRebels(RuleId("extra-rebels"), slot, agent.card, extra))
    return state, facts


def _test_order(state: State, tablet: Tablet) -> tuple[int, ...]:
    around = state.table.from_token(state.token)
    if tablet is Tablet.COUNTERCLOCKWISE:
        around = (around[0], *reversed(around[1:]))
    rebels = tuple([slot for slot in around if _is_rebel(state, slot)])
    followers = tuple([slot for slot in around if slot not in rebels])
    if tablet is Tablet.REBELS_FIRST:
        return rebels + followers
    return followers + rebels


def _is_rebel(state: State, slot: int) -> bool:
    agent = state.agents[slot]
    return agent is not None and agent.rebel


def next_test(state: State) -> int | None:
    """Return the slot whose Elder is tested next; None outside the waves."""
    waves = state.waves
    if state.phase is not Phase.WAVES or waves is None or not waves.pending:
        return None
    return waves.pending[0]


def wanted(state: State) -> tuple[int, ...]:
    """Return the slots whose Follower must be turned over before the next test can be made."""
    slot = next_test(state)
    assert slot is not None
    needed = (slot, right_agent(state, slot)) if reads_right_agent(state) else (slot,)
    return tuple([one for one in needed if not _is_shown(state, one)])


def reads_right_agent(state: State) -> bool:
    """Return whether an Agent's Power depends on the Agent to the right (W12)."""
    return state.tablet is Tablet.AGENTS_RIGHT and not state.table.agents_read_elders


def right_agent(state: State, slot: int) -> int:
    """Return the place of the Agent to the right; W13: only places that have Agents count."""
    return (slot - 1) % len(state.table.ring)


def _is_shown(state: State, slot: int) -> bool:
    agent = state.agents[slot]
    return agent is not None and agent.card is not None


def run_tests(state: State) -> tuple[State, list[Fact]]:
    """Test Elders in order, as far as the cards shown allow; W26: stop at a win."""
    facts: list[Fact] = []
    state = _with_decided_shells(state)
    while next_test(state) is not None and not wanted(state):
        state, tested = _test(state)
        state = _with_decided_shells(state)
        facts += tested
    return state, facts


def _with_decided_shells(state: State) -> State:
    """Set the Shells that the table decided at this point of the waves, if it did."""
    waves = state.waves
    decided = dict(waves.verdicts.shells).get(waves.done) if waves else None
    if decided is None or state.phase is not Phase.WAVES:
        return state
    return state._replace(shells=decided)


def _test(state: State) -> tuple[State, list[Fact]]:
    waves = state.waves
    slot = next_test(state)
    assert waves is not None
    assert slot is not None
    fact = _judge(state, slot, waves)
    waves = waves._replace(
        pending=waves.pending[1:],
        results=(*waves.results, (slot, fact.collected)),
        returned=waves.returned or fact.returned,
    )
    state = _move_elder(state, fact, waves)
    if fact.collected:
        side = state.table.side_of[fact.seat]
        state, won = settle_win(state, side, RuleId("W26"), RuleId("W27"))
        return state, [fact, *won]
    return state, [fact]


def _judge(state: State, slot: int, waves: Waves) -> Collection:
    elder, agent = state.elders[slot], state.agents[slot]
    assert elder is not None
    assert agent is not None
    assert agent.card is not None
    elder_has, elder_rule = elder_power(state, slot, elder)
    agent_has, agent_rule = agent_power(state, slot, agent)
    decided, rule, also = _decide(state, slot, elder_has, agent_has)
    verdict = dict(waves.verdicts.collect).get(slot)
    if verdict is not None:
        decided, rule, also = "table", RuleId("table"), ()
    collected = decided == "all" if verdict is None else verdict
    if agent_has <= 0:
        also = (*also, RuleId("W16"))
    if elder_rule:
        also = (*also, RuleId(elder_rule))
    if agent_rule and agent_rule != elder_rule:
        also = (*also, RuleId(agent_rule))
    return Collection(
        rule,
        slot,
        state.table.owners[slot],
        elder,
        agent.card,
        elder_has,
        agent_has,
        collected,
        rule == "first-returned",
        max(0, state.shells - 1) if collected else state.shells,
        decided,
        elder_rule,
        agent_rule,
        also=also,
    )


def _decide(
    state: State, slot: int, elder_has: int, agent_has: int
) -> tuple[str, RuleId, tuple[RuleId, ...]]:
    elder = state.elders[slot]
    assert elder is not None
    if not state.shells:
        return "shells", RuleId("W25"), ()
    if state.tablet is Tablet.EQUAL_OR_LOWER:
        if agent_has > elder_has:
            return "power", RuleId(Tablet.EQUAL_OR_LOWER.value), ()
        return "all", RuleId(Tablet.EQUAL_OR_LOWER.value), ()
    if agent_has <= elder_has:
        if state.tablet is Tablet.SCHOLARS_SIX and elder is Class.SCHOLAR:
            return "power", RuleId("W15"), ()
        return "power", RuleId("to-hand"), ()
    return _ask_tablet(state, slot, elder)


def _ask_tablet(state: State, slot: int, elder: Class) -> tuple[str, RuleId, tuple[RuleId, ...]]:
    waves = state.waves
    assert waves is not None
    if state.tablet is Tablet.NO_COPIES:
        side = state.table.side_of[state.table.owners[slot]]
        if elder in waves.start.collected[side]:
            return "tablet", RuleId(Tablet.NO_COPIES.value), ()
        if elder in state.collected[side]:
            return "tablet", RuleId("W19"), (RuleId(Tablet.NO_COPIES.value),)
    if state.tablet is Tablet.NO_TWIN_ELDERS and state.council.count(elder) > 1:
        return "tablet", RuleId(Tablet.NO_TWIN_ELDERS.value), (RuleId("W20"),)
    if state.tablet is Tablet.FIRST_RETURNED and not waves.returned:
        return "tablet", RuleId(Tablet.FIRST_RETURNED.value), (RuleId("W18"),)
    return "all", RuleId("collect"), ()


def _move_elder(state: State, fact: Collection, waves: Waves) -> State:
    seat = fact.seat
    elders = replaced(state.elders, fact.slot, None)
    if fact.collected:
        side = state.table.side_of[seat]
        collected = replaced(state.collected, side, (*state.collected[side], fact.elder))
        return state._replace(elders=elders, collected=collected, shells=fact.shells, waves=waves)
    return state._replace(
        elders=elders,
        hands=plus(state.hands, seat),
        known=taken(state.known, seat, fact.elder),
        waves=waves,
    )


def settle_win(state: State, side: int, *also: RuleId) -> tuple[State, list[Fact]]:
    """End the game if the side has what it needs: classes first, then Elders in total."""
    pile, goal = state.collected[side], state.table.goals[side]
    reason = won_by(len(set(pile)), len(pile), goal)
    if not reason:
        return state, []
    seats = state.table.sides[side]
    fact = Won(RuleId("goal"), seats, reason, len(set(pile)), len(pile), also=also)
    return state._replace(phase=Phase.OVER, outcome=Outcome(reason, seats)), [fact]


def won_by(classes: int, elders: int, goal: Goal) -> str:
    """Return the reason by which a side wins with these counts; empty if it does not."""
    if classes >= goal.classes:
        return f"{_SPELLED[goal.classes]}-classes"
    if elders >= goal.elders:
        return f"{_SPELLED[goal.elders]}-elders"
    return ""


_SIX = 6
_THREE = 3
_PER_SHELL = 2
_LESS = 2
"""Rulebook, Deep dive: Rule Tablets."""


def elder_power(state: State, slot: int, elder: Class) -> tuple[int, str | None]:
    """Return an Elder's Power and the rule that changed it from the printed one, if any."""
    if state.tablet is Tablet.ELDERS_RIGHT:
        assert state.waves is not None
        return state.waves.right[slot], Tablet.ELDERS_RIGHT.value
    return _class_power(state, elder)


def agent_power(state: State, slot: int, agent: Agent) -> tuple[int, str | None]:
    """Return a shown Agent's Power and the rule that changed it from the printed one, if any."""
    assert agent.card is not None
    match state.tablet:
        case Tablet.FOLLOWERS_THREE_REBELS_SIX:
            return _SIX if agent.rebel else _THREE, Tablet.FOLLOWERS_THREE_REBELS_SIX.value
        case Tablet.FOLLOWERS_MINUS_TWO if not agent.rebel:
            return agent.card.number - _LESS, Tablet.FOLLOWERS_MINUS_TWO.value
        case Tablet.AGENTS_RIGHT:
            return _right_power(state, slot)
        case _:
            return _class_power(state, agent.card)


def _class_power(state: State, kind: Class) -> tuple[int, str | None]:
    if state.tablet is Tablet.SCHOLARS_SIX and kind is Class.SCHOLAR:
        return _SIX, Tablet.SCHOLARS_SIX.value
    if state.tablet is Tablet.KEEPERS_PER_SHELL and kind is Class.KEEPER and state.shells:
        return kind.number + _PER_SHELL * state.shells, "W17"
    return kind.number, None


def _right_power(state: State, slot: int) -> tuple[int, str]:
    if state.table.agents_read_elders:
        assert state.waves is not None
        return state.waves.right[slot], Tablet.AGENTS_RIGHT.value
    right = state.agents[right_agent(state, slot)]
    assert right is not None
    assert right.card is not None
    passes_by = state.table.is_head_to_head or len(state.table.ring) < len(state.elders)
    return right.card.number, "W13" if passes_by else "W12"


def right_powers(state: State) -> tuple[int, ...]:
    """Return the printed Power of the Elder to the right of each slot.

    W10: the card physically to the right, so the extra Elder of three players counts too.
    """
    return tuple(
        elder.number if (elder := state.elders[slot - 1]) else 0
        for slot in range(len(state.elders))
    )
