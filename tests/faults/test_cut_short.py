"""The power goes at every call that writes: the old or the new is there, never neither.

The work is done by a process that is killed before its n-th call that writes, for each n. For a
backup and for settings ordinary runs try all of the points, else some; `make long` tries all.
"""

import json
import shutil
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.core import Setup
from referee.games import load_all
from referee.match import Matches, SqliteStore, is_damaged
from referee.match.care.backups import back_up, back_up_daily, backups_in
from referee.match.care.restore import restore
from referee.match.storage.durable import write

pytestmark = pytest.mark.once

GAMES = load_all()
SCRIPT = Path(__file__).with_name("cut_short.py")
MAY_NOT = 77


def every(some):
    """Try each point that is so far from the one before; in the long run all of them."""
    return pytest.mark.parametrize("every", [some, pytest.param(1, marks=pytest.mark.long)])


@dataclass(frozen=True)
class Tried:
    """What lies there after the work was cut short, and what it had acknowledged."""

    folder: Path
    acknowledged: int

    @property
    def database(self) -> Path:
        return self.folder / "data" / "referee.sqlite3"


@pytest.fixture
def before(tmp_path):
    """A match of Ann and Bo, settings, a backup of an earlier day, and one that is to come back."""
    folder = tmp_path / "tried" / "0"
    open_match(folder / "earlier" / "referee.sqlite3", "Cy", "Di")
    write(folder / "earlier" / "settings.toml", b"port = 8003\n")
    made = back_up(folder / "earlier" / "referee.sqlite3", folder / "earlier")
    made.rename(folder / "earlier.sqlite3")
    with closing(SqliteStore(folder / "live" / "referee.sqlite3")) as store:
        Matches(store, GAMES).open("war-of-waves", Setup(("Ann", "Bo")))
        # As a cut of the power leaves it: the match waits beside the file to be brought into it.
        shutil.copytree(folder / "live", folder / "data")
    write(folder / "data" / "settings.toml", b"port = 8001\n")
    daily = back_up_daily(folder / "data" / "referee.sqlite3", folder / "backups", 1)
    daily.rename(folder / "backups" / "referee-daily-2026-01-01-120000.sqlite3")
    return folder.parent


def open_match(path, *names):
    with closing(SqliteStore(path)) as store:
        Matches(store, GAMES).open("war-of-waves", Setup(names))


def names_in(path):
    with closing(SqliteStore(path)) as store:
        return [name for stored in store.matches() for name in stored.names]


def cut_short(work, folder, every):
    """Do a piece of work until each of the points; return its calls, and what lies there then."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), work, str(folder), str(every)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == MAY_NOT:
        pytest.skip("here no process may be watched")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    tried = [Tried(Path(one["folder"]), one["acknowledged"]) for one in told["points"]]
    assert len(tried) >= len(told["calls"]) // every > 0
    return told["calls"], tried


def is_kept_around_the_name(calls):
    """Return whether file and folder are brought to the disk before and after each new name."""
    named = [at for at, call in enumerate(calls) if call == "rename"]
    return named and all(calls[at - 1] == calls[at + 1] == "fsync" for at in named)


def test_a_backup_that_is_cut_short_leaves_the_one_before_and_never_half_a_new_one(before):
    calls, tried = cut_short("daily", before, 1)
    assert is_kept_around_the_name(calls)
    for one in tried:
        backups = backups_in(one.folder / "backups")
        assert backups
        assert not any(is_damaged(backup.path) for backup in backups)
        assert [names_in(backup.path) for backup in backups] == [["Ann", "Bo"]] * len(backups)
        again = back_up_daily(one.database, one.folder / "backups", 1)
        assert [backup.path for backup in backups_in(one.folder / "backups")] == [again]
        assert not list((one.folder / "backups").glob("*.part*"))


@every(37)
def test_a_restore_that_is_cut_short_leaves_the_old_matches_or_the_new(before, every):
    calls, tried = cut_short("restore", before, every)
    assert is_kept_around_the_name(calls)
    for one in tried:
        assert not is_damaged(one.database)
        assert names_in(one.database) in (["Ann", "Bo"], ["Cy", "Di"])
        said = (one.folder / "data" / "settings.toml").read_text()
        assert said in {"port = 8001\n", "port = 8003\n"}
        restore(one.folder / "earlier.sqlite3", one.database, one.folder / "backups", GAMES)
        assert names_in(one.database) == ["Cy", "Di"]
        assert (one.folder / "data" / "settings.toml").read_text() == "port = 8003\n"


@every(61)
def test_a_damaged_backup_that_is_cut_short_leaves_the_old_matches_or_what_can_be_read(
    before, every
):
    damaged = before / "0" / "earlier.sqlite3"
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:100] + bytes(924) + whole[1024:])
    calls, tried = cut_short("mend", before, every)
    assert {"sendfile", "copy_file_range"} & {*calls}, "the kernel copies it, not a call to write"
    for one in tried:
        assert not is_damaged(one.database)
        assert names_in(one.database) in (["Ann", "Bo"], ["Cy", "Di"])
        assert (one.folder / "earlier.sqlite3").read_bytes() == damaged.read_bytes()


def test_settings_that_are_cut_short_are_the_old_or_the_new(before):
    calls, tried = cut_short("settings", before, 1)
    assert calls == ["unlink", "write", "fsync", "rename", "fsync"]
    for one in tried:
        said = (one.folder / "data" / "settings.toml").read_bytes()
        assert said in {b"port = 8001\n", b"port = 8002\n" * 2000}


@every(5)
def test_entries_that_were_acknowledged_are_there_wherever_it_was_cut_short(before, every):
    _, tried = cut_short("enter", before, every)
    for one in tried:
        assert not is_damaged(one.database)
        with closing(SqliteStore(one.database)) as store:
            (match,) = (stored.id for stored in store.matches())
            rows = store.rows(match)
        texts = [getattr(row.entry, "text", "") for row in rows[1:]]
        assert texts == [f"entry {seq}" for seq in range(1, len(rows))]
        assert one.acknowledged <= len(texts) <= one.acknowledged + 1


@every(13)
def test_a_first_start_that_is_cut_short_is_followed_by_one_that_works(before, every):
    _, tried = cut_short("begin", before, every)
    for one in tried:
        open_match(one.folder / "new" / "referee.sqlite3", "Eva", "Fay")
        assert names_in(one.folder / "new" / "referee.sqlite3") == ["Eva", "Fay"]
