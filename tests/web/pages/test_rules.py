"""The rules and rulings of a game, and the citations that lead there."""

import re
from html import unescape
from importlib.resources import files

import pytest

from referee.core import Origin, Setup
from referee.games import folder_of, load_all

LINKS = re.compile(r'<cite>\s*<a href="([^"#]+)#([^"]+)"[^>]*>([^<]+)</a>\s*</cite>')


def entries_of(page: str) -> dict[str, str]:
    """Return each entry of a page of rules by its anchor, in words."""
    found = re.findall(r'<li id="([^"]+)" data-rule.*?>(.*?)</li>', page, re.DOTALL)
    return {name: " ".join(re.sub("<[^>]+>", " ", unescape(text)).split()) for name, text in found}


@pytest.fixture(params=load_all())
def game(request):
    return load_all()[request.param]


def golden(game):
    folder = files(folder_of(game)).joinpath("transcripts")
    texts = [one.read_text("utf-8") for one in folder.iterdir() if one.name.startswith("game-")]
    return min((text for text in texts if f"\ngame {game.info.slug}\n" in text), key=len)


def test_each_rule_and_ruling_of_a_game_has_its_sentence_its_reason_and_its_source(client, game):
    entries = entries_of(client.get(f"/games/{game.info.slug}/rules").text)
    assert set(entries) == {f"rule-{name}" for name in game.rulebook}
    for rule in game.rulebook.values():
        says = entries[f"rule-{rule.id}"]
        parts = [str(rule.says), str(rule.cites), str(rule.reason), str(rule.source)]
        assert [] == [part for part in parts if part not in says]
        assert str(rule.source) or "the rulebook does not say" in says


def test_our_rulings_stand_apart_from_what_the_rulebook_says(client):
    page = client.get("/games/wave/rules").text
    printed, ours = page.split(f'data-origin="{Origin.RULING.value}"')
    assert 'id="rule-K4"' in printed
    assert 'id="rule-K10"' in ours
    entry = entries_of(page)["rule-K10"]
    assert "Our ruling K10" in entry
    assert "a review (spieletest.at) plays it so" in entry


def test_the_ruling_on_a_row_that_ran_short_is_in_the_list(client):
    entry = entries_of(client.get("/games/war-of-waves/rules").text)["rule-V39"]
    assert "it is filled at the next Replenish" in entry
    assert "Our ruling V39" in entry
    assert "Rulebook, Turn, step 3" in entry


def test_every_citation_on_a_screen_of_a_match_leads_to_its_entry(client, matches, game):
    match = matches.load(golden(game))
    address = f"/matches/{match.id}"
    page = client.get(f"{address}/rules").text
    entries = entries_of(page)
    for path in ("/history", "/why"):
        shown = client.get(f"{address}{path}").text
        links = LINKS.findall(shown)
        assert links
        assert shown.count("<cite>") == len(links)
        for at, anchor, words in links:
            assert f"{address}/rules" == at
            assert unescape(words).strip() in entries[anchor]


def test_a_refusal_leads_to_the_rule_that_it_goes_by(table):
    page = table.enter("reveal slot=0 card=noble").text
    notice = page.partition('data-refusal="refused"')[2].partition("</section>")[0]
    ((at, anchor, _),) = LINKS.findall(notice)
    assert at == f"{table.address}/rules"
    assert f'id="{anchor}"' in table.page("/rules")


def test_a_refusal_in_a_demo_leads_to_the_rules_of_the_game(client):
    pages = [client.get(f"/demos/wave/end-forbidden-talk?at={at}").text for at in range(1, 5)]
    (page,) = [page for page in pages if "data-refusal" in page]
    ((at, anchor, _),) = LINKS.findall(page)
    assert at == "/games/wave/rules"
    assert f'id="{anchor}"' in client.get(at).text


def test_the_rules_are_a_tap_away_from_the_reasons_the_menu_and_the_table_s_decisions(table):
    for path in ("/why", "/more", "/overrule"):
        assert f'href="{table.address}/rules" data-panel' in table.page(path)


def test_what_a_table_has_set_differently_stands_above_its_rules(client, matches):
    options = (("hull", "8,14,21"),)
    match = matches.open("rolling", Setup(("Ann", "Bo"), options))
    page = client.get(f"/matches/{match.id}/rules").text
    settings = page[page.index("data-settings") : page.index("data-origin")]
    assert "8" in settings
    assert "14" not in settings
    usual = matches.open("rolling", Setup(("Ann", "Bo")))
    assert "uses the defaults" in client.get(f"/matches/{usual.id}/rules").text
