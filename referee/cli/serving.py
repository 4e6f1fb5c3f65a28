"""`referee serve`: the screens of a table."""

from pathlib import Path

import click

from referee.cli.ending import DATA, NO, fail, settings_of
from referee.core import RefereeError


@click.command()
@click.option("--host", help="The address to listen on.")
@click.option("--port", type=click.IntRange(1, 65_535), help="The port to listen on.")
@DATA
def serve(host: str | None, port: int | None, data: Path | None) -> None:
    """Start the referee for the screens of a table."""
    from referee.web.server import serve as start  # noqa: PLC0415 - brings the whole web
    from referee.web.settings import Settings as WebSettings  # noqa: PLC0415

    settings = settings_of(host=host, port=port, data=data)
    web = WebSettings(
        settings.host,
        settings.port,
        settings.database,
        settings.hosts,
        database_url=settings.database_url,
        database_connections=settings.database_connections,
        proxies=settings.proxies,
    )
    try:
        start(web)
    except RefereeError as error:
        fail(str(error), NO)
