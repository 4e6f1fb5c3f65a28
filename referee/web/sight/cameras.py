"""The camera above the table: its quality, the zones of the players, and the live picture."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.host.addresses import is_local
from referee.match import Match
from referee.table.sight.pictures import CapturedPicture
from referee.table.sight.remarks import advice, fineness, granted, marked_corners, marked_spots
from referee.table.sight.zones import BadZones, Zone, overlapping, zones_of
from referee.web.access import rules as access
from referee.web.access.camera_tokens import match_token
from referee.web.access.devices import introduce, this_device
from referee.web.services import match_called, services
from referee.web.sight import recognition
from referee.web.sight.look_shown import current
from referee.web.sight.looks import KeptLook

pages = Blueprint("cameras", __name__, url_prefix="/matches/<match_id>")

_SIDES = ("left", "top", "right", "bottom")


@pages.get("/camera")
@access.tablet
def show(match_id: str) -> str:
    """Show the quality of the camera and the zones."""
    match = match_called(match_id)
    introduce()  # so that two taps in a row come from one device
    return _page(match, {}, None)


@pages.post("/camera/zones")
@access.tablet
def draw(match_id: str) -> AnyResponse | tuple[str, int]:
    """Store the zones."""
    match = match_called(match_id)
    spots = len(match.game.visibility.spots(match.state))
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
    looks = services().looks
    looks.draw(match, zones)
    if zones:
        looks.keep_for_next(match, zones, introduce())
    look = request.form.get("look") or None
    return redirect(url_for("cameras.show", match_id=match.id, look=look), code=303)


@pages.get("/camera/zones")
@access.tablet
def reloaded(match_id: str) -> AnyResponse:
    """Redirect a reloaded response of `draw` to the camera page."""
    return redirect(url_for("cameras.show", match_id=match_id), code=303)


@pages.get("/live")
@access.tablet
def live(match_id: str) -> str:
    """Use the camera of this device to watch the table."""
    return render_template("live.html", match=match_called(match_id))


def _page(match: Match, typed: dict[str, str], problem: BadZones | None) -> str:
    kept = _kept(match)
    spots, looks = tuple(match.game.visibility.spots(match.state)), services().looks
    drawn, is_host = looks.drawn(match), services().lobbies.here(match.id).is_host
    offered = () if drawn is not None else looks.offered(match, this_device(), is_host=is_host)
    drawn = drawn or offered
    return render_template(
        "camera.html",
        match=match,
        kept=kept,
        spots=spots,
        typed=typed or _typed(drawn),
        is_offered=bool(offered) and not typed,
        overlaps=[(spots[one].label, spots[other].label) for one, other in overlapping(drawn)],
        problem=problem,
        marks=recognition.marks(match, kept.look) if kept else (),
        watching=services().looks.granted(match.id),
        granted=granted,
        here=is_local(request.host),
        token=match_token(services().holders.store, match.id),
        **(_quality(kept.taken) if kept else {}),
        marked=marked_spots(len(spots), kept.taken.scan) if kept else (),
    )


def _quality(taken: CapturedPicture) -> dict[str, object]:
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
    return services().looks.shared(match.id)


def _typed(zones: tuple[Zone, ...]) -> dict[str, str]:
    return {
        f"{side}-{zone.spot}": f"{getattr(zone, side) * 100:.4g}"
        for zone in zones
        for side in _SIDES
    }
