"""Whoever taps second is told who was first: by seat or by screen, never by an address."""

import pytest

from referee.core import Seat
from referee.match import NOTE, Device, DeviceRole, Lobby

OTHER = {"REMOTE_ADDR": "10.0.0.8"}


def late(parlour, client, text="leap seat=0", **more):
    """Send what was meant for the first moment of the match."""
    data = {"action": text, "expected": "0", **more}
    return client.post(f"{parlour.address}/act", data=data, environ_base=OTHER)


def known(client, parlour) -> str:
    """Let a device be known, and return its name in the log."""
    client.get(f"{parlour.address}/seats")
    with client.session_transaction() as session:
        return str(session["device"])


def test_the_own_phone_of_somebody_is_called_by_the_name_of_its_seat(parlour):
    phone, table = parlour.device(seat=1), parlour.device()
    parlour.enter(phone, "pass seat=0")
    answer = late(parlour, table)
    assert answer.status_code == 409
    assert "Bo was faster. In the meantime: " in answer.text


def test_a_program_is_told_too(parlour):
    phone, table = parlour.device(seat=1), parlour.device()
    parlour.enter(phone, "pass seat=0")
    data = {"action": "leap seat=0", "expected": "0"}
    accept = {"Accept": "application/json"}
    told = table.post(f"{parlour.address}/act", data=data, headers=accept).json
    assert told["problem"] == "stale-seq"
    assert told["says"].startswith("Bo was faster. ")


@pytest.mark.parametrize(
    ("part", "is_host", "name"),
    [
        (DeviceRole.TABLE, True, "The table’s tablet"),
        (DeviceRole.TABLE, False, "Another tablet of the table"),
        (DeviceRole.NONE, False, "Another screen"),
    ],
)
def test_a_tablet_is_called_by_its_part(parlour, part, is_host, name):
    tablet, table = parlour.device(), parlour.device()
    device, store = known(tablet, parlour), parlour.app.extensions["referee"].holders.store
    store.create_lobby(parlour.match.id, Lobby("ABCDEF", host=device if is_host else "another"))
    store.admit(parlour.match.id, device, Device(part, since="2026-01-01"))
    late_one = Device(DeviceRole.TABLE, since="2026-01-01")
    store.admit(parlour.match.id, known(table, parlour), late_one)
    parlour.match.submit([parlour.match.game.parse("pass seat=0")], expected_seq=0, device=device)
    assert f"{name} was faster. " in late(parlour, table).text


@pytest.mark.parametrize(
    ("source", "name"),
    [("camera 0.97", "The camera"), (NOTE, "Somebody"), ("tap", "Another screen")],
)
def test_a_camera_is_called_so_and_who_noted_something_is_not_told(parlour, source, name):
    table = parlour.device()
    pass_on = parlour.match.game.parse("pass seat=0")
    parlour.match.submit([pass_on], expected_seq=0, source=source, device="10.0.0.7")
    answer = late(parlour, table)
    assert f"{name} was faster. " in answer.text
    assert "10.0.0." not in answer.text


def test_another_window_of_the_same_device_is_called_so(parlour):
    phone = parlour.device(seat=0)
    parlour.enter(phone, "pass seat=0")
    assert "Another window of this device was faster. " in late(parlour, phone).text


def test_whoever_taps_the_same_second_is_told_who_was_first_and_it_counts_once(parlour):
    phone, table = parlour.device(seat=1), parlour.device()
    parlour.enter(phone, "pass seat=0")
    answer = late(parlour, table, "pass seat=0")
    assert (answer.status_code, answer.location) == (303, f"{parlour.address}?first=1")
    page = table.get(answer.location).text
    assert 'data-first="Bo just tapped the same. It counts once."' in page
    assert parlour.match.seq == 1


def test_a_tap_that_is_sent_again_by_its_own_device_says_nothing(parlour):
    phone = parlour.device(seat=0)
    for _ in range(2):
        answer = late(parlour, phone, "pass seat=0", seat="0")
        assert answer.location == f"{parlour.address}/seats/0"
    assert 'data-first=""' in phone.get(answer.location).text
    assert 'data-first=""' in phone.get(f"{parlour.address}?first=99").text


def test_no_number_leads_to_whoever_has_noted_something(parlour):
    phone, table = parlour.device(seat=0), parlour.device()
    parlour.enter(phone, "whisper seat=0 card=0 word=ant", expected=0)
    assert parlour.match.heard() == 0
    assert parlour.match.heard(Seat(0)) > 0
    for number in (0, 1, parlour.match.heard(Seat(0))):
        assert "Ann has tapped" not in table.get(f"{parlour.address}?first={number}").text
