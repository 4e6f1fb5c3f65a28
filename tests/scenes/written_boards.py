"""Photos of boards that people wrote on, and everything that stands on them.

A sheet of our own making: tracks of squares, boxes to cross out, circles to fill, four markers. The
conditions say how well it is written and photographed; the same seed gives the same photo.
"""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from flats import Flat, marker
from handwriting import PX_PER_MM, Chance, Floats, Hands, Pen, kept_hands, write
from PIL import Image
from scenes import Laid, Light, View, render

from camera.boards import BoardLayout, Field

WIDTH, HEIGHT = 297.0, 210.0
MARKER = 12.0
SQUARE = 10.0
OTHER = "other"
"""The truth of a square that holds something that is no digit from 1 to 7."""

Truth = Mapping[str, int | bool | str | None]


@dataclass(frozen=True)
class Board:
    """A photo of a board, and what stands on it."""

    frame: Any
    truth: Truth
    layout: BoardLayout
    to_pixels: Floats = field(repr=False)

    def file(self, orientation: int = 1, quality: int = 92) -> bytes:
        """Return the photo as a phone stores it that was held turned in one of four ways."""
        turns = {1: 0, 6: 1, 3: 2, 8: 3}[orientation]
        turned = Image.fromarray(np.ascontiguousarray(np.rot90(self.frame, turns)))
        exif = Image.Exif()
        exif[0x0112] = orientation
        stored = io.BytesIO()
        turned.save(stored, "JPEG", quality=quality, exif=exif.tobytes())
        return stored.getvalue()


def square(x: float, y: float, side: float) -> Any:
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def layout() -> BoardLayout:
    """Lay out 36 squares in seven tracks, 3 boxes and 12 circles."""
    fields = []
    for track, squares in enumerate((5, 5, 5, 5, 5, 5, 6)):
        x, y = 35 + (track % 2) * 120, 25 + (track // 2) * 38
        gap = (0.0, 2.0, 5.0)[track % 3]
        for place in range(squares):
            where = square(x + place * (SQUARE + gap), y, SQUARE)
            fields.append(Field(f"track-{track + 1}.{place + 1}", "digit", where))
    fields += [Field(f"box.{n + 1}", "box", square(160 + n * 14, 142, 8)) for n in range(3)]
    fields += [Field(f"circle.{n + 1}", "circle", square(50 + n * 12, 178, 8)) for n in range(12)]
    corners = ((6, 6), (WIDTH - 18, 6), (WIDTH - 18, HEIGHT - 18), (6, HEIGHT - 18))
    markers = {number: square(x, y, MARKER) for number, (x, y) in enumerate(corners)}
    return BoardLayout("test-map", WIDTH, HEIGHT, markers, tuple(fields))


def board(
    condition: str,
    seed: int,
    *,
    hands: Hands | None = None,
    share: float = 30 / 36,
    strange: int = 0,
    size: tuple[int, int] | None = None,
) -> Board:
    """Make a board: `share` of the squares written, `strange` of them with what is no digit."""
    chance = np.random.default_rng([seed, sorted(CONDITIONS).index(condition), 77])
    taken = CONDITIONS[condition](chance)
    made = layout()
    truth = _truth(chance, made, share, strange)
    flat = _sheet(chance, made, truth, taken, hands or kept_hands())
    width, height = size or (taken.view.width, taken.view.height)
    view = _framed(replace(taken.view, width=width, height=height))
    scene = render([Laid(flat, 0, 0)], view, taken.light, seed=seed, style=taken.table)
    shift = np.array([[1, 0, -WIDTH / 2], [0, 1, -HEIGHT / 2], [0, 0, 1]])
    return Board(scene.frame, truth, made, scene.to_pixels @ shift)


def _framed(view: View) -> View:
    """Step back until the whole sheet is in the picture, as everybody does."""
    x, y = WIDTH / 2 + 3, HEIGHT / 2 + 3
    corners = np.array([[-x, -y, 1], [x, -y, 1], [x, y, 1], [-x, y, 1]])
    while True:
        there = corners @ view.matrix().T
        pixels = there[:, :2] / there[:, 2:]
        if (pixels > 0).all() and (pixels < (view.width, view.height)).all():
            return view
        view = replace(view, across_mm=view.across_mm * 1.03)


@dataclass(frozen=True)
class Taken:
    """How a board was written and photographed; ghosts are what wiping left in blank squares."""

    pen: Pen
    view: View
    light: Light
    ghosts: tuple[float, float]
    """In which share of the blank fields, and how dark at most."""
    table: str


def _easy(chance: Chance) -> Taken:
    pen = Pen(0.7, chance.uniform(0.75, 0.95), 0.05, chance.uniform(0.6, 0.75), 0.05, 0.1)
    view = View(2000, 1500, 330, tilt=chance.uniform(0, 8), azimuth=chance.uniform(0, 360))
    return Taken(pen, view, Light(blur=0.5, noise=2, jpeg=92), (0, 0), "wood")


def _usual(chance: Chance) -> Taken:
    width, dark, grain = [(0.5, 0.7, 0.1), (0.9, 0.85, 0.1), (1.1, 0.75, 0.35), (0.6, 0.5, 0.3)][
        int(chance.integers(4))
    ]
    pen = Pen(
        width * chance.uniform(0.85, 1.2),
        dark * chance.uniform(0.85, 1.1),
        grain,
        chance.uniform(0.5, 0.8),
        chance.normal(0.05, 0.1),
        chance.uniform(0.05, 0.2),
    )
    view = View(
        2000,
        1500,
        chance.uniform(330, 370),
        tilt=chance.uniform(0, 22),
        azimuth=chance.uniform(0, 360),
        roll=chance.uniform(-6, 6),
    )
    light = Light(
        blur=chance.uniform(0.5, 1.0),
        motion=chance.uniform(0, 1.2),
        motion_angle=chance.uniform(0, 180),
        gamma=chance.uniform(0.8, 1.25),
        gradient=chance.uniform(0, 0.35),
        glare=int(chance.integers(0, 2)),
        glare_px=(20, 60),
        noise=chance.uniform(2, 5),
        jpeg=int(chance.integers(75, 95)),
    )
    return Taken(pen, view, light, (0.1, 0.05), str(chance.choice(["wood", "felt", "cloth"])))


def _hard(chance: Chance) -> Taken:
    pen = Pen(
        chance.uniform(0.35, 1.4),
        chance.uniform(0.28, 0.9),
        chance.uniform(0, 0.5),
        chance.uniform(0.42, 0.95),
        chance.normal(0.05, 0.2),
        chance.uniform(0.1, 0.35),
    )
    view = View(
        1600,
        1200,
        chance.uniform(340, 420),
        tilt=chance.uniform(10, 38),
        azimuth=chance.uniform(0, 360),
        roll=chance.uniform(-25, 25),
    )
    light = Light(
        blur=chance.uniform(0.7, 1.5),
        motion=chance.uniform(0, 3),
        motion_angle=chance.uniform(0, 180),
        contrast=chance.uniform(0.6, 1),
        gamma=chance.uniform(0.65, 1.5),
        gradient=chance.uniform(0.1, 0.6),
        glare=int(chance.integers(0, 4)),
        glare_px=(15, 70),
        noise=chance.uniform(3, 9),
        jpeg=int(chance.integers(45, 85)),
    )
    return Taken(pen, view, light, (0.3, 0.09), str(chance.choice(["wood", "felt", "cloth"])))


CONDITIONS: Mapping[str, Callable[[Chance], Taken]] = {
    "easy": _easy,
    "usual": _usual,
    "hard": _hard,
}


def _truth(chance: Chance, made: BoardLayout, share: float, strange: int) -> Truth:
    truth: dict[str, int | bool | str | None] = {}
    for one in made.fields:
        if one.kind == "digit":
            truth[one.name] = int(chance.integers(1, 8)) if chance.random() < share else None
        else:
            truth[one.name] = bool(chance.random() < share / 2)
    written = [name for name, value in truth.items() if type(value) is int]
    for name in chance.permutation(written)[:strange]:
        truth[str(name)] = OTHER
    return truth


def _sheet(  # noqa: PLR0917 - all that a sheet shows
    chance: Chance, made: BoardLayout, truth: Truth, taken: Taken, hands: Hands
) -> Flat:
    pen, ghosts = taken.pen, taken.ghosts
    size = (round(WIDTH * PX_PER_MM), round(HEIGHT * PX_PER_MM))
    printed: Floats = np.zeros((size[1], size[0]), np.float32)
    ink: Floats = np.zeros_like(printed)
    for one in made.fields:
        quad = np.array(one.quad)
        _print(printed, quad, round_one=one.kind == "circle")
        value = truth[one.name]
        if not value and chance.random() < ghosts[0]:
            left: Floats = np.zeros_like(printed)
            write(chance, hands.one(chance, int(chance.integers(1, 8))), pen, quad, left)
            left[:] = cv2.blur(
                left / max(float(left.max()), 1e-6), (1, int(chance.integers(5, 30)))
            )
            np.maximum(ink, left * chance.uniform(0, ghosts[1]), out=ink)
        if type(value) is int:
            write(chance, hands.one(chance, value), pen, quad, ink)
        elif value == OTHER:
            shape = hands.one(chance, int(chance.choice([0, 8, 9])))
            write(chance, shape, pen, quad, ink)
        elif value:
            _mark(chance, ink, quad, pen, fill=one.kind == "circle")
    paper = 245 - 6 * cv2.resize(chance.random((60, 85), np.float32), size)
    pixels = paper * (1 - np.maximum(printed * 0.85, ink))
    flat = np.clip(pixels, 0, 255).astype(np.uint8)
    for number, corners in made.markers.items():
        drawn = marker(number, MARKER, PX_PER_MM).pixels
        inner = cv2.resize(drawn[20:-20, 20:-20], (120, 120), interpolation=cv2.INTER_NEAREST)
        across, down = (round(at * PX_PER_MM) for at in corners[0])
        flat[down : down + 120, across : across + 120] = inner
    return Flat(flat, PX_PER_MM)


def _print(printed: Floats, quad: Floats, *, round_one: bool) -> None:
    pixels = np.round(quad * PX_PER_MM * 8).astype(np.int32).reshape(-1, 1, 2)
    if round_one:
        middle = np.round(quad.mean(axis=0) * PX_PER_MM).astype(int)
        radius = round(float(np.ptp(quad[:, 0])) * PX_PER_MM / 2)
        cv2.circle(printed, tuple(map(int, middle)), radius, 1.0, 3, cv2.LINE_AA)
    else:
        cv2.polylines(
            printed, [pixels], isClosed=True, color=1.0, thickness=3, lineType=cv2.LINE_AA, shift=3
        )


def _mark(chance: Chance, ink: Floats, quad: Floats, pen: Pen, *, fill: bool) -> None:
    """Fill a circle by a stroke to and fro, cross out a box or tick it."""
    side = quad[2] - quad[0]
    if fill:
        turns = int(chance.integers(9, 14))
        x = np.where(np.arange(turns) % 2, 0.85, 0.15) + chance.normal(0, 0.05, turns)
        strokes = [np.column_stack([x, np.linspace(0.15, 0.85, turns)])]
    elif chance.random() < 0.7:
        strokes = [np.array([[0.1, 0.1], [0.9, 0.9]]), np.array([[0.9, 0.1], [0.1, 0.9]])]
    else:
        strokes = [np.array([[0.15, 0.5], [0.4, 0.85], [0.95, 0.05]])]
    drawn = np.zeros(ink.shape, np.uint8)
    width = max(1, round(pen.width * PX_PER_MM * (1.6 if fill else 1)))
    for stroke in strokes:
        points = quad[0] + (stroke + chance.normal(0, 0.04, stroke.shape)) * side
        pixels = np.round(points * PX_PER_MM * 8).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(
            drawn,
            [pixels],
            isClosed=False,
            color=255,
            thickness=width,
            lineType=cv2.LINE_AA,
            shift=3,
        )
    np.maximum(ink, drawn.astype(np.float32) / 255 * pen.dark, out=ink)
