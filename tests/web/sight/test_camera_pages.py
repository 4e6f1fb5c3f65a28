"""The page with a camera, and the page that sets one up."""

import re
from html import unescape

import pytest
from councils import (
    COUNCIL,
    ENTRIES,
    JSON,
    at,
    dim_picture,
    entries,
    photo,
    picture,
    report,
    scan_of,
)

from referee.table.sight import pictures

pytestmark = pytest.mark.once

# ---------------------------------------------------------------- a page with a camera


def frame(table, data, **query):
    return table.client.post(
        f"{table.address}/frames", query_string={"camera": "a", **query}, data=data,
        content_type="image/jpeg", headers=JSON,
    )  # fmt: skip


def test_what_holds_still_in_front_of_a_page_is_entered(three):
    first = frame(three, picture(*COUNCIL)).get_json()
    assert (4, []) == (len(first["codes"]), entries(three))  # one picture proves nothing
    for _ in range(3):
        frame(three, picture(*COUNCIL))
    assert ENTRIES == entries(three)


def test_what_was_entered_is_told_to_the_page_once(three):
    told = [frame(three, picture(*COUNCIL)).get_json()["entered"] for _ in range(6)]
    assert [4] == [len(lines) for lines in told if lines]


def test_a_frame_is_looked_at_closely_where_the_match_waits_for_a_card(three, monkeypatch):
    monkeypatch.setattr(
        pictures, "FRAME_S", 10 * pictures.FRAME_S
    )  # a machine may be slow just now
    for _ in range(4):
        frame(three, dim_picture(corners=True))
    assert set(ENTRIES) == set(entries(three))


def test_a_trial_enters_nothing(three):
    for _ in range(4):
        told = frame(three, picture(*COUNCIL), **{"try": ""}).get_json()
    assert (4, []) == (len(told["codes"]), entries(three))
    assert told["advice"]


def test_a_frame_that_is_none_is_refused(three):
    assert 400 == frame(three, b"no").status_code
    assert 400 == frame(three, picture(*COUNCIL), camera="<x>").status_code


# ---------------------------------------------------------------- setting up


def test_the_camera_page_says_how_well_it_sees(three):
    where = photo(three, picture(*COUNCIL), then="camera").location
    assert [] == entries(three)  # trying it enters nothing
    page = three.client.get(where).text
    assert "data-advice" in page
    assert re.search(r"data-fine>\d", page)
    assert "4 of 4" in page


def test_setting_up_begins_with_the_picture_and_numbers_are_by_hand(three):
    empty = three.page("/camera")
    assert empty.index("data-viewer") < empty.index("data-markers") < empty.index("data-by-hand")
    assert empty.index("data-by-hand") < empty.index(
        'name="left-0"'
    )  # folded away, without a script
    where = photo(three, picture(*COUNCIL), then="camera").location
    page = three.client.get(where).text
    parts = ("data-markers", "data-drawing", "keep-zones", "data-by-hand", 'name="left-0"')
    found = [page.index(part) for part in (*parts, "data-viewer", "data-measured")]
    assert found == sorted(found)
    assert "data-by-hand><summary>" in page
    assert "data-by-hand open" in three.client.post(
        f"{three.address}/camera/zones", data=zones(left_1="x")
    ).text  # fmt: skip


def zones(**sides):
    blank = {f"{side}-{n}": "" for side in ("left", "top", "right", "bottom") for n in range(4)}
    return {**blank, **{name.replace("_", "-"): value for name, value in sides.items()}}


def test_drawn_places_tell_whose_a_card_is_and_are_kept(three, here):
    drawn = zones(left_1="0", top_1="0", right_1="50", bottom_1="100")
    answer = three.client.post(f"{three.address}/camera/zones", data=drawn)
    assert 303 == answer.status_code
    report(three, scan_of([("seer", (150.0, 50.0))], marks=()))
    assert ["elder slot=1 card=seer"] == entries(three)
    assert 1 == len(here.looks.zones.of("waves", 4, three.match.id))
    assert 'value="50"' in three.page("/camera")
    three.client.post(f"{three.address}/camera/zones", data={**drawn, "clear": "yes"})
    assert () == here.looks.zones.of("waves", 4, three.match.id)


DRAWN = zones(left_0="0", top_0="0", right_0="50", bottom_0="100")


def test_what_is_drawn_at_one_table_changes_nothing_at_another(three, seat):
    other = seat("Di", "Ed", "Fay", council="house")
    report(other, scan_of([("seer", at(3))]))  # its watcher is there already
    other.client.post(f"{other.address}/undo", data={"expected": other.match.heard()})
    three.client.post(f"{three.address}/camera/zones", data=DRAWN)
    report(three, scan_of([("seer", (150.0, 50.0))], marks=()))
    report(other, scan_of([("seer", (150.0, 50.0))], marks=()))
    assert (["elder slot=0 card=seer"], []) == (entries(three), entries(other))


def test_the_next_table_is_offered_the_places_of_the_same_device_and_of_no_other(room, room_of):
    draw = room.tablet.post(f"{room.address}/camera/zones", data=DRAWN)
    assert 303 == draw.status_code
    opened = room.tablet.post("/new/waves", data={"count": "3", "name": ["Ann", "Bo", "Cy"]})
    page = room.tablet.get(f"{opened.location}/camera").text
    assert "Save them to use them here." in page
    assert re.search(r'name="right-0"[^>]*value="50"', page)
    match = room.services.matches.get(opened.location.rpartition("/")[2])
    assert room.services.looks.drawn(match) is None
    room.tablet.post(f"{opened.location}/camera/zones", data={"clear": "yes"})
    page = room.tablet.get(f"{opened.location}/camera").text
    assert not re.search(r'name="right-0"[^>]*value="50"', page)
    other = room_of(room.app)  # another tablet opens it and is its host: here somebody drew
    assert "data-offered" in other.tablet.get(f"{other.address}/camera").text
    helper = other.device("table")
    assert "data-offered" not in helper.get(f"{other.address}/camera").text


def test_playing_again_keeps_the_places(room):
    room.tablet.post(f"{room.address}/camera/zones", data=DRAWN)
    again = room.tablet.post(f"{room.address}/rematch").location
    match = room.services.matches.get(again.rpartition("/")[2])
    assert room.services.looks.drawn(match) == room.services.looks.drawn(room.match) != ()


def test_places_that_lie_over_each_other_are_kept_with_a_word(three):
    apart = {
        **zones(left_0="0", top_0="0", right_0="50", bottom_0="100"),
        "left-1": "50",
        "top-1": "0",
        "right-1": "100",
        "bottom-1": "100",
    }
    for drawn, warned in (({**apart, "left-1": "30"}, True), (apart, False)):
        answer = three.client.post(f"{three.address}/camera/zones", data=drawn)
        page = unescape(three.client.get(answer.location).text)
        assert warned == ("The areas of Ann and Bo overlap" in page)


@pytest.mark.parametrize("wrong", ["x", "-1", "101", "nan", "inf", "10"])
def test_a_place_that_is_none_is_refused_and_shown_again(three, here, wrong):
    drawn = zones(left_1="10", top_1="0", right_1=wrong, bottom_1="100")
    answer = three.client.post(f"{three.address}/camera/zones", data=drawn)
    assert (400, True) == (answer.status_code, f'value="{wrong}"' in answer.text)
    assert () == here.looks.zones.of("waves", 4, three.match.id)
