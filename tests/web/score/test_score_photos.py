"""Boards from a photo on the score page: what is asked, answered, and when the total is said."""

import json
import re
from html import unescape
from io import BytesIO
from urllib.parse import parse_qsl, urlencode, urlsplit

import cv2
import numpy as np
import pytest
from councils import picture as photographed
from score_maps import filled_map, framed_board
from score_maps import photo as photo_file

from camera.boards import BoardReading, CellReading
from camera.pictures import read_picture
from referee.games import load_all
from referee.table.boards.photos import photo_of
from referee.table.boards.templates import PlacedGroup, groups_of, template
from referee.table.paper.board_sheets import layout_of_plan
from referee.table.paper.frames import frame_layout

ROLLING = load_all()["rolling"]
LAYOUT = layout_of_plan(ROLLING)
PATH = "/score/rolling"
FLAT = np.full((512, 800), 230, np.uint8)


@pytest.fixture
def photo(here) -> str:
    """Keep a photo of a board, and return its name."""
    cells = tuple(
        CellReading(field.name, None, "empty", 1.0, field.quad, FLAT[:40, :40])
        for field in LAYOUT.fields
    )
    return here.photos.keep(photo_of(ROLLING, BoardReading(None, FLAT, 4.0, cells), LAYOUT))


def address(photo, **more):
    fields = {"players": 1, "1.chest-1.1": 4, "1.infamy": 5, "photo.1": photo}
    return f"{PATH}?{urlencode(fields | more)}"


def doubts(page: str) -> list[str]:
    return re.findall(r'data-doubt="([^"]+)"', page)


def test_only_what_is_in_doubt_is_asked_each_with_its_piece_of_the_photo(client, photo) -> None:
    page = client.get(address(photo, **{"ask.1": "chest-1.2 infamy.6 nonsense"})).text
    assert doubts(page) == ["1.chest-1.2", "1.infamy.6"]
    assert "data-total" not in page
    crops = re.findall(r'class="cut" src="([^"]+)"', page)
    assert len(crops) == 2
    for one in (*crops, f"/score/photos/{photo}/board.jpg"):
        assert client.get(one).data.startswith(b"\xff\xd8")
    assert client.get(f"/score/photos/{photo}/nothing.jpg").status_code == 404
    assert client.get(f"/score/photos/{'0' * 24}/board.jpg").status_code == 404


def test_answers_by_taps_lead_to_the_total_without_a_script(client, photo) -> None:
    asked = {"ask.1": "chest-1.2 infamy.6 buried.1"}
    page = client.get(address(photo, **asked, answer="1.chest-1.2=6"), follow_redirects=True)
    assert doubts(page.text) == ["1.infamy.6", "1.buried.1"]
    for answer in ("1.infamy.6=1", "1.buried.1=1"):
        where = f"{page.request.full_path}&{urlencode({'answer': answer})}"
        page = client.get(where, follow_redirects=True)
    # 4 + 6 in a buried chest (+2), and 6 Infamy give 2.
    assert doubts(page.text) == []
    assert re.findall(r"data-total>(\d+)", page.text) == ["14"]


def test_what_only_contradicts_a_doubt_waits_for_its_answer(client, photo) -> None:
    # The only square of a buried chest is in doubt: nobody asks whether the chest is empty.
    more = {"1.buried.2": 1, "1.hull.2": 3, "ask.1": "chest-2.1"}
    page = client.get(address(photo, **more)).text
    assert doubts(page) == ["1.chest-2.1"]
    assert re.findall(r'data-question="([^"]+)"', page) == ["hull.1"]
    blank = client.get(address(photo, **more, answer="1.chest-2.1="), follow_redirects=True).text
    assert re.findall(r'data-question="([^"]+)"', blank) == ["hull.1", "buried.2"]


def test_a_square_that_was_typed_by_hand_is_asked_no_more(client, photo) -> None:
    page = client.get(address(photo, **{"ask.1": "chest-1.2 hull.1", "1.chest-1.2": 3})).text
    assert doubts(page) == ["1.hull.1"]


def test_what_was_read_is_said_first_and_leads_to_what_is_open(client, photo) -> None:
    more = {"players": 2, "name.1": "Ann"}
    page = client.get(address(photo, **more, **{"ask.1": "chest-1.2 hull.1", "read": 1})).text
    assert 'href="#sum-1"' in page
    assert "photo read, 2 questions left" in page
    assert "data-just-read" in page
    places = [page.index(sign) for sign in ('id="read"', "data-photo", 'id="sums"', "data-board=")]
    assert places == sorted(places)
    done = unescape(client.get(address(photo, **more)).text)
    assert "photo read, 5 points" in done  # 4 in a chest, and 5 Infamy give 1
    typed = client.get(f"{PATH}?players=1&1.infamy=5").text
    assert typed.index("data-board=") < typed.index('id="sums"')
    assert "data-read=" not in typed


def signs(page: str) -> list[str]:
    """Return what stands over the photo."""
    return re.findall(r"<text [^>]*>([^<]*)</text>", page)


def test_over_the_photo_stands_what_the_board_holds_by_now(client, photo) -> None:
    asked = {"ask.1": "chest-1.2 buried.1 infamy.6"}
    page = client.get(address(photo, **asked)).text
    assert sorted(signs(page)) == ["4", "?", "?", "?"]
    assert page.rindex("<polygon") < page.index("<text ")  # no outline lies over a sign
    page = client.get(address(photo, **asked, answer="1.chest-1.2=6"), follow_redirects=True).text
    assert sorted(signs(page)) == ["4", "6", "?", "?"]
    done = {"1.chest-1.2": 6, "1.buried.1": 1}
    assert sorted(signs(client.get(address(photo, **done)).text)) == ["4", "6", "✓"]


def test_a_photo_that_is_not_remembered_any_more_takes_nothing_away(client) -> None:
    page = client.get(address("0" * 24, **{"ask.1": "chest-1.2"})).text
    assert doubts(page) == ["1.chest-1.2"]
    assert 'class="cut"' not in page


def test_what_hangs_on_a_doubt_is_not_known_yet(client, photo) -> None:
    asked = {"ask.1": "hull.1 buried.2 infamy.6", "1.crew.1": "x"}
    page = client.get(address(photo, **asked)).text
    lines = re.findall(r"<li><span>([^<]+)</span></li>", page)
    assert lines == [
        "Chest 1: 4 points",
        "Chest 2: empty, 0 points",
        "Chest 3: empty, 0 points",
        "Buried chests: not known yet",
        "Hull: not known yet",
        "Ports: 0 of 5 squares, 0 points",
        "Crew: not known yet",
        "Infamy: not known yet",
    ]
    assert 'class="stepper doubtful"' in page  # so many circles at least, and one is asked
    where = address(photo, **asked)
    text = client.get(where.replace("?", "/score.txt?", 1)).text
    assert "Hull: not known yet" in text
    assert "0 of 5 squares" not in text.replace("Ports: 0 of 5 squares", "")
    assert 'class="stepper doubtful"' not in client.get(address(photo)).text


def test_one_point_is_said_as_one(client, photo) -> None:
    fields = {"1.chest-1.1": "", "name.1": "Ann"}
    page = unescape(client.get(address(photo, **fields)).text)
    for said in ("photo read, 1 point<", "Total: 1 point<", "Ann has 1 point."):
        assert said in page
    page = unescape(client.get(address(photo, **fields, **{"1.infamy": 2})).text)
    for said in ("photo read, 0 points<", "Total: 0 points<", "Ann has 0 points."):
        assert said in page


@pytest.mark.parametrize("path", ["photo", "frame/photo"])
def test_what_is_no_picture_is_refused_in_a_sentence(client, path) -> None:
    answer = client.post(f"{PATH}/{path}", data={"photo": (BytesIO(b"no picture"), "x.jpg")})
    assert answer.status_code == 400
    assert "not a picture that can be read" in answer.text
    assert client.post(f"{PATH}/{path}").status_code == 400


def test_a_photo_fills_the_board_of_the_player_whom_its_symbol_names(client) -> None:
    data = filled_map(ROLLING, {"chest-1.1": "8", "buried.1": "x"}, player=2)

    def sent(**more):
        state = urlencode({"players": 2, "name.1": "Ann", "1.hull.1": 3})
        return {"photo": (BytesIO(data), "x.jpg"), "state": state, **more}

    answer = client.post(f"{PATH}/photo", data=sent())
    assert (answer.status_code, answer.location.partition("#")[2]) == (303, "sum-2")
    page = client.get(answer.location).text
    assert "2.chest-1.1" in doubts(page)
    assert re.search(r'name="1.hull.1" value="3"', page)
    assert re.search(r'name="2.buried.1" value="1" checked', page)
    chosen = client.get(client.post(f"{PATH}/photo", data=sent(board="1")).location).text
    assert "1.chest-1.1" in doubts(chosen)
    told = client.post(f"{PATH}/photo", data=sent(), headers={"Accept": "application/json"}).json
    assert (told["player"], told["score"]) == (2, None)
    assert told["board"]["buried.1"] is True


def test_a_second_photo_answers_what_the_first_left_open_and_undoes_nothing_by_hand(client) -> None:
    marks = {"chest-1.1": "6", "hull.1": "2", "crew.1": "5", "infamy.1": "x"}

    def send(state: str, **changed: str) -> str:
        data = filled_map(ROLLING, marks | changed)
        sent = {"photo": (BytesIO(data), "x.jpg"), "state": state}
        where = client.post(f"{PATH}/photo", data=sent).location
        return str(where).partition("?")[2].partition("#")[0]

    first = send("players=1", **{"hull.1": "8", "crew.1": "8"})
    assert {"1.hull.1", "1.crew.1"} <= set(doubts(client.get(f"{PATH}?{first}").text))
    # Somebody says that a 4 stands in the Crew, and writes a 7 where 6 was read.
    answer = f"{PATH}?{first}&answer=1.crew.1=4".replace("chest-1.1=6", "chest-1.1=7")
    page = client.get(answer, follow_redirects=True)
    query = page.request.query_string.decode()
    second = client.get(f"{PATH}?{send(query)}").text
    for cell, value in (("chest-1.1", 7), ("crew.1", 4)):
        assert re.search(rf'name="1.{cell}" value="{value}"', second)
    assert "1.crew.1" not in doubts(second)


def test_the_first_photo_says_how_many_boards_there_are_and_others_add_theirs(client) -> None:
    three = {f"infamy.{number}": "x" for number in range(1, 4)}

    def send(state: dict[str, str], player: int, marks: dict[str, str], board: str = ""):
        file = (BytesIO(filled_map(ROLLING, marks, player=player)), "x.jpg")
        sent = {"photo": file, "state": urlencode(state), "board": board}
        where = urlsplit(client.post(f"{PATH}/photo", data=sent).location)
        return dict(parse_qsl(where.query))

    first = send({}, 1, three)
    assert (first["players"], first["read"], first["1.infamy"]) == ("1", "1", "3")
    nobodys = send(first, 0, {"hull.1": "x"})  # no symbol says whose it is, and it is another board
    for more in (nobodys, send(first, 2, three), send(first, 1, three, board="2")):
        assert (more["players"], more["read"], more["1.infamy"]) == ("2", "2", "3")
    page = client.get(f"{PATH}?{urlencode(nobodys)}").text
    assert re.findall(r'data-read="(\d)"', page) == ["1", "2"]


def test_a_picture_without_a_board_says_what_helps(client) -> None:
    data = photo_file(np.full((300, 400), 200, np.uint8))
    for path in ("photo", "frame/photo"):
        answer = client.post(f"{PATH}/{path}", data={"photo": (BytesIO(data), "x.jpg")})
        assert answer.status_code == 400
        assert "all four black squares in the corners" in answer.text


@pytest.mark.parametrize(
    ("path", "taken", "said"),
    [
        ("photo", "frame", "is in a frame that is not set up yet. Set it up once"),
        ("photo", "table", "This is a photo of a table. Open its match"),
        ("frame/photo", "table", "This is a photo of a table. Open its match"),
        ("frame/photo", "map", "a score map printed here, which needs no frame. Photograph it"),
    ],
)
def test_a_photo_of_something_else_is_told_what_it_would_be_for(client, path, taken, said) -> None:
    data = {
        "frame": lambda: framed_board(ROLLING, frame_layout(), {}),
        "table": lambda: photographed("seer", "noble"),
        "map": lambda: filled_map(ROLLING, {}),
    }[taken]()
    answer = client.post(f"{PATH}/{path}", data={"photo": (BytesIO(data), "x.jpg")})
    assert answer.status_code == 400
    assert said in answer.text
    assert "I see no" not in answer.text


def test_of_a_frame_that_is_set_up_what_the_picture_cuts_off_is_told(client, here) -> None:
    rows = [PlacedGroup(group, 12, 3 + 7 * n, 12 + 6 * group.columns, 9 + 7 * n)
            for n, group in enumerate(groups_of(ROLLING)) if group.kind == "digit"]  # fmt: skip
    layout = template(ROLLING, rows)
    here.templates.keep(ROLLING, layout)
    seen = read_picture(framed_board(ROLLING, layout, {})).grey
    quarter = photo_file(seen[: seen.shape[0] // 2, : seen.shape[1] // 2])
    answer = client.post(f"{PATH}/photo", data={"photo": (BytesIO(quarter), "x.jpg")})
    assert answer.status_code == 400
    assert "Not all four black squares in the corners are in the picture." in answer.text
    part = np.ascontiguousarray(seen[:, : seen.shape[1] * 3 // 8])
    file = BytesIO(cv2.imencode(".jpg", part)[1].tobytes())
    answer = client.post(f"{PATH}/photo", data={"photo": (file, "x.jpg")})
    assert answer.status_code == 303
    page = client.get(answer.location).text
    assert "The right side of the board is not in the picture. Photograph the rest too" in page


def test_of_two_boards_in_one_picture_one_is_read_and_the_other_is_asked_for(client) -> None:
    one = read_picture(filled_map(ROLLING, {"hull.1": "2"})).grey
    data = photo_file(np.vstack([one, one])[::2, ::2])
    assert len(data) < 500_000, "the client of the test would leave a file open"
    answer = client.post(f"{PATH}/photo", data={"photo": (BytesIO(data), "x.jpg")})
    assert answer.status_code == 303
    page = client.get(answer.location).text
    assert page.count("There are two boards in the picture, and I read") == 1


# ---------------------------------------------------------------- the frame

ROWS = 13


def rectangles(**changed: object) -> dict[str, object]:
    """Return rectangles for all groups, in per cent, one below the other."""
    fields: dict[str, object] = {"columns-12": 10, "rows-12": 2}
    for number in range(ROWS):
        top = 2 + 7 * number
        sides = {"left": 20, "top": top, "right": "80,5", "bottom": top + 6}
        fields |= {f"{side}-{number}": value for side, value in sides.items()}
    return fields | changed


def test_a_frame_is_set_up_by_numbers_in_fields(client) -> None:
    page = client.get(f"{PATH}/frame").text
    assert len(re.findall("data-zone-of=", page)) == ROWS
    # Before there is a photo to draw on, numbers are for those who ask for them.
    assert page.index("data-waits") < page.index("<details") < page.index("data-zone-of=")
    kept = client.post(f"{PATH}/frame", data=rectangles())
    assert kept.status_code == 303
    page = client.get(kept.location).text
    assert "data-waits" not in page
    assert re.search(r'name="left-0"[^>]*value="20"', page)
    assert re.search(r'name="columns-12"[^>]*value="10"', page)
    saved = client.get(f"{PATH}/frame/template.json")
    fields = {field["name"]: field["quad"] for field in json.loads(saved.data)["fields"]}
    assert len(fields) == 34 + 3 + 20
    # 20 % of a frame of 265 mm, and 2 % of its 190 mm.
    assert fields["chest-1.4"][0] == pytest.approx([53.0, 3.8])
    client.post(f"{PATH}/frame/forget")
    assert client.get(f"{PATH}/frame/template.json").status_code == 400
    sent = {"file": (BytesIO(saved.data), "template.json")}
    assert client.post(f"{PATH}/frame/open", data=sent).status_code == 303
    assert client.get(f"{PATH}/frame/template.json").data == saved.data


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"left-3": ""}, "Draw a rectangle around these squares: Chest 2 is buried."),
        ({"right-0": "19"}, "Draw a rectangle around these squares: Chest 1."),
        ({"top-1": "1e999"}, "Draw a rectangle around these squares: Chest 1 is buried."),
        ({"columns-12": "99"}, "There can be 1 to 60 circles."),
    ],
)
def test_a_frame_that_is_not_drawn_whole_is_asked_again(client, changed, said) -> None:
    page = client.post(f"{PATH}/frame", data=rectangles(**changed))
    assert page.status_code == 400
    assert said in unescape(page.text)
    assert 'name="left-5" ' in page.text
    assert client.get(f"{PATH}/frame/template.json").status_code == 400


def test_a_frame_is_replaced_only_by_who_says_so_and_by_no_stranger(client, room) -> None:
    template = f"{PATH}/frame/template.json"
    room.tablet.post(f"{PATH}/frame", data=rectangles())
    first = client.get(template).data
    moved = rectangles(**{"left-0": 30})
    asked = room.tablet.post(f"{PATH}/frame", data=moved)
    assert asked.status_code == 409
    assert re.search('name="sure" value="yes"', asked.text)
    assert re.search('name="left-0"[^>]*value="30"', asked.text)
    other = json.dumps(json.loads(first) | {"fields": json.loads(first)["fields"][:-1]}).encode()

    def opened(by, **more):
        sent = {"file": (BytesIO(other), "template.json"), **more}
        return by.post(f"{PATH}/frame/open", data=sent).status_code

    assert opened(room.tablet) == 409
    assert client.post(f"{PATH}/frame", data=moved | {"sure": "yes"}).status_code == 403
    assert client.post(f"{PATH}/frame/forget").status_code == 403
    assert opened(client, sure="yes") == 403
    assert client.get(template).data == first
    assert room.tablet.post(f"{PATH}/frame", data=rectangles()).status_code == 303, "the same again"
    assert room.tablet.post(f"{PATH}/frame", data=moved | {"sure": "yes"}).status_code == 303
    assert client.get(template).data != first
