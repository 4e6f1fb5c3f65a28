"""What each screen of a table may enter: the server decides, whatever buttons are shown."""

import re

import pytest

from referee.core import Setup
from referee.games import load_all

JSON = {"Accept": "application/json"}
NAMES = ("Ann", "Bo", "Cy")


def test_a_phone_enters_only_for_its_seat(room):
    room.lay_council()
    ann, bo = room.device("seat", 0), room.device("seat", 1)
    match = room.match
    turn = min(match.game.to_act(match.state))
    mine, other = (ann, bo) if turn == 0 else (bo, ann)
    assert turn in {0, 1}
    (action,) = [match.game.format(one) for one in match.game.legal_actions(match.state, turn)][:1]
    refused = room.enter(other, action)
    assert refused.status_code == 403
    name = NAMES[turn]
    assert f"Only the table’s tablet can enter that for {name}." in refused.text
    assert room.enter(other, action, headers=JSON).status_code == 403
    assert room.match.seq == match.seq
    assert room.enter(mine, action).status_code == 303


def test_a_phone_shows_only_what_it_may_enter(room, actions):
    room.lay_council()
    seats = room.match.game.to_act(room.match.state)
    for seat in range(3):
        page = room.device("seat", seat).get(f"{room.address}/seats/{seat}").text
        assert bool(actions(page)) == (seat in seats)
        assert 'data-tool="photo"' not in page
    assert actions(room.tablet.get(room.address).text)


def test_the_tablet_and_another_tablet_enter_for_anybody(room):
    room.lay_council()
    other = room.device("table")
    for client in (room.tablet, other):
        match = room.match
        (turn, *_) = match.game.to_act(match.state)
        action = match.game.format(match.game.legal_actions(match.state, turn)[0])
        assert room.enter(client, action).status_code == 303


def test_what_a_phone_may_not_is_refused_in_a_sentence(room):
    room.lay_council()
    phone = room.device("seat", 1)
    now = {"expected": room.match.heard()}
    before = room.match.seq
    refused = {
        "/entries/1/retract": now,
        "/entries/1/replace": {**now, "action": "elder slot=0 card=noble"},
        "/sightings": now,
        "/rematch": {},
        "/delete": {},
        "/resume": now,
        "/reconcile": now,
        "/camera/zones": {},
        "/seats/0/own": {},
        "/seats/0/open": {},
        "/seats/0/release": {"sure": "yes"},
    }
    for path, data in refused.items():
        answer = phone.post(f"{room.address}{path}", data=data)
        assert answer.status_code == 403, path
        assert "Only the table’s tablet" in answer.text or "stay closed here" in answer.text, path
    assert room.match.seq == before


def test_a_phone_is_shown_no_button_that_would_be_refused(room):
    phone, tools = room.device("seat", 1), {"overrule", "photo-page", "reconcile", "delete"}
    for client, shown in ((room.tablet, tools), (phone, set())):
        page = client.get(f"{room.address}/more").text
        assert {tool for tool in tools if f'data-tool="{tool}"' in page} == shown
        assert 'data-tool="history"' in page


@pytest.mark.parametrize("slug", load_all())
def test_the_menu_is_in_groups_with_a_heading_of_at_most_six_entries(client, slug):
    address = client.post(f"/new/{slug}").location
    page = client.get(f"{address}/more").text
    groups = page.split('<section class="menu-group"')[1:]
    headings = [re.findall(r"<h2[^>]*>([^<]+)</h2>", group) for group in groups]
    assert all(len(found) == 1 for found in headings)
    entries = [group.partition("</ul>")[0].count("<li>") for group in groups]
    assert max(entries) <= 6
    assert min(entries) >= 1
    assert sum(entries) == page.partition("<main")[2].count("<li>")
    (title,) = re.findall(r"<title>([^<]*)</title>", page)
    assert title == f"More · {load_all()[slug].info.title}"


def test_only_the_table_overrules(room):
    room.lay_council()
    phone = room.device("seat", 1)
    kinds = [kind for kind in room.match.game.actions if kind.__name__.startswith("Overrule")]
    found = [one for one in room.match.game.optional_actions(room.match.state)
             if isinstance(one, tuple(kinds))]  # fmt: skip
    text = room.match.game.format(found[0])
    refused = room.enter(phone, text, by="1", why="it fell")
    assert refused.status_code == 403
    assert "Only the table’s tablet can do that." in refused.text
    assert room.enter(room.tablet, text, by="1", why="it fell", sure="yes").status_code == 303


def test_a_phone_takes_back_its_own_latest_entry_and_nobody_elses(room):
    room.lay_council()
    match = room.match
    turn = min(match.game.to_act(match.state))
    mine, other = room.device("seat", turn), room.device("seat", (turn + 1) % 3)
    action = match.game.format(match.game.legal_actions(match.state, turn)[0])
    assert room.enter(mine, action).status_code == 303
    assert 'data-tool="undo"' in mine.get(f"{room.address}/seats/{turn}").text
    assert 'data-tool="undo"' not in other.get(f"{room.address}/seats/{(turn + 1) % 3}").text

    def take(client, what):
        data = {"expected": room.match.heard()}
        return client.post(f"{room.address}/{what}", data=data).status_code

    assert (take(other, "undo"), take(mine, "undo")) == (403, 303)
    assert (take(other, "redo"), take(mine, "redo")) == (403, 303)
    assert (take(mine, "undo"), take(mine, "undo")) in {(303, 403), (303, 303)}
    assert take(room.tablet, "redo") == 303


def test_everybody_reads_who_took_back_what_another_screen_had_entered(room):
    room.lay_council()
    match = room.match
    turn = min(match.game.to_act(match.state))
    phone, television = room.device("seat", turn), room.device("television")
    action = match.game.format(match.game.legal_actions(match.state, turn)[0])
    screens = ((phone, f"{room.address}/seats/{turn}"), (television, f"{room.address}/show"))

    def told():
        pages = [client.get(address).text for client, address in screens]
        return [re.findall(r'class="back">([^<]*)<', page) for page in pages]

    def take(client, what):
        data = {"expected": room.match.heard()}
        assert client.post(f"{room.address}/{what}", data=data).status_code == 303

    room.enter(phone, action)
    assert told() == [[], []]
    take(room.tablet, "undo")
    line = f"The table’s tablet took this back: “{NAMES[turn]}: the Elder is a Scholar.”"
    assert told() == [[line], [line]]
    room.enter(phone, action)
    assert told() == [[], []]
    take(phone, "undo")
    assert told() == [[], []], "who takes back an entry of the own knows it"


@pytest.mark.parametrize("part", ["television", "spectator"])
def test_a_screen_that_only_shows_enters_nothing(part, room):
    room.lay_council()
    client = room.device(part)
    match, before = room.match, room.match.seq
    turn = min(match.game.to_act(match.state))
    action = match.game.format(match.game.legal_actions(match.state, turn)[0])
    refused = [
        room.enter(client, action),
        *(client.post(f"{room.address}/{path}", data={"expected": match.heard()})
          for path in ("undo", "entries/1/retract", "rematch", "delete", "seats/0/own")),
    ]  # fmt: skip
    for answer in refused:
        assert answer.status_code == 403
        assert "This screen only shows the table." in answer.text
        assert "data-action=" not in answer.text
    assert room.match.seq == before


def test_without_a_host_each_own_phone_enters_for_anybody_as_ever(table, app):
    client = app.test_client()
    client.post(f"{table.address}/seats/0/own")
    for _ in range(2):
        (turn, *_) = table.match.game.to_act(table.match.state)
        action = table.match.game.legal_actions(table.match.state, turn)[0]
        data = {"action": table.match.game.format(action), "expected": table.match.heard()}
        assert client.post(f"{table.address}/act", data=data).status_code == 303


def test_every_command_of_a_match_is_refused_to_a_television(room):
    """Also one that is added later."""
    television = room.device("television")
    values = {"match_id": room.id, "seat": "0", "seq": "1", "look": "none", "code": "0"}
    for rule in room.app.url_map.iter_rules():
        if "match_id" not in rule.arguments or rule.rule.startswith("/api/"):
            continue
        if "POST" in rule.methods:
            address = re.sub(r"<(?:\w+:)?(\w+)>", lambda place: values[place[1]], rule.rule)
            assert television.post(address).status_code == 403, address


# ---------------------------------------------------------------- the ways from screen to screen


def test_a_phone_that_becomes_the_host_is_shown_the_way_to_the_whole_table_and_back(room):
    phone = room.device("seat", 1)
    room.tell(room.tablet, "pass-on", screen=room.handle("seat"))
    own = f"{room.address}/seats/1"
    whole = f'href="{room.address}" data-tool="whole-table"'
    assert whole in phone.get(own).text
    assert whole not in phone.get(own).text, "the news is told once"
    menu = phone.get(f"{room.address}/more").text
    assert whole in menu
    assert f'href="{own}" data-tool="my-table"' in menu
    page = phone.get(room.address).text
    assert 'data-role="table"' in page


def test_a_phone_that_enters_for_its_seat_only_is_shown_no_whole_table(room):
    phone = room.device("seat", 1)
    assert 'data-tool="whole-table"' not in phone.get(f"{room.address}/more").text


def test_who_has_not_brought_the_code_is_shown_where_to_type_it(room):
    room.tell(room.tablet, "door", guarded="yes")
    refused = room.enter(room.device(), "elder slot=1 card=seer")
    assert refused.status_code == 403
    assert 'href="/j" data-tool="type-code"' in refused.text


def test_an_own_phone_gives_its_seat_back_where_the_rest_is_found(room):
    phone = room.device("seat", 1)
    menu = phone.get(f"{room.address}/more").text
    assert f'action="{room.address}/seats/1/release"' in menu
    assert 'data-tool="give-back"' not in room.tablet.get(f"{room.address}/more").text
    assert phone.post(f"{room.address}/seats/1/release", data={"sure": "yes"}).status_code == 303
    assert room.join(room.device(), "seat", 1).status_code == 303


def test_the_own_place_lies_near_on_an_own_phone(room):
    for seat in range(3):
        page = room.device("seat", seat).get(f"{room.address}/seats/{seat}").text
        assert re.findall(r'class="place place-(\d)[^>]*data-zone="slot-(\d)"', page) == [
            (str(at), str((seat + at) % 4)) for at in range(4)
        ]


@pytest.mark.parametrize(
    ("slug", "hidden"), [("war-of-waves", "hidden cards"), ("rolling", "hidden dice")]
)
def test_what_is_hidden_is_called_what_it_is(slug, hidden, app, matches):
    match = matches.open(slug, Setup(("Ann", "Bo")))
    phone, tablet = app.test_client(), app.test_client()
    assert f"Whose {hidden}?" in phone.get(f"/matches/{match.id}/seats").text
    assert phone.post(f"/matches/{match.id}/seats/0/own").status_code == 303
    cover = tablet.get(f"/matches/{match.id}/seats/0/cover").text
    assert f"Ann’s {hidden} are on another screen" in cover
    assert f"opened Ann’s {hidden}" in cover


def test_a_game_without_hidden_cards_has_no_eye_on_an_own_phone(room):
    page = room.device("seat", 1).get(f"{room.address}/seats/1").text
    assert 'data-tool="secrets"' not in page


@pytest.mark.parametrize("part", ["television", "spectator"])
def test_a_phone_that_holds_a_seat_is_asked_before_it_becomes_something_else(part, room):
    phone = room.device("seat", 1)
    asked = room.join(phone, part)
    assert asked.status_code == 200
    assert "Give up your seat?" in asked.text
    assert phone.get(f"{room.address}/seats/1").status_code == 200
    sent = {"part": part, "sure": "yes"}
    assert phone.post(f"/j/{room.lobby.code}", data=sent).status_code == 303
    assert phone.get(f"{room.address}/seats/1").status_code == 302


@pytest.mark.parametrize("part", ["television", "spectator"])
def test_who_only_looks_on_finds_the_way_to_be_somebody_else_above_the_symbol(part, room):
    page = room.device(part).get(f"{room.address}/join").text
    assert page.count('data-tool="who"') == 1
    assert page.index('data-tool="who"') < page.index("<img")
    host = room.tablet.get(f"{room.address}/join").text
    assert host.index('data-tool="who"') > host.index("<img")


def test_a_television_has_a_way_back_to_saying_who_it_is(room):
    page = room.device("television").get(f"{room.address}/show").text
    assert f'href="{room.address}/join" data-tool="joining"' in page
