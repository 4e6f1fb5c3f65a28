"""What was acknowledged is there after the power failed: the process is killed while it writes."""

import signal
import subprocess
import sys
from pathlib import Path

from referee.core import Setup
from referee.match import Matches, SqliteStore

WRITER = """
import sys
from itertools import count
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from conftest import NIM
from referee.core import Setup
from referee.match import Matches, SqliteStore

matches = Matches(SqliteStore(Path(sys.argv[1])), {"nim": NIM})
match = matches.get(matches.list()[0].id)
for number in count():
    actions = [NIM.parse(f"overrule heap heap=0 count={number % 9} why=x")] * 3
    match.submit(actions, expected_seq=match.seq)
    print(match.seq, flush=True)
"""


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path, nim):
    path = tmp_path / "referee.sqlite3"
    store = SqliteStore(path)
    made = Matches(store, {"nim": nim}).open("nim", Setup(("Ann", "Bo")))
    store.close()
    acknowledged = 0
    for round_number in range(4):
        acknowledged = _write_and_kill(path, after=20 + 7 * round_number)
        store = SqliteStore(path)
        match = Matches(store, {"nim": nim}).get(made.id)
        assert match.broken is None
        assert match.seq >= acknowledged
        assert match.seq % 3 == 0, "a batch is there as a whole or not at all"
        store.close()
    assert acknowledged > 60


def _write_and_kill(path, *, after):
    command = [sys.executable, "-c", WRITER, str(path), str(Path(__file__).parents[1])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        said = [int(writer.stdout.readline()) for _ in range(after)]
        writer.send_signal(signal.SIGKILL)
        said += [int(line) for line in writer.stdout if line.endswith("\n")]
    assert writer.returncode == -signal.SIGKILL
    return said[-1]
