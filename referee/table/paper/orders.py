"""Print orders: parsed and validated from a form or a command line, with the same messages."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from printables.pages import Flip
from printables.papers import LABELS, PAPERS, LabelSheet, Paper, label_sheet
from referee.core import AnyGame, Card, RefereeError, Text, listed, literal, say
from referee.core.codes import COPIES, SIGNS
from referee.core.prose import shortened

__all__ = [
    "LABELS",
    "PAPERS",
    "BadOrder",
    "Copy",
    "Flip",
    "Order",
    "Paper",
    "What",
    "order_of",
    "paper_of",
]

SMALLEST_MM: Final = 12.0
LARGEST_MM: Final = 25.0
USUAL_MM: Final = 15.0
"""The default side of a code: cameras read it well, and cards have room for it."""

MOST: Final = 1000
"""Most codes in one order; they are drawn within seconds."""

_RANGE: Final = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?")  # noqa: RUF001 - people type both


class BadOrder(RefereeError):
    """An order that cannot be printed; `field` is the name of the answer at fault."""

    def __init__(self, field: str, text: Text) -> None:
        """Store the name of the answer."""
        super().__init__(text)
        self.field = field


class What(Enum):
    """What can be printed for a game."""

    STICKERS = "stickers"
    INSERTS = "inserts"
    PIECES = "pieces"
    MAP = "map"
    FRAME = "frame"


BOARDS: Final = (What.MAP, What.FRAME)
"""What is printed for boards."""


Copy: TypeAlias = tuple[str, Card, int]
"""A card to print: its code of two characters, the card, and the number of its copy."""


@dataclass(frozen=True, slots=True)
class Order:
    """A validated order; `labels` is None for plain paper, `flip` is None without backs."""

    game: AnyGame
    what: What
    paper: Paper
    labels: LabelSheet | None
    size: float
    deck: str
    copies: tuple[Copy, ...]
    start: int = 1
    flip: Flip | None = None
    address: str = ""
    players: int = 1
    half: bool = False


def order_of(game: AnyGame, asked: Mapping[str, str]) -> Order:
    """Return an order, with defaults for missing answers; raises `BadOrder`."""
    what = _what(asked.get("what", "").strip() or What.STICKERS.value)
    if what in BOARDS:
        return _board_order(game, what, asked)
    paper, labels = _paper(asked.get("paper", "").strip() or "a4", what)
    number = _number_of_copies(asked.get("copies", "").strip())
    copies = _copies(game, asked.get("cards", ""), number) if what is not What.PIECES else ()
    if len(copies) > MOST:
        why = say(
            "These are {count} codes; {most} can be printed at once.", count=len(copies), most=MOST
        )
        raise BadOrder("copies", why)
    return Order(
        game,
        what,
        paper,
        labels,
        _size(asked.get("size", "").strip()),
        _deck(asked.get("deck", "").strip() or "1"),
        copies,
        _start(asked.get("start", "").strip(), labels),
        _flip(asked.get("flip", "").strip(), what),
        _address(asked.get("address", "").strip()),
    )


def _board_order(game: AnyGame, what: What, asked: Mapping[str, str]) -> Order:
    """Return an order of boards to write on, or of a frame."""
    if game.boards is None:
        why = say("{game} has no boards to write on.", game=game.info.title)
        raise BadOrder("what", why)
    paper, _ = _paper(asked.get("paper", "").strip() or "a4", what)
    most = max(game.boards.players)
    text = asked.get("copies", "").strip() or str(most)
    if not (text.isascii() and text.isdecimal() and int(text[:9]) in game.boards.players):
        raise BadOrder("copies", say("There are maps for 1 to {most} players.", most=most))
    half = asked.get("half", "").strip() not in {"", "no"}
    return Order(game, what, paper, None, USUAL_MM, "1", (), players=int(text), half=half)


def paper_of(name: str) -> Paper:
    """Return a plain paper by its name; raises `BadOrder`."""
    found = PAPERS.get(name.strip().lower() or "a4")
    if found is None:
        names = listed([literal(paper.name) for paper in PAPERS.values()])
        raise BadOrder("paper", say("The page with rulers is printed on {papers}.", papers=names))
    return found


def _what(text: str) -> What:
    try:
        return What(text.lower())
    except ValueError:
        why = say(
            "{text} cannot be printed. Choose stickers, inserts, pieces,"
            " map, frame and calibration.",
            text=shortened(text),
        )
        raise BadOrder("what", why) from None


def _paper(text: str, what: What) -> tuple[Paper, LabelSheet | None]:
    plain = PAPERS.get(text.lower())
    if plain is not None:
        return plain, None
    labels = label_sheet(text)
    if labels is None:
        known = ", ".join([*PAPERS, *LABELS])
        why = say(
            "The paper {text} is not known. Choose one of {known}.",
            text=shortened(text),
            known=known,
        )
        raise BadOrder("paper", why)
    if what is not What.STICKERS:
        why = say("Only stickers are printed on labels. Choose A4 or Letter.")
        raise BadOrder("paper", why)
    return labels.paper, labels


def _size(text: str) -> float:
    try:
        size = float(text.replace(",", ".")) if text else USUAL_MM
    except ValueError:
        size = 0.0
    if not SMALLEST_MM <= size <= LARGEST_MM:
        why = say(
            "A code is {least} to {most} mm wide; {usual} mm works well.",
            least=f"{SMALLEST_MM:g}",
            most=f"{LARGEST_MM:g}",
            usual=f"{USUAL_MM:g}",
        )
        raise BadOrder("size", why)
    return size


def _number_of_copies(text: str) -> int | None:
    if not text:
        return None
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:9]) <= COPIES:
        why = say("The number of copies is a whole number from 1 to {most}.", most=COPIES)
        raise BadOrder("copies", why)
    return int(text)


def _deck(text: str) -> str:
    deck = text.upper()
    if len(deck) != 1 or deck not in SIGNS:
        why = say("Name the deck with one letter from A to Z or one digit, such as 1 or B.")
        raise BadOrder("deck", why)
    return deck


def _start(text: str, labels: LabelSheet | None) -> int:
    if not text:
        return 1
    last = labels.grid.count if labels else 1
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:9]) <= last:
        why = say(
            "This sheet has {count} labels; the first free one is a number from 1 to {count}.",
            count=last,
        )
        plain = say("Only a sheet of labels can be partly used. Leave the first label at 1.")
        raise BadOrder("start", why if labels else plain)
    return int(text)


def _flip(text: str, what: What) -> Flip | None:
    if not text:
        return None
    try:
        flip = Flip(text.lower())
    except ValueError:
        why = say("Paper is flipped on its long or its short edge. Choose long or short.")
        raise BadOrder("flip", why) from None
    if what is not What.INSERTS:
        raise BadOrder("flip", say("Only inserts have a back. Leave out how the paper is flipped."))
    return flip


def _address(text: str) -> str:
    """Return the address of the join code; empty if none is printed."""
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        leads = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        leads = False
    if not leads or any(sign.isspace() for sign in text):
        why = say(
            "{text} is not an address that a phone can open. Write all of it, such as"
            " http://192.168.1.20:8000.",
            text=shortened(text),
        )
        raise BadOrder("address", why)
    return text


# ---------------------------------------------------------------- cards


def _copies(game: AnyGame, text: str, number: int | None) -> tuple[Copy, ...]:
    """Return the copies for `scholar, knight:3, seer:5-8`; an empty text is the whole box."""
    cards = {card.id: (code, card) for code, card in game.components.coded.items()}
    if not cards:
        why = say("{game} has no cards to print.", game=game.info.title)
        raise BadOrder("cards", why)
    picks = [part.strip() for part in text.split(",") if part.strip()] or list(cards)
    found: dict[tuple[str, int], Copy] = {}
    for pick in picks:
        name, colon, copies = (part.strip() for part in pick.partition(":"))
        if name.lower() not in cards:
            known = ", ".join(cards)
            why = say(
                "There is no card {name}. There are: {known}.", name=shortened(name), known=known
            )
            raise BadOrder("cards", why)
        code, card = cards[name.lower()]
        for copy in _copy_range(copies, card, number) if colon else _all_of(card, number):
            found[code, copy] = (code, card, copy)
    if not found:
        raise BadOrder(
            "cards", say("The box contains none of these cards. Say how many copies to print.")
        )
    return tuple(found.values())


def _all_of(card: Card, number: int | None) -> range:
    return range(1, (number or card.copies) + 1)


def _copy_range(text: str, card: Card, number: int | None) -> range:
    most = max(number or card.copies, 1)
    found = _RANGE.fullmatch(text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last <= most:
        why = say(
            "“{typed}” is not the number of a {card}. They go from 1 to {most}: write 3, or 5-8.",
            typed=shortened(text),
            card=card.name,
            most=most,
        )
        raise BadOrder("cards", why)
    return range(first, last + 1)
