"""The golden transcripts of every game, and what of them is shown to whom."""

import os
import re
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from referee.core import Mark, Note, play, read_transcripts
from referee.core.transcripts import Transcript
from referee.games import folder_of, load_all

Kind = tuple[str, str]
"""The verb of an entry, and the phase of the game in which it is made."""

TO_OPEN = 10
"""As many entries as could be tapped while another screen is opened."""


def read_golden() -> dict[str, str]:
    """Read every transcript of every game, by game and name."""
    found = {}
    for slug, game in load_all().items():
        module = sys.modules[folder_of(game)]
        folder = Path(os.fspath(module.__path__[0])) / "transcripts"
        for path in sorted(folder.glob("*.txt")):
            text = path.read_text("utf-8")
            if re.search(rf"^game {slug}$", text, re.MULTILINE):
                found[f"{slug}/{path.stem}"] = text
    return found


def transcript_of(text: str) -> Transcript:
    return next(read_transcripts(text.splitlines()))


@dataclass(frozen=True)
class Stretch:
    """Entries of a transcript, counted from 0, in which something is done for the first time."""

    transcript: str
    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1


@cache
def stretches() -> dict[str, tuple[Stretch, ...]]:
    """Give, by game, few stretches in which people do everything that they do in any transcript.

    There is the shortest whole game, and then each time the stretch that shows most of what is
    still missing for its length.
    """
    golden = read_golden()
    return {slug: _few_of(slug, golden) for slug in load_all()}


def _few_of(slug: str, golden: dict[str, str]) -> tuple[Stretch, ...]:
    texts = {name: text for name, text in golden.items() if name.startswith(f"{slug}/")}
    kinds = {name: firsts_of(text) for name, text in texts.items()}
    whole = [name for name in texts if "/game-" in name and "\noutcome " in texts[name]]
    games = [Stretch(name, 0, texts[name].count("\n> ") - 1) for name in whole]
    chosen = sorted(games, key=len)[:1]
    missing = set().union(*kinds.values()).difference(*(kinds[one.transcript] for one in chosen))
    while missing:
        worth = {}
        for name, firsts in kinds.items():
            if new := [firsts[kind] for kind in firsts.keys() & missing]:
                one = Stretch(name, min(new), max(new))
                worth[one] = len(new) / (TO_OPEN + len(one))
        best = max(worth, key=worth.__getitem__)
        chosen.append(best)
        missing -= kinds[best.transcript].keys()
    return tuple(chosen)


def firsts_of(text: str) -> dict[Kind, int]:
    """Say at which entry each verb is first used in each phase of the game."""
    found = transcript_of(text)
    game = load_all()[found.slug]
    state = game.setup(found.setup)
    firsts: dict[Kind, int] = {}
    entries = [line.text for line in found.lines if line.mark is Mark.ENTRY]
    for number, entry in enumerate(entries):
        action = game.parse(entry)
        if not isinstance(action, Note):
            phase = str(game.values(state, None).get("phase", ""))  # known to all: no secret in it
            firsts.setdefault((entry.split()[0], phase), number)
        state, _ = play(game, state, action)
    return firsts
