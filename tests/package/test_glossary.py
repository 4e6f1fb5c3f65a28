"""The glossary speaks the language of the code: its terms are names that can be imported."""

import re
from pathlib import Path

import pytest

from referee import core, match

CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"
FEWEST = 15

pytestmark = pytest.mark.package


@pytest.fixture(scope="module")
def glossary() -> list[tuple[str, str]]:
    """Return each term with its meaning."""
    text = CONTRIBUTING.read_text("utf-8")
    section = text.partition("\n## Glossary\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (.+) \|$", section, re.MULTILINE)
    assert rows[0] == ("term", "meaning")
    return rows[1:]


def test_every_term_is_a_public_name_of_the_kernel_or_of_matches(glossary) -> None:
    public = {*core.__all__, *match.__all__}
    assert len(glossary) >= FEWEST
    assert [] == [term for term, _ in glossary if term not in public]


def test_every_term_is_explained_once_and_in_a_sentence(glossary) -> None:
    terms = [term for term, _ in glossary]
    assert sorted(set(terms)) == sorted(terms)
    assert [] == [term for term, meaning in glossary if not meaning.endswith(".")]


def test_every_name_in_code_marks_that_a_meaning_uses_is_there_too(glossary) -> None:
    names = {name for _, meaning in glossary for name in re.findall(r"`([A-Z]\w+)`", meaning)}
    assert names <= {*core.__all__, *match.__all__}
