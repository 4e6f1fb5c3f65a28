"""The table screen, and what is entered at it."""

import json
import re
from dataclasses import replace

import pytest

from referee.match import Played, SqliteStore, StoreBusy
from referee.match.moment import follow_log

NAMES = ("<svg onload=alert(1)>", "🦀 Zoë", "سارة", "O'Neil & {sons}")


def test_the_screen_says_what_to_do_and_offers_what_is_possible(table, actions):
    page = table.page()
    assert ">Ann: lay your Agents. One Follower, or Rebels?</li>" in page, "after what hands do"
    assert actions(page) == [
        "follow slot=0",
        *(f"rebel slot=0 count={count}" for count in range(1, 6)),
    ]


def test_a_tap_is_entered_and_leads_back_to_the_table(table):
    answer = table.enter("follow slot=0")
    assert (answer.status_code, answer.location) == (303, table.address)
    assert "Bo: lay your Agents" in table.page()


def test_what_another_program_is_in_the_way_of_is_refused_in_a_sentence(table, monkeypatch):
    def held(*_):
        raise StoreBusy("database is locked")

    before = table.match.seq
    monkeypatch.setattr(SqliteStore, "append", held)
    answer = table.enter("follow slot=0")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert "Another program is using the stored matches right now. Nothing was" in answer.text
    assert ">Ann: lay your Agents" in answer.text, "it is the table’s own page"
    assert table.match.seq == before


def test_the_same_button_twice_counts_once(table):
    before = table.match.seq
    answers = [
        table.client.post(
            f"{table.address}/act", data={"action": "follow slot=0", "expected": before}
        )
        for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert table.match.seq == before + 1


def test_undo_pressed_twice_takes_back_one_entry(table):
    table.enter("follow slot=0")
    told = len(table.match.now.steps)
    seq = table.match.seq
    for _ in range(2):
        table.client.post(f"{table.address}/undo", data={"expected": seq})
    assert len(table.match.now.steps) == told - 1


def test_another_button_of_an_old_screen_is_answered_kindly(table):
    before = table.match.seq
    table.enter("follow slot=0")
    answer = table.enter("rebel slot=0 count=2", expected=before)
    assert answer.status_code == 409
    assert answer.text.count("was faster") == 1
    assert "The game has not changed" not in answer.text
    assert "Ann laid a Follower." in answer.text
    assert table.match.seq == before + 1


def test_a_re_sent_key_gets_the_first_answer(table):
    before = table.match.seq
    first = table.enter("follow slot=0", key="tap-1", expected=before)
    again = table.enter("follow slot=0", key="tap-1", expected=before)
    assert (first.status_code, again.status_code) == (303, 303)
    assert table.match.seq == before + 1


def test_a_refused_entry_changes_nothing_and_gives_the_rule(table):
    before = table.match.seq
    answer = table.enter("rebel slot=1 count=2")
    assert answer.status_code == 409
    assert 'data-refusal="refused" data-rule="play"' in answer.text
    assert "Ann is next" in answer.text
    assert "The game has not changed." in answer.text
    assert table.match.seq == before


def test_a_refusal_offers_to_fix_the_entry_that_may_be_wrong(table):
    table.enter("follow slot=0")
    laid = table.match.seq
    answer = table.enter("rebel slot=0 count=2")
    assert answer.status_code == 409
    assert f'href="{table.address}/entries/{laid}"' in answer.text
    assert "Fix: Ann laid a Follower." in answer.text


@pytest.mark.parametrize("text", ["nonsense", "rebel slot=x count=1", "", "elder", "“”"])
def test_what_is_no_entry_is_said_in_plain_words(table, text):
    before = table.match.seq
    answer = table.enter(text)
    assert answer.status_code == 400
    assert "That was not accepted" in answer.text
    assert table.match.seq == before


@pytest.mark.parametrize("expected", ["", "now", "-1", "1.5"])
def test_a_command_must_say_which_moment_it_is_for(table, expected):
    assert table.enter("follow slot=0", expected=expected).status_code == 400


def test_names_stand_as_they_were_written(seat):
    table = seat(*NAMES)
    for path in ("", "/show", "/history", "/why", "/overrule", "/more"):
        page = table.page(path)
        assert "<svg onload" not in page
        assert "O'Neil & {sons}" not in page  # escaped, and no place of a template
    page = table.page()
    assert "&lt;svg onload=alert(1)&gt;" in page
    assert "O&#39;Neil &amp; {sons}" in page
    assert re.search(rf"<bdi[^>]*>\u2068{NAMES[2]}\u2069</bdi>", page)
    assert "🦀 Zoë" in page


def test_a_name_that_runs_the_other_way_turns_no_sentence_around(seat):
    table = seat("Ann", NAMES[2])
    for slot in range(4):
        table.enter(f"elder slot={slot} card=seer")
    table.enter("follow slot=0")
    for path in ("", "/show", "/history", "/why", "/overrule"):
        page = table.page(path).replace(f"\u2068{NAMES[2]}\u2069", "")
        assert NAMES[2] not in page, path


def test_every_place_of_the_table_is_drawn(table):
    page = table.page()
    assert re.findall(r'data-zone="([^"]*)"', page) == [
        *(f"slot-{slot}" for slot in range(4)),
        "shells",
        "tablet",
    ]
    assert 'class="felt ring-4"' in page
    assert 'class="place place-0 acting"' in page


def test_choices_of_several_places_come_in_groups(table, actions):
    for slot in range(4):
        table.enter(f"rebel slot={slot} count=1")
    page = table.page()
    assert re.findall(r'data-group="([^"]*)"', page) == [f"slot-{slot}" for slot in range(4)]
    assert len(re.findall(r'name="group"[^>]* checked', page)) == 1
    assert page.count('class="onto" for="group-slot-') == 4
    assert len(actions(page)) == 20


def test_the_television_shows_the_same_without_buttons(table, actions):
    page = table.page("/show")
    assert "Ann: lay your Agents" in page
    assert "<form" not in page
    assert "<button" not in page
    assert actions(page) == []


def test_undo_and_redo_say_what_they_reach(table):
    table.enter("follow slot=0")
    assert "Undo: Ann laid a Follower." in table.page()
    table.client.post(f"{table.address}/undo", data={"expected": table.match.seq})
    assert "Redo: Ann laid a Follower." in table.page()
    table.client.post(f"{table.address}/redo", data={"expected": table.match.seq})
    assert "Undo: Ann laid a Follower." in table.page()


def test_nothing_to_undo_is_no_failure(seat):
    table = seat("Ann", "Bo")
    answer = table.client.post(f"{table.address}/undo", data={"expected": 0})
    assert answer.status_code == 409
    assert "That was not accepted" in answer.text


def test_an_overrule_asks_who_and_why(table):
    page = table.page("/overrule")
    assert 'value="overrule shells count=0 why=?"' in page
    decided = "overrule shells count=0 why=?"
    assert table.enter(decided).status_code == 400, "the place of a reason is none"
    assert table.enter(decided, why="  ", by="table").status_code == 400
    assert table.enter(decided, why="we lost them", by="9").status_code == 400
    assert table.enter(decided, why="we lost\n them", by="2").status_code == 303
    assert table.match.now.steps[-1].text == 'overrule shells count=0 why="we lost them" by=2'
    assert "we lost them" in table.page("/history")


def test_what_a_program_leaves_empty_is_not_taken_for_a_word(table):
    def send(action):
        nothing = {"key": None, "source": None, "why": None, "by": None, "sure": None}
        sent = {**nothing, "action": action, "expected": table.match.seq}
        headers = {"Accept": "application/json"}
        return table.client.post(f"{table.address}/act", json=sent, headers=headers)

    assert send('overrule shells count=0 why="we lost them"').status_code == 200
    assert table.match.now.steps[-1].text == 'overrule shells count=0 why="we lost them"'
    assert table.match.now.rows[-1].source == "tap"
    refused = send(None)
    assert refused.status_code == 400
    assert "None" not in refused.text


def test_what_the_table_can_decide_is_asked_in_two_steps(table):
    page = table.page("/overrule")
    kinds = re.findall(r'data-kind="([^"]*)".*?<summary>.*?<span>(.*?)</span>', page, re.DOTALL)
    assert dict(kinds)["shells"] == "… Shells in the centre"
    assert dict(kinds)["give"] == "… adds a … to the collected Elders"
    ways = re.findall(r'data-action="(overrule give [^"]*)" required><span>(.*?)</span>', page)
    assert len(ways) == 20
    assert ("overrule give seat=0 card=scholar why=?", "Ann · Scholar") in ways


def test_the_end_offers_what_comes_after(client, matches):
    text = "game waves\noption mode=head-to-head\nseats Ann, Bo\n"
    match = matches.load(text)
    cards = ("scholar", "keeper", "knight", "seer", "noble")
    given = [f"overrule give seat=0 card={card} why=test" for card in cards]
    for entry in ("elder slot=0 card=scholar", *given):
        client.post(f"/matches/{match.id}/act", data={"action": entry, "expected": match.seq})
    assert match.outcome is not None
    page = client.get(f"/matches/{match.id}").text
    assert 'data-over="yes"' in page
    assert "data-verdict" in page
    assert "Ann wins!" in page
    for tool in ("rematch", "story", "save", "home", "undo"):
        assert f'data-tool="{tool}"' in page


def test_a_rematch_is_of_the_same_people_and_is_begun_once(table, matches):
    answers = [table.client.post(f"{table.address}/rematch") for _ in range(2)]
    assert answers[0].location == answers[1].location != table.address
    again = matches.get(answers[0].location.rpartition("/")[2])
    assert again.setup.names == table.match.setup.names
    assert again.seq == 0


def test_a_match_can_be_forgotten(table):
    assert table.client.post(f"{table.address}/delete").status_code == 303
    assert table.client.get(table.address).status_code == 404


def test_the_transcript_is_a_file_that_loads_again(table, client, matches):
    answer = client.get(f"{table.address}/transcript.txt")
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    loaded = client.post("/transcripts", data={"text": answer.text})
    assert loaded.status_code == 303
    copy = matches.get(loaded.location.rpartition("/")[2])
    assert copy.transcript() == table.match.transcript()


def test_programs_get_json(table):
    headers = {"Accept": "application/json"}
    shown = table.client.get(table.address, headers=headers).json
    assert shown["say"] == "Ann: lay your Agents. One Follower, or Rebels?"
    assert shown["choices"][0] == "follow slot=0"
    assert shown["view"]["phase"] == "play"
    sent = {"action": "follow slot=0", "expected": shown["seq"], "source": "camera 0.97"}
    taken = table.client.post(f"{table.address}/act", json=sent, headers=headers)
    assert taken.status_code == 200
    assert taken.json["seq"] == shown["seq"] + 1
    assert [entry["entry"] for entry in taken.json["entered"]] == ["follow slot=0"]
    assert table.match.story()[-1].source == "camera 0.97"


def test_programs_get_refusals_as_json(table):
    headers = {"Accept": "application/json"}
    sent = {"action": "rebel slot=1 count=2", "expected": table.match.seq}
    answer = table.client.post(f"{table.address}/act", json=sent, headers=headers)
    assert answer.status_code == 409
    assert answer.json["rule"] == "play"
    assert answer.json["says"].startswith("Ann is next")
    stale = {"action": "follow slot=0", "expected": 1}
    answer = table.client.post(f"{table.address}/act", json=stale, headers=headers)
    assert (answer.status_code, answer.json["expected"]) == (409, 1)
    assert answer.json["seq"] == table.match.seq
    broken = table.client.post(
        f"{table.address}/act", data="{", content_type="application/json", headers=headers
    )
    assert broken.status_code == 400
    assert json.loads(broken.text)["says"]


def test_another_command_under_an_old_key_is_refused(table):
    before = table.match.seq
    table.enter("follow slot=0", key="tap", expected=before)
    answer = table.enter("rebel slot=1 count=2", key="tap")
    assert answer.status_code == 409
    assert "Nothing was changed" in answer.text
    assert table.match.seq == before + 1


def broken(table):
    """Break the log at its third entry, as a change of the rules would."""
    rows = list(table.match.now.rows)
    rows[3] = replace(rows[3], entry=Played("dance\n> x"))
    return follow_log(table.match.game, rows)


def test_a_match_whose_log_is_broken_says_so_everywhere(table):
    table.match._now = broken(table)
    headers = {"Accept": "application/json"}
    shown = table.client.get(table.address, headers=headers).json
    assert shown["broken"]["entry"] == 3
    assert shown["say"] == shown["broken"]["says"]
    assert (shown["choices"], shown["hands"]) == ([], [])
    saved = table.client.get(f"{table.address}/transcript.txt").text.splitlines()
    assert saved[-1].startswith("# This match was saved with other rules.")
    assert sum(line.startswith("> ") for line in saved) == 2
    stale = table.enter("follow slot=0", expected=1)
    assert stale.status_code == 409
    assert "saved with other rules" in stale.text


def test_only_the_last_that_happened_is_told_to_who_was_late(table):
    before = table.match.seq
    for slot in range(4):
        table.enter(f"follow slot={slot}")
    answer = table.enter("rebel slot=0 count=2", expected=before)
    assert "Cy laid a Follower. Di laid a Follower. There was more before that." in answer.text
    assert "Ann laid a Follower. Bo" not in answer.text
