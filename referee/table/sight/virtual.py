"""A synthetic table: renders a game's own printed pieces into the picture of a camera.

Whole games can be played in front of it, to test everything from the printed code to the log.
Lengths are mm; the origin is the centre of the table, x points right and y towards the first seat.
Pictures are the same for the same seed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import cos, pi, radians, sin, tan
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from printables import pixels
from printables.markers import QUIET, marker
from printables.sheets import Piece, Symbol
from referee.core import AnyGame
from referee.core.codes import CORNERS, place_marker, seat_marker
from referee.table.paper.orders import Copy, order_of
from referee.table.paper.pieces import MARKER_MM
from referee.table.paper.stickers import back, plain_size, sticker, text_of

Grey: TypeAlias = NDArray[np.uint8]
Matrix: TypeAlias = NDArray[np.float64]
Point: TypeAlias = tuple[float, float]

SEATS_MM: Final = 195.0
"""Distance from the centre of the table to the markers of the seats."""

_PAPER: Final = 245.0
_INK: Final = 20.0
_FELT: Final = (85.0, 12.0)


@dataclass(frozen=True, slots=True)
class View:
    """A camera above the table, pointed at its centre; `across` mm fit into its width."""

    width: int = 1600
    height: int = 1200
    across: float = 620.0
    tilt: float = 0.0
    azimuth: float = 0.0
    field_of_view: float = 60.0

    def matrix(self) -> Matrix:
        """Return the homography from the table to px."""
        focal = self.width / 2 / tan(radians(self.field_of_view / 2))
        lens = np.array([[focal, 0, self.width / 2], [0, focal, self.height / 2], [0, 0, 1]])
        turned = _turn_z(self.azimuth) @ _turn_x(self.tilt) @ _turn_z(-self.azimuth)
        away = np.array([0, 0, focal * self.across / self.width])
        return np.asarray(lens @ np.column_stack([turned[:, :2], away]))


@dataclass(frozen=True, slots=True)
class Light:
    """Light and lens: `blur` in px, `noise` in levels, `darker` the loss of light far away."""

    blur: float = 0.5
    noise: float = 3.0
    darker: float = 0.0
    gamma: float = 1.0


EVEN: Final = Light()


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table, None if face down; its position, and its rotation in degrees."""

    card: str | None
    x: float
    y: float
    turn: float = 0.0
    copy: int = 1


class VirtualTable:
    """The table of one game: its mat, and the markers of spots and places."""

    def __init__(
        self,
        game: AnyGame,
        spots: int,
        *,
        places: Mapping[str, Point] | None = None,
        mat: Point = (520.0, 420.0),
        size: float = 18.0,
        deck: str = "1",
    ) -> None:
        """Render codes of this size, in mm, for a deck."""
        self.game = game
        self.spots = spots
        self.places = dict(places or {})
        self.mat = mat
        self._order = order_of(game, {"size": f"{size:g}", "deck": deck})
        self._drawn: dict[tuple[object, ...], Grey] = {}

    def at(self, spot: int, radius: float, aside: float = 0.0) -> tuple[float, float, float]:
        """Return x, y and rotation of a place before a spot, at a radius and a sideways offset.

        A card there is upright for the spot. Spots are clockwise from the near side.
        """
        angle = pi / 2 + 2 * pi * spot / self.spots
        x, y = radius * cos(angle), radius * sin(angle)
        return x + aside * sin(angle), y - aside * cos(angle), 360.0 * spot / self.spots

    def text(self, laid: Laid) -> str:
        """Return the text in the code of a card that is face up."""
        return text_of(self._order, self._copy(laid))

    def frame(
        self, cards: Sequence[Laid], view: View, light: Light = EVEN, *, seed: int = 0
    ) -> Grey:
        """Return a picture of shape (height, width); later cards are on top of earlier ones."""
        canvas = _felt(view.width, view.height).copy()
        to_pixels = view.matrix()
        scale = view.width / view.across
        for number, x, y in self._markers():
            _draw_warped(
                canvas, _marker_pixels(number, scale), to_pixels @ _placed(x, y, 0.0), scale
            )
        for card in cards:
            _draw_warped(
                canvas,
                self._pixels(card, scale),
                to_pixels @ _placed(card.x, card.y, card.turn),
                scale,
            )
        return _exposed(canvas, light, seed)

    def _pixels(self, laid: Laid, scale: float) -> Grey:
        known = (laid.card, laid.copy if laid.card else 0, scale)
        if known not in self._drawn:
            self._drawn[known] = pixels.draw(self._piece(laid), scale)
        return self._drawn[known]

    def _piece(self, laid: Laid) -> Piece:
        room = plain_size(self._order.size)
        if laid.card is None:
            return back(room)
        piece = sticker(self._order, self._copy(laid), room, str)
        assert piece is not None  # noqa: S101 - the room is what its code needs
        return piece

    def _copy(self, laid: Laid) -> Copy:
        signs = self.game.components.coded
        return next((sign, card, laid.copy) for sign, card in signs.items() if card.id == laid.card)

    def _markers(self) -> Iterable[tuple[int, float, float]]:
        across, down = self.mat[0] / 2, self.mat[1] / 2
        corners = ((-across, -down), (across, -down), (across, down), (-across, down))
        for number, (x, y) in zip(CORNERS, corners, strict=True):
            yield number, x, y
        for spot in range(self.spots):
            x, y, _ = self.at(spot, SEATS_MM)
            yield seat_marker(spot), x, y
        names = [place.id for place in self.game.components.places]
        for name, (x, y) in self.places.items():
            yield place_marker(names.index(name)), x, y


def as_file(frame: Grey, kind: str = "PNG") -> bytes:
    """Return a picture as a PNG, JPEG or WEBP file."""
    file = BytesIO()
    Image.fromarray(frame).save(file, kind, quality=90)
    return file.getvalue()


@lru_cache(maxsize=64)
def _marker_pixels(number: int, scale: float) -> Grey:
    """Return a marker that was cut out with just its quiet zone."""
    quiet = MARKER_MM * QUIET / 6
    side = MARKER_MM + 2 * quiet
    symbol = Symbol(quiet, quiet, MARKER_MM, marker(number))
    return pixels.draw(Piece(side, side, (symbol,)), scale)


# ---------------------------------------------------------------- rendering


def _placed(x: float, y: float, turn: float) -> Matrix:
    matrix = _turn_z(turn)
    matrix[:2, 2] = (x, y)
    return matrix


def _turn_x(degrees: float) -> Matrix:
    across, down = cos(radians(degrees)), sin(radians(degrees))
    return np.array([[1, 0, 0], [0, across, -down], [0, down, across]])


def _turn_z(degrees: float) -> Matrix:
    across, down = cos(radians(degrees)), sin(radians(degrees))
    return np.array([[across, -down, 0], [down, across, 0], [0, 0, 1]])


def _draw_warped(canvas: Grey, drawn: Grey, to_canvas: Matrix, scale: float) -> None:
    """Draw pixels with their centre at (0, 0) into the picture, by a homography."""
    high, wide = drawn.shape
    middle = np.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, scale]])
    matrix = to_canvas @ middle
    corners = matrix @ np.array([[0, wide, wide, 0], [0, 0, high, high], [1, 1, 1, 1]])
    outline = (corners[:2] / corners[2]).T
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int), 0)
    most = np.minimum(np.ceil(outline.max(axis=0)).astype(int), canvas.shape[::-1])
    if (most <= low).any():
        return
    shift = np.array([[1, 0, low[0]], [0, 1, low[1]], [0, 0, 1]])
    back_again = np.linalg.inv(matrix) @ shift
    coefficients = tuple((back_again / back_again[2, 2]).ravel()[:8])
    size = (int(most[0] - low[0]), int(most[1] - low[1]))
    how = (Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BICUBIC)
    there = np.asarray(Image.new("L", (wide, high), 255).transform(size, *how)) > 0
    seen = np.asarray(Image.fromarray(_printed_shades(drawn)).transform(size, *how))
    part = canvas[low[1] : most[1], low[0] : most[0]]
    part[there] = seen[there]


def _printed_shades(drawn: Grey) -> Grey:
    """Return ink and paper with the brightness that they have under a lamp."""
    return (_INK + drawn * ((_PAPER - _INK) / 255)).astype(np.uint8)


@lru_cache(maxsize=4)
def _felt(width: int, height: int) -> Grey:
    shades = np.random.default_rng(1).normal(*_FELT, (height, width))
    return np.clip(shades, 0, 255).astype(np.uint8)


def _exposed(canvas: Grey, light: Light, seed: int) -> Grey:
    image = Image.fromarray(canvas)
    shades: NDArray[np.float32] = np.asarray(
        image.filter(ImageFilter.GaussianBlur(light.blur)), np.float32
    )
    if light.gamma != 1:
        shades = np.float32(255) * (shades / np.float32(255)) ** np.float32(light.gamma)
    if light.darker:
        shades = shades * np.linspace(1 - light.darker, 1, len(shades), dtype=np.float32)[:, None]
    if light.noise:
        chance = np.random.default_rng(seed)
        shades = shades + chance.standard_normal(shades.shape, np.float32) * np.float32(light.noise)
    return np.clip(np.round(shades), 0, 255).astype(np.uint8)
