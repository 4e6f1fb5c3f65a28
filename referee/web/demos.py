"""Plays any golden transcript on the real table screen, step by step.

This is how a newcomer sees the product without owning the game. Nothing is stored: the address
says which transcript and which step.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from flask import Blueprint, abort, render_template, request

from referee.core import (
    AnyGame,
    IllegalAction,
    Line,
    Mark,
    Setup,
    play,
    read_transcripts,
    redact,
)
from referee.games import folder_of
from referee.match.replay import unhurried
from referee.web.aside import give_way
from referee.web.desk import desk
from referee.web.notices import Notice
from referee.web.rendering import draw_alone
from referee.web.screens import LINES, Role, Screen, StoryLine, ending, grouped, view_for_all

_A_GAME: Final = "game-"
_AN_EXAMPLE: Final = "example-"

pages = Blueprint("demos", __name__, url_prefix="/demos/<slug>/<name>")


@dataclass(frozen=True, slots=True)
class Demo:
    """A transcript to be shown: its title, who plays, and the entries that are its steps."""

    name: str
    title: str
    setup: Setup
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """The demos of a game as a newcomer looks for them: to be seen at once, and all others."""

    games: tuple[Demo, ...]
    examples: tuple[Demo, ...]
    others: tuple[Demo, ...]

    @property
    def any(self) -> bool:
        """Whether there is anything to watch."""
        return self.first is not None

    @property
    def first(self) -> Demo | None:
        """What to begin with: a whole game, where there is one."""
        return next(iter((*self.games, *self.examples, *self.others)), None)


@dataclass(frozen=True, slots=True)
class Scene:
    """The table after some steps: the state, the story so far, and what was just refused."""

    state: Any
    story: tuple[StoryLine, ...] = ()
    notice: Notice | None = None


@pages.get("")
def show(slug: str, name: str) -> str:
    """Show one step of a demo."""
    game = desk().matches.game(slug)
    demo = next((demo for demo in demos_of(game) if demo.name == name), None) or abort(404)
    at = min(max(request.args.get("at", 0, type=int), 0), len(demo.lines))
    scene = _scene(game, demo, at)
    screen = _screen(game, demo, scene, at)
    return render_template(
        "demo.html",
        game=game,
        demo=demo,
        at=at,
        screen=screen,
        notice=scene.notice,
        once=draw_alone,
    )


def demos_of(game: AnyGame) -> tuple[Demo, ...]:
    """Read the transcripts in a game's folder; those of its other editions are left out."""
    slug = game.info.slug
    return tuple(demo for found, demo in _demos_in(folder_of(game)) if found == slug)


def shelf_of(game: AnyGame) -> Shelf:
    """Sort the demos of a game by what their files are called."""
    demos = demos_of(game)
    games = tuple(demo for demo in demos if demo.name.startswith(_A_GAME))
    examples = tuple(demo for demo in demos if demo.name.startswith(_AN_EXAMPLE))
    others = tuple(demo for demo in demos if not demo.name.startswith((_A_GAME, _AN_EXAMPLE)))
    return Shelf(games, examples, others)


@lru_cache(maxsize=16)
def _demos_in(package: str) -> tuple[tuple[str, Demo], ...]:
    folder = files(package).joinpath("transcripts")
    if not folder.is_dir():
        return ()
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".txt"))
    found = []
    for name in names:
        found.append(_read(name, folder.joinpath(name).read_text("utf-8")))
        give_way()
    return tuple(found)


def _read(file: str, text: str) -> tuple[str, Demo]:
    lines = text.splitlines()
    transcript = next(read_transcripts(lines))
    name = file.removesuffix(".txt")
    remarks = (line.lstrip("# ").strip() for line in lines if line.startswith("#"))
    title = next(filter(None, remarks), "") or name.replace("-", " ")
    steps = tuple(line for line in transcript.lines if line.mark in {Mark.ENTRY, Mark.REFUSED})
    return transcript.slug, Demo(name, title, transcript.setup, steps)


def _scene(game: AnyGame, demo: Demo, at: int) -> Scene:
    """Play a demo up to a step; whole games take milliseconds, so nothing is remembered."""
    scene = Scene(game.setup(demo.setup))
    steps = tuple(enumerate(demo.lines[:at], start=1))
    shown = frozenset([number for number, line in steps if line.mark is Mark.ENTRY][-LINES:])
    for number, line in unhurried(steps):
        scene = _after(game, scene, line, number, is_shown=number in shown)
    return scene


def _after(game: AnyGame, scene: Scene, line: Line, number: int, *, is_shown: bool) -> Scene:
    action = game.parse(line.text)
    try:
        state, facts = play(game, scene.state, action)
    except IllegalAction as refused:
        rule = game.rulebook.get(refused.ruling.rule)
        return replace(scene, notice=Notice("refused", refused.text, rule))
    if not is_shown:
        return Scene(state)
    before, after = redact(scene.state, None), redact(state, None)
    entry = StoryLine(number, "entry", game.voice.action(before, action))
    told = (
        StoryLine(number, "fact", game.voice.fact(after, fact))
        for fact in reversed(facts)
        if not fact.minor
    )
    return Scene(state, (*told, entry, *scene.story)[:LINES])


def _screen(game: AnyGame, demo: Demo, scene: Scene, at: int) -> Screen:
    view = view_for_all(game, scene.state)
    upcoming = demo.lines[at] if at < len(demo.lines) else None
    return Screen(
        id=f"demo-{demo.name}",
        seq=at,
        role=Role.DEMO,
        game=game,
        view=view,
        groups=grouped(view.step.choices),
        story=scene.story,
        next=_written(game, upcoming) if upcoming and upcoming.mark is Mark.ENTRY else "",
        **ending(game, demo.setup, scene.state, game.outcome(scene.state)),
    )


def _written(game: AnyGame, line: Line) -> str:
    return game.format(game.parse(line.text))
