"""The history of a match, in which any earlier entry can be changed or removed."""

from collections.abc import Callable
from typing import Final

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core import say, view_for
from referee.match import Conflict, DeviceRole, Match, NothingToUndo, Receipt, StoryEntry
from referee.web.access import rules as access
from referee.web.access.lobbies import Screen
from referee.web.request import shapes
from referee.web.request.operations import Operation
from referee.web.request.payload import Unclear, given, number_in, wants_json
from referee.web.screens.commands import (
    CHANGE_ERRORS,
    ENTRY_ERRORS,
    LATE_ERRORS,
    action_of,
    answer,
    named,
    stamp,
)
from referee.web.screens.screen import Group, grouped, numbered
from referee.web.services import match_called, services

pages = Blueprint("history", __name__, url_prefix="/matches/<match_id>")

_PAGE: Final = 200
"""Entries on one page; few matches have more."""


@pages.get("/history")
@access.viewer
def show(match_id: str) -> str:
    """Show the history, the latest entry first; a very long one in pages."""
    match = match_called(match_id)
    before = number_in(request.args.get("before", ""))
    story, more = match.before(None if before is None else match.seq_of(before), _PAGE)
    return render_template(
        "history.html",
        match=match,
        seq=match.heard(),
        story=numbered(match, story),
        more=more,
        is_latest=before is None,
        undo=match.undo_target(),
        redo=match.redo_target(),
        tablets=_tablets(match),
    )


def _tablets(match: Match) -> tuple[Screen, ...]:
    """Return the screens that the host has let enter for everybody, the latest first."""
    lobbies = services().lobbies
    if not lobbies.has_host(match.id):
        return ()
    screens = lobbies.screens(match)
    found = [one for one in screens if one.guest.role is DeviceRole.TABLE and not one.is_host]
    return tuple(sorted(found, key=lambda one: one.guest.since, reverse=True))


@pages.get("/entries/<int:seq>")
@access.viewer
def entry(match_id: str, seq: int) -> str:
    """Show what an entry can be changed to."""
    match = match_called(match_id)
    now, told = match.heard(), _told(match, seq)
    groups = _alternatives(match, told)
    return render_template("entry.html", match=match, seq=now, told=told, groups=groups)


@pages.post("/entries/<int:seq>/replace")
@access.tablet
@Operation(
    response=shapes.Entered,
    request_body=shapes.Change,
    errors=(*LATE_ERRORS, *ENTRY_ERRORS, Conflict, NothingToUndo),
    device=True,
)
def replace(match_id: str, seq: int) -> AnyResponse:
    """Replace an entry."""
    match = match_called(match_id)
    action, onward = action_of(match), _onward()
    marks = stamp(f"replace {seq} {named(match, action)}{' onward' * onward}")
    return _mended(
        match, seq, lambda: match.replace(match.seq_of(seq), action, onward=onward, **marks)
    )


@pages.post("/entries/<int:seq>/retract")
@access.tablet
@Operation(
    response=shapes.Entered,
    request_body=shapes.Mend,
    errors=(*LATE_ERRORS, Unclear, *CHANGE_ERRORS),
)
def retract(match_id: str, seq: int) -> AnyResponse:
    """Retract an entry, or an earlier retraction."""
    match = match_called(match_id)
    onward = _onward()
    row = match.seq_of(seq)
    marks = stamp(f"retract {seq}{' onward' * onward}")
    return _mended(match, seq, lambda: match.retract(row, onward=onward, **marks))


def _onward() -> bool:
    return str(given().get("onward", "")) in {"1", "yes", "True"}


def _mended(match: Match, seq: int, mend: Callable[[], Receipt]) -> AnyResponse:
    try:
        return answer(match, mend())
    except Conflict as conflict:
        if wants_json():
            raise
        sent = {name: value for name, value in given().items() if name != "onward"}
        page = render_template(
            "conflict.html",
            match=match,
            seq=seq,
            conflict=conflict,
            entry=match.number_of(conflict.seq),
            sent=sent,
        )
        return make_response(page, 409)


def _told(match: Match, seq: int) -> StoryEntry:
    found = match.entry(match.seq_of(seq))
    for told in numbered(match, [found] if found else []):
        if told.seq == seq:
            return told
    raise NothingToUndo(say("There is no such entry."))


def _alternatives(match: Match, told: StoryEntry) -> tuple[Group, ...]:
    """Return the choices of the moment before an entry, without the one that it made."""
    seq = match.seq_of(told.seq)
    before = next((step.before for step in match.now.steps if step.seq == seq), None)
    if before is None:
        return ()
    groups = grouped(view_for(match.game, before, None).step.choices)
    # The entry's own group first: most mistakes are within it.
    ordered = sorted(groups, key=lambda group: not group.holds(told.text))
    return tuple(
        Group(group.id, group.label, others)
        for group in ordered
        if (others := tuple(item for item in group.items if item.text != told.text))
    )
