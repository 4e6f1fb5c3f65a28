"""`referee score`: counts boards from a file or photos, line by line."""

from typing import TYPE_CHECKING, Any

import click

from referee.cli.stores import BROKEN, NO, as_line, fail
from referee.core import AnyGame, RefereeError

if TYPE_CHECKING:
    from referee.table.boards.files import BoardFile
    from referee.table.boards.photos import PhotoOfBoard


@click.command()
@click.argument("board", type=click.Path(allow_dash=True), required=False)
@click.option(
    "--photo",
    "photos",
    type=click.Path(allow_dash=True),
    multiple=True,
    help="A photo of one board; repeat it for another photo of the same board.",
)
@click.option("--template", type=click.Path(), help="The positions of the squares in a frame.")
@click.option("--game", default="", help="The game of the board, if several games have boards.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def score(board: str | None, *, as_json: bool, **asked: Any) -> None:  # noqa: ANN401
    """Count the boards in BOARD.json ("-" is standard input), line by line.

    The page "Only the score" saves such files. --photo reads one board from pictures instead: a
    printed score map, or the game's own board in a frame with its --template. Doubts and
    contradictions are printed as questions, and the exit status is then 1.
    """
    if (board is None) == (not asked["photos"]):
        fail("Name a file with boards, or a photo with --photo.", BROKEN)
    try:
        sure = _photo(as_json=as_json, **asked) if board is None else _file(board, as_json=as_json)
    except RefereeError as error:
        fail(str(error), BROKEN)
    if not sure:
        raise SystemExit(NO)


def _file(board: str, *, as_json: bool) -> bool:
    from referee.table.boards.tallies import as_record, sentences, tally  # noqa: PLC0415 - large

    file = _read(board)
    found = tally(file.game, file.boards)
    if as_json:
        click.echo(as_line(as_record(file.game, file.boards)))
    else:
        for line in sentences(found):
            click.echo(line)
    return found.ranking is not None


def _photo(*, photos: tuple[str, ...], template: str | None, game: str, as_json: bool) -> bool:
    from referee.table.boards.photos import as_record, read_board_photo, template_of  # noqa: PLC0415
    from referee.table.sight.scans import LIMIT_BYTES, as_bad_photo  # noqa: PLC0415 - imports OpenCV

    known = _game(game)
    layout = template_of(_bytes(template, LIMIT_BYTES), known) if template else None
    sent = [_bytes(photo, LIMIT_BYTES) for photo in photos]
    with as_bad_photo():
        read = [read_board_photo(data, known, layout) for data in sent]
    found = _joined(known, read)
    record = as_record(known, found)
    if as_json:
        click.echo(as_line(record))
    else:
        for line in _sentences(known, found):
            click.echo(line)
    return record["score"] is not None


def _joined(game: AnyGame, read: "list[PhotoOfBoard]") -> "PhotoOfBoard":
    from referee.table.boards.two_photos import joined  # noqa: PLC0415 - as above

    found, *more = read
    for photo in more:
        both = joined(game, found, photo)
        if both is None:
            fail("These photos do not show the same board.", BROKEN)
        found = both
    return found


def _sentences(game: AnyGame, found: "PhotoOfBoard") -> list[str]:
    from referee.table.boards.photo_kinds import FRAME, TABLE  # noqa: PLC0415 - as above
    from referee.table.boards.photos import problem_text, questions  # noqa: PLC0415 - as above
    from referee.table.boards.tallies import count_lines  # noqa: PLC0415 - as above

    here = {
        FRAME: "This board is in a frame: give the positions of its squares with --template.",
        TABLE: "This is a photo of the table: use “referee scan”.",
    }
    if not found.is_found:
        lines = [here.get(problem) or str(problem_text(problem)) for problem in found.problems]
        return list(dict.fromkeys(lines))
    lines = [str(text) for text in found.remarks(found.doubts)]
    lines += [f"? {text}" for text in questions(game, found)]
    return [*lines, *count_lines(game, found.written, found.doubts)]


def _game(slug: str) -> AnyGame:
    from referee.games import load_all  # noqa: PLC0415 - slow
    from referee.table.boards.files import game_with_boards  # noqa: PLC0415 - as above

    return game_with_boards(slug, load_all())


def _read(name: str) -> "BoardFile":
    from referee.games import load_all  # noqa: PLC0415 - slow
    from referee.table.boards.files import LIMIT_BYTES, read_boards  # noqa: PLC0415

    content = _bytes(name, LIMIT_BYTES)
    try:
        return read_boards(content, load_all())
    except RefereeError as wrong:
        fail(str(wrong) if name == "-" else f"{name}: {wrong}", BROKEN)


def _bytes(name: str, limit: int) -> bytes:
    try:
        with click.open_file(name, "rb") as file:
            content: Any = file.read(limit + 1)  # one byte more shows that it is too large
    except OSError as trouble:
        fail(f"{name} cannot be read: {trouble.strerror}.", BROKEN)
    return bytes(content)
