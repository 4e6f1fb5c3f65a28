"""Hand-made scans of a table: markers before the seats, cards where a test lays them."""

from collections.abc import Callable, Iterable
from math import cos, pi, sin

import pytest

from camera.scans import CodeSighting, MarkerSighting, Quad, Scan
from referee.core.codes import CardCode, format_code, place_marker, seat_marker
from referee.games import load_all

MIDDLE = (300.0, 200.0)


def square(x: float, y: float, side: float = 15.0) -> Quad:
    half = side / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def spot_at(spot: int, spots: int, radius: float) -> tuple[float, float]:
    """Return a place before a spot, so far from the middle of the table; the spots go clockwise."""
    angle = pi / 2 + 2 * pi * spot / spots
    return (MIDDLE[0] + radius * cos(angle), MIDDLE[1] + radius * sin(angle))


class Scene:
    """A table in millimetres; `scan` gives what a perfect camera would say of it."""

    def __init__(self, slug: str, spots: int) -> None:
        self.game = load_all()[slug]
        self.spots = spots
        self.mat = True
        self.codes: list[tuple[str, float, float]] = []
        self.marks = {
            seat_marker(spot): spot_at(spot, spots, radius=180.0) for spot in range(spots)
        }

    def lay(self, card: str, spot: int, *, copy: int = 1, radius: float = 120.0, deck="1") -> None:
        x, y = spot_at(spot, self.spots, radius)
        self.put(card, x, y, copy=copy, deck=deck)

    def put(self, card: str, x: float, y: float, *, copy: int = 1, deck: str = "1") -> None:
        codes = self.game.components.coded
        sign = next(sign for sign, known in codes.items() if known.id == card)
        text = format_code(CardCode(self.game.components.code, deck, sign, copy))
        self.codes.append((text, x, y))

    def place(self, place: str) -> tuple[float, float]:
        names = [known.id for known in self.game.components.places]
        at = (MIDDLE[0] + 40.0 * names.index(place), MIDDLE[1])
        self.marks[place_marker(names.index(place))] = at
        return at

    def clear(self) -> None:
        self.codes.clear()

    def scan(self) -> Scan:
        return Scan(
            width=1200,
            height=800,
            codes=tuple(
                CodeSighting(text, _px(square(x, y)), 3.0, square(x, y) if self.mat else None)
                for text, x, y in self.codes
            ),
            markers=tuple(self._markers()),
            unread=(),
            table_mm=(600.0, 400.0) if self.mat else None,
            sharpness=1.0,
            glare=0.0,
        )

    def _markers(self) -> Iterable[MarkerSighting]:
        for number, (x, y) in self.marks.items():
            place = square(x, y) if self.mat else None
            yield MarkerSighting(number, _px(square(x, y)), place)


def _px(quad: Quad) -> Quad:
    a, b, c, d = ((2 * x, 2 * y) for x, y in quad)
    return (a, b, c, d)


@pytest.fixture
def scene() -> Callable[..., Scene]:
    """Lay a table for a game with so many spots."""
    return Scene
