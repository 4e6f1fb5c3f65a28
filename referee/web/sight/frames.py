"""Reports of cameras: JSON from a camera process, or pictures from a page.

A camera sees the same table all the time. So only a scene that holds still and is new is evaluated.
Its question is shown on every screen of the match that can enter something.
"""

import base64
import binascii
import json
import re
from typing import Any, Final

from flask import Blueprint, Response, jsonify, request, url_for

from referee.core import NOTHING_VISIBLE, say
from referee.match import Match
from referee.table.sight.pictures import (
    BadScan,
    CapturedPicture,
    Scan,
    granted_of,
    scan_of,
    take_frame,
    take_with,
)
from referee.table.sight.remarks import advice
from referee.table.sight.scans import BadPhoto
from referee.web.access import rules as access
from referee.web.access.camera_tokens import StrangeCamera
from referee.web.request.operations import JSON, Operation, Parameter
from referee.web.request.payload import Unclear
from referee.web.request.shapes import (
    Awaited,
    Drawn,
    FrameTold,
    LookTold,
    ScanSent,
    Watchable,
    Watched,
)
from referee.web.request.words import spoken
from referee.web.request.workers import Busy, read_in_worker
from referee.web.screens.commands import LATE_ERRORS, described
from referee.web.services import match_called, services
from referee.web.sight import recognition
from referee.web.sight.look_shown import as_record, current
from referee.web.sight.looks import GoneLook, KeptLook

pages = Blueprint("frames", __name__)

_LONGEST: Final = 6 * 1024 * 1024
_CAMERA: Final = re.compile(r"[\w-]{1,40}", re.ASCII)


# ---------------------------------------------------------------- a process of its own


@pages.get("/api/watch")
@access.camera
@Operation(response=Watchable, errors=(StrangeCamera,))
def tables() -> Response:
    """List the matches that a camera can watch, the latest first."""
    games = services().matches.games
    found: list[Watched] = [
        {"match": one.id, "game": one.slug, "names": list(one.names)}
        for one in services().matches.list()
        if one.outcome is None
        and one.slug in games
        and games[one.slug].visibility is not NOTHING_VISIBLE
    ]
    watchable: Watchable = {"matches": found}
    return jsonify(watchable)


@pages.get("/api/matches/<match_id>/sightings")
@access.camera
@Operation(response=Awaited, errors=(StrangeCamera,))
def awaited(match_id: str) -> Response:
    """Return what to watch, and the open question."""
    match = match_called(match_id)
    waiting = services().looks.waiting(match)
    spots = match.game.visibility.spots(match.state)
    told_so_far: Awaited = {
        **described(match),
        "sees": match.game.visibility is not NOTHING_VISIBLE,
        "spots": [spoken(spot.label) for spot in spots],
        "asking": waiting.id if waiting else None,
    }
    return jsonify(told_so_far)


@pages.post("/api/matches/<match_id>/sightings")
@access.camera
@Operation(
    response=LookTold,
    request_body=ScanSent,
    request_types=(JSON,),
    parameters=(Parameter("photo", "Treats the scan as a photo taken on purpose."),),
    errors=(*LATE_ERRORS, Unclear, BadPhoto, Busy, GoneLook, StrangeCamera),
)
def report(match_id: str) -> Response:
    """Receive a scan of the table at rest as JSON, optionally with its picture.

    With `photo` it is judged as a photo taken on purpose.
    """
    request.max_content_length = _LONGEST
    match = match_called(match_id)
    sent = _sent()
    _hear_granted(match, sent)
    kept = recognition.see(match, _taken(sent), asked="photo" in request.args, shared=True)
    return jsonify(as_record(match, current(match, kept.id)))


def _sent() -> Any:  # noqa: ANN401 - whatever came as JSON
    try:
        sent = json.loads(request.get_data())
        json.dumps(sent, ensure_ascii=False).encode()  # a lone surrogate cannot be encoded
    except (ValueError, RecursionError):
        return None
    return sent


def _taken(sent: Any) -> CapturedPicture:  # noqa: ANN401 - whatever came as JSON
    scan = _scan(sent)
    try:
        data = base64.b64decode(sent.get("jpeg") or "", validate=True)
    except (binascii.Error, ValueError, TypeError):
        raise Unclear(say("This picture cannot be read.")) from None
    return read_in_worker(take_with, scan, data) if data else CapturedPicture(scan)


def _hear_granted(match: Match, sent: Any) -> None:  # noqa: ANN401 - whatever came as JSON
    """Store the settings that a camera reports, for the page where it is set up."""
    if isinstance(sent, dict) and sent.get("granted") is not None:
        try:
            services().looks.grant(match.id, granted_of(sent["granted"]))
        except BadScan:
            raise Unclear(say("The camera’s settings cannot be read.")) from None


def _scan(sent: Any) -> Scan:  # noqa: ANN401 - whatever came as JSON
    try:
        return scan_of(sent)
    except BadScan:
        raise Unclear(say("The camera sent no picture.")) from None


# ---------------------------------------------------------------- a page with a camera


@pages.post("/matches/<match_id>/frames")
@access.tablet
@Operation(
    response=FrameTold,
    request_body=bytes,
    request_types=("image/jpeg",),
    parameters=(
        Parameter("camera", "A name of your own for the camera.", required=True),
        Parameter("try", "Enters nothing; reports only how well the camera sees."),
    ),
    errors=(*LATE_ERRORS, Unclear, BadPhoto, Busy),
)
def frame(match_id: str) -> Response:
    """Receive a frame from the camera of a page, and return what is at rest.

    With `try` nothing is entered: the page only shows how well the camera sees.
    """
    match = match_called(match_id)
    camera = request.args.get("camera", "")
    if not _CAMERA.fullmatch(camera):
        raise Unclear(say("This does not say which camera it comes from."))
    request.max_content_length = _LONGEST
    held = services().looks.held(match.id, camera)
    taken = read_in_worker(take_frame, request.get_data(), held, recognition.expecting(match))
    steady = held.add(taken, match.heard())
    if "try" in request.args:
        trial: FrameTold = {**_drawn(match, taken), "entered": [], "address": ""}
        return jsonify(trial)
    before = services().looks.shared(match.id)
    kept = recognition.see(match, steady, asked=False, shared=True) if steady else before
    news = kept if kept is not before else None  # the same look again has made no entry
    return jsonify(_told(match, news, _drawn(match, taken)))


def _told(match: Match, kept: KeptLook | None, drawn: Drawn) -> FrameTold:
    waiting = services().looks.waiting(match)
    entered = recognition.entered_of(match, kept) if kept else ()
    address = url_for("photos.show", match_id=match.id, look=waiting.id) if waiting else ""
    return {
        **drawn,
        "entered": [spoken(line.sentence) for line in entered],
        "address": address,
    }


def _drawn(match: Match, taken: CapturedPicture) -> Drawn:
    """Return what the page draws over its picture: the codes with their names, and advice."""
    look = recognition.glance(match, taken.scan)
    return {
        "seq": match.heard(),
        "width": taken.scan.width,
        "height": taken.scan.height,
        "codes": [
            {
                "kind": mark.kind,
                "name": spoken(mark.name) if mark.name else "?",
                "points": mark.points,
            }
            for mark in recognition.marks(match, look)
        ],
        "markers": len(taken.scan.markers),
        "advice": [spoken(text) for text, _ in advice(taken.scan)],
    }
