"""The first page, joining, demos, a game's artwork, and the words of it all."""

import io
import posixpath
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.core import EMPTY, literal, say, say_count
from referee.core.transcripts import read_transcripts
from referee.games import load_all
from referee.web import create_app
from referee.web.request.words import day, language, spoken, when
from referee.web.screens.demo_files import catalogue_of, demos_of

WAVES = load_all()["waves"]
SARA = "\u0633\u0627\u0631\u0629"
SHALOM = "\u05e9\u05dc\u05d5\u05dd"
DEMOS = [demo.name for demo in demos_of(WAVES)]


def test_the_first_page_of_a_new_place_is_not_empty(client):
    page = client.get("/").text
    assert 'data-game="waves"' in page
    assert "No matches here yet." in page
    assert 'href="/new/waves"' in page
    assert "data-demo=" in page


def test_each_game_leads_to_one_whole_game_to_watch_and_lists_the_others(client):
    page = client.get("/").text
    for slug in load_all():
        (first,) = re.findall(rf'href="(/demos/{slug}/[^"]+)" data-tool="demo"', page)
        assert page.count(f'href="{first}"') == 2, "it stands in the list, too"
        assert "/game-" in first
        assert client.get(first).status_code == 200


def test_what_is_no_match_here_is_said_plainly_with_the_way_on(client):
    answer = client.get("/matches/7j2kc-abcde")
    assert answer.status_code == 404
    assert "There is no match “7j2kc-abcde” here, or not any more." in answer.text
    assert "<h1>There is no such match here</h1>" in answer.text, "nobody has tried anything"
    assert 'class="button main" href="/">Go to the first page' in answer.text


def test_a_place_without_games_says_so(app):
    empty = create_app(app.extensions["referee"].matches._store, {}).test_client()
    assert "No game is installed." in empty.get("/").text


def test_running_and_finished_matches_are_apart(table, client, matches):
    matches.load("game waves\nseats Ann, Bo\n")
    page = client.get("/").text
    assert "Continue playing" in page
    assert f'data-match="{table.match.id}"' in page
    assert 'id="finished"' not in page


def test_a_match_of_a_game_that_is_gone_is_listed_with_its_reason(table, app):
    store = app.extensions["referee"].matches._store
    without = create_app(store, {}).test_client()
    assert "does not know the game" in without.get("/").text
    assert without.get(table.address).status_code == 404


def test_a_transcript_can_be_loaded_as_a_file_or_as_text(client):
    text = "game waves\nseats Ann, Bo\n> elder slot=0 card=seer\n"
    file = (io.BytesIO(text.encode()), "saved.txt")
    for data in ({"text": text}, {"file": file, "text": ""}):
        answer = client.post("/transcripts", data=data, content_type="multipart/form-data")
        assert answer.status_code == 303
        assert "the Elder is a Seer" in client.get(answer.location).text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no game in this text"),
        ("hello", "Line 1"),
        ("game waves\nseats Ann, Bo\n> rebel slot=0 count=1\n", "Line 3"),
        ("game chess\nseats Ann, Bo\n", "chess"),
        ("\x00\xff", "Line 1"),
    ],
)
def test_what_is_no_transcript_is_said_with_its_line(client, text, said):
    answer = client.post("/transcripts", data={"text": text})
    assert answer.status_code in {400, 404}
    assert said in answer.text


def test_joining_shows_the_address_that_others_can_use(client):
    page = client.get("/join", headers={"Host": "192.0.2.7:8000"}).text
    assert "http://192.0.2.7:8000/" in page
    symbol = client.get("/join.svg")
    assert symbol.mimetype == "image/svg+xml"
    assert symbol.text.count("<path") == 2  # the paper, and the symbol as one path


@pytest.mark.parametrize("name", DEMOS)
def test_every_golden_transcript_is_a_demo_from_beginning_to_end(client, name):
    demo = next(demo for demo in demos_of(WAVES) if demo.name == name)
    for at in (0, len(demo.lines) // 2, len(demo.lines)):
        answer = client.get(f"/demos/waves/{name}?at={at}")
        assert answer.status_code == 200
        assert f'data-at="{at}"' in answer.text
        assert 'data-role="demo"' in answer.text


def test_a_demo_says_what_it_shows_and_where_to_look(client):
    page = client.get("/demos/waves/game-teams-of-four?at=0").text
    (about,) = re.findall(r"<p class=\"about\" data-about>(.*?)</p>", page)
    assert "<b>A whole game of teams, two against two.</b>" in about
    assert "The sentence at the top says what the table does next." in about


def test_a_demo_shows_which_button_is_next_and_only_that_works(client):
    page = client.get("/demos/waves/game-teams-of-four?at=0").text
    enabled = re.findall(r'<button class="choice[^"]*"[^>]*?data-action="([^"]*)"[^>]*?>', page)
    usable = [
        action
        for action in enabled
        if f'data-action="{action}"' in page
        and not re.search(rf'data-action="{re.escape(action)}"[^>]* disabled', page)
    ]
    assert usable == ["elder slot=0 card=keeper"]
    assert '<input type="hidden" name="at" value="1">' in page


def test_a_refused_line_of_a_demo_is_shown_as_a_refusal(client):
    demo = next(demo for demo in demos_of(WAVES) if demo.name == "mistakes-while-laying")
    at = next(number for number, line in enumerate(demo.lines) if line.mark.value == "!")
    page = client.get(f"/demos/waves/{demo.name}?at={at + 1}").text
    assert f'data-refusal="refused" data-rule="{demo.lines[at].detail}"' in page
    before = client.get(f"/demos/waves/{demo.name}?at={at}").text
    said = re.compile(r"<h1 data-say>(.*?)</h1>")
    assert said.findall(page) == said.findall(before)


@pytest.mark.parametrize(("at", "shown"), [("-5", "0"), ("x", "0"), ("99999", "59")])
def test_a_demo_stays_within_its_steps(client, at, shown):
    page = client.get(f"/demos/waves/game-teams-of-four?at={at}").text
    assert f'data-at="{shown}"' in page


def test_demos_are_called_by_their_first_remark():
    titles = {demo.name: demo.title for demo in demos_of(WAVES)}
    assert titles["game-teams-of-four"] == "A whole game of teams, two against two"
    assert all(titles.values())
    assert next(read_transcripts(["game waves", "seats A, B"])).slug == "waves"


def test_a_game_brings_its_own_icons_and_colours(client):
    icons = client.get("/games/waves/icons.svg")
    assert icons.mimetype == "image/svg+xml"
    for card in WAVES.components.cards:
        assert f'id="{card.icon}"' in icons.text
    colours = client.get("/games/waves/game.css")
    assert colours.mimetype == "text/css"
    again = client.get("/games/waves/game.css", headers={"If-None-Match": colours.headers["ETag"]})
    assert again.status_code == 304


def test_every_icon_that_is_drawn_is_there(client, table):
    drawn, there = set(), set()
    steps = [f"/demos/waves/game-six-players?at={at}" for at in range(0, 89, 4)]
    for address in ("/", "/new/waves", table.address, *steps):
        page = client.get(address).text
        drawn |= set(re.findall(r'<use href="#([^"]+)"', page))
        there |= set(re.findall(r'<symbol id="([^"]+)"', page))
    assert drawn - there == set()


def static_files(app):
    """Name the files of all static folders, in a room as `room/name`."""
    for path in sorted(Path(app.root_path).rglob("static/**/*")):
        if path.is_file():
            room, _, name = str(path.relative_to(app.root_path)).rpartition("static/")
            yield f"{room}{name}"


def test_static_files_may_be_kept_because_their_address_changes(client, app):
    page = client.get("/").text
    (start,) = re.findall(r'href="(/static/[0-9a-f]{12}/)tokens.css"', page)
    names = [*static_files(app)]
    assert {"tokens.css", "screens/app.js", "sight/seeing.css"} < {*names}
    for name in names:
        answer = client.get(f"{start}{name}", buffered=True)
        assert answer.status_code == 200, name
        assert "max-age=31536000" in answer.headers["Cache-Control"], name


def test_every_script_and_stylesheet_lies_in_the_room_of_something_that_asks_for_it(app):
    root = Path(app.root_path)
    asked = set()
    for page in root.rglob("*.html"):
        for room, name in re.findall(
            r"url_for\('(?:(\w+)\.)?static', filename='([^']+)'\)", page.read_text("utf-8")
        ):
            asked.add((page.parents[1].name, f"{room}/{name}".lstrip("/")))
    for script in root.rglob("static/*.js"):
        room = script.parents[1].name
        for place in re.findall(r'(?:from |URL\()"(\.[^"]+)"', script.read_text("utf-8")):
            asked.add((room, posixpath.normpath(f"{room}/{place}")))
    for name in static_files(app):
        room, inside, _ = name.partition("/")
        if inside and room != "vendor":
            assert {(room, name), ("web", name)} & asked, name


def test_texts_are_spoken_in_the_language_of_the_request(app):
    with app.test_request_context(headers={"Accept-Language": "xx, en;q=0.5"}):
        assert language() == "en"
        assert spoken(EMPTY) == ""
        assert spoken("a word") == "a word"
        assert spoken(literal("{name} 100%")) == "{name} 100%"
        assert spoken(say("{name}: 100%", name="{x} %s")) == "{x} %s: 100%"
        two = say_count("{count} card (50%)", "{count} cards (50%)", 2)
        assert spoken(two) == "2 cards (50%)"


def test_words_outside_of_a_request_are_english(app):
    with app.app_context():
        assert language() == "en"


def test_moments_are_told_by_the_clock_of_the_room(app):
    with app.test_request_context():
        assert re.fullmatch(r"3[01] Jan 2026, \d\d:15", when("2026-01-31T20:15:00.000+00:00"))


@pytest.mark.parametrize(
    ("minutes", "said"), [(0, "just now"), (5, "5 minutes ago"), (180, "3 hours ago")]
)
def test_what_was_a_moment_ago_is_told_as_such(app, minutes, said):
    moment = datetime.now(UTC) - timedelta(minutes=minutes)
    with app.test_request_context():
        assert said == when(moment.isoformat())
        assert re.search(r"\d{4}, \d\d:\d\d$", day(moment.isoformat()))


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann", "Ann"),
        ("Zoë 🦀", "Zoë 🦀"),
        (SARA, f"\u2068{SARA}\u2069"),
        ("\u202e abc", " abc"),
        (f"\u2069\u202e{SHALOM}", f"\u2068{SHALOM}\u2069"),
        ("👩\u200d🚀", "👩\u200d🚀"),
    ],
)
def test_what_people_have_typed_stands_by_itself_in_a_sentence(app, typed, shown):
    with app.test_request_context():
        assert shown == spoken(typed)
        nested = say("{name}: {what}", name=typed, what=literal(typed))
        assert f"{shown}: {shown}" == spoken(nested)


def test_demos_are_sorted_whole_games_first(client):
    page = client.get("/").text
    shelf = catalogue_of(WAVES)
    assert {demo.name for demo in (*shelf.games, *shelf.examples, *shelf.others)} == set(DEMOS)
    places = [page.index(f'data-demo="{names[0].name}"') for names in (shelf.games, shelf.examples)]
    assert places == sorted(places)
    own = page[page.index('id="demos-waves"') :]  # other games have demos of their own
    folded = own[own.index('<details class="earlier">') : own.index("</details>")]
    assert folded.count("data-demo=") == len(shelf.others)
    assert f"{len(shelf.others)} more" in folded


def test_a_television_says_how_to_join(table, client):
    headers = {"Host": "192.0.2.7:8000"}
    page = client.get(f"{table.address}/show", headers=headers).text
    assert f'src="{table.address}/join.svg?for=http%3A//192.0.2.7%3A8000/"' in page
    assert ">192.0.2.7:8000<" in page
    assert "/join.svg" not in table.page()
