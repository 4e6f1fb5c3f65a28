"""The golden transcripts of a game as demos, sorted for newcomers."""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from referee.core import AnyGame, Line, Mark, Setup, Text, read_transcripts, say
from referee.games import folder_of
from referee.web.request.workers import give_way

_KINDS: Final = (
    ("game-", say("Whole games"), say("From the first entry to the winner.")),
    ("example-", say("Examples from the rulebook"), say("The rulebook’s tables, step by step.")),
    ("mistakes", say("Mistakes"), say("What the referee says when something cannot be right.")),
    ("table-", say("The table decides"), say("How you overrule the referee.")),
    ("", say("Single rules"), say("Each shows one rule or ruling.")),
)
"""The kinds of demos in the order of the list: the start of the name, a heading, a sentence."""


@dataclass(frozen=True, slots=True)
class Demo:
    """A transcript to be shown: its title, who plays, and the entries that are its steps."""

    name: str
    title: str
    setup: Setup
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class DemoGroup:
    """Demos of one kind, and what they show."""

    title: Text
    shows: Text
    demos: tuple[Demo, ...]


def demos_of(game: AnyGame) -> tuple[Demo, ...]:
    """Read the transcripts in a game's folder; those of its other editions are left out."""
    slug = game.info.slug
    return tuple(demo for found, demo in _demos_in(folder_of(game)) if found == slug)


def catalogue_of(game: AnyGame) -> tuple[DemoGroup, ...]:
    """Return the demos of a game by kind, whole games first; the name of a file gives its kind."""
    found: dict[str, list[Demo]] = {start: [] for start, _, _ in _KINDS}
    for demo in demos_of(game):
        name = demo.name.removeprefix(f"{game.info.slug}-")
        found[next(start for start in found if name.startswith(start))].append(demo)
    return tuple(
        DemoGroup(title, shows, tuple(found[start]))
        for start, title, shows in _KINDS
        if found[start]
    )


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
