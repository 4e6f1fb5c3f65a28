"""The cookie by which a device is known: good for as long as its browser keeps it.

What a clock says must not decide that. A small computer without a battery starts in the past:
then a cookie of yesterday comes out of the future, and one that is given today would end in 1971.
"""

from datetime import UTC, datetime
from typing import Final

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

_FAR: Final = datetime(2100, 1, 1, tzinfo=UTC)
"""Longer than any browser keeps a cookie."""


class LastingCookies(SecureCookieSessionInterface):
    """Flask's signed cookies, of any age."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Read what a device has brought; what this server has not signed counts for nothing."""
        signer = self.get_signing_serializer(app)
        if signer is None:
            return None
        try:
            return self.session_class(signer.loads(request.cookies[self.get_cookie_name(app)]))
        except (KeyError, BadSignature):
            return self.session_class()

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """Let the browser decide, whose clock may be another."""
        del app
        return _FAR if session.permanent else None
