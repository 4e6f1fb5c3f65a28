"""Whether a request comes from the referee's own computer."""

from flask import request

from referee.host.addresses import is_local
from referee.web.services import services


def is_own_machine() -> bool:
    """Return whether the referee's own computer asks; behind a proxy no request counts as that."""
    return not services().settings.proxies and asks_from_here()


def asks_from_here() -> bool:
    """Return whether a process of this machine asks for itself.

    What was handed on never is: a proxy on this machine asks for somebody else, and whom it names
    is only as true as the setting of how many proxies there are.
    """
    handed_on = "X-Forwarded-For" in request.headers or "Forwarded" in request.headers
    return not handed_on and is_local(request.remote_addr or "")
