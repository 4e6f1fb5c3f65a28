"""Two photos of one board: what is settled by which of them, and what is asked all the same."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, TypeAlias

import numpy as np
import pytest

from camera.boards import BoardReading, CellReading, State
from referee.games import load_all
from referee.table.boards.photos import PhotoOfBoard, photo_of
from referee.table.boards.two_photos import joined
from referee.table.paper.board_sheets import layout_of_plan

ROLLING = load_all()["rolling"]
LAYOUT = layout_of_plan(ROLLING)
FLAT = np.full((512, 800), 230, np.uint8)


Seen: TypeAlias = tuple[int | bool | None, State | Literal["vague"]]


def shown(cells: Mapping[str, Seen], player: int | None = None) -> PhotoOfBoard:
    """Read a board on which all else is blank; `(3, "ask")` is most likely a 3, "vague" hardly."""
    readings = []
    for field in LAYOUT.fields:
        blank: Seen = (None if field.kind == "digit" else False, "empty")
        value, seen = cells.get(field.name, blank)
        state: State = "ask" if seen == "vague" else seen
        sure = 0.6 if seen == "vague" else 0.9
        readings.append(CellReading(field.name, value, state, sure, field.quad, FLAT[:9, :9]))
    photo = photo_of(ROLLING, BoardReading(None, FLAT, 4.0, tuple(readings)), LAYOUT)
    return replace(photo, player=player)


@pytest.mark.parametrize(
    ("first", "second", "value", "is_asked"),
    [
        ((3, "read"), (3, "ask"), 3, False),  # one photo read it, the other took it for the same
        ((3, "ask"), (3, "read"), 3, False),
        ((3, "read"), (None, "ask"), 3, False),  # … or saw nothing, such as under a hand
        ((None, "ask"), (3, "read"), 3, False),
        ((3, "read"), (8, "ask"), None, True),  # … but took it for something else
        ((5, "ask"), (3, "read"), None, True),
        ((3, "read"), (5, "read"), None, True),  # both have read, and differ
        ((3, "read"), (8, "vague"), 3, False),  # … or only vaguely
        ((3, "ask"), (3, "ask"), None, True),  # two guesses are no reading
        ((None, "empty"), (3, "ask"), None, True),
        ((None, "empty"), (None, "ask"), None, False),
        ((None, "ask"), (None, "empty"), None, False),
    ],
)
def test_a_field_is_settled_by_a_photo_that_the_other_does_not_contradict(
    *, first, second, value, is_asked
) -> None:
    both = joined(ROLLING, shown({"hull.1": first}), shown({"hull.1": second}))
    assert both is not None
    assert both.written.get("hull.1") == value
    assert both.doubts == (("hull.1",) if is_asked else ())
    (mark,) = [one for one in both.marks if one.name == "hull.1"]
    assert (mark.is_asked, mark.said == "?") == (is_asked, is_asked)


def test_circles_and_crosses_are_settled_too() -> None:
    first = shown(
        {"infamy.1": (True, "read"), "infamy.2": (True, "ask"), "buried.1": (True, "ask")}
    )
    second = shown(dict.fromkeys(("infamy.1", "infamy.2", "buried.1"), (True, "read")))
    both = joined(ROLLING, first, second)
    assert both is not None
    assert (both.doubts, both.written) == ((), {"infamy": 2, "buried.1": 1})


def test_another_board_is_not_joined() -> None:
    some: dict[str, Seen] = {f"hull.{place}": (place, "read") for place in range(1, 4)}
    others: dict[str, Seen] = {f"hull.{place}": (place + 1, "read") for place in range(1, 4)}
    assert joined(ROLLING, shown(some), shown(others)) is None
    assert joined(ROLLING, shown({}, 1), shown({}, 2)) is None
    assert joined(ROLLING, shown(some, 1), shown(some)) is not None


def test_a_third_photo_is_joined_with_what_two_have_given() -> None:
    left: Seen = (None, "ask")
    two = joined(
        ROLLING,
        shown({"hull.1": left, "crew.1": left}),
        shown({"hull.1": (4, "read"), "crew.1": left}),
    )
    assert two is not None
    three = joined(ROLLING, two, shown({"hull.1": left, "crew.1": (6, "read")}))
    assert three is not None
    assert (three.doubts, three.written) == ((), {"hull.1": 4, "crew.1": 6, "infamy": 0})
