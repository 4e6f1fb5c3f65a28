"""A sixth game is one more folder: it is listed, plays and shows with nothing else touched."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import referee.games
from referee.core import Seat, Setup, play, redact
from referee.games import load_all
from referee.match import Matches, SqliteStore
from referee.web import create_app

FOLDER = Path(__file__).parent / "sixth_game" / "spoof"
GUIDE = Path(__file__).parents[2] / "referee" / "games" / "README.md"
SHOWN = re.compile(r"^`referee/games/spoof/(\S+)`\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
HIDDEN = ("hide seat=0 pebbles=3", "hide seat=1 pebbles=2")


@pytest.fixture
def matches(sixth_game) -> Matches:
    return Matches(SqliteStore(":memory:"), {"spoof": sixth_game})


@pytest.fixture
def match(matches):
    match = matches.open("spoof", Setup(("Ann", "Bo")))
    for text in HIDDEN:
        match.submit([match.game.parse(text)], expected_seq=match.seq)
    return match


@pytest.mark.package
def test_the_guide_shows_the_very_files_that_are_tested() -> None:
    files = [path for path in FOLDER.rglob("*") if path.is_file()]
    there = {
        str(path.relative_to(FOLDER)).removesuffix(".py.txt")
        + ".py" * path.name.endswith(".py.txt"): path.read_text("utf-8")
        for path in files
    }
    assert there == dict(SHOWN.findall(GUIDE.read_text("utf-8")))


def test_it_is_listed_beside_the_others(sixth_game) -> None:
    assert sixth_game is load_all()["spoof"]
    assert {"waves", "spoof"} <= set(load_all())


def test_it_plays_to_its_end(sixth_game, match) -> None:
    for text in ("guess seat=0 total=4", "guess seat=1 total=5"):
        match.submit([sixth_game.parse(text)], expected_seq=match.seq)
    assert ("guessed", (1,)) == (match.outcome.reason, match.outcome.winners)
    assert "Bo guessed right and wins!" == str(sixth_game.voice.outcome(match.state, match.outcome))


def test_its_transcripts_reach_every_end(sixth_game, said) -> None:
    assert {"guessed", "three-rounds"} == {
        one.outcome.reason for one in said(sixth_game) if one.outcome
    }


@pytest.mark.parametrize("reader", [None, 1])
def test_its_secret_shows_in_no_other_seats_view_or_story(sixth_game, match, reader) -> None:
    values = sixth_game.values(redact(match.state, reader), reader)
    assert [None, 2 if reader == 1 else None] == values["pebbles"]
    story = match.story(reader)
    assert "hide seat=0 pebbles=?" == story[0].text
    told = [str(one.sentence) for one in story] + [
        str(fact.sentence) for one in story for fact in one.facts
    ]
    assert [] == [sentence for sentence in told if "3" in sentence]


def test_the_owner_sees_the_secret(sixth_game, match) -> None:
    assert [3, None] == sixth_game.values(redact(match.state, Seat(0)), Seat(0))["pebbles"]


def test_the_pages_find_it(sixth_game) -> None:
    client = create_app(SqliteStore(":memory:"), load_all()).test_client()
    assert sixth_game.info.title in client.get("/").text
    page = client.get("/new/spoof").text
    assert "Spoof" in page
    opened = client.post("/new/spoof", data={"count": "3", "name": ["Ann", "Bo", "Cy"]})
    table = opened.headers["Location"]
    shown = client.get(table).text
    assert "hide 0 to 3 pebbles in your fist" in shown
    entered = client.post(f"{table}/act", data={"action": "hide seat=1 pebbles=3", "expected": "0"})
    assert 303 == entered.status_code
    shown = client.get(table).text
    assert "The fist of Bo is closed." in shown
    assert "hide seat=1" not in shown
    refused = client.post(f"{table}/act", data={"action": "guess seat=0 total=3", "expected": "1"})
    assert "First everybody at the table closes a fist." in refused.text
    assert f'href="{table}/rules#rule-guess"' in refused.text
    for address in (f"{table}/rules", "/games/spoof/rules"):
        assert 'id="rule-hide"' in client.get(address).text
    demo = client.get("/demos/spoof/right-guess?at=2").text
    assert "That fist is closed already." in demo


def test_it_can_be_printed_for(sixth_game) -> None:
    client = create_app(SqliteStore(":memory:"), {"spoof": sixth_game}).test_client()
    assert "Seat 6" in client.get("/print/spoof/sheet-1.svg").text


@pytest.mark.parametrize("pebbles", [0, 1, 2, 3])
def test_no_page_of_its_table_tells_one_secret_from_another(sixth_game, pebbles) -> None:
    games = {"spoof": sixth_game}
    client = create_app(SqliteStore(":memory:"), games).test_client()
    opened = client.post("/new/spoof", data={"count": "2", "name": ["Ann", "Bo"]})
    table = opened.headers["Location"]
    for seq, text in enumerate((f"hide seat=0 pebbles={pebbles}", HIDDEN[1])):
        client.post(f"{table}/act", data={"action": text, "expected": str(seq)})
    for page in ("", "/history", "/why", "/show"):
        shown = client.get(f"{table}{page}")
        assert 200 == shown.status_code
        assert "pebbles=" not in shown.text.replace("pebbles=?", "")
    # Whoever mends the entry is offered every number, also the one that was hidden.
    mending = client.get(f"{table}/entries/1").text
    assert {"0", "1", "2", "3"} <= set(re.findall(r"hide seat=0 pebbles=(\d)", mending))
    assert 1 == len({mending.count(f"hide seat=0 pebbles={number}") for number in range(4)})


def test_what_makes_no_game_of_it_is_refused(sixth_game) -> None:
    for setup in (Setup(("Ann",)), Setup(("Ann", " ")), Setup(("Ann", "Bo"), (("mode", "x"),))):
        with pytest.raises(referee.core.BadSetup):
            sixth_game.setup(setup)


# ---------------------------------------------------------------- what is no game


@pytest.fixture
def more_games(tmp_path, monkeypatch):
    """Look for games in one more folder, for one test."""
    monkeypatch.setattr(referee.games, "__path__", [*referee.games.__path__, str(tmp_path)])
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("referee.games.odd")]:
        del sys.modules[name]
        delattr(referee.games, name.rpartition(".")[2])


def test_a_module_beside_the_folders_is_no_game(more_games) -> None:
    (more_games / "odd.py").write_text("raise ValueError", "utf-8")
    assert "odd" not in load_all()


def test_a_folder_must_be_called_like_its_game(more_games) -> None:
    (more_games / "odd").mkdir()
    (more_games / "odd" / "__init__.py").write_text(
        "from referee.games.waves import GAMES", "utf-8"
    )
    with pytest.raises(ValueError, match="the folder odd holds the game waves"):
        load_all()


def test_no_two_games_are_called_the_same(more_games) -> None:
    (more_games / "odd").mkdir()
    (more_games / "odd" / "__init__.py").write_text(
        "from dataclasses import replace\n"
        "from referee.games.waves import GAMES as WAVES\n"
        "GAME = replace(WAVES[0], info=replace(WAVES[0].info, slug='odd'))\n"
        "GAMES = (GAME, replace(GAME))\n",
        "utf-8",
    )
    with pytest.raises(ValueError, match="two games are called odd"):
        load_all()


# ---------------------------------------------------------------- the same everywhere


def test_a_replay_is_the_same_under_every_hash_seed(waves, transcripts) -> None:
    # Sets of strings come in another order in each process; nothing may depend on it.
    stream = "".join(path.read_text("utf-8") for path in transcripts(waves))
    told = [replayed(stream, seed) for seed in ("0", "1", "4242")]
    assert told[0].count(b'"entry"') > 1_000
    assert [told[0]] * 3 == told


def replayed(stream: str, seed: str) -> bytes:
    command = [sys.executable, "-c", "from referee.cli import main; main()"]
    done = subprocess.run(
        [*command, "replay", "--json", "-"],
        input=stream.encode(),
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    assert (0, b"") == (done.returncode, done.stderr)
    return done.stdout


def test_playing_an_entry_twice_gives_the_same(sixth_game) -> None:
    state = sixth_game.setup(Setup(("Ann", "Bo")))
    action = sixth_game.parse(HIDDEN[0])
    assert play(sixth_game, state, action) == play(sixth_game, state, action)
