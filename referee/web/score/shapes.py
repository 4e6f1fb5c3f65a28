"""Schemas of the requests and responses for photos of boards."""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta


class BoardPhoto(TypedDict):
    """A picture of one filled board."""

    photo: Annotated[bytes, Meta(description="JPEG, PNG, WebP, HEIC or AVIF.")]


class CellTold(TypedDict):
    """What was read in one field of a board."""

    name: str
    value: int | bool | None
    state: Literal["read", "empty", "ask"]
    confidence: Annotated[float, Meta(description="The probability that the reading is right.")]
    box: Annotated[list[list[float]], Meta(description="Four corners, in pixels of the photo.")]


class SumLineTold(TypedDict):
    """One line of a sum."""

    says: str
    points: int
    rule: str


class ScoreTold(TypedDict):
    """The score of a board."""

    lines: list[SumLineTold]
    total: int


class ContradictionTold(TypedDict):
    """A contradiction on the board."""

    cell: str
    rule: str
    says: str


class BoardTold(TypedDict):
    """What was read from a photo of a board."""

    game: str
    player: Annotated[int | None, Meta(description="The player, as the code on the board says.")]
    board: Annotated[dict[str, int | bool], Meta(description="The values by cell.")]
    cells: list[CellTold]
    score: Annotated[ScoreTold | None, Meta(description="Null while a question is open.")]
    ask: Annotated[list[str], Meta(description="Fields or cells with an open question.")]
    contradictions: list[ContradictionTold]
    problems: Annotated[list[str], Meta(description="Why reading was difficult.")]
