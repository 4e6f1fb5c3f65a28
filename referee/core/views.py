"""What one reader of the table sees: plain data that any template can draw.

A view is made from a redacted state.
"""

from dataclasses import dataclass
from typing import Literal

from referee.core.actions import Action
from referee.core.prose import EMPTY, Text
from referee.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be done now: what tapping it enters, and how the button looks.

    `group` joins choices that answer one question (which card lies there?); its first choice's
    `group_label` names it. `main` marks what people do most. `ask` is a question that is asked
    before it is entered, where it would be a mistake that is hard to believe; such a choice is
    drawn dimmed.
    """

    action: Action
    label: Text
    detail: Text = EMPTY
    icon: str = ""
    number: str = ""
    colour: str = ""
    group: str = ""
    group_label: Text = EMPTY
    main: bool = False
    ask: Text = EMPTY


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that people may look for but that the rules forbid now, and the sentence why."""

    label: Text
    why: Text
    rule: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """The one sentence that rules the screen, where we are, and what can be entered now.

    `hands` are things to do at the table before the next entry; no tap confirms them.
    """

    say: Text
    where: Text = EMPTY
    hands: tuple[Text, ...] = ()
    choices: tuple[Choice, ...] = ()
    missing: tuple[Missing, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing on the table: a card, a token, a panel with text such as a tablet of rules.

    It is told apart by icon, number, name and colour. `empty` is its place while it is away.
    `own` marks a face-down card that shows what is on it because the reader's own seat knows.
    """

    label: Text
    detail: Text = EMPTY
    icon: str = ""
    number: str = ""
    colour: str = ""
    shape: Literal["card", "token", "panel"] = "card"
    face_down: bool = False
    empty: bool = False
    count: int = 1
    own: bool = False


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table and what lies there; `seat` where it belongs to somebody.

    Zones of the `ring` lie around the table in this order, clockwise; those of the `centre` lie in
    its middle. `marks` are tokens that stand beside the label, such as whose turn begins.
    """

    id: str
    label: Text
    pieces: tuple[Piece, ...] = ()
    seat: Seat | None = None
    place: Literal["ring", "centre"] = "ring"
    marks: tuple[Piece, ...] = ()
    acting: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """How far a side is from winning: what it has, and counts such as 3 of 5.

    `said` says each count together with what is counted, where numbers alone do not tell.
    """

    label: Text
    seats: tuple[Seat, ...]
    pieces: tuple[Piece, ...] = ()
    counts: tuple[tuple[int, int], ...] = ()
    said: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class PrivatePanel:
    """What only the reader's own seat is told and can enter: for its eyes alone.

    `warnings` are what it should know before the others see it. `choices` are its notes.
    """

    say: Text = EMPTY
    warnings: tuple[Text, ...] = ()
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What one reader sees of the whole table; `reference` is for looking things up.

    `own` is there for the reader who sits at a seat, and never for anybody else.
    """

    step: Step
    zones: tuple[Zone, ...] = ()
    scores: tuple[Score, ...] = ()
    reference: tuple[Piece, ...] = ()
    own: PrivatePanel | None = None
