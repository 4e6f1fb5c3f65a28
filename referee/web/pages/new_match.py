"""The form for a new match: number of players, names, and the game's options.

The form is requested again whenever an answer changes the questions. All its fields are sent along,
so it works without JavaScript.
"""

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Final, TypeAlias

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from referee.core import AnyGame, BadSetup, Option, OptionGroup, Setup, Text, say, view_for
from referee.match import KeyTaken
from referee.web.access import rules as access
from referee.web.access.acquaintances import Acquaintances, acquaintances, called
from referee.web.access.devices import introduce
from referee.web.request import shapes
from referee.web.request.chosen_options import (
    FIRST_GAME,
    OWN,
    chosen_in,
    fits,
    one_by_one,
    wrong_in,
)
from referee.web.request.operations import FORM, Operation
from referee.web.request.payload import number_in, wants_json
from referee.web.services import services

pages = Blueprint("new_match", __name__, url_prefix="/new/<slug>")

_LONGEST_NAME: Final = 40


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its answer so far; `preset` is the whole value chosen, or `own`.

    `is_own` says that somebody wants to choose group by group, `is_drawn` that the page has drawn
    the answer at random.
    """

    option: Option
    value: str
    preset: str
    default: str
    learned: bool = False
    is_drawn: bool = False
    is_own: bool = False

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

    @property
    def is_settled(self) -> bool:
        """Return whether there is only one possible answer."""
        groups = self.option.groups
        return not self.option.presets and all(len(group.choices) == 1 for group in groups)

    @property
    def label(self) -> Text:
        """Return the answer of a question with one group."""
        return self.option.parts(self.value)[0][1].label


@dataclass(frozen=True, slots=True)
class Opening:
    """The form as filled in so far; `sides` is the team of each seat, if there are teams.

    `others` are known names that have no seat at a table of this size.
    """

    count: int
    names: tuple[str, ...]
    others: tuple[str, ...]
    asked: tuple[Asked, ...]
    sides: tuple[int, ...] = ()
    problem: Text | None = None
    is_first: bool = False

    @property
    def setup(self) -> Setup:
        """Return the setup of the match; a player without a name is called by number."""
        return Setup(called(self.names), tuple((ask.option.id, ask.value) for ask in self.asked))

    @property
    def extras(self) -> tuple[Asked, ...]:
        """Return the questions that can be skipped."""
        return tuple(ask for ask in self.asked if ask.option.is_extra)

    @property
    def is_extra_answered(self) -> bool:
        """Return whether one of them is answered otherwise than suggested."""
        return any(ask.value != ask.default or ask.is_own for ask in self.extras)

    @property
    def next_field(self) -> int:
        """Return the first seat without a name; the number of seats if all have one."""
        return next((seat for seat, name in enumerate(self.names) if not name), len(self.names))


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
    draw = _drawn_by_key if "draw" in request.form else None
    opening = opening_of(game, request.form, acquaintances(), draw)
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
    known = acquaintances()
    if FIRST_GAME not in form:
        form = MultiDict(form)
        form[FIRST_GAME] = "" if game.info.slug in known.games else "yes"
    opening = opening_of(game, form, known, secrets.choice)
    key = form.get("key") or secrets.token_urlsafe(9)
    return render_template(
        "new.html",
        game=game,
        opening=opening,
        problem=problem or opening.problem,
        key=key,
        own=OWN,
        first_game=FIRST_GAME,
        is_next=form.get("next") == "name",
    )


Draw: TypeAlias = Callable[[tuple[str, ...]], str]


def _drawn_by_key(places: tuple[str, ...]) -> str:
    """Draw a place at random, the same one if the form is sent twice."""
    digest = blake2b(request.form.get("key", secrets.token_urlsafe(9)).encode()).digest()
    return places[int.from_bytes(digest) % len(places)]


def opening_of(
    game: AnyGame, form: MultiDict[str, str], known: Acquaintances, draw: Draw | None = None
) -> Opening:
    """Read the fields; what is missing or no longer fits gets its default, or is drawn."""
    count = _count(game, form.get("count", ""), len(known.latest))
    given = tuple(name[:_LONGEST_NAME] for name in form.getlist("name"))
    filled = (*(given or known.people(count)), *("",) * count)
    names = _moved(filled[:count], form.get("move", ""))
    others = tuple(name for name in filled[count : max(game.info.seats)] if name)
    is_first = form.get(FIRST_GAME) == "yes"
    sent = _Form(form, services().matches.kept(game.info.slug), is_first, draw)
    asked = tuple(map(sent.asked, game.options(called(names), chosen_in(form))))
    opening = Opening(count, names, others, asked, is_first=is_first)
    try:
        state = game.setup(opening.setup)
    except BadSetup as problem:
        return replace(opening, problem=problem.text)
    return replace(opening, sides=_sides(game, state, count))


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


def _count(game: AnyGame, text: str, before: int) -> int:
    seats = game.info.seats
    count = number_in(text)
    if count in seats:
        return count
    return before if before in seats else min(seats, key=lambda count: abs(count - 4))


@dataclass(frozen=True, slots=True)
class _Form:
    """The fields sent, and what the page suggests where nothing was sent."""

    fields: MultiDict[str, str]
    kept: Mapping[str, str]
    is_first: bool
    draw: Draw | None

    def asked(self, option: Option) -> Asked:
        """Return a question with what was answered, or else with what is suggested."""
        chosen = chosen_in(self.fields).get(option.id, "")
        if option.is_starter:
            return self._starter(option, chosen)
        usual = option.first_game if self.is_first and option.first_game else option.default
        default = option.filled(usual, self.kept)
        value = chosen if chosen and fits(option, chosen) else default
        presets = [preset.value for preset in option.presets]
        own = option.id in one_by_one(self.fields)
        return Asked(
            option=option,
            value=value,
            preset=OWN if own or value not in presets else value,
            default=default,
            learned=value == default != usual,
            is_own=own,
        )

    def _starter(self, option: Option, chosen: str) -> Asked:
        wanted = self.fields.get("draw") == option.id
        if chosen and fits(option, chosen) and not wanted:
            drawn = self.fields.get(f"option.{option.id}.drawn")
            return Asked(option, chosen, chosen, option.default, is_drawn=chosen == drawn)
        value = self.draw(option.places) if self.draw else option.default
        return Asked(option, value, value, option.default, is_drawn=self.draw is not None)


def _sides(game: AnyGame, state: object, count: int) -> tuple[int, ...]:
    scores = view_for(game, state, None).scores
    if all(len(score.seats) < 2 for score in scores):  # noqa: PLR2004 - nobody shares a side
        return ()
    side_of = {seat: side for side, score in enumerate(scores) for seat in score.seats}
    return tuple(side_of.get(seat, 0) for seat in range(count))  # type: ignore[call-overload]
