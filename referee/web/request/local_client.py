"""Whether a request comes from the referee's own computer."""

from flask import request

from referee.host.addresses import is_local
from referee.web.services import services


def is_own_machine() -> bool:
    """Return whether the referee's own computer asks; behind a proxy no request counts as that."""
    return not services().settings.proxies and asks_from_here()


def asks_from_here() -> bool:
    """Return whether the request comes from a process of this machine.

    A forwarded request never does: a proxy on this machine acts for another client, and the
    address that it reports is only as reliable as the configured number of proxies.
    """
    handed_on = "X-Forwarded-For" in request.headers or "Forwarded" in request.headers
    return not handed_on and is_local(request.remote_addr or "")
