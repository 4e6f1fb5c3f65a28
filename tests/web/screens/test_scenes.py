"""When a screen shows what followed as a picture, and what it says at the end."""

import re

import pytest

from referee.core import Seat, Setup
from referee.core.transcripts import read_transcripts
from referee.match import Match, SqliteStore, UnknownMatch
from referee.match.errors import StoreDamaged
from referee.web.access.rematches import key_of
from referee.web.screens.scenes import scenes_now

SCENES = re.compile(r'data-scenes="(\d+)"')
TALLY = re.compile(r"data-tally>.*?<b>(.*?)</b>", re.DOTALL)


@pytest.fixture
def golden_entries():
    """Return a function that reads the setup and the entries of a golden transcript."""
    from importlib.resources import files  # noqa: PLC0415 - only here

    def read(slug: str, name: str):
        text = (files(f"referee.games.{slug}") / "transcripts" / f"{name}.txt").read_text("utf-8")
        found = next(read_transcripts(text.splitlines()))
        return found.setup, [line.text for line in found.lines if line.mark.value == ">"]

    return read


def submit(match: Match, *entries: str) -> None:
    match.submit([match.game.parse(text) for text in entries], expected_seq=match.seq)


def test_what_followed_from_an_entry_is_a_picture_over_the_table(table):
    # Two Seers, a Scholar and a Noble: the fourth Elder was entry 4.
    page = table.page()
    assert SCENES.findall(page) == ["4"]
    assert "Open Majority: Seers</h2>" in page
    main = page[page.index("<main") : page.index("</main>")]
    assert "data-scenes" in main, "it covers neither the sentence nor the choices"


def test_the_next_entry_takes_the_picture_away(table):
    table.enter("follow slot=0")
    assert not SCENES.findall(table.page())


@pytest.mark.parametrize("ways", [("undo",), ("undo", "redo")])
def test_after_undo_and_redo_there_is_no_picture(table, ways):
    for way in ways:
        table.client.post(f"{table.address}/{way}", data={"expected": table.match.seq})
    assert not SCENES.findall(table.page())


def test_after_a_correction_there_is_no_picture(table):
    table.client.post(
        f"{table.address}/entries/4/replace",
        data={"action": "elder slot=3 card=seer", "expected": table.match.seq},
    )
    assert table.match.game.format(table.match.now.steps[3].action) == "elder slot=3 card=seer"
    assert not SCENES.findall(table.page())


def test_a_match_that_was_loaded_begins_without_a_picture(table, client):
    text = table.match.transcript()
    loaded = client.post("/transcripts", data={"text": text}).location
    assert not SCENES.findall(client.get(loaded).text)


def test_several_cards_of_one_photo_bring_the_pictures_of_all(table):
    # Four Followers, and three of them shown at once: Nobody has more than a Shell could bring.
    submit(table.match, *(f"follow slot={slot}" for slot in range(4)))
    before = table.match.seq
    cards = ("reveal slot=0 card=noble", "reveal slot=1 card=noble", "reveal slot=2 card=scholar")
    submit(table.match, *cards)
    number, scenes = scenes_now(table.match, table.match.now)
    assert (number, [scene.kind for scene in scenes]) == (before + 3, ["duel"] * 3)


def test_a_note_changes_no_picture(matches, golden_entries):
    # The last entry of this transcript decides an attack.
    setup, entries = golden_entries("war_of_waves", "attack-own")
    match = matches.open("war-of-waves", setup)
    decides = entries.index("reveal side=0 at=g1 kind=build card=2 value=3")
    submit(match, *entries[:decides])
    submit(match, entries[decides])
    number, scenes = before = scenes_now(match, match.now)
    assert (number > 0, [scene.kind for scene in scenes]) == (True, ["scale"])
    note = match.notes(0)[0]
    match.submit([note], expected_seq=match.heard(0))
    assert scenes_now(match, match.now) == before
    assert scenes_now(match, match.now, Seat(1)) == before


# ---------------------------------------------------------------- the score of the evening


def play_again(matches, before: Match, *entries: str) -> Match:
    again = matches.open(before.game.info.slug, before.setup, key=key_of(before))
    submit(again, *entries)
    return again


def unmarked(page: str) -> str:
    """Take away the signs that keep a name's direction of writing."""
    return re.sub("[\u2068\u2069]", "", page)


def test_the_score_counts_the_matches_that_were_rematches(played_twice, client):
    for path in ("", "/show"):
        page = unmarked(client.get(f"/matches/{played_twice.id}{path}").text)
        assert TALLY.findall(page) == ["Ann and Cy 0 : 2 Bo and Di"]


def test_the_end_of_a_first_match_says_how_it_was_won_and_no_score(matches, client, golden_entries):
    setup, entries = golden_entries("waves", "game-teams-of-four")
    first = matches.open("waves", setup)
    submit(first, *entries)
    page = client.get(f"/matches/{first.id}").text
    assert "With all 5 classes." in page[page.index("data-how") :]
    assert "data-tally" not in page


def test_people_who_play_together_see_their_best(matches, client):
    # One card, two cards and again one card are laid before somebody says too much.
    one, two = (
        ("start card=orange-2", "talk seat=0"),
        (
            "start card=orange-2",
            "play card=orange-3 facing=self",
            "talk seat=0",
        ),
    )
    first = matches.open("wave", Setup(("Ann", "Bo", "Cy")))
    submit(first, *one)
    second = play_again(matches, first, *two)
    third = play_again(matches, second, *one)
    told = [TALLY.findall(client.get(f"/matches/{match.id}").text) for match in (second, third)]
    assert told == [
        ["Cards laid: 2, better than the game before"],
        ["Cards laid: 2 was the best of 3 games"],
    ]


@pytest.fixture
def played_twice(matches, golden_entries) -> Match:
    """Return a match that Bo and Di have won, as they had won the one before."""
    setup, entries = golden_entries("waves", "game-teams-of-four")
    first = matches.open("waves", setup)
    submit(first, *entries)
    return play_again(matches, first, *entries)


@pytest.mark.parametrize("error", [UnknownMatch, StoreDamaged])
def test_a_score_begins_after_a_match_that_is_gone(error, played_twice, client, monkeypatch):
    def gone(*_, **__):
        raise error("gone")

    monkeypatch.setattr(SqliteStore, "rows", gone)
    assert "Ann and Cy 0 : 1 Bo and Di" in unmarked(client.get(f"/matches/{played_twice.id}").text)
