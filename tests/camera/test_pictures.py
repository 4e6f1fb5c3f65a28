"""A picture file is read as people see it, or refused in one sentence before it can do harm."""

import io
import struct
import subprocess
import sys
from pathlib import Path
from zlib import compressobj, crc32

import numpy as np
import pytest
from PIL import Image

from camera.pictures import BadPicture, Fault, read_picture

PICTURES = Path(__file__).parent / "pictures"
DARK_FAR_LEFT = np.full((64, 96), 250, np.uint8)
DARK_FAR_LEFT[:16, :24] = 5


def stored(kind, pixels=DARK_FAR_LEFT, **how):
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, kind, **how)
    return file.getvalue()


def noise(width=300, height=200):
    return np.random.default_rng(1).integers(0, 256, (height, width), np.uint8)


def fault_of(data, **limits):
    with pytest.raises(BadPicture) as refused:
        read_picture(data, **limits)
    assert refused.value.why.endswith(".")
    assert "\n" not in refused.value.why
    return refused.value.fault


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_each_kind_of_picture_is_read(kind):
    picture = read_picture(stored(kind))
    assert (64, 96) == picture.grey.shape
    assert kind == picture.kind
    assert np.abs(picture.grey.astype(int) - DARK_FAR_LEFT).mean() < 3


def test_heic_is_read_and_turned():
    picture = read_picture((PICTURES / "turned.heic").read_bytes())
    # The camera lay on its side: what is far left in the file is far right for people.
    assert (96, 64) == picture.grey.shape
    assert picture.grey[:20, -12:].mean() < 30
    assert picture.grey[:, :40].mean() > 240


@pytest.mark.parametrize(
    ("orientation", "corner"),
    [
        (1, (0, 0)),
        (2, (0, -1)),
        (3, (-1, -1)),
        (4, (-1, 0)),
        (5, (0, 0)),
        (6, (0, -1)),
        (7, (-1, -1)),
        (8, (-1, 0)),
    ],
)
def test_the_orientation_in_exif_is_obeyed(orientation, corner):
    exif = Image.Exif()
    exif[0x0112] = orientation
    grey = read_picture(stored("JPEG", exif=exif.tobytes(), quality=95)).grey
    assert ((96, 64) if orientation > 4 else (64, 96)) == grey.shape
    assert grey[corner] < 60
    assert grey.mean() > 200


def test_colours_become_their_brightness():
    red_and_white = np.zeros((8, 16, 3), np.uint8)
    red_and_white[:, :8] = (255, 0, 0)
    red_and_white[:, 8:] = 255
    grey = read_picture(stored("PNG", red_and_white)).grey
    assert [76, 255] == [int(grey[4, 2]), int(grey[4, 12])]


def test_what_can_be_seen_through_lies_on_white():
    clear = np.zeros((8, 8, 4), np.uint8)
    assert 255 == read_picture(stored("PNG", clear)).grey.min()


def test_sixteen_bits_keep_their_brightness():
    deep = np.array([[0, 0x7FFF, 0xFFFF]], np.uint16)
    assert [0, 127, 255] == read_picture(stored("PNG", deep)).grey[0].tolist()


@pytest.mark.parametrize(
    "data", [b"", b"GIF89a", b"not a picture", b"%PDF-1.7", b"\xff\xd8", b"RIFF0000WAVE"]
)
def test_what_is_no_picture_is_refused(data):
    assert fault_of(data) is Fault.NO_PICTURE


def test_another_kind_of_picture_is_refused():
    assert fault_of(stored("BMP")) is Fault.NO_PICTURE


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_what_is_cut_off_is_refused_and_never_read_half_grey(kind, share):
    whole = stored(kind, noise())
    assert fault_of(whole[: int(len(whole) * share)]) is Fault.CUT_OFF


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_even_the_last_bytes_are_missed(kind):
    whole = stored(kind, noise())
    assert fault_of(whole[:-2]) is Fault.CUT_OFF


def test_a_heic_that_is_cut_off_is_refused():
    whole = (PICTURES / "turned.heic").read_bytes()
    assert fault_of(whole[: len(whole) * 2 // 3]) is Fault.CUT_OFF


def test_more_bytes_than_the_limit_are_refused():
    data = stored("PNG")
    assert fault_of(data, limit_bytes=len(data) - 1) is Fault.TOO_MANY_BYTES
    assert read_picture(data, limit_bytes=len(data)).grey.size


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_more_pixels_than_the_limit_are_refused(kind):
    assert fault_of(stored(kind), limit_pixels=64 * 96 - 1) is Fault.TOO_MANY_PIXELS


@pytest.mark.parametrize("side", [9_000, 60_000])
def test_a_bomb_is_refused_by_its_header(side):
    # The header claims far more pixels than the few bytes behind it could ever fill.
    png = bytearray(stored("PNG"))
    png[16:24] = struct.pack(">II", side, side)
    assert fault_of(bytes(png)) in {Fault.TOO_MANY_PIXELS, Fault.NO_PICTURE, Fault.CUT_OFF}


@pytest.mark.parametrize("how", [{"lossless": True}, {"lossless": False}, {"exif": b"Exif\0\0"}])
def test_a_webp_is_measured_before_it_is_opened(how):
    data = stored("WEBP", noise(500, 400), **how)
    assert fault_of(data, limit_pixels=500 * 400 - 1) is Fault.TOO_MANY_PIXELS
    assert (400, 500) == read_picture(data, limit_pixels=500 * 400).grey.shape


MEASURED = """
import resource, sys
from camera.pictures import BadPicture, read_picture
data = sys.stdin.buffer.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    read = read_picture(data).grey.shape
except BadPicture as bad:
    read = bad.fault.value
print(read, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


def packed(side, depth, colour, bytes_a_pixel):
    """Make a PNG of nothing but noughts: a few kilobytes, whatever its size."""

    def part(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(name + data))

    packer, line = compressobj(1), bytes(1 + side * bytes_a_pixel)
    rows = b"".join(packer.compress(line) for _ in range(side)) + packer.flush()
    palette = part(b"PLTE", bytes(768)) + part(b"tRNS", bytes(256)) if colour == 3 else b""
    head = struct.pack(">IIBBBBB", side, side, depth, colour, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + palette + part(b"IDAT", rows)
            + part(b"IEND", b""))  # fmt: skip


@pytest.mark.parametrize(
    ("depth", "colour", "bytes_a_pixel"),
    [(16, 0, 2), (8, 3, 1), (8, 6, 4)],
    ids=["deep-grey", "palette", "see-through"],
)
def test_a_picture_takes_little_more_memory_than_its_pixels(depth, colour, bytes_a_pixel):
    """What is allowed by its size must not be a bomb either: small machines read these."""
    data = packed(4_000, depth, colour, bytes_a_pixel)
    assert len(data) < 300_000
    ran = subprocess.run(
        [sys.executable, "-c", MEASURED], input=data, capture_output=True, check=True, timeout=100
    )
    shape, _, megabytes = ran.stdout.decode().strip().rpartition(" ")
    assert shape == "(4000, 4000)"
    assert int(megabytes) <= 16 * (4 + 1) + 45  # four bytes a pixel and the grey, and the library


def test_colours_have_a_lower_limit_than_the_brightness_of_a_jpeg():
    data = bytearray(packed(8, 8, 6, 4))
    data[16:24] = struct.pack(">II", 7_500, 7_000)  # 52.5 megapixels
    data[29:33] = struct.pack(">I", crc32(bytes(data[12:29])))
    assert fault_of(bytes(data)) is Fault.TOO_MANY_PIXELS
