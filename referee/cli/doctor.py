"""`referee doctor`: how it stands with this machine, and what to do."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.stores import DATA, NO, as_line, settings_of

if TYPE_CHECKING:
    from referee.host.checks import CheckedSetup


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--port",
    type=click.IntRange(1, 65_535),
    help="The port to look at; else the one at which the referee of these matches listens.",
)
@DATA
def doctor(port: int | None, data: Path | None, *, as_json: bool) -> None:
    """Look at everything that a table depends on, and say what to do.

    Nothing is changed. The exit status is 1 where something has to be mended.
    """
    from referee.host.checks import State  # noqa: PLC0415 - brings the web
    from referee.host.checkup import as_record, examine  # noqa: PLC0415

    checks = examine(_patient(port, data))
    if as_json:
        click.echo(as_line(as_record(checks)))
    else:
        marks = {State.GOOD: "  ok ", State.LOOK: "look ", State.MEND: "MEND "}
        for check in checks:
            click.echo(f"{marks[check.state]} {check.title}: {check.says}")
            if str(check.todo):
                click.echo(f"       {check.todo}")
    if any(check.state is State.MEND for check in checks):
        sys.exit(NO)


def _patient(port: int | None, data: Path | None) -> "CheckedSetup":
    """Find who is to be looked at: the referee that runs on these matches, if one does."""
    from referee.cli.serve import web_settings  # noqa: PLC0415 - brings the web's settings
    from referee.games import load_all  # noqa: PLC0415 - finding the games takes a while
    from referee.host.checks import CheckedSetup  # noqa: PLC0415
    from referee.host.endpoint_file import running_on  # noqa: PLC0415

    settings = settings_of(port=port, data=data)
    web, here = web_settings(settings), running_on(settings.data)
    if here is None or port not in {None, here.port}:
        return CheckedSetup(web, load_all())
    web = replace(
        web, host=here.host, port=here.port, https_port=here.https_port, careful=here.careful
    )
    return CheckedSetup(web, load_all(), speaks_https=bool(here.https_port))
