"""The form for a new match: number of players, names, and the game's options.

The form is requested again whenever an answer changes the questions. All its fields are sent along,
so it works without JavaScript.
"""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from referee.core import AnyGame, BadSetup, Option, OptionGroup, Setup, Text, say, view_for
from referee.match import KeyTaken
from referee.web.access import rules as access
from referee.web.access.devices import introduce, this_device
from referee.web.request import shapes
from referee.web.request.chosen_options import OWN, chosen_in, fits, one_by_one, wrong_in
from referee.web.request.operations import FORM, Operation
from referee.web.request.payload import number_in, wants_json
from referee.web.request.words import spoken
from referee.web.services import services

pages = Blueprint("openings", __name__, url_prefix="/new/<slug>")

_LONGEST_NAME: Final = 40


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its answer so far; `preset` is the whole value chosen, or `own`."""

    option: Option
    value: str
    preset: str
    default: str
    learned: bool

    def picked(self, index: int) -> str:
        """Return what is chosen in one of the groups; the default under a preset that is a word."""
        parts = self.value.split(",")
        if len(parts) != len(self.option.groups):
            parts = self.default.split(",")
        return (parts + [""] * (index + 1))[index]

    @property
    def numbered(self) -> tuple[tuple[int, OptionGroup], ...]:
        """Return the groups with their places in the value."""
        return tuple(enumerate(self.option.groups))


@dataclass(frozen=True, slots=True)
class Opening:
    """The form as filled in so far; `sides` is the team of each seat, if there are teams."""

    count: int
    names: tuple[str, ...]
    asked: tuple[Asked, ...]
    sides: tuple[int, ...] = ()
    problem: Text | None = None

    @property
    def setup(self) -> Setup:
        """Return the setup of the match; a player without a name is called by number."""
        return Setup(called(self.names), tuple((ask.option.id, ask.value) for ask in self.asked))


@pages.get("")
@access.everyone
def ask(slug: str) -> str | tuple[str, int]:
    """Show the form, with defaults that are good enough to start at once."""
    game = services().matches.game(slug)
    introduce()  # the device that opens the match is its host
    wrong = wrong_in(request.args, game)
    page = _page(game, request.args, wrong)
    return page if wrong is None else (page, 400)


@pages.post("")
@access.everyone
@Operation(request_body=shapes.Opening, request_types=(FORM,), errors=(BadSetup, KeyTaken))
def begin(slug: str) -> str | AnyResponse | tuple[str, int]:
    """Open the match."""
    game = services().matches.game(slug)
    wrong = wrong_in(request.form, game)
    if wrong is not None:
        return _refused(game, request.form, wrong)
    opening = opening_of(game, request.form, _names_before(slug))
    try:
        match = services().matches.open(slug, opening.setup, key=_key())
    except BadSetup as problem:
        return _refused(game, request.form, problem.text)
    except KeyTaken:  # the form was changed after going back
        if wants_json():
            raise
        form = MultiDict(request.form)
        form.poplist("key")
        why = say(
            "You have already started a match from this page. Tap Start again for another one."
        )
        return _page(game, form, why), 409
    services().lobbies.begin(match.id)
    return redirect(url_for("matches.show", match_id=match.id), code=303)


def _key() -> str:
    """Return the key that was sent, apart from those by which the referee begins matches itself."""
    sent = request.form.get("key", "")
    return f"new {sent}" if sent else ""


def _refused(game: AnyGame, form: MultiDict[str, str], why: Text) -> tuple[str, int]:
    """Show the form again with the reason, or raise the error for a program."""
    if wants_json():
        raise BadSetup(why)
    return _page(game, form, why), 400


def _page(game: AnyGame, form: MultiDict[str, str], problem: Text | None = None) -> str:
    opening = opening_of(game, form, _names_before(game.info.slug))
    key = form.get("key") or secrets.token_urlsafe(9)
    return render_template(
        "new.html",
        game=game,
        opening=opening,
        problem=problem or opening.problem,
        key=key,
        own=OWN,
    )


def _names_before(slug: str) -> tuple[str, ...]:
    """Return the names of the latest match that this device knows; mostly they play again."""
    device = this_device()
    known = services().lobbies.store.known_at(device) if device else frozenset[str]()
    listed = [match for match in services().matches.list() if match.id in known]
    same = [match.names for match in listed if match.slug == slug]
    return next(iter(same or [match.names for match in listed]), ())


def opening_of(game: AnyGame, form: MultiDict[str, str], before: tuple[str, ...]) -> Opening:
    """Read the fields; what is missing or no longer fits gets its default."""
    count = _count(game, form.get("count", ""), len(before))
    given = tuple(name[:_LONGEST_NAME] for name in form.getlist("name")) or before
    names = _moved((*given, *before[len(given) :], *("",) * count)[:count], form.get("move", ""))
    asked = _asked(game, called(names), form)
    opening = Opening(count, names, asked)
    try:
        state = game.setup(opening.setup)
    except BadSetup as problem:
        return Opening(count, names, asked, (), problem.text)
    return Opening(count, names, asked, _sides(game, state, count))


def _moved(names: tuple[str, ...], move: str) -> tuple[str, ...]:
    """Swap two neighbours: `2 -1` moves the third name one place forward."""
    step = re.fullmatch(r"(\d) (-?1)", move)
    if step is None:
        return names
    here, there = int(step[1]), int(step[1]) + int(step[2])
    if not (0 <= there < len(names) and here < len(names)):
        return names
    ordered = list(names)
    ordered[here], ordered[there] = ordered[there], ordered[here]
    return tuple(ordered)


def called(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return every seat a name: where none is written, its number."""
    return tuple(
        " ".join(name.split()) or spoken(say("Player {number}", number=number))
        for number, name in enumerate(names, start=1)
    )


def _count(game: AnyGame, text: str, before: int) -> int:
    seats = game.info.seats
    count = number_in(text)
    if count in seats:
        return count
    return before if before in seats else min(seats, key=lambda count: abs(count - 4))


def _asked(game: AnyGame, names: tuple[str, ...], form: MultiDict[str, str]) -> tuple[Asked, ...]:
    kept = services().matches.kept(game.info.slug)
    chosen, own = chosen_in(form), one_by_one(form)
    return tuple(
        _ask(option, chosen.get(option.id, ""), kept, own=option.id in own)
        for option in game.options(names, chosen)
    )


def _ask(option: Option, chosen: str, kept: Mapping[str, str], *, own: bool) -> Asked:
    default = option.filled(option.default, kept)
    value = chosen if chosen and fits(option, chosen) else default
    presets = [preset.value for preset in option.presets]
    return Asked(
        option=option,
        value=value,
        preset=OWN if own or value not in presets else value,
        default=default,
        learned=value == default != option.default,
    )


def _sides(game: AnyGame, state: object, count: int) -> tuple[int, ...]:
    scores = view_for(game, state, None).scores
    if all(len(score.seats) < 2 for score in scores):  # noqa: PLR2004 - nobody shares a side
        return ()
    side_of = {seat: side for side, score in enumerate(scores) for seat in score.seats}
    return tuple(side_of.get(seat, 0) for seat in range(count))  # type: ignore[call-overload]
