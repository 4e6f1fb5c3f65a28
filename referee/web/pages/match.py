"""The pages of one match: the table, the television, and what is entered at it."""

from flask import Blueprint, Response, jsonify, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.match import DeviceRole
from referee.web.access.rematches import bring_along, key_of
from referee.web.request.payload import wants_json
from referee.web.screens.commands import action_of, answer, described, make_sure, named, stamp
from referee.web.screens.notices import is_host_lost
from referee.web.screens.page import page_of
from referee.web.screens.screen import Role, awaits_dice, has_secrets
from referee.web.services import match_called, services

pages = Blueprint("matches", __name__, url_prefix="/matches/<match_id>")


@pages.get("")
def show(match_id: str) -> str | AnyResponse:
    """Show the table, or describe the match to a program."""
    match = match_called(match_id)
    if wants_json():
        return jsonify(described(match))
    membership = services().lobbies.here(match.id)
    if membership.is_bound and membership.seat is not None:
        return redirect(url_for("seats.show", match_id=match.id, seat=membership.seat))
    if membership.is_onlooker:
        where = "television" if membership.role is DeviceRole.TELEVISION else "watch"
        return redirect(url_for(f"matches.{where}", match_id=match.id))
    return page_of(match, Role.TABLE)


@pages.get("/show")
def television(match_id: str) -> str:
    """Show the table to everybody, on a screen that enters nothing."""
    return page_of(match_called(match_id), Role.SHOW)


@pages.get("/watch")
def watch(match_id: str) -> str:
    """Show the table to somebody who only looks."""
    return page_of(match_called(match_id), Role.SHOW, is_spectator=True)


@pages.post("/act")
def act(match_id: str) -> AnyResponse:
    """Enter something; a note only where its seat is held."""
    match = match_called(match_id)
    action = action_of(match)
    make_sure(match, action)
    return answer(match, match.submit([action], **stamp(named(match, action))))


@pages.post("/undo")
def undo(match_id: str) -> AnyResponse:
    """Take back the latest entry."""
    match = match_called(match_id)
    return answer(match, match.undo(**stamp("undo")))


@pages.post("/redo")
def redo(match_id: str) -> AnyResponse:
    """Put back what was taken back last."""
    match = match_called(match_id)
    return answer(match, match.redo(**stamp("redo")))


@pages.post("/resume")
def resume(match_id: str) -> AnyResponse:
    """Go on with a match that stopped making sense, from before that place."""
    match = match_called(match_id)
    return answer(match, match.resume_before_break(**stamp("resume")))


@pages.get("/more")
def more(match_id: str) -> str:
    """Show what is needed less often."""
    match = match_called(match_id)
    membership = services().lobbies.here(match.id)
    return render_template(
        "more.html",
        match=match,
        acts=membership.acts_for_all,
        may_forget=membership.may_forget,
        own=membership.seat,
        is_lost=is_host_lost(match),
        is_host=membership.is_host,
        secrets=has_secrets(match.game, match.setup, match.state),
        dice_now=awaits_dice(match.now) and not membership.is_onlooker,
    )


@pages.post("/rematch")
def rematch(match_id: str) -> AnyResponse:
    """Begin another match of the same people."""
    before = match_called(match_id)
    again = services().matches.rematch(match_id, key=key_of(before))
    bring_along(services().lobbies, before, again)
    services().looks.bring_along(before, again)
    return redirect(url_for("matches.show", match_id=again.id), code=303)


@pages.post("/delete")
def delete(match_id: str) -> AnyResponse:
    """Forget a match for good."""
    services().matches.delete(match_id)
    services().looks.forget(match_id)
    return redirect(url_for("home.show"), code=303)


@pages.get("/transcript.txt")
def transcript(match_id: str) -> Response:
    """Return the match as a file that can be kept, replayed and loaded again."""
    match = match_called(match_id)
    response = Response(match.transcript(), mimetype="text/plain")
    name = f"{match.game.info.slug}-{match.id}.txt"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
