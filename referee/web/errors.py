"""The single table from what went wrong to what is answered, in words that a child can read."""

import logging
from contextlib import suppress
from typing import Final

from flask import Flask, make_response, render_template, request, url_for
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.wrappers import Response as AnyResponse

from referee.core import (
    BadSetup,
    BrokenTranscript,
    IllegalAction,
    RefereeError,
    Text,
    UnknownNotation,
    kebab,
    say,
)
from referee.match import (
    BrokenLog,
    Conflict,
    KeyTaken,
    Match,
    NothingToUndo,
    StaleSeq,
    StoreBusy,
    StoreFailed,
    UnknownGame,
    UnknownMatch,
)
from referee.web.access.authorization import NotForHere, NotYours, Unnamed
from referee.web.access.camera_tokens import StrangeCamera
from referee.web.access.capacity import TooManyAtOnce, TooManyScreens
from referee.web.access.devices import HeldElsewhere, NotHeldHere, OwnPhone, SharedDevice
from referee.web.access.join_codes import TooManyCodes, UnknownCode
from referee.web.request.payload import Unclear, given, number_in, wants_json
from referee.web.request.safety import Stranger
from referee.web.request.words import spoken
from referee.web.request.workers import Busy
from referee.web.screens.attribution import text_of
from referee.web.screens.commands import Unsure, problem_as_json
from referee.web.screens.page import notice_of, page_with
from referee.web.services import match_called, services
from referee.web.sight.looks import GoneLook

log = logging.getLogger(__name__)

STATUS: Final[dict[type[RefereeError], int]] = {
    IllegalAction: 409,
    StaleSeq: 409,
    Conflict: 409,
    KeyTaken: 409,
    NothingToUndo: 409,
    BrokenLog: 409,
    Unsure: 409,
    HeldElsewhere: 409,
    SharedDevice: 409,
    UnknownNotation: 400,
    Unclear: 400,
    BadSetup: 400,
    BrokenTranscript: 400,
    Stranger: 403,
    NotHeldHere: 403,
    OwnPhone: 403,
    StrangeCamera: 403,
    NotYours: 403,
    GoneLook: 404,
    UnknownMatch: 404,
    UnknownGame: 404,
    UnknownCode: 404,
    TooManyCodes: 429,
    TooManyAtOnce: 429,
    TooManyScreens: 409,
    StoreFailed: 503,
    Busy: 503,
}

_AGAIN_S: Final = 2
"""When it is worth while to ask again for what another process is in the way of."""
_LATER_S: Final = 5
"""When to ask again for what was refused only because many others had asked."""

_HTTP: Final = {
    404: say("There is nothing at this address."),
    405: say("There is nothing to see at this address. Go back and use the buttons there."),
    408: say("Not everything arrived in time. Please try again."),
    413: say("That is too large."),
}
_UNFORESEEN: Final = say(
    "Something went wrong in the referee. The match is saved as it was before the last tap."
)


def answer_problems(app: Flask) -> None:
    """Answer everything that can go wrong."""
    app.register_error_handler(RefereeError, _known)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unforeseen)


def status_of(kind: type[RefereeError]) -> int:
    """Return the status of the nearest kind of error in the table."""
    return next((STATUS[one] for one in kind.__mro__ if one in STATUS), 400)


def _known(error: RefereeError) -> AnyResponse:
    answer = _told(error)
    if isinstance(error, StoreBusy):
        answer.headers["Retry-After"] = str(_AGAIN_S)
    if isinstance(error, Busy):
        answer.headers["Retry-After"] = str(_LATER_S)
    return answer


def _told(error: RefereeError) -> AnyResponse:
    status = status_of(type(error))
    match = _match_of_command(error)
    if wants_json():
        return problem_as_json(
            kebab(type(error).__name__), text_of(error, match), status, **_numbers(error, match)
        )
    if isinstance(error, Unnamed):
        return make_response(_who_first(error), status)
    if match is not None:
        return make_response(page_with(match, notice_of(error, match)), status)
    if isinstance(error, NotForHere):
        return make_response(_closed(error), status)
    is_gone = isinstance(error, UnknownMatch)
    return make_response(render_template("problem.html", text=error.text, is_gone=is_gone), status)


def _who_first(error: Unnamed) -> str:
    """Render what a screen finds that has not said who it is, with the way to say so."""
    match_id = str((request.view_args or {})["match_id"])
    return render_template(
        "unnamed.html", text=error.text, code=services().lobbies.of(match_id).link
    )


def _closed(error: NotForHere) -> str:
    """Render what a screen finds that comes to a locked table, with the way to try again."""
    is_match = "match_id" in (request.view_args or {})
    again = url_for("matches.show", match_id=error.match_id) if is_match else request.path
    return render_template("closed.html", text=error.text, again=again, match_id=error.match_id)


def _match_of_command(error: RefereeError) -> Match | None:
    """Return the match whose screen shows the problem: the one that a command was meant for."""
    match_id = (request.view_args or {}).get("match_id")
    if (
        request.method != "POST"
        or match_id is None
        or isinstance(error, UnknownMatch | UnknownGame | NotForHere)
    ):
        return None
    # Else what went wrong could not be said.
    with suppress(StoreFailed, UnknownMatch, UnknownGame):
        return match_called(match_id)
    return None


def _numbers(error: RefereeError, match: Match | None) -> dict[str, object]:
    if isinstance(error, StaleSeq):
        return {
            "expected": number_in(str(given().get("expected", ""))),
            "seq": error.actual if match is None else match.heard(),
            "since": [spoken(sentence) for sentence in error.since],
        }
    if isinstance(error, BrokenLog | Conflict):
        return {"entry": error.seq if match is None else match.number_of(error.seq)}
    if isinstance(error, IllegalAction):
        suspect = match.suspect(error.ruling) if match else None
        return {
            "rule": error.ruling.rule,
            "reason": error.ruling.reason,
            "suspect": match.number_of(suspect.seq) if match and suspect else None,
        }
    if isinstance(error, BadSetup):
        return {"option": error.option or None}
    return {"line": error.line} if isinstance(error, BrokenTranscript) else {}


def _http(error: HTTPException) -> AnyResponse:
    if error.code is None or error.response is not None:
        return error.get_response()
    answer = _page(_HTTP.get(error.code, say("This cannot be done here.")), error.code)
    if isinstance(error, MethodNotAllowed):
        answer.headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
    return answer


def _unforeseen(error: Exception) -> AnyResponse:
    log.error("a request ended badly: %s %s", request.method, request.path, exc_info=error)
    return _page(_UNFORESEEN, 500)


def _page(text: Text, status: int) -> AnyResponse:
    if wants_json():
        return problem_as_json("problem", text, status)
    return make_response(render_template("problem.html", text=text, is_gone=False), status)
