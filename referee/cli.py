"""The command line: serve, print, replay, export and list.

Heavy modules are imported by the command that needs them, so that `referee replay` starts fast.
"""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NoReturn

import click

from referee import __version__
from referee.config import Settings, read_settings
from referee.core import AnyGame, BrokenTranscript, RefereeError, Seat, redact, say
from referee.core.transcripts import LONGEST_LINE

if TYPE_CHECKING:
    from referee.match import Matches
    from referee.match.replays import Began, Said
    from referee.table.printers import Calibration
    from referee.table.printing import Sheet

_NO: Final = 1
_BROKEN: Final = 2
_LONGEST_BYTES: Final = 4 * LONGEST_LINE + 2


@click.group()
@click.version_option(__version__, package_name="tabletop-referee")
def main() -> None:
    """Run the referee for tabletop games."""


@main.command()
def games() -> None:
    """List the games that the referee knows."""
    from referee.games import load_all  # noqa: PLC0415 - finding the games takes a while

    for slug, game in load_all().items():
        seats = ", ".join(str(count) for count in game.info.seats)
        draft = " (draft)" if game.info.stage == "draft" else ""
        click.echo(f"{slug}: {game.info.title}, for {seats}{draft}. {game.info.summary}")


# ---------------------------------------------------------------- replay


@main.command("replay")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@click.option("--seat", type=int, help="Show what this seat sees, not what everybody sees.")
def replay_file(file: str, seat: int | None, *, as_json: bool) -> None:
    """Play the transcripts in FILE ("-" reads standard input) and print what the referee says."""
    from referee.games import load_all  # noqa: PLC0415 - finding the games takes a while
    from referee.match.replays import Began, Mismatch, replay  # noqa: PLC0415

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that knows few letters must not end it
            stream.reconfigure(errors="backslashreplace")
    reader = None if seat is None else Seat(seat)
    mismatches = 0
    try:
        with _opened(file) as opened:
            for event in replay(_lines(file, opened), load_all()):
                if isinstance(event, Mismatch):
                    mismatches += 1
                    click.echo(str(event.text), err=True)
                elif isinstance(event, Began) or event.is_told(reader):
                    _print(event, reader, as_json=as_json)
    except BrokenTranscript as error:
        _fail(str(error), _BROKEN)
    if mismatches:
        sys.exit(_NO)


def _opened(file: str) -> IO[bytes]:
    try:
        return click.open_file(file, "rb")
    except OSError as trouble:
        _fail(f"{file} cannot be read: {trouble.strerror}.", _BROKEN)


def _line(name: str, file: IO[bytes]) -> bytes:
    try:
        return file.readline(_LONGEST_BYTES)
    except OSError as trouble:
        _fail(f"{name} cannot be read: {trouble.strerror}.", _BROKEN)


def _lines(name: str, file: IO[bytes]) -> Iterator[str]:
    """Read line by line, as they come; raises `BrokenTranscript` for what is no text."""
    number = 0
    while raw := _line(name, file):
        number += 1
        if len(raw) == _LONGEST_BYTES and not raw.endswith(b"\n"):
            raise BrokenTranscript(number, say("Line {line} is too long.", line=number))
        try:
            yield raw.decode("utf-8")
        except UnicodeDecodeError:
            raise BrokenTranscript(number, say("Line {line} is no text.", line=number)) from None


def _print(event: "Began | Said", seat: Seat | None, *, as_json: bool) -> None:
    from referee.match.replays import Said  # noqa: PLC0415 - known by now

    if as_json:
        if isinstance(event, Said):
            _write(json.dumps(event.record(seat), ensure_ascii=False))
    elif isinstance(event, Said):
        _write("\n".join(_sentences(event, seat)))
    else:
        _write(f"{event.game.info.title}: {', '.join(event.setup.names)}")


def _sentences(said: "Said", seat: Seat | None) -> Iterator[str]:
    if said.refused is not None:
        yield said.entry(seat)
        yield f"  No: {said.why} [{said.refused.rule}]"
        return
    yield str(said.sentence(seat))
    for fact, sentence in said.told(seat):
        yield f"  {sentence} [{', '.join((fact.rule, *fact.also))}]"
    if said.outcome is not None:
        yield str(said.game.voice.outcome(redact(said.after, seat), said.outcome))


def _write(line: str) -> None:
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has read enough
        _leave(_NO)
    except OSError as trouble:
        click.echo(f"What the referee says cannot be written: {trouble.strerror}.", err=True)
        _leave(_NO)


def _leave(status: int) -> NoReturn:
    """End without another try to write what is left."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)


# ---------------------------------------------------------------- stored matches


_DATA = click.option(
    "--data", type=click.Path(path_type=Path), help="The folder that holds the matches."
)


@main.command()
@_DATA
def matches(data: Path | None) -> None:
    """List the stored matches, the latest first."""
    try:
        for listed in _stored(_settings(data=data), missing=0).list():
            state = listed.outcome.reason if listed.outcome else "going on"
            names = ", ".join(listed.names)
            note = f" {listed.problem}" if listed.problem else ""
            click.echo(f"{listed.id}  {listed.last_at}  {listed.title}: {names} ({state}){note}")
    except RefereeError as error:
        _fail(str(error), _NO)


@main.command()
@click.argument("match")
@click.option("-o", "--output", type=click.File("w", encoding="utf-8"), default="-")
@_DATA
def export(match: str, output: IO[str], data: Path | None) -> None:
    """Write the stored MATCH as a transcript."""
    try:
        found = _stored(_settings(data=data)).get(match)
        output.write(found.transcript())
        if found.broken is not None:
            click.echo(str(found.broken.text), err=True)
    except RefereeError as error:
        _fail(str(error), _NO)


def _stored(settings: Settings, *, missing: int = _NO) -> "Matches":
    from referee.games import load_all  # noqa: PLC0415 - finding the games takes a while
    from referee.match import Matches, SqliteStore  # noqa: PLC0415

    if not settings.data.exists():  # looking for matches makes none
        _fail(f"There are no stored matches in {settings.data}.", missing)
    return Matches(SqliteStore(settings.database), load_all())


# ---------------------------------------------------------------- print


@main.command("print")
@click.argument("game")
@click.argument("what")
@click.option("-o", "--output", type=click.Path(allow_dash=True), help="The PDF to write.")
@click.option("--paper", default="a4", help="a4, letter, or labels such as avery-l7160.")
@click.option("--size", default="", help="The side of a code in mm: 12 to 25, usually 15.")
@click.option("--cards", default="", help="Only these: scholar,knight:3,seer:5-8.")
@click.option("--copies", default="", help="How many of each card; else as in the box.")
@click.option("--deck", default="", help="A sign for the deck, where two are used: 1, 2, A …")
@click.option("--start", default="", help="The first free label of a half used sheet.")
@click.option(
    "--flip", default="", help="Print backs of inserts: turned over the long or short edge."
)
@click.option("--address", default="", help="The address of the tables, for the code to join.")
@click.option("--printer", default="", help="Undo what this measured printer does to a page.")
@click.option("--measured", nargs=4, help="Keep what was measured for the printer: A B C D in mm.")
@_DATA
def print_sheets(game: str, what: str, data: Path | None, **asked: Any) -> None:  # noqa: ANN401
    """Print stickers, inserts or pieces for GAME as a PDF; WHAT may be calibration, too.

    The page of "calibration" has rulers. Measure it, and give the four measures once with
    --printer NAME --measured A B C D; --printer NAME then makes every sheet come out right.
    """
    from referee.table.printing import as_pdf  # noqa: PLC0415 - the tools for drawing are large

    name = asked["output"] or f"{game}-{what}.pdf"
    try:
        known = _game(game)
        sheets = _sheets(known, {**asked, "what": what})
        calibration = _calibration(asked["printer"].strip(), asked["measured"], data)
        _save(name, as_pdf(sheets, f"{known.info.title}: {what}", calibration))
    except RefereeError as error:
        _fail(str(error), _BROKEN)
    pages = "1 page" if len(sheets) == 1 else f"{len(sheets)} pages"
    click.echo(f"{name}: {pages}. Print at 100 % (actual size).", err=name == "-")


def _sheets(game: AnyGame, asked: dict[str, Any]) -> "Sequence[Sheet]":
    from referee.table.orders import order_of, paper_of  # noqa: PLC0415
    from referee.table.printers import rulers  # noqa: PLC0415
    from referee.table.printing import sheets_of  # noqa: PLC0415

    if asked["what"] == "calibration":
        return (rulers(paper_of(asked["paper"])),)
    return sheets_of(order_of(game, asked))


def _calibration(
    printer: str, measured: tuple[str, ...] | None, data: Path | None
) -> "Calibration":
    """Give what is known of a printer; what was just measured is kept first."""
    from referee.match import MemoryStore, SqliteStore  # noqa: PLC0415
    from referee.table.printers import EXACT, Printers  # noqa: PLC0415

    if measured and not printer:
        _fail("Say which printer was measured: --printer NAME.", _BROKEN)
    if not printer:
        return EXACT
    database = _settings(data=data).database
    there = measured or database.exists()  # only keeping something makes a folder for it
    store = SqliteStore(database) if there else MemoryStore()
    try:
        printers = Printers(store)
        return printers.keep(printer, measured) if measured else printers.find(printer)
    finally:
        store.close()


def _game(slug: str) -> AnyGame:
    from referee.games import load_all  # noqa: PLC0415 - finding the games takes a while
    from referee.match import UnknownGame  # noqa: PLC0415

    found = load_all()
    if slug not in found:
        raise UnknownGame(slug, tuple(found))
    return found[slug]


def _save(name: str, content: bytes) -> None:
    try:
        with click.open_file(name, "wb") as file:
            file.write(content)
    except OSError as trouble:
        _fail(f"{name} cannot be written: {trouble.strerror}.", _BROKEN)


# ---------------------------------------------------------------- serve


@main.command()
@click.option("--host", help="The address to listen on.")
@click.option("--port", type=click.IntRange(1, 65_535), help="The port to listen on.")
@_DATA
def serve(host: str | None, port: int | None, data: Path | None) -> None:
    """Start the referee for the screens of a table."""
    from referee.web.server import serve as start  # noqa: PLC0415 - brings the whole web
    from referee.web.settings import Settings as WebSettings  # noqa: PLC0415

    settings = _settings(host=host, port=port, data=data)
    try:
        start(WebSettings(settings.host, settings.port, settings.database, settings.hosts))
    except RefereeError as error:
        _fail(str(error), _NO)


def _settings(**given: Any) -> Settings:  # noqa: ANN401 - each option has its own type
    """Take the settings of the environment, and above them what the command line gives."""
    settings, warnings = read_settings(os.environ)
    for warning in warnings:
        click.echo(warning, err=True)
    return replace(settings, **{name: value for name, value in given.items() if value is not None})


def _fail(sentence: str, status: int) -> NoReturn:
    click.echo(sentence, err=True)
    sys.exit(status)
