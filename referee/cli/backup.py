"""`referee backup` and `referee restore`: everything that is kept, as one file with its date."""

from pathlib import Path
from typing import Final

import click

from referee.cli.stores import BROKEN, DATA, NO, fail, settings_of
from referee.config import Settings
from referee.core import RefereeError

_ELSEWHERE: Final = (
    "The matches are kept in a database (REFEREE_DATABASE_URL), which has its own way: make a"
    " backup with pg_dump and bring it back with pg_restore. deploy/club/README.md shows both."
)


@click.command()
@click.option("--to", type=click.Path(path_type=Path), help="The folder that gets the backup.")
@DATA
def backup(to: Path | None, data: Path | None) -> None:
    """Keep everything in one file with its date; the referee may run meanwhile."""
    from referee.match.care.backups import back_up  # noqa: PLC0415
    from referee.match.care.damage import see_that_it_may_be_opened  # noqa: PLC0415

    settings = _of_files(data)
    try:
        see_that_it_may_be_opened(settings.database)
        made = back_up(settings.database, to or settings.backups_in)
    except RefereeError as no:
        fail(str(no), NO)
    click.echo(f"Everything is kept in {made} ({_size(made)}).")
    click.echo(f"It comes back with: referee restore {made}")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, readable=False))
@click.option(
    "--what-can-be-read", "partly", is_flag=True, help="Take a damaged FILE as far as it is whole."
)
@DATA
def restore(file: Path, data: Path | None, *, partly: bool) -> None:
    """Put everything back that a backup FILE holds; what is there now is backed up first."""
    from referee.games import load_all  # noqa: PLC0415 - finding the games takes a while
    from referee.match.care.restore import restore as put_back  # noqa: PLC0415

    settings = _of_files(data)
    try:
        found = put_back(file, settings.database, settings.backups_in, load_all(), partly=partly)
    except RefereeError as no:
        fail(str(no), NO)
    count = found.checked.matches
    click.echo(f"{file} is restored: {count} {'match' if count == 1 else 'matches'}.")
    if found.before is not None:
        click.echo(f"What was there before is kept in {found.before}.")
    if found.rescued is not None:
        missing = found.rescued.lost
        click.echo(f"The backup was damaged: {count} could be read, {missing} are lost.", err=True)
    for broken in found.checked.broken:
        click.echo(f"Restored, but not to its end: {broken.text}", err=True)


def _of_files(data: Path | None) -> Settings:
    settings = settings_of(data=data)
    if settings.database_url:
        fail(_ELSEWHERE, BROKEN)
    return settings


def _size(path: Path) -> str:
    size = path.stat().st_size
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.0f} kB"  # noqa: PLR2004
