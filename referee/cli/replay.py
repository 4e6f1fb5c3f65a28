"""`referee replay`: replays transcripts and prints the sentences or JSON of each step."""

import os
import sys
from collections.abc import Iterator
from io import TextIOWrapper
from typing import IO, TYPE_CHECKING, Final, NoReturn

import click

from referee.cli.stores import BROKEN, NO, as_line, fail
from referee.core import BrokenTranscript, Seat, redact, say
from referee.core.transcripts import LONGEST_LINE

if TYPE_CHECKING:
    from referee.match.replays import Began, Said

_LONGEST_BYTES: Final = 4 * LONGEST_LINE + 2


@click.command("replay")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
@click.option("--seat", type=int, help="Show what this seat sees, with its secrets.")
def replay_file(file: str, seat: int | None, *, as_json: bool) -> None:
    """Replay the transcripts in FILE ("-" is standard input) and print what the referee says."""
    from referee.games import load_all  # noqa: PLC0415 - slow
    from referee.match.replays import Mismatch, replay  # noqa: PLC0415

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # for terminals with a small character set
            stream.reconfigure(errors="backslashreplace")
    reader = None if seat is None else Seat(seat)
    mismatches = 0
    try:
        with _opened(file) as opened:
            for event in replay(_lines(file, opened), load_all()):
                if isinstance(event, Mismatch):
                    mismatches += 1
                    click.echo(str(event.text), err=True)
                    continue
                _print(event, reader, as_json=as_json)
    except BrokenTranscript as error:
        fail(str(error), BROKEN)
    if mismatches:
        sys.exit(NO)


def _check_seat(seat: int | None, began: "Began") -> None:
    """End the command if the game has no such seat."""
    names = began.setup.names
    if seat is not None and seat not in range(len(names)):
        last = len(names) - 1
        seats = f"the seats are 0 to {last}" if last else "the only seat is 0"
        fail(f"{began.game.info.title} has no seat {seat}: {seats}.", BROKEN)


def _opened(file: str) -> IO[bytes]:
    try:
        return click.open_file(file, "rb")
    except OSError as trouble:
        fail(f"{file} cannot be read: {trouble.strerror}.", BROKEN)


def _line(name: str, file: IO[bytes]) -> bytes:
    try:
        return file.readline(_LONGEST_BYTES)
    except OSError as trouble:
        fail(f"{name} cannot be read: {trouble.strerror}.", BROKEN)


def _lines(name: str, file: IO[bytes]) -> Iterator[str]:
    """Yield lines as they arrive; raises `BrokenTranscript` for a long line or bad UTF-8."""
    number = 0
    while raw := _line(name, file):
        number += 1
        if len(raw) == _LONGEST_BYTES and not raw.endswith(b"\n"):
            raise BrokenTranscript(number, say("Line {line} is too long.", line=number))
        try:
            yield raw.decode("utf-8")
        except UnicodeDecodeError:
            raise BrokenTranscript(number, say("Line {line} is not text.", line=number)) from None


def _print(event: "Began | Said", seat: Seat | None, *, as_json: bool) -> None:
    from referee.match.replays import Said  # noqa: PLC0415 - already imported

    if not isinstance(event, Said):
        _check_seat(seat, event)
    elif not event.is_visible(seat):
        return
    if as_json:
        if isinstance(event, Said):
            _write(as_line(event.record(seat)))
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
    except BrokenPipeError:  # the reader, such as `head`, has stopped
        _exit(NO)
    except OSError as trouble:
        click.echo(f"The output cannot be written: {trouble.strerror}.", err=True)
        _exit(NO)


def _exit(status: int) -> NoReturn:
    """Exit without flushing the rest of standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)
