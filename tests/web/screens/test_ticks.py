"""Tasks are ticked one by one, on all screens of a match, until the next entry."""

import itertools
import re
from html import unescape

import pytest

from referee.web.screens.ticks import Ticks

SET_UP = [
    "Put the Council card in the middle, face up.",
    "Shuffle the cards and deal 5 to everybody.",
    "Turn up 1 card in front of each player: the Elders.",
]


def leads(page: str) -> str:
    (sentence,) = re.findall(r"<h1 data-say[^>]*>([^<]*)<", page)
    return unescape(sentence)


def ahead(page: str) -> list[tuple[int, str]]:
    found = re.findall(r'<li data-(?:hands|question) value="(\d+)">([^<]*)<', page)
    return [(int(number), unescape(said)) for number, said in found]


def tick(table, task, *, seq=None, **more):
    seq = table.match.seq if seq is None else seq
    return table.client.post(f"{table.address}/steps", data={"expected": seq, "task": task, **more})


@pytest.fixture
def begun(seat):
    """A table of four before the first Elder."""
    return seat("Ann", "Bo", "Cy", "Di", mode="teams", council="3,3,2,2,1")


def test_the_first_task_leads_and_the_question_is_the_last_of_what_comes(begun):
    page = begun.page()
    assert SET_UP[0] == leads(page)
    numbers = [number for number, _ in ahead(page)]
    assert list(range(2, 2 + len(numbers))) == numbers
    assert ahead(page)[0] == (2, SET_UP[1])
    assert ahead(page)[-1][1].endswith("turn up your Elder. Which one is it?")


def test_a_tick_goes_on_to_the_next_task_on_every_screen(begun):
    assert 303 == tick(begun, 0).status_code
    for path in ("", "/show"):
        assert SET_UP[1] == leads(begun.page(path))


def test_after_the_last_task_the_question_leads_and_nothing_is_ahead(begun):
    tick(begun, "all")
    page = begun.page()
    assert leads(page).endswith("turn up your Elder. Which one is it?")
    assert [] == ahead(page)


def test_a_tick_can_be_taken_away(begun):
    tick(begun, 0)
    tick(begun, 0, done="no")
    assert SET_UP[0] == leads(begun.page())


def test_an_entry_ticks_off_what_came_before_it(begun):
    assert 303 == begun.enter("elder slot=0 card=seer").status_code
    assert "turn up your Elder" in leads(begun.page())


def test_a_tick_for_an_earlier_moment_changes_nothing(begun):
    before = begun.match.seq
    begun.lay_council()
    page = begun.page()
    assert 303 == tick(begun, "all", seq=before).status_code
    assert leads(page) == leads(begun.page())


@pytest.mark.parametrize("task", ["", "first", "-1", "1.5"])
def test_a_tick_that_names_no_task_is_asked_back_in_a_sentence(begun, task):
    answer = tick(begun, task)
    assert 400 == answer.status_code
    assert "which task is done" in unescape(answer.text)


def test_a_tick_beyond_the_last_task_changes_nothing(begun):
    tick(begun, 99)
    assert SET_UP[0] == leads(begun.page())


def test_a_stream_gets_the_screen_again_when_a_task_is_ticked(begun):
    answer = begun.client.get(
        f"{begun.address}/stream?role=show&seen={begun.match.seq}", buffered=False
    )
    parts = answer.response
    next(parts)
    tick(begun, 0)
    screen = next(part for part in itertools.islice(parts, 5) if b"event: screen" in part)
    assert SET_UP[1] == leads(screen.decode())
    answer.close()


def test_a_screen_that_asks_for_news_gets_what_was_ticked(begun):
    tick(begun, 0)
    asked = f"{begun.address}/news?role=table&seen={begun.match.seq}"
    assert SET_UP[1] == leads(begun.client.get(asked).json["screen"])
    (version,) = re.findall(r'data-ticks="(\d+)"', begun.page())
    assert begun.client.get(f"{asked}&ticks={version}").json["screen"] is None


def test_a_program_sees_what_is_done(begun):
    tick(begun, 1)
    told = begun.client.get(begun.address, headers={"Accept": "application/json"}).json
    assert SET_UP == told["hands"][:3]
    assert [1] == told["done"]


def test_ticks_of_an_older_seq_do_not_come_back():
    ticks = Ticks()
    ticks.change("m", 5, [0], is_done=True)
    ticks.change("m", 4, [1], is_done=True)
    assert frozenset({0}) == ticks.of("m", 5).done
    assert frozenset() == ticks.of("m", 4).done
    ticks.change("m", 6, [2], is_done=True)
    assert (frozenset({2}), frozenset()) == (ticks.of("m", 6).done, ticks.of("m", 5).done)


def test_a_version_is_not_given_out_again_after_a_restart(monkeypatch):
    """A screen that slept through it would else take other ticks for its own."""
    before, after = Ticks(), Ticks()
    before.change("m", 5, [0], is_done=True)
    monkeypatch.setattr(after, "_versions", after._versions + 60)  # a minute later
    after.change("m", 5, [3], is_done=True)
    assert before.of("m", 5).version < after.of("m", 5).version


def test_a_table_that_takes_a_tick_away_is_not_known_to_be_right():
    ticks = Ticks()
    ticks.change("m", 5, [0, 1], is_done=True)
    ticks.settle("m", 5)
    assert 5 == ticks.settled("m", 6)
    ticks.change("m", 5, [1], is_done=False)
    assert 0 == ticks.settled("m", 6)
