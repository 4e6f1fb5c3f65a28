"""The conditions under which cards are read: each makes a scene from a seed.

Sharp scenes have a blur of 0.3 modules, noise, JPEG, and a table of some kind; every condition
then makes one thing worse. `hard` makes everything worse at once, each by chance.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

import flats
import numpy as np
import scenes
from flats import Flat, Grey
from scenes import Laid, Light, Scene, View

Maker: TypeAlias = Callable[[int], Scene]

SIZE = (1280, 720)
CAMERAS = {
    "720p": (1280, 720),
    "1080p": (1920, 1080),
    "5 MP": (2592, 1944),
    "8 MP": (3264, 2448),
    "12 MP": (4000, 3000),
}


def sharp(  # noqa: PLR0913 - each is one dial
    px_per_module: float,
    *,
    tilt: float = 0.0,
    blur: float = 0.3,
    light: Light | None = None,
    with_mat: bool = False,
    cards: int = 12,
    size: tuple[int, int] = SIZE,
) -> Maker:
    """Make scenes of whole cards; `blur` is in modules, `px_per_module` holds in the middle."""

    def make(seed: int) -> Scene:
        chance = np.random.default_rng([seed, 3])
        across = scenes.px_per_module_view(px_per_module, size[0])
        view = View(*size, across, tilt=tilt, azimuth=float(chance.uniform(0, 360)))
        # Of a tilted table the middle is looked at, where all of it is in the picture.
        area = (across * 0.92, across * 0.92 * size[1] / size[0])
        if tilt > 25:
            area = (area[0] * 0.8, area[1] * 0.8)
        laid: list[Laid] = []
        if with_mat:
            share = view.fitting(area)
            laid = scenes.mat(area[0] * share, area[1] * share)
            area = (area[0] * share * 0.75, area[1] * share * 0.75)
        laid += _cards(chance, seed, area, cards)
        lit = light or Light(noise=3)
        lit = replace(lit, blur=blur * px_per_module)
        style = flats.STYLES[seed % len(flats.STYLES)]
        return scenes.render(laid, view, lit, seed=seed, style=style)

    return make


def hard(seed: int) -> Scene:
    """Make a scene in which everything is worse by chance; many codes are beyond reading."""
    return _hard(seed, SIZE, 10)


def small_and_hard(seed: int) -> Scene:
    """Make the same in a small picture with few codes, where many scenes are wanted."""
    return _hard(seed, (480, 360), 4)


def _hard(seed: int, size: tuple[int, int], cards: int) -> Scene:
    chance = np.random.default_rng([seed, 5])
    fine = float(chance.uniform(1.6, 5))
    across = scenes.px_per_module_view(fine, size[0])
    view = View(*size, across, tilt=chance.uniform(0, 45), azimuth=chance.uniform(0, 360))
    area = (across * 0.85, across * 0.85 * size[1] / size[0])
    laid = _cards(chance, seed, area, cards)
    light = Light(
        blur=float(chance.uniform(0.15, 0.5)) * fine,
        motion=float(chance.uniform(0, 0.6)) * fine * (chance.random() < 0.5),
        motion_angle=float(chance.uniform(0, 180)),
        contrast=float(chance.uniform(0.35, 1)),
        gamma=float(chance.uniform(0.6, 1.7)),
        gradient=float(chance.uniform(0, 0.5)),
        glare=int(chance.integers(0, 3)),
        noise=float(chance.uniform(2, 7)),
        jpeg=int(chance.integers(75, 95)),
    )
    bare = scenes.render(laid, view, Light(noise=0, jpeg=None))
    hands = [
        scenes.hand_over(chance, _beside(chance, truth), 6 * fine)
        for truth in bare.truth
        if chance.random() < 0.1
    ]
    style = flats.STYLES[seed % len(flats.STYLES)]
    return scenes.render(laid, view, light, seed=seed, style=style, hands=hands)


def fingers(seed: int) -> Scene:
    """Make a scene in which a finger points at every other code, mostly beside it."""
    chance = np.random.default_rng([seed, 21])
    across = scenes.px_per_module_view(3, SIZE[0])
    laid = _cards(chance, seed, (across * 0.92, across * 0.92 * SIZE[1] / SIZE[0]), 12)
    bare = scenes.render(laid, View(*SIZE, across), Light(noise=0, jpeg=None))
    hands = [scenes.hand_over(chance, _beside(chance, one), 20) for one in bare.truth[::2]]
    return scenes.render(laid, View(*SIZE, across), Light(blur=0.9), seed=seed, hands=hands)


def touched(seed: int) -> Scene:
    """Make a scene in which a finger lies at an edge of every code, and covers a little of many."""
    chance = np.random.default_rng([seed, 23])
    across = scenes.px_per_module_view(3, SIZE[0])
    laid = _cards(chance, seed, (across * 0.92, across * 0.92 * SIZE[1] / SIZE[0]), 12)
    bare = scenes.render(laid, View(*SIZE, across), Light(noise=0, jpeg=None))
    hands = [scenes.hand_over(chance, _at_the_edge(chance, one), 9) for one in bare.truth]
    return scenes.render(laid, View(*SIZE, across), Light(blur=0.9), seed=seed, hands=hands)


def large(seed: int) -> Scene:
    """Make a photo of 12 megapixels with 30 cards on a table of 90 cm."""
    chance = np.random.default_rng([seed, 9])
    width, height = CAMERAS["12 MP"]
    laid = _cards(chance, seed, (860, 640), 30)
    view = View(width, height, 900, tilt=15, azimuth=chance.uniform(0, 360))
    return scenes.render(laid, view, Light(blur=1.0, noise=4, jpeg=90), seed=seed)


def nothing(seed: int) -> Scene:
    """Make a picture of cards that bear no code at all."""
    chance = np.random.default_rng([seed, 13])
    blank = [Flat(flats.artwork(chance, 630, 880), 10.0) for _ in range(chance.integers(8))]
    laid = scenes.spread(chance, blank, (400, 220))
    style = flats.STYLES[seed % len(flats.STYLES)]
    return scenes.render(laid, View(tilt=chance.uniform(0, 40)), seed=seed, style=style)


def turned(maker: Maker, quarters: int) -> Callable[[int], Grey]:
    """Turn the pictures of a condition by quarters."""
    return lambda seed: np.ascontiguousarray(np.rot90(maker(seed).frame, quarters))


def _cards(
    chance: np.random.Generator, seed: int, area: tuple[float, float], count: int
) -> list[Laid]:
    """Lay what fits side by side; beyond that, stickers instead of whole cards."""
    named = flats.texts(seed, count)
    cards = [flats.card(text, seed=seed * 100 + n) for n, text in enumerate(named)]
    if area[0] * area[1] < count * 12_000:
        cards = [flats.with_code_only(card) for card in cards]
    fitting = max(1, int(area[0] * area[1] / 900))
    return scenes.spread(chance, cards[:fitting], area)


def _beside(chance: np.random.Generator, truth: scenes.Truth) -> tuple[float, float]:
    middle = np.mean(truth.corners, axis=0)
    offset = chance.normal(0, truth.px_per_module * 9, 2)
    return float(middle[0] + offset[0]), float(middle[1] + offset[1])


def _at_the_edge(chance: np.random.Generator, truth: scenes.Truth) -> tuple[float, float]:
    one, other = chance.choice(np.array(truth.corners), 2, replace=False)
    middle = np.mean(truth.corners, axis=0)
    edge = middle + ((one + other) / 2 - middle) * chance.uniform(0.9, 1.2)
    return float(edge[0]), float(edge[1])


PER_MODULE: Mapping[str, Maker] = {
    f"{fine:g} px": sharp(fine) for fine in (1.4, 1.5, 1.75, 2, 2.5, 3, 4, 6)
}
BLURRED: Mapping[str, Maker] = {
    f"blur {blur:g}": sharp(3, blur=blur) for blur in (0.3, 0.4, 0.5, 0.6)
}
TILTED: Mapping[str, Maker] = {
    f"tilt {tilt}": sharp(3, tilt=tilt) for tilt in (0, 20, 30, 40, 50, 55, 65)
}
ON_A_MAT: Mapping[str, Maker] = {
    f"tilt {tilt}, mat": sharp(3, tilt=tilt, with_mat=True) for tilt in (40, 50, 55, 65)
}
DAZZLED: Mapping[str, Maker] = {
    f"{glare} glares": sharp(3, light=Light(glare=glare)) for glare in (3, 12)
}
