"""The contents of the box as data: cards and places."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.core.codes import two_characters
from referee.core.prose import Text


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card, with the number printed on it and the number of copies.

    `code` is two characters in the codes on the cards and must not change once cards have been
    printed. Without one it is derived from the index in the box, so add new cards at the end.
    """

    id: str
    name: Text
    number: int | None
    icon: str
    copies: int
    code: str = ""


@dataclass(frozen=True, slots=True)
class BoxPlace:
    """A named location on the table, such as the deck, with its own marker."""

    id: str
    name: Text
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Components:
    """The cards and places of a game; `code` is the box's two characters in the codes on its cards.

    Games with the same cards share them. Without `code` it is derived from the game's slug.
    """

    cards: tuple[Card, ...] = ()
    code: str = ""
    card_mm: tuple[float, float] = (63.0, 88.0)
    places: tuple[BoxPlace, ...] = ()

    @property
    def coded(self) -> Mapping[str, Card]:
        """Return the cards by their code."""
        return {
            card.code or two_characters(place): card
            for place, card in enumerate(self.cards, start=1)
        }
