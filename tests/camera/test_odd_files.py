"""Odd files are read all the same, or refused in one sentence; no library has a word in it."""

import numpy as np
import odd_files
import pytest
from PIL import Image, features

from camera import codes, pictures
from camera.pictures import BadPicture, Fault, is_strip, read_in_colour, read_picture

READABLE, REFUSED = odd_files.readable(), odd_files.refused()


def texts_of(data):
    grey = read_picture(data).grey
    assert max(grey.shape) <= 560, "four hundred by five hundred and sixty pixels, whatever it says"
    wanted = codes.Wanted(expected=frozenset(odd_files.TEXTS), budget_s=60)
    return sorted(code.text for code in codes.scan(grey, wanted).codes)


# What a library warns of would end these tests: warnings are errors in all of them.
@pytest.mark.parametrize("name", READABLE)
def test_an_odd_picture_is_read_like_an_ordinary_one(name, capfd):
    assert texts_of(READABLE[name]) == sorted(odd_files.TEXTS)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused_in_one_sentence(name, capfd):
    for read in (read_picture, lambda data: read_in_colour(data, 1280)):
        with pytest.raises(BadPicture) as refused:
            read(REFUSED[name])
        assert refused.value.why.endswith(".")
        assert "\n" not in refused.value.why
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", [name for name in REFUSED if name.startswith("strip")])
def test_a_strip_is_refused_before_it_is_decoded(name, monkeypatch):
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda _self: pytest.fail("decoded"))
    with pytest.raises(BadPicture) as refused:
        read_picture(REFUSED[name])
    assert refused.value.fault is Fault.STRIP


def test_a_panorama_is_no_strip():
    assert not is_strip(16_000, 2_000)
    assert is_strip(16_001, 2_000)
    assert is_strip(2_000, 16_001)
    assert read_picture(odd_files.strip("PNG", 320, 40)).grey.shape == (40, 320)


@pytest.mark.parametrize("size", [(2_800, 350), (350, 2_800), (1_000, 1_000), (8, 1), (1, 1)])
def test_the_decoder_gets_no_picture_of_more_than_six_times_the_pixels(size, monkeypatch):
    """Bounded by what it is handed, not by a clock.

    The largest is that of a strip of 8 by 1 which is stretched by 1.7 along a diagonal: as a
    matrix 1.35 in the diagonal and 0.35 beside it, so it needs (8 x 1.35 + 0.35) x
    (8 x 0.35 + 1.35), that is 46.3 in place of 8.
    """
    handed = []

    def decoded(grey, **_how):
        handed.append(grey.size)
        return []

    monkeypatch.setattr("zxingcpp.read_barcodes", decoded)
    grey = read_picture(odd_files.strip("PNG", *size)).grey
    codes.scan(grey, codes.Wanted(budget_s=60))
    assert max(handed) <= max(46.3 / 8 * 1.01 * grey.size, 10_000)


def test_avif_has_a_limit_of_its_own_since_it_takes_the_most_memory(monkeypatch):
    assert pictures._LIMIT_AVIF == 25_000_000
    monkeypatch.setattr(pictures, "_LIMIT_AVIF", 400 * 560 - 1)
    assert read_picture(READABLE["plain.webp"]).grey.shape == (400, 560)
    with pytest.raises(BadPicture) as refused:
        read_picture(READABLE["plain.avif"])
    assert refused.value.fault is Fault.TOO_MANY_PIXELS


def test_pillow_reads_avif_here():
    assert features.check("avif")


def test_a_see_through_picture_without_codes_lies_on_white():
    clear = np.zeros((40, 40, 4), np.uint8)
    clear[10:20, 10:20] = (90, 90, 90, 255)
    grey = read_picture(odd_files.stored(Image.fromarray(clear), "PNG")).grey
    assert [255, 90] == [int(grey[0, 0]), int(grey[15, 15])]
