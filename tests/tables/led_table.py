"""What leads a table that is followed entry by entry."""

from typing import Any

from referee.core import (
    Action,
    AnyGame,
    Overrule,
    Setup,
    Task,
    display_names,
    layout_for,
    play,
    redact,
    tasks_between,
)


class LedTable:
    """A game as a screen leads it; `right` is the state that the real table had last."""

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        self.game = game
        self.names = display_names(setup.names)
        self.state: Any = game.setup(setup)
        self.right: Any = self.state

    def go_on(self, action: Action) -> None:
        """Follow an entry; what the table decides leaves it to be put right from before."""
        self.state, _ = play(self.game, self.state, action)
        if not isinstance(action, Overrule):
            self.right = self.state

    @property
    def tasks(self) -> tuple[Task, ...]:
        """What hands do now: nothing once the game is over, after an overrule its moves."""
        if self.game.outcome(self.state) is not None:
            return ()
        before, after = (layout_for(self.game, one) for one in (self.right, self.state))
        moves = tasks_between(before, after, self.names)
        own: tuple[Task, ...] = self.game.view(redact(self.state, None), None).step.hands
        return moves if self.right is not self.state and moves else own
