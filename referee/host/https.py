"""HTTPS beside plain HTTP: the second port, and a certificate that follows the addresses.

Browsers show a live camera, and install the web app, only over HTTPS. Nothing else needs it, so
whatever goes wrong here is said, and the referee goes on without.
"""

import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import gevent

from referee.core import RefereeError, Text, say
from referee.host.addresses import addresses
from referee.host.settings import Settings
from referee.host.threads import run_on_thread

if TYPE_CHECKING:
    from gevent.ssl import SSLContext

_LOOK_S: Final = 60.0
"""Seconds between two looks whether the addresses are still the same, and the time not over."""

_FOLDER: Final = "certificate"


def folder_of(settings: Settings) -> Path:
    """Return the folder of the certificate, which is there where HTTPS is wanted."""
    return settings.database.parent / _FOLDER


def names_of(settings: Settings) -> tuple[str, ...]:
    """Return every name and number under which this server may be called."""
    from referee.host.authority import local_names  # noqa: PLC0415 - large

    return local_names(addresses(), settings.hosts)


def is_wanted(settings: Settings) -> bool:
    """Return whether HTTPS is to be spoken here; a proxy speaks it itself."""
    return bool(settings.https_port) and not settings.proxies and folder_of(settings).is_dir()


@dataclass
class Secured:
    """A port that listens, and by which certificate it is spoken there."""

    listener: socket.socket
    context: "SSLContext"
    settings: Settings
    shown: bytes = b""

    def look(self) -> None:
        """Make the certificate anew if it is time, and show it from now on; raises `OSError`."""
        from referee.host.authority import CertificateFiles, renew  # noqa: PLC0415 - large

        papers = CertificateFiles(folder_of(self.settings))
        names = names_of(self.settings)

        def renewed() -> bytes:
            renew(papers, names)
            return papers.own.read_bytes()

        written = run_on_thread(renewed)
        if written != self.shown:
            self.context.load_cert_chain(papers.own, papers.own_key)
            self.shown = written

    def go_on(self) -> None:
        """Look again and again, until “referee certificate --off” has taken the folder away.

        What was shown last is shown until the server ends.
        """
        told = ""
        while True:
            gevent.sleep(_LOOK_S)
            if not folder_of(self.settings).is_dir():
                _write(say("HTTPS was turned off; it is so from the next start on."))
                return
            try:
                self.look()
                told = ""
            except (OSError, ValueError) as trouble:  # what is shown now goes on being shown
                why = say("The certificate of HTTPS cannot be renewed: {why}", why=str(trouble))
                if str(why) != told:
                    told = str(why)
                    _write(why)


def secured(
    settings: Settings, listen: Callable[[Settings], socket.socket]
) -> tuple[Settings, Secured | None]:
    """Get HTTPS ready where it is wanted; the settings say afterwards whether it is spoken."""
    without = replace(settings, https_port=0)
    if not is_wanted(settings):
        return without, None
    try:
        return settings, _ready(settings, listen)
    except (RefereeError, OSError, ValueError, ImportError) as trouble:
        _write(say("There is no HTTPS now, everything else goes on: {why}", why=str(trouble)))
        return without, None


def _write(text: Text) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def _ready(settings: Settings, listen: Callable[[Settings], socket.socket]) -> Secured:
    # The part of it that waits must give way to others, as gevent's own does.
    from gevent.ssl import PROTOCOL_TLS_SERVER, SSLContext, TLSVersion  # noqa: PLC0415

    context = SSLContext(PROTOCOL_TLS_SERVER)
    context.minimum_version = TLSVersion.TLSv1_2
    listener = listen(replace(settings, port=settings.https_port))
    try:
        ready = Secured(listener, context, settings)
        ready.look()
    except BaseException:
        listener.close()
        raise
    return ready
