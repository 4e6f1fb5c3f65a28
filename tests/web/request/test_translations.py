"""A catalogue is found where `make translations` and the guide to languages put it."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.package
def test_catalogues_are_read_where_the_collected_sentences_are_written(app) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (written,) = re.findall(r"--output-file (\S+)/messages\.pot", makefile)
    read = app.extensions["babel"].default_directories
    assert [ROOT / written] == [Path(one) for one in read]
    assert files("referee.web").joinpath("translations", "messages.pot").is_file()
