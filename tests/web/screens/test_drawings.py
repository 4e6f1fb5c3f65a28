"""Cards and marks are drawn once as long as they stay as they are."""

from dataclasses import replace

import pytest
from jinja2 import Environment, FileSystemLoader

from referee.core import Piece, literal
from referee.web.screens.render import Drawings


@pytest.fixture
def asked():
    return []


@pytest.fixture
def card(asked):
    """Return a macro that takes down of which pieces it is asked."""
    environment = Environment(autoescape=True)
    environment.globals["seen"] = lambda piece: asked.append(piece) or str(piece.label)
    source = "{% macro card(piece) %}<i>{{ seen(piece) }}</i>{% endmacro %}"
    return getattr(environment.from_string(source).module, "card")  # noqa: B009 - made of source


def test_what_stays_is_drawn_once_and_what_changes_anew(app, card, asked):
    drawings, knight = Drawings(), Piece(literal("Knight & <horse>"))
    with app.test_request_context("/"):
        drawn = [drawings.drawn(card, replace(knight)) for _ in range(3)]
        assert drawn == ["<i>Knight &amp; &lt;horse&gt;</i>"] * 3
        assert asked == [knight]
        drawings.drawn(card, replace(knight, face_down=True))
    assert asked == [knight, replace(knight, face_down=True)]


def test_macros_of_two_games_by_one_name_are_two(app, tmp_path):
    games = ("rolling", "wave")
    for game in games:
        (tmp_path / game).write_text("{% macro spot(piece) %}" + game + "{% endmacro %}")
    environment = Environment(autoescape=True, loader=FileSystemLoader(tmp_path))
    drawings, piece = Drawings(), Piece(literal("Chest"))
    with app.test_request_context("/"):
        drawn = [
            drawings.drawn(vars(environment.get_template(game).module)["spot"], piece)
            for game in games
        ]
    assert drawn == list(games)
