"""`referee matches` and `referee export`: what is stored."""

from datetime import datetime
from pathlib import Path
from typing import IO

import click

from referee.cli.ending import DATA, NO, fail, settings_of, stored
from referee.core import RefereeError


@click.command()
@DATA
def matches(data: Path | None) -> None:
    """List the stored matches, the latest first, with the hour of this machine."""
    settings = settings_of(data=data)
    try:
        found = stored(settings, missing=0).list()
        if not found:
            where = "the database" if settings.database_url else settings.data
            click.echo(f"There are no stored matches in {where}.", err=True)
        for listed in found:
            state = listed.outcome.reason if listed.outcome else "going on"
            names = ", ".join(listed.names)
            note = f" {listed.problem}" if listed.problem else ""
            at = _on_this_clock(listed.last_at)
            click.echo(f"{listed.id}  {at}  {listed.title}: {names} ({state}){note}")
    except RefereeError as error:
        fail(str(error), NO)


def _on_this_clock(at: str) -> str:
    """Give a moment in the time of this machine; what is no moment is given as it is."""
    try:
        return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return at


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
