"""Pages that were asleep, or only look now and then, while their device became something else."""

import re
from html import unescape

import pytest


def asks(page):
    """Return the addresses at which a page asks for its news: its stream, and without one."""
    return [unescape(re.findall(f'data-{kind}="([^"]*)"', page)[0]) for kind in ("stream", "news")]


def answers(client, addresses):
    found = []
    for address in addresses:
        answer = client.get(address, buffered=False)
        found.append(answer.status_code)
        answer.close()
    return found


def host_passes_on_to_phone(room):
    room.tell(room.tablet, "pass-on", screen=room.handle("seat"))


def another_wishes(room):
    room.join(room.device(), "table")


def whoever_watched_becomes_a_tablet(room):
    room.tell(room.tablet, "let-in", screen=room.wish())


@pytest.mark.parametrize(
    ("happens", "who"),
    [
        (host_passes_on_to_phone, "tablet"),
        (host_passes_on_to_phone, "phone"),
        (another_wishes, "tablet"),
        (whoever_watched_becomes_a_tablet, "watcher"),
    ],
)
def test_a_page_that_slept_through_a_change_of_its_part_is_told_to_load_itself_anew(
    happens, who, room
):
    phone, watcher = room.device("seat", 1), room.device("spectator")
    room.join(watcher, "table")
    client, at = {
        "tablet": (room.tablet, room.address),
        "phone": (phone, f"{room.address}/seats/1"),
        "watcher": (watcher, f"{room.address}/watch"),
    }[who]
    asleep = asks(client.get(at).text)
    assert answers(client, asleep) == [200, 200]
    happens(room)
    assert answers(client, asleep) == [403, 403]
    awake = asks(client.get(at, follow_redirects=True).text)
    assert answers(client, awake) == [200, 200]


def test_a_page_that_slept_through_entries_goes_on(room):
    page = asks(room.tablet.get(room.address).text)
    room.enter(room.tablet, "elder slot=0 card=seer")
    assert answers(room.tablet, page) == [200, 200]


def test_what_a_page_asks_by_names_no_device(room):
    phone = room.device("seat", 1)
    page = phone.get(f"{room.address}/seats/1").text
    with phone.session_transaction() as known:
        assert known["device"] not in page
