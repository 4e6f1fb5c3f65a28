"""TLS trust of `referee watch`: the system's authorities and that of a referee.

That is the authority beside the matches of this computer, or a file fetched from another one.
"""

import ssl
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.error import URLError

from referee.cli.stores import BROKEN, fail, settings_of

_WRONG_TIME: Final = frozenset({9, 10})
"""OpenSSL's codes for not yet valid and expired; setting the clock may solve them."""


def tls_context(server: str, authority: Path | None) -> ssl.SSLContext | None:
    """Return the context that verifies a server's certificate; None for plain HTTP.

    Ends the command if the file `authority` contains no certificate.
    """
    if not server.lower().startswith("https:"):
        return None
    context = ssl.create_default_context()
    if authority is not None:
        try:
            context.load_verify_locations(authority)
        except OSError:  # also for a file without a certificate
            fail(
                f"{authority} is not a referee’s authority. Download it from the referee’s page"
                " /trust/referee.pem.",
                BROKEN,
            )
        return context
    with suppress(OSError):  # missing, or not readable for this user
        context.load_verify_locations(settings_of().certificate_in / "authority.pem")
    return context


def why_distrusted(server: str, trouble: Exception) -> str:
    """Return a message if a certificate is not trusted; empty for any other problem."""
    why = trouble.reason if isinstance(trouble, URLError) else trouble
    if not isinstance(why, ssl.SSLCertVerificationError) or why.verify_code in _WRONG_TIME:
        return ""
    return (
        f"{server} has a certificate that this computer does not trust. Download that referee’s"
        " authority from its page /trust/referee.pem, and name the file with --trust."
    )
