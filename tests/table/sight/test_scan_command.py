"""`referee scan`, as people and programs use it."""

import json
from io import BytesIO
from pathlib import Path

import flats
import numpy as np
import odd_files
import pytest
import scenes
from click.testing import CliRunner
from PIL import Image

from camera.scans import scan_of
from referee.cli import main
from referee.core.codes import CardCode, format_code
from referee.games import load_all
from referee.table.sight import scans
from referee.table.sight.virtual import Laid, View, VirtualTable

pytestmark = pytest.mark.once

VIEW = View(width=1280, height=960)
CARDS = ("seer", "noble", "scholar")


@pytest.fixture(scope="module")
def frame():
    table = VirtualTable(load_all()["waves"], 4, places={"discard": (250.0, 170.0)}, deck="2")
    cards = []
    for slot, card in enumerate(CARDS):
        x, y, turn = table.at(slot, 120.0)
        cards.append(Laid(card, x, y, turn, copy=slot + 4))
    return table.frame(cards, VIEW)


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run the command on a file of this content."""
    monkeypatch.chdir(tmp_path)

    def run(content, *words):
        (tmp_path / "picture").write_bytes(content)
        return CliRunner().invoke(main, ("scan", "picture", *words))

    return run


def saved(pixels, kind="PNG", **how):
    file = BytesIO()
    Image.fromarray(pixels).save(file, kind, **how)
    return file.getvalue()


def cards_of(result):
    assert (result.exit_code, result.stderr) == (0, "")
    codes = json.loads(result.stdout)["codes"]
    return {code["what"]["card"]: code for code in codes if code["what"]["kind"] == "card"}


def test_every_card_is_told_with_what_it_is_and_where_it_lies(run, frame):
    result = run(saved(frame), "--json")
    cards = cards_of(result)
    assert set(CARDS) == set(cards)
    assert {
        "kind": "card",
        "games": ["waves", "breakers"],
        "card": "noble",
        "name": "Noble",
        "copy": 5,
        "deck": "2",
    } == cards["noble"]["what"]
    # The near Elder lies 120 mm from the middle of a mat of 520 x 420 mm; its code lies in the
    # upper part of the sticker.
    place = np.mean(cards["seer"]["place"], axis=0) / json.loads(result.stdout)["table_mm"]
    assert place * (520, 420) == pytest.approx((260, 327), abs=1)
    across = np.ptp(cards["seer"]["corners"], axis=0)
    assert across == pytest.approx((37, 37), abs=3)  # 18 mm at 1280 px for 620 mm


@pytest.mark.parametrize("name", ["council.jpg", "council.heic"])
def test_the_picture_of_the_readme_shows_a_council_in_either_format(run, name):
    picture = Path(__file__).parents[1].joinpath("pictures") / name
    result = run(picture.read_bytes(), "--json")
    assert {"seer", "noble", "scholar"} == set(cards_of(result))
    assert 4 == len(json.loads(result.stdout)["codes"])
    assert json.loads(result.stdout)["table_mm"] == pytest.approx((520, 420), rel=0.02)


def test_markers_and_the_mat_are_told_too(run, frame):
    told = json.loads(run(saved(frame), "--json").stdout)
    assert told["table_mm"] == pytest.approx((520, 420), rel=0.01)
    kinds = {marker["number"]: marker["what"] for marker in told["markers"]}
    assert {"kind": "corner", "number": 2} == kinds[2]
    assert {"kind": "seat", "number": 3} == kinds[7]
    assert {"kind": "place", "number": 1} == kinds[15]


def test_what_a_program_reads_is_a_scan_that_can_be_posted(run, frame):
    assert 3 == len(scan_of(json.loads(run(saved(frame), "--json").stdout)).codes)


def test_people_read_one_sentence_for_each_code(run, frame):
    *lines, _ = run(saved(frame)).stdout.splitlines()
    assert 3 == len(lines)
    (seer,) = (line for line in lines if "Seer" in line)
    assert seer.startswith("Waves: Seer, copy 4 of deck 2, at ")
    assert " mm across and " in seer


def test_people_read_one_sentence_for_all_markers(run, frame):
    *_, markers = run(saved(frame)).stdout.splitlines()
    assert markers == "Markers: 4 corners, seats 1 to 4 and Discard pile."


def test_of_markers_without_a_card_places_are_called_as_games_call_them(run):
    waves = load_all()["waves"]
    ids = [place.id for place in waves.components.places]
    spots = dict(zip(ids, ((-80.0, 0.0), (80.0, 0.0), (0.0, 0.0)), strict=True))
    content = saved(VirtualTable(waves, 6, places=spots).frame([], VIEW))
    none, markers = run(content).stdout.splitlines()
    assert none == "There is no code in this picture."
    assert markers == "Markers: 4 corners, seats 1 to 6, Deck, Discard pile and Shells."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("http://192.168.1.20:8000/", "The code to join a table: http://192.168.1.20:8000/"),
        ("https://club.example/j/W68-YRW", "The code to join a table: https://club.example/j/W68-"),
        ("https://shop.example/sale", "“https://shop.example/sale” is not one of ours."),
        ("http://[/", "“http://[/” is not one of ours."),
    ],
)
def test_the_code_to_join_is_one_of_ours(run, text, said):
    drawn = np.pad(flats.symbol(text, version=None), 6, constant_values=255)
    content = saved(drawn.repeat(8, 0).repeat(8, 1))
    (line,) = run(content).stdout.splitlines()
    assert line.startswith(said)
    (code,) = json.loads(run(content, "--json").stdout)["codes"]
    assert code["what"]["kind"] == ("join" if "join" in said else "foreign")


def test_without_the_corners_of_the_mat_places_are_pixels(run, frame):
    half = np.ascontiguousarray(frame[:, :900])
    cards = cards_of(run(saved(half), "--json"))
    assert cards["seer"]["place"] is None
    assert "at pixel " in run(saved(half)).stdout


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_every_usual_format_is_read(run, frame, kind):
    assert set(CARDS) == set(cards_of(run(saved(frame, kind, quality=90), "--json")))


@pytest.mark.parametrize("orientation", [3, 6, 8])
def test_a_photo_is_read_the_way_it_was_held(run, frame, orientation):
    quarter = {3: 2, 6: 1, 8: 3}[orientation]
    exif = Image.Exif()
    exif[0x0112] = orientation
    turned = np.ascontiguousarray(np.rot90(frame, quarter))
    cards = cards_of(run(saved(turned, "JPEG", quality=90, exif=exif), "--json"))
    upright = cards_of(run(saved(frame), "--json"))
    for card in CARDS:
        assert np.array(cards[card]["corners"]) == pytest.approx(
            np.array(upright[card]["corners"]), abs=2
        )


def test_a_picture_without_a_code_is_no_mistake(run):
    plain = saved(np.full((400, 600), 120, np.uint8))
    result = run(plain)
    assert (0, "There is no code in this picture.\n") == (result.exit_code, result.stdout)
    result = run(plain, "--json")
    assert (0, []) == (result.exit_code, json.loads(result.stdout)["codes"])


def test_codes_that_are_not_ours_are_named_as_such(run):
    unknown = format_code(CardCode("ZZ", "1", "01", 1))
    things = [
        scenes.Laid(flats.card("THESHOP123", busy=False), -50.0, 0.0),
        scenes.Laid(flats.card(unknown, busy=False), 50.0, 0.0),
    ]
    content = saved(scenes.render(things, scenes.View(across_mm=250.0), style="plain").frame)
    lines = run(content).stdout.splitlines()
    assert sorted(lines) == sorted(
        [
            "“THESHOP123” is not one of ours.",
            f"{unknown} is a card of a game that is not installed here.",
        ]
    )
    told = {
        code["text"]: code["what"] for code in json.loads(run(content, "--json").stdout)["codes"]
    }
    assert {"kind": "unknown", "box": "ZZ"} == told[unknown]
    assert "foreign" == told["THESHOP123"]["kind"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\x00\x01\x02\xff\xfe\xfd", "“<NUL><SOH><STX>ÿþý” is not one of ours."),
        ("テーブル".encode("shift_jis"), "“テーブル” is not one of ours."),
        (b"\x9b31mred", "“·31mred” is not one of ours."),  # a terminal would obey it
    ],
)
def test_a_code_of_bytes_is_not_one_of_ours_either(run, content, said):
    drawn = np.pad(flats.symbol_of_bytes(content), 6, constant_values=255)
    result = run(saved(drawn.repeat(8, 0).repeat(8, 1)))
    assert (0, f"{said}\n") == (result.exit_code, result.stdout)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            b"Dear referee",
            "This file is not a picture that can be read (JPEG, PNG, WebP, HEIC or AVIF).",
        ),
        (b"", "This file is not a picture that can be read (JPEG, PNG, WebP, HEIC or AVIF)."),
        ("cut", "This picture is cut off or damaged. Send it again."),
        ("large", "This picture is larger than 40 megabytes."),
        (
            odd_files.strip("PNG", 8, 60_000),
            "This picture is a long, narrow strip. Take an ordinary photo with everything in it.",
        ),
    ],
)
def test_what_is_no_whole_picture_is_refused_in_one_sentence(run, frame, content, sentence):
    if content == "cut":
        content = saved(frame, "JPEG")[:20_000]
    elif content == "large":
        content = saved(frame) + bytes(scans.LIMIT_BYTES)
    for words in ((), ("--json",)):
        result = run(content, *words)
        assert (2, "", f"{sentence}\n") == (result.exit_code, result.stdout, result.stderr)


def test_a_file_that_is_not_there_is_named(tmp_path):
    result = CliRunner().invoke(main, ("scan", str(tmp_path / "none.jpg")))
    assert 2 == result.exit_code
    assert result.stderr.endswith("none.jpg cannot be read: No such file or directory.\n")


def test_a_picture_can_come_from_standard_input(frame):
    result = CliRunner().invoke(main, ("scan", "-"), input=saved(frame))
    assert 3 == result.stdout.count("Waves: ")


def test_what_nobody_foresaw_is_one_sentence_without_a_page_of_code(run, frame, monkeypatch):
    def fail(*_given, **_more):
        raise ValueError("Maximum image width/height is 65535")

    monkeypatch.setattr("zxingcpp.read_barcodes", fail)
    result = run(saved(frame))
    assert (2, "", "I cannot read this picture. Please take another one.\n") == (
        result.exit_code,
        result.stdout,
        result.stderr,
    )
