"""All matches of one place: opening, finding, listing, loading, playing again."""

import gc
import re
import threading
import time

import pytest

from referee.core import BadSetup, BrokenTranscript, Outcome, Seat, Setup
from referee.match import (
    BrokenLog,
    KeyTaken,
    Matches,
    Opened,
    Row,
    SeqTaken,
    SqliteStore,
    UnknownGame,
    UnknownMatch,
)

NAMES = ("Ann", "Bo")
GAME = """
# one game, to its end
game nim
option heaps=3,4
seats Ann, Bo
= heaps 3 4
> take seat=0 heap=0 count=3
! take seat=0 heap=1
> take seat=1 heap=1 count=4
outcome last-taken seats 1
"""


def test_a_match_is_opened_and_found_again(matches):
    match = matches.open("nim", Setup(NAMES), device="tablet")
    assert matches.get(match.id) is match
    assert match.now.rows[0].device == "tablet"
    assert re.fullmatch(r"[2-9a-hjkmnp-z]{5}-[2-9a-hjkmnp-z]{5}", match.id)


def test_a_match_that_nobody_opened_is_unknown(matches):
    with pytest.raises(UnknownMatch):
        matches.get("none")
    with pytest.raises(UnknownMatch):
        matches.delete("none")


def test_a_game_that_is_not_here_is_unknown(matches):
    with pytest.raises(UnknownGame, match=re.escape("game “chess”. It knows: nim.")):
        matches.open("chess", Setup(NAMES))


def test_seats_that_make_no_game_open_no_match(matches):
    with pytest.raises(BadSetup, match="for two"):
        matches.open("nim", Setup(("Ann",)))
    assert matches.list() == ()


def test_names_are_tidied(matches):
    assert matches.open("nim", Setup(("  Ann\n", "Bo  B."))).setup.names == ("Ann", "Bo B.")


def test_names_with_commas_and_quotes_are_kept(matches):
    match = matches.open("nim", Setup(("Ann, the “1st”", 'Bo "B"')))
    assert matches.load(match.transcript()).setup == match.setup


@pytest.mark.parametrize("name", ["", "  ", "x" * 4001])
def test_a_name_that_cannot_be_written_opens_no_match(matches, name):
    with pytest.raises(BadSetup, match="Every player needs a name"):
        matches.open("nim", Setup((name, "Bo")))


def test_an_option_that_cannot_be_written_opens_no_match(matches):
    with pytest.raises(BadSetup):
        matches.open("nim", Setup(NAMES, (("heaps", "3\n4"),)))


def test_opening_twice_with_one_key_opens_one_match(matches):
    first = matches.open("nim", Setup(NAMES), key="k")
    assert matches.open("nim", Setup(NAMES), key="k") is first
    with pytest.raises(KeyTaken):
        matches.load(GAME, key="k")
    assert len(matches.list()) == 1


def test_opening_at_once_with_one_key_opens_one_match(store, nim):
    everybody = [Matches(store, {"nim": nim}) for _ in range(4)]
    opened = []
    gate = threading.Barrier(4)

    def begin(matches):
        gate.wait()
        opened.append(matches.open("nim", Setup(NAMES), key="k").id)

    threads = [threading.Thread(target=begin, args=(matches,)) for matches in everybody]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 4
    assert len(set(opened)) == 1


class _TakenStore(SqliteStore):
    """A store in which every id is taken, and the key appears only after the first look."""

    def __init__(self, found):
        super().__init__(":memory:")
        self.found = [None, found]

    def create(self, match, rows):
        super().create(match, rows)
        raise SeqTaken

    def find(self, key):
        assert key == "k"
        return self.found.pop(0)


def test_who_opens_second_with_a_key_gets_the_first_match(nim):
    store = _TakenStore("first")
    SqliteStore.create(store, "first", [Row(0, Opened(1, "nim", Setup(NAMES)), "")])
    assert Matches(store, {"nim": nim}).open("nim", Setup(NAMES), key="k").id == "first"


def test_an_id_that_is_taken_opens_no_match(nim):
    with pytest.raises(SeqTaken):
        Matches(_TakenStore(None), {"nim": nim}).open("nim", Setup(NAMES))


# ---------------------------------------------------------------- the list


def test_the_list_says_what_is_known_of_each_match(matches):
    first = matches.open("nim", Setup(NAMES))
    second = matches.load(GAME)
    listed, other = matches.list()
    assert (listed.id, listed.title, listed.names) == (second.id, "Nim", NAMES)
    assert listed.outcome == Outcome("last-taken", (Seat(1),))
    assert listed.problem is None
    assert listed.seq == second.seq == 3
    assert (other.id, other.outcome) == (first.id, None)


def test_a_match_of_a_game_that_is_gone_is_listed_but_not_opened(store, nim):
    match = Matches(store, {"nim": nim}).open("nim", Setup(NAMES))
    without = Matches(store, {})
    (listed,) = without.list()
    assert (listed.id, listed.title) == (match.id, "nim")
    assert str(listed.problem) == "The referee does not know the game “nim”."
    with pytest.raises(UnknownGame):
        without.get(match.id)


def test_a_match_whose_opening_makes_no_game_any_more_is_not_opened(nim):
    store = SqliteStore(":memory:")
    store.create("old", [Row(0, Opened(1, "nim", Setup(("Ann",))), "")])
    with pytest.raises(BrokenLog, match="Nim is for two") as broken:
        Matches(store, {"nim": nim}).get("old")
    assert broken.value.seq == 0


def test_a_deleted_match_is_gone(matches):
    match = matches.open("nim", Setup(NAMES))
    with matches.feed.subscribe(match.id) as watcher:
        matches.delete(match.id)
        assert watcher.next(after=match.seq, timeout=0) == match.seq + 1
    with pytest.raises(UnknownMatch):
        matches.get(match.id)


def test_a_match_that_nobody_holds_is_deleted_too(store, nim):
    match = Matches(store, {"nim": nim}).open("nim", Setup(NAMES)).id
    matches = Matches(store, {"nim": nim})
    matches.delete(match)
    assert matches.list() == ()


# ---------------------------------------------------------------- in memory


def test_a_match_that_is_deleted_while_it_is_read_is_gone(store, nim, monkeypatch):
    """A store lets others go on while it reads."""
    match_id = Matches(store, {"nim": nim}).open("nim", Setup(NAMES)).id
    others = Matches(store, {"nim": nim})
    read = store.rows

    def deleted_meanwhile(match, **more):
        rows = read(match, **more)
        monkeypatch.setattr(store, "rows", read)
        others.delete(match)
        return rows

    monkeypatch.setattr(store, "rows", deleted_meanwhile)
    for _ in range(2):
        with pytest.raises(UnknownMatch):
            others.get(match_id)


def test_two_readers_share_one_match_also_after_it_left_the_memory(store, nim):
    matches = Matches(store, {"nim": nim}, keeping=1)
    match = matches.open("nim", Setup(NAMES))
    other = matches.open("nim", Setup(NAMES))
    assert list(matches._recent) == [other.id]
    assert matches.get(match.id) is match
    name = other.id
    del other
    gc.collect()
    assert name not in matches._known
    assert matches.get(name).id == name


def test_matches_in_memory_hold_only_so_many_entries_together(store, nim):
    matches = Matches(store, {"nim": nim}, entries=3)
    entries = [nim.parse("take seat=0 heap=0"), nim.parse("take seat=1 heap=0")]
    first, second = (matches.open("nim", Setup(NAMES)).id for _ in range(2))
    for match in (first, second):
        matches.get(match).submit(entries, expected_seq=0)
    assert list(matches._recent) == [first, second]
    third = matches.open("nim", Setup(NAMES)).id
    assert list(matches._recent) == [second, third]
    assert matches.get(first).seq == 2
    assert list(matches._recent) == [third, first]


def test_the_match_asked_for_last_stays_in_memory_however_long_it_is(store, nim):
    matches = Matches(store, {"nim": nim}, entries=0)
    match = matches.open("nim", Setup(NAMES))
    match.submit([nim.parse("take seat=0 heap=0")], expected_seq=0)
    assert matches.get(match.id) is match
    assert list(matches._recent) == [match.id]


def test_every_append_is_announced(matches, nim):
    match = matches.open("nim", Setup(NAMES))
    with matches.feed.subscribe(match.id) as watcher:
        match.submit([nim.parse("take seat=0 heap=0")], expected_seq=0)
        assert watcher.next(after=0, timeout=0) == 1
        match.undo(expected_seq=1)
        assert watcher.next(after=1, timeout=0) == 2


# ---------------------------------------------------------------- transcripts


def test_a_transcript_becomes_a_match(matches):
    match = matches.load(GAME, device="phone")
    assert match.outcome == Outcome("last-taken", (Seat(1),))
    assert match.seq == 3
    assert {row.source for row in match.now.rows} == {"transcript"}
    assert {row.device for row in match.now.rows} == {"phone"}
    assert [row.act for row in match.now.rows] == [0, 1, 1, 1]
    lines = [line for line in GAME.splitlines() if line and line[0] not in "#=!"]
    assert match.transcript().splitlines() == lines


def test_a_loaded_match_is_undone_entry_by_entry(matches):
    match = matches.load(GAME)
    match.undo(expected_seq=3)
    assert [step.seq for step in match.now.steps] == [1]


def test_a_transcript_without_entries_begins_a_match(matches):
    assert matches.load("game nim\nseats Ann, Bo\n").seq == 0


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", 1, "no game in this text"),
        ("game nim\nseats Ann, Bo\n> dance\n", 3, "Line 3 (“dance”): This game has no entry"),
        (
            "game nim\nseats Ann, Bo\n\n> take seat=0 heap=0\n> take seat=0 heap=0\n",
            5,
            "Line 5 (“take seat=0 heap=0”): It is the turn of Bo.",
        ),
        ("game nim\nseats Ann, Bo\ngame nim\nseats Cy, Di\n", 3, "second game starts in line 3"),
        ("hello", 1, "Line 1 is not a line"),
    ],
)
def test_a_transcript_that_cannot_be_followed_makes_no_match(matches, text, line, says):
    with pytest.raises(BrokenTranscript, match=re.escape(says)) as broken:
        matches.load(text)
    assert broken.value.line == line
    assert matches.list() == ()


# ---------------------------------------------------------------- playing again


def test_a_rematch_seats_the_same_people_with_the_same_options(matches):
    match = matches.open("nim", Setup(NAMES, (("heaps", "9,9,9"),)))
    again = matches.rematch(match.id, key="k")
    assert again.setup == match.setup
    assert again.id != match.id
    assert matches.rematch(match.id, key="k") is again


# ---------------------------------------------------------------- time


def test_a_match_of_ten_times_as_many_entries_opens_in_ten_times_the_time_at_most(tmp_path, nim):
    store = SqliteStore(tmp_path / "referee.sqlite3")

    def opening(count):
        entries = "".join(f"> take seat={turn % 2} heap=0\n" for turn in range(count))
        header = "game nim\noption heaps=600,4\nseats Ann, Bo\n"
        name = Matches(store, {"nim": nim}).load(header + entries).id
        taken = []
        for _ in range(5):
            begun = time.thread_time()
            match = Matches(store, {"nim": nim}).get(name)
            taken.append(time.thread_time() - begun)
            assert len(match.now.steps) == count
        return min(taken)

    assert opening(500) < 2 * 10 * opening(50)  # twice, for clocks are coarse
    store.close()
