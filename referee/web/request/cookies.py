"""The cookie that identifies a device; it is valid for as long as the browser keeps it.

Its age is not checked: a small computer without a battery starts with a clock in the past, and
would reject yesterday's cookie as one from the future, or set one that ends in 1971.

A browser that requests two pages before it has a cookie gets two ids. So a page only proposes an
id, in a cookie of its own; the first POST makes it final, and later proposals are ignored.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

_FAR: Final = datetime(2100, 1, 1, tzinfo=UTC)
"""Longer than any browser keeps a cookie."""

_PROPOSED: Final = "-new"
_LOOKING: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class LongLivedCookies(SecureCookieSessionInterface):
    """Flask's signed cookies, of any age."""

    def __init__(self) -> None:
        """Create the interface without a serializer."""
        self._signers: dict[object, URLSafeTimedSerializer | None] = {}

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return the serializer of the application; created once, because each request needs it."""
        key = app.secret_key
        if key not in self._signers:
            self._signers[key] = super().get_signing_serializer(app)
        return self._signers[key]

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Read the cookies of a device; what this server has not signed is ignored."""
        if self.get_signing_serializer(app) is None:
            return None
        names = self.settled_names(app)
        found = self._read(app, request, (*names, *(f"{name}{_PROPOSED}" for name in names)))
        return self.session_class(found or {})

    def get_cookie_name(self, app: Flask) -> str:
        """Return the cookie that an answer sets: a page proposes a name, a tap settles it."""
        (name, *_) = self.settled_names(app)
        return f"{name}{_PROPOSED if request.method in _LOOKING else ''}"

    def settled_names(self, app: Flask) -> tuple[str, ...]:
        """Return the cookies in which the name of a device may be settled, the best first."""
        return (super().get_cookie_name(app),)

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Return whether an answer sets a cookie: with a new name, and once when it is settled."""
        if super().should_set_cookie(app, session):
            return True
        is_tap = request.method not in _LOOKING
        return is_tap and self._read(app, request, self.settled_names(app)) is None

    def _read(self, app: Flask, brought: Request, names: Iterable[str]) -> dict[str, object] | None:
        signer = self.get_signing_serializer(app)
        for name in names:
            try:
                return dict(signer.loads(brought.cookies[name])) if signer else None
            except (KeyError, BadSignature):
                continue
        return None

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """Return no expiry time in server time; the browser counts the age by its own clock."""
        del app
        return _FAR if session.permanent else None
