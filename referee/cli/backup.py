"""`referee backup` and `referee restore`: all stored data in one dated file."""

from pathlib import Path
from typing import Final

import click

from referee.cli.stores import BROKEN, DATA, NO, fail, settings_of
from referee.config import Settings
from referee.core import RefereeError

_ELSEWHERE: Final = (
    "The matches are stored in a database (REFEREE_DATABASE_URL): back it up with pg_dump and"
    " restore it with pg_restore. deploy/club/README.md shows both."
)


@click.command()
@click.option("--to", type=click.Path(path_type=Path), help="The folder for the backup.")
@DATA
def backup(to: Path | None, data: Path | None) -> None:
    """Back up everything into one dated file; the referee may keep running."""
    from referee.match.care.backups import back_up  # noqa: PLC0415
    from referee.match.care.damage import check_openable  # noqa: PLC0415

    settings = _file_settings(data)
    try:
        check_openable(settings.database)
        made = back_up(settings.database, to or settings.backups_in)
    except RefereeError as no:
        fail(str(no), NO)
    click.echo(f"Backup saved to {made} ({_size(made)}).")
    # deploy/versions.sh reads this line, also in versions older than this one.
    click.echo(f"It comes back with: referee restore {made}")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, readable=False))
@click.option(
    "--what-can-be-read", "partly", is_flag=True, help="Restore what can be read of a damaged FILE."
)
@DATA
def restore(file: Path, data: Path | None, *, partly: bool) -> None:
    """Restore a backup FILE; the current data is backed up first."""
    from referee.games import load_all  # noqa: PLC0415 - slow
    from referee.match.care.restore import restore as restore_file  # noqa: PLC0415

    settings = _file_settings(data)
    try:
        found = restore_file(
            file, settings.database, settings.backups_in, load_all(), partly=partly
        )
    except RefereeError as no:
        fail(str(no), NO)
    count = found.checked.matches
    click.echo(f"Restored {file}: {count} {'match' if count == 1 else 'matches'}.")
    if found.before is not None:
        click.echo(f"The previous data is saved in {found.before}.")
    if found.rescued is not None:
        missing = found.rescued.lost
        click.echo(f"The backup was damaged: {count} could be read, {missing} are lost.", err=True)
    for broken in found.checked.broken:
        click.echo(f"Restored only in part: {broken.text}", err=True)


def _file_settings(data: Path | None) -> Settings:
    settings = settings_of(data=data)
    if settings.database_url:
        fail(_ELSEWHERE, BROKEN)
    return settings


def _size(path: Path) -> str:
    size = path.stat().st_size
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.0f} kB"  # noqa: PLR2004
