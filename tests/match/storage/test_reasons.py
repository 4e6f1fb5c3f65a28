"""What the system says when it does not let us is told in plain words, with what to do."""

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.match import SqliteStore, StoreFailed
from referee.match.storage.error_texts import Damaged, is_of_damage, reason

HANDS = ("Free some space", "Try", "Use", "Move", "Check", "Start")


@pytest.mark.parametrize(
    "number",
    [
        *(errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EROFS, errno.EEXIST),
        *(errno.ENOTDIR, errno.EISDIR, errno.ENOENT, errno.EIO, errno.ELOOP),
    ],
    ids=errno.errorcode.get,
)
def test_whatever_keeps_a_file_from_us_is_told_with_what_to_do(number) -> None:
    said = str(reason(OSError(number, os.strerror(number))))
    assert os.strerror(number) not in said
    assert said.partition(". ")[2].startswith(HANDS)


def refused_by_sqlite(path, *, after):
    """Let SQLite say why it cannot write a file to which something was done."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE one (two)")
    after(path)
    name = f"{path.as_uri()}?mode={'ro' if path.suffix == '.ro' else 'rw'}"
    with (
        closing(sqlite3.connect(name, uri=True)) as connection,
        pytest.raises(sqlite3.Error) as no,
    ):
        connection.execute("INSERT INTO one VALUES (3)")
    return no.value


@pytest.mark.parametrize(
    ("name", "after", "says"),
    [
        ("kept", lambda path: path.write_bytes(b"?" * 9000), "damaged"),
        ("kept", lambda path: path.with_name("kept-wal").mkdir(), "cannot be opened"),
        ("kept.ro", Path.touch, "this user may not"),
    ],
)
def test_sqlite_too_and_only_damage_is_called_so(tmp_path, name, after, says) -> None:
    no = refused_by_sqlite(tmp_path / name, after=after)
    assert says in str(reason(no))
    assert str(reason(no)).partition(". ")[2].startswith(HANDS)
    assert is_of_damage(no) == (says == "damaged")


def test_what_does_not_fit_together_is_damage_although_sqlite_can_read_it() -> None:
    assert is_of_damage(Damaged("row 3 missing from index"))


def test_a_file_that_is_damaged_while_it_is_open_is_told_with_what_helps(tmp_path) -> None:
    path = tmp_path / "referee.sqlite3"
    SqliteStore(path).close()
    store = SqliteStore(path)
    with path.open("r+b") as file:
        file.seek(4096)  # the first page has been read, and those of the log
        file.write(b"\xff" * (path.stat().st_size - 4096))
    with pytest.raises(StoreFailed, match="it then saves what can be read"):
        store.kept("council")
    store.close()


def test_a_disk_without_room_is_called_full_also_where_sqlite_names_its_index_only() -> None:
    no = sqlite3.OperationalError("disk I/O error")
    no.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    assert str(reason(no)) == "the disk is full. Free some space, then try again"
