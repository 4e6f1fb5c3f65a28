"""What a photo of the dice may show, and the entries that follow from it.

There was no photo of the dice of the box: the sample colours are ours, as are their names.
"""

from collections.abc import Sequence
from typing import Final

from referee.core import Action, Dice, DieKind
from referee.games.rolling.actions import Roll
from referee.games.rolling.components import COLOUR_NAMES, FACES, Colour
from referee.games.rolling.state import Phase, State
from referee.games.rolling.words import crew_icon

_SAMPLES: Final[dict[Colour, tuple[int, int, int]]] = {
    Colour.RED: (190, 35, 40),
    Colour.YELLOW: (235, 190, 35),
    Colour.GREEN: (35, 130, 65),
    Colour.BLUE: (30, 80, 175),
    Colour.PURPLE: (110, 50, 150),
    Colour.CLEAR: (220, 220, 220),
}


def _kinds(state: State) -> Sequence[DieKind]:
    return tuple(
        DieKind(colour.value, COLOUR_NAMES[colour], crew_icon(colour), _SAMPLES[colour])
        for colour in (*state.table.colours, Colour.CLEAR)
    )


def _awaited(state: State) -> int:
    return state.table.dice - len(state.pool) if state.phase is Phase.ROLL else 0


def _entry(kind: str, face: int) -> Action:
    return Roll(Colour(kind), face)


DICE: Final = Dice(FACES, _kinds, _awaited, _entry)
