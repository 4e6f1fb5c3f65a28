"""Which certificates are taken for good, where another program of ours is asked by HTTPS.

Besides those that this computer trusts anyway it is the referee's own authority: the one of the
stored matches here, or one that was fetched from another computer and is named.
"""

import ssl
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.error import URLError

from referee.cli.stores import BROKEN, fail, settings_of

_NOT_NOW: Final = frozenset({9, 10})
"""OpenSSL's numbers for a certificate of tomorrow or yesterday: a clock may be set any moment."""


def trusted(server: str, authority: Path | None) -> ssl.SSLContext | None:
    """Return by what a server's certificate is judged; None where it speaks plain HTTP.

    Ends the command where a file was named that holds no authority.
    """
    if not server.lower().startswith("https:"):
        return None
    context = ssl.create_default_context()
    if authority is not None:
        try:
            context.load_verify_locations(authority)
        except OSError:  # also what holds no certificate
            fail(
                f"{authority} is no authority of a referee. Fetch it from the referee’s page"
                " /trust/referee.pem.",
                BROKEN,
            )
        return context
    with suppress(OSError):  # there is none, or it is none of this user's
        context.load_verify_locations(settings_of().certificate_in / "authority.pem")
    return context


def why_distrusted(server: str, trouble: Exception) -> str:
    """Say that a certificate cannot be trusted; nothing where something else is the matter."""
    why = trouble.reason if isinstance(trouble, URLError) else trouble
    if not isinstance(why, ssl.SSLCertVerificationError) or why.verify_code in _NOT_NOW:
        return ""
    return (
        f"{server} shows a certificate that this computer does not trust. Fetch the authority of"
        " that referee from its page /trust/referee.pem, and add --trust with the file."
    )
