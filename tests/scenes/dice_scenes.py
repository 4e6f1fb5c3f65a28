"""Pictures of dice on a table of which everything is known: rounded cubes seen from above.

The camera stands above the table and may lean; near it each die shows its sides too, with their
pips. Light falls unevenly, a shadow lies beside each die, and the picture is blurred, noisy and
saved as a JPEG.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any, Final, TypeAlias

import cv2
import numpy as np

Points: TypeAlias = np.ndarray[Any, Any]

SIDE: Final = 16.0
"""Millimetres along an edge of a die."""

PIGMENTS: Final = {
    "red": (196, 30, 38),
    "yellow": (236, 190, 30),
    "green": (30, 130, 62),
    "blue": (28, 78, 176),
    "purple": (110, 48, 150),
    "clear": (222, 226, 228),
}
"""What the dice are made of; the clear ones are half seen through."""

_SEEN_THROUGH: Final = 0.45
_SPOTS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    5: ((-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)),
    6: ((-1, -1), (0, -1), (1, -1), (1, 1), (0, 1), (-1, 1)),
}
_SHADES: Final = (0.62, 0.5, 0.7, 0.44)
_FINE: Final = 2


@dataclass(frozen=True)
class Die:
    """A die that lies there: colour, number, where its middle is (mm), how it is turned."""

    colour: str
    face: int
    x: float
    y: float
    turned: float = 0.0
    dark_pips: bool = False


@dataclass(frozen=True)
class Shot:
    """How the picture is taken: of which table, from how high, leaning how far, how well."""

    table: str = "wood"
    width: int = 960
    height: int = 720
    above_mm: float = 360.0
    lean: float = 8.0
    blur: float = 1.0
    noise: float = 3.0
    shade: float = 0.35
    warm: float = 1.0
    quality: int = 85
    seed: int = 1


STRAIGHT: Final = Shot()


@cache
def taken(dice: tuple[Die, ...], shot: Shot = STRAIGHT) -> bytes:
    """Take a picture of dice, as a JPEG file."""
    rng = np.random.default_rng(shot.seed)
    width, height = shot.width * _FINE, shot.height * _FINE
    picture = _table(shot.table, width, height, rng)
    look = _Look(shot, width, height)
    for die in dice:
        _shadow(picture, die, look)
    for die in sorted(dice, key=lambda one: -np.hypot(*(look.eye[:2] - (one.x, one.y)))):
        _draw(picture, die, look)
    small = cv2.resize(picture, (shot.width, shot.height), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), shot.blur)
    down, across = np.mgrid[0 : shot.height, 0 : shot.width]
    light = 1 - shot.shade * (across / shot.width * 0.7 + down / shot.height * 0.3)
    lit = small * light[..., None] * (shot.warm, 1.0, 1 / shot.warm)
    seen = np.clip(lit + rng.normal(0, shot.noise, lit.shape), 0, 255).astype(np.uint8)
    ok, data = cv2.imencode(".jpg", seen[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, shot.quality])
    assert ok
    return data.tobytes()


def middles(dice: Sequence[Die], shot: Shot) -> Points:
    """Return where the middles of the upper faces are in the picture."""
    look = _Look(shot, shot.width, shot.height)
    return look(np.array([(die.x, die.y, SIDE) for die in dice]).reshape(-1, 3))


class _Look:
    """A camera above the middle of the table that leans away from the straight look down."""

    def __init__(self, shot: Shot, width: int, height: int) -> None:
        lean = np.radians(shot.lean)
        self.eye = np.array([0.0, np.sin(lean), -np.cos(lean)]) * (1, 1, -1) * shot.above_mm
        ahead = -self.eye / np.linalg.norm(self.eye)
        right = np.array([1.0, 0.0, 0.0])
        self.axes = np.array([right, np.cross(ahead, right), ahead])
        self.focal = width * 1.1
        self.middle = np.array([width / 2, height / 2])

    def __call__(self, points: Points) -> Points:
        """Return the pixels of points on the table (mm; the third coordinate is the height)."""
        x, y, depth = self.axes @ (np.atleast_2d(points) - self.eye).T
        return np.asarray(np.stack([x, y], 1) / depth[:, None] * self.focal + self.middle)


def _table(name: str, width: int, height: int, rng: np.random.Generator) -> Points:
    noise = rng.normal(0, 1, (height // 4, width // 4))
    if name == "wood":
        grain = cv2.GaussianBlur(noise, (0, 0), sigmaX=40, sigmaY=1.2)
        base = np.array([150, 105, 66.0])
    else:
        grain = cv2.GaussianBlur(noise, (0, 0), 0.8) * 0.5
        base = np.array([34, 60, 52.0] if name == "felt" else [228, 226, 220.0])
    grain = cv2.resize(grain / grain.std(), (width, height))
    strength = 0.02 if name == "paper" else 0.09
    return np.asarray(np.clip(base * (1 + strength * grain[..., None]), 0, 255), np.float32)


def _turned(die: Die, local: Any) -> Points:
    angle = np.radians(die.turned)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    flat = np.asarray(local, float)
    return np.column_stack([flat[:, :2] @ turn.T + (die.x, die.y), flat[:, 2]])


def _rounded(half: float, height: float, radius: float) -> Points:
    angles = np.linspace(0, np.pi / 2, 6)
    points = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for angle in angles + quarter * np.pi / 2:
            middle = half - radius
            points.append(
                (sx * middle + radius * np.cos(angle), sy * middle + radius * np.sin(angle), height)
            )
    return np.array(points)


def _fill(picture: Points, pixels: Points, colour: Any, through: float = 0.0) -> None:
    outline = np.round(pixels).astype(np.int32)
    if not through:
        cv2.fillPoly(picture, [outline], tuple(map(float, colour)), cv2.LINE_AA)
        return
    part, corner = _part(picture, outline, 2)
    over = part.copy()
    cv2.fillPoly(over, [outline - corner], tuple(map(float, colour)), cv2.LINE_AA)
    part[:] = over * (1 - through) + part * through


def _part(picture: Points, outline: Points, margin: int) -> tuple[Points, Points]:
    """Return the part of a picture around an outline, and where its corner is."""
    corner = np.maximum(outline.min(0) - margin, 0)
    right, bottom = outline.max(0) + margin
    return picture[corner[1] : bottom, corner[0] : right], corner


def _shadow(picture: Points, die: Die, look: _Look) -> None:
    beside = replace(die, x=die.x + 3.0, y=die.y + 2.0)
    ground = _turned(beside, _rounded(SIDE / 2, 0.0, 2.0))
    outline = np.round(look(ground)).astype(np.int32)
    soft = int(4 * look.focal / look.eye[2])
    part, corner = _part(picture, outline, soft)
    mask = np.zeros(part.shape[:2], np.float32)
    cv2.fillPoly(mask, [outline - corner], 1.0)
    part *= (1 - 0.5 * cv2.blur(mask, (soft, soft)))[..., None]


def _draw(picture: Points, die: Die, look: _Look) -> None:
    pigment = np.array(PIGMENTS[die.colour], float)
    through = _through(die)
    ink = (24, 24, 26) if die.dark_pips or die.colour == "clear" else (240, 238, 232)
    half = SIDE / 2
    body = np.vstack([_rounded(half, SIDE - 1.0, 2.0), _rounded(half, 0.5, 2.0)])
    _fill(
        picture,
        cv2.convexHull(look(_turned(die, body)).astype(np.float32))[:, 0],
        pigment * 0.55,
        through,
    )
    one, two = [face for face in range(1, 4) if face not in {die.face, 7 - die.face}]
    for number, face in enumerate((one, two, 7 - one, 7 - two)):
        _Side(die, number, face).draw(picture, look, pigment, np.array(ink))
    _fill(picture, look(_turned(die, _rounded(half - 0.7, SIDE, 1.8))), pigment, through)
    for x, y in _SPOTS[die.face]:
        _fill(picture, look(_turned(die, _disc(x * 4.0, y * 4.0))), ink)


@dataclass(frozen=True)
class _Side:
    """One of the four upright faces, with its own number."""

    die: Die
    number: int
    face: int

    def draw(self, picture: Points, look: _Look, pigment: Points, ink: Points) -> None:
        die, shade = self.die, _SHADES[self.number]
        turned = replace(die, turned=die.turned + 90.0 * self.number)
        reach = SIDE / 2 - 1.8
        square = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        corners = _turned(turned, [(SIDE / 2, y * reach, SIDE / 2 + z * reach) for y, z in square])
        outward = corners.mean(0) - (die.x, die.y, SIDE / 2)
        if outward @ (look.eye - corners.mean(0)) <= 0:
            return
        _fill(picture, look(corners), pigment * shade, _through(die))
        for y, z in _SPOTS[self.face]:
            disc = _disc(y * 4.0, SIDE / 2 + z * 4.0)
            upright = np.column_stack([np.full(len(disc), SIDE / 2), disc[:, 0], disc[:, 1]])
            _fill(picture, look(_turned(turned, upright)), ink * shade)


def _through(die: Die) -> float:
    return _SEEN_THROUGH if die.colour == "clear" else 0.0


def _disc(x: float, y: float) -> Points:
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    radius = 1.65
    return np.column_stack(
        [x + radius * np.cos(angles), y + radius * np.sin(angles), np.full(24, SIDE)]
    )


def scattered(count: int, seed: int, colours: Sequence[str] = tuple(PIGMENTS)) -> tuple[Die, ...]:
    """Throw dice so that none touches another."""
    rng = np.random.default_rng(seed)
    places = [(x, y) for x, y in product(np.arange(-90, 91, 36.0), np.arange(-60, 61, 30.0))]
    chosen = rng.permutation(len(places))[:count]
    return tuple(
        Die(
            str(rng.choice(colours)),
            int(rng.integers(1, 7)),
            places[spot][0] + rng.uniform(-5, 5),
            places[spot][1] + rng.uniform(-3, 3),
            float(rng.uniform(0, 90)),
        )
        for spot in chosen
    )
