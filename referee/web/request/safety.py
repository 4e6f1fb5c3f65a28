"""Protection against other websites: Content-Security-Policy, Origin check and Host check.

Pages load nothing from other sites and contain no inline script. A command is accepted only from a
page of ours, so another website in the same browser cannot enter anything (CSRF), although there
is no password. Requests are answered only under names that no outsider can own (DNS rebinding).
"""

import re
from collections.abc import Callable, Iterable
from http import HTTPStatus
from ipaddress import IPv4Address, IPv6Address
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from flask import Flask, Response, request

from referee.core import RefereeError, say
from referee.host.addresses import is_local, own_names
from referee.web.request.cookies import LongLivedCookies

POLICY: Final = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'"
)


Wsgi: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

_LABEL: Final = r"[\w-]{1,63}"  # werkzeug cannot build an address with an empty or longer one
_LONGEST: Final = 253
_HOST: Final = re.compile(
    rf"(\[[0-9a-f:.]+\]|{_LABEL}(?:\.{_LABEL})*)\.?(?::[0-9]{{0,5}})?", re.ASCII
)
_UNKNOWN_HOST: Final = say(
    "The referee does not answer to this name. Open its numeric address, or add the name to "
    "REFEREE_HOSTS."
)


_SECURED: Final = "-secured"


class Stranger(RefereeError):
    """A command from a page of another website."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__(say("This came from another website, so it was not accepted."))


class Cookies(LongLivedCookies):
    """Signed cookies; over HTTPS they have the attribute `Secure`."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether the browser uses HTTPS, with us or with a proxy.

        The header is not verified: a false one harms only its sender, who loses the cookie.
        """
        return is_https() or super().get_cookie_secure(app)

    def settled_names(self, app: Flask) -> tuple[str, ...]:
        """Return the names of the cookie, another one for HTTPS.

        Browsers let no plain page replace a secure cookie, so a device that uses both would stay
        unknown there. Over HTTPS the plain cookie is read as well, so the device keeps its id.
        """
        plain = super().settled_names(app)
        return (*(f"{name}{_SECURED}" for name in plain), *plain) if is_https() else plain


def is_https() -> bool:
    """Return whether the client says that it uses HTTPS, with us or with a proxy."""
    before_us = request.headers.get("X-Forwarded-Proto", "").partition(",")[0].strip()
    return request.is_secure or before_us == "https"


def own_page(asked: str) -> str:
    """Return the requested address if it is a path of this server, else an empty string."""
    is_ours = asked.startswith("/") and not asked.startswith(("//", "/\\")) and asked.isprintable()
    return asked if is_ours else ""


def guard(app: Flask) -> None:
    """Check the origin of each command and set the security headers of each response."""
    app.session_interface = Cookies()
    app.before_request(_check_origin)
    app.after_request(_mark)


def only_for(hosts: tuple[str, ...], wsgi: Wsgi) -> Wsgi:
    """Wrap an application to answer only IP addresses, names of this machine, and these hosts.

    Any name that ends in `.local` is accepted: it is resolved in the local network only, so no
    outsider can own it.
    """
    known = frozenset({"localhost", *(host.lower() for host in hosts)})

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST")
        if host is None or _is_ours(host.lower(), known):
            return wsgi(environ, start_response)
        status = HTTPStatus.MISDIRECTED_REQUEST
        head = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("X-Content-Type-Options", "nosniff"),
            ("Cache-Control", "no-store"),
        ]
        start_response(f"{status.value} {status.phrase}", head)
        return [f"{_UNKNOWN_HOST}\n".encode()]

    return answer


def _is_ours(host: str, known: frozenset[str]) -> bool:
    found = _HOST.fullmatch(host)
    if found is None or len(found[1]) > _LONGEST:
        return False
    name = found[1]
    try:
        IPv6Address(name[1:-1]) if name.startswith("[") else IPv4Address(name)
    except ValueError:
        return name in known or name in own_names() or name.endswith(".local")
    return True


def _check_origin() -> None:
    if request.method in {"GET", "HEAD", "OPTIONS"}:
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site == "same-origin":  # the browser has compared scheme, host and port
        return
    if site not in {None, "none"}:
        raise Stranger
    origin = request.headers.get("Origin")
    if origin is None and _is_old_browser():
        # It sends no origin with a form, but the page of the form.
        origin = "://".join(urlsplit(request.headers.get("Referer", ""))[:2])
    if origin is not None and origin != f"{request.scheme}://{request.host}":
        raise Stranger


def _is_old_browser() -> bool:
    """Return whether it is a browser too old to send `Sec-Fetch-Site`."""
    calls_itself = request.headers.get("User-Agent", "")
    return calls_itself.startswith("Mozilla/") and "Sec-Fetch-Site" not in request.headers


def _mark(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    if is_https() or is_local(request.host):  # elsewhere browsers only log a warning
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers.setdefault("Cache-Control", "no-store")
    return response
