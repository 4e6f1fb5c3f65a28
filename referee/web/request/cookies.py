"""The cookie by which a device is known: good for as long as its browser keeps it.

What a clock says must not decide that. A small computer without a battery starts in the past:
then a cookie of yesterday comes out of the future, and one that is given today would end in 1971.

Nor must it matter which answer comes last. A browser that asks for two pages before it has a cookie
is named twice. So a page only proposes a name, in a cookie of its own; with the first thing that is
sent under it, it is settled, and no proposal that comes later counts any more.
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
        """Begin without having signed anything."""
        self._signers: dict[object, URLSafeTimedSerializer | None] = {}

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return what signs with the key of the application; made once, for each request asks."""
        key = app.secret_key
        if key not in self._signers:
            self._signers[key] = super().get_signing_serializer(app)
        return self._signers[key]

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Read what a device has brought; what this server has not signed counts for nothing."""
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
        """Let the browser decide, whose clock may be another."""
        del app
        return _FAR if session.permanent else None
