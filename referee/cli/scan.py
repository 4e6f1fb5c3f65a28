"""`referee scan`: reads the codes in a picture of a table."""

import click

from referee.cli.stores import BROKEN, as_line, fail
from referee.core import RefereeError


@click.command()
@click.argument("picture", type=click.Path(allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def scan(picture: str, *, as_json: bool) -> None:
    """Read all codes in PICTURE ("-" is standard input): JPEG, PNG, WebP, HEIC or AVIF.

    If the four corner markers of the mat are visible, positions are in millimetres on the mat.
    """
    from referee.games import load_all  # noqa: PLC0415 - slow
    from referee.table.sight.scans import as_bad_photo, as_record, scan_picture, sentences  # noqa: PLC0415

    try:
        data = _bytes(picture)
        with as_bad_photo():
            seen = scan_picture(data)
    except RefereeError as error:
        fail(str(error), BROKEN)
    if as_json:
        click.echo(as_line(as_record(seen, load_all())))
    else:
        for text in sentences(seen, load_all()):
            click.echo(str(text))


def _bytes(name: str) -> bytes:
    from referee.table.sight.scans import LIMIT_BYTES  # noqa: PLC0415 - imports OpenCV

    try:
        with click.open_file(name, "rb") as file:
            return bytes(file.read(LIMIT_BYTES + 1))  # one byte more shows that it is too large
    except OSError as trouble:
        fail(f"{name} cannot be read: {trouble.strerror}.", BROKEN)
