"""Whoever's hidden card was seen, or entered otherwise than noted, is told so; nobody else is."""

import re
from html import unescape

import pytest

NOTE = "whisper seat=0 card=0 word=cat"
STRIKE = "strike seat=1 at=0 card=0"


def undo(parlour, client, **more):
    data = {"expected": parlour.match.heard(), **more}
    return client.post(f"{parlour.address}/undo", data=data)


def told_to(parlour, client, seat=0):
    """Read what a phone says of the cards of its owner."""
    page = client.get(f"{parlour.address}/seats/{seat}").text
    return [unescape(re.sub(r"<[^>]*>", "", line)).strip()
            for line in re.findall(r"<li data-peek>(.*?)</li>", page)]  # fmt: skip


@pytest.fixture
def phones(parlour):
    """Let Ann have noted a card, which Bo strikes and covers again; return the phones of both."""
    ann, bo = parlour.device(0), parlour.device(1)
    parlour.enter(ann, NOTE)
    parlour.enter(bo, STRIKE)
    assert told_to(parlour, ann) == []
    undo(parlour, bo)
    return ann, bo


COVERED = (
    "Your hidden card was revealed and is hidden again,"
    " so others may have seen it: “Ann shows cat.”"
)
OTHERWISE = (
    "The entry for your hidden card differs from your note."
    " Entered: “Ann shows dog.” Your note: “Ann shows cat.”"
)


def test_a_card_that_was_seen_and_covered_is_told_on_the_phone_of_its_owner(parlour, phones):
    ann, bo = phones
    assert told_to(parlour, ann) == [COVERED]
    assert told_to(parlour, bo, 1) == []
    assert "data-peek" not in bo.get(parlour.address).text


def test_it_stays_until_its_owner_says_to_have_read_it_and_is_told_anew_next_time(parlour, phones):
    ann, bo = phones
    parlour.enter(bo, "show seat=0 card=0 word=cat")
    undo(parlour, bo)
    assert told_to(parlour, ann) == [COVERED]
    page = ann.get(f"{parlour.address}/seats/0").text
    number = re.search(r'name="number" value="([0-9]+)"', page)
    address = f"{parlour.address}/seats/0/heard"
    assert number is not None
    for client in (bo, parlour.device()):
        client.post(address, data={"number": "999"})
    assert told_to(parlour, ann) == [COVERED]
    for nonsense in ("", "x", "-1"):
        ann.post(address, data={"number": nonsense})
    answer = ann.post(address, data={"number": number[1]})
    assert (answer.status_code, answer.location) == (303, f"{parlour.address}/seats/0")
    assert told_to(parlour, ann) == []


def test_what_is_not_there_yet_cannot_be_read_in_advance(parlour):
    ann, bo = parlour.device(0), parlour.device(1)
    ann.post(f"{parlour.address}/seats/0/heard", data={"number": "999999999"})
    parlour.enter(ann, NOTE)
    parlour.enter(bo, STRIKE)
    undo(parlour, bo)
    assert told_to(parlour, ann) == [COVERED]


def test_a_card_that_is_put_back_is_no_secret_any_more(parlour, phones):
    ann, bo = phones
    bo.post(f"{parlour.address}/redo", data={"expected": parlour.match.heard()})
    assert told_to(parlour, ann) == []


def test_its_owner_alone_is_told_that_something_else_was_entered_than_noted(parlour, phones):
    ann, bo = phones
    parlour.enter(bo, "show seat=0 card=0 word=dog")
    assert told_to(parlour, ann) == [OTHERWISE, COVERED]
    assert told_to(parlour, bo, 1) == []
    undo(parlour, bo)
    parlour.enter(bo, "show seat=0 card=0 word=cat")
    assert told_to(parlour, ann) == [COVERED]


def test_what_nobody_had_noted_differs_from_nothing(parlour):
    ann, bo = parlour.device(0), parlour.device(1)
    parlour.enter(bo, STRIKE)
    parlour.enter(bo, "show seat=0 card=0 word=dog")
    assert told_to(parlour, ann) == []


def test_on_a_tablet_that_goes_round_it_is_told_with_the_cards_once(parlour):
    tablet = parlour.device()
    page = parlour.opened(tablet, 0)
    note = {"action": NOTE, "expected": 0, "slip": parlour.slip(page)}
    tablet.post(f"{parlour.address}/seats/0/note", data=note)
    parlour.enter(tablet, STRIKE)
    undo(parlour, tablet)
    for seat, told in ((1, False), (0, True), (0, False)):
        assert ("is hidden again" in parlour.opened(tablet, seat)) is told
