"""The types of JSON bodies, which become the schemas of the OpenAPI document.

The type checker compares the code with them, and tests compare the responses of the server; so
neither the document nor the code can change alone.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from msgspec import Meta

from referee.table.sight.pictures import Scan

CodeKind: TypeAlias = Literal["card", "unclear", "stranger", "foreign"]
"""A card of the game, one whose owner is unclear, one of another game, or no card at all."""

# ---------------------------------------------------------------- responses


class Broken(TypedDict):
    """The entry at which a match can no longer be replayed, and why."""

    entry: int
    says: str


class MatchTold(TypedDict):
    """The public view of a match."""

    match: str
    game: str
    names: Annotated[list[str], Meta(description="As typed.")]
    called: Annotated[list[str], Meta(description="As shown on screens; unique.")]
    options: dict[str, str]
    seq: Annotated[int, Meta(description="The current moment; send it as `expected`.")]
    over: bool
    broken: Broken | None
    say: Annotated[str, Meta(description="The next step, as a sentence.")]
    hands: Annotated[list[str], Meta(description="What to do with the cards before that.")]
    done: Annotated[list[int], Meta(description="The places in `hands` that are ticked.")]
    choices: Annotated[list[str], Meta(description="What can be entered now, in notation.")]
    view: Annotated[dict[str, Any], Meta(description="The game's own values by name.")]


class Own(TypedDict):
    """What only one seat can see and note."""

    say: str
    warnings: list[str]
    choices: Annotated[list[str], Meta(description="What the seat can note, in notation.")]


class SeatTold(MatchTold):
    """The view of a match for one seat."""

    seat: int
    own: Own | None


class EntryTold(TypedDict):
    """An entry and the facts that followed from it."""

    seq: int
    entry: Annotated[str, Meta(description="In notation.")]
    says: str
    facts: Annotated[
        list[dict[str, Any]],
        Meta(description="Each has a kind, a rule, numbers and a sentence."),
    ]


class Entered(MatchTold):
    """A match after a command, and the new entries."""

    entered: list[EntryTold]


class IdeaTold(TypedDict):
    """An entry that a picture suggests."""

    entry: str
    says: str


class CodeTold(TypedDict):
    """A code that was read in a picture."""

    kind: CodeKind
    name: str


class LookTold(MatchTold):
    """A match, and what was recognised in a picture of its table."""

    look: str
    asks: bool
    entered: Annotated[list[str], Meta(description="What was certain and entered, as sentences.")]
    proposals: list[IdeaTold]
    doubts: Annotated[list[list[IdeaTold]], Meta(description="Lists of alternatives.")]
    remarks: list[str]
    seen: list[CodeTold]


class Watched(TypedDict):
    """A match that a camera can watch."""

    match: str
    game: str
    names: list[str]


class Watchable(TypedDict):
    """The matches that a camera can watch, the latest first."""

    matches: list[Watched]


class Awaited(MatchTold):
    """A match, and what a camera should watch."""

    sees: bool
    spots: list[str]
    asking: Annotated[str | None, Meta(description="The look with an open question.")]


class DrawnCode(TypedDict):
    """A code in a frame, as an overlay."""

    kind: CodeKind
    name: str
    points: Annotated[str, Meta(description="Its corners, as SVG `points`.")]


class Drawn(TypedDict):
    """What was seen in a frame."""

    seq: int
    width: int
    height: int
    codes: list[DrawnCode]
    markers: int
    advice: list[str]


class FrameTold(Drawn):
    """What was seen in a frame, and what was entered."""

    entered: list[str]
    address: Annotated[str, Meta(description="The page of an open question, or empty.")]


class News(TypedDict):
    """The current content of a stream, for polling."""

    edition: Annotated[str, Meta(description="Version of the pages; reload when it changes.")]
    seq: int
    screen: Annotated[str | None, Meta(description="The screen as HTML, if it has changed.")]
    look: Annotated[str, Meta(description="The question of a camera as HTML, or empty.")]
    onward: Annotated[str, Meta(description="The address of the rematch, or empty.")]


class StreamEvent(TypedDict):
    """An event of a stream; after missed events, only the last one matters."""

    event: Annotated[
        Literal["hello", "screen", "look", "beat", "gone", "onward"],
        Meta(description="`hello`: the version; `gone`: the seat is no longer held here."),
    ]
    data: str
    id: NotRequired[Annotated[str, Meta(description="The `seq` of a screen.")]]
    retry: NotRequired[int]


class Problem(TypedDict):
    """An error: its kind, and a sentence for people."""

    problem: str
    says: str


class Refused(Problem):
    """An entry that a rule of the game does not allow."""

    rule: Annotated[str, Meta(description="The id of the rule.")]
    reason: str
    suspect: Annotated[int | None, Meta(description="The earlier entry that may be the mistake.")]


class Late(Problem):
    """A command for an earlier moment."""

    expected: int | None
    seq: Annotated[int, Meta(description="The current moment.")]
    since: Annotated[
        list[str],
        Meta(description="The entries since `expected` as sentences, oldest first; at most 20."),
    ]


class Contradicted(Problem):
    """A correction that would make a later entry illegal."""

    entry: Annotated[int, Meta(description="That later entry.")]


class Stopped(Problem):
    """A match that can no longer be replayed to its end."""

    entry: Annotated[int, Meta(description="The entry at which it stops.")]


class Unfit(Problem):
    """Seats or options that the game does not accept."""

    option: Annotated[str | None, Meta(description="The option, if it is one.")]


class Unreadable(Problem):
    """A transcript that cannot be read."""

    line: Annotated[int, Meta(description="The line that cannot be read, from 1.")]


# ---------------------------------------------------------------- requests


class Moment(TypedDict):
    """The moment that a command is meant for."""

    expected: Annotated[int, Meta(description="The `seq` of the state that you have seen.", ge=0)]
    key: NotRequired[Annotated[str, Meta(description="An idempotency key of your own.")]]
    source: NotRequired[Annotated[str, Meta(description="Who enters it, for the log.")]]
    seat: NotRequired[Annotated[int, Meta(description="The seat whose screen sends it.", ge=0)]]


class Tick(Moment):
    """A task of the moment that is done."""

    task: Annotated[
        str, Meta(description="Its place in `hands`, from 0; `all` for every one of them.")
    ]
    done: NotRequired[
        Annotated[Literal["yes", "no"], Meta(description="`no` takes the tick away.")]
    ]


class Entry(Moment):
    """An entry to make."""

    action: Annotated[str, Meta(description="In the game's notation; see `choices`.")]
    by: NotRequired[
        Annotated[int | str, Meta(description="For an overrule: the seat, or `table`.")]
    ]
    why: NotRequired[Annotated[str, Meta(description="For an overrule: why.")]]


class Mend(Moment):
    """The retraction of an earlier entry."""

    onward: NotRequired[
        Annotated[
            Literal["yes", ""], Meta(description="`yes`: also later entries that no longer fit.")
        ]
    ]


class Change(Entry):
    """The replacement of an earlier entry."""

    onward: NotRequired[
        Annotated[
            Literal["yes", ""], Meta(description="`yes`: retract later entries that no longer fit.")
        ]
    ]


class Whose(Moment):
    """The owner of an unclear card in a picture."""

    card: Annotated[int, Meta(description="The number of the card in the look.", ge=0)]
    spot: Annotated[int, Meta(description="The index of the spot where it lies.", ge=0)]


class Confirmed(Moment):
    """The confirmed entries of a picture."""

    action: Annotated[str, Meta(description="One of the proposals or doubts.")]


class Nothing(TypedDict):
    """An empty body."""


class Photo(Moment):
    """A picture of the table."""

    photo: Annotated[bytes, Meta(description="JPEG, PNG, WebP, HEIC or AVIF.")]


class Opening(TypedDict):
    """The players; options of the game can be added by their names."""

    name: Annotated[list[str], Meta(description="The names by seat, clockwise.")]
    count: NotRequired[int]
    key: NotRequired[str]


class Pasted(TypedDict):
    """A transcript to load."""

    text: str


@dataclass(frozen=True, slots=True)
class ScanSent(Scan):
    """A scan of the table at rest, as `referee scan` prints it."""

    jpeg: Annotated[str, Meta(description="The picture, in base64.")] = ""
