"""A frame that shows what the last one did need not be read again, and no other may pass for it."""

from dataclasses import replace

import flats
import numpy as np
import pytest
import scenes
from scenes import Laid, Light, View

from camera.change_detection import is_unchanged, thumbnail

TEXTS = flats.texts(8, 3)
VIEW = View(width=960, height=720, across_mm=460)  # 1.5 px for each module of a code


def frame(*texts, light=None, seed=1, **moved):
    codes = [flats.with_code_only(flats.card(text, seed=3)) for text in texts]
    things = [Laid(code, 80.0 * place - 80, 0) for place, code in enumerate(codes)]
    things = [replace(one, **moved) for one in things]
    return scenes.render(things, VIEW, light or Light(noise=4), seed=seed).frame


def same(one, other):
    return is_unchanged(thumbnail(one), thumbnail(other))


def test_grain_and_light_that_changes_everywhere_are_no_difference():
    table = frame(*TEXTS[:2])
    grain = np.random.default_rng(5).normal(0, 4, table.shape)
    assert same(table, np.clip(table + grain, 0, 255).astype(np.uint8))
    assert same(np.clip(table, 20, 230), np.clip(table, 20, 230) + 9)


@pytest.mark.parametrize("others", [TEXTS, TEXTS[:1], [TEXTS[0], TEXTS[2]]])
def test_a_card_more_or_less_or_another_one_in_its_place_is_a_difference(others):
    assert not same(frame(*TEXTS[:2]), frame(*others))


def test_a_card_that_was_pushed_is_a_difference():
    assert not same(frame(TEXTS[0]), frame(TEXTS[0], x=-76.0))


def test_pictures_of_different_sizes_are_different():
    table = frame(TEXTS[0])
    assert not same(table, table[:, :-8])
