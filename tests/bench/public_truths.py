"""What is told of public pictures of codes: by corners, by text, or by decoders that agree.

Beside a picture lies `NAME.txt` with numbers (BoofCV: the corners of each code in the picture as
it is stored), `NAME.txt` with anything else (zxing, zxing-cpp: the text), or `output.json` (jsQR:
the text). Where nothing lies, or nothing is told there, a text counts as told that decoders of at
least two makers read, in the picture as it is or after it was brightened, enlarged and so on. As
many makers take part as are installed: zxing-cpp and OpenCV always, pyzbar, deqr and qrlyzer where
`pip install deqr qrlyzer pyzbar` was called.
"""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np
import zxingcpp
from PIL import Image

from camera.passes import Grey, brighten, enlarge, equalize, even_out, halve, sharpen
from camera.scans import Point, Quad
from camera.symbols import as_quad

Reading: TypeAlias = tuple[str, Point]
"""A text and where in the picture its middle is."""

_ENDINGS: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".gif"})
_CORNERS: Final = 4
_LARGE: Final = 3_000_000
"""Pixels above which a picture is tried in fewer ways."""

_NOTES: Final = ("#", "SETS")

JUDGED: Final = frozenset(
    {
        "amzn.to/socialqr",  # on a parcel of that shop
        '{"lastNode":"OAK5","cids":{"pkey":"180418125845231163456370201AZ"}}',  # a parcel’s label
        "http://www.radians.com/sizing_charts/",  # on a vest, over the words “sizing charts”
        (
            "http://bwstore.shop-pro.jp/?mode=cate&cbid=140045&csid=0 MEBKM:TITLE:ＳＥＡＳＯＮ;"  # noqa: RUF001
            "URL:http\\://bwstore.shop-pro.jp/?mode=cate&cbid=140045&csid=0;;"
        ),  # jeans of “Blue Way”
        "民建聯 最無恥",  # a sentence, on the paper that a toy sheep bears
        "http://if.gs/1LXF1AI",  # a notebook; its neighbours’ codes differ in the last signs
    }
)
"""Texts that no other picture gives: looked at, each is whole and fits what the picture shows."""


@dataclass(frozen=True, slots=True)
class Truth:
    """One picture and the codes in it: quads where corners are told, else texts."""

    path: Path
    group: str
    quads: tuple[Quad, ...] = ()
    texts: tuple[str, ...] = ()
    told: bool = True
    """Whether it is told at all; else decoders have to agree."""


def truths(folder: Path) -> list[Truth]:
    """Return all pictures below a folder with what is told of them."""
    pictures = sorted(path for path in folder.rglob("*") if path.suffix.lower() in _ENDINGS)
    return [_truth(folder, path) for path in pictures]


def pixels(path: Path) -> Grey:
    """Return the pixels as they are stored; what can be seen through lies on white paper."""
    with Image.open(path) as image:
        if not image.has_transparency_data:
            return np.ascontiguousarray(image.convert("L"), np.uint8)
        seen = image.convert("RGBA")
        paper = Image.new("RGBA", seen.size, "white")
        return np.ascontiguousarray(Image.alpha_composite(paper, seen).convert("L"), np.uint8)


def bare(grey: Grey) -> list[Reading]:
    """Read with zxing-cpp alone."""
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    readings = []
    for code in zxingcpp.read_barcodes(grey, formats=formats):
        place = code.position
        corners = [place.top_left, place.top_right, place.bottom_right, place.bottom_left]
        x, y = (float(np.mean([getattr(corner, axis) for corner in corners])) for axis in "xy")
        readings.append((code.text, (x, y)))
    return readings


def agreed(grey: Grey) -> tuple[str, ...]:
    """Return the texts that decoders of at least two makers read."""
    pictures = _pictures(grey)
    votes = Counter(
        text
        for maker in (_zxing, _opencv, _zbar, _qrdec, _rqrr)
        for text in {plain(text) for picture in pictures for text in maker(picture)}
    )
    return tuple(text for text, count in votes.items() if text and count > 1)


def plain(text: str) -> str:
    """Return a text with normalised spaces: the truths were edited by hand."""
    return " ".join(text.split())


def _truth(folder: Path, path: Path) -> Truth:
    beside, answer = path.with_suffix(".txt"), path.with_name("output.json")
    source = path.relative_to(folder).parts[0]
    if answer.is_file():
        told = json.loads(answer.read_text("utf-8"))
        texts = (told["data"],) if told else ()
        return Truth(path, f"{source}/{path.parent.parent.name}", texts=texts, told=bool(told))
    group = f"{source}/{path.parent.name}"
    if not beside.is_file():
        return Truth(path, group, told=False)
    text = beside.read_text("utf-8", "replace")
    quads = _quads(text)
    return Truth(path, group, texts=(text,)) if quads is None else Truth(path, group, quads)


def _quads(told: str) -> tuple[Quad, ...] | None:
    """Read the corners of each code; None where the file tells something else."""
    lines = [line for line in told.splitlines() if line and not line.startswith(_NOTES)]
    try:
        numbers = [float(number) for line in lines for number in line.split()]
    except ValueError:
        return None
    if len(numbers) % (2 * _CORNERS) or (not numbers and _NOTES[1] not in told):
        return None
    return tuple(as_quad(quad) for quad in np.array(numbers).reshape(-1, _CORNERS, 2))


def _pictures(grey: Grey) -> list[Grey]:
    """Return a picture in the ways in which each maker may read it."""
    if grey.size > _LARGE:
        return [grey, brighten(grey), halve(grey)]
    twice = enlarge(grey, 2)
    soft = np.asarray(cv2.medianBlur(grey, 5), np.uint8)
    half = halve(grey)
    even = even_out(grey, 20)
    return [grey, brighten(grey), twice, sharpen(twice, 2, 2), equalize(grey), half, even, soft]


def _zxing(grey: Grey) -> Iterable[str]:
    return (text for text, _ in bare(grey))


def _opencv(grey: Grey) -> Iterable[str]:
    texts: set[str] = set()
    for detector in (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()):
        try:
            _, found, _, _ = detector.detectAndDecodeMulti(grey)
        except (cv2.error, UnicodeDecodeError):  # one code that is no UTF-8 loses all others
            continue
        texts |= set(found)
    return texts


def _zbar(grey: Grey) -> Iterable[str]:
    try:
        from pyzbar import pyzbar  # noqa: PLC0415 - it looks for its library while it is loaded
    except ImportError:
        return ()
    try:
        found = pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])
    except ValueError:  # it knows no symbol that lies in no direction, though zbar finds such
        return ()
    return {code.data.decode("utf-8", "replace") for code in found}


def _qrdec(grey: Grey) -> Iterable[str]:
    try:
        import deqr  # noqa: PLC0415 - seldom installed
    except ImportError:
        return ()
    try:
        found = deqr.QRdecDecoder().decode(grey.copy())  # it writes into what it is given
    except UnicodeDecodeError:
        return ()
    parts = [entry.data for code in found for entry in code.data_entries]
    return {part for part in parts if isinstance(part, str)}


def _rqrr(grey: Grey) -> Iterable[str]:
    try:
        import qrlyzer  # noqa: PLC0415 - seldom installed
    except ImportError:
        return ()
    height, width = grey.shape
    try:
        return set(qrlyzer.detect_and_decode_from_bytes(grey.tobytes(), width, height))
    except BaseException as panic:  # its panics are no Exception
        if isinstance(panic, KeyboardInterrupt):
            raise
        return ()
