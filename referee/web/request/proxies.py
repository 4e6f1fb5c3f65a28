"""Trusted proxies: the client address and scheme from their forwarding headers."""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from werkzeug.middleware.proxy_fix import ProxyFix

Wsgi: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

_PROTOCOL: Final = "HTTP_X_FORWARDED_PROTO"
_PROTOCOLS: Final = frozenset({"http", "https"})


def behind(proxies: int, wsgi: Wsgi) -> Wsgi:
    """Trust this number of proxies; a scheme other than HTTP or HTTPS is ignored."""
    # Each proxy appends its client, but most pass the scheme on or overwrite it.
    fixed = ProxyFix(wsgi, x_for=proxies, x_proto=1)

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        said = str(environ.get(_PROTOCOL, "")).rpartition(",")[2].strip().lower()
        environ.pop(_PROTOCOL, None)
        if said in _PROTOCOLS:
            environ[_PROTOCOL] = said
        return fixed(environ, start_response)

    return answer
