"""Tables of Waves on which Elders lie, as pictures and scans, and how they are sent to a match."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from io import BytesIO
from math import cos, pi, sin
from typing import Any

import flats
import numpy as np
import scenes

from camera.scans import CodeSighting, MarkerSighting, Scan, as_json
from referee.core.codes import CardCode, format_code, seat_marker
from referee.games import load_all
from referee.table.sight.virtual import Laid, View, VirtualTable, as_file

WAVES = load_all()["waves"]
COUNCIL = ("seer", "noble", "scholar", "knight")
ENTRIES = [f"elder slot={slot} card={card}" for slot, card in enumerate(COUNCIL)]
JSON = {"Accept": "application/json"}


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match is not None
    return match[1]


def square(x: float, y: float, *, half: float = 7.5, scale: float = 1.0) -> Any:
    corners = (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )
    return tuple((a * scale, b * scale) for a, b in corners)


def at(spot: int, radius: float = 120.0) -> tuple[float, float]:
    angle = pi / 2 + 2 * pi * spot / 4
    return 300.0 + radius * cos(angle), 200.0 + radius * sin(angle)


def code_text(card: str, copy: int = 1, deck: str = "1") -> str:
    sign = next(sign for sign, known in WAVES.components.coded.items() if known.id == card)
    return format_code(CardCode(WAVES.components.code, deck, sign, copy))


def scan_of(cards: Any, marks: Iterable[int] = range(4), texts: Any = ()) -> Scan:
    """Describe cards at places on the mat, as a perfect camera would."""
    found = [(code_text(card, copy), x, y) for copy, (card, (x, y)) in enumerate(cards, 1)]
    return Scan(
        1200,
        800,
        tuple(
            CodeSighting(text, square(x, y, scale=2), 3.0, square(x, y))
            for text, x, y in (*found, *texts)
        ),
        tuple(
            MarkerSighting(
                seat_marker(spot), square(*at(spot, 180), scale=2), square(*at(spot, 180))
            )
            for spot in marks
        ),
        (),
        sharpness=0.5,
        glare=0.0,
        table_mm=(600.0, 400.0),
    )


def laid(council: Sequence[str | None] = COUNCIL) -> Scan:
    return scan_of([(card, at(spot)) for spot, card in enumerate(council) if card])


def beside_a_code_of_bytes(more: Sequence[tuple[str, int, float]], content: bytes) -> bytes:
    """Take a picture of the council, more cards, and somebody else's code; nothing where empty."""
    cards = [(card, spot, 120.0) for spot, card in enumerate(COUNCIL)]
    table = VirtualTable(WAVES, 4)
    things = [
        Laid(card, *table.at(spot, radius), copy=copy)
        for copy, (card, spot, radius) in enumerate((*cards, *more), 1)
    ]
    frame = table.frame(things, View(width=1400, height=1050))
    if content:
        code = np.pad(flats.symbol_of_bytes(content), 4, constant_values=255)
        code = code.repeat(3, 0).repeat(3, 1)
        frame = frame.copy()
        frame[650 : 650 + len(code), 420 : 420 + len(code)] = code
    return as_file(frame, "JPEG")


@cache
def picture(*council: str, marks: int = 4) -> bytes:
    """Take a real picture of a table where these Elders lie."""
    table = VirtualTable(WAVES, marks)
    cards = [
        Laid(card, *VirtualTable(WAVES, 4).at(spot, 120), copy=spot + 1)
        for spot, card in enumerate(council)
        if card
    ]
    return as_file(table.frame(cards, View(width=1400, height=1050)), "JPEG")


def photo(table: Any, data: bytes, **more: Any) -> Any:
    sent = {"expected": table.match.heard(), "photo": (BytesIO(data), "table.jpg"), **more}
    headers = sent.pop("headers", {})
    return table.client.post(f"{table.address}/sightings", data=sent, headers=headers)


def report(table: Any, scan: Scan, **more: Any) -> Any:
    return table.client.post(
        f"/api{table.address}/sightings", json={**as_json(scan), **more}, headers=JSON
    )


def entries(table: Any) -> list[str]:
    return [line[2:] for line in table.match.transcript().splitlines() if line.startswith("> ")]


def asked(table: Any) -> re.Match[str] | None:
    """Return what the table's screen is asked by a camera."""
    return re.search(r'data-look="([^"]+)"[^>]*data-asking', table.page())


def dim_picture(*, corners: bool, seed: int = 1) -> bytes:
    """Take a picture of the council whose first Elder lies in a deep shadow.

    Its code is faint beside all others: a reader of the whole picture passes over it.
    """
    things = scenes.mat(520, 420) if corners else []
    for spot, card in enumerate(COUNCIL):
        things.append(_before(spot, flats.marker(seat_marker(spot)), 195))
        flat = flats.with_code_only(flats.card(code_text(card, spot + 1)))
        shaded = _shaded(flat, paper=34 if corners else 28) if spot == 0 else flat
        things.append(_before(spot, shaded, 120))
    view, style = scenes.View(1600, 1200, across_mm=640), "cloth" if corners else "playmat"
    return as_file(scenes.render(things, view, seed=seed, style=style).frame, "JPEG")


def _before(spot: int, flat: flats.Flat, radius: float) -> scenes.Laid:
    (middle_x, middle_y), (x, y) = at(0, 0), at(spot, radius)
    return scenes.Laid(flat, x - middle_x, y - middle_y, 20)


def _shaded(flat: flats.Flat, *, ink: int = 10, paper: int) -> flats.Flat:
    return replace(flat, pixels=(ink + flat.pixels * ((paper - ink) / 255)).astype("uint8"))
