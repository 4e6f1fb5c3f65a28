"""What follows from an entry in a game of Waves: each with its rule and its numbers."""

from dataclasses import dataclass

from referee.games.waves.components import Tally


@dataclass(frozen=True, slots=True)
class Counts:
    """How many cards of each class count for a majority."""

    scholar: int
    keeper: int
    knight: int
    seer: int
    noble: int

    @classmethod
    def of(cls, tally: Tally) -> "Counts":
        """Name the numbers of a tally."""
        return cls(*tally)
