"""Names and notes are shown as they were written, everywhere, and nothing obeys them."""

import re
import unicodedata
from html import unescape
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.core import Setup
from referee.games import load_all
from referee.match import SqliteStore
from referee.web import create_app

MARKUP = "<svg onload=alert(1)>"
HEBREW = "\u05e9\u05dc\u05d5\u05dd <b>"
ARABIC = "\u0645\u062d\u0645\u062f"
EMOJI = "\U0001f469\u200d\U0001f680\U0001f3f4\u200d\u2620\ufe0f"
LONG = "W" * 40
QUOTES = '"O\'Neil" & {name} %(x)s &lt;i&gt;'
PLAYERS = (MARKUP, HEBREW, EMOJI, LONG, QUOTES, "Ann", "Ann")
ORDERS = "\x1b]0;mine\x07\x1b[2J\x9b31m\u202eevil\u2028= shells 9\n> pass"
SHELLS = "overrule shells count=2"
PAGES = ("", "/show", "/history", "/why", "/overrule", "/more", "/seats", "/seats/1/cover",
         "/entries/1", "/camera", "/live", "/reconcile", "/sightings")  # fmt: skip


class Reader(HTMLParser):
    """Reads a page as a browser does: its elements with their attributes, and its words."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.elements, self.words, self.asides = [], "", []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.asides += [value or "" for _, value in attrs]

    def handle_data(self, data):
        self.words += data


def of_six(matches, names):
    """Begin a match and play until the table could decide something."""
    match = matches.open("waves", Setup(tuple(names), (("council", "house"),)))
    game = match.game
    while not game.explain(match.state, game.parse(f"{SHELLS} why=x by=table")).allowed:
        (seat, *_) = sorted(game.to_act(match.state))
        match.submit(game.legal_actions(match.state, seat)[:1], expected_seq=match.seq)
    return match


@pytest.fixture(params=[PLAYERS[:6], PLAYERS[1:]], ids=["apart", "alike"])
def strange(request, client, matches):
    """Begin a match of people with strange names, with an overrule for a strange reason."""
    match = of_six(matches, request.param)
    address = f"/matches/{match.id}"
    told = {"action": f"{SHELLS} why=?", "by": "1", "why": MARKUP + HEBREW}
    answer = client.post(f"{address}/act", data={**told, "expected": match.seq})
    assert answer.status_code == 303
    return match, address, client


def test_no_name_becomes_an_element_of_a_page(strange):
    match, address, client = strange
    for path in ("/", "/join", *(address + path for path in PAGES)):
        page = client.get(path)
        assert page.status_code == 200, path
        read = Reader(page.text)
        for tag, attributes in read.elements:
            assert not [name for name in attributes if name.startswith("on")], (path, tag)
        assert "<svg onload" not in page.text, path
        assert "alert(1)" not in str([one for one in read.elements if one[0] == "script"])
    shown = Reader(client.get(address).text).words
    for name in set(match.setup.names) - {"Ann"}:
        assert name in shown.replace("\u2068", "").replace("\u2069", ""), name


def test_names_that_run_from_right_to_left_stand_apart(strange):
    """Else they would turn around the sentence that they stand in."""
    _, address, client = strange
    for path in ("/", *(address + path for path in PAGES)):
        page = unescape(client.get(path).text)
        for found in re.finditer(re.escape(HEBREW), page):
            before = page[max(0, found.start() - 40) : found.start()]
            reason = MARKUP in before  # the reason of the overrule is one piece with what is in it
            assert reason or before.endswith(("\u2068", "<bdi>", '="')), (path, before)


def test_two_of_one_name_are_told_apart_on_the_table(client, matches):
    for other in ("Ann", " Ann", "Ann\u200b", "An\u00adn", "\u2060Ann\ufe0f"):
        match = of_six(matches, ("Ann", other, "Bo", "Cy", "Di", "Ed"))
        words = Reader(client.get(f"/matches/{match.id}").text).words
        assert "Ann (1)" in words, ascii(other)
        assert "(2)" in words, ascii(other)


def test_two_of_one_name_are_told_apart_in_titles_lists_and_for_programs(client, matches):
    match = matches.open("waves", Setup(("Ann", "Ann", "Bo")))
    page = f"/matches/{match.id}"
    assert "<title>Waves · Ann (1), Ann (2), Bo</title>" in client.get(page).text
    told = client.get(page, headers={"Accept": "application/json"}).json
    assert (["Ann", "Ann", "Bo"], ["Ann (1)", "Ann (2)", "Bo"]) == (told["names"], told["called"])
    assert "<bdi>Ann (2)</bdi>" in client.get("/").text
    assert client.post(f"{page}/seats/1/own").status_code == 303
    assert "<title>Waves · Ann (2)</title>" in client.get(f"{page}/seats/1").text
    assert "As Ann (2) sees it" in client.get(f"{page}/more").text


@pytest.mark.parametrize(
    "name", ["\u200b", "\u2060 \u200d", "\u3164", "\u2800", "a\x1b[31m", "\u202eabc",
             "a\x00", "a\x9bb", "\ud800"]
)  # fmt: skip
def test_a_name_of_signs_that_cannot_be_seen_is_refused(client, matches, name):
    sent = {"count": "3", "name": [name, "Bo", "Cy"]}
    if name.isprintable() or name != "\ud800":
        assert client.post("/new/waves", data=sent).status_code == 400
    with pytest.raises(Exception, match=r"visible|needs a name"):
        matches.open("waves", Setup((name, "Bo", "Cy"), (("council", "house"),)))


def test_programs_get_names_and_reasons_as_they_were_written(strange):
    match, address, client = strange
    answer = client.get(address, headers={"Accept": "application/json"})
    assert answer.json["names"] == list(match.setup.names)
    assert answer.mimetype == "application/json"
    assert b"<svg" not in answer.data or answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_transcript_keeps_names_and_reasons(strange):
    match, address, client = strange
    exported = client.get(f"{address}/transcript.txt")
    assert exported.mimetype == "text/plain"
    assert exported.headers["Content-Disposition"].startswith("attachment")
    again = client.post("/transcripts", data={"text": exported.text}).location
    told = client.get(again, headers={"Accept": "application/json"}).json
    assert told["names"] == list(match.setup.names)
    assert client.get(f"{again}/transcript.txt").text == exported.text


def orders_in(text):
    """Return what a terminal would obey, or what would turn a line around."""
    unseen = {"Cc", "Zl", "Zp"}
    return [
        sign
        for sign in text.replace("\n", "")
        if unicodedata.category(sign) in unseen or sign in "\u202e\u2066\u2067"
    ]


def test_no_terminal_obeys_a_reason_and_no_line_breaks_where_none_was(tmp_path):
    """Who overrules may write what they like; it is printed, exported and read again."""
    store = SqliteStore(tmp_path / "referee.sqlite3")
    app = create_app(store, load_all())
    client = app.test_client()
    match = of_six(app.extensions["referee"].matches, PLAYERS[:6])
    for action, more in (
        (f"{SHELLS} why=?", {"by": "0", "why": ORDERS}),
        (f'overrule shells count=3 by=1 why="{ORDERS}"'.replace("\n", "\\n"), {}),
    ):
        sent = {"action": action, "expected": match.seq, **more}
        assert client.post(f"/matches/{match.id}/act", data=sent).status_code == 303
    exported = client.get(f"/matches/{match.id}/transcript.txt").text
    assert orders_in(exported) == []
    again = client.post("/transcripts", data={"text": exported})
    assert again.status_code == 303, again.text
    assert client.get(f"{again.location}/transcript.txt").text == exported
    store.close()
    file = tmp_path / "match.txt"
    file.write_text(exported, "utf-8")
    for command in (
        ["matches", "--data", str(tmp_path)],
        ["export", match.id, "--data", str(tmp_path)],
        ["replay", str(file)],
        ["replay", "--json", str(file)],
    ):
        ran = CliRunner().invoke(main, command)
        assert ran.exit_code == 0, (command, ran.output)
        assert ran.output.strip(), command
        assert orders_in(ran.output) == [], command


def test_no_terminal_obeys_a_file_that_is_no_transcript(tmp_path):
    file = tmp_path / "x.txt"
    for line in (ORDERS.replace("\n", " "), "game \x1b[2Jwaves", "game waves\nseats \x1b[2J, Bo",
                 "game waves\nseats A, B, C\n> \x1b[2J"):  # fmt: skip
        file.write_text(line, "utf-8")
        ran = CliRunner().invoke(main, ["replay", str(file)])
        assert ran.exit_code != 0
        assert orders_in(ran.output) == [], ascii(ran.output)


def test_a_printers_name_is_shown_as_it_was_written(client):
    measured = {"name": MARKUP, "across": "150", "down": "200", "left": "30", "top": "40"}
    answer = client.post("/print/printers", data=measured)
    assert answer.status_code == 303
    for path in ("/print/printers", "/print/waves"):
        page = client.get(path).text
        assert "<svg onload" not in page
        assert MARKUP in unescape(page)


@pytest.mark.parametrize("why", ["\u200b", " \u2060\u200d ", "\u3164"])
def test_a_reason_that_nobody_can_see_is_none(why, table):
    before = table.match.seq
    for text, more in (
        (f"{SHELLS} why=?", {"by": "0", "why": why}),
        (f'{SHELLS} by=0 why="{why}"', {}),
    ):
        refused = table.enter(text, **more, sure="yes")
        assert (400, before) == (refused.status_code, table.match.seq)
        assert "Please give a reason." in refused.text


def test_a_letter_keeps_three_accents_and_no_tower(seat):
    tower = "Zo" + "\u0301" * 30 + "e"
    page = seat(tower, "Đặng", "שָׁלוֹם", council="house").page()
    assert "\u0301" * 3 + "e" in page
    assert "\u0301" * 4 not in page
    assert "Đặng" in page
