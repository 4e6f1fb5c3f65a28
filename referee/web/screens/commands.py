"""Commands for a match from pages and programs, and their responses.

A command names the `seq` that it is meant for (`expected`, an optimistic lock). Without a key of
its own, this `seq` and the action are its idempotency key: the same button pressed twice, on one
screen or on two, counts once.
"""

from collections.abc import Mapping
from dataclasses import replace
from hashlib import blake2b
from typing import Any, Final

from flask import Response, current_app, jsonify, redirect, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from referee.core import (
    EMPTY,
    TABLE,
    Action,
    Note,
    Overrule,
    RefereeError,
    Seat,
    Task,
    Text,
    UnknownNotation,
    View,
    display_names,
    plain,
    redact,
    say,
    verb,
    view_for,
)
from referee.core.prose import shown
from referee.core.seats import can_be_seen
from referee.match import (
    DERIVED,
    BrokenLog,
    Conflict,
    KeyTaken,
    Match,
    NothingToUndo,
    Receipt,
    Refused,
    StaleSeq,
    Stamp,
    StoryEntry,
)
from referee.web.access.devices import NotHeldHere, asking_device, this_device
from referee.web.request.payload import Unclear, given, number_in, wants_json
from referee.web.request.shapes import Entered, EntryTold, MatchTold, SeatTold
from referee.web.request.words import spoken
from referee.web.request.workers import give_way
from referee.web.screens.ticks import tasks_now
from referee.web.services import match_called, services

LATE_ERRORS: Final = (StaleSeq, KeyTaken, BrokenLog)
"""Errors of every command: it is not meant for the present state of the match."""

ENTRY_ERRORS: Final = (Unclear, UnknownNotation, Refused, NotHeldHere)
"""Errors of a command that enters an action."""

CHANGE_ERRORS: Final = (Conflict, NothingToUndo, Refused)
"""Errors of a command that undoes, redoes or removes an entry."""

_UNSAID: Final = "?"
"""Placeholder for the reason in an offered overrule."""


class Unsure(RefereeError):
    """An entry that is likely to be a mistake; the text asks for confirmation."""


def stamp(what: str) -> Stamp:
    """Return the expected `seq` of a command, its idempotency key, source and device."""
    sent = given()
    expected = number_in(str(sent.get("expected", "")))
    if expected is None:
        raise Unclear(say("This does not say which moment of the game it is meant for."))
    return {
        "expected_seq": match_called(str((request.view_args or {})["match_id"])).seq_of(expected),
        "key": shown((_own_key(sent) or f"{expected} {what}")[:500]),
        "source": _source(sent),
        "device": asking_device(),
    }


def _own_key(sent: Mapping[str, Any]) -> str:
    """Return the key that a device has chosen, prefixed with a hash of the device.

    Ours begin with a number. So no device can choose the key of another device's later command,
    which would then count as entered already.
    """
    chosen = str(sent.get("key") or "")
    device = blake2b(asking_device().encode(), digest_size=9).hexdigest()
    return f"own {device} {chosen}" if chosen else ""


def _source(sent: Mapping[str, Any]) -> str:
    source = shown(str(sent.get("source", "tap"))[:40])
    return "tap" if source in DERIVED else source  # no client may claim that nobody entered it


def action_of(match: Match) -> Action:
    """Return the action that was sent; for an overrule with who decided it and why.

    Raises `NotHeldHere` for a note of a seat that this device does not hold.
    """
    sent = given()
    action = _parsed(match, str(sent.get("action", "")))
    if isinstance(action, Note):
        _check_held(match, action.seat)
    if isinstance(action, Overrule) and "why" in sent:
        action = replace(action, why=_reason(sent), by=_seat(sent, match))
    elif (
        isinstance(action, Overrule) and action.why.strip()
    ):  # without a reason the rules refuse it
        _reason({"why": action.why})
    return action


def _parsed(match: Match, text: str) -> Action:
    try:
        return match.game.parse(text)
    except UnknownNotation:
        if not any(text.lstrip().startswith(verb(kind)) for kind in _notes_of(match)):
            raise
        # Otherwise the message would repeat the text, which may contain a secret.
        raise Unclear(say("The game does not know this kind of note.")) from None


def _notes_of(match: Match) -> list[type[Action]]:
    return [kind for kind in match.game.actions if issubclass(kind, Note)]


def _check_held(match: Match, seat: Seat) -> None:
    if seat not in range(len(match.setup.names)):
        raise Unclear(say("There is nobody in that seat."))
    if seat not in services().holders.held_by(match.id, this_device()):
        raise NotHeldHere(match, seat)


def named(match: Match, action: Action) -> str:
    """Return the name of an action for the idempotency key; it reveals no secret."""
    text = match.game.format(action)
    if redact(action, None) == action:
        return text
    key = str(current_app.secret_key).encode()
    return blake2b(text.encode(), key=key[:64], digest_size=16).hexdigest()


def screen_seat(match: Match) -> Seat | None:
    """Return the seat whose own screen sent the command, or None for the table's."""
    seat = services().holders.own_seat(match.id, this_device())
    try:
        asked = str(given().get("seat", ""))
    except (Unclear, RequestEntityTooLarge):
        return None
    return seat if asked == str(seat) else None


def make_sure(match: Match, action: Action) -> None:
    """Raise `Unsure` with a question before an entry that the screen marks as doubtful.

    Programs are not asked, nor a command that is confirmed or meant for an earlier `seq`.
    """
    seat = action.seat if isinstance(action, Note) else screen_seat(match)
    if wants_json() or given().get("sure") == "yes" or match.broken:
        return
    expected = number_in(str(given().get("expected", ""))) or 0
    if match.seq_of(expected) < match.seq_of(match.heard()):
        return
    question = question_before(match, action, seat)
    if question != EMPTY:
        raise Unsure(question)


def question_before(match: Match, action: Action, seat: Seat | None) -> Text:
    """Return the question to ask before a doubtful entry, or None."""
    view = view_for(match.game, match.state, seat)
    choices = (*view.step.choices, *(view.own.choices if view.own else ()))
    return next((choice.ask for choice in choices if choice.action == action), EMPTY)


def _reason(sent: Mapping[str, Any]) -> str:
    reason = " ".join(str(sent["why"]).split())[:300]
    if not can_be_seen(reason) or reason == _UNSAID:
        raise Unclear(say("Please give a reason. A few words are enough."))
    return reason


def _seat(sent: Mapping[str, Any], match: Match) -> Seat:
    if sent.get("by") == "table":
        return TABLE
    by = number_in(str(sent.get("by", "")))
    if by is None or by >= len(match.setup.names):
        raise Unclear(say("Please say who decides."))
    return Seat(by)


def answer(match: Match, receipt: Receipt) -> AnyResponse:
    """Answer an accepted command: redirect a page to the table, describe the match to a program."""
    give_way()
    if not wants_json():
        return redirect(address_of(match, screen_seat(match)) + _first(match, receipt), code=303)
    told = [told for told in map(match.entry, receipt.seqs) if told is not None]
    entered: Entered = {
        **described(match),
        "entered": [_told(match, line) for line in told],
    }
    return jsonify(entered)


def _first(match: Match, receipt: Receipt) -> str:
    """Return a pointer to the same entry that another device has just made, if there is one."""
    row = match.now.rows[receipt.seqs[0]]
    if not receipt.is_repeated or row.device == asking_device():
        return ""
    return f"?first={match.number_of(row.seq)}"


def address_of(match: Match, seat: Seat | None) -> str:
    """Return where the table is seen by everybody, or by a seat on its own screen."""
    if seat is None:
        return url_for("matches.show", match_id=match.id)
    return url_for("seats.show", match_id=match.id, seat=seat)


def tick(match: Match) -> AnyResponse:
    """Tick a task of the moment, or all of them, on every screen of the match.

    A tick for an earlier moment changes nothing: hands have gone on. Raises `Unclear`.
    """
    sent, now = given(), match.heard()
    expected = number_in(str(sent.get("expected", "")))
    tasks = range(len(_tasks(match, view_for(match.game, match.state, None))))
    asked, task = str(sent.get("task", "")), number_in(str(sent.get("task", "")))
    if expected is None or (asked != "all" and task is None):
        raise Unclear(say("This does not say which task is done."))
    chosen = [number for number in tasks if asked == "all" or number == task]
    if expected == now and chosen:
        ticks = services().ticks
        ticks.change(match.id, now, chosen, is_done=sent.get("done") not in {"no", False})
        if ticks.of(match.id, now).done >= set(tasks):
            ticks.settle(match.id, now)
        services().matches.feed.nudge(match.id)
    if wants_json():
        return jsonify(described(match))
    return redirect(address_of(match, screen_seat(match)), code=303)


def _tasks(match: Match, view: View) -> tuple[Task, ...]:
    return tasks_now(match, view, services().ticks)[0]


def described(match: Match) -> MatchTold:
    """Describe a match for a program, as everybody may see it."""
    view = view_for(match.game, match.state, None)
    broken = match.broken
    says, choices = (view.step.say, view.step.choices) if broken is None else (broken.text, ())
    return {
        "match": match.id,
        "game": match.game.info.slug,
        "names": list(match.setup.names),
        "called": list(display_names(match.setup.names)),
        "options": dict(match.setup.options),
        "seq": match.heard(),
        "over": match.outcome is not None,
        "broken": None
        if broken is None
        else {"entry": match.number_of(broken.seq), "says": spoken(broken.text)},
        "say": spoken(says),
        "hands": [spoken(task.say) for task in _tasks(match, view)] if broken is None else [],
        "done": sorted(services().ticks.of(match.id, match.heard()).done),
        "choices": [match.game.format(choice.action) for choice in choices],
        "view": plain(dict(match.game.values(redact(match.state, None), None))),
    }


def described_to(match: Match, seat: Seat) -> SeatTold:
    """Describe a match for a program of one seat."""
    own = view_for(match.game, match.state, seat).own
    return {
        **described(match),
        "seq": match.heard(seat),
        "seat": seat,
        "view": plain(dict(match.game.values(redact(match.state, seat), seat))),
        "own": None
        if own is None
        else {
            "say": spoken(own.say),
            "warnings": [spoken(text) for text in own.warnings],
            "choices": [match.game.format(choice.action) for choice in own.choices],
        },
    }


def _told(match: Match, told: StoryEntry) -> EntryTold:
    return {
        "seq": match.number_of(told.seq),
        "entry": told.text,
        "says": spoken(told.sentence),
        "facts": [{**plain(fact.fact), "says": spoken(fact.sentence)} for fact in told.facts],
    }


def problem_as_json(kind: str, text: Text, status: int, **more: object) -> Response:
    """Return the JSON response for an error."""
    response = jsonify({"problem": kind, "says": spoken(text), **more})
    response.status_code = status
    return response
