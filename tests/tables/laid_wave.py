"""A game of WAVE as a test lays it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from referee.core import (
    AnyGame,
    IllegalAction,
    Setup,
    format_action,
    play,
)
from referee.games import load_all

WAVE: AnyGame = load_all()["wave"]
COLOURS = ("white", "yellow", "orange", "red", "turquoise", "blue")
DECK = [
    f"{colour}-{number}"
    for colour in COLOURS
    for number in range(6)
    if f"{colour}-{number}" not in ("white-0", "blue-5")
]


@dataclass
class Table:
    """A game of WAVE in the middle: entries go in, values and facts come out."""

    state: Any
    facts: tuple = ()

    def enter(self, *entries: str) -> "Table":
        for entry in entries:
            self.state, self.facts = play(WAVE, self.state, WAVE.parse(entry))
        return self

    def plays(self, *cards: str) -> "Table":
        """Lay cards, `+red-3` from those facing the team, `=red-3` from Silver's."""
        facing = {"+": "team", "=": "open"}
        for card in cards:
            how = facing.get(card[0], "self")
            self.enter(f"play card={card.lstrip('+=')} facing={how}")
        return self

    def ruling(self, entry: str):
        return WAVE.explain(self.state, WAVE.parse(entry))

    def reason(self, entry: str) -> str:
        ruling = self.ruling(entry)
        return "" if ruling.allowed else ruling.reason

    def refusal(self, entry: str) -> str:
        with pytest.raises(IllegalAction) as refused:
            play(WAVE, self.state, WAVE.parse(entry))
        return str(refused.value)

    def of(self, *names: str) -> list:
        values = WAVE.values(self.state, None)
        return [values[name] for name in names]

    def told(self, kind: str):
        return [fact for fact in self.facts if fact.kind == kind]

    @property
    def orders(self) -> list[str]:
        return [str(text) for text in WAVE.view(self.state, None).step.hands]


def table(*entries: str, names: Sequence[str] = ("Ann", "Bo", "Cy"), **options: str) -> Table:
    return Table(WAVE.setup(Setup(tuple(names), tuple(options.items())))).enter(*entries)


def duo(*entries: str, **options: str) -> Table:
    return table(*entries, names=("Ann", "Bo"), **options)


def rising(colours: Sequence[str] = COLOURS) -> list[str]:
    """Lay every number from low to high, and within a number every colour from low to high."""
    return [
        f"{colour}-{number}"
        for number in range(6)
        for colour in colours
        if f"{colour}-{number}" in DECK
    ]


def lay_all(game: Table, cards: Sequence[str]) -> Table:
    """Lay these cards from whichever way somebody holds one; the referee sees no faces."""
    for card in cards:
        if game.of("phase") == ["over"]:
            break
        here = f" card={card} "
        (seat,) = WAVE.to_act(game.state)
        offers = [format_action(one) for one in WAVE.legal_actions(game.state, seat)]
        game.enter(next(one for one in offers if one.startswith("play") and here in f"{one} "))
    return game
