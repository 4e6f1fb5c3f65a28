"""The design page: every component in every state, by day and by night.

It is made from the templates, macros and stylesheets of the screens and the pieces of a game, so it
shows what people see; only the samples are its own.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import chain
from typing import Final

from flask import Blueprint, Response, render_template, request

from referee.core import (
    EMPTY,
    AnyGame,
    Choice,
    Mark,
    Piece,
    RuleId,
    Setup,
    Task,
    View,
    play,
    say,
    view_for,
)
from referee.web.access import rules as access
from referee.web.screens.artwork import own_file
from referee.web.screens.demo_files import demos_of
from referee.web.screens.page import Notice
from referee.web.screens.render import draw_alone
from referee.web.screens.screen import Group, Item, Role, Screen, StoryLine, grouped
from referee.web.services import services

pages = Blueprint("design", __name__, url_prefix="/design")

_MOST_OF_A_KIND: Final = 8
_SENTENCE: Final = say("The sentence says what to do with your hands.")
_TASKS: Final = (
    Task(_SENTENCE, RuleId("")),
    Task(say("The next one stands below it, smaller."), RuleId("")),
    Task(say("The last one is the question."), RuleId("")),
)
_ROOT: Final = re.compile(r"^( *):root \{(.*?)^\1\}", re.DOTALL | re.MULTILINE)
_TOKEN: Final = re.compile(r"--([\w-]+): ([^;]+);")
_NIGHT: Final = "@media (prefers-color-scheme: dark)"


@dataclass(frozen=True, slots=True)
class Token:
    """A token of the stylesheets: its name, and its value by day and by night."""

    name: str
    day: str
    night: str

    @property
    def kind(self) -> str:
        """Return what is drawn for it: a colour, a shadow, a text, a length or a duration."""
        if "px" in self.day and "#" in self.day:
            return "shadow"
        if self.day.startswith("#"):
            return "colour"
        if self.day.endswith("ms"):
            return "duration"
        return "text" if re.fullmatch(r"t\d", self.name) else "length"


@pages.get("")
@access.everyone
def show() -> str:
    """Show every component in every state."""
    game = _game()
    view = _middle(game)
    notices = tuple(
        Notice(kind, _SENTENCE, rule)
        for kind in ("refused", "ask", "problem", "stale", "news")
        for rule in (next(iter(game.rulebook.values())) if kind == "refused" else None,)
    )
    return render_template(
        "design.html",
        game=game,
        games=services().matches.games.values(),
        tokens=tuple(_tokens(_common())) + tuple(_tokens(own_file(game, "game.css"))),
        groups=tuple(_groups(view)),
        pieces=(pieces := _pieces(view)),
        states=tuple(_states(pieces.get("card", ()))),
        scores=view.scores,
        notices=notices,
        screen=_screen(game, view),
        once=draw_alone,
    )


@pages.get("/colours.css")
@access.everyone
def colours() -> Response:
    """Return a stylesheet that sets the colours of day and night, read from the tokens."""
    game = _game()
    tokens = (*_tokens(_common()), *_tokens(own_file(game, "game.css")))
    lines = [
        *_class_of("day", "light", {one.name: one.day for one in tokens if one.night}),
        *_class_of("night", "dark", {one.name: one.night for one in tokens if one.night}),
        *(f".token-{one.name} {{ {_drawn(one)} }}" for one in tokens if one.kind != "duration"),
    ]
    response = Response("\n".join(lines), mimetype="text/css")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


def _game() -> AnyGame:
    games = services().matches.games
    return services().matches.game(request.args.get("game", next(iter(games), "")))


def _common() -> str:
    return files("referee.web").joinpath("static", "tokens.css").read_text("utf-8")


def _tokens(css: str) -> Iterator[Token]:
    """Return the tokens of a stylesheet; those that are the same at night have no night value."""
    before, _, after = css.partition(_NIGHT)
    day, night = _ROOT.search(before), _ROOT.search(after)
    by_night = dict(_TOKEN.findall(night[2])) if night else {}
    for name, value in _TOKEN.findall(day[2]) if day else ():
        yield Token(name, value, by_night.get(name, ""))


def _class_of(name: str, scheme: str, tokens: Mapping[str, str]) -> Iterator[str]:
    yield f".{name} {{ color-scheme: {scheme};"
    yield from (f"  --{token}: {value};" for token, value in tokens.items())
    yield "}"


def _drawn(token: Token) -> str:
    value = f"var(--{token.name})"
    return {
        "colour": f"background: {value};",
        "shadow": f"box-shadow: {value};",
        "text": f"font-size: {value};",
        "length": f"inline-size: {value};",
    }[token.kind]


def _middle(game: AnyGame) -> View:
    """Return the table in the middle of a demo, of a whole game if there is one; else the start."""
    demos = demos_of(game)
    demo = next((one for one in demos if one.name.startswith("game-")), next(iter(demos), None))
    if demo is None:
        names = tuple(f"Player {number}" for number in range(1, min(game.info.seats) + 1))
        return view_for(game, game.setup(Setup(names)), None)
    state = game.setup(demo.setup)
    entries = [line.text for line in demo.lines if line.mark is Mark.ENTRY]
    for text in entries[: len(entries) // 2]:
        state, _ = play(game, state, game.parse(text))
    return view_for(game, state, None)


def _pieces(view: View) -> dict[str, tuple[Piece, ...]]:
    """Return pieces of each shape that are different, at most a few of each."""
    in_zones = chain.from_iterable((*zone.pieces, *zone.marks) for zone in view.zones)
    in_scores = chain.from_iterable(score.pieces for score in view.scores)
    found: dict[str, dict[str, Piece]] = {}
    for piece in (*in_zones, *in_scores, *view.reference):
        if not (piece.empty or piece.face_down):
            found.setdefault(piece.shape, {}).setdefault(str(piece.label), replace(piece, count=1))
    return {shape: tuple(by_label.values())[:_MOST_OF_A_KIND] for shape, by_label in found.items()}


def _states(cards: tuple[Piece, ...]) -> Iterator[Piece]:
    """Return one card as it may lie: face down, known to its owner, missing, two of it, many."""
    for card in cards[:1]:
        yield replace(card, face_down=True)
        yield replace(card, face_down=True, own=True)
        yield replace(card, empty=True)
        yield replace(card, count=2)
        yield replace(card, count=5)


def _groups(view: View) -> Iterator[Group]:
    """Return one choice in each of its states, then the questions of the moment as tabs."""
    like = next(iter(view.step.choices), None)
    if like is None:
        return
    plain = replace(like, main=False, ask=EMPTY, detail=EMPTY)
    kinds: dict[str, Choice] = {
        "plain": plain,
        "detail": replace(plain, detail=say("with a detail")),
        "main": replace(plain, main=True),
        "doubtful": replace(plain, ask=say("Are you sure?")),
    }
    items = tuple(Item(choice, name) for name, choice in kinds.items())
    yield Group("states", say("Every state"), items)
    yield Group("others", say("Another question"), items[:2])


def _screen(game: AnyGame, view: View) -> Screen:
    line = StoryLine(1, "entry", say("What happened last."))
    return Screen(
        id="design",
        seq=1,
        role=Role.TABLE,
        game=game,
        view=view,
        groups=grouped(view.step.choices),
        story=(line, replace(line, kind="fact"), replace(line, kind="back")),
        undo=say("the last entry"),
        redo=say("the last entry"),
        tasks=_TASKS,
    )
