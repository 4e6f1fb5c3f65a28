"""The types of JSON bodies, which become the schemas of the OpenAPI document.

The type checker compares the code with them, and tests compare the responses of the server; so
neither the document nor the code can change alone.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from msgspec import Meta

from referee.table.sight.pictures import Scan

CodeKind: TypeAlias = Literal["card", "unclear", "stranger", "foreign"]
"""One of our cards, one of which it is not clear whose it is, another game's, or no card at all."""

# ---------------------------------------------------------------- what is told


class Broken(TypedDict):
    """From which entry on a match no longer makes sense, and why."""

    entry: int
    says: str


class MatchTold(TypedDict):
    """A match as everybody may see it."""

    match: str
    game: str
    names: Annotated[list[str], Meta(description="As they were typed.")]
    called: Annotated[list[str], Meta(description="As screens call them: no two alike.")]
    options: dict[str, str]
    seq: Annotated[int, Meta(description="The moment: send it along as `expected`.")]
    over: bool
    broken: Broken | None
    say: Annotated[str, Meta(description="What the table is to do, in a sentence.")]
    hands: Annotated[list[str], Meta(description="What to do with the hands before.")]
    choices: Annotated[list[str], Meta(description="What can be entered now, in notation.")]
    view: Annotated[dict[str, Any], Meta(description="The game's own values by name.")]


class Own(TypedDict):
    """What only one seat sees and can tell."""

    say: str
    warnings: list[str]
    choices: Annotated[list[str], Meta(description="What the seat can note, in notation.")]


class SeatTold(MatchTold):
    """A match as one seat sees it."""

    seat: int
    own: Own | None


class EntryTold(TypedDict):
    """An entry with what followed from it."""

    seq: int
    entry: Annotated[str, Meta(description="In notation.")]
    says: str
    facts: Annotated[
        list[dict[str, Any]],
        Meta(description="What followed: its kind, its rule, its numbers, and a sentence."),
    ]


class Entered(MatchTold):
    """A match after something was entered, and what that was."""

    entered: list[EntryTold]


class IdeaTold(TypedDict):
    """An entry that a picture may mean."""

    entry: str
    says: str


class CodeTold(TypedDict):
    """A code that was read in a picture."""

    kind: CodeKind
    name: str


class LookTold(MatchTold):
    """A match, and what a picture of its table says."""

    look: str
    asks: bool
    entered: Annotated[list[str], Meta(description="What was beyond doubt, as sentences.")]
    proposals: list[IdeaTold]
    doubts: Annotated[list[list[IdeaTold]], Meta(description="Of each list, one at most.")]
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
    """A match, and what a camera is to watch for."""

    sees: bool
    spots: list[str]
    asking: Annotated[str | None, Meta(description="The look that everybody is asked about.")]


class DrawnCode(TypedDict):
    """A code in one frame, to be drawn over it."""

    kind: CodeKind
    name: str
    points: Annotated[str, Meta(description="Its corners, as SVG writes points.")]


class Drawn(TypedDict):
    """What was seen in one frame."""

    seq: int
    width: int
    height: int
    codes: list[DrawnCode]
    markers: int
    advice: list[str]


class FrameTold(Drawn):
    """What was seen in one frame, and what came of it."""

    entered: list[str]
    address: Annotated[str, Meta(description="Where a question is answered; else empty.")]


class News(TypedDict):
    """What a stream would tell now, in one answer."""

    edition: Annotated[str, Meta(description="Of the pages: another one means to load them anew.")]
    seq: int
    screen: Annotated[str | None, Meta(description="The screen as HTML, where it is news.")]
    look: Annotated[str, Meta(description="What a camera asks, as HTML; empty where nothing.")]
    onward: Annotated[str, Meta(description="Where the same people play again, if they do.")]


class StreamEvent(TypedDict):
    """One event of a stream; a screen that misses some needs only the last one."""

    event: Annotated[
        Literal["hello", "screen", "look", "beat", "gone", "onward"],
        Meta(description="`hello` names the edition, `gone`: the seat is no longer held here."),
    ]
    data: str
    id: NotRequired[Annotated[str, Meta(description="The `seq` of a screen.")]]
    retry: NotRequired[int]


class Problem(TypedDict):
    """Something was not taken: its kind, and a sentence for people."""

    problem: str
    says: str


class Refused(Problem):
    """An entry that a rule of the game does not allow."""

    rule: Annotated[str, Meta(description="The rule, as the game's list of rules names it.")]
    reason: str
    suspect: Annotated[int | None, Meta(description="The earlier entry that may be mistaken.")]


class Late(Problem):
    """A command for a moment that is over."""

    expected: int | None
    seq: Annotated[int, Meta(description="The moment of now.")]
    since: Annotated[
        list[str],
        Meta(
            description="What was entered since `expected`, as sentences, the oldest first;"
            " the latest 20 where it was more."
        ),
    ]


class Contradicted(Problem):
    """A change that a later entry does not allow."""

    entry: Annotated[int, Meta(description="That later entry.")]


class Stopped(Problem):
    """A match that no longer makes sense from an entry on."""

    entry: Annotated[int, Meta(description="That entry.")]


class Unfit(Problem):
    """Seats or options that make no game."""

    option: Annotated[str | None, Meta(description="The option that does not fit, if it is one.")]


class Unreadable(Problem):
    """A transcript that cannot be read."""

    line: Annotated[int, Meta(description="Its line that cannot be read, from 1.")]


# ---------------------------------------------------------------- what is sent


class Moment(TypedDict):
    """For which moment of a match a command is."""

    expected: Annotated[int, Meta(description="The `seq` of what you have seen.", ge=0)]
    key: NotRequired[
        Annotated[str, Meta(description="Your own: what is sent again under it counts once.")]
    ]
    source: NotRequired[Annotated[str, Meta(description="Who enters it, for the log.")]]
    seat: NotRequired[Annotated[int, Meta(description="The seat whose screen sends it.", ge=0)]]


class Entry(Moment):
    """What is to be entered."""

    action: Annotated[str, Meta(description="In the game's notation; see `choices`.")]
    by: NotRequired[
        Annotated[int | str, Meta(description="For an overrule: the seat, or `table`.")]
    ]
    why: NotRequired[Annotated[str, Meta(description="For an overrule: why.")]]


class Mend(Moment):
    """How an earlier entry is taken back."""

    onward: NotRequired[
        Annotated[Literal["yes", ""], Meta(description="`yes`: what follows it goes as well.")]
    ]


class Change(Entry):
    """What an earlier entry is changed to."""

    onward: NotRequired[
        Annotated[Literal["yes", ""], Meta(description="`yes`: what does not fit then goes too.")]
    ]


class Whose(Moment):
    """Whose an unclear card of a picture is."""

    card: Annotated[int, Meta(description="Its number in the look.", ge=0)]
    spot: Annotated[int, Meta(description="Where it lies, by the game's spots.", ge=0)]


class Confirmed(Moment):
    """What of a picture is right."""

    action: Annotated[str, Meta(description="One of the proposals or doubts.")]


class Nothing(TypedDict):
    """Nothing needs to be said."""


class Photo(Moment):
    """A picture of the table."""

    photo: Annotated[bytes, Meta(description="JPEG, PNG, WebP, HEIC or AVIF.")]


class Opening(TypedDict):
    """Who plays; the game's own questions may be answered by their names, as in an address."""

    name: Annotated[list[str], Meta(description="The names by seat, clockwise.")]
    count: NotRequired[int]
    key: NotRequired[str]


class Pasted(TypedDict):
    """A transcript to go on from."""

    text: str


@dataclass(frozen=True, slots=True)
class ScanSent(Scan):
    """What a camera has seen hold still, as `referee scan` writes it."""

    jpeg: Annotated[str, Meta(description="The picture, in base64.")] = ""
