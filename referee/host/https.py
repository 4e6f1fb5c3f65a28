"""HTTPS on a second port, with a certificate that is renewed when addresses change.

Browsers allow a live camera and installing the web app only over HTTPS. A failure here is
reported, and the server continues with plain HTTP.
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

_CHECK_S: Final = 60.0
"""Seconds between two checks of addresses and expiry."""

_FOLDER: Final = "certificate"


def folder_of(settings: Settings) -> Path:
    """Return the folder of the certificate; HTTPS is wanted if it exists."""
    return settings.database.parent / _FOLDER


def names_of(settings: Settings) -> tuple[str, ...]:
    """Return the names and IP addresses of this server."""
    from referee.host.authority import local_names  # noqa: PLC0415 - large

    return local_names(addresses(), settings.hosts)


def is_wanted(settings: Settings) -> bool:
    """Return whether this server provides HTTPS; behind a proxy the proxy does."""
    return bool(settings.https_port) and not settings.proxies and folder_of(settings).is_dir()


@dataclass
class HttpsListener:
    """A listening socket and its TLS context; `loaded` is the certificate in use, as PEM."""

    listener: socket.socket
    context: "SSLContext"
    settings: Settings
    loaded: bytes = b""

    def renew(self) -> None:
        """Renew the certificate if needed and load it; raises `OSError`."""
        from referee.host.authority import CertificateFiles, renew  # noqa: PLC0415 - large

        files = CertificateFiles(folder_of(self.settings))
        names = names_of(self.settings)

        def renewed() -> bytes:
            renew(files, names)
            return files.own.read_bytes()

        pem = run_on_thread(renewed)
        if pem != self.loaded:
            self.context.load_cert_chain(files.own, files.own_key)
            self.loaded = pem

    def keep_renewed(self) -> None:
        """Renew until the folder is removed by `referee certificate --off`.

        The last certificate stays in use until the server stops.
        """
        reported = ""
        while True:
            gevent.sleep(_CHECK_S)
            if not folder_of(self.settings).is_dir():
                _write(say("HTTPS was turned off. It stays available until the next start."))
                return
            try:
                self.renew()
                reported = ""
            except (OSError, ValueError) as trouble:
                why = say("The HTTPS certificate cannot be renewed: {why}", why=str(trouble))
                if str(why) != reported:
                    reported = str(why)
                    _write(why)


def set_up_https(
    settings: Settings, listen: Callable[[Settings], socket.socket]
) -> tuple[Settings, HttpsListener | None]:
    """Return the settings and the HTTPS listener; without HTTPS the port is 0 and there is none."""
    without = replace(settings, https_port=0)
    if not is_wanted(settings):
        return without, None
    try:
        return settings, _listener(settings, listen)
    except (RefereeError, OSError, ValueError, ImportError) as trouble:
        _write(say("HTTPS is not available; everything else works: {why}", why=str(trouble)))
        return without, None


def _write(text: Text) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def _listener(settings: Settings, listen: Callable[[Settings], socket.socket]) -> HttpsListener:
    # gevent's context: handshakes must not block the loop.
    from gevent.ssl import PROTOCOL_TLS_SERVER, SSLContext, TLSVersion  # noqa: PLC0415

    context = SSLContext(PROTOCOL_TLS_SERVER)
    context.minimum_version = TLSVersion.TLSv1_2
    listener = listen(replace(settings, port=settings.https_port))
    try:
        https = HttpsListener(listener, context, settings)
        https.renew()
    except BaseException:
        listener.close()
        raise
    return https
