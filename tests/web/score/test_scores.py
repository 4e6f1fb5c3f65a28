"""Only the score: boards are typed, counted, questioned, saved and opened, without any match."""

import re
from html import unescape
from importlib.resources import files
from io import BytesIO
from urllib.parse import urlencode

import pytest
from PIL import Image

from referee.games import folder_of, load_all

PATH = "/score/rolling"
GAME = (files(folder_of(load_all()["rolling"])) / "transcripts/game-two-players.txt").read_text(
    "utf-8"
)
POINTS = re.findall(r"\d+", re.findall(r"^= points (.*)$", GAME, re.MULTILINE)[-1])
# Ann: 2+6+5+1 = 14 in a chest, 7 in a buried one, full Hull and Crew, 11 Infamy: 36.
ANN = {
    "name.1": "Ann",
    **{f"1.chest-1.{place}": value for place, value in enumerate((2, 6, 5, 1), start=1)},
    "1.chest-2.1": 7,
    "1.buried.2": 1,
    **{f"1.hull.{place}": 1 for place in range(1, 6)},
    **{f"1.crew.{place}": value for place, value in enumerate((3, 5, 4, 1, 3), start=1)},
    "1.infamy": 11,
}
# Bo: 6+6+6+6 in a chest and 6+6 in another is 36, and Infamy 2 gives nothing.
BO = {
    "name.2": "Bo",
    **{f"2.chest-1.{place}": 6 for place in range(1, 5)},
    **{f"2.chest-3.{place}": 6 for place in range(1, 3)},
    "2.infamy": 2,
}


@pytest.fixture
def ask(client):
    """Open the page with these answers, and return its words."""

    def ask(**answers: object) -> str:
        page = client.get(f"{PATH}?{urlencode(answers)}")
        assert page.status_code == 200
        return unescape(page.text)

    return ask


def totals(page: str) -> list[str]:
    return re.findall(r"data-total>(\d+)", page)


def questions(page: str) -> list[str]:
    return re.findall(r'data-question="([^"]+)"', page)


def result(page: str) -> str:
    (found,) = re.findall(r"data-result>([^<]+)", page)
    return str(found)


def test_the_first_page_leads_to_the_boards_of_the_one_game_that_has_some(client) -> None:
    assert 'href="/score"' in client.get("/").text
    assert client.get("/score").location == PATH
    assert client.get("/score/waves").status_code == 400


def test_every_line_shows_its_sum_and_the_tie_is_broken_by_infamy(ask) -> None:
    page = ask(players=2, **ANN, **BO)
    assert totals(page) == ["36", "36"]
    for line in (
        "Chest 1: 2 + 6 + 5 + 1 = 14",
        "Buried chests: 1 × 2 = 2",
        "Infamy: 11 / 3 = 3, 2 left over",
    ):
        assert line in page
    assert result(page) == (
        "Ann and Bo have 36 points each. Ann has more Infamy left, 11 against 2, and wins."
    )
    page = ask(players=2, **ANN, **(BO | {"2.infamy": 11}))
    assert result(page) == "Bo wins with 39 points, against 36."
    same = {name.replace("1.", "2.", 1): value for name, value in ANN.items() if "name" not in name}
    page = ask(players=2, **ANN, **same)
    assert result(page) == "Ann and Player 2 have 36 points and 11 Infamy each, and share the win."


def test_what_contradicts_is_listed_with_its_cell_and_the_total_waits(ask) -> None:
    wrong = {"2.hull.1": 3, "2.hull.3": 8, "2.crew.1": "x", "2.buried.2": 1}
    page = ask(players=2, **ANN, **(BO | wrong))
    assert questions(page) == ["crew.1", "hull.2", "hull.3", "buried.2"]
    assert totals(page) == ["36"]
    assert "Hull, square 3: 8 cannot go there, only 1 to 7." in page
    assert "Crew, square 1: “x” cannot be read." in page
    assert "once every question is answered" in result(page)


def test_boards_on_which_nothing_is_written_hold_nobody_up(ask, client) -> None:
    page = ask()
    assert (questions(page), totals(page)) == ([], [])
    assert result(page) == "Nothing is written on any board yet."
    page = ask(players=3, **ANN)
    assert (questions(page), totals(page)) == ([], ["36"])
    assert result(page) == "Ann has 36 points."
    said = "Nothing is written on the board of Player 2 and Player 3, so it does not count."
    assert said in page
    # Who comes after a blank board keeps the own name and number.
    last = {name.replace("2.", "3.", 1): value for name, value in BO.items() if "name" not in name}
    page = ask(players=3, **ANN, **(last | {"3.infamy": 14}))
    assert result(page) == "Player 3 wins with 40 points, against 36."
    text = client.get(f"{PATH}/score.txt?{urlencode({'players': 2, **ANN})}").text
    assert text.endswith("Player 2, so it does not count.\nAnn has 36 points.\n")
    for query in ("", "?players=2"):
        assert client.get(f"{PATH}/score.png{query}").status_code == 200
        assert client.get(f"{PATH}/score.txt{query}").text == f"{result(ask())}\n"


def test_more_circles_than_are_printed_are_asked_about_and_still_count(ask) -> None:
    page = ask(players=1, **(ANN | {"1.infamy": 20}))
    assert "data-remark" not in page  # the printed map has 20
    page = ask(players=1, **(ANN | {"1.infamy": 99}))
    assert re.findall(r'data-remark="([^"]+)"', page) == ["infamy"]
    said = "Infamy: are 99 circles filled? The printed board has 20; yours may have more."
    assert said in page
    assert totals(page) == ["66"]  # 33 for Infamy instead of 3


def test_all_that_was_typed_stands_on_the_page_again(ask) -> None:
    page = ask(players=2, **ANN)
    assert re.search(r'name="1.crew.2" value="5"', page)
    assert re.search(r'name="1.buried.2" value="1" checked', page)
    assert re.search(r'name="name.1" value="Ann"', page)
    assert not re.search(r'name="1.buried.1"[^>]* checked', page)


def test_boards_are_saved_and_opened_again(client) -> None:
    query = urlencode({"players": 2, **ANN, **BO})
    saved = client.get(f"{PATH}/boards.json?{query}")
    assert saved.json["boards"][0]["cells"]["buried.2"] is True
    file = (BytesIO(saved.data), "boards.json")
    opened = client.post(f"{PATH}/open", data={"file": file})
    assert opened.status_code == 303
    assert totals(client.get(opened.location).text) == ["36", "36"]
    bad = client.post(f"{PATH}/open", data={"file": (BytesIO(b'{"boards": [[]]}'), "x")})
    assert bad.status_code == 400
    assert client.post(f"{PATH}/open").status_code == 400


def test_what_is_open_when_boards_are_saved_is_asked_when_they_are_opened(client) -> None:
    doubtful = {"1.chest-1.1": 4, "1.infamy": 5, "1.hull.1": "x", "ask.1": "chest-1.2 infamy.6"}
    saved = client.get(f"{PATH}/boards.json?{urlencode({'players': 1} | doubtful)}")
    assert saved.json["boards"][0]["ask"] == ["chest-1.2", "infamy.6", "hull.1"]
    file = (BytesIO(saved.data), "boards.json")
    page = client.post(f"{PATH}/open", data={"file": file}, follow_redirects=True).text
    assert totals(page) == []
    doubts = re.findall(r'data-doubt="1.([^"]+)"', page)
    assert doubts == ["chest-1.2", "infamy.6", "hull.1"]


def test_a_result_is_shared_as_a_picture_and_as_text(client) -> None:
    query = urlencode({"players": 2, **ANN, **BO})
    picture = Image.open(BytesIO(client.get(f"{PATH}/score.png?{query}").data))
    assert min(picture.size) > 400
    assert picture.getextrema() == (0, 255)
    text = client.get(f"{PATH}/score.txt?{query}").text
    assert text.startswith("Ann\n  Chest 1: 2 + 6 + 5 + 1 = 14\n")
    assert text.endswith("Ann has more Infamy left, 11 against 2, and wins.\n")


@pytest.fixture
def ended(matches):
    """Play the game of two; the naive engine has said what its maps are worth."""
    return matches.load(GAME)


def test_a_match_leads_to_its_boards_and_their_sums(client, ended) -> None:
    way = f"/score/of/{ended.id}"
    assert way in client.get(f"/matches/{ended.id}/more").text
    assert way in client.get(f"/matches/{ended.id}").text  # it is over: the screen shows who won
    page = client.get(client.get(way).location).text
    assert re.findall(r'name="name.\d" value="(\w+)"', page) == ["Ann", "Bo"]
    assert totals(page) == POINTS
    assert f'href="/matches/{ended.id}"' in page
    assert "data-differs" not in page


def test_points_are_said_once_and_of_a_track_how_much_is_full(client, ended) -> None:
    page = client.get(f"/matches/{ended.id}").text
    for points in POINTS:
        assert f'<span class="said">{points} points</span>' in page
    tracks = re.findall(r'<td title="([^"]*)">(\d+)</td>', page)
    assert all(points == "5" for said, points in tracks if said == "full")
    assert [said for said, points in tracks if points == "0" and said.endswith(" of 5 squares")]


def test_a_board_that_shows_something_else_than_the_match_is_told_cell_by_cell(
    client, ended
) -> None:
    address = client.get(f"/score/of/{ended.id}").location
    infamy = int(re.findall(r"1\.infamy=(\d+)", address)[0])
    hull = int(re.findall(r"1\.hull\.1=(\d)", address)[0])
    other = hull % 7 + 1
    changed = address.replace(f"1.infamy={infamy}", f"1.infamy={infamy + 1}")
    changed = changed.replace(f"1.hull.1={hull}", f"1.hull.1={other}")
    page = unescape(client.get(changed).text)
    assert re.findall(r'data-differs="([^"]+)"', page) == ["hull.1", "infamy"]
    assert f"Hull, square 1: the board shows {other}, the match has {hull}." in page
    assert f"Infamy: the board shows {infamy + 1}, the match has {infamy}." in page
    doubtful = changed.replace(f"1.hull.1={other}&", "") + "&ask.1=hull.1"
    page = client.get(doubtful).text
    assert re.findall(r'data-differs="([^"]+)"', page) == ["infamy"]  # what is asked waits


def test_a_match_that_is_gone_or_of_another_game_is_left_out(client, seat) -> None:
    waves = seat("Ann", "Bo", "Cy").match
    for match_id in ("nowhere", waves.id, "<b>"):
        query = urlencode({"players": 1, "1.infamy": 3, "of": match_id})
        page = client.get(f"{PATH}?{query}")
        assert page.status_code == 200
        assert "the match has" not in page.text


def test_of_a_locked_table_strangers_learn_nothing_by_comparing(client, ended, here) -> None:
    address = client.get(f"/score/of/{ended.id}").location
    infamy = int(re.findall(r"1\.infamy=(\d+)", address)[0])
    changed = address.replace(f"1.infamy={infamy}", f"1.infamy={infamy + 1}")
    assert "the match has" in client.get(changed).text
    here.lobbies.of(ended.id)
    here.lobbies.change(ended.id, locked=True, guarded=False)
    page = client.get(changed)
    assert page.status_code == 200
    assert "the match has" not in page.text
    assert f"/matches/{ended.id}" not in page.text
