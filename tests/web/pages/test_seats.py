"""Hidden cards go from hand to hand on a tablet, and a seat has one owner."""

import re

import pytest
from parlour.hushed import GAME as HUSHED

from referee.core import Setup
from referee.match import SqliteStore
from referee.web import Settings, create_app

JSON = {"Accept": "application/json"}


def cookies(answer):
    return answer.headers.getlist("Set-Cookie")


def test_a_page_that_shows_no_secret_gives_no_cookie(parlour):
    client = parlour.device()
    for path in ("", "/show", "/history", "/more", "/why"):
        assert cookies(client.get(parlour.address + path)) == []


@pytest.mark.parametrize("page", ["/seats", "/seats/0/cover"])
def test_a_device_is_known_before_it_holds_its_first_seat(parlour, page):
    """Else a finger that taps twice would be two devices, one of them locked out."""
    client = parlour.device()
    (cookie,) = cookies(client.get(parlour.address + page))
    assert cookies(client.get(parlour.address + page)) == []
    for _ in range(2):
        twin = parlour.app.test_client()  # sent before the answer to the first has come
        name, _, value = cookie.partition(";")[0].partition("=")
        twin.set_cookie(name, value)
        answer = twin.post(f"{parlour.address}/seats/0/own")
        assert (answer.status_code, answer.location) == (303, f"{parlour.address}/seats/0")
        name_of_it, *_ = value.partition(".")
        assert all(name_of_it in settled for settled in cookies(answer)), "it stays who it is"


def test_the_cookie_of_a_device_lasts_and_is_for_us_alone(parlour):
    answer = parlour.device().post(f"{parlour.address}/seats/0/own")
    (cookie,) = cookies(answer)
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Expires=" in cookie


def test_the_table_offers_the_hidden_cards_while_somebody_can_tell_some(parlour):
    client = parlour.device()
    assert 'data-tool="secrets"' in client.get(parlour.address).text
    for _ in range(6):
        seat = parlour.match.state.turn
        parlour.enter(client, f"pass seat={seat}")
    assert parlour.match.outcome is not None
    assert 'data-tool="secrets"' not in client.get(parlour.address).text


def test_a_game_without_notes_never_offers_hidden_cards(table):
    assert 'data-tool="secrets"' not in table.page()
    assert "data-own" not in table.page()


def test_an_own_phone_shows_the_table_with_what_only_its_owner_knows(parlour, actions):
    phone = parlour.device(0)
    page = phone.get(f"{parlour.address}/seats/0").text
    assert 'data-role="seat"' in page
    assert 'data-seat="0"' in page
    assert "You have whispered 0 of your words." in page
    assert [f"whisper seat=0 card={card} word={word}" for card in (0, 1)
            for word in ("ant", "bee", "cat", "dog")] == actions(page)[:8]  # fmt: skip
    assert "pass seat=0" in actions(page)
    assert re.search(r'data-stream="[^"]*role=seat&amp;seat=0[&"]', page)


def test_a_note_from_an_own_phone_leads_back_to_it_and_lifts_a_corner(parlour):
    phone = parlour.device(0)
    answer = parlour.enter(phone, "whisper seat=0 card=1 word=bee", seat=0)
    assert (answer.status_code, answer.location) == (303, f"{parlour.address}/seats/0")
    page = phone.get(answer.location).text
    assert 'class="piece card down own"' in page
    assert 'aria-label="bee, 2, face down, only you know this"' in page
    assert 'class="piece card down own"' not in phone.get(parlour.address).text


def test_the_buttons_of_the_table_work_on_an_own_phone(parlour):
    phone = parlour.device(1)
    answer = parlour.enter(phone, "pass seat=0", seat=1)
    assert answer.location == f"{parlour.address}/seats/1"
    refused = parlour.enter(phone, "pass seat=0", seat=1)
    assert refused.status_code == 409
    assert 'data-refusal="refused"' in refused.text
    assert 'data-role="seat"' in refused.text
    elsewhere = parlour.enter(parlour.device(), "pass seat=1", seat=1)
    assert elsewhere.location == parlour.address


@pytest.mark.parametrize("path", ["", "/seats/0", "/seats/1"])
def test_a_note_is_taken_only_where_its_seat_is_held(path, parlour):
    phone, other = parlour.device(0), parlour.device(1)
    before = parlour.match.seq
    for client in (parlour.device(), other):
        answer = parlour.enter(client, "whisper seat=0 card=0 word=ant", seat=path[-1:])
        assert answer.status_code == 403
        assert "Only Ann can enter that" in answer.text
    assert parlour.match.seq == before
    assert parlour.enter(phone, "whisper seat=0 card=0 word=ant").status_code == 303


def test_nobody_can_tell_for_a_place_where_nobody_sits(parlour):
    phone = parlour.device(0)
    for seat in ("7", "table"):
        answer = parlour.enter(phone, f"whisper seat={seat} card=0 word=ant")
        assert answer.status_code == 400


def test_a_program_of_the_holder_gets_what_only_that_seat_knows(parlour):
    phone = parlour.device(0)
    parlour.enter(phone, "whisper seat=0 card=0 word=cat")
    told = phone.get(f"{parlour.address}/seats/0", headers=JSON).json
    assert told["view"]["words"][0] == ["cat", None]
    assert told["own"]["say"] == "You have whispered 1 of your words."
    assert "whisper seat=0 card=0 word=ant" in told["own"]["choices"]
    for client in (phone, parlour.device()):
        public = client.get(parlour.address, headers=JSON).json
        assert public["view"]["words"] == [[None, None], [None, None]]
        assert "own" not in public
    assert parlour.device().get(f"{parlour.address}/seats/0", headers=JSON).status_code == 409


def test_a_note_moves_nothing_for_the_others(parlour):
    phone, tablet = parlour.device(0), parlour.device()
    page = tablet.get(parlour.address).text
    parlour.enter(phone, "whisper seat=0 card=0 word=cat")
    assert page == tablet.get(parlour.address).text
    assert tablet.get(parlour.address, headers=JSON).json["seq"] == 0
    assert parlour.enter(tablet, "pass seat=0", expected=0).status_code == 303


# ---------------------------------------------------------------- handing over


def test_the_list_asks_whose_cards_and_says_where_they_are(parlour):
    tablet = parlour.device()
    page = tablet.get(f"{parlour.address}/seats").text
    assert "Whose hidden cards?" in page
    assert page.count('data-tool="cover"') == 2
    assert page.count('data-tool="own"') == 2
    parlour.device(1)
    parlour.opened(tablet, 0)
    page = tablet.get(f"{parlour.address}/seats").text
    assert "already opened on this screen" in page
    assert "on another screen" in page
    assert page.count('data-tool="let-go"') == 1
    assert 'data-tool="own"' not in page


def test_the_cards_are_the_answer_to_a_slip_that_is_good_once(parlour):
    tablet = parlour.device()
    address = f"{parlour.address}/seats/1"
    slip = parlour.slip(tablet.get(f"{address}/cover").text)
    opened = tablet.post(f"{address}/open", data={"slip": slip})
    assert "data-secret" in opened.text
    assert "You have whispered 0 of your words." in opened.text
    assert opened.headers["Cache-Control"] == "no-store"
    for data in ({"slip": slip}, {"slip": "guessed"}, {}):
        again = tablet.post(f"{address}/open", data=data)
        assert "data-secret" not in again.text
        assert "Hand this screen to Bo" in again.text


def test_a_slip_of_one_seat_opens_no_other(parlour):
    tablet = parlour.device()
    slip = parlour.slip(tablet.get(f"{parlour.address}/seats/1/cover").text)
    answer = tablet.post(f"{parlour.address}/seats/0/open", data={"slip": slip})
    assert "data-secret" not in answer.text


@pytest.mark.parametrize("path", ["open", "note", ""])
def test_what_was_opened_has_no_address(path, parlour):
    tablet = parlour.device()
    parlour.opened(tablet, 1)
    answer = tablet.get(f"{parlour.address}/seats/1/{path}".rstrip("/"))
    assert (answer.status_code, answer.location) == (302, f"{parlour.address}/seats/1/cover")


def test_a_note_stays_on_the_page_which_is_renewed(parlour):
    tablet = parlour.device()
    page = parlour.opened(tablet, 1)
    address = f"{parlour.address}/seats/1/note"
    data = {
        "action": "whisper seat=1 card=1 word=cat",
        "expected": 0,
        "slip": parlour.slip(page),
        "note": "card-1",
    }
    renewed = tablet.post(address, data=data)
    assert renewed.status_code == 200
    assert "You have whispered 1 of your words." in renewed.text
    assert 'aria-label="cat, 3, face down, only you know this"' in renewed.text
    assert re.search(r'value="card-1" id="note-card-1"[^>]* checked', renewed.text)
    seq = parlour.match.seq
    again = tablet.post(address, data=data)
    assert "data-secret" not in again.text
    assert "cat" not in again.text
    assert parlour.match.seq == seq


def test_a_note_that_is_refused_says_so_on_the_same_page(parlour):
    tablet = parlour.device()
    slip = parlour.slip(parlour.opened(tablet, 1))
    data = {"action": "whisper seat=1 card=7 word=cat", "expected": 0, "slip": slip}
    answer = tablet.post(f"{parlour.address}/seats/1/note", data=data)
    assert answer.status_code == 409
    assert "data-secret" in answer.text
    assert 'data-refusal="refused"' in answer.text


@pytest.mark.parametrize("action", ["pass seat=0", "whisper seat=0 card=0 word=ant", "nonsense"])
def test_on_the_page_of_a_seat_only_its_notes_are_taken(action, parlour):
    tablet = parlour.device()
    parlour.opened(tablet, 0)
    slip = parlour.slip(parlour.opened(tablet, 1))
    data = {"action": action, "expected": 0, "slip": slip}
    answer = tablet.post(f"{parlour.address}/seats/1/note", data=data)
    assert answer.status_code >= 400
    assert parlour.match.seq == 0


def test_a_tablet_whose_script_runs_is_not_hurried_by_the_browser(parlour):
    tablet = parlour.device()
    address = f"{parlour.address}/seats/1"
    for scripted, refresh in (("", f"30; url={address}/cover?hidden="), ("yes", None)):
        slip = parlour.slip(tablet.get(f"{address}/cover").text)
        data = {"slip": slip, "scripted": scripted}
        assert tablet.post(f"{address}/open", data=data).headers.get("Refresh") == refresh


def test_a_tablet_of_several_people_shows_no_cards_at_an_address(parlour):
    tablet = parlour.device()
    for seat in (0, 1):
        parlour.opened(tablet, seat)
    for seat in (0, 1):
        assert tablet.get(f"{parlour.address}/seats/{seat}").status_code == 302
        stream = tablet.get(f"{parlour.address}/stream?role=seat&seat={seat}")
        assert stream.status_code == 403
    refused = tablet.post(f"{parlour.address}/seats/0/own")
    assert refused.status_code == 409
    assert "Release them first" in refused.text


def test_an_own_phone_shows_the_way_of_its_own_seat_only(parlour):
    phone = parlour.device(0)
    page = phone.get(f"{parlour.address}/seats").text
    assert ["my-table"] == re.findall(r'data-tool="(my-table|cover|own)"', page)
    assert "can open them on another phone or on the tablet" in page
    cover = phone.get(f"{parlour.address}/seats/1/cover").text
    assert "This is Ann’s phone" in cover
    assert "Bo can open the hidden cards on another phone or on the tablet." in cover
    assert 'name="slip"' not in cover


# ---------------------------------------------------------------- who holds a seat


def test_a_second_device_is_told_in_plain_words(parlour):
    parlour.device(1)
    other = parlour.device()
    page = other.get(f"{parlour.address}/seats/1/cover").text
    assert "Bo’s hidden cards are on another screen" in page
    assert 'data-tool="open"' not in page
    assert other.post(f"{parlour.address}/seats/1/own").status_code == 409
    with parlour.app.app_context():
        slip = parlour.app.extensions["referee"].one_time_tokens.give((parlour.match.id, 1))
    answer = other.post(f"{parlour.address}/seats/1/open", data={"slip": slip})
    assert answer.status_code == 409
    assert "data-secret" not in answer.text


def test_a_seat_is_let_go_where_it_is_held_and_elsewhere_after_a_question(parlour):
    phone, other = parlour.device(1), parlour.device()
    address = f"{parlour.address}/seats/1/release"
    asked = other.post(address)
    assert "will be hidden everywhere until Bo opens them again" in asked.text
    assert phone.get(f"{parlour.address}/seats/1").status_code == 200
    assert other.post(address, data={"sure": "yes"}).status_code == 303
    assert phone.get(f"{parlour.address}/seats/1").status_code == 302
    parlour.opened(other, 1)
    assert other.post(address).location == f"{parlour.address}/seats"
    assert "data-secret" in parlour.opened(phone, 1)


@pytest.mark.parametrize("path", ["seats/2", "seats/2/cover", "seats/99/cover"])
def test_a_seat_that_nobody_has_is_not_found(path, parlour):
    assert parlour.device().get(f"{parlour.address}/{path}").status_code == 404


def test_a_device_that_made_its_cookie_up_holds_nothing(parlour):
    parlour.device(0)
    client = parlour.app.test_client()
    client.set_cookie(parlour.app.config["SESSION_COOKIE_NAME"], "eyJkZXZpY2UiOiJhIn0.x.y")
    assert client.get(f"{parlour.address}/seats/0").status_code == 302


def test_a_seat_is_still_held_after_a_restart(tmp_path):
    path = tmp_path / "matches.sqlite3"
    before, after = SqliteStore(path), SqliteStore(path)
    app = create_app(before, {"hushed": HUSHED}, Settings())
    match = app.extensions["referee"].matches.open("hushed", Setup(("Ann", "Bo")))
    phone = app.test_client()
    address = phone.post(f"/matches/{match.id}/seats/0/own").location
    again = create_app(after, {"hushed": HUSHED}, Settings()).test_client()
    name = app.config["SESSION_COOKIE_NAME"]
    cookie = phone.get_cookie(name)
    assert cookie is not None
    again.set_cookie(name, cookie.value)
    assert again.get(address).status_code == 200
    before.close()
    after.close()


def test_each_referee_has_a_key_of_its_own():
    keys = {create_app(SqliteStore(":memory:"), {}, Settings()).secret_key for _ in range(3)}
    assert len(keys) == 3
