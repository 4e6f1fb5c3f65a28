"""ArUco markers of 4 x 4 modules: the dictionary `DICT_4X4_50`, as data.

Their modules are larger than those of a QR symbol, so a camera reads them from farther away. They
are data so that printing needs no OpenCV; a test compares them with OpenCV's.
"""

from typing import Final

from printables.sheets import Rows

COUNT: Final = 50
QUIET: Final = 1
"""Width of the quiet zone around the black border, in modules."""

_INNER: Final = 4
_PATTERNS: Final = bytes.fromhex(
    "B532 0F9A 332D 9946 549E 79CD 9E2E C4F2 FEDA CF56 F991 11A7 0EB7 2A0F 24B1 263E 4665 6600"
    " 6C5E 76AF 868B B02B CCD5 DD82 FE47 9471 ACE4 A554 2123 346F 4415 57B2 9ECF F0CB 08AE 0929"
    " 1875 04FF 0DF6 1C5A 1718 2A28 328C 38B2 24E8 2EEB 2D3F 4B64 502E 5013"
)


def marker(number: int) -> Rows:
    """Return the 6 x 6 modules of a marker with its black border; True is dark."""
    light = int.from_bytes(_PATTERNS[2 * number : 2 * number + 2], "big")
    border = (True,) * (_INNER + 2)
    rows = []
    for row in range(_INNER):
        bits = (light >> _INNER * (_INNER - 1 - row)) & 0b1111
        dark = tuple(not bits >> place & 1 for place in reversed(range(_INNER)))
        rows.append((True, *dark, True))
    return (border, *rows, border)
