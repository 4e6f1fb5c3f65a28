"""Damage to stored matches, and to what waits beside the file: noticed, saved, and told."""

import random
import resource
import shutil
import sqlite3
from contextlib import closing

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.core import Setup
from referee.match import (
    Opened,
    Played,
    Row,
    SqliteStore,
    UnknownMatch,
    is_damaged,
    rescue,
    unread_rescue,
)
from referee.match.care.backups import back_up
from referee.match.care.damage import Damage, check_openable, damage_of
from referee.match.care.in_use import lock_as_server
from referee.match.care.restore import restore
from referee.match.errors import NoStore, StoreDamaged, StoreFailed
from referee.match.storage.counts import Counts, read_counts, record_of
from referee.match.storage.sqlite import VERSION
from referee.match.storage.sqlite_log import log_of

MATCHES = 30
AT = "2026-01-01T00:00:00+00:00"


def opened(number):
    return Row(0, Opened(1, "nim", Setup(("Ann", "Bo"))), AT, key=f"opening {number}")


def played(match, seq, act=0):
    text = f"marker {match} {seq}"
    return Row(seq, Played(text), AT, key=f"{match} {seq}", act=act or seq)


def fill(store, matches=MATCHES):
    """Open matches with six rows each, in four transactions; no power goes meanwhile."""
    store._connection.execute("PRAGMA synchronous = OFF")
    for number in range(matches):
        match = f"match-{number:02}"
        store.create(match, [opened(number)])
        store.append(match, [played(match, 1)])
        store.append(match, [played(match, seq, 2) for seq in (2, 3, 4)])
        store.append(match, [played(match, 5)])


@pytest.fixture(scope="module")
def killed_folder(tmp_path_factory):
    """A folder as a server leaves it that was killed: everything waits beside the file."""
    folder = tmp_path_factory.mktemp("killed")
    with closing(SqliteStore(folder / "open" / "referee.sqlite3")) as store:
        fill(store)
        shutil.copytree(folder / "open", folder / "left")
    return folder / "left"


@pytest.fixture(scope="module")
def closed_folder(tmp_path_factory):
    """A folder as a server leaves it that was stopped: everything is in the file."""
    folder = tmp_path_factory.mktemp("closed") / "left"
    with closing(SqliteStore(folder / "referee.sqlite3")) as store:
        fill(store)
    return folder


@pytest.fixture
def killed(killed_folder, tmp_path):
    return shutil.copytree(killed_folder, tmp_path / "data") / "referee.sqlite3"


@pytest.fixture
def closed(closed_folder, tmp_path):
    return shutil.copytree(closed_folder, tmp_path / "data") / "referee.sqlite3"


def flip(path, at, bit=0):
    content = bytearray(path.read_bytes())
    content[at] ^= 1 << bit
    path.write_bytes(content)


def logs(path):
    with closing(SqliteStore(path)) as store:
        return {stored.id: store.rows(stored.id) for stored in store.matches()}


WHOLE = {
    match: (
        *(opened(number), played(match, 1)),
        *(played(match, seq, 2) for seq in (2, 3, 4)),
        played(match, 5),
    )
    for number, match in enumerate(f"match-{number:02}" for number in range(MATCHES))
}
ENTRIES = sum(map(len, WHOLE.values()))


def mended(path):
    """Start as the server does; return what is there then, and what people are told."""
    if is_damaged(path):
        rescue(path)
    found = logs(path)
    with closing(SqliteStore(path)) as store:
        return found, unread_rescue(store)


def check_nothing_is_missed(path):
    """See that what is there was stored so, and that what is not there is told."""
    found, told = mended(path)
    assert found.keys() <= WHOLE.keys()
    assert all(WHOLE[match][: len(log)] == log for match, log in found.items())
    missing = ENTRIES - sum(map(len, found.values()))
    if missing:
        assert told is not None
        assert told.missing >= missing
        assert told.lost >= MATCHES - len(found)
    assert not is_damaged(path), "it is told once"
    return found, told


# ---------------------------------------------------------------- what waits beside the file


def test_after_a_kill_nothing_is_damaged_and_the_record_says_how_much_there_is(killed):
    assert read_counts(killed) == Counts(MATCHES, ENTRIES)
    assert damage_of(killed) is None
    assert logs(killed) == WHOLE


@pytest.mark.parametrize("at", [60_000, 0, 3, 20, 40, 44, 400_000])
def test_of_a_log_in_which_a_bit_has_flipped_everything_is_saved_and_the_log_kept(killed, at):
    flip(log_of(killed), at)
    before = log_of(killed).read_bytes()
    assert damage_of(killed) is Damage.DAMAGED
    found, told = check_nothing_is_missed(killed)
    assert found == WHOLE
    assert (told.saved, told.lost, told.missing) == (MATCHES, 0, 0)
    assert "30 of them could be saved" in str(told.text)
    assert log_of(killed.with_name(told.aside)).read_bytes() == before


def test_a_bit_that_flips_in_the_last_entry_costs_no_more_than_that_and_is_told(killed):
    flip(log_of(killed), log_of(killed).stat().st_size - 40)
    found, told = check_nothing_is_missed(killed)
    assert sum(map(len, found.values())) >= ENTRIES - 1
    assert told is not None


@pytest.mark.parametrize("flips", [5, pytest.param(500, marks=pytest.mark.long)])
def test_wherever_a_bit_flips_in_the_log_nothing_goes_missing_without_a_word(
    killed_folder, tmp_path, flips
):
    chance = random.Random(60_000)
    size = log_of(killed_folder / "referee.sqlite3").stat().st_size
    for _ in range(flips):
        path = shutil.copytree(killed_folder, tmp_path / "data") / "referee.sqlite3"
        flip(log_of(path), chance.randrange(size), chance.randrange(8))
        check_nothing_is_missed(path)
        shutil.rmtree(path.parent)


def test_a_last_write_that_the_power_cut_is_no_damage(killed):
    """Nobody was told that it was stored."""
    whole, step = log_of(killed).read_bytes(), 24 + 4096
    record_of(killed).unlink()
    for left in (len(whole) - step, len(whole) - 100, len(whole) - step + 12):
        log_of(killed).write_bytes(whole[:left])
        assert damage_of(killed) is None
    log_of(killed).write_bytes(whole[:-2000] + bytes(2000))
    assert damage_of(killed) is None
    log_of(killed).write_bytes(whole[: -2 * step] + bytes(2 * step))
    assert damage_of(killed) is None


def test_what_is_left_in_a_log_of_an_earlier_round_is_no_damage(tmp_path):
    with closing(SqliteStore(tmp_path / "open" / "referee.sqlite3")) as store:
        store.make_room()
        fill(store, 3)
        path = shutil.copytree(tmp_path / "open", tmp_path / "left") / "referee.sqlite3"
    assert damage_of(path) is None
    flip(log_of(path), 3_000_000)
    assert damage_of(path) is None
    assert logs(path) == {match: WHOLE[match] for match in ("match-02", "match-01", "match-00")}


def test_a_log_that_was_deleted_is_told_once_with_what_was_in_it(killed):
    log_of(killed).unlink()
    found, told = check_nothing_is_missed(killed)
    assert (len(found), told.lost, told.missing) == (0, MATCHES, ENTRIES)
    assert "At least 30 matches are missing. At least 180 entries are missing." in str(told.text)
    assert "“referee restore FILE”" in str(told.text)


def test_a_log_that_was_deleted_after_some_quiet_takes_nothing_with_it(tmp_path):
    with closing(SqliteStore(tmp_path / "open" / "referee.sqlite3")) as store:
        fill(store, 2)
        store.settle()
        store.settle()
        path = shutil.copytree(tmp_path / "open", tmp_path / "left") / "referee.sqlite3"
    log_of(path).unlink()
    assert damage_of(path) is None
    assert len(logs(path)) == 2


def test_a_store_settles_only_while_nobody_plays_and_keeps_its_room(tmp_path):
    path = tmp_path / "referee.sqlite3"
    with closing(SqliteStore(path)) as store:
        store.make_room()
        size = log_of(path).stat().st_size
        store.create("a", [opened(1)])
        for seq in (1, 2):
            store.settle()
            store.append("a", [played("a", seq)])
        round_of_before = log_of(path).read_bytes()[16:24]
        store.settle()
        assert log_of(path).read_bytes()[16:24] == round_of_before, "two were entered since"
        store.settle()
        settled = log_of(path).read_bytes()
        assert settled[16:24] != round_of_before
        store.settle()
        assert log_of(path).read_bytes() == settled, "nothing is written for nothing"
        store.append("a", [played("a", 3)])
        assert log_of(path).stat().st_size == size


def test_a_store_that_is_being_copied_settles_another_time(tmp_path):
    path = tmp_path / "referee.sqlite3"
    with closing(SqliteStore(path)) as store, closing(sqlite3.connect(path)) as reader:
        fill(store, 1)
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM entries").fetchone()
        fill_one_more = played("match-00", 6)
        store.append("match-00", [fill_one_more])
        store.settle()
        store.settle()
        reader.rollback()
        store.append("match-00", [played("match-00", 7)])
        assert len(store.rows("match-00")) == 8


@pytest.mark.parametrize("command", [["matches"], ["export", "match-03"], ["backup"]])
def test_no_command_throws_away_what_the_next_start_can_save(killed, command):
    flip(log_of(killed), 60_000)
    said = CliRunner().invoke(main, [*command, "--data", str(killed.parent)])
    assert said.exit_code == 1
    assert "Start the referee once: it saves what can be read of them" in said.output
    assert mended(killed)[0] == WHOLE


def test_a_command_beside_a_running_server_reads_no_log_that_changes_meanwhile(killed):
    flip(log_of(killed), 60_000)  # as it may look while it is written to
    with lock_as_server(killed.parent):
        check_openable(killed)
    with pytest.raises(NoStore):
        check_openable(killed)


# ---------------------------------------------------------------- the file itself


def test_a_file_that_was_deleted_is_told_with_what_was_in_it(closed):
    closed.unlink()
    assert damage_of(closed) is Damage.GONE
    found, told = check_nothing_is_missed(closed)
    assert found == {}
    assert told.aside == ""
    assert str(told.title) == "Stored entries are missing"
    assert str(told.text).startswith(
        "The file of the stored matches is gone. At least 30 matches are missing. At least 180"
        " entries are missing."
    )


def test_a_file_that_was_emptied_is_told_with_what_was_in_it(closed):
    closed.write_bytes(b"")
    _, told = check_nothing_is_missed(closed)
    assert (told.lost, told.missing) == (MATCHES, ENTRIES)
    assert str(told.title) == "The stored matches were damaged", "none of them was saved"
    assert closed.with_name(told.aside).read_bytes() == b""


def test_what_still_waits_beside_a_file_that_was_deleted_is_saved(killed):
    killed.unlink()
    found, told = check_nothing_is_missed(killed)
    assert found == WHOLE
    assert log_of(killed.with_name(told.aside)).exists()
    assert str(told.title) == "Stored matches were saved"
    assert str(told.text) == (
        "The file of the stored matches is gone. 30 of them could be saved. The last entries may be"
        " missing: check each match before you play on. The file’s log is kept as"
        f" {told.aside}-wal."
    )


def test_of_a_file_that_was_deleted_what_did_not_wait_beside_it_is_told_as_missing(killed):
    with closing(SqliteStore(killed.with_name("other.sqlite3"))) as store:
        fill(store, 2)
        log = log_of(killed.with_name("other.sqlite3")).read_bytes()
    killed.unlink()
    log_of(killed).write_bytes(log)
    _, told = mended(killed)
    assert (told.saved, told.lost) == (2, MATCHES - 2)
    assert str(told.title) == "Stored entries are missing"
    assert "is gone. 2 of them could be saved. At least 28 matches are missing." in str(told.text)


def test_an_older_file_in_the_place_of_the_present_one_is_told_once(closed, tmp_path):
    older = back_up(closed, tmp_path / "backups")
    with closing(SqliteStore(closed)) as store:
        store.create("match-30", [opened(30)])
    shutil.copyfile(older, closed)
    with closing(SqliteStore(closed)):
        pass  # somebody looks at the matches with a command before the server starts
    assert damage_of(closed) is Damage.FEWER
    found, told = mended(closed)
    assert found == WHOLE
    assert (told.lost, told.missing) == (1, 1)
    assert "That happens if somebody put an older file here." in str(told.text)
    assert damage_of(closed) is None


def test_a_backup_that_was_restored_is_what_there_is(closed, tmp_path):
    older = back_up(closed, tmp_path / "backups")
    with closing(SqliteStore(closed)) as store:
        store.create("match-30", [opened(30)])
    restore(older, closed, tmp_path / "backups", {})
    assert damage_of(closed) is None
    assert not list(closed.parent.glob("*restoring*"))


def test_a_match_that_is_deleted_is_not_missed(killed):
    with closing(SqliteStore(killed)) as store:
        store.delete("match-07")
        assert read_counts(killed) == Counts(MATCHES - 1, ENTRIES - 6)
        with pytest.raises(UnknownMatch):
            store.delete("match-07")
    assert read_counts(killed) == Counts(MATCHES - 1, ENTRIES - 6)
    assert damage_of(killed) is None


@pytest.mark.parametrize("flips", [8, pytest.param(800, marks=pytest.mark.long)])
def test_wherever_a_bit_flips_in_the_file_nothing_goes_missing_without_a_word(
    closed_folder, tmp_path, flips
):
    chance = random.Random(7)
    size = (closed_folder / "referee.sqlite3").stat().st_size
    heads = (18, 20, 28, 47, 60, 63)
    for at in (*heads, *(chance.randrange(size) for _ in range(flips))):
        path = shutil.copytree(closed_folder, tmp_path / "data") / "referee.sqlite3"
        flip(path, at, chance.randrange(8))
        check_nothing_is_missed(path)
        shutil.rmtree(path.parent)


@pytest.mark.parametrize("at", [0, 5, 30])
def test_a_record_that_is_damaged_itself_claims_nothing(closed, at):
    flip(record_of(closed), at)
    assert read_counts(closed) is None
    assert damage_of(closed) is None
    assert logs(closed) == WHOLE
    assert read_counts(closed) == Counts(MATCHES, ENTRIES)


# ---------------------------------------------------------------- entries


def change(path, script):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


FLIPPED = [
    "body = 'marker match-03 9'",
    "kind = 'plaied'",
    "at = '2027-01-01T00:00:00+00:00'",
    "body = CAST(x'6dff61' AS TEXT)",
    "seq = 9",
    "checksum = NULL, kind = 'plaied'",
    "checksum = NULL, body = CAST(x'6dff61' AS TEXT)",
]


@pytest.fixture(params=FLIPPED)
def flipped(closed, request):
    """A file in which one entry is not as it was written."""
    there = "WHERE match = 'match-03' AND seq = 3"
    change(closed, f"UPDATE entries SET {request.param} {there}")  # noqa: S608 - of this test
    return closed


def test_a_match_with_a_damaged_entry_is_called_damaged_and_hides_no_other(flipped):
    with closing(SqliteStore(flipped)) as store:
        assert len(store.matches()) == MATCHES
        assert store.rows("match-04") == WHOLE["match-04"]
        with pytest.raises(StoreDamaged, match="have been damaged"):
            store.rows("match-03")


def test_a_damaged_entry_is_set_aside_at_the_start_with_what_follows_it(flipped):
    assert damage_of(flipped) is Damage.DAMAGED
    found, told = mended(flipped)
    assert found == WHOLE | {"match-03": WHOLE["match-03"][:3]}
    assert (told.short, told.missing) == (1, 3)
    assert "At least 3 entries are missing." in str(told.text)
    first = WHOLE["match-03"][0]
    named = f"at the end of these: {', '.join(first.entry.setup.names)} of {first.at[:10]}."
    assert named in str(told.text)
    assert flipped.with_name(told.aside).exists()


def test_a_name_of_the_list_that_cannot_be_read_hides_no_other(closed):
    change(
        closed,
        "UPDATE entries SET body = CAST(x'7b22ff' AS TEXT), at = CAST(x'ff' AS TEXT)"
        " WHERE match = 'match-03' AND seq = 0",
    )
    with closing(SqliteStore(closed)) as store:
        (broken,) = [stored for stored in store.matches() if stored.id == "match-03"]
    assert broken.names == ()
    assert broken.opened_at.encode()


def test_entries_of_an_earlier_version_have_no_checksum_and_are_sound(closed):
    change(closed, "UPDATE entries SET checksum = NULL")
    assert damage_of(closed) is None
    assert logs(closed) == WHOLE


def test_an_old_match_that_is_found_damaged_while_it_is_looked_at_is_saved_at_the_next_start(
    closed, monkeypatch
):
    monkeypatch.setattr("referee.match.care.damage._LATEST", 5)
    change(closed, "UPDATE entries SET body = 'x' WHERE match = 'match-03' AND seq = 3")
    assert damage_of(closed) is None, "so many are not looked at each time"
    with closing(SqliteStore(closed)) as store, pytest.raises(StoreDamaged):
        store.rows("match-03")
    found, _ = mended(closed)
    assert len(found["match-03"]) == 3
    assert read_counts(closed) == Counts(MATCHES, ENTRIES - 3)


def test_a_damaged_entry_of_a_backup_is_no_reason_to_take_it_without_a_word(closed, tmp_path):
    made = back_up(closed, tmp_path / "backups")
    change(made, "UPDATE entries SET body = 'x' WHERE match = 'match-03' AND seq = 3")
    assert is_damaged(made, thorough=True)


def test_a_version_that_has_flipped_is_not_that_of_a_newer_referee(closed):
    change(closed, f"PRAGMA user_version = {VERSION ^ 8}")
    found, told = mended(closed)
    assert found == WHOLE
    assert told.missing == 0


def test_what_a_newer_referee_has_stored_in_its_own_way_is_not_called_damaged(closed):
    change(closed, f"DROP TABLE matches; PRAGMA user_version = {VERSION + 1}")
    assert damage_of(closed) is None


# ---------------------------------------------------------------- a disk that is full


def test_on_a_disk_that_is_full_everything_can_be_seen_and_entries_go_on_with_room(killed):
    log_of(killed).with_name(f"{killed.name}-shm").unlink(missing_ok=True)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        assert damage_of(killed) is None
        store = SqliteStore(killed)
        assert {stored.id: store.rows(stored.id) for stored in store.matches()} == WHOLE
        with pytest.raises(StoreFailed):
            store.append("match-00", [played("match-00", 6)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    store.append("match-00", [played("match-00", 6)])
    store.close()
    assert logs(killed)["match-00"] == (*WHOLE["match-00"], played("match-00", 6))
