"""The first page, joining, demos, a game's artwork, and the words of it all."""

import io
import posixpath
import re
from datetime import UTC, datetime, timedelta
from importlib.resources import files
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
    assert 'data-tool="demos"' in page
    assert "data-demo=" not in page, "the many demos have pages of their own"


def test_each_game_leads_to_one_whole_game_to_watch_and_to_a_list_of_all(client):
    page = client.get("/").text
    for slug, game in load_all().items():
        (first,) = re.findall(rf'href="(/demos/{slug}/[^"]+)" data-tool="demo"', page)
        assert "/game-" in first
        assert client.get(first).status_code == 200
        assert f'href="/demos/{slug}" data-tool="demos"' in page
        listed = client.get(f"/demos/{slug}").text
        assert f'href="{first}"' in listed
        names = re.findall(r'data-demo="([^"]+)"', listed)
        assert sorted(names) == sorted(demo.name for demo in demos_of(game))


def test_each_game_has_a_picture_its_numbers_of_players_and_its_minutes(client):
    """The rulebook gives 2-5 players and 20-45 minutes for Rolling, and the box of War 2 and 20."""
    page = client.get("/").text.replace("\u2013", "-")
    facts = re.findall(r'data-game="([^"]+)">.*?<p class="facts">([^<]*)</p>', page, re.DOTALL)
    assert dict(facts) == {
        "rolling": "2-5 players · 20-45 minutes",
        "war-of-waves": "2 players · 20 minutes",
        "wave": "2-4 players · 15-25 minutes",
        "waves": "2-6 players · 20-45 minutes",
        "breakers": "2, 4 or 6 players · 20-45 minutes",
    }
    pictures = re.findall(r'<svg [^>]*class="picture".*?</svg>', page, re.DOTALL)
    assert len({*pictures}) == 5
    for slug in load_all():
        assert client.get(f"/new/{slug}").text.count('class="picture"') == 1


def test_what_goes_on_says_round_and_score_and_what_is_over_says_who_won(client, matches):
    for text in ("", "> elder slot=0 card=seer\n"):
        matches.load(f"game waves\nseats Ann, Bo\n{text}")
    folder = files("referee.games.waves").joinpath("transcripts")
    matches.load(folder.joinpath("game-teams-of-four.txt").read_text("utf-8"))
    page = client.get("/").text
    running, over = page.split('id="finished"')
    assert "Round 1 · Wave token: Ann" in running
    assert "0 of 5 classes, 0 of 7 Elders" in running
    assert "Bo and Di win with all 5 classes!" in over
    for _ in range(3):
        matches.load("game wave\nseats Ann, Bo\n> start card=orange-2\n> talk seat=1\n")
    older = client.get("/").text.partition("Earlier finished matches")[2]
    assert "Bo and Di won" in older


def test_people_whom_the_device_knows_start_the_next_game_with_one_tap(client, matches):
    client.get("/new/waves")
    assert 'data-tool="same-people"' not in client.get("/").text
    client.post("/new/waves", data={"count": "4", "name": ["Ann", "Bo", "Cy", ""]})
    page = client.get("/").text
    forms = dict(re.findall(r'action="/new/([^"]+)">(.*?)</form>', page, re.DOTALL))
    assert {*forms} == {"waves", "wave", "rolling", "breakers"}, "War of Waves is for two"
    fields = re.findall(r'name="([^"]+)" value="([^"]*)"', forms["wave"])
    sent = {name: [value for key, value in fields if key == name] for name, _ in fields}
    one, two = (client.post("/new/wave", data=sent).location for _ in range(2))
    assert one == two, "a second tap of the same starts no second match"
    match = matches.get(one.rpartition("/")[2])
    assert match.setup.names == ("Ann", "Bo", "Cy", "Player 4")
    starters = set()
    for number in range(60):
        sent["key"] = [f"another {number}"]
        begun = client.post("/new/wave", data=sent).location.rpartition("/")[2]
        starters.add(matches.get(begun).setup.chosen["first"])
    assert starters == {"0", "1", "2", "3"}


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
        ("", "Choose a file or paste its text first."),
        ("hello", "Line 1"),
        ("game waves\nseats Ann, Bo\n> rebel slot=0 count=1\n", "Line 3"),
        ("game chess\nseats Ann, Bo\n", "chess"),
        ("\x00\xff", "Line 1"),
    ],
)
def test_what_is_no_transcript_is_said_on_the_page_with_its_line_and_the_text_stays(
    client, text, said
):
    answer = client.post("/transcripts", data={"text": text})
    assert answer.status_code == 400
    assert said in answer.text
    assert 'id="games"' in answer.text, "it is the first page, not one of its own"
    assert 'role="alert"' in answer.text
    if text.isprintable():
        assert f">{text}</textarea>" in answer.text
    told = client.post("/transcripts", data={"text": text}, headers={"Accept": "application/json"})
    assert told.status_code in {400, 404}
    assert told.is_json


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


def test_demos_are_sorted_by_what_they_show_whole_games_first(client):
    shelf = catalogue_of(WAVES)
    assert [str(group.title) for group in shelf] == [
        "Whole games",
        "Examples from the rulebook",
        "Mistakes",
        "The table decides",
        "Single rules",
    ]
    assert sorted(demo.name for group in shelf for demo in group.demos) == sorted(DEMOS)
    page = client.get("/demos/waves").text
    places = [page.index(f'data-demo="{group.demos[0].name}"') for group in shelf]
    assert places == sorted(places)
    folds = page.split("<details")[1:]
    assert [fold.count("data-demo=") for fold in folds] == [len(group.demos) for group in shelf]
    assert [" open>" in fold.partition("\n")[0] for fold in folds] == [True] + [False] * 4
    for group, fold in zip(shelf, folds, strict=True):
        assert str(group.shows) in fold


def test_a_television_says_how_to_join(table, client):
    headers = {"Host": "192.0.2.7:8000"}
    page = client.get(f"{table.address}/show", headers=headers).text
    assert f'src="{table.address}/join.svg?for=http%3A//192.0.2.7%3A8000/"' in page
    assert ">192.0.2.7:8000<" in page
    assert "/join.svg" not in table.page()
