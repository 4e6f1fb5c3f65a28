"""Enters what notes of seats answer already, so that nobody is asked for it.

Such entries stand in the log like any other: a replay needs no notes, and people take them back
like their own.
"""

from typing import Any, Final

from referee.core import Action, AnyGame, Note, Overrule
from referee.match.replay import Step, Stop, step_of

_MOST: Final = 100
"""Answers to one command; a game that finds ever more must not hold the table up."""


def answered(
    game: AnyGame,
    before: Any,  # noqa: ANN401 - the state of any game
    state: Any,  # noqa: ANN401 - the state of any game
    seq: int,
) -> tuple[Step, ...]:
    """Play the answers to what people are asked in `state`, from the row `seq` on.

    What they were asked in `before` too stays open: the table has taken that answer back.
    """
    steps: list[Step] = []
    action = _next(game, state)
    if action == _next(game, before):
        return ()
    while action is not None and len(steps) < _MOST:
        step = step_of(game, state, action, seq=seq + len(steps), text=game.format(action))
        if isinstance(step, Stop):
            break
        steps.append(step)
        state = step.after
        action = _next(game, state)
    return tuple(steps)


def _next(game: AnyGame, state: Any) -> Action | None:  # noqa: ANN401 - the state of any game
    action = next(iter(game.answers(state)), None)
    return None if isinstance(action, Note | Overrule) else action
