"""Files that phones, programs and mishaps hand over in place of an ordinary photo."""

import io
import struct
from functools import cache
from pathlib import Path
from typing import Any, Final
from zlib import compress, crc32

import numpy as np
from flats import symbol
from numpy.typing import NDArray
from PIL import Image

TEXTS: Final = ("K7QW2M9XPA", "ABCDEFGHJ2", "ABCDEFGHJ3", "ABCDEFGHJ4")
"""What the four codes of the picture say that is written in each odd way."""

_HEIC: Final = Path(__file__).parents[1] / "camera" / "pictures" / "turned.heic"
_GREY_HEIC: Final = Path(__file__).parents[1] / "table" / "pictures" / "council.heic"
_STRIPS: Final = ((8, 60_000), (60_000, 8), (10, 20_000), (20_000, 10), (1, 65_000))


@cache
def four_codes(fine: int = 4) -> NDArray[np.uint8]:
    """Draw four codes on white cards on a grey table, so many pixels a module."""
    table = np.full((100 * fine, 140 * fine), 150, np.uint8)
    for number, text in enumerate(TEXTS):
        card = np.kron(np.pad(symbol(text), 4, constant_values=255), np.ones((fine, fine)))
        top, left = (10 + 45 * (number // 2)) * fine, (10 + 65 * (number % 2)) * fine
        table[top : top + card.shape[0], left : left + card.shape[1]] = card
    return table


def stored(image: Image.Image, kind: str, **how: Any) -> bytes:
    """Write a picture as a file."""
    file = io.BytesIO()
    quick = {"speed": 10} if kind == "AVIF" else {}
    image.save(file, kind, **quick, **how)
    return file.getvalue()


def part(name: bytes, data: bytes) -> bytes:
    """Return one part of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(name + data))


def strip(kind: str, width: int, height: int) -> bytes:
    """Return a picture of this size, of squares of all shades."""
    squares = np.random.default_rng(1).integers(0, 256, (-(-height // 8), -(-width // 8)), np.uint8)
    return stored(Image.fromarray(squares.repeat(8, 0).repeat(8, 1)[:height, :width]), kind)


def claiming(width: int, height: int) -> bytes:
    """Return a PNG whose header claims this size, with next to nothing behind it."""
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    body = part(b"IHDR", head) + part(b"IDAT", b"x\x9cc\0\0\0\x01\0\x01") + part(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


# ---------------------------------------------------------------- what is read


def readable() -> dict[str, bytes]:
    """Return the picture of four codes in each odd way in which it is read all the same."""
    return {**_jpegs(), **_pngs(), **_see_through(), **_others()}


def _jpegs() -> dict[str, bytes]:
    grey = Image.fromarray(four_codes())
    colour, plain = grey.convert("RGB"), stored(grey, "JPEG")
    noise = np.random.default_rng(2).bytes(2_000_000)
    ways: dict[str, dict[str, Any]] = {
        "broken-exif": {"exif": b"Exif\0\0II*\0\x08\0\0\0\xff\xff"},
        "cut-exif": {"exif": _exif()[:-9]},
        "exif-of-text": {"exif": b"Exif\0\0how it was taken"},
        "exif-of-nothing": {"exif": b"Exif\0\0"},
        "orientation-0": {"exif": _exif(bytes(4))},
        "orientation-9": {"exif": _exif(b"\t\0\0\0")},
        "orientation-of-text": {"exif": _exif(b"up\0\0", 2, 4)},
        "orientation-far-away": {"exif": _exif(b"\xff\xff\xff\x7f", 5)},
        "orientation-of-many": {"exif": _exif(b"\6\0\6\0", 3, 2)},
        "large-profile": {"icc_profile": noise},
        "progressive": {"progressive": True},
        "far-too-fine": {"dpi": (60_000, 1)},
    }
    return {
        **{f"{name}.jpg": stored(colour, "JPEG", **how) for name, how in ways.items()},
        "four-inks.jpg": stored(colour.convert("CMYK"), "JPEG"),
        "two-pictures.mpo": stored(grey, "MPO", save_all=True, append_images=[grey.resize((9, 9))]),
        "gain-map.jpg": plain + stored(grey.resize((90, 60)), "JPEG"),
        "with-a-video.jpg": plain + b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + bytes(999),
    }


def _exif(orientation: bytes = b"\1\0\0\0", kind: int = 3, count: int = 1) -> bytes:
    """Write an EXIF block that says only how the picture is turned, as a value of any kind."""
    entry = struct.pack("<HHI", 0x0112, kind, count) + orientation
    return b"Exif\0\0II*\0" + struct.pack("<IH", 8, 1) + entry + bytes(4)


def _pngs() -> dict[str, bytes]:
    grey = Image.fromarray(four_codes())
    plain = stored(grey, "PNG")
    head = plain.index(b"IDAT") - 4
    broken_exif = plain[:head] + part(b"eXIf", b"II*\0\x08\0\0\0\xff\xff") + plain[head:]
    broken_profile = plain[:head] + part(b"iCCP", b"x\0\0nothing") + plain[head:]
    return {
        "two-shades.png": stored(grey.point(lambda shade: 255 * (shade > 99)).convert("1"), "PNG"),
        "palette.png": stored(grey.convert("P"), "PNG"),
        "deep.png": stored(Image.fromarray(four_codes().astype(np.uint16) * 257), "PNG"),
        "moving.png": stored(grey, "PNG", save_all=True, append_images=[grey.rotate(9)]),
        "broken-exif.png": broken_exif,
        "broken-profile.png": broken_profile,
    }


def _see_through() -> dict[str, bytes]:
    """Cut away the ground, the paper or the ink, or make all of it fade from left to right."""
    grey = four_codes()
    on_card = np.isin(grey, (0, 255))
    fading = np.tile(np.linspace(0, 255, grey.shape[1]), (grey.shape[0], 1))
    paper_alone = _seen(np.full_like(grey, 255), (grey == 255) * 255)
    solid = Image.fromarray(grey)
    return {
        "no-ground.png": stored(_seen(grey * on_card, on_card * 255), "PNG"),
        "ink-alone.png": stored(_seen(np.zeros_like(grey), (grey == 0) * 255), "PNG"),
        "paper-alone.png": stored(paper_alone, "PNG"),
        "paper-alone-in-colour.png": stored(paper_alone.convert("RGBA"), "PNG"),
        "paper-alone-palette.png": stored(paper_alone.convert("RGBA").quantize(16), "PNG"),
        "paper-alone.webp": stored(paper_alone.convert("RGBA"), "WEBP", lossless=True),
        "fading.png": stored(_seen(grey, fading), "PNG"),
        "faint.png": stored(_seen(grey, np.full_like(grey, 60)), "PNG"),
        "not-seen.png": stored(_seen(grey, np.zeros_like(grey)), "PNG"),
        "without-black.png": stored(solid, "PNG", transparency=0),
        "without-white.png": stored(solid, "PNG", transparency=255),
        "without-black-in-colour.png": stored(solid.convert("RGB"), "PNG", transparency=(0, 0, 0)),
    }


def _seen(shade: NDArray[Any], alpha: NDArray[Any]) -> Image.Image:
    both = [Image.fromarray(one.astype(np.uint8)) for one in (shade, alpha)]
    return Image.merge("LA", both)


def _others() -> dict[str, bytes]:
    colour = Image.fromarray(four_codes()).convert("RGB")
    turned = colour.rotate(90, expand=True)
    found = {
        "lossless.webp": stored(colour, "WEBP", lossless=True),
        "broken-exif.webp": stored(colour, "WEBP", exif=_exif()).replace(b"II*\0", b"how "),
    }
    for kind in ("WEBP", "AVIF"):
        end = kind.lower()
        found |= {
            f"plain.{end}": stored(colour, kind),
            f"moving.{end}": stored(colour, kind, save_all=True, append_images=[colour.rotate(9)]),
            f"turned.{end}": stored(turned, kind, exif=_exif(b"\6\0\0\0")),
        }
    # Some programs call AVIF by the name that it has in common with HEIC.
    found["other-name.avif"] = found["plain.avif"].replace(b"ftypavif", b"ftypmif1", 1)
    return found


# ---------------------------------------------------------------- what is refused


def refused() -> dict[str, bytes]:
    """Return files that cannot be read: no pictures, broken ones, or odd in their shape."""
    return {**_no_pictures(), **_broken(), **_shapes()}


def _no_pictures() -> dict[str, bytes]:
    grey = Image.fromarray(four_codes())
    return {
        "text.jpg": b"Dear referee, this is how it lies.",
        "drawing.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        "scan.pdf": b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n",
        "live.mov": b"\0\0\0\x14ftypqt  \0\0\0\0qt  " + b"\0\0\0\x08wide" + bytes(500),
        "clip.mp4": b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + bytes(500),
        "moving.gif": stored(grey, "GIF"),
        "raw.dng": stored(grey, "TIFF"),
        "old.bmp": stored(grey, "BMP"),
        "long.jp2": stored(grey, "JPEG2000"),
        "xl.jxl": b"\xff\x0a" + bytes(200),
        "xl-boxed.jxl": b"\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftypjxl " + bytes(200),
        "page.html": b"<!doctype html><title>Sign in</title>",
        "packed.zip": b"PK\x03\x04" + bytes(200),
        "noise.jpg": np.random.default_rng(3).bytes(5_000),
        "zeros.jpg": bytes(5_000),
        "one-byte.jpg": b"\xff",
        "start-alone.jpg": b"\xff\xd8\xff",
        "start-alone.png": b"\x89PNG\r\n\x1a\n",
        "start-alone.webp": b"RIFF\x10\0\0\0WEBPVP8X",
        "start-alone.heic": b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
        "start-alone.avif": b"\0\0\0\x18ftypavif\0\0\0\0mif1avif",
        "start-alone.heif": b"\0\0\0\x18ftypmif1\0\0\0\0mif1miaf",
    }


def _broken() -> dict[str, bytes]:
    colour = Image.fromarray(four_codes()).convert("RGB")
    whole = {kind: stored(colour, kind) for kind in ("JPEG", "PNG", "WEBP", "AVIF")}
    whole["HEIC"] = _HEIC.read_bytes()
    png, jpeg = whole["PNG"], bytearray(whole["JPEG"])
    deep = bytearray(_GREY_HEIC.read_bytes())
    deep[deep.index(b"hvcC") + 4 + 17] |= (
        0b111  # the lowest three bits say how many more than 8 the brightness has
    )
    inside, size = png.index(b"IDAT") + 30, jpeg.index(b"\xff\xc0") + 5
    jpeg[size : size + 4] = bytes(4)
    return {
        **{
            f"cut-at-{share}.{kind.lower()}": data[: len(data) * share // 100]
            for kind, data in whole.items()
            for share in (5, 30, 60, 90)
        },
        "wrong-sum.png": png[:inside] + bytes([png[inside] ^ 255]) + png[inside + 1 :],
        "packed-text.png": png[:33] + part(b"zTXt", b"a\0\0" + compress(bytes(2**21))) + png[33:],
        "no-size.png": claiming(0, 0),
        "no-size.jpg": bytes(jpeg),
        "deeper-than-it-is.heic": bytes(deep),
        "nameless-part.heic": whole["HEIC"].replace(b"\0\0Exif\0", b"\0\0E\xabif\0"),
    }


def _shapes() -> dict[str, bytes]:
    bombs = ((9_000, 9_000), (60_000, 60_000), (8, 60_000), (2**31 - 1, 2**31 - 1))
    return {
        **{
            f"strip-{width}x{height}.{kind.lower()}": strip(kind, width, height)
            for kind in ("JPEG", "PNG")
            for width, height in _STRIPS
        },
        "strip.webp": strip("WEBP", 8, 9_000),
        "strip.avif": strip("AVIF", 9_000, 8),
        **{f"bomb-{width}x{height}.png": claiming(width, height) for width, height in bombs},
    }
