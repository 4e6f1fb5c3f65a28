"""A picture file as pixels, as people see it: turned the way its EXIF says.

Files come from strangers' phones. So nothing is decoded before its header tells that it is small
enough, and a file that is cut off is refused rather than read half grey.
"""

import warnings
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from typing import Final

import numpy as np
import pi_heif
from PIL import Image, ImageOps

from camera.passes import Grey

LIMIT_BYTES: Final = 40_000_000
LIMIT_PIXELS: Final = 64_000_000

_LIMIT_IN_COLOUR: Final = 50_000_000
"""The same for files whose colours must be decoded: four bytes a pixel, where a JPEG takes one."""

_STRIP: Final = 256
"""Rows that are made grey at a time: what that takes besides is then next to nothing."""

_ORIENTATION: Final = 0x0112

_FORMATS: Final = ("JPEG", "PNG", "WEBP", "HEIF")
_STARTS: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")
_PNG_ENDS: Final = b"IEND\xaeB`\x82"
_SHIFT: Final = 8

_BROKEN: Final = (OSError, SyntaxError, ValueError, EOFError, RuntimeError, OverflowError)
"""What the libraries raise for a file that makes no sense."""

pi_heif.register_heif_opener(thumbnails=False)


class Fault(Enum):
    """What is wrong with a file."""

    NO_PICTURE = "no-picture"
    CUT_OFF = "cut-off"
    TOO_MANY_BYTES = "too-many-bytes"
    TOO_MANY_PIXELS = "too-many-pixels"


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
    """Read a JPEG, PNG, WebP or HEIC file; raises `BadPicture`."""
    with _admitted(data, limit_bytes, limit_pixels) as image:
        kind = image.format or ""
        try:
            grey = _grey(image)
        except _BROKEN as error:
            raise _cut_off() from error
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
    with _admitted(data, limit_bytes, limit_pixels) as image:
        try:
            image.thumbnail((longest, longest))
            return _coloured(ImageOps.exif_transpose(image))
        except _BROKEN as error:
            raise _cut_off() from error


def _admitted(data: bytes, limit_bytes: int, limit_pixels: int) -> Image.Image:
    """Open a file whose header says that it can be decoded."""
    if len(data) > limit_bytes:
        why = f"The picture has more than {limit_bytes / 1e6:g} megabytes."
        raise BadPicture(Fault.TOO_MANY_BYTES, why, limit_bytes)
    if _webp_pixels(data) > limit_pixels:
        # Its library reserves all the memory as soon as it opens the file.
        raise _too_large(limit_pixels)
    image = _opened(data, limit_pixels)
    kind = image.format or ""
    if kind not in {"JPEG", "MPO"}:
        limit_pixels = min(limit_pixels, _LIMIT_IN_COLOUR)
    if image.width * image.height > limit_pixels:
        raise _too_large(limit_pixels)
    if kind == "PNG" and _PNG_ENDS not in data:
        raise _cut_off()
    return image


def _opened(data: bytes, limit_pixels: int) -> Image.Image:
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            return Image.open(BytesIO(data), formats=_FORMATS)
        except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
            raise _too_large(limit_pixels) from error
        except _BROKEN as error:
            if _looks_like_one(data):
                raise _cut_off() from error
            why = "The file is no picture that can be read: JPEG, PNG, WebP or HEIC."
            raise BadPicture(Fault.NO_PICTURE, why) from error


def _too_large(limit_pixels: int) -> BadPicture:
    why = f"The picture has more than {limit_pixels / 1e6:g} megapixels."
    return BadPicture(Fault.TOO_MANY_PIXELS, why, limit_pixels)


def _cut_off() -> BadPicture:
    why = "The picture is cut off or damaged: its file ends too early or makes no sense."
    return BadPicture(Fault.CUT_OFF, why)


def _looks_like_one(data: bytes) -> bool:
    webp = data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    heic = data[4:8] == b"ftyp" and data[8:11] in {b"hei", b"hev", b"mif", b"msf"}
    return data.startswith(_STARTS) or webp or heic


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
    grey = np.empty((image.height, image.width), np.uint8)
    for top in range(0, image.height, _STRIP):
        rows = slice(top, min(top + _STRIP, image.height))
        grey[rows] = _brightness(image.crop((0, rows.start, image.width, rows.stop)))
    turned = Image.fromarray(grey)
    turned.getexif()[_ORIENTATION] = image.getexif().get(_ORIENTATION, 1)
    return np.ascontiguousarray(ImageOps.exif_transpose(turned), np.uint8)


def _coloured(image: Image.Image) -> Grey:
    if image.mode.startswith(("I", "F")):
        return np.repeat(_brightness(image)[..., None], 3, axis=2)
    if image.has_transparency_data:
        image = _on_paper(image)
    return np.ascontiguousarray(image.convert("RGB"), np.uint8)


def _brightness(strip: Image.Image) -> Grey:
    if strip.mode.startswith(("I", "F")):
        deep = np.asarray(strip, np.int64)
        return np.ascontiguousarray(np.clip(deep >> _SHIFT, 0, 255), np.uint8)
    if strip.has_transparency_data:
        strip = _on_paper(strip)
    return np.asarray(strip.convert("L"), np.uint8)


def _on_paper(image: Image.Image) -> Image.Image:
    """Lay what can be seen through on white paper."""
    seen = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", seen.size, "white"), seen)
