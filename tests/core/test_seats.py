"""The names that are said at a table."""

import pytest

from referee.core import BadSetup, display_names


def test_a_name_is_said_as_it_was_typed() -> None:
    assert ("Ann", "עדי", "👩‍🚀") == display_names([" Ann ", "עדי", "👩‍🚀"])


def test_people_of_one_name_are_told_apart() -> None:
    assert ("Ann (1)", "Bo", "Ann (2)") == display_names(["Ann", "Bo", "Ann"])


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("  ", "needs a name"),
        ("a" * 101, "at most 100 letters"),
        ("a\x00b", "visible letters"),
        ("\u202eabc", "visible letters"),
        ("\ud800", "visible letters"),
    ],
)
def test_a_name_that_nobody_could_read_is_refused(name: str, why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        display_names(["Ann", name])
