"""The disk is full: what does not fit is refused in a sentence, and it goes on when there is room.

The server has a small disk of its own, mounted where only it can see it; where that may not be
done, its files may not grow beyond their size of now.
"""

import resource
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from running_server import Server
from talking import numbered

from referee.core import Setup
from referee.games import load_all
from referee.match import Matches, SqliteStore

pytestmark = pytest.mark.once

MOUNTING = 'mount -t tmpfs -o size=512k referee "$0" && exec "$@"'
FILLING = """
mount -t tmpfs -o size=8m referee "$0" && cp -a "$1/." "$0" && rm -f "$0"/*-shm
dd if=/dev/zero of="$0/photos" bs=4096 2>/dev/null
shift && exec "$@"
"""
TRY = ("sh", "-c", "mount -t tmpfs referee /mnt")


@dataclass
class SmallDisk(Server):
    """A server whose matches lie on a disk of half a megabyte."""

    @property
    def _command(self) -> tuple[str, ...]:
        data = self.folder / "data"
        data.mkdir(exist_ok=True)
        return (*private_mounts(), "sh", "-c", MOUNTING, str(data), *super()._command)

    @property
    def disk(self) -> Path:
        """Return the folder as the server sees it; outside it is empty."""
        assert self.process is not None
        return Path(f"/proc/{self.process.pid}/root{self.folder}/data")

    def fill(self) -> None:
        """Leave no room at all."""
        with suppress(OSError), (self.disk / "photos").open("wb", buffering=0) as file:
            while file.write(bytes(512)):
                pass

    def make_room(self) -> None:
        """Throw away what fills the disk."""
        (self.disk / "photos").unlink()


@dataclass
class NoGrowth(Server):
    """A server whose files cannot grow while it is told so."""

    @property
    def disk(self) -> Path:
        """Return the folder of the matches."""
        return self.folder / "data"

    def fill(self) -> None:
        """Let nothing be written beyond the middle of the longest file, which is the log.

        Its end may never be reached: it begins anew whenever nobody has entered for a while.
        """
        longest = max(path.stat().st_size for path in self.disk.iterdir())
        self._limit(longest // 2)

    def make_room(self) -> None:
        """Let files grow again."""
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, most: int) -> None:
        assert self.process is not None
        kind = resource.RLIMIT_FSIZE
        resource.prlimit(self.process.pid, kind, (most, resource.RLIM_INFINITY))


def private_mounts() -> tuple[str, ...]:
    """Return the command before a command that may mount things which nobody else sees."""
    for command in (("unshare", "--mount"), ("unshare", "--mount", "--map-root-user")):
        with suppress(FileNotFoundError):
            if not subprocess.run([*command, *TRY], capture_output=True, check=False).returncode:
                return command
    return ()


@pytest.fixture(params=[SmallDisk, NoGrowth])
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[SmallDisk | NoGrowth]:
    if request.param is SmallDisk and not private_mounts():
        pytest.skip("here nothing can be mounted; the other way to fill a disk is tried")
    running = request.param(tmp_path)
    running.start()
    yield running
    running.stop()


def enter_until_refused(program, seq):
    while True:
        status, answer = program.enter(numbered(seq), seq, key=f"key {seq}")
        if status != 200:
            return seq, status, answer
        seq += 1
        assert seq < 2000, "the disk was never full"


said = {
    SmallDisk: "The disk is full, so this was not saved. Nothing was changed. Free some space",
    NoGrowth: "Nothing was changed. Please try again.",
}


def test_what_does_not_fit_is_refused_and_taken_when_there_is_room(server, sit_down):
    program = sit_down(server)
    for seq in range(5):
        assert program.enter(numbered(seq), seq, key=f"key {seq}")[0] == 200
    server.fill()
    seq, status, answer = enter_until_refused(program, 5)
    assert status == 503
    assert said[type(server)] in answer["says"]
    assert program.look()["seq"] == seq, "what was refused is not there"
    assert program.enter(numbered(seq), seq, key=f"key {seq}")[0] == 503, "and not on a second try"
    server.make_room()
    assert program.enter(numbered(seq), seq, key=f"key {seq}")[0] == 200
    seq += 1
    assert program.look()["seq"] == seq
    assert program.enter(numbered(seq), seq, key=f"key {seq}")[0] == 200
    # SQLite would follow the way in to the server's disk back out of it.
    copied = copytree(server.disk, server.folder / "copied")
    store = SqliteStore(copied / "referee.sqlite3")
    stored = [getattr(row.entry, "text", "") for row in store.rows(program.match)[1:]]
    store.close()
    assert stored == [numbered(seq) for seq in range(seq + 1)]


@dataclass
class FullDisk(SmallDisk):
    """A server that starts on a disk which is full already, with matches of an earlier evening."""

    @property
    def _command(self) -> tuple[str, ...]:
        data = self.folder / "data"
        found = Server._command.fget(self)  # type: ignore[attr-defined]
        return (*private_mounts(), "sh", "-c", FILLING, str(data), str(self.earlier), *found)

    @property
    def earlier(self) -> Path:
        """Return the folder from which the matches are taken."""
        return self.folder / "earlier"


@pytest.mark.skipif(not private_mounts(), reason="here nothing can be mounted")
def test_a_server_starts_on_a_full_disk_shows_the_matches_and_takes_entries_once_there_is_room(
    tmp_path, sit_down
):
    before = Server(tmp_path)
    before.start()
    program = sit_down(before)
    assert program.enter(numbered(0), 0)[0] == 200
    program.close()
    before.stop()
    (tmp_path / "data").rename(tmp_path / "earlier")
    (tmp_path / "data").mkdir()
    server = FullDisk(tmp_path, port=before.port)
    server.start()
    try:
        with urlopen(server.url) as page:  # noqa: S310 - our own server
            told = page.read().decode()
        assert "The disk is full." in told
        assert "new entries may be refused" in told, "where the log has room inside, they are not"
        assert "Ann" in told
        assert "The disk is full." in server.output
        assert program.look()["seq"] == 1
        status, answer = program.enter(numbered(1), 1, key="one")
        assert (status, program.look()["seq"]) == (503, 1)
        assert said[SmallDisk] in answer["says"]
        server.make_room()
        assert program.enter(numbered(1), 1, key="one")[0] == 200
        with urlopen(server.url) as page:  # noqa: S310 - our own server
            assert "The disk is full." not in page.read().decode()
    finally:
        server.stop()


@pytest.mark.skipif(not private_mounts(), reason="here nothing can be mounted")
def test_damaged_matches_on_a_full_disk_are_saved_as_soon_as_there_is_room(tmp_path, sit_down):
    before = Server(tmp_path)
    before.start()
    program = sit_down(before)
    for seq in range(9):
        assert program.enter(numbered(seq), seq)[0] == 200
    program.close()
    assert before.process is not None
    before.process.kill()
    before.process.wait()
    log = tmp_path / "data" / "referee.sqlite3-wal"
    content = bytearray(log.read_bytes())
    content[60_000] ^= 1
    log.write_bytes(content)
    (tmp_path / "data").rename(tmp_path / "earlier")
    (tmp_path / "data").mkdir()
    server = FullDisk(tmp_path, port=before.port)
    server.start()
    try:
        status, told = answered(server)
        while status == 503 and "too full" not in told:
            status, told = answered(server)
        assert status == 503
        assert "damaged, and the disk is too full to save" in told
        assert "too full" in server.output
        server.make_room()
        while (found := answered(server))[0] == 503:
            time.sleep(0.05)
        assert (found[0], "Ann" in found[1]) == (200, True)
    finally:
        server.stop()


def answered(server):
    try:
        with urlopen(server.url) as page:  # noqa: S310 - our own server
            return page.status, page.read().decode()
    except HTTPError as refused:
        return refused.code, refused.read().decode()


def test_what_an_entry_teaches_for_the_next_match_may_be_lost_but_not_the_entry(tmp_path):
    """Both are written one after the other, so the room may be just enough for the first."""
    path = tmp_path / "referee.sqlite3"
    store = SqliteStore(path)
    matches = Matches(store, load_all())
    match = matches.open("war-of-waves", Setup(("Ann", "Bo")))
    with closing(sqlite3.connect(path)) as other:
        other.execute("ALTER TABLE kept RENAME TO away")
    with matches.feed.subscribe(match.id) as news:
        receipt = match.submit([match.game.parse(numbered(0))], expected_seq=0, key="first")
        assert news.next(after=0, timeout=0) == receipt.seq == 1, "and every screen hears of it"
    assert [row.seq for row in store.rows(match.id)] == [0, 1]
    assert matches.open("war-of-waves", Setup(("Cy", "Di"))).seq == 0
    store.close()
