"""Calibration of printers: scale and offset, measured once on a page with rulers.

Even at 100 %, printers scale and shift a page a little, but always in the same way, so four
measurements describe it.
"""

from dataclasses import dataclass
from typing import Final

ACROSS_MM: Final = 150.0
DOWN_MM: Final = 200.0
LEFT_MM: Final = 30.0
TOP_MM: Final = 40.0
"""Nominal values of the calibration page: two lengths, and their distances from the edges."""

MAX_SCALE_ERROR: Final = 0.06
MAX_OFFSET_MM: Final = 15.0
"""Larger deviations come from a print setting, not from the printer."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The four measurements of one printer in mm; the default is an exact printer."""

    across_mm: float = ACROSS_MM
    down_mm: float = DOWN_MM
    left_mm: float = LEFT_MM
    top_mm: float = TOP_MM

    @property
    def scale(self) -> tuple[float, float]:
        """Return the factors by which lengths are printed longer, across and down."""
        return self.across_mm / ACROSS_MM, self.down_mm / DOWN_MM

    @property
    def offset(self) -> tuple[float, float]:
        """Return the printed position of the paper's corner in mm, to the right and down."""
        wide, high = self.scale
        return self.left_mm - LEFT_MM * wide, self.top_mm - TOP_MM * high

    @property
    def landscape(self) -> "Calibration":
        """Return the calibration for a landscape sheet, which the printer rotates.

        The direction of the rotation is unknown, so only the scale is corrected, not the offset.
        """
        wide, high = self.scale
        return Calibration(ACROSS_MM * high, DOWN_MM * wide, LEFT_MM * high, TOP_MM * wide)

    @property
    def is_likely(self) -> bool:
        """Return whether the values are plausible for a printer."""
        is_scale_likely = all(abs(times - 1) <= MAX_SCALE_ERROR for times in self.scale)
        return is_scale_likely and all(abs(mm) <= MAX_OFFSET_MM for mm in self.offset)

    def corrected(self, x: float, y: float) -> tuple[float, float]:
        """Return where to draw a point so that it is printed at (x, y) mm."""
        (wide, high), (right, below) = self.scale, self.offset
        return (x - right) / wide, (y - below) / high


EXACT: Final = Calibration()
