"""The command line, as people and other programs use it."""

import json
import os
import subprocess
import sys
import tempfile
import time
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.core import Setup
from referee.games import load_all
from referee.match import Matches, SqliteStore

TRANSCRIPTS = files("referee.games.waves").joinpath("transcripts")
GAME = TRANSCRIPTS.joinpath("game-head-to-head.txt").read_text("utf-8")
LINES = [line for line in GAME.splitlines() if line and not line.startswith("#")]
ENTRIES = [line for line in LINES if line[:2] in {"> ", "! "}]


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a command; each test has its own folder of matches."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))

    def run(*words, given=None):
        return CliRunner().invoke(main, words, input=given)

    return run


@pytest.fixture
def stored(run, tmp_path):  # noqa: ARG001 - sets the folder
    """The id of a stored match."""
    store = SqliteStore(tmp_path / "data" / "referee.sqlite3")
    match = Matches(store, load_all()).load(GAME)
    store.close()
    return match.id


def head(*lines):
    start = next(number for number, line in enumerate(LINES) if line[0] in ">!=")
    return "\n".join([*LINES[:start], *lines, ""])


def test_the_games_are_listed(run):
    result = run("games")
    assert result.exit_code == 0
    assert "waves: Waves, for 2, 3, 4, 5, 6." in result.output


def test_the_version_is_told(run):
    assert "0." in run("--version").output


# ---------------------------------------------------------------- replay


def test_a_transcript_is_replayed_in_sentences(run):
    result = run("replay", "-", given=GAME)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.output.splitlines()[0].startswith("Waves: ")
    assert len(result.output.splitlines()) > len(ENTRIES)


def test_a_refused_entry_is_told_with_its_rule(run):
    result = run("replay", "-", given=head("! reveal slot=0 card=seer"))
    assert result.exit_code == 0
    assert "  No: " in result.output


def test_a_file_is_replayed_as_json_a_line_an_entry(run, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(GAME, "utf-8")
    result = run("replay", str(path), "--json")
    records = [json.loads(line) for line in result.output.splitlines()]
    assert result.exit_code == 0
    assert [record["entry"] for record in records] == [
        line[2:].partition(" ->")[0].strip() for line in ENTRIES
    ]
    assert {"entry", "refused", "facts", "view"} == set(records[0])


def test_the_view_of_a_seat_can_be_asked_for(run):
    result = run("replay", "-", "--json", "--seat", "1", given=GAME)
    assert result.exit_code == 0
    assert "view" in json.loads(result.output.splitlines()[0])


@pytest.mark.parametrize("seat", ["7", "2", "-1"])
@pytest.mark.parametrize("more", [[], ["--json"]], ids=["text", "json"])
def test_a_seat_where_nobody_sits_is_one_sentence_and_status_2(run, seat, more):
    two = "game waves\nseats Ann, Bo\n"
    result = run("replay", "-", "--seat", seat, *more, given=two)
    assert result.exit_code == 2
    assert result.output == f"Waves has no seat {seat}: the seats are 0 to 1.\n"


def test_a_mismatch_is_told_with_its_line_and_ends_in_status_1(run):
    given = head("= no_such_thing 1", "= round 77")
    result = run("replay", "-", given=given)
    first = given.splitlines().index("= no_such_thing 1") + 1
    assert result.exit_code == 1
    assert result.stderr.splitlines()[0].startswith(f"Line {first}: ")
    assert result.stderr.splitlines()[1].startswith(f"Line {first + 1}: ")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("", "Line 1: No game starts here."),
        ("game waves\nnonsense\n", "Line 2 is not a line of a transcript"),
        ("game chess\n", "Line 1: The referee does not know the game “chess”."),
        ("game waves\nseats Ann\n> x\n", "Line 1: "),
        (b"game waves\n\xff\xfe\n", "Line 2 is not text."),
        ("game waves\n> " + "x" * 20_000, "Line 2 is too long."),
        (head("> dance"), "This game has no entry that starts with “dance”."),
    ],
)
def test_a_broken_file_is_one_sentence_and_status_2(run, given, says):
    result = run("replay", "-", given=given)
    assert result.exit_code == 2
    assert says in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_an_option_that_makes_no_game_is_told_with_its_own_line(run):
    given = f"game waves\noption mode=teams\noption council={'9' * 900}\nseats A, B, C, D\n> x\n"
    result = run("replay", "-", given=given)
    assert result.exit_code == 2
    assert result.stderr.startswith("Line 3: The Council card needs")
    given = f"game waves\noption mode=teams\noption tablets={'x' * 900}\nseats A, B, C, D\n> x\n"
    result = run("replay", "-", given=given)
    assert result.stderr.startswith("Line 3: There is no such tablet: xxx")
    assert len(result.stderr) < 160
    given = "game waves\nseats A, B, C, D\noption colour=blue\n> x\n"
    assert run("replay", "-", given=given).stderr.startswith("Line 3: This game has no option")


def replayed(command, given=GAME, **environment):
    program = str(Path(sys.executable).parent / "referee")
    return subprocess.run(
        ["sh", "-c", f"{program} replay {command}"],
        input=given.encode(),
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("environment", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C"}])
def test_letters_that_a_terminal_does_not_know_are_written_otherwise(environment):
    given = "game waves\nseats Zoë, سارة\n> dance\n"
    found = replayed("-", given, **environment)
    assert found.returncode == 2
    assert found.stdout.startswith(b"Waves: Zo")
    assert found.stderr.startswith(b"Line 3: ")
    assert b"Traceback" not in found.stderr


def test_a_file_that_fails_in_the_middle_is_one_sentence():
    found = replayed("/proc/self/mem")
    assert found.returncode == 2
    assert found.stderr.startswith(b"/proc/self/mem cannot be read: ")
    assert found.stderr.count(b"\n") == 1


@pytest.mark.parametrize("command", ["- > /dev/full", "- --json > /dev/full"])
def test_a_disk_that_is_full_is_one_sentence(command):
    found = replayed(command)
    assert found.returncode == 1
    assert found.stderr.startswith(b"The output cannot be written: ")
    assert found.stderr.count(b"\n") == 1


def test_a_reader_that_leaves_early_is_no_trouble():
    found = replayed("- | head -n 1")
    assert found.stderr == b""


def test_a_file_that_is_not_there_is_status_2(run):
    assert run("replay", "not-there.txt").exit_code == 2


def test_each_entry_is_answered_before_the_next_is_sent():
    command = [str(Path(sys.executable).parent / "referee"), "replay", "-", "--json"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as referee:
        assert referee.stdin is not None
        assert referee.stdout is not None
        for line in LINES[: LINES.index(ENTRIES[0]) + 4]:
            referee.stdin.write(f"{line}\n")
            referee.stdin.flush()
            if line in ENTRIES:
                assert json.loads(referee.stdout.readline())["entry"] == line[2:]
        referee.stdin.close()
    assert referee.returncode == 0


# ---------------------------------------------------------------- stored matches


def test_stored_matches_are_listed(run, stored):
    result = run("matches")
    assert result.exit_code == 0
    assert stored in result.output
    assert "Waves: " in result.output


def test_stored_matches_are_listed_by_the_clock_of_this_machine(run, stored, tmp_path, monkeypatch):
    store = SqliteStore(tmp_path / "data" / "referee.sqlite3")
    store._connection.execute("UPDATE entries SET at = '2026-11-28T23:17:05.449+00:00'")
    store.close()
    with monkeypatch.context() as there:
        there.setenv("TZ", "CET-1")
        time.tzset()
        listed = run("matches").output
    time.tzset()
    assert f"{stored}  2026-11-29 00:17  Waves: " in listed


def test_the_match_with_the_latest_entry_is_listed_first(run, stored, tmp_path):
    store = SqliteStore(tmp_path / "data" / "referee.sqlite3")
    later = Matches(store, load_all()).open("wave", Setup(("Ann", "Bo"))).id
    assert run("matches").output.index(later) < run("matches").output.index(stored)
    store._connection.execute("UPDATE entries SET at = '2999' WHERE match = ?", (stored,))
    store.close()
    assert run("matches").output.index(stored) < run("matches").output.index(later)


def test_a_moment_that_cannot_be_read_is_listed_as_it_is(run, stored, tmp_path):
    store = SqliteStore(tmp_path / "data" / "referee.sqlite3")
    store._connection.execute("UPDATE entries SET at = 'noon'")
    store.close()
    assert f"{stored}  noon  Waves: " in run("matches").output


def test_without_matches_that_is_said(run, tmp_path):
    SqliteStore(tmp_path / "data" / "referee.sqlite3").close()
    result = run("matches")
    said = f"There are no stored matches in {tmp_path / 'data'}.\n"
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", said)


def test_a_match_whose_game_is_gone_is_listed_with_the_reason(run, stored, tmp_path):
    store = SqliteStore(tmp_path / "data" / "referee.sqlite3")
    store._connection.execute(
        "UPDATE entries SET body = replace(body, 'waves', 'gone'), checksum = NULL"
    )
    store.close()
    assert "does not know the game “gone”" in run("matches").output
    result = run("export", stored)
    assert result.exit_code == 1
    assert "does not know the game “gone”" in result.stderr


def test_a_match_is_exported_as_a_transcript_that_replays(run, stored, tmp_path):
    path = tmp_path / "out.txt"
    assert run("export", stored, "-o", str(path)).exit_code == 0
    assert run("replay", str(path)).exit_code == 0
    assert run("export", stored).output == path.read_text("utf-8")


def test_a_broken_match_is_exported_up_to_its_break(run, stored, tmp_path):
    store = SqliteStore(tmp_path / "data" / "referee.sqlite3")
    store._connection.execute("UPDATE entries SET body = 'dance', checksum = NULL WHERE seq = 3")
    store.close()
    result = run("export", stored)
    assert result.exit_code == 0
    assert "only goes up to here" in result.stderr
    assert sum(line.startswith("> ") for line in result.stdout.splitlines()) == 2


def test_a_match_that_is_not_there_is_one_sentence(run, stored):  # noqa: ARG001 - sets the folder
    result = run("export", "nothing")
    assert result.exit_code == 1
    assert result.stderr == "There is no match “nothing” here, or not any more.\n"


@pytest.mark.parametrize("command", ["matches", "serve"])
def test_a_folder_that_cannot_be_used_is_one_sentence(run, tmp_path, command):
    (tmp_path / "file").touch()
    result = run(command, "--data", str(tmp_path / "file"))
    assert result.exit_code == 1
    assert (
        result.stderr
        == f"The matches cannot be stored in {tmp_path / 'file'}: it is not a folder.\n"
    )


def test_a_file_that_is_no_database_is_named(run, tmp_path):
    path = tmp_path / "referee.sqlite3"
    path.write_bytes(b"no database" * 1_000)
    result = run("matches", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert result.stderr == (
        f"{path} cannot be read as stored matches: it is damaged, or a different kind of"
        " file. Move it away to start over.\n"
    )


@pytest.fixture
def locked():
    """A folder that may be read but not written, also by root, who acts as nobody meanwhile."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "referee.sqlite3").touch()
        folder.chmod(0o555)
        is_root = os.geteuid() == 0
        if is_root:
            os.seteuid(65_534)
        yield folder
        if is_root:
            os.seteuid(0)
        folder.chmod(0o755)


@pytest.mark.parametrize("command", ["matches", "serve"])
def test_a_folder_that_may_not_be_written_is_named(run, locked, command):
    result = run(command, "--data", str(locked))
    assert result.exit_code == 1
    assert str(locked) in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_place_where_nothing_can_be_made_is_named(run):
    result = run("serve", "--data", "/proc/nowhere")
    assert result.exit_code == 1
    assert result.stderr.startswith("The matches cannot be stored in /proc/nowhere: ")
    assert len(result.stderr.splitlines()) == 1


def test_looking_for_matches_makes_no_folder(run, tmp_path):
    for command, status in ((("matches",), 0), (("export", "nothing"), 1)):
        result = run(*command, "--data", str(tmp_path / "missing"))
        assert result.exit_code == status
        assert result.stderr == f"There are no stored matches in {tmp_path / 'missing'}.\n"
    assert not (tmp_path / "missing").exists()


def test_a_setting_that_is_unknown_is_named(run, monkeypatch, stored):  # noqa: ARG001 - likewise
    monkeypatch.setenv("REFEREE_PROT", "80")
    result = run("matches")
    assert result.exit_code == 0
    assert result.stderr == "REFEREE_PROT is not a setting of the referee; it is ignored.\n"


@pytest.mark.parametrize("name", ["missing.txt", "."])
def test_a_file_that_cannot_be_opened_is_one_sentence(run, tmp_path, name):
    found = run("replay", str(tmp_path / name))
    assert 2 == found.exit_code
    assert found.stderr.startswith(f"{tmp_path / name} cannot be read: ")
    assert 1 == found.stderr.count("\n")


def test_the_command_line_has_its_name_in_python_too():
    said = subprocess.run(
        [sys.executable, "-m", "referee", "--help"], capture_output=True, text=True, check=True
    )
    assert said.stdout.startswith("Usage: referee ")
    assert "serve" in said.stdout


@pytest.mark.parametrize(
    "words",
    ["matches", "backup", "restore x", "doctor", "certificate", "export x", "unlock x", "serve"],
)
def test_a_folder_that_cannot_be_reached_is_told_in_a_sentence(monkeypatch, words):
    monkeypatch.setenv("REFEREE_DATA", "/tmp/" + 300 * "x")  # noqa: S108 - nothing is made there
    result = CliRunner().invoke(main, words.split())
    assert result.exit_code == 1, result.output
    assert result.stderr.endswith("cannot be used: there is no such folder. Use another one.\n")
