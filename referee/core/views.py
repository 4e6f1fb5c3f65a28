"""Views: what one reader sees of the table, as plain data for templates.

A view is made from a redacted state.
"""

from dataclasses import dataclass
from typing import Literal

from referee.core.actions import Action
from referee.core.prose import EMPTY, Text
from referee.core.rulings import RuleId
from referee.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: the action that it enters, and how it looks.

    `group` joins the answers to one question (which card is there?), named by the `group_label` of
    its first choice. `main` marks the most frequent choices. `ask` is a question to confirm a
    choice that would be a surprising mistake; such a choice is drawn dimmed.
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
    """A choice that people may look for but that the rules forbid now, with the reason."""

    label: Text
    why: Text
    rule: str = ""
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """One thing that hands do at the table before the next entry, and the rule that asks for it.

    `seats` do it; where it is empty, it does not matter who, or everybody does it together.
    """

    say: Text
    rule: RuleId
    seats: tuple[Seat, ...] = ()

    def __str__(self) -> str:
        """Return the sentence in English, as for a `Text`."""
        return str(self.say)


@dataclass(frozen=True, slots=True)
class Step:
    """The main sentence of the screen, the phase of the game (`where`), and the choices now.

    `hands` are the tasks before the next entry, in the order in which hands do them. They are the
    same for all readers, so that a task that is ticked on one screen is ticked on all.
    """

    say: Text
    where: Text = EMPTY
    hands: tuple[Task, ...] = ()
    choices: tuple[Choice, ...] = ()
    missing: tuple[Missing, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing on the table: a card, a token, or a panel with text such as a rule tablet.

    `empty` draws the place of a piece that is elsewhere. `own` marks a face-down card whose front
    is drawn because it belongs to the reader.
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
    """An area of the table and its pieces; `seat` is its owner, if any.

    Zones of the `ring` are drawn around the table in this order, clockwise, zones of the `centre`
    in its middle. `marks` are tokens beside the label, such as the start player's.
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
    """How close a side is to winning: its pieces, and counts such as 3 of 5.

    `said` are sentences for the counts, if the numbers alone are not clear.
    """

    label: Text
    seats: tuple[Seat, ...]
    pieces: tuple[Piece, ...] = ()
    counts: tuple[tuple[int, int], ...] = ()
    said: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class SceneSide:
    """A column of a scene: whose it is, its pieces, and the number that counts.

    `detail` says where the number comes from. `won` marks what prevailed.
    """

    label: Text
    pieces: tuple[Piece, ...] = ()
    number: str = ""
    detail: Text = EMPTY
    won: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """What happened at a moment that a table waits for, as a large picture for a short time.

    `stacks` are counted side by side, a `duel` compares two cards and a `scale` two sums, a `row`
    lists what several seats or places have, and the `end` is shown as long as the game is over.
    `why` is a second sentence, such as what decides a tie. Everything a scene says is in the story
    too, so nobody needs to see it.
    """

    kind: Literal["stacks", "duel", "scale", "row", "end"]
    title: Text
    sides: tuple[SceneSide, ...] = ()
    verdict: Text = EMPTY
    why: Text = EMPTY
    rule: RuleId | Literal[""] = ""


@dataclass(frozen=True, slots=True)
class PrivatePanel:
    """What only the reader's own seat may see and enter.

    `warnings` are what it should know before the others see its cards. `choices` are its notes.
    """

    say: Text = EMPTY
    warnings: tuple[Text, ...] = ()
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What one reader sees of the table; `reference` is for looking things up.

    `own` is None unless the reader has a seat.
    """

    step: Step
    zones: tuple[Zone, ...] = ()
    scores: tuple[Score, ...] = ()
    reference: tuple[Piece, ...] = ()
    own: PrivatePanel | None = None
