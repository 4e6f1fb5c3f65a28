"""The web app: its manifest, its service worker, and the page that is shown while offline.

Browsers install it over HTTPS or on the referee's own computer, and ignore it over plain HTTP.
"""

from flask import Blueprint, Response, jsonify, render_template, url_for

from referee.core import say
from referee.web.access import rules as access
from referee.web.request.editions import edition

pages = Blueprint("webapp", __name__)

_PAPER = "#fffdf6"
_PARTS = (
    "tokens.css",
    "parts.css",
    "pages.css",
    "connection.js",
    "mark.svg",
    "vendor/inter-latin-wght-normal.woff2",
)
"""What the page that is kept needs; it stays the same for one edition."""


@pages.get("/app.webmanifest")
@access.everyone
def manifest() -> Response:
    """Return the web app manifest."""
    name = str(say("Referee"))
    shown = {
        "id": "/",
        "name": name,
        "short_name": name,
        "description": str(say("Follows a game that you play with real cards.")),
        "start_url": url_for("home.show"),
        "scope": "/",
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _PAPER,
        "icons": [
            _icon("mark.svg", "any", "any", "image/svg+xml"),
            _icon("icon-192.png", "192x192", "any", "image/png"),
            _icon("icon-512.png", "512x512", "any", "image/png"),
            _icon("icon-whole-512.png", "512x512", "maskable", "image/png"),
        ],
    }
    response = jsonify(shown)
    response.mimetype = "application/manifest+json"
    return response


@pages.get("/worker.js")
@access.everyone
def worker() -> Response:
    """Return the service worker; its scope needs this address, so it is no static file."""
    parts = [url_for("static", filename=name) for name in _PARTS]
    text = render_template("worker.js", edition=edition(), page=url_for("webapp.away"), parts=parts)
    return Response(text, mimetype="text/javascript")


@pages.get("/away")
@access.everyone
def away() -> str:
    """Show the offline page, which reconnects by itself."""
    return render_template("away.html")


def _icon(name: str, sizes: str, purpose: str, kind: str) -> dict[str, str]:
    source = url_for("static", filename=name)
    return {"src": source, "sizes": sizes, "type": kind, "purpose": purpose}
