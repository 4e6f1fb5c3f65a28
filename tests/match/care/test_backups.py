"""Everything that is kept fits into one file with its date, and comes back from it."""

import os
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.core import Setup
from referee.games import load_all
from referee.match import Matches, SqliteStore, is_damaged
from referee.match.care.backups import (
    BEFORE,
    NotBackedUp,
    back_up,
    back_up_daily,
    backups_in,
    is_due,
)
from referee.match.care.in_use import InUse, in_use
from referee.match.care.restore import NotRestored, restore
from referee.match.storage.store import SIGNING_KEY

GAMES = load_all()


@pytest.fixture
def data(tmp_path):
    """A folder with one match of two, one measured printer, and settings."""
    data = tmp_path / "data"
    open_match(data, "Ann", "Bo")
    with closing(SqliteStore(data / "referee.sqlite3")) as store:
        store.keep("printers/Study", "[149.5, 199.5, 30.5, 40]")
    (data / "settings.toml").write_text("port = 8001\n")
    return data


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "backups"


def open_match(data: Path, *names: str) -> str:
    with closing(SqliteStore(data / "referee.sqlite3")) as store:
        return Matches(store, GAMES).open("war-of-waves", Setup(names)).id


def names_in(path: Path) -> set[str]:
    with closing(SqliteStore(path)) as store:
        return {name for stored in store.matches() for name in stored.names}


def content_of(data: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in data.iterdir() if path.name[0] != "."}


def back_up_on(day: int, database: Path, folder: Path, keep: int) -> None:
    made = back_up_daily(database, folder, keep)
    made.rename(folder / f"referee-daily-2026-01-{day:02}-120000.sqlite3")


def put_back(backup: Path, data: Path, folder: Path, *, partly: bool = False):
    return restore(backup, data / "referee.sqlite3", folder, GAMES, partly=partly)


def test_a_backup_brings_back_matches_printers_and_settings(data, folder):
    made = back_up(data / "referee.sqlite3", folder)
    open_match(data, "Cy", "Di")
    with closing(SqliteStore(data / "referee.sqlite3")) as store:
        store.keep("printers/Study", "")
    (data / "settings.toml").write_text("port = 9999\n")
    found = put_back(made, data, folder)
    assert found.checked.matches == 1
    assert found.checked.broken == ()
    assert names_in(data / "referee.sqlite3") == {"Ann", "Bo"}
    with closing(SqliteStore(data / "referee.sqlite3")) as store:
        assert store.kept("printers/Study") == "[149.5, 199.5, 30.5, 40]"
    assert (data / "settings.toml").read_text() == "port = 8001\n"


def test_what_a_restore_replaces_is_a_backup_that_can_be_restored_again(data, folder):
    made = back_up(data / "referee.sqlite3", folder)
    open_match(data, "Cy", "Di")
    (data / "settings.toml").write_text("port = 9999\n")
    before = put_back(made, data, folder).before
    put_back(before, data, folder)
    assert names_in(data / "referee.sqlite3") == {"Ann", "Bo", "Cy", "Di"}
    assert (data / "settings.toml").read_text() == "port = 9999\n"


def test_a_backup_is_made_while_a_server_writes_and_is_one_file_for_its_owner_only(data, folder):
    with closing(SqliteStore(data / "referee.sqlite3")) as store:
        Matches(store, GAMES).open("war-of-waves", Setup(("Cy", "Di")))  # waits in the -wal file
        made = back_up(data / "referee.sqlite3", folder)
    assert [one.path for one in backups_in(folder)] == [made]
    seen = [path.name for path in folder.iterdir() if not path.name.startswith(".making")]
    assert seen == [made.name]
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert names_in(made) == {"Ann", "Bo", "Cy", "Di"}


def test_an_empty_place_takes_a_backup_as_well(data, folder, tmp_path):
    made = back_up(data / "referee.sqlite3", folder)
    found = put_back(made, tmp_path / "new" / "pi", folder)
    assert found.before is None
    assert names_in(tmp_path / "new" / "pi" / "referee.sqlite3") == {"Ann", "Bo"}


def test_a_backup_of_a_newer_referee_is_refused_naming_both_versions(data, folder):
    made = back_up(data / "referee.sqlite3", folder)
    with closing(sqlite3.connect(made)) as connection:
        connection.execute("PRAGMA user_version = 9000")
        connection.execute("UPDATE backup SET value = '7.8.9' WHERE name = 'made by'")
        connection.commit()
    with pytest.raises(NotRestored) as no:
        put_back(made, data, folder)
    assert "referee 7.8.9 (file version 9000)" in str(no.value)
    assert "This is referee 0.1.0" in str(no.value)


@pytest.mark.parametrize("content", [b"", b"not a backup", os.urandom(9000)])
def test_another_kind_of_file_is_refused_and_nothing_is_changed(data, folder, tmp_path, content):
    other = tmp_path / "holiday.jpg"
    other.write_bytes(content)
    before = (data / "referee.sqlite3").read_bytes()
    with pytest.raises(NotRestored, match=r"holiday\.jpg is not a backup of the referee"):
        put_back(other, data, folder)
    assert (data / "referee.sqlite3").read_bytes() == before
    with pytest.raises(NotRestored, match="There is no backup"):
        put_back(tmp_path / "nothing", data, folder)


def test_nothing_is_restored_under_a_running_server_and_it_is_said_how_to_stop_it(data, folder):
    made = back_up(data / "referee.sqlite3", folder)
    with in_use(data), in_use(data), pytest.raises(InUse, match=r"press Ctrl\+C"):
        put_back(made, data, folder)
    # Whoever does not tell that it uses the folder still has the file open.
    with closing(SqliteStore(data / "referee.sqlite3")), pytest.raises(InUse):
        put_back(made, data, folder)
    assert put_back(made, data, folder).checked.matches == 1


def test_a_match_that_cannot_be_followed_is_named_and_kept_as_far_as_it_goes(data, folder):
    match = open_match(data, "Cy", "Di")
    with closing(sqlite3.connect(data / "referee.sqlite3")) as connection:
        row = (match, 1, 1, "played", None, '{"text": "dance"}', "2026-01-01", "", "", "")
        connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)", row)
        connection.commit()
    made = back_up(data / "referee.sqlite3", folder)
    found = put_back(made, data, folder)
    assert [broken.match for broken in found.checked.broken] == [match]
    assert "Cy and Di" in str(found.checked.broken[0].text)
    assert found.checked.matches == 2
    assert names_in(data / "referee.sqlite3") == {"Ann", "Bo", "Cy", "Di"}


def test_of_a_damaged_backup_what_can_be_read_is_restored_where_that_is_asked_for(data, folder):
    for _ in range(12):
        open_match(data, "Cy", "Di")
    made = back_up(data / "referee.sqlite3", folder)
    whole = made.read_bytes()
    made.write_bytes(whole[: len(whole) // 2])
    assert is_damaged(made)
    open_match(data, "Eve", "Flo")
    there = content_of(data)
    with pytest.raises(NotRestored, match=r"\d+ of its matches could be read.*--what-can-be-read"):
        put_back(made, data, folder)
    assert content_of(data) == there
    assert [one.path for one in backups_in(folder)] == [made], "none of what is there was needed"
    found = put_back(made, data, folder, partly=True)
    assert found.before is not None
    assert "Eve" in names_in(found.before)
    assert found.rescued is not None
    assert found.checked.matches == found.rescued.saved > 0
    assert made.stat().st_size == len(whole) // 2, "the backup is still what it was"
    assert not is_damaged(data / "referee.sqlite3")


def test_damaged_matches_are_set_aside_and_a_sound_backup_takes_their_place(data, folder):
    made = back_up(data / "referee.sqlite3", folder)
    (data / "referee.sqlite3").write_bytes(b"SQLite format 3\0" + b"\xff" * 9000)
    with pytest.raises(NotBackedUp):
        back_up(data / "referee.sqlite3", folder)
    assert [one.path for one in backups_in(folder)] == [made], "no copy of the damage beside it"
    found = put_back(made, data, folder)
    assert found.before is not None
    assert found.before.read_bytes().endswith(b"\xff" * 9000)
    assert names_in(data / "referee.sqlite3") == {"Ann", "Bo"}


def test_where_there_is_nothing_or_no_room_a_sentence_says_so(tmp_path, data):
    with pytest.raises(NotBackedUp, match="There are no stored matches"):
        back_up(tmp_path / "nowhere" / "referee.sqlite3", tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(NotBackedUp, match=r"No backup could be made in .*file"):
        back_up(data / "referee.sqlite3", tmp_path / "file")


def test_daily_backups_are_thrown_away_by_age_and_those_made_by_hand_never(data, folder):
    by_hand = back_up(data / "referee.sqlite3", folder)
    for day in range(1, 6):
        daily = back_up_daily(data / "referee.sqlite3", folder, 9)
        daily.rename(folder / f"referee-daily-2026-01-0{day}-120000.sqlite3")
    made = back_up_daily(data / "referee.sqlite3", folder, 3)
    kept = [one.path.name for one in backups_in(folder)]
    assert sorted(kept) == sorted(
        [
            by_hand.name,
            made.name,
            "referee-daily-2026-01-04-120000.sqlite3",
            "referee-daily-2026-01-05-120000.sqlite3",
        ]
    )


def test_the_last_backup_of_lost_matches_stays_whatever_is_played_since(data, folder):
    database = data / "referee.sqlite3"
    days = iter(range(1, 29))
    for lost in ("the first", "the second"):
        with closing(SqliteStore(database)) as store:
            store.keep(SIGNING_KEY, lost)
        for _ in range(4):
            back_up_on(next(days), database, folder, 3)
        for left in data.glob("referee.sqlite3*"):
            left.unlink()
        open_match(data, "Cy", "Di")
    with closing(SqliteStore(database)) as store:
        store.keep(SIGNING_KEY, "the third")
    for _ in range(9):
        back_up_on(next(days), database, folder, 3)
    kept = [one.at.day for one in backups_in(folder)]
    assert kept == [17, 16, 15, 8, 4]
    found = put_back(backups_in(folder)[-1].path, data, folder)
    assert found.checked.matches == 1
    assert names_in(database) == {"Ann", "Bo"}


def test_a_backup_that_cannot_be_read_is_thrown_away_by_its_age(data, folder):
    folder.mkdir()
    for day in (1, 2, 3):
        (folder / f"referee-daily-2026-01-0{day}-120000.sqlite3").write_bytes(b"\xff" * 999)
    made = back_up_daily(data / "referee.sqlite3", folder, 2)
    assert [one.path.name for one in backups_in(folder)] == [
        made.name,
        "referee-daily-2026-01-03-120000.sqlite3",
    ]


def test_what_is_called_like_a_backup_and_cannot_be_thrown_away_stops_no_backup(data, folder):
    old, *others = (folder / f"referee-daily-2026-01-0{day}-120000.sqlite3" for day in (1, 2, 3))
    others[-1].mkdir(parents=True)
    (others[-1] / "kept.txt").write_text("something else")
    for each in (old, others[0]):
        each.write_bytes(b"")
    made = back_up_daily(data / "referee.sqlite3", folder, 1)
    assert {one.path for one in backups_in(folder)} == {made, others[-1]}


def test_a_clock_that_was_ahead_once_neither_stops_backups_nor_throws_the_new_one_away(
    data, folder
):
    now = datetime.now(UTC)
    made = back_up_daily(data / "referee.sqlite3", folder, 7)
    assert not is_due(folder, now + timedelta(hours=23))
    assert is_due(folder, now + timedelta(hours=25))
    made.rename(folder / "referee-daily-2099-01-01-120000.sqlite3")
    assert is_due(folder, now)
    again = back_up_daily(data / "referee.sqlite3", folder, 1)
    assert [one.path for one in backups_in(folder)] == [again]


def test_what_was_kept_before_a_restore_is_no_backup_of_what_is_there_since(data, folder):
    now = datetime.now(UTC)
    back_up(data / "referee.sqlite3", folder, kind=BEFORE)
    assert is_due(folder, now + timedelta(hours=1))
    back_up(data / "referee.sqlite3", folder)
    assert not is_due(folder, now + timedelta(hours=1)), "one made by hand is"


def test_what_a_killed_backup_left_half_made_is_swept_away_by_the_next(data, folder):
    folder.mkdir()
    left = folder / ".referee-2026-01-01-120000.sqlite3.part-journal"
    left.write_text("half")
    back_up(data / "referee.sqlite3", folder)
    assert not left.exists()
    assert len(backups_in(folder)) == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_makes_belongs_to_the_owner_of_the_folder(data, tmp_path):
    """With `sudo` somebody works for a service that has a user of its own."""
    os.chown(data, 1234, 1234)
    for path in data.iterdir():
        os.chown(path, 1234, 1234)
    made = back_up(data / "referee.sqlite3", data / "backups")
    put_back(made, data, data / "backups")
    owners = {path.name: path.stat().st_uid for path in (data, *data.rglob("*"))}
    assert owners == dict.fromkeys(owners, 1234)
    (tmp_path / "new").mkdir()
    os.chown(tmp_path / "new", 1234, 1234)
    open_match(tmp_path / "new" / "data", "Ann", "Bo")
    assert (tmp_path / "new" / "data" / "referee.sqlite3").stat().st_uid == 1234
