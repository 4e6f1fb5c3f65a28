"""Texts of the QR codes on cards and boards, and numbers of the markers on the table.

A card's text is ten capital letters and digits, which fit the smallest QR symbol at its highest
error correction: one character for the format, two for the game's box, one for the deck, two for
the card, two for the copy, and two check characters by ISO 7064, MOD 1271-36. Neither 36 nor 35
shares a factor with 1271, so one wrong character or two swapped neighbours are always detected.
Codes are drawn and read elsewhere.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

SIGNS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The characters of a text, by value."""

FORM: Final = "R"
"""The first character of a card's text; another format would use another one."""

LENGTH: Final = 10
BOARD_LENGTH: Final = 7
COPIES: Final = len(SIGNS) ** 2 - 1
"""The highest copy number that two characters can represent."""

CORNERS: Final = (0, 1, 2, 3)
"""Markers of the mat: far left, far right, near right, near left, seen from the first seat."""

_SEATS: Final = range(4, 14)
_PLACES: Final = range(14, 42)
FRAME_CORNERS: Final = (42, 43, 44, 45)
"""Markers of a frame that holds the game's own board, in the same order as those below."""

BOARD_CORNERS: Final = (46, 47, 48, 49)
"""Markers of a board that is written on: upper left, upper right, lower right, lower left."""

BOARD_FORM: Final = "B"
"""The first character of the text on a printed board."""

_MODULUS: Final = 1271
_VALUES: Final = {sign: value for value, sign in enumerate(SIGNS)}


@dataclass(frozen=True, slots=True)
class CardCode:
    """One physical card: box, deck of that box, card, copy."""

    box: str
    deck: str
    card: str
    copy: int

    def __post_init__(self) -> None:
        """Raise `ValueError` for parts that cannot be encoded."""
        if [len(self.box), len(self.deck), len(self.card)] != [2, 1, 2]:
            raise ValueError(f"{self} has parts of the wrong length")
        if not _VALUES.keys() >= set(self.box + self.deck + self.card):
            raise ValueError(f"{self} has characters that a code cannot contain")
        if not 1 <= self.copy <= COPIES:
            raise ValueError(f"{self} has a copy number out of range")


@dataclass(frozen=True, slots=True)
class BoardCode:
    """One printed board: box, layout (`plan`), and player, from 1."""

    box: str
    plan: str
    player: int


class Foreign(Enum):
    """Why a text is not a card's code."""

    LENGTH = "length"
    SIGNS = "signs"
    FORM = "form"
    CHECK = "check"


def format_code(code: CardCode) -> str:
    """Return the text of a card's code."""
    text = f"{FORM}{code.box}{code.deck}{code.card}{two_characters(code.copy)}"
    return text + check_signs(text)


def parse_code(text: str) -> CardCode | Foreign:
    """Parse the text of a symbol; return the reason if it is not a card's code."""
    if len(text) != LENGTH:
        return Foreign.LENGTH
    if not _VALUES.keys() >= set(text):
        return Foreign.SIGNS
    if text[0] != FORM:
        return Foreign.FORM
    copy = _VALUES[text[6]] * len(SIGNS) + _VALUES[text[7]]
    if check_signs(text[:-2]) != text[-2:] or not copy:
        return Foreign.CHECK
    return CardCode(text[1:3], text[3], text[4:6], copy)


def format_board_code(code: BoardCode) -> str:
    """Return the text of a board's code: seven characters, the last two for the check."""
    text = f"{BOARD_FORM}{code.box}{code.plan}{SIGNS[code.player]}"
    return text + check_signs(text)


def parse_board_code(text: str) -> BoardCode | None:
    """Parse the text of a board's code; None for any other text."""
    if len(text) != BOARD_LENGTH or not _VALUES.keys() >= set(text):
        return None
    if text[0] != BOARD_FORM or check_signs(text[:-2]) != text[-2:]:
        return None
    return BoardCode(text[1:3], text[3], _VALUES[text[4]])


def two_characters(number: int) -> str:
    """Return a number from 0 to 1295 as two characters; raises `ValueError`."""
    if not 0 <= number <= COPIES:
        raise ValueError(f"{number} does not fit into two characters")
    return SIGNS[number // len(SIGNS)] + SIGNS[number % len(SIGNS)]


def check_signs(text: str) -> str:
    """Return the two check characters of a text (ISO 7064, MOD 1271-36)."""
    rest = 0
    for sign in text:
        rest = (rest + _VALUES[sign]) * len(SIGNS) % _MODULUS
    return two_characters((1 - rest * len(SIGNS)) % _MODULUS)


def box_of_slug(slug: str) -> str:
    """Return the code of a box without one of its own: the check characters of its slug."""
    return check_signs("".join(sign for sign in slug.upper() if sign in _VALUES))


def seat_marker(seat: int) -> int:
    """Return the number of a seat's marker."""
    return _SEATS[seat]


def place_marker(place: int) -> int:
    """Return the number of the marker of a place, by its index in the components."""
    return _PLACES[place]
