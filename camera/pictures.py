"""Decodes picture files safely to grey or RGB pixels, upright according to their EXIF orientation.

Files are untrusted. Size, ratio and depth are checked in the header before decoding, and truncated
files are rejected. Warnings of the libraries are suppressed.
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
"""The limit for files that are decoded in colour: 4 bytes per pixel, a JPEG takes 1."""

_LIMIT_AVIF: Final = 25_000_000
"""The limit for AVIF, which takes nine bytes per pixel and the most time."""

_LONGEST_SHAPE: Final = 8
"""Greatest aspect ratio; panoramas of phones have up to 6. A longer strip shows no table, and
reading codes in it takes far more memory than its pixels: rotated by 45 degrees, a strip of
20,000 by 10 becomes a picture of 20,000 by 7,000."""

_ROWS: Final = 256
"""Rows converted to grey at a time, so that the conversion takes little memory."""

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
"""The transposition that makes a picture upright, by its EXIF orientation."""

_BACKGROUNDS: Final = ("white", "black", "")
"""Backgrounds for transparent pictures; the empty one ignores transparency."""

_SAMPLE_PIXELS: Final = 2_000_000
"""Pixels of the reduced picture in which a background is chosen."""

_DEEP_GREY: Final = "I;16"
"""Mode of grey with more than 8 bits, which no phone writes as HEIC: pi-heif trusts the header,
shifts in place, and writes out of bounds if the pixels have 8 bits."""

_FORMATS: Final = ("JPEG", "PNG", "WEBP", "HEIF")
_AVIF: Final = "AVIF"
_MAGIC: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")
_AVIFS: Final = (b"avif", b"avis")
_ITEM_INFO: Final = re.compile(rb"infe([\2\3])\0\0[\0\1]", re.DOTALL)
"""An item of a HEIC file: its number, a protection and its name follow."""

_PNG_ENDS: Final = b"IEND\xaeB`\x82"
_SHIFT: Final = 8

_LIBRARY_ERRORS: Final = (
    *(OSError, SyntaxError, ValueError, EOFError, RuntimeError, OverflowError),
    struct.error,
)
"""What the libraries raise for malformed files."""

# Parts that are not needed are not decoded: each is an attack surface.
pi_heif.register_heif_opener(thumbnails=False, depth_images=False, aux_images=False)


class Fault(Enum):
    """What is wrong with a file."""

    NO_PICTURE = "no-picture"
    CUT_OFF = "cut-off"
    TOO_MANY_BYTES = "too-many-bytes"
    TOO_MANY_PIXELS = "too-many-pixels"
    STRIP = "strip"


class BadPicture(Exception):
    """A file that cannot be read; `why` is one sentence, `limit` what it exceeds."""

    def __init__(self, fault: Fault, why: str, limit: int | None = None) -> None:
        super().__init__(why)
        self.fault = fault
        self.why = why
        self.limit = limit


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """Grey pixels of shape (height, width), and the format of their file."""

    grey: Grey
    kind: str


def read_picture(
    data: bytes, *, limit_bytes: int = LIMIT_BYTES, limit_pixels: int = LIMIT_PIXELS
) -> Picture:
    """Return a JPEG, PNG, WebP, HEIC or AVIF file in grey; raises `BadPicture`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        image = _opened_safely(data, limit_bytes, limit_pixels)
        with image:
            try:
                grey = _grey(image)
            except _LIBRARY_ERRORS as error:
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
    """Return such a file as RGB pixels, reduced to a longer side of at most `longest` px.

    Raises `BadPicture`.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with _opened_safely(data, limit_bytes, limit_pixels) as image:
            try:
                image.thumbnail((longest, longest))
                return _coloured(image)
            except _LIBRARY_ERRORS as error:
                raise _cut_off() from error


def is_strip(width: int, height: int) -> bool:
    """Return whether a picture is too long and narrow to be a photo of a table."""
    return max(width, height) > _LONGEST_SHAPE * min(width, height)


def _opened_safely(data: bytes, limit_bytes: int, limit_pixels: int) -> Image.Image:
    """Open a file whose header says that it can be decoded; raises `BadPicture`."""
    if len(data) > limit_bytes:
        why = f"The picture has more than {limit_bytes / 1e6:g} megabytes."
        raise BadPicture(Fault.TOO_MANY_BYTES, why, limit_bytes)
    if _webp_pixels(data) > limit_pixels:
        # libwebp allocates all memory on opening.
        raise _too_large(limit_pixels)
    if data[4:8] == b"ftyp" and not _has_text_names(data):
        raise _cut_off()
    image = _open(data, limit_pixels)
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
    if kind == "HEIF" and image.mode == _DEEP_GREY:
        raise _cut_off()


def _open(data: bytes, limit_pixels: int) -> Image.Image:
    try:
        return Image.open(BytesIO(data), formats=(_AVIF,) if _is_avif(data) else _FORMATS)
    except Image.DecompressionBombError as error:
        raise _too_large(limit_pixels) from error
    except _LIBRARY_ERRORS as error:
        if _has_known_magic(data):
            raise _cut_off() from error
        why = "The file is not a picture that can be read (JPEG, PNG, WebP, HEIC or AVIF)."
        raise BadPicture(Fault.NO_PICTURE, why) from error


def _too_large(limit_pixels: int) -> BadPicture:
    why = f"The picture has more than {limit_pixels / 1e6:g} megapixels."
    return BadPicture(Fault.TOO_MANY_PIXELS, why, limit_pixels)


def _cut_off() -> BadPicture:
    why = "The picture is cut off or damaged: its file ends too early or is malformed."
    return BadPicture(Fault.CUT_OFF, why)


def _has_known_magic(data: bytes) -> bool:
    webp = data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    heic = data[4:8] == b"ftyp" and data[8:11] in {b"hei", b"hev", b"mif", b"msf", b"avi"}
    return data.startswith(_MAGIC) or webp or heic


def _is_avif(data: bytes) -> bool:
    """Return whether a file is AVIF, not HEIC: both may have the brand mif1."""
    kind, more = data[8:12], data[16:64]
    is_either = kind in {b"mif1", b"msf1"}
    return data[4:8] == b"ftyp" and (kind in _AVIFS or (is_either and b"avif" in more))


def _has_text_names(data: bytes) -> bool:
    """Return whether the names of the items of a HEIC file are UTF-8.

    pi-heif takes that for granted and crashes the process otherwise.
    """
    for found in _ITEM_INFO.finditer(data):
        start, size = found.start() - 4, int.from_bytes(data[found.start() - 4 : found.start()])
        try:
            data[found.end() + (4 if found[1] == b"\2" else 6) : start + size].decode()
        except UnicodeDecodeError:
            return False
    return True


def _webp_pixels(data: bytes) -> int:
    """Return the pixels that the header of a WebP file declares; 0 for any other file."""
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return 0
    match data[12:16]:
        case b"VP8X":
            width, height = _little_endian(data[24:27]) + 1, _little_endian(data[27:30]) + 1
        case b"VP8L":
            both = _little_endian(data[21:25])
            width, height = (both & 0x3FFF) + 1, (both >> 14 & 0x3FFF) + 1
        case _:
            width, height = (
                _little_endian(data[26:28]) & 0x3FFF,
                _little_endian(data[28:30]) & 0x3FFF,
            )
    return width * height


def _little_endian(part: bytes) -> int:
    return int.from_bytes(part, "little")


def _grey(image: Image.Image) -> Grey:
    # JPEG stores luminance separately, so the colours need not be decoded.
    image.draft("L", image.size)
    image.load()
    background = _background(image)
    grey = np.empty((image.height, image.width), np.uint8)
    for top in range(0, image.height, _ROWS):
        rows = slice(top, min(top + _ROWS, image.height))
        grey[rows] = _brightness(image.crop((0, rows.start, image.width, rows.stop)), background)
    return np.ascontiguousarray(_upright(Image.fromarray(grey), image), np.uint8)


def _upright(picture: Image.Image, image: Image.Image) -> Image.Image:
    """Return a picture rotated by the EXIF of its file; malformed EXIF is ignored."""
    try:
        turn = _TURNS.get(image.getexif().get(_ORIENTATION))
    except Exception:  # noqa: BLE001 - malformed EXIF may raise anything
        turn = None
    return picture if turn is None else picture.transpose(turn)


def _coloured(image: Image.Image) -> Grey:
    if image.mode.startswith(("I", "F")):
        return np.repeat(_brightness(image, "")[..., None], 3, axis=2)
    seen = _composited("white", image) if image.has_transparency_data else image
    return np.ascontiguousarray(_upright(seen.convert("RGB"), image), np.uint8)


def _brightness(strip: Image.Image, background: str) -> Grey:
    if strip.mode.startswith(("I", "F")):
        deep = np.asarray(strip, np.int64)
        return np.ascontiguousarray(np.clip(deep >> _SHIFT, 0, 255), np.uint8)
    if background and strip.has_transparency_data:
        strip = _composited(background, strip)
    return np.asarray(strip.convert("L"), np.uint8)


def _background(image: Image.Image) -> str:
    """Return the background of a transparent picture: white, unless more codes are read on another.

    A code whose ink is transparent is readable only on black.
    """
    if not image.has_transparency_data:
        return _BACKGROUNDS[0]
    times = ceil(sqrt(image.width * image.height / _SAMPLE_PIXELS))
    size = (ceil(image.width / times), ceil(image.height / times))
    small = image.resize(size, Image.Resampling.NEAREST)
    if small.convert("RGBA").getchannel("A").getextrema() == (255, 255):
        return _BACKGROUNDS[0]
    return max(_BACKGROUNDS, key=lambda background: _count_codes(_brightness(small, background)))


def _count_codes(grey: Grey) -> int:
    return sum(symbol.text is not None for symbol in read(grey))


def _composited(background: str, image: Image.Image) -> Image.Image:
    seen = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", seen.size, background), seen)
