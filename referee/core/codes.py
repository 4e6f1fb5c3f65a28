"""The short texts in the codes on cards, and the numbers of the markers on the table.

A card's text is ten capital letters and digits, so that it fits the smallest QR symbol at its
highest error level: one sign for the form of the text, two for the game's box, one for the deck,
two for the card, two for its copy, and two check characters. The check is that of ISO 7064,
MOD 1271-36: both 36 and 35 share no factor with 1271, so that one wrong character, or two
neighbours that changed places, always show. Nothing here knows how a code is drawn or read.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

SIGNS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What a text is made of, in the order of the values."""

FORM: Final = "R"
"""The first sign of every text of ours; another form of the text would take another sign."""

LENGTH: Final = 10
BOARD_LENGTH: Final = 7
COPIES: Final = len(SIGNS) ** 2 - 1
"""The most copies of one card that two signs can count."""

CORNERS: Final = (0, 1, 2, 3)
"""Markers of the mat: far left, far right, near right, near left, seen from the first seat."""

_SEATS: Final = range(4, 14)
_PLACES: Final = range(14, 42)
FRAME_CORNERS: Final = (42, 43, 44, 45)
"""Markers of a frame that a board of the game is laid into, in the same order as those below."""

BOARD_CORNERS: Final = (46, 47, 48, 49)
"""Markers of a board that is written on: upper left, upper right, lower right, lower left."""

BOARD_FORM: Final = "B"
"""The first sign of the text on a printed board."""

_MODULUS: Final = 1271
_VALUES: Final = {sign: value for value, sign in enumerate(SIGNS)}


@dataclass(frozen=True, slots=True)
class CardCode:
    """One physical card: of which box, in which deck of that box, which card, which copy."""

    box: str
    deck: str
    card: str
    copy: int

    def __post_init__(self) -> None:
        """Refuse what could not be written; whoever asks has checked what people typed."""
        if [len(self.box), len(self.deck), len(self.card)] != [2, 1, 2]:
            raise ValueError(f"{self} has parts of the wrong length")
        if not _VALUES.keys() >= set(self.box + self.deck + self.card):
            raise ValueError(f"{self} has signs that a code does not know")
        if not 1 <= self.copy <= COPIES:
            raise ValueError(f"{self} has a copy that two signs cannot count")


@dataclass(frozen=True, slots=True)
class BoardCode:
    """One printed board: of which box, by which drawing (`plan`), and of which player, from 1."""

    box: str
    plan: str
    player: int


class Foreign(Enum):
    """Why a text is none of ours."""

    LENGTH = "length"
    SIGNS = "signs"
    FORM = "form"
    CHECK = "check"


def format_code(code: CardCode) -> str:
    """Write the text of a card's code."""
    text = f"{FORM}{code.box}{code.deck}{code.card}{two_signs(code.copy)}"
    return text + check_signs(text)


def parse_code(text: str) -> CardCode | Foreign:
    """Read a text that was found in a symbol, or say why it is none of ours."""
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
    """Write the text on a printed board: seven signs, of which the last two are the check."""
    text = f"{BOARD_FORM}{code.box}{code.plan}{SIGNS[code.player]}"
    return text + check_signs(text)


def parse_board_code(text: str) -> BoardCode | None:
    """Read the text on a printed board; None for any other text."""
    if len(text) != BOARD_LENGTH or not _VALUES.keys() >= set(text):
        return None
    if text[0] != BOARD_FORM or check_signs(text[:-2]) != text[-2:]:
        return None
    return BoardCode(text[1:3], text[3], _VALUES[text[4]])


def two_signs(number: int) -> str:
    """Write a number from 0 to 1295 in two signs."""
    if not 0 <= number <= COPIES:
        raise ValueError(f"{number} does not fit into two signs")
    return SIGNS[number // len(SIGNS)] + SIGNS[number % len(SIGNS)]


def check_signs(text: str) -> str:
    """Return the two check characters that follow a text (ISO 7064, MOD 1271-36)."""
    rest = 0
    for sign in text:
        rest = (rest + _VALUES[sign]) * len(SIGNS) % _MODULUS
    return two_signs((1 - rest * len(SIGNS)) % _MODULUS)


def box_of_slug(slug: str) -> str:
    """Return the two signs of a box that names none: made from the slug, which never changes."""
    return check_signs("".join(sign for sign in slug.upper() if sign in _VALUES))


def seat_marker(seat: int) -> int:
    """Return the number of the marker that lies before a seat."""
    return _SEATS[seat]


def place_marker(place: int) -> int:
    """Return the number of the marker of a place on the table, by its order in the components."""
    return _PLACES[place]
