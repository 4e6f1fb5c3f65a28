"""The Power of Elders and Agents, as printed and as the active tablet makes it."""

from referee.games.waves.components import Class, Tablet
from referee.games.waves.state import Agent, State

_SIX = 6
_THREE = 3
_PER_SHELL = 2
_LESS = 2
"""Rulebook, Deep dive: Rule Tablets."""


def elder_power(state: State, slot: int, elder: Class) -> tuple[int, str | None]:
    """Return an Elder's Power and the rule that changed it from the printed one, if any."""
    match state.tablet:
        case Tablet.ELDERS_RIGHT:
            assert state.waves is not None
            return state.waves.right[slot], Tablet.ELDERS_RIGHT.value
        case _:
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
    places = len(state.table.ring)
    right = state.agents[(slot - 1) % places]
    assert right is not None
    assert right.card is not None
    passes_by = state.table.is_head_to_head or places < len(state.elders)
    return right.card.number, "W13" if passes_by else "W12"


def right_powers(state: State) -> tuple[int, ...]:
    """Return the printed Power of the Elder to the right of each slot.

    W10: the card physically to the right, so the Elder that faces nobody counts too.
    """
    return tuple(
        elder.number if (elder := state.elders[slot - 1]) else 0
        for slot in range(len(state.elders))
    )
