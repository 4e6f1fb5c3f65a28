"""The contents of the box of WAVE: the cards, both orders, the hands, the rows of results.

Sources: the rulebook of 2023 (Game material, Set-up, End of the game). What was inferred, house
numbers and house cards are marked.
"""

from enum import Enum
from typing import Final, Self

from referee.core import BoxPlace, Components, Text, say
from referee.core import Card as BoxCard


class Colour(Enum):
    """The six colours from the lowest to the highest; `level` counts them from 1."""

    level: int

    WHITE = "white"
    YELLOW = "yellow"
    ORANGE = "orange"
    RED = "red"
    TURQUOISE = "turquoise"
    BLUE = "blue"

    def __init__(self, _: str) -> None:
        """Count the colours in the order of the overview card."""
        self.level = len(self.__class__.__members__) + 1


COLOURS: Final = tuple(Colour)

NUMBERS: Final = (0, 1, 2, 3, 4, 5)


class Trait(Enum):
    """The two things that a card can be higher in."""

    COLOURS = "colours"
    NUMBERS = "numbers"


class Higher(Enum):
    """What a card is higher in than the one to beat; a special card fits without being higher."""

    NUMBER = "number"
    COLOUR = "colour"
    BOTH = "both"
    SWAP = "swap"


class Card(Enum):
    """The 34 cards of the game, and the special cards that only a house variant uses.

    `colour` and `number` are what is printed; a special card has neither, but `swaps` a trait.
    """

    colour: Colour | None
    number: int | None
    swaps: Trait | None

    WHITE_1 = "white-1"
    WHITE_2 = "white-2"
    WHITE_3 = "white-3"
    WHITE_4 = "white-4"
    WHITE_5 = "white-5"
    YELLOW_0 = "yellow-0"
    YELLOW_1 = "yellow-1"
    YELLOW_2 = "yellow-2"
    YELLOW_3 = "yellow-3"
    YELLOW_4 = "yellow-4"
    YELLOW_5 = "yellow-5"
    ORANGE_0 = "orange-0"
    ORANGE_1 = "orange-1"
    ORANGE_2 = "orange-2"
    ORANGE_3 = "orange-3"
    ORANGE_4 = "orange-4"
    ORANGE_5 = "orange-5"
    RED_0 = "red-0"
    RED_1 = "red-1"
    RED_2 = "red-2"
    RED_3 = "red-3"
    RED_4 = "red-4"
    RED_5 = "red-5"
    TURQUOISE_0 = "turquoise-0"
    TURQUOISE_1 = "turquoise-1"
    TURQUOISE_2 = "turquoise-2"
    TURQUOISE_3 = "turquoise-3"
    TURQUOISE_4 = "turquoise-4"
    TURQUOISE_5 = "turquoise-5"
    BLUE_0 = "blue-0"
    BLUE_1 = "blue-1"
    BLUE_2 = "blue-2"
    BLUE_3 = "blue-3"
    BLUE_4 = "blue-4"
    SWAP_COLOURS = "swap-colours"
    SWAP_NUMBERS = "swap-numbers"

    def __init__(self, written: str) -> None:
        """Read colour and number, or the trait that is swapped, from how the card is written."""
        first, _, second = written.partition("-")
        is_special = first == "swap"
        self.colour = None if is_special else Colour(first)
        self.number = None if is_special else int(second)
        self.swaps = Trait(second) if is_special else None

    @property
    def reverses(self) -> bool:
        """Return whether the card has the symbol that changes the direction."""
        return self.colour is Colour.WHITE or self.number == 0

    @property
    def copies(self) -> int:
        """Return how many of this card are in the box."""
        return SWAP_CARDS if self.swaps else 1


CARDS: Final = tuple(card for card in Card if card.swaps is None)
SWAPS: Final = tuple(card for card in Card if card.swaps)

SWAP_CARDS: Final = 2
"""Special cards of each kind in the box (rulebook, Game material)."""

MISSING: Final = ("white-0", "blue-5")
"""The two cards that do not exist (rulebook, Game material)."""


class Variant(Enum):
    """Which special cards are shuffled in: HOUSE variants, for the leaflet's are unknown here."""

    NONE = "none"
    COLOURS = "colours"
    NUMBERS = "numbers"
    BOTH = "both"

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the kinds of special cards that this variant shuffles into the deck."""
        return tuple(
            card
            for card in SWAPS
            if card.swaps and (self is Variant.BOTH or card.swaps.value == self.value)
        )

    @property
    def deck(self) -> int:
        """Return how many cards this variant is played with."""
        return len(CARDS) + SWAP_CARDS * len(self.cards)


class Facing(Enum):
    """Which way a card is held: to its owner, to the team, or lying open (Silver's)."""

    SELF = "self"
    TEAM = "team"
    OPEN = "open"

    @property
    def opposite(self) -> "Facing":
        """Return the way in which the next card is held (K7)."""
        return {Facing.SELF: Facing.TEAM, Facing.TEAM: Facing.SELF}.get(self, self)


class Direction(Enum):
    """Which way the turn goes around the table; `step` leads from one place to the next."""

    step: int

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"

    def __init__(self, written: str) -> None:
        """Places are numbered clockwise."""
        self.step = 1 if written == "clockwise" else -1

    @property
    def opposite(self) -> "Direction":
        """Return the other direction."""
        return Direction.COUNTERCLOCKWISE if self.step > 0 else Direction.CLOCKWISE


HAND: Final = (3, 2)
"""Cards dealt: so many facing their owner, so many facing the team (rulebook, Set-up)."""

SILVER_HAND: Final = (2, 3)
"""Silver's cards: hidden, and open on top; the 3 is inferred."""


class Row(Enum):
    """The rows of the result table; `most` is the highest number of cards left over.

    The ends at 3 and 10 and the cut between 5 and 6 are inferred: the cut is a house
    reading.
    """

    most: int

    PERFECT = ("perfect", 0)
    AWESOME = ("awesome", 2)
    PRETTY_GOOD = ("pretty-good", 5)
    NOT_BAD = ("not-bad", 10)
    WIPEOUT = ("wipeout", 999)

    def __new__(cls, written: str, most: int) -> Self:
        """Keep the name as the value, and the limit beside it."""
        row = object.__new__(cls)
        row._value_ = written
        row.most = most
        return row


ROWS: Final = tuple(Row)


def row_of(remaining: int) -> Row:
    """Return the row of the result table for so many cards left over."""
    return next(row for row in ROWS if remaining <= row.most)


def better(row: Row) -> Row:
    """Return the next better row; the best one has no better."""
    return ROWS[max(ROWS.index(row) - 1, 0)]


def to_next(remaining: int) -> int:
    """Return how many fewer cards would have reached the better row."""
    return max(remaining - better(row_of(remaining)).most, 0)


COLOUR_NAMES: Final[dict[Colour, Text]] = {
    Colour.WHITE: say("White"),
    Colour.YELLOW: say("Yellow"),
    Colour.ORANGE: say("Orange"),
    Colour.RED: say("Red"),
    Colour.TURQUOISE: say("Turquoise"),
    Colour.BLUE: say("Blue"),
}

SWAP_NAMES: Final[dict[Trait, Text]] = {
    Trait.COLOURS: say("Colour swap"),
    Trait.NUMBERS: say("Number swap"),
}


def name_of(card: Card) -> Text:
    """Return the name of a card: Red 3."""
    if card.swaps:
        return SWAP_NAMES[card.swaps]
    assert card.colour is not None
    return say("{colour} {number}", colour=COLOUR_NAMES[card.colour], number=card.number)


def icon_of(card: Card) -> str:
    """Return the icon of a card: how high its wave is, or what it swaps."""
    if card.swaps:
        return f"swap-{card.swaps.value}"
    assert card.colour is not None
    return f"level-{card.colour.level}"


COMPONENTS: Final = Components(
    cards=tuple(
        BoxCard(card.value, name_of(card), card.number, icon_of(card), card.copies) for card in Card
    ),
    code="WA",
    places=(BoxPlace("deck", say("Deck"), "hidden"), BoxPlace("pile", say("Discard pile"), "pile")),
)
