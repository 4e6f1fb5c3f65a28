"""The shape of what a program sends and gets where a board is photographed."""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta


class BoardPhoto(TypedDict):
    """A picture of one board that somebody has written on."""

    photo: Annotated[bytes, Meta(description="JPEG, PNG, WebP, HEIC or AVIF.")]


class CellTold(TypedDict):
    """What was read in one field of a board."""

    name: str
    value: int | bool | None
    state: Literal["read", "empty", "ask"]
    confidence: Annotated[float, Meta(description="The share of such readings that are right.")]
    box: Annotated[list[list[float]], Meta(description="Four corners, in pixels of the photo.")]


class SumLineTold(TypedDict):
    """One line of a sum."""

    says: str
    points: int
    rule: str


class ScoreTold(TypedDict):
    """What a board is worth."""

    lines: list[SumLineTold]
    total: int


class ContradictionTold(TypedDict):
    """What cannot stand so."""

    cell: str
    rule: str
    says: str


class BoardTold(TypedDict):
    """What a photo of a board says."""

    game: str
    player: Annotated[int | None, Meta(description="Whose board it is, as its symbol says.")]
    board: Annotated[dict[str, int | bool], Meta(description="What is written, by cell.")]
    cells: list[CellTold]
    score: Annotated[ScoreTold | None, Meta(description="Null while anything is asked.")]
    ask: Annotated[list[str], Meta(description="What people have to say, by field or cell.")]
    contradictions: list[ContradictionTold]
    problems: Annotated[list[str], Meta(description="Why reading was hard.")]
