"""The command line: serve, print, scan, score, watch, replay, export, backup, restore, doctor...

Heavy modules are imported by the command that needs them, so that `referee replay` starts fast.
"""

import click

from referee import __version__
from referee.cli.backing import backup, restore
from referee.cli.certifying import certificate
from referee.cli.doctoring import doctor
from referee.cli.printing import print_sheets
from referee.cli.replaying import replay_file
from referee.cli.scanning import scan
from referee.cli.scoring import score
from referee.cli.serving import serve
from referee.cli.storing import export, matches, unlock
from referee.cli.watching import watch


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
