"""What a printer does to lengths and places, measured once on a page with rulers, and undone.

A printer that is told to print at 100 % still stretches a little and begins a little aside. Both
are the same everywhere on the page and each time, so four measures describe them.
"""

from dataclasses import dataclass
from typing import Final

ACROSS_MM: Final = 150.0
DOWN_MM: Final = 200.0
LEFT_MM: Final = 30.0
TOP_MM: Final = 40.0
"""What the page with rulers shows: two lengths, and where they begin on the paper."""

STRETCH: Final = 0.06
ASIDE_MM: Final = 15.0
"""How far measures may be off before it is no printer's doing but a setting's."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The four measures of one printer, in millimetres; without them it prints as it should."""

    across_mm: float = ACROSS_MM
    down_mm: float = DOWN_MM
    left_mm: float = LEFT_MM
    top_mm: float = TOP_MM

    @property
    def stretch(self) -> tuple[float, float]:
        """Return how many times longer lengths come out, across and down."""
        return self.across_mm / ACROSS_MM, self.down_mm / DOWN_MM

    @property
    def aside(self) -> tuple[float, float]:
        """Return where the paper's corner would come out, to the right and downwards."""
        wide, high = self.stretch
        return self.left_mm - LEFT_MM * wide, self.top_mm - TOP_MM * high

    @property
    def turned(self) -> "Calibration":
        """Return what it does to a sheet that lies across, which it turns to its upright paper.

        To which side it turns nobody knows, so only the lengths are undone, not the offset.
        """
        wide, high = self.stretch
        return Calibration(ACROSS_MM * high, DOWN_MM * wide, LEFT_MM * high, TOP_MM * wide)

    @property
    def is_likely(self) -> bool:
        """Return whether a printer can be like that."""
        stretched = all(abs(times - 1) <= STRETCH for times in self.stretch)
        return stretched and all(abs(mm) <= ASIDE_MM for mm in self.aside)

    def sent(self, x: float, y: float) -> tuple[float, float]:
        """Return where to draw what shall come out at a place."""
        (wide, high), (right, below) = self.stretch, self.aside
        return (x - right) / wide, (y - below) / high


EXACT: Final = Calibration()
