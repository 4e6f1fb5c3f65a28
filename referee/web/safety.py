"""What every answer and every command must keep to, so that a table is safe among other pages.

Nothing is loaded from elsewhere and no script is written into a page. A command counts only when
it comes from a page of ours: a website that somebody has open beside the table cannot enter
anything, although the table asks for no password.
"""

from typing import Final

from flask import Flask, Response, request

from referee.core import RefereeError, say

POLICY: Final = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'"
)


class Stranger(RefereeError):
    """A command that another website's page has sent."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__(say("This came from another website, so it was not taken."))


def guard(app: Flask) -> None:
    """Check every command and mark every answer."""
    app.before_request(_check_origin)
    app.after_request(_mark)


def _check_origin() -> None:
    if request.method in {"GET", "HEAD", "OPTIONS"}:
        return
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in {"same-origin", "none"}:
        raise Stranger
    origin = request.headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != request.host:
        raise Stranger


def _mark(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers.setdefault("Cache-Control", "no-store")
    return response
