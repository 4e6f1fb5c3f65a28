"""After starts that ended badly comes a careful one, without camera and extras, which says so."""

import io
import signal
from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from gevent import GreenletExit
from running_server import Server

from referee.cli import main
from referee.games import load_all
from referee.host.daily_backup import DailyBackup, settle_when_idle
from referee.host.endpoint_file import NAME as WORD
from referee.host.safe_mode import NAME, StartGuard
from referee.match import SqliteStore
from referee.match.care.backups import backups_in
from referee.web import Settings, create_app

pytestmark = pytest.mark.once


def test_a_start_that_never_was_ready_makes_the_next_one_careful(tmp_path):
    assert StartGuard(tmp_path).begin() is False
    assert StartGuard(tmp_path).begin() is True


def test_a_start_that_ended_soon_is_forgiven_once(tmp_path):
    for careful in (False, False, True, True):
        start = StartGuard(tmp_path)
        assert start.begin() is careful
        start.ready()


def test_a_minute_of_good_running_makes_the_next_start_an_ordinary_one(tmp_path):
    StartGuard(tmp_path).begin()
    careful = StartGuard(tmp_path)
    assert careful.begin() is True
    careful.ready()
    careful.clear()
    assert StartGuard(tmp_path).begin() is False


@pytest.mark.parametrize("content", [b"", b"\0\0", b"[]", b'{"stage": 7}', b"{}"])
def test_a_mark_that_cannot_be_read_never_stops_a_start(tmp_path, content):
    (tmp_path / NAME).write_bytes(content)
    assert StartGuard(tmp_path).begin() is False
    (tmp_path / NAME).unlink()
    (tmp_path / NAME).mkdir()
    assert StartGuard(tmp_path).begin() is False
    assert StartGuard(tmp_path / "nowhere").begin() is False


@pytest.fixture
def server(tmp_path) -> Iterator[Server]:
    """Return a server to be started, which is ended in any case."""
    server = Server(tmp_path)
    yield server
    server.stop()


def test_a_server_that_is_killed_twice_in_its_first_minute_starts_carefully_and_says_so(
    server, tmp_path
):
    for times in (1, 2):
        server.start()
        until_ready(server, times)
        assert "safe mode" not in server.output
        kill(server)
    server.start()
    until_ready(server, 3)
    assert "The last starts ended too soon, so the referee is in safe mode" in server.output
    assert "Unplug the camera" in server.output
    doctor = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path / "data")]).output
    assert "the referee is in safe mode" in doctor
    assert "Daily backups are off now." in doctor
    server.stop()
    assert not (tmp_path / "data" / NAME).exists(), "it was stopped on purpose"


def test_whoever_has_read_that_a_server_is_ready_finds_the_word_of_where_it_is(server, tmp_path):
    server.start()
    while "Stop with Ctrl+C" not in server.output:
        pass
    assert (tmp_path / "data" / WORD).exists()


def kill(server: Server) -> None:
    assert server.process is not None
    server.process.send_signal(signal.SIGKILL)
    server.process.wait()


def until_ready(server: Server, times: int) -> None:
    """Wait until the server has said its addresses and left its mark."""
    mark = server.folder / "data" / NAME
    while not (
        server.output.count("Stop with Ctrl+C") >= times
        and mark.exists()
        and b"ready" in mark.read_bytes()
    ):
        assert server.process is not None
        assert server.process.poll() is None, server.output


@pytest.fixture
def careful():
    return create_app(SqliteStore(":memory:"), load_all(), Settings(safe_mode=True))


def test_the_first_page_says_what_is_not_done_and_what_to_do(careful, client):
    page = careful.test_client().get("/").text
    assert "data-careful" in page
    assert "it does not read pictures of the table" in page
    assert "Unplug the camera" in page
    assert "data-careful" not in client.get("/").text


def test_a_careful_server_reads_no_picture_and_takes_entries_by_hand(careful, room_of):
    room = room_of(careful)
    refused = room.tablet.post(
        f"{room.address}/sightings", data={"photo": (io.BytesIO(b"a"), "a.jpg"), "expected": 0}
    )
    assert refused.status_code == 503
    assert "is in safe mode" in refused.text
    before = room.match.seq
    room.lay_council()
    assert room.match.seq > before


def test_a_server_makes_a_backup_a_day_and_says_once_why_it_cannot(tmp_path):
    said = []
    settings = Settings(
        database=tmp_path / "referee.sqlite3", backups=2, backup_folder=tmp_path / "backups"
    )
    upkeep = DailyBackup(settings, lambda text: said.append(str(text)))
    assert upkeep.back_up_if_due() is None
    assert upkeep.back_up_if_due() is None
    assert len(said) == 1
    assert said[0].startswith("There are no stored matches in")
    SqliteStore(settings.database).close()
    made = upkeep.back_up_if_due()
    assert [one.path for one in backups_in(settings.backup_folder)] == [made]
    assert upkeep.back_up_if_due() is None, "one a day is enough"
    assert len(backups_in(settings.backup_folder)) == 1


def test_a_store_settles_again_and_again_while_the_server_runs():
    class Settled(SqliteStore):
        times = 0

        def settle(self):
            self.times += 1
            if self.times == 3:
                raise GreenletExit

    store = Settled(":memory:")
    with pytest.raises(GreenletExit):
        settle_when_idle(store, 0)
    assert store.times == 3
