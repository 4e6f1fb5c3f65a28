"""`referee serve`: starts the server."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.stores import DATA, NO, fail, settings_of
from referee.config import Settings
from referee.core import RefereeError

if TYPE_CHECKING:
    from referee.host.settings import Settings as WebSettings


@click.command()
@click.option("--host", help="The address to listen on.")
@click.option("--port", type=click.IntRange(1, 65_535), help="The port to listen on.")
@click.option(
    "--https", is_flag=True, help="Turn on HTTPS too, from now on; see “referee certificate”."
)
@DATA
def serve(host: str | None, port: int | None, data: Path | None, *, https: bool) -> None:
    """Start the server for the screens at the tables."""
    from referee.match.storage.durable import make_folder  # noqa: PLC0415 - imports the store
    from referee.match.storage.error_texts import reason  # noqa: PLC0415
    from referee.serve.run import serve as start  # noqa: PLC0415 - imports the web

    settings = settings_of(host=host, port=port, data=data)
    web = web_settings(settings)
    if https:
        try:
            make_folder(settings.certificate_in)
        except OSError as trouble:
            fail(f"{settings.certificate_in} cannot be created: {reason(trouble)}.", NO)
    try:
        start(web)
    except RefereeError as error:
        fail(str(error), NO)


def web_settings(settings: Settings) -> "WebSettings":
    """Return the settings in the form of the server."""
    from referee.host.settings import Settings as WebSettings  # noqa: PLC0415 - imports OpenCV

    return WebSettings(
        settings.host,
        settings.port,
        settings.database,
        settings.hosts,
        database_url=settings.database_url,
        database_connections=settings.database_connections,
        proxies=settings.proxies,
        backups=settings.backups,
        backup_folder=settings.backups_in,
        https_port=settings.https_port,
    )
