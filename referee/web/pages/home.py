"""The home page: games, running and finished matches, and how to join."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from referee.core import (
    EMPTY,
    BadSetup,
    BrokenTranscript,
    Score,
    Seat,
    Text,
    display_names,
    redact,
    say,
    say_count,
    view_for,
)
from referee.core import listed as joined
from referee.host.safe_mode import REMEDY, SAFE_MODE
from referee.match import BrokenLog, Listed, StoreFailed, UnknownGame, UnknownMatch
from referee.table.paper import join_symbol
from referee.web.access import rules as access
from referee.web.access.acquaintances import acquaintances, called
from referee.web.access.deserted_tables import deserted_here
from referee.web.access.devices import this_device
from referee.web.request import shapes
from referee.web.request.chosen_options import FIRST_GAME
from referee.web.request.operations import FORM, Operation
from referee.web.request.own_address import join_address, other_addresses
from referee.web.request.payload import wants_json
from referee.web.screens.demo_files import catalogue_of
from referee.web.services import services

pages = Blueprint("home", __name__)

_RUNNING: Final = 30
_FINISHED: Final = 12
_OPENED: Final = 3
"""Matches of each list that are told in full; the others are folded away and not replayed."""

_NO_TRANSCRIPT: Final = say("Choose a file or paste its text first.")


@dataclass(frozen=True, slots=True)
class Row:
    """A match in a list: where it stands, the scores while it runs, and how it ended."""

    listed: Listed
    where: Text = EMPTY
    scores: tuple[Score, ...] = ()
    verdict: Text = EMPTY


@pages.get("/")
@access.everyone
def show() -> str:
    """Show the games and the matches."""
    return _page()


def _page(problem: Text | None = None, text: str = "") -> str:
    everything = services().matches.list()
    listed = _shown_here(everything)
    games = services().matches.games
    running = [match for match in listed if match.outcome is None][:_RUNNING]
    finished = [match for match in listed if match.outcome is not None][:_FINISHED]
    known = acquaintances()
    people = known.latest if any(known.latest) else ()
    return render_template(
        "home.html",
        games=tuple(games.values()),
        demos={slug: catalogue_of(game) for slug, game in games.items()},
        running=[_running(match) for match in running[:_OPENED]],
        earlier_running=[Row(match) for match in running[_OPENED:]],
        finished=[_finished(match) for match in finished[:_OPENED]],
        earlier_finished=[Row(match, verdict=_won(match)) for match in finished[_OPENED:]],
        plays_somebody=any(match.outcome is None for match in everything),
        address=join_address(),
        careful=(SAFE_MODE, REMEDY) if services().settings.safe_mode else (),
        people=people,
        called=called(people),
        for_them=[game for game in games.values() if len(people) in game.info.seats],
        new_games={*games} - known.games,
        first_game=FIRST_GAME,
        key=secrets.token_urlsafe(9),
        problem=problem,
        text=text,
    )


def _running(listed: Listed) -> Row:
    """Return a row with round and score, as far as the match can be opened."""
    with suppress(BrokenLog, UnknownMatch, UnknownGame, StoreFailed):
        match = services().matches.get(listed.id)
        view = view_for(match.game, match.state, None)
        return Row(listed, view.step.where, view.scores)
    return Row(listed)


def _finished(listed: Listed) -> Row:
    """Return a row with the sentence of the end, as far as the match can be opened."""
    with suppress(BrokenLog, UnknownMatch, UnknownGame, StoreFailed):
        match = services().matches.get(listed.id)
        if match.outcome is not None:
            state = redact(match.state, None)
            return Row(listed, verdict=match.game.voice.outcome(state, match.outcome))
    return Row(listed, verdict=_won(listed))


def _won(listed: Listed) -> Text:
    """Return who has won, from the list alone; empty if nobody has."""
    winners: tuple[Seat, ...] = listed.outcome.winners if listed.outcome else ()
    names = display_names(listed.names)
    won = [names[seat] for seat in winners]
    return say_count("{names} won", "{names} won", len(won), names=joined(won)) if won else EMPTY


def _shown_here(matches: Sequence[Listed]) -> list[Listed]:
    """Return the matches to list: those with a host or lock only if this device belongs to them.

    On the referee's own computer, deserted tables are listed too.
    """
    store, device = services().lobbies.store, this_device()
    hidden = store.private() - (store.known_at(device) if device else frozenset())
    left = deserted_here(match for match in matches if match.id in hidden)
    return [match for match in matches if match.id not in hidden or match in left]


@pages.get("/join")
@access.everyone
def join() -> str:
    """Show how another device joins."""
    return render_template("join.html", address=join_address(), others=other_addresses())


@pages.get("/join.svg")
@access.everyone
def symbol() -> Response:
    """Draw the address as a QR symbol."""
    return Response(join_symbol.address_as_svg(join_address()), mimetype="image/svg+xml")


@pages.post("/transcripts")
@access.everyone
@Operation(
    request_body=shapes.Pasted,
    request_types=(FORM,),
    errors=(BrokenTranscript, BadSetup, UnknownGame),
)
def load() -> AnyResponse | tuple[str, int]:
    """Open a match from a transcript, sent as a file or as text."""
    file = request.files.get("file")
    text = file.read().decode("utf-8", "replace") if file and file.filename else ""
    text = text or request.form.get("text", "")
    try:
        match = services().matches.load(text)
    except (BrokenTranscript, BadSetup, UnknownGame) as problem:
        if wants_json():
            raise
        return _page(problem.text if text.strip() else _NO_TRANSCRIPT, text), 400
    services().lobbies.begin(match.id)
    return redirect(url_for("matches.show", match_id=match.id), code=303)
