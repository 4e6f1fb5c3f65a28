"""`referee matches` and `referee export`: what is stored."""

from pathlib import Path
from typing import IO

import click

from referee.cli.ending import DATA, NO, fail, settings_of, stored
from referee.core import RefereeError


@click.command()
@DATA
def matches(data: Path | None) -> None:
    """List the stored matches, the latest first."""
    try:
        for listed in stored(settings_of(data=data), missing=0).list():
            state = listed.outcome.reason if listed.outcome else "going on"
            names = ", ".join(listed.names)
            note = f" {listed.problem}" if listed.problem else ""
            click.echo(f"{listed.id}  {listed.last_at}  {listed.title}: {names} ({state}){note}")
    except RefereeError as error:
        fail(str(error), NO)


@click.command()
@click.argument("match")
@click.option("-o", "--output", type=click.File("w", encoding="utf-8"), default="-")
@DATA
def export(match: str, output: IO[str], data: Path | None) -> None:
    """Write the stored MATCH as a transcript."""
    try:
        found = stored(settings_of(data=data)).get(match)
        output.write(found.transcript())
        if found.broken is not None:
            click.echo(str(found.broken.text), err=True)
    except RefereeError as error:
        fail(str(error), NO)
