"""What lies in the box, as data: cards with their names, numbers, icons and copies."""

from dataclasses import dataclass

from referee.core.prose import Text


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card: id, name, the number printed on it, icon, how many there are."""

    id: str
    name: Text
    number: int | None
    icon: str
    copies: int


@dataclass(frozen=True, slots=True)
class Components:
    """What a game is played with."""

    cards: tuple[Card, ...] = ()
