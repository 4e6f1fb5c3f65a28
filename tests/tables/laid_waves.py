"""A round of Waves as a test lays it."""

from referee.games.waves.components import Tablet

FOUR = ("Ann", "Bo", "Cy", "Di")
SIX = (*FOUR, "Ed", "Fay")
CALM = "scholars-six,equal-or-lower,knights-calm,counterclockwise,nobles-calm"


def with_side(side: str) -> str:
    """Return five tablets, this side among the calm ones."""
    sides = [Tablet(name) for name in CALM.split(",")]
    sides[Tablet(side).owner.number - 1] = Tablet(side)
    return ",".join(tablet.value for tablet in sides)
