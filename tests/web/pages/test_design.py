"""The design page: every token and every component in every state, as the screens draw them."""

import re
from importlib.resources import files

import pytest

from referee.games import load_all

TOKEN = re.compile(r"--([\w-]+): ([^;]+);")
STATIC = files("referee.web").joinpath("static")
TOKENS = STATIC.joinpath("tokens.css").read_text("utf-8")
PIECES = files("referee.web").joinpath("templates", "pieces.html").read_text("utf-8")
DAY, NIGHT = TOKENS.partition("@media (prefers-color-scheme: dark)")[::2]
SAMPLES = {
    "buttons": ["<button disabled>", '<button class="main">', 'aria-pressed="true"'],
    "choices": ['class="choice main', " doubtful", " next", " disabled", 'class="tab"', "<small"],
    "pieces": ["piece card", " down", " own", " empty", " stack", " tall", 'class="mark'],
    "pips": ['class="pip ', "pip have"],
    "notices": [
        f'data-refusal="{kind}"' for kind in ("refused", "ask", "problem", "stale", "news")
    ],
    "light": [f'id="light" data-state="{state}"' for state in ("on", "wait", "poll", "off")],
    "fields": ["<select", 'type="range"', 'type="file"', 'type="checkbox"', 'class="problem"'],
    "dialog": ['<dialog id="panel" open>'],
    "screen": ["data-say", "data-next", 'class="tools"', 'class="story"', 'class="choices'],
}  # fmt: skip


def stage(page, name, mode):
    """Return the samples of a component, by day or by night."""
    return re.findall(
        rf'<div class="stage {mode}" data-stage="{name}" inert>.*?</template>', page, re.DOTALL
    )


@pytest.fixture
def page(client):
    return client.get("/design?game=waves").text


def test_every_token_is_listed_with_its_values_read_from_the_stylesheet(page):
    rows = dict(re.findall(r'<tr data-token="([\w-]+)">(.*?)</tr>', page, re.DOTALL))
    for css in (DAY.partition("@media")[0], NIGHT.partition("@media")[0]):
        for name, value in TOKEN.findall(css):
            assert f"<code>{value}</code>" in rows[name], name
    assert "#2a66a6" in rows["scholar"], "a colour of the game itself"


def test_day_and_night_have_the_colours_of_the_stylesheet_whatever_the_device_prefers(client):
    styles = client.get("/design/colours.css?game=waves")
    assert styles.mimetype == "text/css"
    by_day, by_night = re.findall(
        r"^\.(?:day|night) \{(.*?)^\}", styles.text, re.DOTALL | re.MULTILINE
    )
    values = dict(TOKEN.findall(DAY))
    for name, value in TOKEN.findall(NIGHT.partition("@media")[0]):
        assert f"--{name}: {value};" in by_night
        assert f"--{name}: {values[name]};" in by_day
    assert "--knight: #b0402b;" in by_day
    assert "--knight: #f38d76;" in by_night


@pytest.mark.parametrize("name", SAMPLES)
def test_a_component_is_shown_in_every_state_by_day_and_by_night(page, name):
    by_day, by_night = ("".join(stage(page, name, mode)) for mode in ("day", "night"))
    assert [one for one in SAMPLES[name] if one not in by_day] == []
    assert by_day.replace("stage day", "stage night") == by_night


def test_it_uses_every_macro_of_the_pieces_that_is_drawn_by_itself():
    template = files("referee.web.pages").joinpath("templates", "design.html").read_text("utf-8")
    inside = {"spoken_name", "choice", "cite"}
    for name in set(re.findall(r"macro (\w+)\(", PIECES)) - inside:
        assert f"{{{{ {name}(" in template, name


@pytest.mark.parametrize("slug", load_all())
def test_there_is_one_with_the_pieces_of_each_game(client, slug):
    answer = client.get(f"/design?game={slug}")
    assert answer.status_code == 200
    assert f'href="/games/{slug}/game.css"' in answer.text
    assert stage(answer.text, "pieces", "day")


def test_a_game_that_is_not_here_has_none(client):
    assert client.get("/design?game=none-such").status_code == 404
