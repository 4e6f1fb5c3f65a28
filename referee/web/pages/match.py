"""The screens of one match, and its commands."""

from flask import Blueprint, Response, jsonify, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import BadSetup
from referee.match import DeviceRole, NothingToUndo
from referee.web.access import rules as access
from referee.web.access.rematches import bring_along, key_of
from referee.web.request import shapes
from referee.web.request.operations import PLAIN, Operation
from referee.web.request.payload import Unclear, wants_json
from referee.web.screens.commands import (
    CHANGE_ERRORS,
    ENTRY_ERRORS,
    LATE_ERRORS,
    action_of,
    answer,
    described,
    make_sure,
    named,
    stamp,
    tick,
)
from referee.web.screens.page import is_host_lost, page_of
from referee.web.screens.screen import Role, awaits_dice, has_secrets
from referee.web.services import match_called, services

pages = Blueprint("matches", __name__, url_prefix="/matches/<match_id>")


@pages.get("")
@access.table_screen
@Operation(response=shapes.MatchTold)
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
@access.screen
def television(match_id: str) -> str:
    """Show the table on a television, without buttons."""
    return page_of(match_called(match_id), Role.SHOW)


@pages.get("/watch")
@access.screen
def watch(match_id: str) -> str:
    """Show the table to a spectator, without buttons."""
    return page_of(match_called(match_id), Role.SHOW, is_spectator=True)


@pages.post("/act")
@access.seat(access.own_action)
@Operation(
    response=shapes.Entered,
    request_body=shapes.Entry,
    errors=(*LATE_ERRORS, *ENTRY_ERRORS),
    device=True,
)
def act(match_id: str) -> AnyResponse:
    """Make an entry; a note only on a device that holds its seat."""
    match = match_called(match_id)
    action = action_of(match)
    make_sure(match, action)
    return answer(match, match.submit([action], **stamp(named(match, action))))


@pages.post("/steps")
@access.seat(access.any_task)
@Operation(response=shapes.MatchTold, request_body=shapes.Tick, errors=(Unclear,))
def steps(match_id: str) -> AnyResponse:
    """Tick a task of the moment, for all screens of the match."""
    return tick(match_called(match_id))


@pages.post("/undo")
@access.seat(access.own_undo)
@Operation(
    response=shapes.Entered,
    request_body=shapes.Moment,
    errors=(*LATE_ERRORS, Unclear, NothingToUndo),
)
def undo(match_id: str) -> AnyResponse:
    """Undo the latest entry."""
    match = match_called(match_id)
    return answer(match, match.undo(**stamp("undo")))


@pages.post("/redo")
@access.seat(access.own_redo)
@Operation(
    response=shapes.Entered,
    request_body=shapes.Moment,
    errors=(*LATE_ERRORS, Unclear, *CHANGE_ERRORS),
)
def redo(match_id: str) -> AnyResponse:
    """Redo the latest undo."""
    match = match_called(match_id)
    return answer(match, match.redo(**stamp("redo")))


@pages.post("/resume")
@access.tablet
@Operation(
    response=shapes.Entered,
    request_body=shapes.Moment,
    errors=(*LATE_ERRORS, Unclear, NothingToUndo),
)
def resume(match_id: str) -> AnyResponse:
    """Continue a match that cannot be replayed to its end, from before that entry."""
    match = match_called(match_id)
    return answer(match, match.resume_before_break(**stamp("resume")))


@pages.get("/more")
@access.viewer
def more(match_id: str) -> str:
    """Show the menu of a match."""
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
@access.tablet
@Operation(request_body=shapes.Nothing, errors=(BadSetup,))
def rematch(match_id: str) -> AnyResponse:
    """Open a rematch with the same players."""
    before = match_called(match_id)
    again = services().matches.rematch(match_id, key=key_of(before))
    bring_along(services().lobbies, before, again)
    services().looks.bring_along(before, again)
    return redirect(url_for("matches.show", match_id=again.id), code=303)


@pages.post("/delete")
@access.host_if_any
@Operation(request_body=shapes.Nothing)
def delete(match_id: str) -> AnyResponse:
    """Delete a match."""
    services().matches.delete(match_id)
    services().looks.forget(match_id)
    services().ticks.forget(match_id)
    return redirect(url_for("home.show"), code=303)


@pages.get("/transcript.txt")
@access.viewer
@Operation(media_type=PLAIN)
def transcript(match_id: str) -> Response:
    """Return the transcript of the match as a file."""
    match = match_called(match_id)
    response = Response(match.transcript(), mimetype="text/plain")
    name = f"{match.game.info.slug}-{match.id}.txt"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
