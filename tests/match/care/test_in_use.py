"""One server at a time serves a folder of matches; one that leaves is waited for."""

import errno
import fcntl
import threading
import time

import pytest

from referee.match.care import in_use
from referee.match.care.in_use import InUse, lock_as_server


def test_a_folder_has_one_server_until_that_one_leaves(tmp_path, monkeypatch):
    monkeypatch.setattr(in_use, "_LEAVING_S", 0.1)
    with (
        lock_as_server(tmp_path),
        pytest.raises(InUse, match="is already running on these matches"),
    ):
        lock_as_server(tmp_path).__enter__()
    with lock_as_server(tmp_path):
        pass


def test_a_server_that_is_just_leaving_is_waited_for(tmp_path):
    here, leaves = threading.Event(), threading.Event()

    def serve():
        with lock_as_server(tmp_path):
            here.set()
            leaves.wait(10)
            time.sleep(0.2)

    other = threading.Thread(target=serve)
    other.start()
    assert here.wait(10)
    leaves.set()
    with lock_as_server(tmp_path):
        other.join(10)
        assert not other.is_alive()


def test_where_nothing_can_be_locked_or_written_a_server_starts_all_the_same(tmp_path, monkeypatch):
    with lock_as_server(tmp_path / "nowhere"):
        pass

    def refuse(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with lock_as_server(tmp_path):
        pass
