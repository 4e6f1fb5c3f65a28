"""Demos: golden transcripts, played step by step on the screen of a table.

They show the product to newcomers who do not own the game. Nothing is stored: the address contains
the transcript and the step.
"""

from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, abort, render_template, request

from referee.core import (
    AnyGame,
    Fact,
    IllegalAction,
    Line,
    Mark,
    play,
    redact,
    view_for,
)
from referee.match.cooperative import cooperatively
from referee.web.access import rules as access
from referee.web.screens.demo_files import Demo, catalogue_of, demos_of
from referee.web.screens.page import Notice
from referee.web.screens.render import draw_alone
from referee.web.screens.scenes import moments
from referee.web.screens.screen import LINES, Role, Screen, StoryLine, ending, grouped
from referee.web.services import services

pages = Blueprint("demos", __name__, url_prefix="/demos/<slug>")


@dataclass(frozen=True, slots=True)
class Scene:
    """The table after some steps: state, story, the latest refusal, what followed from the last."""

    state: Any
    story: tuple[StoryLine, ...] = ()
    notice: Notice | None = None
    facts: tuple[Fact, ...] = ()


@pages.get("")
@access.everyone
def catalogue(slug: str) -> str:
    """List the demos of a game by kind."""
    game = services().matches.game(slug)
    return render_template("catalogue.html", game=game, catalogue=catalogue_of(game))


@pages.get("/<name>")
@access.everyone
def show(slug: str, name: str) -> str:
    """Show one step of a demo."""
    game = services().matches.game(slug)
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


def _scene(game: AnyGame, demo: Demo, at: int) -> Scene:
    """Play a demo up to a step; a whole game takes milliseconds, so nothing is cached."""
    scene = Scene(game.setup(demo.setup))
    steps = tuple(enumerate(demo.lines[:at], start=1))
    shown = frozenset([number for number, line in steps if line.mark is Mark.ENTRY][-LINES:])
    for number, line in cooperatively(steps):
        scene = _after(game, scene, line, number, is_shown=number in shown)
    return scene


def _after(game: AnyGame, scene: Scene, line: Line, number: int, *, is_shown: bool) -> Scene:
    action = game.parse(line.text)
    try:
        state, facts = play(game, scene.state, action)
    except IllegalAction as refused:
        rule = game.rulebook.get(refused.ruling.rule)
        return replace(scene, notice=Notice("refused", refused.text, rule), facts=())
    if not is_shown:
        return Scene(state)
    before, after = redact(scene.state, None), redact(state, None)
    entry = StoryLine(number, "entry", game.voice.action(before, action))
    told = (
        StoryLine(number, "fact", game.voice.fact(after, fact))
        for fact in reversed(facts)
        if not fact.minor
    )
    return Scene(state, (*told, entry, *scene.story)[:LINES], facts=facts)


def _screen(game: AnyGame, demo: Demo, scene: Scene, at: int) -> Screen:
    view = view_for(game, scene.state, None)
    upcoming = demo.lines[at] if at < len(demo.lines) else None
    return Screen(
        id=f"demo-{demo.name}",
        seq=at,
        role=Role.DEMO,
        game=game,
        view=view,
        groups=grouped(view.step.choices),
        story=scene.story,
        moment=at,
        scenes=moments(game, scene.state, scene.facts),
        next=_written(game, upcoming) if upcoming and upcoming.mark is Mark.ENTRY else "",
        **ending(game, demo.setup, scene.state, game.outcome(scene.state)),
    )


def _written(game: AnyGame, line: Line) -> str:
    return game.format(game.parse(line.text))
