"""`referee backup` and `referee restore`, as people use them."""

from contextlib import closing

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.core import Setup
from referee.games import load_all
from referee.match import Matches, SqliteStore
from referee.match.care.backups import backups_in
from referee.match.care.in_use import in_use


@pytest.fixture
def data(tmp_path):
    with closing(SqliteStore(tmp_path / "data" / "referee.sqlite3")) as store:
        Matches(store, load_all()).open("war-of-waves", Setup(("Ann", "Bo")))
    return tmp_path / "data"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    return lambda *words: CliRunner().invoke(main, words)


def test_what_is_backed_up_is_restored_by_the_command_that_is_shown(run, data):
    made = run("backup")
    assert made.exit_code == 0, made.output
    (backup,) = backups_in(data / "backups")
    assert made.output.startswith(f"Backup saved to {backup.path} (")
    *_, shown = made.output.splitlines()
    restored = run(*shown.partition("referee ")[2].split())
    assert restored.exit_code == 0, restored.output
    assert restored.output.splitlines()[0] == f"Restored {backup.path}: 1 match."
    assert "before-restore" in restored.output


def test_another_folder_can_be_named(run, data, tmp_path):
    assert run("backup", "--to", str(tmp_path / "stick")).exit_code == 0
    assert len(backups_in(tmp_path / "stick")) == 1
    assert not (data / "backups").exists()


def test_no_is_said_in_one_sentence(run, data, tmp_path):
    made = run("backup")
    (backup,) = backups_in(data / "backups")
    with in_use(data):
        refused = run("restore", str(backup.path))
    assert (made.exit_code, refused.exit_code) == (0, 1)
    assert refused.output.startswith("The referee is running on these matches.")
    assert run("restore", str(tmp_path / "none")).exit_code == 1
    assert run("backup", "--data", str(tmp_path / "empty")).exit_code == 1
    assert not (tmp_path / "empty").exists()


def test_with_a_database_it_is_said_what_to_do_instead(run, monkeypatch):
    monkeypatch.setenv("REFEREE_DATABASE_URL", "postgresql://nobody@nowhere/nothing")
    for words in (("backup",), ("restore", "file")):
        said = run(*words)
        assert said.exit_code == 2
        assert "pg_dump" in said.output
        assert "deploy/club/README.md" in said.output


def test_a_backup_of_which_nothing_can_be_read_takes_no_place(run, data):
    run("backup")
    (backup,) = backups_in(data / "backups")
    backup.path.write_bytes(backup.path.read_bytes()[:16] + b"\xff" * 9000)
    before = run("matches").output
    for more in ((), ("--what-can-be-read",)):
        refused = run("restore", str(backup.path), *more)
        assert refused.exit_code == 1
        assert (
            "none of its matches can be read. Nothing was changed. Use an older" in refused.output
        )
    assert run("matches").output == before


def test_a_folder_in_the_place_of_the_matches_is_told(run, data):
    run("backup")
    (backup,) = backups_in(data / "backups")
    (data / "referee.sqlite3").unlink()
    (data / "referee.sqlite3").mkdir()
    for words in (("backup",), ("restore", str(backup.path))):
        assert "is not a file of matches. Move it away." in run(*words).output
