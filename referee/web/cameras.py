"""The camera above the table: how well it sees, whose cards lie where, and the live picture."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.match import Match
from referee.table.looking import Taken
from referee.table.remarks import advice, fineness, marked_corners, marked_spots
from referee.table.zoning import BadZones, Zone, overlapping, zones_of
from referee.web import seeing
from referee.web.addresses import is_local
from referee.web.desk import desk, match_called
from referee.web.frames import camera_token
from referee.web.looks import KeptLook
from referee.web.sightings import current

pages = Blueprint("cameras", __name__, url_prefix="/matches/<match_id>")

_SIDES = ("left", "top", "right", "bottom")


@pages.get("/camera")
def show(match_id: str) -> str:
    """Show how well the camera sees, and where the cards of everybody lie."""
    match = match_called(match_id)
    return _page(match, {}, None)


@pages.post("/camera/zones")
def draw(match_id: str) -> AnyResponse | tuple[str, int]:
    """Keep where the cards of everybody lie."""
    match = match_called(match_id)
    slug, spots = match.game.info.slug, len(match.game.sight.spots(match.state))
    typed = {
        f"{side}-{spot}": request.form.get(f"{side}-{spot}", "")
        for spot in range(spots)
        for side in _SIDES
    }
    rows = [(spot, [typed[f"{side}-{spot}"] for side in _SIDES]) for spot in range(spots)]
    try:
        zones = () if request.form.get("clear") else zones_of(rows)
    except BadZones as problem:
        return _page(match, typed, problem), 400
    desk().looks.draw(slug, spots, zones)
    look = request.form.get("look") or None
    return redirect(url_for("cameras.show", match_id=match.id, look=look), code=303)


@pages.get("/camera/zones")
def reloaded(match_id: str) -> AnyResponse:
    """Show the camera again where the answer to what was drawn is loaded anew."""
    return redirect(url_for("cameras.show", match_id=match_id), code=303)


@pages.get("/live")
def live(match_id: str) -> str:
    """Let the camera of this very device watch the table."""
    return render_template("live.html", match=match_called(match_id))


def _page(match: Match, typed: dict[str, str], problem: BadZones | None) -> str:
    kept = _kept(match)
    slug, spots = match.game.info.slug, tuple(match.game.sight.spots(match.state))
    drawn = desk().looks.zones.of(slug, len(spots))
    return render_template(
        "camera.html",
        match=match,
        kept=kept,
        spots=spots,
        typed=typed or _typed(drawn),
        overlaps=[(spots[one].label, spots[other].label) for one, other in overlapping(drawn)],
        problem=problem,
        marks=seeing.marks(match, kept.look) if kept else (),
        here=is_local(request.host),
        token=camera_token(desk().holders.store),
        **(_quality(kept.taken) if kept else {}),
        marked=marked_spots(len(spots), kept.taken.scan) if kept else (),
    )


def _quality(taken: Taken) -> dict[str, object]:
    return {
        "scan": taken.scan,
        "fine": fineness(taken.scan),
        "corners": marked_corners(taken.scan),
        "advice": advice(taken.scan),
    }


def _kept(match: Match) -> KeptLook | None:
    name = request.args.get("look") or request.form.get("look")
    if name:
        return current(match, name)
    return desk().looks.shared(match.id)


def _typed(zones: tuple[Zone, ...]) -> dict[str, str]:
    return {
        f"{side}-{zone.spot}": f"{getattr(zone, side) * 100:.4g}"
        for zone in zones
        for side in _SIDES
    }
