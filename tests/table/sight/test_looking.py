"""From pictures to what can be judged and shown, and where people say that cards lie."""

from dataclasses import replace
from functools import cache
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from score_maps import filled_map, framed_board

from camera.scans import Scan
from referee.core import Setup
from referee.games import load_all
from referee.match import SqliteStore
from referee.table.paper.frames import frame_layout
from referee.table.sight.pictures import CapturedPicture, FrameReader, placed, take, take_with
from referee.table.sight.remarks import advice, remarks
from referee.table.sight.scans import BadPhoto
from referee.table.sight.virtual import Laid, View, VirtualTable, as_file
from referee.table.sight.watch import Watcher
from referee.table.sight.zones import BadZones, Zone, Zones, zones_of

pytestmark = pytest.mark.once

WAVES = load_all()["waves"]
STATE = WAVES.setup(Setup(("Ann", "Bo", "Cy"), (("council", "house"),)))


def picture(size=(1400, 1050)):
    table = VirtualTable(WAVES, 4)
    seer = Laid("seer", *table.at(0, 120))
    return as_file(table.frame([seer], View(width=size[0], height=size[1])), "JPEG")


def opened(data):
    return Image.open(BytesIO(data))


def test_what_is_shown_is_small_and_each_code_has_a_cut_out():
    taken = take(picture((2000, 1500)))
    assert 1 == len(taken.scan.codes) == len(taken.cut_outs)
    assert 1280 == max(opened(taken.picture).size)
    assert 200 >= max(opened(taken.cut_outs[0]).size)


def test_a_scan_made_elsewhere_is_shown_with_a_smaller_picture():
    scan = take(picture()).scan
    taken = take_with(scan, picture((700, 525)))
    assert 700 == opened(taken.picture).size[0]
    assert np.asarray(opened(taken.cut_outs[0])).std() > 30  # the code, not bare felt
    far = replace(scan.codes[0], corners=((-9e9, -9e9), (9e9, -9e9), (9e9, 9e9), (-9e9, 9e9)))
    assert take_with(replace(scan, codes=(far,)), picture((700, 525))).cut_outs
    with pytest.raises(BadPhoto):
        take_with(scan, b"no picture")


def test_one_frame_proves_nothing_and_the_same_again_is_no_news(scene):
    table = scene("waves", 4)
    table.lay("seer", 0)
    held, taken = FrameReader(), CapturedPicture(table.scan(), cut_outs=(b"x",))
    first = held.add(taken, 0)
    assert first is None or not first.scan.codes
    news = [held.add(taken, 0) for _ in range(5)]
    assert [1] == [len(one.scan.codes) for one in news if one]
    assert held.add(taken, 1) is not None  # after an entry it may mean something else


def test_a_card_lies_where_people_say(scene):
    table = scene("waves", 4)
    (x, y), (other_x, other_y) = table.marks[4], table.marks[5]
    table.put("seer", (x + other_x) / 2, (y + other_y) / 2)
    look = Watcher(WAVES).look(STATE, table.scan())
    assert 1 == len(look.unclear)
    assert look is placed(WAVES, STATE, look, {})
    said = placed(WAVES, STATE, look, {0: 1})
    assert ["elder slot=1 card=seer"] == [WAVES.format(one) for one in said.entries]
    assert () == said.unclear


def test_a_clear_card_stays_where_it_lies(scene):
    table = scene("waves", 4)
    table.lay("seer", 0)
    look = Watcher(WAVES).look(STATE, table.scan())
    assert look is placed(WAVES, STATE, look, {0: 3})


def test_every_place_that_still_misses_its_card_is_named_once(scene):
    table = scene("waves", 4)
    table.codes.append(("a menu", 300.0, 200.0))
    look = Watcher(WAVES).look(STATE, table.scan())
    told = [str(one.text) for one in remarks(WAVES, STATE, look) if one.kind == "missing"]
    assert ["Ann", "Bo", "Cy", "The extra place"] == [text.partition(":")[0] for text in told]


def test_advice_is_said_in_words():
    blank = Scan(1280, 720, (), (), (), sharpness=0.9, glare=0.1)
    told = [str(text) for text, _ in advice(blank)]
    assert "Tilt the lamp: the light dazzles the camera." in told
    assert any(text.startswith("I see no code.") for text in told)
    far = [str(text) for text, _ in advice(take(picture((700, 525))).scan)]
    assert any(text.startswith("Move the camera ") for text in far)


def test_zones_are_kept_by_game_and_number_of_places():
    store = SqliteStore(":memory:")
    drawn = zones_of([(0, ("0", "0", "50", "50,5")), (1, ("", " ", "", ""))])
    assert (Zone(0, 0.0, 0.0, 0.5, 0.505),) == drawn
    Zones(store).keep("waves", 4, drawn)
    assert drawn == Zones(store).of("waves", 4)
    assert () == Zones(store).of("waves", 5) == Zones(store).of("wave", 4)
    store.keep("zones/waves/4", '[[0, "x"]]')
    assert () == Zones(store).of("waves", 4)


@pytest.mark.parametrize(
    "sides", [("0", "0", "1", "50"), ("0", "0", "", "50"), ("5", "0", "nan", "9")]
)
def test_a_slip_of_the_finger_is_no_place(sides):
    with pytest.raises(BadZones):
        zones_of([(0, sides)])


def test_a_picture_of_nothing_is_called_that_and_no_more(scene):
    look = Watcher(WAVES).look(STATE, scene("waves", 4).scan())
    (only,) = remarks(WAVES, STATE, look)
    text = "I see no code in this picture. Turn the cards face up, and move closer."
    assert text == str(only.text)


def test_a_board_before_the_camera_is_told_where_it_is_counted():
    rolling = load_all()["rolling"]
    for data in (filled_map(rolling, {}), framed_board(rolling, frame_layout(), {})):
        look = Watcher(WAVES).look(STATE, take(data).scan)
        told = {str(remark.text) for remark in remarks(WAVES, STATE, look)}
        assert "There is a score board: photograph it under “Only the score”." in told
        assert not [text for text in told if "not one of ours" in text or "no code" in text]


# ---------------------------------------------------------------- one frame after the other


COUNCIL = ("seer", "noble", "scholar", "knight")


@cache
def still_table(*council):
    table = VirtualTable(WAVES, 4)
    cards = [Laid(card, *table.at(n, 120), copy=n + 1) for n, card in enumerate(council)]
    return table.frame(cards, View(width=960, height=720))


def framed(*council, grain=0):
    """See a table where these Elders lie, each time with other grain."""
    frame = still_table(*council)
    noise = np.random.default_rng(grain).normal(0, 2, frame.shape)
    return np.clip(frame + noise, 0, 255).astype(np.uint8)


def reads_of(held, frames):
    """Count how many frames were read, not only compared; what held still comes along."""
    news = [told for told in (held.add(held.read(one), 0) for one in frames) if told]
    return held.reads, len(news[-1].scan.codes)


def test_a_still_table_is_read_seldom_and_what_changes_at_once():
    held = FrameReader()
    reads, seen = reads_of(held, [framed(*COUNCIL[:3], grain=n) for n in range(8)])
    assert 3 == seen
    assert reads <= 4, "two to prove it, one to be sure, and then it stands"
    more, seen = reads_of(held, [framed(*COUNCIL, grain=n) for n in range(4)])
    assert 4 == seen
    assert more >= reads + 2
    fewer, seen = reads_of(held, [framed(*COUNCIL[:2], grain=n) for n in range(12)])
    assert (2, True) == (seen, fewer > more + 5), "what is gone is proved, too"


def test_a_still_table_is_read_again_after_a_while():
    held = FrameReader()
    frames = [framed(*COUNCIL, grain=n) for n in range(2)]
    reads, _ = reads_of(held, frames * 4)
    for one in frames * 11:
        held.add(held.read(one), 0)
    assert reads < held.reads <= reads + 3


def test_codes_of_which_each_frame_shows_half_are_joined():
    whole = FrameReader().read(framed(*COUNCIL)).scan
    halves = [replace(whole, codes=whole.codes[:2]), replace(whole, codes=whole.codes[2:])]
    held = FrameReader()
    told = [held.add(CapturedPicture(one, cut_outs=(b"", b"")), 0) for one in halves * 2]
    assert told[-1] is not None
    assert 4 == len(told[-1].scan.codes)
