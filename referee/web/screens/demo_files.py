"""The golden transcripts of a game as demos, sorted for newcomers."""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from referee.core import AnyGame, Line, Mark, Setup, read_transcripts
from referee.games import folder_of
from referee.web.request.workers import give_way

_A_GAME: Final = "game-"
_AN_EXAMPLE: Final = "example-"


@dataclass(frozen=True, slots=True)
class Demo:
    """A transcript to be shown: its title, who plays, and the entries that are its steps."""

    name: str
    title: str
    setup: Setup
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class DemoCatalogue:
    """The demos of a game: those to show first, and all others."""

    games: tuple[Demo, ...]
    examples: tuple[Demo, ...]
    others: tuple[Demo, ...]

    @property
    def any(self) -> bool:
        """Return whether there is any demo."""
        return self.first is not None

    @property
    def first(self) -> Demo | None:
        """The demo to start with: a whole game if there is one."""
        return next(iter((*self.games, *self.examples, *self.others)), None)


def demos_of(game: AnyGame) -> tuple[Demo, ...]:
    """Read the transcripts in a game's folder; those of its other editions are left out."""
    slug = game.info.slug
    return tuple(demo for found, demo in _demos_in(folder_of(game)) if found == slug)


def catalogue_of(game: AnyGame) -> DemoCatalogue:
    """Sort the demos of a game by the names of their files."""
    demos = demos_of(game)
    games = tuple(demo for demo in demos if demo.name.startswith(_A_GAME))
    examples = tuple(demo for demo in demos if demo.name.startswith(_AN_EXAMPLE))
    others = tuple(demo for demo in demos if not demo.name.startswith((_A_GAME, _AN_EXAMPLE)))
    return DemoCatalogue(games, examples, others)


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
