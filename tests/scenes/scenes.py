"""Makes pictures of a table with cards, and knows what is in them.

Flat rasters are laid on a table at poses in millimetres and seen through a pinhole camera, then
blurred, lit, dazzled, covered and stored as a camera would. The same seed gives the same picture.
Imported by name from tests and from the bench; it shares no code with the product.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import cv2
import numpy as np
from flats import CODE_MM, MARKER_MM, Flat, Grey, marker, table_top

Floats: TypeAlias = np.ndarray[Any, Any]
Pixels: TypeAlias = np.ndarray[Any, Any]

SUPERSAMPLING = 2


@dataclass(frozen=True)
class Laid:
    """A flat thing on the table: where its middle lies in mm, and how far it is turned."""

    flat: Flat
    x: float
    y: float
    turn: float = 0.0

    def to_table(self) -> Floats:
        """Return the matrix from mm on the thing to mm on the table."""
        width, height = self.flat.size
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        return np.array(
            [
                [cos, -sin, self.x - cos * width / 2 + sin * height / 2],
                [sin, cos, self.y - sin * width / 2 - cos * height / 2],
                [0, 0, 1],
            ]
        )


@dataclass(frozen=True)
class View:
    """A pinhole camera above the table, looking at `at` (mm)."""

    width: int = 1280
    height: int = 720
    across_mm: float = 400.0
    """How much of the table fits across the middle of the picture."""
    at: tuple[float, float] = (0.0, 0.0)
    tilt: float = 0.0
    azimuth: float = 0.0
    roll: float = 0.0
    field_of_view: float = 60.0

    def matrix(self) -> Floats:
        """Return the matrix from mm on the table to pixels."""
        focal = self.width / 2 / math.tan(math.radians(self.field_of_view / 2))
        distance = focal * self.across_mm / self.width
        turned = _about_z(self.azimuth) @ _about_x(self.tilt) @ _about_z(-self.azimuth + self.roll)
        lens = np.array([[focal, 0, self.width / 2], [0, focal, self.height / 2], [0, 0, 1]])
        plane = turned[:, :2]
        flat = np.column_stack([plane, np.array([0, 0, distance])])
        shift = np.array([[1, 0, -self.at[0]], [0, 1, -self.at[1]], [0, 0, 1]])
        return np.asarray(lens @ flat @ shift)

    def fitting(self, area: tuple[float, float], margin_mm: float = 12.0) -> float:
        """Return how large a share of an area around the middle is in the picture as a whole."""
        matrix = self.matrix()
        for share in np.arange(1.0, 0.1, -0.05):
            x, y = area[0] * share / 2 + margin_mm, area[1] * share / 2 + margin_mm
            corners = _through(matrix, [(-x, -y), (x, -y), (x, y), (-x, y)])
            if (corners > 0).all() and (corners < (self.width, self.height)).all():
                return float(share)
        raise ValueError(f"{area} does not fit into the picture")


@dataclass(frozen=True)
class Light:
    """What light, lens and storage do to a picture. Lengths are pixels of the finished picture."""

    blur: float = 0.4
    motion: float = 0.0
    motion_angle: float = 0.0
    contrast: float = 1.0
    gamma: float = 1.0
    gradient: float = 0.0
    """How much darker the far side is, 0 to 1."""
    glare: int = 0
    """Bright spots; most of them hit a code."""
    glare_px: tuple[float, float] = (15.0, 60.0)
    noise: float = 3.0
    jpeg: int | None = 90


@dataclass(frozen=True)
class Truth:
    """A code that is in the picture: where, how large, and how much of it can be seen."""

    text: str
    corners: tuple[tuple[float, float], ...]
    px_per_module: float
    visible: float
    glared: float = 0.0

    @property
    def whole(self) -> bool:
        """Return whether nothing covers it."""
        return self.visible > 0.999


@dataclass(frozen=True)
class Scene:
    """A picture and what is in it."""

    frame: Grey
    truth: tuple[Truth, ...]
    to_pixels: Floats = field(repr=False)
    """From mm on the table to pixels."""


def mat(width_mm: float, height_mm: float, side_mm: float = MARKER_MM) -> list[Laid]:
    """Lay the four corner markers of a mat whose middle is at (0, 0); the far side is up."""
    half_x, half_y = width_mm / 2, height_mm / 2
    places = ((-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y))
    return [Laid(marker(number, side_mm), x, y) for number, (x, y) in enumerate(places)]


def render(
    things: Sequence[Laid],
    view: View,
    light: Light | None = None,
    *,
    seed: int = 0,
    style: str = "wood",
    hands: Iterable[Floats] = (),
) -> Scene:
    """Take the picture. Later things lie on earlier ones; `hands` (polygons in px) on all."""
    light = light or Light()
    chance = np.random.default_rng([seed, 11])
    to_pixels = view.matrix()
    large = np.diag([SUPERSAMPLING, SUPERSAMPLING, 1.0]) @ to_pixels
    shape = (view.height * SUPERSAMPLING, view.width * SUPERSAMPLING)
    frame, owner = _background(chance, view, large, shape, style)
    for number, thing in enumerate(things, 1):
        _lay(frame, owner, thing, large, number)
    for hand in hands:
        _cover(chance, frame, owner, np.asarray(hand) * SUPERSAMPLING)
    truth = tuple(_truths(things, to_pixels, owner, (view.width, view.height)))
    small = cv2.resize(frame, (view.width, view.height), interpolation=cv2.INTER_AREA)
    exposed, dazzle = _exposed(chance, small, light, truth)
    return Scene(exposed, tuple(_dazzled(truth, dazzle)), to_pixels)


def hand_over(chance: np.random.Generator, at: tuple[float, float], size: float) -> Floats:
    """Return the outline of a finger that points at a place, in pixels."""
    angle = chance.uniform(0, 2 * math.pi)
    along = np.array([math.cos(angle), math.sin(angle)])
    across = np.array([-along[1], along[0]]) * size / 2
    tip = np.array(at)
    base = tip + along * size * 8
    return np.array(
        [tip - across, tip - along * size / 2, tip + across, base + across, base - across]
    )


def spread(
    chance: np.random.Generator, flats: Sequence[Flat], area: tuple[float, float]
) -> list[Laid]:
    """Lay cards side by side in a loose grid over an area (mm) around (0, 0), turned anyhow."""
    columns = max(1, math.ceil(math.sqrt(len(flats) * area[0] / area[1])))
    rows = math.ceil(len(flats) / columns)
    cell = (area[0] / columns, area[1] / rows)
    laid = []
    for number, flat in enumerate(flats):
        x = (number % columns + 0.5) * cell[0] - area[0] / 2
        y = (number // columns + 0.5) * cell[1] - area[1] / 2
        laid.append(Laid(flat, x, y, float(chance.uniform(0, 360))))
    return laid


def px_per_module_view(px_per_module: float, width: int, code_mm: float = CODE_MM) -> float:
    """Return how many mm fit across for a code of version 1 to have so many pixels a module."""
    return width * code_mm / 21 / px_per_module


# ---------------------------------------------------------------- the parts of a picture


def _about_x(degrees: float) -> Floats:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])


def _about_z(degrees: float) -> Floats:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])


def _background(  # noqa: PLR0917 - a drawing board and what is laid on it
    chance: np.random.Generator, view: View, large: Floats, shape: tuple[int, int], style: str
) -> tuple[Grey, Pixels]:
    tile = table_top(chance, 1024, style)
    scale = 2 * view.across_mm / 1024
    x, y = view.at[0] - view.across_mm, view.at[1] - view.across_mm
    to_table = np.array([[scale, 0, x], [0, scale, y], [0, 0, 1]])
    frame = cv2.warpPerspective(
        tile,
        large @ to_table,
        (shape[1], shape[0]),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    return np.asarray(frame, np.uint8), np.zeros(shape, np.int16)


def _lay(  # noqa: PLR0917 - a drawing board and what is laid on it
    frame: Grey,
    owner: Pixels,
    thing: Laid,
    large: Floats,
    number: int,
) -> None:
    flat = thing.flat
    matrix = large @ thing.to_table()
    outline = _through(matrix, [(0, 0), (flat.size[0], 0), flat.size, (0, flat.size[1])])
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 2, frame.shape[1::-1])
    if (high <= low).any():
        return
    px_per_mm = math.sqrt(abs(cv2.contourArea(outline.astype(np.float32))) / math.prod(flat.size))
    pixels, scale = flat.pixels, flat.px_per_mm
    if scale > 1.5 * px_per_mm:
        # Without this a far card would be made of every third pixel of its raster.
        shrink = px_per_mm * 1.25 / scale
        pixels = np.asarray(
            cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
    fit = np.diag([flat.size[0] / pixels.shape[1], flat.size[1] / pixels.shape[0], 1.0])
    # OpenCV's middle of the first pixel is 0; ours is half a pixel in.
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    shift = np.array([[1, 0, -low[0] - 0.5], [0, 1, -low[1] - 0.5], [0, 0, 1]])
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    warped = cv2.warpPerspective(
        pixels, shift @ matrix @ fit @ half, size, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline - low).astype(np.int32), 255)
    window = (slice(low[1], high[1]), slice(low[0], high[0]))
    frame[window][mask > 0] = warped[mask > 0]
    owner[window][mask > 0] = number


def _cover(
    chance: np.random.Generator,
    frame: Grey,
    owner: Pixels,
    outline: Floats,
) -> None:
    mask = np.zeros(frame.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 255)
    frame[mask > 0] = int(chance.integers(120, 190))
    owner[mask > 0] = -1


def _truths(
    things: Sequence[Laid],
    to_pixels: Floats,
    owner: Pixels,
    size: tuple[int, int],
) -> Iterable[Truth]:
    for number, thing in enumerate(things, 1):
        for code in thing.flat.codes:
            corners = _through(to_pixels @ thing.to_table(), code.corners)
            inside = (corners >= 0).all() and (corners <= np.array(size)).all()
            area = cv2.contourArea(corners.astype(np.float32))
            seen = _share(owner, corners * SUPERSAMPLING, number) if inside else 0.0
            where = tuple((float(x), float(y)) for x, y in corners)
            yield Truth(code.text, where, math.sqrt(area) / code.modules, seen)


def _share(owner: Pixels, corners: Floats, number: int) -> float:
    low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int)
    part = owner[low[1] : high[1] + 1, low[0] : high[0] + 1]
    mask = np.zeros(part.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners - low).astype(np.int32), 1)
    return float((part[mask > 0] == number).mean())


def _exposed(
    chance: np.random.Generator, frame: Grey, light: Light, truth: Sequence[Truth]
) -> tuple[Grey, Pixels]:
    shades: Pixels = frame.astype(np.float32)
    if light.motion > 0:
        shades = cv2.filter2D(shades, -1, _stroke(light.motion, light.motion_angle))
    if light.blur > 0:
        shades = cv2.GaussianBlur(shades, (0, 0), light.blur)
    shades = (shades - 128) * light.contrast + 128
    if light.gamma != 1:
        shades = 255 * (np.clip(shades, 0, 255) / 255) ** light.gamma
    if light.gradient:
        shades *= np.linspace(1 - light.gradient, 1, frame.shape[0], dtype=np.float32)[:, None]
    dazzle = _dazzle(chance, frame.shape, light, truth)
    shades = shades + dazzle
    if light.noise:
        # Bright places flicker a little more than dark ones, as photons do.
        strength = light.noise * (0.6 + 0.4 * np.sqrt(np.clip(shades, 0, 255) / 128))
        shades = shades + chance.standard_normal(frame.shape, np.float32) * strength
    exposed = np.clip(np.round(shades), 0, 255).astype(np.uint8)
    return _stored(exposed, light.jpeg), dazzle


def _stroke(length: float, angle: float) -> Floats:
    side = 2 * math.ceil(length / 2) + 3
    kernel = np.zeros((side * 8, side * 8), np.float32)
    middle = side * 4
    dx, dy = math.cos(math.radians(angle)) * length * 4, math.sin(math.radians(angle)) * length * 4
    start, end = (round(middle - dx), round(middle - dy)), (round(middle + dx), round(middle + dy))
    cv2.line(kernel, start, end, 1.0, 8)
    small = cv2.resize(kernel, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(small / small.sum())


def _dazzle(
    chance: np.random.Generator, shape: tuple[int, ...], light: Light, truth: Sequence[Truth]
) -> Pixels:
    dazzle = np.zeros(shape, np.float32)
    for _ in range(light.glare):
        at = np.array([chance.uniform(0, shape[1]), chance.uniform(0, shape[0])])
        if truth and chance.random() < 0.6:
            aimed = truth[int(chance.integers(len(truth)))]
            at = np.mean(aimed.corners, axis=0) + chance.normal(0, aimed.px_per_module * 6, 2)
        radius = chance.uniform(*light.glare_px)
        low = np.clip((at - 4 * radius).astype(int), 0, [shape[1], shape[0]])
        high = np.clip((at + 4 * radius).astype(int), 0, [shape[1], shape[0]])
        across, down = np.arange(low[0], high[0]) - at[0], np.arange(low[1], high[1]) - at[1]
        blob = np.exp(-(across[None, :] ** 2 + down[:, None] ** 2) / (2 * radius**2))
        dazzle[low[1] : high[1], low[0] : high[0]] += chance.uniform(80, 320) * blob
    return dazzle


def _dazzled(truth: Iterable[Truth], dazzle: Pixels) -> Iterable[Truth]:
    for one in truth:
        corners = np.array(one.corners)
        low = np.maximum(corners.min(axis=0).astype(int), 0)
        high = np.maximum(corners.max(axis=0).astype(int), 0)
        part = dazzle[low[1] : high[1] + 1, low[0] : high[0] + 1]
        yield replace(one, glared=float((part > 120).mean()) if part.size else 0.0)


def _stored(frame: Grey, quality: int | None) -> Grey:
    if quality is None:
        return frame
    _, stored = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(stored, cv2.IMREAD_GRAYSCALE), np.uint8)


def _through(matrix: Floats, points: Sequence[tuple[float, float]]) -> Floats:
    mapped = np.column_stack([np.asarray(points, float), np.ones(len(points))]) @ matrix.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])
