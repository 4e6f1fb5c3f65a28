"""Classifies a photo without a readable board: a frame, a printed map, a table, or neither."""

from typing import TYPE_CHECKING, Final

from referee.core.codes import BOARD_CORNERS, FRAME_CORNERS, CardCode, parse_code
from referee.table.sight.scans import is_ours

if TYPE_CHECKING:
    from camera.passes import Grey

NO_BOARD: Final = "no-board"
NO_FRAME: Final = "no-frame"
FRAME: Final = "frame-not-set-up"
MAP: Final = "printed-map"
TABLE: Final = "table"

_BUDGET_S: Final = 1.5


def without_board(grey: "Grey") -> str:
    """Return the kind of a photo that was sent as one of a board."""
    markers, is_table = _markers_and_table(grey)
    return FRAME if markers & {*FRAME_CORNERS} else TABLE if is_table else NO_BOARD


def without_frame(grey: "Grey") -> str:
    """Return the kind of a photo that was sent as one of a frame."""
    markers, is_table = _markers_and_table(grey)
    return MAP if markers & {*BOARD_CORNERS} else TABLE if is_table else NO_FRAME


def _markers_and_table(grey: "Grey") -> tuple[set[int], bool]:
    """Return the markers in a picture, and whether markers or cards show a table."""
    from camera import codes  # noqa: PLC0415 - OpenCV only where pictures come in

    scan = codes.scan(grey, codes.Wanted(accept=is_ours, budget_s=_BUDGET_S))
    markers = {marker.number for marker in scan.markers}
    has_cards = any(isinstance(parse_code(code.text), CardCode) for code in scan.codes)
    return markers, has_cards or bool(markers - {*FRAME_CORNERS, *BOARD_CORNERS})
