"""Command line: serve, print, scan, score, watch, replay, export, backup, restore, doctor.

Each command imports heavy modules when it runs, so that `referee replay` starts fast.
"""

import click

from referee import __version__
from referee.cli.backup import backup, restore
from referee.cli.certificate import certificate
from referee.cli.doctor import doctor
from referee.cli.matches import export, matches, unlock
from referee.cli.replay import replay_file
from referee.cli.scan import scan
from referee.cli.score import score
from referee.cli.serve import serve
from referee.cli.sheets import print_sheets
from referee.cli.watch import watch


@click.group()
@click.version_option(__version__, package_name="tabletop-referee")
def main() -> None:
    """Referee for tabletop games."""


@main.command()
def games() -> None:
    """List all games."""
    from referee.games import load_all  # noqa: PLC0415 - slow

    for slug, game in load_all().items():
        seats = ", ".join(str(count) for count in game.info.seats)
        draft = " (draft)" if game.info.stage == "draft" else ""
        click.echo(f"{slug}: {game.info.title}, for {seats}{draft}. {game.info.summary}")


for command in (
    replay_file,
    matches,
    export,
    unlock,
    backup,
    restore,
    doctor,
    certificate,
    print_sheets,
    scan,
    score,
    serve,
    watch,
):
    main.add_command(command)
