"""A picture file as pixels, as people see it: turned the way its EXIF says.

Files come from strangers' phones. So nothing is decoded before its header tells that it is small
enough and no strip, and a file that is cut off is refused rather than read half grey. What the
libraries warn of, such as what a file says about its camera, is no news to anybody and not shown.
"""

import re
import struct
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from math import ceil, sqrt
from typing import Final

import numpy as np
import pi_heif
from PIL import Image

from camera.passes import Grey
from camera.symbols import read

LIMIT_BYTES: Final = 40_000_000
LIMIT_PIXELS: Final = 64_000_000

_LIMIT_IN_COLOUR: Final = 50_000_000
"""The same for files whose colours must be decoded: four bytes a pixel, where a JPEG takes one."""

_LIMIT_AVIF: Final = 25_000_000
"""The same for AVIF, which takes nine bytes a pixel and the most time."""

_LONGEST_SHAPE: Final = 8
"""How many times as long as the short side the long one may be: panoramas of phones have up to 6.

What is longer shows no table, and what is done to find codes in it takes far more memory than its
pixels: turned by half a right angle, a strip of 20,000 by 10 is a picture of 20,000 by 7,000.
"""

_ROWS: Final = 256
"""Rows that are made grey at a time: what that takes besides is then next to nothing."""

_ORIENTATION: Final = 0x0112

_TURNS: Final[Mapping[object, Image.Transpose]] = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""How a picture is turned to be upright, by its orientation in EXIF."""

_GROUNDS: Final = ("white", "black", "")
"""What may lie behind what can be seen through; nothing, where it is to count as solid."""

_ENOUGH: Final = 2_000_000
"""Pixels in which a ground is chosen."""

_DEEP: Final = "I;16"
"""Grey of more than 8 bits, which no phone writes as HEIC: its library believes the header that it
is so, shifts it where it lies, and writes beyond the end where the pixels have 8 bits."""

_FORMATS: Final = ("JPEG", "PNG", "WEBP", "HEIF")
_AVIF: Final = "AVIF"
_STARTS: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")
_AVIFS: Final = (b"avif", b"avis")
_PART: Final = re.compile(rb"infe([\2\3])\0\0[\0\1]", re.DOTALL)
"""Where a part of a HEIC file is named: then follow its number, a protection, and the name."""

_PNG_ENDS: Final = b"IEND\xaeB`\x82"
_SHIFT: Final = 8

_BROKEN: Final = (
    *(OSError, SyntaxError, ValueError, EOFError, RuntimeError, OverflowError),
    struct.error,
)
"""What the libraries raise for a file that makes no sense."""

# What is not wanted is not looked at: each part is a way in for files that were made to do harm.
pi_heif.register_heif_opener(thumbnails=False, depth_images=False, aux_images=False)


class Fault(Enum):
    """What is wrong with a file."""

    NO_PICTURE = "no-picture"
    CUT_OFF = "cut-off"
    TOO_MANY_BYTES = "too-many-bytes"
    TOO_MANY_PIXELS = "too-many-pixels"
    STRIP = "strip"


class BadPicture(Exception):
    """A file that cannot be read; `why` says it in one sentence, `limit` is what it exceeds."""

    def __init__(self, fault: Fault, why: str, limit: int | None = None) -> None:
        super().__init__(why)
        self.fault = fault
        self.why = why
        self.limit = limit


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """Grey pixels, row by row, and what kind of file they came from."""

    grey: Grey
    kind: str


def read_picture(
    data: bytes, *, limit_bytes: int = LIMIT_BYTES, limit_pixels: int = LIMIT_PIXELS
) -> Picture:
    """Read a JPEG, PNG, WebP, HEIC or AVIF file; raises `BadPicture`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        image = _admitted(data, limit_bytes, limit_pixels)
        with image:
            try:
                grey = _grey(image)
            except _BROKEN as error:
                raise _cut_off() from error
    kind = image.format or ""
    return Picture(grey, "JPEG" if kind == "MPO" else kind)


def read_in_colour(
    data: bytes,
    longest: int,
    *,
    limit_bytes: int = LIMIT_BYTES,
    limit_pixels: int = LIMIT_PIXELS,
) -> Grey:
    """Read such a file as red, green and blue, made smaller to this longer side.

    Raises `BadPicture`.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with _admitted(data, limit_bytes, limit_pixels) as image:
            try:
                image.thumbnail((longest, longest))
                return _coloured(image)
            except _BROKEN as error:
                raise _cut_off() from error


def is_strip(width: int, height: int) -> bool:
    """Return whether a picture is too long and narrow to be a photo of a table."""
    return max(width, height) > _LONGEST_SHAPE * min(width, height)


def _admitted(data: bytes, limit_bytes: int, limit_pixels: int) -> Image.Image:
    """Open a file whose header says that it can be decoded."""
    if len(data) > limit_bytes:
        why = f"The picture has more than {limit_bytes / 1e6:g} megabytes."
        raise BadPicture(Fault.TOO_MANY_BYTES, why, limit_bytes)
    if _webp_pixels(data) > limit_pixels:
        # Its library reserves all the memory as soon as it opens the file.
        raise _too_large(limit_pixels)
    if data[4:8] == b"ftyp" and not _has_named_parts(data):
        raise _cut_off()
    image = _opened(data, limit_pixels)
    _check_header(image, limit_pixels)
    if image.format == "PNG" and _PNG_ENDS not in data:
        raise _cut_off()
    return image


def _check_header(image: Image.Image, limit_pixels: int) -> None:
    """Raise `BadPicture` for what must not be decoded."""
    kind = image.format or ""
    if kind not in {"JPEG", "MPO"}:
        limit_pixels = min(limit_pixels, _LIMIT_AVIF if kind == _AVIF else _LIMIT_IN_COLOUR)
    if image.width * image.height > limit_pixels:
        raise _too_large(limit_pixels)
    if is_strip(*image.size):
        why = f"One side of the picture is more than {_LONGEST_SHAPE} times as long as the other."
        raise BadPicture(Fault.STRIP, why)
    if kind == "HEIF" and image.mode == _DEEP:
        raise _cut_off()


def _opened(data: bytes, limit_pixels: int) -> Image.Image:
    try:
        return Image.open(BytesIO(data), formats=(_AVIF,) if _is_avif(data) else _FORMATS)
    except Image.DecompressionBombError as error:
        raise _too_large(limit_pixels) from error
    except _BROKEN as error:
        if _looks_like_one(data):
            raise _cut_off() from error
        why = "The file is no picture that can be read: JPEG, PNG, WebP, HEIC or AVIF."
        raise BadPicture(Fault.NO_PICTURE, why) from error


def _too_large(limit_pixels: int) -> BadPicture:
    why = f"The picture has more than {limit_pixels / 1e6:g} megapixels."
    return BadPicture(Fault.TOO_MANY_PIXELS, why, limit_pixels)


def _cut_off() -> BadPicture:
    why = "The picture is cut off or damaged: its file ends too early or makes no sense."
    return BadPicture(Fault.CUT_OFF, why)


def _looks_like_one(data: bytes) -> bool:
    webp = data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    heic = data[4:8] == b"ftyp" and data[8:11] in {b"hei", b"hev", b"mif", b"msf", b"avi"}
    return data.startswith(_STARTS) or webp or heic


def _is_avif(data: bytes) -> bool:
    """Return whether it is AVIF, not HEIC: both may be called mif1, and say more further on."""
    kind, more = data[8:12], data[16:64]
    is_either = kind in {b"mif1", b"msf1"}
    return data[4:8] == b"ftyp" and (kind in _AVIFS or (is_either and b"avif" in more))


def _has_named_parts(data: bytes) -> bool:
    """Return whether the parts of a HEIC file have names that are text.

    Its library takes that for granted, and where it is not so ends the whole process.
    """
    for found in _PART.finditer(data):
        start, size = found.start() - 4, int.from_bytes(data[found.start() - 4 : found.start()])
        try:
            data[found.end() + (4 if found[1] == b"\2" else 6) : start + size].decode()
        except UnicodeDecodeError:
            return False
    return True


def _webp_pixels(data: bytes) -> int:
    """Read from the header of a WebP file how many pixels it claims; 0 for any other file."""
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return 0
    match data[12:16]:
        case b"VP8X":
            width, height = _little(data[24:27]) + 1, _little(data[27:30]) + 1
        case b"VP8L":
            both = _little(data[21:25])
            width, height = (both & 0x3FFF) + 1, (both >> 14 & 0x3FFF) + 1
        case _:
            width, height = _little(data[26:28]) & 0x3FFF, _little(data[28:30]) & 0x3FFF
    return width * height


def _little(part: bytes) -> int:
    return int.from_bytes(part, "little")


def _grey(image: Image.Image) -> Grey:
    # A JPEG holds its brightness by itself: the colours need not be decoded at all.
    image.draft("L", image.size)
    image.load()
    ground = _ground(image)
    grey = np.empty((image.height, image.width), np.uint8)
    for top in range(0, image.height, _ROWS):
        rows = slice(top, min(top + _ROWS, image.height))
        grey[rows] = _brightness(image.crop((0, rows.start, image.width, rows.stop)), ground)
    return np.ascontiguousarray(_turned(Image.fromarray(grey), image), np.uint8)


def _turned(picture: Image.Image, image: Image.Image) -> Image.Image:
    """Turn a picture as the EXIF block of its file says; one that makes no sense says nothing."""
    try:
        turn = _TURNS.get(image.getexif().get(_ORIENTATION))
    except Exception:  # noqa: BLE001 - the library reads what anybody wrote, and raises anything
        turn = None
    return picture if turn is None else picture.transpose(turn)


def _coloured(image: Image.Image) -> Grey:
    if image.mode.startswith(("I", "F")):
        return np.repeat(_brightness(image, "")[..., None], 3, axis=2)
    seen = _laid_on("white", image) if image.has_transparency_data else image
    return np.ascontiguousarray(_turned(seen.convert("RGB"), image), np.uint8)


def _brightness(strip: Image.Image, ground: str) -> Grey:
    if strip.mode.startswith(("I", "F")):
        deep = np.asarray(strip, np.int64)
        return np.ascontiguousarray(np.clip(deep >> _SHIFT, 0, 255), np.uint8)
    if ground and strip.has_transparency_data:
        strip = _laid_on(ground, strip)
    return np.asarray(strip.convert("L"), np.uint8)


def _ground(image: Image.Image) -> str:
    """Choose what lies behind what can be seen through: white, unless more codes show otherwise.

    Where the ink of a code was cut away, it shows on black only.
    """
    if not image.has_transparency_data:
        return _GROUNDS[0]
    times = ceil(sqrt(image.width * image.height / _ENOUGH))
    size = (ceil(image.width / times), ceil(image.height / times))
    small = image.resize(size, Image.Resampling.NEAREST)
    if small.convert("RGBA").getchannel("A").getextrema() == (255, 255):
        return _GROUNDS[0]
    return max(_GROUNDS, key=lambda ground: _codes(_brightness(small, ground)))


def _codes(grey: Grey) -> int:
    return sum(symbol.text is not None for symbol in read(grey))


def _laid_on(ground: str, image: Image.Image) -> Image.Image:
    seen = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", seen.size, ground), seen)
