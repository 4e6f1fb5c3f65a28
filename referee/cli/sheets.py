"""`referee print`: sheets of stickers, inserts, table markers, score maps, and calibration."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.stores import BROKEN, DATA, fail, game_of, opened, save, settings_of
from referee.core import AnyGame, RefereeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.table.paper.printers import Calibration
    from referee.table.paper.sheets import Sheet


@click.command("print")
@click.argument("game")
@click.argument("what")
@click.option("-o", "--output", type=click.Path(allow_dash=True), help="The PDF to write.")
@click.option("--paper", default="a4", help="a4, letter, or labels such as avery-l7160.")
@click.option("--size", default="", help="The side of a code in mm: 12 to 25, usually 15.")
@click.option("--cards", default="", help="Only these cards: scholar,knight:3,seer:5-8.")
@click.option("--copies", default="", help="Copies of each card; by default as in the box.")
@click.option("--deck", default="", help="A letter or digit for one of two decks: 1, 2, A …")
@click.option("--start", default="", help="The first free label of a partly used sheet.")
@click.option(
    "--flip", default="", help="Print backs of inserts, flipped on the long or short edge."
)
@click.option("--half", is_flag=True, help="Score maps: two per sheet.")
@click.option("--address", default="", help="The address of the referee, for the join code.")
@click.option("--printer", default="", help="Correct for this measured printer.")
@click.option("--measured", nargs=4, help="Save measurements of the printer: A B C D in mm.")
@DATA
def print_sheets(game: str, what: str, data: Path | None, **asked: Any) -> None:  # noqa: ANN401
    """Write a PDF for GAME: WHAT is stickers, inserts, pieces, map, frame or calibration.

    A map is a board to write on, one for each player; --copies is their number. The frame holds
    the game's own board for a photo.

    The calibration page has rulers. Measure the printed page and save the four lengths with
    --printer NAME --measured A B C D; --printer NAME then corrects every sheet.
    """
    from referee.table.paper.sheets import as_pdf  # noqa: PLC0415 - large

    name = asked["output"] or f"{game}-{what}.pdf"
    try:
        known = game_of(game)
        asked["half"] = "yes" if asked["half"] else ""
        sheets = _sheets(known, {**asked, "what": what})
        calibration = _calibration(asked["printer"].strip(), asked["measured"], data)
        save(name, as_pdf(sheets, f"{known.info.title}: {what}", calibration))
    except RefereeError as error:
        fail(str(error), BROKEN)
    pages = "1 page" if len(sheets) == 1 else f"{len(sheets)} pages"
    click.echo(f"{name}: {pages}. Print at 100 % (actual size).", err=name == "-")


def _sheets(game: AnyGame, asked: dict[str, Any]) -> "Sequence[Sheet]":
    from referee.table.paper.orders import order_of, paper_of  # noqa: PLC0415
    from referee.table.paper.printers import rulers  # noqa: PLC0415
    from referee.table.paper.sheets import sheets_of  # noqa: PLC0415

    if asked["what"] == "calibration":
        return (rulers(paper_of(asked["paper"])),)
    return sheets_of(order_of(game, asked))


def _calibration(
    printer: str, measured: tuple[str, ...] | None, data: Path | None
) -> "Calibration":
    """Return the calibration of a printer, after saving new measurements."""
    from referee.match import SqliteStore  # noqa: PLC0415
    from referee.table.paper.printers import EXACT, Printers  # noqa: PLC0415

    if measured and not printer:
        fail("Name the printer that you measured: --printer NAME.", BROKEN)
    if not printer:
        return EXACT
    settings = settings_of(data=data)
    # Reading must not create the data folder.
    exists = measured or settings.database_url or settings.database.exists()
    store = opened(settings) if exists else SqliteStore(":memory:")
    try:
        printers = Printers(store)
        return printers.keep(printer, measured) if measured else printers.find(printer)
    finally:
        store.close()
