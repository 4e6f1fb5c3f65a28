"""A table of War of Waves as its screens tell it: entries go in, screens and sentences come out."""

from pathlib import Path

from referee.core import (
    EMPTY,
    Mark,
    Seat,
    Setup,
    format_action,
    play,
    read_transcripts,
    redact,
)
from referee.games import load_all
from referee.games.war_of_waves import __file__ as folder
from referee.games.war_of_waves.components import SECTIONS
from referee.games.war_of_waves.state import Laid, Phase, Place

GAME = load_all()["war-of-waves"]
BEGUN = (
    "dealt seat=0 build=0 war=0",
    "dealt seat=1 build=0 war=0",
    "face card=build-1",
    "face card=war-2",
    "face card=build-3",
    "face card=war-4",
)
BRIDGE = dict.fromkeys(("b1", "b2", "b3", "b4"), (1, 1))
WHOLE = {**BRIDGE, "g1": (1, 0), "g2": (1, 0), "g3": (1, 0)}

ATTACK = ("attack side=1 at=b1 kind=war cards=1", "present card=war-4")


class Table:
    """A game in the middle: entries go in, screens and sentences come out."""

    def __init__(self, *, hands=((9, 9, 0, 0), (9, 9, 0, 0)), gateways=({}, {})) -> None:
        self.state = GAME.setup(Setup(("Ann", "Bo"), ()))
        self.story: list[str] = []
        self.enter(*BEGUN)
        laid = tuple(
            tuple(_place(*side.get(section.value, (0, 0))) for section in SECTIONS)
            for side in gateways
        )
        self.state = self.state._replace(hands=hands, gateways=laid)

    def enter(self, *entries: str) -> "Table":
        """Make entries; the story is that of the last one."""
        for text in entries:
            action = GAME.parse(text)
            self.story = [str(GAME.voice.action(self.state, action))]
            self.state, facts = play(GAME, self.state, action)
            self.story += [str(GAME.voice.fact(self.state, fact)) for fact in facts]
        return self

    def seen(self, seat: int | None = None):
        whose = None if seat is None else Seat(seat)
        return GAME.view(redact(self.state, whose), whose)

    @property
    def said(self) -> str:
        return str(self.seen().step.say)

    @property
    def where(self) -> str:
        return str(self.seen().step.where)

    @property
    def hands(self) -> list[str]:
        return self.hands_of(None)

    def hands_of(self, seat: int | None) -> list[str]:
        return [str(task.say) for task in self.seen(seat).step.hands]

    @property
    def questions(self) -> dict[str, str]:
        """Return what is asked before an entry, by entry."""
        choices = self.seen().step.choices
        return {format_action(one.action): str(one.ask) for one in choices if one.ask != EMPTY}

    def zone(self, name: str):
        return next(zone for zone in self.seen().zones if zone.id == name)

    def notes(self, seat: int):
        return self.seen(seat).own.choices


def _place(builds: int, wars: int) -> Place:
    return Place((Laid(),) * builds, (Laid(),) * wars)


def noted(table: Table, numbers: dict[str, int], seat: int = 0) -> Table:
    for at, value in numbers.items():
        table.enter(f"remember seat={seat} at={at} kind=build card=1 value={value}")
    return table


def _names() -> list[str]:
    found = sorted((Path(folder).parent / "transcripts").glob("*.txt"))
    return [path.stem for path in found if path.stem != "turn-limit"]


def _entries(name: str):
    path = Path(folder).parent / "transcripts" / f"{name}.txt"
    found = next(read_transcripts(path.read_text("utf-8").splitlines()))
    state = GAME.setup(found.setup)
    for line in found.lines:
        if line.mark is Mark.ENTRY:
            action = GAME.parse(line.text)
            after, facts = play(GAME, state, action)
            yield state, action, after, facts
            state = after


def _sentences() -> list[str]:
    texts = []
    for name in _names():
        for before, action, _, facts in _entries(name):
            step = GAME.view(redact(before, None), None).step
            texts += [str(step.say), str(step.where), *(str(task.say) for task in step.hands)]
            texts.append(str(GAME.voice.action(before, action)))
            texts += [str(GAME.voice.fact(before, fact)) for fact in facts]
    return texts


def _played(name: str, phase: Phase) -> Table:
    table = Table()
    for _, _, after, _ in _entries(name):
        if after.phase is phase:
            table.state = after
            return table
    raise AssertionError
