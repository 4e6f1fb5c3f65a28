"""Reads a photo of a board: the values of its cells, and the fields to ask about.

A field in doubt is never taken as read: it is asked, and until then there is no total.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from camera.boards import (
    HIDDEN,
    BadLayout,
    BoardLayout,
    BoardReading,
    CellReading,
    State,
    layout_of,
)
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
from referee.table.boards.photo_kinds import (
    FRAME,
    MAP,
    NO_BOARD,
    NO_FRAME,
    TABLE,
    without_board,
    without_frame,
)
from referee.table.boards.tallies import contradiction_records, questions_of, score_record
from referee.table.paper.board_sheets import layout_of_plan
from referee.table.sight.scans import read_photo

BUDGET_S: Final = 4.0
"""Time budget for a photo, in s; fields not read by then are asked."""

LIMIT_TEMPLATE: Final = 256 * 1024


class BadTemplate(RefereeError):
    """A file that is no template for the boards of this game."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A field drawn over the picture: its corners in px, what was read, and whether it is asked."""

    name: str
    corners: Quad
    said: str
    is_asked: bool


@dataclass(frozen=True, slots=True, eq=False)
class PhotoOfBoard:
    """What was read in a photo of a board.

    `doubts` are the fields to ask about, `player` the number of the board by its symbol. `problems`
    are ids of what made reading hard, or of why there is no board. `picture` is the rectified board
    as a JPEG, `size` its width and height in px, `crops` a JPEG of each field.
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
        """Return whether there is a board in the picture."""
        return bool(self.cells)

    def remarks(self, doubts: Collection[str]) -> tuple[Text, ...]:
        """Return sentences on problems: what is cut off only while fields are in doubt."""
        # Three markers are enough, so a missing one is no problem by itself.
        left_out = (_MISSING,) if doubts else (_MISSING, _CUT_OFF)
        return tuple(
            _found_problem_text(self, one) for one in self.problems if not one.startswith(left_out)
        )


def read_board_photo(
    data: bytes, game: AnyGame, template: BoardLayout | None = None, *, budget_s: float = BUDGET_S
) -> PhotoOfBoard:
    """Read a photo of a board, printed by us or in a frame with a template.

    The markers decide which of the two it is. Raises `BadPhoto`.
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
    """Return the rectified content of a frame, whatever is in it; raises `BadPhoto`."""
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
    """Return a reading as the values of cells and the fields to ask about."""
    from camera.preview import small_copy  # noqa: PLC0415 - as above

    reading = replace(reading, cells=with_rows_judged(game, reading.cells))
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
    """Return what a photo says as JSON types; with a score only if nothing is in doubt."""
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
        "score": score_record(counted) if is_sure else None,
        "ask": ask if photo.is_found else list(_all_fields(game)),
        "contradictions": contradiction_records(counted) if photo.is_found else [],
        "problems": list(photo.problems),
    }


def questions(game: AnyGame, photo: PhotoOfBoard) -> Iterator[Text]:
    """Yield a question for each field in doubt and each contradiction."""
    found = boards_of(game).count(photo.written).contradictions
    for one in questions_of(game, photo.doubts, found):
        yield one.text


def beyond_print(
    game: AnyGame, written: Written, frame: BoardLayout | None
) -> Iterator[Contradicted]:
    """Yield rows with more filled circles than the known boards have, which may be right."""
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


def problem_text(problem: str) -> Text:
    """Return a sentence on why a board was hard to read, and what to do."""
    if problem.startswith(_MISSING):
        return say("Not all four black squares in the corners are in the picture.")
    return _PROBLEMS.get(problem, _PROBLEMS[NO_BOARD])


def _found_problem_text(photo: PhotoOfBoard, problem: str) -> Text:
    if problem.startswith(_CUT_OFF):
        part = _PARTS[problem.removeprefix(_CUT_OFF)]
        return say(
            "{part} of the board is not in the picture. Photograph the rest too, or type what"
            " it says.",
            part=part,
        )
    if problem != "two-boards":
        return problem_text(problem)
    if photo.player is None:
        return say(
            "There are two boards in the picture, and I read one. Photograph the other by itself."
        )
    return say(
        "There are two boards in the picture, and I read score map {number}. Photograph the other"
        " by itself.",
        number=photo.player,
    )


def template_of(data: bytes, game: AnyGame) -> BoardLayout:
    """Return a template for the boards of a game; raises `BadTemplate`."""
    if len(data) > LIMIT_TEMPLATE:
        raise BadTemplate(say("This file is too large for a template."))
    try:
        layout = layout_of(data)
    except BadLayout:
        raise BadTemplate(say("This file is not a template that was saved here.")) from None
    strange = [one for one in layout.fields if boards_of(game).cell_of(one.name) is None]
    if strange or not layout.fields:
        raise BadTemplate(say("This template is not for {game}.", game=game.info.title))
    return layout


def written_in_photo(game: AnyGame, cells: tuple[CellReading, ...]) -> Written:
    """Return the values of the cells that are not in doubt."""
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


def with_rows_judged(game: AnyGame, cells: tuple[CellReading, ...]) -> tuple[CellReading, ...]:
    """Judge the circles of each row, which are filled from the first one on without a gap.

    In a row with a gap those are asked whose answer may close it: of 1 to 5 and 18 filled it is
    the last. In a row without one a doubtful circle is read if only what it seems to be fits.
    """
    states: dict[str, State] = {}
    for cell in boards_of(game).cells:
        if cell.kind is CellKind.CIRCLES:
            states.update(_judged_by_row([one for one in cells if cell.has(one.name)]))
    return tuple(replace(one, state=states.get(one.name, one.state)) for one in cells)


def _judged_by_row(circles: Sequence[CellReading]) -> Iterator[tuple[str, State]]:
    """Return the circles to ask that differ from the rows most like theirs, or else the settled."""
    read = [None if one.state == "ask" else bool(one.value) for one in circles]
    differing = [
        [n for n, value in enumerate(read) if value is not None and value is not (n < filled)]
        for filled in range(len(read) + 1)
    ]
    least = min(map(len, differing))
    alike = [filled for filled, numbers in enumerate(differing) if len(numbers) == least]
    for filled in alike:
        yield from ((circles[n].name, "ask") for n in differing[filled])
    for n, one in enumerate(circles):
        fits = {n < filled for filled in alike} == {bool(one.value)}
        if least == 0 and one.state == "ask" and fits and one.confidence > HIDDEN:
            yield one.name, "read" if one.value else "empty"


def _marks(reading: BoardReading, layout: BoardLayout) -> Iterator[Marked]:
    fields = {one.name: one.quad for one in layout.fields}
    for cell in reading.cells:
        a, b, c, d = ((x * reading.px_per_mm, y * reading.px_per_mm) for x, y in fields[cell.name])
        yield Marked(cell.name, (a, b, c, d), value_text(cell), cell.state == "ask")


def value_text(cell: CellReading) -> str:
    """Return a reading as drawn over the picture."""
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
    "top": say("The top"),
    "right": say("The right side"),
    "bottom": say("The bottom"),
    "left": say("The left side"),
    "top-left": say("The upper left corner"),
    "top-right": say("The upper right corner"),
    "bottom-right": say("The lower right corner"),
    "bottom-left": say("The lower left corner"),
}

_PROBLEMS: Final[Mapping[str, Text]] = {
    NO_BOARD: say(
        "I see no board. Photograph a score map printed here, or a board in its frame, with all"
        " four black squares in the corners."
    ),
    NO_FRAME: say(
        "I see no frame. Put the blank board into the printed one, and photograph it with all"
        " four black squares in the corners."
    ),
    FRAME: say(
        "This board is in a frame that is not set up yet. Set it up once under “Set up a frame”,"
        " then photograph the board again."
    ),
    MAP: say(
        "This is a score map printed here, which needs no frame. Photograph it under “Only the"
        " score”."
    ),
    TABLE: say(
        "This is a photo of a table. Open its match, and take the photo there; this page is for"
        " boards."
    ),
    "markers-disagree": say("The board is bent, or there are two of them. Lay it flat."),
    "two-boards": say("There are two boards in the picture. Photograph one at a time."),
    "too-small": say("The board is too small in the picture. Move closer."),
    "blurred": say("The picture is blurred. Hold the camera still."),
    "out-of-time": say("Reading took too long. Please fill in what is missing."),
    "another-game": say("This board belongs to another game."),
}
