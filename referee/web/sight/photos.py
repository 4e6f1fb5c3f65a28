"""A photo of the table: unambiguous entries are made at once, the rest is asked on a page.

Works over plain HTTP and without JavaScript. Each question is answered by one tap: yes or no to a
proposal, which of several entries, whose an unclear card is.
"""

from collections.abc import Sequence
from hashlib import blake2b

from flask import (
    Blueprint,
    Response,
    abort,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from referee.core import Action, say
from referee.match import Match, StaleSeq
from referee.table.sight.pictures import take
from referee.table.sight.scans import BadPhoto
from referee.web.access import rules as access
from referee.web.access.devices import introduce
from referee.web.request.operations import MULTIPART, Operation
from referee.web.request.payload import Unclear, given, number_in, sent_photo, wants_json
from referee.web.request.shapes import Confirmed, LookTold, MatchTold, Moment, Nothing, Photo, Whose
from referee.web.request.workers import Busy, read_in_worker
from referee.web.screens.commands import (
    CHANGE_ERRORS,
    ENTRY_ERRORS,
    LATE_ERRORS,
    address_of,
    described,
    screen_seat,
    stamp,
)
from referee.web.services import match_called, services
from referee.web.sight import recognition
from referee.web.sight.look_shown import as_record, current, shown
from referee.web.sight.looks import GoneLook, KeptLook

pages = Blueprint("photos", __name__, url_prefix="/matches/<match_id>/sightings")


@pages.get("")
@access.tablet
def ask(match_id: str) -> str:
    """Ask for a photo of the table."""
    introduce()  # so that a slow upload sets no cookie
    return render_template("photo.html", match=match_called(match_id))


@pages.post("")
@access.tablet
@Operation(
    response=LookTold,
    request_body=Photo,
    request_types=(MULTIPART,),
    errors=(*LATE_ERRORS, Unclear, BadPhoto, Busy),
)
def photo(match_id: str) -> AnyResponse:
    """Read a photo and enter what is certain. A repeated photo counts once."""
    match = match_called(match_id)
    data = sent_photo()
    digest = blake2b(data, digest_size=12).hexdigest()
    key = stamp(f"photo {digest} {given().get('then', '')}")["key"]
    kept = services().looks.sent(match.id, key)
    if kept is None:
        only_shown = given().get("then") == "camera"
        look = recognition.peek if only_shown else recognition.see_photo
        taken = read_in_worker(take, data, expecting=recognition.expecting(match))
        kept = look(match, taken, key, introduce())
    return _onward(match, kept)


@pages.get("/<look>")
@access.tablet
@Operation(response=LookTold, errors=(GoneLook,))
def show(match_id: str, look: str) -> str | Response:
    """Show what was seen, with open questions."""
    match = match_called(match_id)
    kept = current(match, look)
    if wants_json():
        return jsonify(as_record(match, kept))
    return _page(match, kept, number_in(request.args.get("seat", "")))


@pages.get("/<look>/answer")
@pages.get("/<look>/no")
@pages.get("/<look>/whose")
@pages.get("/<look>/undo")
@access.tablet
def reloaded(match_id: str, look: str) -> AnyResponse:
    """Redirect a reloaded response to the page of the look."""
    return _to(url_for("photos.show", match_id=match_id, look=look))


@pages.post("/<look>/answer")
@access.tablet
@Operation(
    response=LookTold, request_body=Confirmed, errors=(*LATE_ERRORS, *ENTRY_ERRORS, GoneLook)
)
def answer(match_id: str, look: str) -> AnyResponse:
    """Enter the confirmed proposals of a look."""
    match = match_called(match_id)
    kept = services().looks.get(match.id, look)
    if not wants_json() and not request.is_json and not request.form.getlist("action"):
        seat = screen_seat(match)
        return make_response(_page(match, current(match, look), seat, chosen_none=True), 400)
    actions = _chosen(match, kept)
    marks = stamp(f"look {look} {' + '.join(match.game.format(one) for one in actions)}")
    marks["source"] = recognition.CONFIRMED
    return _onward(match, recognition.answered(match, kept, actions, marks))


@pages.post("/<look>/no")
@access.tablet
@Operation(response=MatchTold, request_body=Nothing, errors=(GoneLook,))
def no(match_id: str, look: str) -> AnyResponse:
    """Reject the proposals of a look."""
    match = match_called(match_id)
    recognition.close(services().looks.get(match.id, look))
    return jsonify(described(match)) if wants_json() else redirect(_back(match), code=303)


@pages.post("/<look>/whose")
@access.tablet
@Operation(response=LookTold, request_body=Whose, errors=(StaleSeq, Unclear, GoneLook))
def whose(match_id: str, look: str) -> AnyResponse:
    """Set the owner of an unclear card."""
    match = match_called(match_id)
    kept = current(match, look)
    card = number_in(str(given().get("card", "")))
    spot = number_in(str(given().get("spot", "")))
    spots = match.game.visibility.spots(match.state)
    cards = kept.look.observation.cards
    if card is None or spot is None or card >= len(cards) or spot >= len(spots):
        raise Unclear(say("Please say whose card it is."))
    _check_moment(match)
    return _onward(match, recognition.named(match, kept, {**kept.said, card: spot}))


@pages.post("/<look>/undo")
@access.tablet
@Operation(
    response=MatchTold,
    request_body=Moment,
    errors=(*LATE_ERRORS, Unclear, GoneLook, *CHANGE_ERRORS),
)
def undo(match_id: str, look: str) -> AnyResponse:
    """Retract everything that was entered from a look."""
    match = match_called(match_id)
    kept = services().looks.get(match.id, look)
    entered = recognition.entered_of(match, kept)
    if entered:
        seqs = [line.seq for line in reversed(entered)]
        match.retract(*seqs, **stamp(f"look {look} back"))
    return jsonify(described(match)) if wants_json() else redirect(_back(match), code=303)


@pages.get("/<look>/picture.jpg")
@access.viewer
@Operation(media_type="image/jpeg", errors=(GoneLook,))
def picture(match_id: str, look: str) -> Response:
    """Return the picture of a look, scaled down."""
    return _jpeg(services().looks.get(match_called(match_id).id, look).taken.picture)


@pages.get("/<look>/code-<int:code>.jpg")
@access.viewer
@Operation(media_type="image/jpeg", errors=(GoneLook,))
def code(match_id: str, look: str, code: int) -> Response:
    """Return the picture around one code of a look."""
    cuts = services().looks.get(match_called(match_id).id, look).taken.cut_outs
    return _jpeg(cuts[code] if code < len(cuts) else b"")


# ---------------------------------------------------------------- inside


def _page(match: Match, kept: KeptLook, seat: int | None, *, chosen_none: bool = False) -> str:
    return render_template(
        "look.html",
        match=match,
        kept=kept,
        seat=seat,
        back=_back(match),
        apart=_stand_alone(match, kept),
        chosen_none=chosen_none,
        **shown(match, kept),
    )


def _stand_alone(match: Match, kept: KeptLook) -> bool:
    """Return whether some proposals can be entered without the others."""
    entries = kept.look.reading.entries
    allowed = (match.game.explain(match.state, action).allowed for action in entries)
    return len(entries) > 1 and all(allowed)


def _chosen(match: Match, kept: KeptLook) -> Sequence[Action]:
    """Return the confirmed entries; only proposals of the look are accepted."""
    texts = [str(given().get("action", ""))] if request.is_json else request.form.getlist("action")
    reading = kept.look.reading
    offered = [*reading.entries, *(one for group in reading.doubts for one in group)]
    known = {match.game.format(action): action for action in offered}
    expected = number_in(str(given().get("expected", "")))
    if not texts:
        raise Unclear(say("Nothing was chosen. Choose what is right, or tap No."))
    if expected == match.heard() and not known.keys() >= set(texts):
        raise Unclear(say("This picture does not show that."))
    return [known.get(text) or match.game.parse(text) for text in texts]


def _check_moment(match: Match) -> None:
    expected, now = stamp("")["expected_seq"], match.seq_of(match.heard())
    if expected != now:
        raise StaleSeq(expected, now)


def _onward(match: Match, kept: KeptLook) -> AnyResponse:
    """Redirect to the table if nothing is open, else to the questions."""
    if wants_json():
        return jsonify(as_record(match, kept))
    then, seat = given().get("then"), screen_seat(match)
    if then == "reconcile":
        return _to(url_for("reconcile.show", match_id=match.id, look=kept.id, seat=seat))
    if then == "camera":
        return _to(url_for("cameras.show", match_id=match.id, look=kept.id))
    if kept.entered and not kept.asks:
        return _to(f"{address_of(match, seat)}?look={kept.id}")
    return _to(url_for("photos.show", match_id=match.id, look=kept.id, seat=seat))


def _to(address: str) -> AnyResponse:
    return redirect(address, code=303)


def _back(match: Match) -> str:
    seat = screen_seat(match) if request.method == "POST" else None
    if seat is None and number_in(request.args.get("seat", "")) is not None:
        return f"{url_for('matches.show', match_id=match.id)}/seats/{request.args['seat']}"
    return address_of(match, seat)


def _jpeg(data: bytes) -> Response:
    if not data:
        abort(404)
    response = Response(data, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, max-age=600"
    return response
