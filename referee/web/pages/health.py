"""The health check at `/healthz`, for monitors and reverse proxies.

It reveals nothing else: no version, no path, no count.
"""

from flask import Blueprint, Response

from referee.core import say
from referee.match import StoreFailed
from referee.web.access import rules as access
from referee.web.services import services

pages = Blueprint("health", __name__)

_NOTHING = "health"


@pages.get("/healthz")
@access.everyone
def tell() -> Response:
    """Return whether the loop answers and the matches can be reached."""
    try:
        services().holders.store.kept(_NOTHING)
    except StoreFailed:
        text = say("The stored matches cannot be reached.")
        return Response(f"{text}\n", status=503, mimetype="text/plain")
    response = Response("ok\n", mimetype="text/plain")
    # The waiting page of the kiosk is a local file and polls from there.
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response
