"""The colours of War of Waves can be read on everything that is drawn under them."""

import re
from importlib.resources import files

import pytest

LEAST = 4.5
"""The contrast of text that WCAG 2.2 asks for (1.4.3)."""


def colours(css: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", css))


def schemes() -> list[tuple[dict[str, str], dict[str, str]]]:
    """Return the game's colours and those of all screens, by day and by night."""
    own = files("referee.games.war_of_waves").joinpath("static", "game.css").read_text("utf-8")
    all_ = files("referee.web").joinpath("static", "tokens.css").read_text("utf-8")
    night = "@media (prefers-color-scheme: dark)"
    return [
        (colours(game), colours(shared))
        for game, shared in zip(own.split(night)[:2], all_.split(night)[:2], strict=True)
    ]


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_cards_and_labels_are_told_apart_from_what_they_lie_on() -> None:
    for game, shared in schemes():
        words = {name: game[name] for name in ("build", "war", "leader")}
        words |= {name: shared[name] for name in ("ink", "ink-2")}
        weak = {
            (name, under)
            for name, colour in words.items()
            for under in ("card", "paper", "sea")  # a front, the table, the stripes of a back
            if contrast(colour, shared[under]) < LEAST
        }
        assert weak == set()
