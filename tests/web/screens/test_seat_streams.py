"""Streams of a seat, and who was there while it was seen."""

import itertools
import re

from referee.match.storage.one_time_tokens import MemoryTokenStore
from referee.web.access.one_time_tokens import OneTimeTokens

# ---------------------------------------------------------------- streams


def follow(client, parlour, seat, seen=""):
    address = f"{parlour.address}/stream?role=seat&seat={seat}&seen={seen}"
    return client.get(address, buffered=False)


def test_the_stream_of_a_seat_is_for_its_own_phone_alone(parlour):
    phone = parlour.device(0)
    for client in (parlour.device(), parlour.device(1)):
        assert follow(client, parlour, 0).status_code == 403
    assert follow(phone, parlour, 1).status_code == 403
    assert phone.get(f"{parlour.address}/stream?role=seat").status_code == 403
    answer = follow(phone, parlour, 0)
    _, screen = itertools.islice(answer.response, 2)
    assert b'data-role="seat"' in screen
    assert b"You have whispered 0" in screen
    answer.close()


def test_a_note_reaches_the_own_phone_and_no_other_screen(parlour):
    phone, other = parlour.device(0), parlour.device(1)
    streams = [follow(phone, parlour, 0, 0), follow(other, parlour, 1, 0)]
    streams.append(parlour.device().get(f"{parlour.address}/stream?seen=0", buffered=False))
    for stream in streams:
        next(stream.response)
    parlour.enter(phone, "whisper seat=0 card=0 word=cat")
    heard = [b"".join(itertools.islice(stream.response, 3)) for stream in streams]
    assert b"cat, 3, face down" in heard[0]
    assert b"event: screen" not in heard[1] + heard[2]
    for stream in streams:
        stream.close()


def test_a_stream_says_that_its_seat_was_let_go(parlour):
    phone = parlour.device(0)
    stream = follow(phone, parlour, 0, 0)
    next(stream.response)
    phone.post(f"{parlour.address}/seats/0/release", data={"sure": "yes"})
    assert list(stream.response)[-1] == b"event: gone\ndata: no longer held here\n\n"
    stream.close()


def test_a_screen_of_a_seat_is_made_once_for_what_it_hears(parlour):
    here = parlour.app.extensions["referee"]
    phones = [parlour.device(seat) for seat in (0, 1)]
    made = []
    for entry in (None, "whisper seat=0 card=0 word=cat"):
        if entry:
            parlour.enter(phones[0], entry)
        before = here.fragments.renderings
        for seat, phone in enumerate(phones):
            phone.get(f"{parlour.address}/seats/{seat}")
        made.append(here.fragments.renderings - before)
    assert made == [2, 1]


def test_of_very_many_slips_the_oldest_are_forgotten():
    slips, place = OneTimeTokens(MemoryTokenStore()), ("match", 1)
    first = slips.give(place)
    others = [slips.give(place) for _ in range(2_000)]
    assert not slips.take(first, place)
    assert slips.take(others[0], place)
    assert not slips.take(others[0], place)


# ---------------------------------------------------------------- who was there


def last_seen(page):
    return re.findall(r'data-seen="([^"]+)"', page)


def test_a_look_at_the_tablet_is_told_to_whoever_looks_next(parlour):
    tablet = parlour.device()
    assert last_seen(tablet.get(f"{parlour.address}/seats/1/cover").text) == []
    assert last_seen(parlour.opened(tablet, 1)) == []
    cover = tablet.get(f"{parlour.address}/seats/1/cover").text
    assert "Somebody looked at Bo’s hidden cards on this screen." in cover
    assert last_seen(parlour.opened(tablet, 1)) == ["opened"]
    assert last_seen(parlour.opened(tablet, 0)) == []


def test_a_phone_whose_seat_is_taken_away_is_told_all_of_it_the_latest_first(parlour):
    phone, tablet = parlour.device(1), parlour.device()
    address = f"{parlour.address}/seats/1"
    tablet.post(f"{address}/release", data={"sure": "yes"})
    page = phone.get(address, follow_redirects=True).text
    assert "Another screen took Bo’s hidden cards." in page
    assert last_seen(page) == ["taken"]
    for _ in range(3):
        parlour.opened(tablet, 1)
    tablet.post(f"{address}/release")
    page = phone.get(address, follow_redirects=True).text
    assert last_seen(page) == ["let-go", "opened", "taken"]
    assert "The other screen released Bo’s hidden cards." in page
    assert "looked at Bo’s hidden cards on another screen, 3 times." in page
    assert last_seen(parlour.opened(phone, 1)) == ["let-go", "opened", "taken"]
    assert last_seen(phone.get(f"{address}/cover").text) == ["opened"]
    listed = parlour.device().get(f"{parlour.address}/seats").text
    assert last_seen(listed) == ["opened", "let-go", "opened", "taken", "owned"]


def test_many_looks_at_ones_own_cards_hide_no_look_of_somebody_else(parlour):
    other, phone = parlour.device(), parlour.device()
    parlour.opened(other, 0)
    other.post(f"{parlour.address}/seats/0/release", data={"sure": "yes"})
    for _ in range(30):
        parlour.opened(phone, 1)
    for _ in range(30):
        parlour.opened(phone, 0)
    listed = phone.get(f"{parlour.address}/seats").text
    assert last_seen(listed) == ["opened", "let-go", "opened", "opened"]
    assert listed.count("on this screen, 30 times.") == 2
    assert "looked at Ann’s hidden cards on another screen." in listed


def test_who_was_at_the_cards_is_no_part_of_the_game(parlour):
    before = parlour.match.seq
    parlour.opened(parlour.device(), 1)
    parlour.device(0).post(f"{parlour.address}/seats/0/release", data={"sure": "yes"})
    assert parlour.match.seq == before
    assert last_seen(parlour.device().get(f"{parlour.address}/history").text) == []
    assert "data-seen" not in parlour.device().get(parlour.address).text


def test_asking_for_what_nobody_holds_is_no_visit(parlour):
    client = parlour.device()
    client.post(f"{parlour.address}/seats/1/release", data={"sure": "yes"})
    client.post(f"{parlour.address}/seats/1/open", data={"slip": "none"})
    assert last_seen(client.get(f"{parlour.address}/seats").text) == []


def test_a_seat_that_was_only_looked_at_elsewhere_is_free_for_an_own_phone(parlour):
    tablet, phone, third = parlour.device(), parlour.device(), parlour.device()
    parlour.opened(tablet, 0)
    code = parlour.app.extensions["referee"].lobbies.of(parlour.match.id).code
    assert "data-taken" not in phone.get(f"/j/{code}").text
    sat = phone.post(f"/j/{code}", data={"part": "seat", "seat": "0"})
    assert (sat.status_code, sat.location) == (303, f"{parlour.address}/seats/0")
    cover = tablet.get(f"{parlour.address}/seats/0/cover").text
    assert "are on another screen" in cover
    assert last_seen(cover)[0] == "owned"
    assert "data-taken" in third.get(f"/j/{code}").text
    assert third.post(f"/j/{code}", data={"part": "seat", "seat": "0"}).status_code == 409
