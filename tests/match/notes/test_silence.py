"""Nobody but its seat hears of a note, and no text anywhere shows what is noted."""

import json
import time
from dataclasses import replace

import pytest
from click.testing import CliRunner

import referee.games
from referee.cli import main
from referee.core import BrokenTranscript, IllegalAction, Seat, Setup, play
from referee.match import (
    Conflict,
    KeyTaken,
    Match,
    Matches,
    NothingToUndo,
    Refused,
    SqliteStore,
    StaleSeq,
)
from referee.match.replays import Began, Mismatch, Said, replay

ANN, BO = Seat(0), Seat(1)
CANARY = "7351"
HEAD = ("game lids", "seats Ann, Bo")
LAID = ("lay seat=0", "lay seat=1", "lay seat=0", "lay seat=1")
NOTED = f"remember seat=1 lid=0 value={CANARY}"
READERS = (None, ANN, BO)


@pytest.fixture
def noted(match, enter):
    """Bo has noted the canary, Ann something else, and some of all that was taken back."""
    enter(match, *LAID, NOTED, "remember seat=0 lid=0 value=3")
    match.retract(5, seat=BO, expected_seq=match.seq)
    match.retract(7, seat=BO, expected_seq=match.seq)
    match.undo(expected_seq=match.seq)
    match.redo(expected_seq=match.seq)
    return match


def told(match, seat):
    """Everything that a reader is told of a match."""
    texts = [match.undo_target(seat), match.redo_target(seat), match.transcript()]
    for one in match.story(seat):
        facts = [(fact.fact, str(fact.sentence), fact.rule) for fact in one.facts]
        texts += [one.text, one.action, str(one.sentence), str(one.was), one.at, *facts, one]
    return "\n".join(f"{text!r} {text}" for text in texts)


# ---------------------------------------------------------------- the story


def test_a_seat_is_told_its_own_notes_and_no_others(noted):
    assert [str(one.sentence) for one in noted.story(BO) if one.note] == [f"Bo remembers {CANARY}."]
    assert [str(one.sentence) for one in noted.story(ANN) if one.note] == ["Ann remembers 3."]
    (one,) = (one for one in noted.story(BO) if one.note)
    assert [str(fact.sentence) for fact in one.facts] == [f"It is {CANARY}."]
    assert one.text == NOTED


@pytest.mark.parametrize("reader", [None, ANN])
def test_nobody_else_is_told_that_somebody_has_noted_something(noted, reader):
    others = [one for one in noted.story(reader) if one.note is None]
    assert [str(one.sentence) for one in others] == ["Ann lays a lid.", "Bo lays a lid."] * 2
    assert CANARY not in told(noted, reader)
    assert "emember" not in told(noted, None)


def test_the_story_of_the_table_is_the_same_with_and_without_notes(noted, lids, enter):
    other = Matches(SqliteStore(":memory:"), {"lids": lids}).open("lids", Setup(("Ann", "Bo")))
    enter(other, *LAID)
    other.undo(expected_seq=4)
    other.redo(expected_seq=5)
    assert [(one.text, one.sentence, one.facts) for one in noted.story()] == [
        (one.text, one.sentence, one.facts) for one in other.story()
    ]
    assert noted.transcript() == other.transcript()


def test_a_note_is_left_out_of_the_transcript_of_a_match_that_is_over(noted, enter):
    for _ in range(2):
        enter(noted, f"call seat={noted.state.turn}")
        while noted.state.asked:
            seat, lid = noted.state.asked[0]
            enter(noted, f"show seat={seat} lid={lid} value=1")
        if noted.outcome is None:
            enter(noted, f"lay seat={noted.state.turn}")
        if noted.outcome is not None:
            break
    assert "remember" not in noted.transcript()


def test_a_suspect_is_never_a_note(noted, lids):
    ruling = lids.explain(noted.state, lids.parse("lay seat=1"))
    for seat in READERS:
        assert noted.suspect(replace(ruling, suspect="remember seat=1"), seat) is None


@pytest.mark.usefixtures("noted")
def test_what_a_note_says_is_not_learned(matches):
    assert matches.kept("lids") == {"notes": "[None, None, None, None]"}


# ---------------------------------------------------------------- every other text


def test_no_repr_shows_what_is_noted(noted):
    assert CANARY in str([row.entry.text for row in noted.now.rows[5:6]])
    for thing in (noted.now, noted.now.rows, noted.now.steps, noted.state, noted.setup):
        assert CANARY not in repr(thing)
        assert CANARY not in str(thing)


def test_no_error_shows_what_is_noted(noted, lids, store):
    other = Match(noted.id, lids, store)
    note, seq = lids.parse(NOTED), noted.seq
    noted.submit([note], expected_seq=seq, key="k")
    commands = [
        (KeyTaken, lambda: noted.undo(expected_seq=seq, key="k")),
        (StaleSeq, lambda: other.submit([note], expected_seq=1)),
        (StaleSeq, lambda: other.submit([note], expected_seq=99)),
        (NothingToUndo, lambda: noted.retract(5, expected_seq=noted.seq)),
        (NothingToUndo, lambda: noted.replace(5, note, expected_seq=noted.seq)),
        (NothingToUndo, lambda: noted.replace(4, note, expected_seq=noted.seq)),
        (Conflict, lambda: noted.retract(1, expected_seq=noted.seq)),
        (
            Refused,
            lambda: noted.submit([replace(note, lid=8), note], expected_seq=noted.seq),
        ),
        (IllegalAction, lambda: play(lids, noted.state, replace(note, lid=8))),
    ]
    for kind, command in commands:
        with pytest.raises(kind) as caught:
            command()
        error = caught.value
        shown = [str(error), repr(error), *map(repr, error.args), *map(str, vars(error).values())]
        assert CANARY not in " ".join([*shown, repr(vars(error))])


def test_a_receipt_tells_rows_and_no_values(noted, lids):
    receipt = noted.submit([lids.parse(NOTED)], expected_seq=noted.seq)
    assert repr(receipt) == f"Receipt(seqs=({noted.seq},))"


def test_a_list_of_matches_tells_nothing_of_notes(noted, matches):
    assert CANARY not in repr(matches.list())
    assert noted.id in repr(matches.list())


def test_a_list_of_matches_does_not_say_when_somebody_has_noted_something(matches, match, enter):
    enter(match, *LAID)
    (before,) = matches.list()
    time.sleep(0.002)
    enter(match, NOTED)
    (after,) = matches.list()
    assert before.last_at == after.last_at == match.now.rows[4].at < match.now.rows[5].at


# ---------------------------------------------------------------- logs that break


def test_what_cannot_be_read_any_more_is_told_without_its_values(lids, store, enter):
    # The newer rules have no such entries, nor anybody who could say what in them is secret.
    match = Matches(store, {"lids": lids}).open("lids", Setup(("Ann", "Bo")))
    enter(match, *LAID, "call seat=0", f"show seat=0 lid=0 value={CANARY}")
    broken = Matches(
        store, {"lids": replace(lids, actions=lids.actions[:1], learned=lambda _: {})}
    ).get(match.id)
    assert broken.broken is not None
    assert "call seat=?" in str(broken.broken)
    for reader in READERS:
        assert CANARY not in told(broken, reader)
    assert [one.text for one in broken.story()][4:] == [
        "call seat=?",
        "show seat=? lid=? value=?",
    ]


def test_beyond_a_break_secrets_are_hidden_and_notes_untold(lids, store, enter):
    match = Matches(store, {"lids": lids}).open("lids", Setup(("Ann", "Bo")))
    enter(match, *LAID, "drop seat=0 lid=0", NOTED, "lay seat=1")

    def explain(state, action):
        ruling = lids.explain(state, action)
        is_gone = type(action).__name__ == "Drop"
        return replace(ruling, allowed=False, reason="no-lid") if is_gone else ruling

    newer = replace(lids, explain=explain)
    broken = Matches(store, {"lids": newer}).get(match.id)
    assert broken.broken is not None
    assert [one.beyond for one in broken.story(BO)] == [False] * 4 + [True] * 2
    for reader in READERS:
        assert CANARY not in told(broken, reader)
    broken.resume_before_break(expected_seq=broken.seq)
    assert broken.broken is None
    assert Match(match.id, newer, store).now == broken.now
    assert [step.text for step in broken.now.steps] == [*LAID]


def test_a_transcript_that_is_refused_is_refused_without_secrets(lids):
    lines = "\n".join([*HEAD, f"> {NOTED}"])
    with pytest.raises(BrokenTranscript) as refused:
        Matches(SqliteStore(":memory:"), {"lids": lids}).load(lines)
    assert str(refused.value) == ("Line 3 (“remember seat=1 lid=0 value=?”): There is no such lid.")


# ---------------------------------------------------------------- replays


PLAYED = [
    *HEAD,
    *(f"> {text}" for text in LAID),
    f"! {NOTED.replace('lid=0', 'lid=7')} -> note",
    f"> {NOTED}",
    "> call seat=0",
]
WRONG = [
    f"> remember seat=1 lid=9 value={CANARY}",
    f"! {NOTED}",
    f"! remember seat=1 lid=9 value={CANARY} -> lid",
]


def test_a_replay_tells_a_note_to_its_seat_only(lids):
    events = list(replay(PLAYED, {"lids": lids}))
    said = [event for event in events if isinstance(event, Said)]
    heard = {seat: [one for one in said if one.is_visible(seat)] for seat in READERS}
    assert [len(heard[seat]) for seat in READERS] == [5, 5, 7]
    for seat, ones in heard.items():
        shown = [
            [one.record(seat), str(one.sentence(seat)), [str(text) for _, text in one.told(seat)]]
            for one in ones
        ]
        assert (CANARY in repr(shown)) == (seat == BO)
    assert said[5].record(BO)["entry"] == NOTED
    assert said[5].record()["entry"] == "remember seat=1 lid=0 value=?"
    assert said[5].record()["facts"][0]["value"] == {"owner": 1, "value": None}
    assert CANARY not in repr(events)


def test_a_mismatch_names_the_line_without_what_is_noted(lids):
    events = list(replay([*PLAYED[:-1], *WRONG], {"lids": lids}))
    wrong = [str(event.text) for event in events if isinstance(event, Mismatch)]
    assert wrong == [
        "Line 9: “remember seat=1 lid=9 value=?” is refused (note): There is no such lid.",
        "Line 10: “remember seat=1 lid=0 value=?” should be refused, but it is allowed.",
        "Line 11: “remember seat=1 lid=9 value=?” should be refused by lid, not by note.",
    ]
    assert isinstance(events[0], Began)


@pytest.fixture
def run(monkeypatch, lids, tmp_path):
    """Run a command where Lids is the only game."""
    monkeypatch.setattr(referee.games, "load_all", lambda: {"lids": lids})
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))

    def run(*words, given=""):
        return CliRunner().invoke(main, words, input=given)

    return run


@pytest.mark.parametrize("words", [(), ("--seat", "0"), ("--json",), ("--json", "--seat", "0")])
def test_the_command_line_shows_a_note_to_nobody_else(run, words):
    result = run("replay", "-", *words, given="\n".join([*PLAYED, *WRONG, ""]))
    assert result.exit_code == 1
    assert "remember" not in result.stdout
    assert CANARY not in result.output + result.stderr


def test_the_command_line_shows_a_note_to_its_seat(run):
    result = run("replay", "-", "--json", "--seat", "1", given="\n".join(PLAYED))
    assert [json.loads(line)["entry"] for line in result.stdout.splitlines()[5:]] == [
        NOTED,
        "call seat=0",
    ]
    result = run("replay", "-", "--seat", "1", given="\n".join(PLAYED))
    assert f"Bo remembers {CANARY}." in result.stdout


def test_lists_and_exports_show_no_note(run, tmp_path, lids, enter):
    store = SqliteStore(tmp_path / "data" / "referee.sqlite3")
    match = Matches(store, {"lids": lids}).open("lids", Setup(("Ann", "Bo")))
    enter(match, *LAID, NOTED)
    store.close()
    for result in (run("export", match.id), run("matches")):
        assert result.exit_code == 0
        assert CANARY not in result.output
        assert "remember" not in result.output


def test_a_secret_of_an_entry_is_hidden_in_a_replay_too(nim):
    lines = ["game nim", "seats Ann, Bo", "> bet seat=0 on=1"]
    (said,) = (event for event in replay(lines, {"nim": nim}) if isinstance(event, Said))
    assert said.record()["entry"] == "bet seat=0 on=?"
    assert said.record(ANN)["entry"] == "bet seat=0 on=1"
