"""The server is killed while entries come in as fast as they can; what it has answered is there."""

import random
import signal
import threading
from dataclasses import dataclass, field

import pytest
from running_server import Server
from talking import PATIENCE_S, NoAnswer, Program, numbered

from referee.match import Row, SqliteStore, is_damaged
from referee.match.storage.counts import read_counts

WRITERS = 4


@dataclass
class Writer:
    """Enters one thing after the other, and keeps what was answered by its seq."""

    program: Program
    counted: threading.Semaphore
    taken: dict[int, str] = field(default_factory=dict)
    refused: list[object] = field(default_factory=list)

    def write(self) -> None:
        """Enter until nobody answers; begin with what was left without an answer."""
        while True:
            seq = len(self.taken)
            text = numbered(seq)
            try:
                status, answer = self.program.enter(text, seq, key=f"key {seq}")
            except NoAnswer:
                return
            if status != 200:
                self.refused.append(answer)
                return
            self.taken[seq + 1] = text
            self.counted.release()


@pytest.mark.parametrize(
    ("kills", "entries"), [(2, 200), pytest.param(10, 1000, marks=pytest.mark.long)]
)
def test_every_acknowledged_entry_is_there_after_kills_in_the_middle(
    server, sit_down, kills, entries
):
    counted = threading.Semaphore(0)
    writers = [Writer(sit_down(server), counted) for _ in range(WRITERS)]
    chance = random.Random(kills)
    for _ in range(kills):
        write_and_kill(server, writers, entries // kills + chance.randrange(WRITERS))
        check(server, writers)
        server.start()
    assert sum(len(writer.taken) for writer in writers) >= entries
    for writer in writers:
        seq = writer.program.look()["seq"]
        again = [
            writer.program.enter(text, at - 1, f"key {at - 1}") for at, text in writer.taken.items()
        ]
        assert {status for status, _ in again} == {200}, "a key is known again after all that"
        assert writer.program.look()["seq"] == seq, "nothing is there twice"


def write_and_kill(server: Server, writers: list[Writer], entries: int) -> None:
    """Let all write at once, and kill the server when so many entries were acknowledged."""
    threads = [threading.Thread(target=writer.write) for writer in writers]
    for thread in threads:
        thread.start()
    for _ in range(entries):
        assert writers[0].counted.acquire(timeout=PATIENCE_S), server.output
    assert server.process is not None
    server.process.kill()
    assert server.process.wait() == -signal.SIGKILL
    for thread in threads:
        thread.join()


def check(server: Server, writers: list[Writer]) -> None:
    """Compare what was acknowledged with what lies on the disk, before anybody mends anything."""
    path = server.folder / "data" / "referee.sqlite3"
    assert not is_damaged(path)
    counted = read_counts(path)
    store = SqliteStore(path)
    known = sum(len(store.rows(writer.program.match)) for writer in writers)
    assert counted is not None
    assert counted.entries in {known, known - 1}, "it may lag by what was on its way"
    for writer in writers:
        rows = store.rows(writer.program.match)
        assert writer.refused == []
        assert [row.seq for row in rows] == list(range(len(rows)))
        stored = {row.seq: text_of(row) for row in rows[1:]}
        assert stored.items() >= writer.taken.items()
        assert len(stored) <= len(writer.taken) + 1, "at most one was on its way to each"
    store.close()


def text_of(row: Row) -> str:
    return getattr(row.entry, "text", "")
