"""The games under test: all that the product has, and a sixth one that is put beside them."""

import importlib
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

import referee.games
from referee.core import AnyGame, Fact, Setup, TableDecided, play, read_transcripts
from referee.games import folder_of, load_all
from referee.match.replays import Mismatch, Said, replay

SIXTH = Path(__file__).parent / "sixth_game"
GAMES = list(dict.fromkeys([*load_all(), "spoof"]))


def slug_of(path: Path) -> str:
    """Return which game a transcript plays."""
    return next(read_transcripts(path.read_text("utf-8").splitlines())).slug


def lay_out(into: Path) -> Path:
    """Write the folder of the sixth game as `referee/games/README.md` shows it."""
    folder = into / "spoof"
    shutil.copytree(SIXTH / "spoof", folder)
    for file in folder.rglob("*.py.txt"):
        file.rename(file.with_suffix(""))
    return folder


@pytest.fixture(scope="module")
def sixth_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyGame]:
    """Put one more folder where games are looked for, for the tests of one module.

    Whoever tests pages in the same process would else find it among the games.
    """
    if "spoof" in load_all():  # the example was copied from referee/games/README.md
        yield load_all()["spoof"]
        return
    path = lay_out(tmp_path_factory.mktemp("games")).parent
    referee.games.__path__.append(str(path))
    importlib.invalidate_caches()
    yield load_all()["spoof"]
    referee.games.__path__.remove(str(path))
    for name in [name for name in sys.modules if name.startswith("referee.games.spoof")]:
        del sys.modules[name]
    del referee.games.spoof  # type: ignore[attr-defined]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest, sixth_game: AnyGame) -> AnyGame:
    """Each game in turn, the sixth among them."""
    return {**load_all(), sixth_game.info.slug: sixth_game}[request.param]


@pytest.fixture(scope="session")
def waves() -> AnyGame:
    return load_all()["waves"]


@pytest.fixture(scope="session")
def breakers() -> AnyGame:
    return load_all()["breakers"]


@pytest.fixture
def transcripts() -> Callable[[AnyGame], list[Path]]:
    """Return the golden transcripts of a game; a folder with two editions holds those of both."""

    def transcripts(game: AnyGame) -> list[Path]:
        file = sys.modules[folder_of(game)].__file__
        assert file is not None
        paths = sorted((Path(file).parent / "transcripts").glob("*.txt"))
        return [path for path in paths if slug_of(path) == game.info.slug]

    return transcripts


@pytest.fixture
def said(transcripts) -> Callable[[AnyGame], list[Said]]:
    """Return every entry of a game's golden transcripts, with what is said to it."""

    def said(game: AnyGame) -> list[Said]:
        told: list[Said] = []
        for path in transcripts(game):
            events = list(replay(path.read_text("utf-8").splitlines(), load_all()))
            assert [] == [f"{path.name}: {e.text}" for e in events if isinstance(e, Mismatch)]
            told += [event for event in events if isinstance(event, Said)]
        return told

    return said


@pytest.fixture
def facts_of() -> Callable[[AnyGame], set[type[Fact]]]:
    """Return the kinds of fact of a game: its own, and that the table has decided."""

    def facts_of(game: AnyGame) -> set[type[Fact]]:
        names = [name for name in sys.modules if name.startswith(f"{folder_of(game)}.")]
        there = [one for name in names for one in vars(sys.modules[name]).values()]
        own = [one for one in there if isinstance(one, type) and issubclass(one, Fact)]
        return {*own, TableDecided} - {Fact}

    return facts_of


@pytest.fixture
def table(waves) -> Callable[..., "Table"]:
    """Lay a table of Waves, or of another edition: seats, options and first entries."""

    def table(
        *entries: str,
        names: Sequence[str] = ("Ann", "Bo", "Cy", "Di"),
        game: AnyGame = waves,
        **options: str,
    ) -> Table:
        chosen = {"mode": "all-vs-all", "council": "2,2,2,2,2"} if len(names) > 3 else {}
        chosen |= {name.replace("_", "-"): value for name, value in options.items()}
        laid = Table(game, game.setup(Setup(tuple(names), tuple(chosen.items()))))
        return laid.enter(*entries)

    return table


class Table:
    """A game of Waves in the middle: entries go in, values and facts come out."""

    def __init__(self, game: AnyGame, state) -> None:
        self.game = game
        self.state = state
        self.facts: tuple = ()

    def enter(self, *entries: str) -> "Table":
        """Make entries that are allowed; `council scholar,seer` turns up all Elders."""
        for entry in entries:
            for text in _expanded(entry):
                self.state, self.facts = play(self.game, self.state, self.game.parse(text))
        return self

    def ruling(self, entry: str):
        """Say whether an entry is allowed now."""
        return self.game.explain(self.state, self.game.parse(entry))

    def refusal(self, entry: str) -> str:
        """Return the sentence that refuses an entry."""
        action = self.game.parse(entry)
        ruling = self.game.explain(self.state, action)
        assert not ruling.allowed
        return str(self.game.voice.refusal(self.state, action, ruling))

    @property
    def values(self) -> Mapping:
        """Return the public values."""
        return self.game.values(self.state, None)

    def found(self, kind: str) -> list:
        """Return the facts of one kind that the last entry settled."""
        return [fact for fact in self.facts if fact.kind == kind]


def _expanded(entry: str) -> list[str]:
    verb, _, rest = entry.partition(" ")
    if verb == "council":
        return [f"elder slot={slot} card={card}" for slot, card in enumerate(rest.split(","))]
    if verb == "follows":
        return [f"follow slot={slot}" for slot in rest.split(",")]
    return [entry]
