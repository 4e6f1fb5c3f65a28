"""The story, its reasons, and mending an earlier entry."""

import re
from importlib.resources import files

import pytest

from referee.web.pages import history


def fix(table, seq, verb, **data):
    return table.client.post(
        f"{table.address}/entries/{seq}/{verb}", data={"expected": table.match.seq, **data}
    )


def texts(table):
    return [step.text for step in table.match.now.steps]


def test_the_story_is_told_in_sentences_with_a_way_to_fix_each(table):
    table.enter("rebel slot=0 count=2")
    page = table.page("/history")
    assert page.index("Ann laid 2 Rebels.") < page.index("Ann: the Elder is a Seer.")
    assert page.count('data-tool="fix"') == 5
    assert "Undo: Ann laid 2 Rebels." in page


def test_a_very_long_story_is_told_page_by_page_and_all_of_it_can_be_reached(table, monkeypatch):
    monkeypatch.setattr(history, "_PAGE", 3)
    table.enter("rebel slot=0 count=2")
    page = table.page("/history")
    assert re.findall(r'data-line="(\d+)"', page) == ["5", "4", "3"]
    assert 'data-tool="latest"' not in page
    (earlier,) = re.findall(r'<a[^>]* href="([^"]+)"[^>]* data-tool="earlier"', page)
    page = table.client.get(earlier).text
    assert re.findall(r'data-line="(\d+)"', page) == ["2", "1"]
    assert 'data-tool="earlier"' not in page
    (latest,) = re.findall(r'<a[^>]* href="([^"]+)"[^>]* data-tool="latest"', page)
    assert re.findall(r'data-line="(\d+)"', table.client.get(latest).text) == ["5", "4", "3"]


def test_a_story_that_fits_one_page_leads_nowhere_else(table):
    page = table.page("/history")
    assert page.count("data-line=") == 4
    assert not re.search('data-tool="(earlier|latest)"', page)


@pytest.mark.parametrize("before", ["", "0", "99", "x", "999999999"])
def test_a_page_of_the_story_can_be_asked_for_from_anywhere(table, before):
    assert table.client.get(f"{table.address}/history?before={before}").status_code == 200


def test_an_empty_story_says_so(seat):
    assert "Nothing yet." in seat("Ann", "Bo").page("/history")


def test_an_entry_offers_what_was_possible_at_its_moment(table, actions):
    page = table.page("/entries/2")
    offered = [action for action in actions(page) if "slot=1" in action]
    assert offered == [
        f"elder slot=1 card={card}" for card in ("keeper", "knight", "seer", "noble")
    ]


def test_an_earlier_entry_can_be_changed(table):
    assert fix(table, 2, "replace", action="elder slot=1 card=knight").status_code == 303
    assert "elder slot=1 card=knight" in texts(table)
    page = table.page("/history")
    assert "Bo: the Elder is a Knight." in page
    assert "Before: Bo: the Elder is a Scholar." in page


def test_a_change_that_something_hangs_on_asks_first(table):
    table.enter("follow slot=0")
    before = table.match.seq
    answer = fix(table, 2, "retract")
    assert answer.status_code == 409
    assert "data-conflict=" in answer.text
    assert "Nothing was changed." in answer.text
    assert 'name="onward" value="1"' in answer.text
    assert table.match.seq == before
    assert fix(table, 2, "retract", onward="1").status_code == 303
    assert "elder slot=1 card=scholar" not in texts(table)


def test_a_conflict_is_json_for_programs(table):
    table.enter("follow slot=0")
    answer = table.client.post(
        f"{table.address}/entries/2/retract",
        json={"expected": table.match.seq},
        headers={"Accept": "application/json"},
    )
    assert answer.status_code == 409
    assert answer.json["problem"] == "conflict"
    assert answer.json["entry"] == 5


def test_what_was_taken_back_can_be_put_back(table):
    table.enter("follow slot=0")
    told = table.match.seq
    fix(table, told, "retract")
    page = table.page(f"/entries/{told}")
    assert 'data-tool="put-back"' in page
    assert fix(table, table.match.seq, "retract").status_code == 303
    assert texts(table)[-1] == "follow slot=0"


def test_fixing_twice_with_one_press_counts_once(table):
    seq = table.match.seq
    for _ in range(2):
        table.client.post(
            f"{table.address}/entries/4/replace",
            data={"expected": seq, "action": "elder slot=3 card=keeper"},
        )
    assert table.match.seq == seq + 1


@pytest.mark.parametrize("seq", [0, 99])
def test_an_entry_that_is_not_there_is_said_plainly(table, seq):
    answer = table.client.get(f"{table.address}/entries/{seq}")
    assert answer.status_code == 409
    assert "There is no such entry." in answer.text


def test_reasons_come_with_numbers_rule_and_citation(table):
    page = table.page("/why")
    assert 'data-fact="open-majority"' in page
    assert "Seers hold the Open Majority" in page
    assert 'data-rule="W' in page or 'data-rule="open-majority"' in page
    assert "<cite>" in page


def test_a_choice_that_is_missing_has_its_reason(table):
    page = table.page("/why")
    assert 'id="missing"' in page
    assert "nobody can lay more than they hold" in page
    assert "/why#missing" in table.page()


def test_before_the_first_decision_there_is_a_word_about_it(seat):
    assert "Nothing has been decided yet." in seat("Ann", "Bo").page("/why")


def test_all_rules_can_be_read(client):
    page = client.get("/games/waves/rules").text
    assert page.count("data-rule=") > 40
    assert "Rulebook p. 9-14" in page
    assert not re.search(r">\s*(W\d+|open-majority|extra-rebels)\s*<", page)


def test_people_read_where_a_rule_is_written_and_not_its_short_name(table):
    page = table.page("/history")
    entry = f"{table.address}/rules#rule-open-majority"
    assert f'<cite><a href="{entry}" data-panel>Rulebook p. 9-14, Open Majority</a></cite>' in page
    assert not re.search(r">\s*(W\d+|open-majority)\s*<", page)


def test_why_begins_with_what_was_decided_and_folds_what_matters_less(client, matches):
    golden = files("referee.games.waves").joinpath("transcripts", "game-teams-of-four.txt")
    lines = golden.read_text("utf-8").splitlines()
    entries = [at for at, line in enumerate(lines) if line.startswith(">")]
    match = matches.load("\n".join(lines[: entries[43]]))
    page = client.get(f"/matches/{match.id}/why").text
    assert page.index("What was just decided") < page.index("Not possible now")
    assert re.search(r"and \d more rules", page)
    shown = re.findall(r'<article class="decided" data-line="(\d+)"', page)
    told = [line for line in match.story() if str(line.seq) in shown]
    minor = [fact for line in told for fact in line.facts if fact.fact.minor]
    main = [fact for line in told for fact in line.facts if not fact.fact.minor]
    unfolded = re.sub(r"<details.*?</details>", "", page, flags=re.DOTALL)
    assert minor
    assert unfolded.count("data-fact=") == len(main)
    assert page.count("data-fact=") == len(main) + len(minor)
