"""`referee certificate`: lets the referee speak HTTPS, by an authority of its own."""

from contextlib import suppress
from pathlib import Path

import click

from referee.cli.stores import DATA, NO, fail, settings_of


@click.command()
@click.option("--anew", is_flag=True, help="Make another authority; each device must trust again.")
@click.option("--off", is_flag=True, help="Speak HTTPS no more, and throw the keys away.")
@DATA
def certificate(data: Path | None, *, anew: bool, off: bool) -> None:
    """Speak HTTPS from the next start on, which the live camera and the web app need."""
    from referee.host.addresses import addresses  # noqa: PLC0415 - brings the web
    from referee.host.authority import (  # noqa: PLC0415
        CertificateFiles,
        fingerprint,
        forget,
        local_names,
        names_in,
        read_certificate,
        renew,
    )
    from referee.host.endpoint_file import running_on  # noqa: PLC0415
    from referee.match.storage.error_texts import reason  # noqa: PLC0415 - brings the store

    settings = settings_of(data=data)
    papers = CertificateFiles(settings.certificate_in)
    is_new = not papers.folder.exists()
    try:
        if anew or off:
            forget(papers)
        if off:
            click.echo("HTTPS is off from the next start on. Take the authority off your devices.")
            return
        renew(papers, local_names(addresses(), settings.hosts))
    except OSError as trouble:
        if is_new:  # that the folder is there would turn HTTPS on
            with suppress(OSError):
                forget(papers)
        fail(f"{papers.folder} cannot be changed: {reason(trouble)}.", NO)
    authority, own = read_certificate(papers.authority), read_certificate(papers.own)
    if authority is None or own is None:
        fail(f"What was written to {papers.folder} cannot be read.", NO)
    click.echo(f"HTTPS is spoken from the next start on, at port {settings.https_port}, for:")
    for name in names_in(own):
        click.echo(f"    {name}")
    here = running_on(settings.data)
    if here is not None:
        click.echo("The referee is running: start it anew once.")
    port = settings.port if here is None else here.port
    click.echo(f"Each device trusts it once, at http://…:{port}/trust")
    click.echo(f"To compare with that page (SHA-256): {fingerprint(authority)}")
