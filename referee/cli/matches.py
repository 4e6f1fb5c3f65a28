"""`referee matches`, `referee export` and `referee unlock`: stored matches."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import IO

import click

from referee.cli.stores import DATA, NO, fail, settings_of, store_of, stored
from referee.core import RefereeError


@click.command()
@DATA
def matches(data: Path | None) -> None:
    """List the stored matches, the most recently played first, in local time."""
    settings = settings_of(data=data)
    try:
        found = stored(settings, missing=0).list()
        if not found:
            where = "the database" if settings.database_url else settings.data
            click.echo(f"There are no stored matches in {where}.", err=True)
        for listed in sorted(found, key=lambda one: one.last_at, reverse=True):
            state = listed.outcome.reason if listed.outcome else "in progress"
            names = ", ".join(listed.names)
            note = f" {listed.problem}" if listed.problem else ""
            at = _local_time(listed.last_at)
            click.echo(f"{listed.id}  {at}  {listed.title}: {names} ({state}){note}")
    except RefereeError as error:
        fail(str(error), NO)


def _local_time(at: str) -> str:
    """Return an ISO time as local time; any other text unchanged."""
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


@click.command()
@click.argument("match")
@DATA
def unlock(match: str, data: Path | None) -> None:
    """Unlock MATCH, so that new screens can join it, and print its join code.

    For a locked match that has lost all its screens. The referee may keep running.
    """
    from referee.web.access.join_codes import shown  # noqa: PLC0415 - as above
    from referee.web.access.lobbies import lobby_of  # noqa: PLC0415 - imports the web

    try:
        store = store_of(settings_of(data=data))
        lobby = lobby_of(store, match)
        store.change_lobby(match, replace(lobby, locked=False), was=lobby)
        click.echo(f"This table is open now. Join it with the code {shown(lobby.code)}.")
    except RefereeError as error:
        fail(str(error), NO)
