"""What lies in the box, as data: cards with their names, numbers, icons and copies; places."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.core.codes import two_signs
from referee.core.prose import Text


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card: id, name, the number printed on it, icon, how many there are.

    `code` is its two signs in the codes on the cards. Once cards have been printed it must stay;
    a card that names none is called by its place in the box, so new ones are added at the end.
    """

    id: str
    name: Text
    number: int | None
    icon: str
    copies: int
    code: str = ""


@dataclass(frozen=True, slots=True)
class BoxPlace:
    """Where something lies on the table, such as the deck: it gets a marker of its own."""

    id: str
    name: Text
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Components:
    """What a game is played with; `code` is the box's two signs in the codes on its cards.

    Games that are played with the same cards share them. A box that names no code is called by
    the game's slug.
    """

    cards: tuple[Card, ...] = ()
    code: str = ""
    card_mm: tuple[float, float] = (63.0, 88.0)
    places: tuple[BoxPlace, ...] = ()

    @property
    def coded(self) -> Mapping[str, Card]:
        """Return the cards by their two signs."""
        return {
            card.code or two_signs(place): card for place, card in enumerate(self.cards, start=1)
        }
