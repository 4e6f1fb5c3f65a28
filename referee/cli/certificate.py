"""`referee certificate`: turns HTTPS on or off, with the referee's own certificate authority."""

from contextlib import suppress
from pathlib import Path

import click

from referee.cli.stores import DATA, NO, fail, settings_of


@click.command()
@click.option(
    "--anew", is_flag=True, help="Create a new authority; each device must trust it again."
)
@click.option("--off", is_flag=True, help="Turn HTTPS off and delete the keys.")
@DATA
def certificate(data: Path | None, *, anew: bool, off: bool) -> None:
    """Turn on HTTPS, which the live camera and the web app need, from the next start on."""
    from referee.host.addresses import addresses  # noqa: PLC0415 - imports the web
    from referee.host.authority import (  # noqa: PLC0415
        CertificateFiles,
        delete,
        fingerprint,
        local_names,
        names_in,
        read_certificate,
        renew,
    )
    from referee.host.endpoint_file import running_endpoint  # noqa: PLC0415
    from referee.match.storage.error_texts import reason  # noqa: PLC0415 - imports the store

    settings = settings_of(data=data)
    files = CertificateFiles(settings.certificate_in)
    is_new = not files.folder.exists()
    try:
        if anew or off:
            delete(files)
        if off:
            click.echo(
                "HTTPS is off from the next start on. Remove the authority from your devices."
            )
            return
        renew(files, local_names(addresses(), settings.hosts))
    except OSError as trouble:
        if is_new:  # an existing folder turns HTTPS on
            with suppress(OSError):
                delete(files)
        fail(f"{files.folder} cannot be changed: {reason(trouble)}.", NO)
    authority, own = read_certificate(files.authority), read_certificate(files.own)
    if authority is None or own is None:
        fail(f"What was written to {files.folder} cannot be read.", NO)
    click.echo(f"HTTPS is on from the next start on, on port {settings.https_port}, for:")
    for name in names_in(own):
        click.echo(f"    {name}")
    here = running_endpoint(settings.data)
    if here is not None:
        click.echo("The referee is running: restart it once.")
    port = settings.port if here is None else here.port
    click.echo(f"Trust it once on each device, at http://…:{port}/trust")
    click.echo(f"Compare this SHA-256 fingerprint with that page: {fingerprint(authority)}")
