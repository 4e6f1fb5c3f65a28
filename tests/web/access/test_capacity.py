"""A table takes only so many devices, and its list of screens is read at once."""

from collections import Counter

import pytest

from referee.core import Seat, Setup
from referee.games import load_all
from referee.match import Device, DeviceRole, Hold, Lobby, Matches, SqliteStore
from referee.web.access.capacity import ARRIVALS, MOST, DeviceList, DeviceListCache, TooManyScreens
from referee.web.access.lobbies import Lobbies

LONG_AGO = "2026-01-01T10:00:00.000+00:00"
NOW = "9999-01-01T10:00:00.000+00:00"


def device_list(guests, holds=(), host="tablet"):
    """Return a table with a host and, in this order, devices that are this or that since then."""
    there = {name: Device(part, since) for name, part, since in guests}
    held = {Seat(seat): Hold(device, own=True) for seat, device in enumerate(holds)}
    return DeviceList(Lobby("K7M4RX", host), there, held)


def many(count, part=DeviceRole.TELEVISION, since=NOW):
    return [(f"{part} {number}", part, since) for number in range(count)]


def leaving(there, device, part=DeviceRole.SPECTATOR):
    return list(there.leaving(device, part))


def test_a_table_that_is_not_full_forgets_nobody():
    assert leaving(device_list(many(MOST - 1, since=LONG_AGO)), "new") == []
    assert leaving(device_list(many(MOST, since=LONG_AGO)), "television 3") == []


def test_who_only_looked_and_is_gone_makes_room_and_who_has_a_seat_or_is_there_never_does():
    old = "2026-01-02T10:00:00.000+00:00"
    seats = [("Ann", DeviceRole.SEAT, LONG_AGO), ("tablet", DeviceRole.TABLE, LONG_AGO)]
    gone = [
        ("left alone", DeviceRole.TABLE, LONG_AGO),
        ("old set", DeviceRole.TELEVISION, old),
        ("older set", DeviceRole.TELEVISION, LONG_AGO),
        ("watcher", DeviceRole.SPECTATOR, old),
    ]
    in_turn = ["watcher", "older set", "old set", "left alone"]
    for more in range(5):
        there = device_list([*seats, *gone, *many(MOST - 6 + more)], holds=["Ann"])
        assert leaving(there, "new") == in_turn[:more]
    with pytest.raises(TooManyScreens):
        leaving(device_list([*seats, *gone, *many(MOST - 1)], holds=["Ann"]), "new")


def test_who_was_sent_away_takes_no_place_and_is_remembered_for_a_while_only():
    away = many(MOST, DeviceRole.NONE, since=NOW)
    assert leaving(device_list([*many(MOST - 1), *away[:-1]]), "new") == []
    oldest = ("left first", DeviceRole.NONE, LONG_AGO)
    assert leaving(device_list([*many(3), *away[:-1], oldest]), "new") == ["left first"]
    with pytest.raises(TooManyScreens):  # who was sent away has to find a place again, like others
        leaving(device_list([*many(MOST), *away[:1]]), away[0][0])


def test_a_seat_comes_before_those_who_watch_and_no_screen_watches_in_its_place():
    full = [*many(MOST), ("Ann", DeviceRole.SEAT, NOW)]
    assert leaving(device_list(full, holds=["Ann"]), "Bo", DeviceRole.SEAT) == []
    assert leaving(device_list(full, holds=["Ann"]), "television 1", DeviceRole.SEAT) == []
    with pytest.raises(TooManyScreens):
        leaving(device_list(full, holds=["Ann"]), "Ann", DeviceRole.SPECTATOR)


def test_a_full_table_says_who_can_make_room_and_takes_a_screen_again_then(room):
    store = room.services.lobbies.store
    for name, part, since in many(MOST):
        store.admit(room.id, name, Device(part, since, since))
    phone, new = room.app.test_client(), room.app.test_client()
    answer = room.join(new, "television")
    assert answer.status_code == 409
    assert "cannot take any more screens" in answer.text
    assert room.match.id in {one.id for one in room.services.matches.list()}
    assert room.join(phone, "seat", 1).status_code == 303
    assert room.join(phone, "spectator", None).status_code in {200, 409}, "there is no place for it"
    assert Seat(1) in store.holds(room.id)
    store.admit(room.id, "television 0", Device(DeviceRole.TELEVISION, LONG_AGO))
    store.admit(room.id, "television 1", Device(DeviceRole.TELEVISION, LONG_AGO))
    assert room.join(new, "television").status_code == 303
    assert not {"television 0", "television 1"} & set(store.guests(room.id))


def test_a_table_whose_host_lets_screens_go_takes_others_at_once(room):
    """The pages of those that were let go ask again and again."""
    store = room.services.lobbies.store
    watching = [room.device("spectator") for _ in range(3)]
    for name, part, since in many(MOST - 4):
        store.admit(room.id, name, Device(part, since, since))
    new = room.app.test_client()
    assert room.join(new, "television").status_code == 409
    assert room.tell(room.tablet, "let-go", screen=room.handle("spectator")).status_code == 303
    for phone in watching:
        phone.get(f"{room.address}/join")
    assert room.join(new, "television").status_code == 303


def test_devices_that_come_one_after_the_other_from_one_address_are_stopped_for_a_while(room):
    clock = room.services.lobbies.arrivals._clock()
    room.services.lobbies.arrivals._clock = lambda: clock
    known = room.device("television")
    for _ in range(ARRIVALS - 1):
        assert room.join(room.app.test_client(), "television").status_code == 303
    stopped = room.join(room.app.test_client(), "television")
    assert (stopped.status_code, "Try again in a minute" in stopped.text) == (429, True)
    assert 'data-tool="television"' in stopped.text, "it can be tapped again"
    assert room.join(known, "spectator").status_code == 303
    clock += 61
    assert room.join(room.app.test_client(), "television").status_code == 303


def test_the_list_of_screens_asks_the_store_no_more_often_for_more_screens(room, monkeypatch):
    store = room.services.lobbies.store
    asked: Counter[str] = Counter()

    def counted(name):
        call = getattr(store, name)

        def ask(*given):
            asked[name] += 1
            return call(*given)

        monkeypatch.setattr(store, name, ask)

    for name in ("lobby", "guests", "holds"):
        counted(name)
    page = f"{room.address}/screens"
    room.tablet.get(page)
    asked.clear()
    room.tablet.get(page)
    few = dict(asked)
    for name, part, since in many(MOST - 5):
        store.admit(room.id, name, Device(part, since, since))
    asked.clear()
    listed = room.tablet.get(page).text
    assert "Television 55" in listed
    assert dict(asked) == few


class Counting(SqliteStore):
    """Counts how often it is asked who is at a match."""

    asked = 0

    def guests(self, match):
        self.asked += 1
        return super().guests(match)


def test_for_all_screens_of_a_match_it_is_asked_once_who_is_there():
    """Each of sixty asks with every entry whether it may still look."""
    store = Counting(":memory:")
    matches = Matches(store, load_all())
    match, other = (matches.open("waves", Setup(("Ann", "Bo"))).id for _ in range(2))
    lobbies = Lobbies(store, matches.feed)
    for number in range(3):
        store.admit(match, f"phone {number}", Device(DeviceRole.SPECTATOR, "", ""))
    marks = [lobbies.mark(match, f"phone {number}") for number in range(3)]
    assert ([mark[0] for mark in marks], store.asked) == ([DeviceRole.SPECTATOR] * 3, 1)
    store.admit(match, "phone 0", Device(DeviceRole.TELEVISION, "", ""))
    lobbies.announce(match)
    assert [lobbies.mark(match, f"phone {n}")[0] for n in (0, 1)] == [
        DeviceRole.TELEVISION,
        DeviceRole.SPECTATOR,
    ]
    assert (lobbies.mark(other, "phone 0")[0], store.asked) == (None, 3)


def test_who_is_there_is_looked_at_again_after_a_second():
    now, store = [0.0], Counting(":memory:")
    lately = DeviceListCache(store, lambda: now[0])
    for now[0] in (0.0, 0.9, 1.0, 1.5, 2.0):
        lately.device_list("m", 0)
    assert store.asked == 3
