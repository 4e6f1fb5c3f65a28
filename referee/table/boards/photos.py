"""A photo of a board becomes what is written on it, and what has to be asked.

Nothing in doubt is taken for read: such a field is asked, and until then there is no total.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from camera.boards import BadLayout, BoardLayout, BoardReading, CellReading, layout_of
from camera.scans import Quad
from referee.core import (
    AnyGame,
    CellKind,
    Contradicted,
    RefereeError,
    RuleId,
    Text,
    Written,
    boards_of,
    box_of,
    say,
)
from referee.core.codes import BoardCode, parse_board_code
from referee.table.boards.files import as_cells
from referee.table.boards.mistaken import (
    FRAME,
    MAP,
    NO_BOARD,
    NO_FRAME,
    TABLE,
    without_board,
    without_frame,
)
from referee.table.boards.tallies import contradictions_told, questions_of, score_told
from referee.table.paper.board_sheets import layout_of_plan
from referee.table.sight.scans import read_photo

BUDGET_S: Final = 4.0
"""Seconds for a photo that somebody waits for; what is not read by then is asked."""

LIMIT_TEMPLATE: Final = 256 * 1024


class BadTemplate(RefereeError):
    """A file that tells of no frame for the boards of this game."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A field over the picture: its corners there, what was read, and whether it is asked."""

    name: str
    corners: Quad
    said: str
    is_asked: bool


@dataclass(frozen=True, slots=True, eq=False)
class PhotoOfBoard:
    """What a photo of a board says.

    `doubts` are the fields to ask about. `player` is whose board it is by its symbol. `problems`
    are the camera's reasons why reading was hard, or why there was no board at all. The picture is
    the board laid flat, as a JPEG; `size` are the pixels that `marks` lie in.
    """

    written: Written
    doubts: tuple[str, ...]
    cells: tuple[CellReading, ...]
    problems: tuple[str, ...] = ()
    player: int | None = None
    picture: bytes = b""
    size: tuple[int, int] = (1, 1)
    marks: tuple[Marked, ...] = ()
    crops: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def is_found(self) -> bool:
        """Return whether there was a board in the picture."""
        return bool(self.cells)

    def remarks(self, doubts: Collection[str]) -> tuple[Text, ...]:
        """Say what the picture lacks, while fields are in doubt, or shows too much of."""
        # Three squares in the corners are enough, so that a missing one is nothing to tell.
        left_out = (_MISSING,) if doubts else (_MISSING, _CUT_OFF)
        return tuple(
            _told_of_found(self, one) for one in self.problems if not one.startswith(left_out)
        )


def read_board_photo(
    data: bytes, game: AnyGame, template: BoardLayout | None = None, *, budget_s: float = BUDGET_S
) -> PhotoOfBoard:
    """Read a photo of a board, printed by us or in a frame with a template; raises `BadPhoto`.

    Which of the two it is their markers tell.
    """
    from camera.written import read_board  # noqa: PLC0415 - OpenCV only where pictures come in

    grey = read_photo(data).grey
    layout = layout_of_plan(game)
    reading = read_board(grey, layout, budget_s=budget_s)
    if template is not None and not reading.cells:
        framed = read_board(grey, template, budget_s=budget_s)
        if framed.cells or reading.problems == (NO_BOARD,) != framed.problems:
            return photo_of(game, framed, template)
    if reading.problems == (NO_BOARD,):
        reading = replace(reading, problems=(without_board(grey),))
    return photo_of(game, reading, layout)


def board_laid_flat(data: bytes, frame: BoardLayout) -> PhotoOfBoard:
    """Find a frame in a photo and lay it flat, whatever lies in it; raises `BadPhoto`."""
    from camera.preview import small_copy  # noqa: PLC0415 - as above
    from camera.written import read_board  # noqa: PLC0415 - as above

    grey = read_photo(data).grey
    reading = read_board(grey, frame, budget_s=BUDGET_S)
    height, width = reading.rectified.shape
    picture = small_copy(reading.rectified)
    nothing = reading.problems == (NO_BOARD,)
    problems = (without_frame(grey),) if nothing else reading.problems
    return PhotoOfBoard({}, (), reading.cells, problems, None, picture, (width, height))


def photo_of(game: AnyGame, reading: BoardReading, layout: BoardLayout) -> PhotoOfBoard:
    """Turn a reading into what is written and what is asked."""
    from camera.preview import small_copy  # noqa: PLC0415 - as above

    reading = replace(reading, cells=with_gaps_asked(game, reading.cells))
    code = parse_board_code(reading.sheet or "")
    height, width = reading.rectified.shape
    return PhotoOfBoard(
        written_in_photo(game, reading.cells),
        tuple(cell.name for cell in reading.cells if cell.state == "ask"),
        reading.cells,
        (*reading.problems, *_of_another(game, code)),
        code.player if code and code.player else None,
        small_copy(reading.rectified),
        (width, height),
        tuple(_marks(reading, layout)),
        {cell.name: small_copy(cell.crop) for cell in reading.cells if cell.crop.size},
    )


def as_record(game: AnyGame, photo: PhotoOfBoard) -> dict[str, Any]:
    """Write what a photo says for a program; a score only where nothing is in doubt."""
    counted = boards_of(game).count(photo.written)
    ask = list(photo.doubts)
    ask += [one.cell for one in counted.contradictions if one.cell not in photo.doubts]
    is_sure = photo.is_found and not ask
    return {
        "game": game.info.slug,
        "player": photo.player,
        "board": as_cells(game, photo.written),
        "cells": [
            {
                "name": cell.name,
                "value": None if cell.state == "ask" else cell.value,
                "state": cell.state,
                "confidence": round(cell.confidence, 4),
                "box": [[round(x, 1), round(y, 1)] for x, y in cell.box],
            }
            for cell in photo.cells
        ],
        "score": score_told(counted) if is_sure else None,
        "ask": ask if photo.is_found else list(_all_fields(game)),
        "contradictions": contradictions_told(counted) if photo.is_found else [],
        "problems": list(photo.problems),
    }


def questions(game: AnyGame, photo: PhotoOfBoard) -> Iterator[Text]:
    """Ask about each field that is in doubt, and about all that contradicts."""
    found = boards_of(game).count(photo.written).contradictions
    for one in questions_of(game, photo.doubts, found):
        yield one.text


def beyond_print(
    game: AnyGame, written: Written, frame: BoardLayout | None
) -> Iterator[Contradicted]:
    """Ask about rows with more circles filled than any board known here has; it may be right."""
    for cell in boards_of(game).cells:
        drawn = sum(cell.has(one.name) for one in frame.fields) if frame else 0
        most, filled = max(drawn, len(cell.corners)), written.get(cell.name, 0)
        if cell.kind is CellKind.CIRCLES and filled > most:
            text = say(
                "{row}: are {filled} circles filled? The printed board has {most}; yours may have"
                " more.",
                row=cell.label,
                filled=filled,
                most=most,
            )
            yield Contradicted(cell.name, RuleId(""), text)


def problem_said(problem: str) -> Text:
    """Say in a sentence why a board was hard to read, and what helps."""
    if problem.startswith(_MISSING):
        return say("Not all four black squares in the corners are in the picture.")
    return _PROBLEMS.get(problem, _PROBLEMS[NO_BOARD])


def _told_of_found(photo: PhotoOfBoard, problem: str) -> Text:
    if problem.startswith(_CUT_OFF):
        part = _PARTS[problem.removeprefix(_CUT_OFF)]
        return say(
            "{part} of the board is not in the picture. Photograph the rest too, or type what"
            " stands there.",
            part=part,
        )
    if problem != "two-boards":
        return problem_said(problem)
    if photo.player is None:
        return say(
            "Two boards are in the picture, and I have read one. Photograph the other by itself."
        )
    return say(
        "Two boards are in the picture, and I have read score map {number}. Photograph the other"
        " by itself.",
        number=photo.player,
    )


def template_of(data: bytes, game: AnyGame) -> BoardLayout:
    """Read a template for the boards of a game; raises `BadTemplate`."""
    if len(data) > LIMIT_TEMPLATE:
        raise BadTemplate(say("This file is too large to hold a template."))
    try:
        layout = layout_of(data)
    except BadLayout:
        raise BadTemplate(say("This file holds no template that was saved here.")) from None
    strange = [one for one in layout.fields if boards_of(game).cell_of(one.name) is None]
    if strange or not layout.fields:
        raise BadTemplate(say("This template is not for {game}.", game=game.info.title))
    return layout


def written_in_photo(game: AnyGame, cells: tuple[CellReading, ...]) -> Written:
    """Return what is written, of all that is beyond doubt."""
    values = {cell.name: cell.value for cell in cells if cell.state != "ask"}
    found: dict[str, int] = {}
    for cell in boards_of(game).cells:
        if cell.kind is CellKind.CIRCLES:
            circles = [one.name for one in cells if cell.has(one.name)]
            if circles:
                found[cell.name] = sum(bool(values.get(name)) for name in circles)
        elif value := values.get(cell.name):
            found[cell.name] = int(value)
    return found


def with_gaps_asked(game: AnyGame, cells: tuple[CellReading, ...]) -> tuple[CellReading, ...]:
    """Ask about the circles of a row that are not filled from the first one on without a gap.

    Those are asked whose answer may close it: of 1 to 5 and 18 filled it is the last.
    """
    asked: set[str] = set()
    for cell in boards_of(game).cells:
        if cell.kind is CellKind.CIRCLES:
            asked.update(_out_of_row([one for one in cells if cell.has(one.name)]))
    return tuple(replace(one, state="ask") if one.name in asked else one for one in cells)


def _out_of_row(circles: Sequence[CellReading]) -> Iterator[str]:
    """Name the circles that differ from the row without a gap that is most like it, or from any."""
    read = [None if one.state == "ask" else bool(one.value) for one in circles]
    differing = [
        [n for n, value in enumerate(read) if value is not None and value is not (n < filled)]
        for filled in range(len(read) + 1)
    ]
    least = min(map(len, differing))
    for numbers in differing:
        if len(numbers) == least:
            yield from (circles[n].name for n in numbers)


def _marks(reading: BoardReading, layout: BoardLayout) -> Iterator[Marked]:
    fields = {one.name: one.quad for one in layout.fields}
    for cell in reading.cells:
        a, b, c, d = ((x * reading.px_per_mm, y * reading.px_per_mm) for x, y in fields[cell.name])
        yield Marked(cell.name, (a, b, c, d), said_of(cell), cell.state == "ask")


def said_of(cell: CellReading) -> str:
    """Say what was read, as short as it stands over the picture."""
    if cell.state == "ask":
        return "?"
    if isinstance(cell.value, bool):
        return "✓" if cell.value else ""
    return "" if cell.value is None else str(cell.value)


def _of_another(game: AnyGame, code: BoardCode | None) -> tuple[str, ...]:
    return ("another-game",) if code and code.box != box_of(game) else ()


def _all_fields(game: AnyGame) -> Iterator[str]:
    for cell in boards_of(game).cells:
        yield from cell.fields


_MISSING: Final = "missing-marker"
_CUT_OFF: Final = "cut-off-"
_PARTS: Final[Mapping[str, Text]] = {
    "top": say("The upper side"),
    "right": say("The right side"),
    "bottom": say("The lower side"),
    "left": say("The left side"),
    "top-left": say("The upper left corner"),
    "top-right": say("The upper right corner"),
    "bottom-right": say("The lower right corner"),
    "bottom-left": say("The lower left corner"),
}

_PROBLEMS: Final[Mapping[str, Text]] = {
    NO_BOARD: say(
        "I see no board: photograph a score map printed here, or a board in its frame, with all"
        " four black squares in the corners."
    ),
    NO_FRAME: say(
        "I see no frame: lay the blank board into the printed one, and photograph it with all"
        " four black squares in the corners."
    ),
    FRAME: say(
        "This board lies in a frame that is not set up here yet: do that once under “Set up a"
        " frame”, then photograph the board again."
    ),
    MAP: say(
        "This is a score map printed here, which needs no frame: photograph it under “Only the"
        " score”."
    ),
    TABLE: say(
        "A photo of the table is for its match: open the match, and take the photo there; here I"
        " read boards."
    ),
    "markers-disagree": say("The board is bent, or two boards are in the picture. Lay it flat."),
    "two-boards": say("Two boards are in the picture. Photograph one at a time."),
    "too-small": say("The board is too small in the picture. Go closer."),
    "blurred": say("The picture is blurred. Hold the camera still."),
    "out-of-time": say("Reading took too long. What is left open is asked."),
    "another-game": say("This board belongs to another game."),
}
