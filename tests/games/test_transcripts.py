"""Golden transcripts: every stated fact, refusal and outcome is what the referee says."""

import pytest

from referee.core import plain, read_transcripts, redact
from referee.core.transcripts import Mark, format_value, read_line
from referee.games import load_all
from referee.match.replays import Mismatch, replay

SIZE = 100_000


def stated_anew(text: str) -> str:
    """Write a transcript again with the values that the game shows now after each `=`."""
    lines = text.splitlines()
    written = []
    transcript = next(read_transcripts(lines))
    game = load_all()[transcript.slug]
    state = game.setup(transcript.setup)
    for number, raw in enumerate(lines, start=1):
        line = read_line(number, raw)
        if line is not None and line.mark is Mark.ENTRY:
            state, _ = game.apply(state, game.parse(line.text))
        if line is not None and line.mark is Mark.EXPECTED:
            values = game.values(redact(state, None), None)
            written.append(f"= {line.text} {format_value(plain(values[line.text]))}")
        else:
            written.append(raw)
    return "\n".join([*written, ""])


def test_every_golden_transcript_replays_exactly(game, transcripts, rewrite) -> None:
    paths = transcripts(game)
    assert paths
    for path in paths:
        text = path.read_text("utf-8")
        if rewrite:
            text = stated_anew(text)
            path.write_text(text, "utf-8")
        events = list(replay(text.splitlines(), load_all()))
        mismatches = [str(event.text) for event in events if isinstance(event, Mismatch)]
        assert (path.name, []) == (path.name, mismatches)


def test_rewriting_a_right_transcript_changes_nothing(game, transcripts) -> None:
    texts = [path.read_text("utf-8") for path in transcripts(game)]
    assert texts == [stated_anew(text) for text in texts]


def test_rewriting_mends_what_a_transcript_states(game, transcripts) -> None:
    for path in transcripts(game):
        lines = path.read_text("utf-8").splitlines()
        wrong = [
            f"{line.rsplit(' ', 1)[0]} nonsense" if line.startswith("= ") else line
            for line in lines
        ]
        kept = [line for line in stated_anew("\n".join(wrong)).splitlines() if line[:2] == "= "]
        assert len([line for line in lines if line.startswith("= ")]) == len(kept)
        assert not [line for line in kept if line.endswith("nonsense")]


def test_every_golden_transcript_begins_with_its_title(game, transcripts) -> None:
    firsts = [path.read_text("utf-8").splitlines()[0] for path in transcripts(game)]
    assert [] == [line for line in firsts if not line.startswith("# ")]
    assert len(firsts) == len(set(firsts))


def test_the_golden_transcripts_of_a_game_are_small(game, transcripts) -> None:
    sizes = [path.stat().st_size for path in transcripts(game)]
    assert sum(sizes) <= SIZE


def test_every_transcript_of_a_folder_is_of_a_game_of_that_folder(transcripts) -> None:
    # Those of a game are found by its name, so a wrong name would leave a file out of every test.
    games = load_all().values()
    kept = [path for game in games for path in transcripts(game)]
    folders = {path.parent for path in kept}
    assert sorted(path for folder in folders for path in folder.iterdir()) == sorted(kept)


@pytest.mark.parametrize("name", ["example-open-majority", "example-true-majority"])
def test_an_example_of_the_rulebook_begins_the_next_one(waves, transcripts, name) -> None:
    # The rulebook's three examples are one round: each goes on where the one before ended.
    texts = {path.stem: path.read_text("utf-8").splitlines()[1:] for path in transcripts(waves)}
    whole = texts["example-collecting-elders"]
    assert texts[name] == whole[: len(texts[name])]


def test_the_examples_of_the_breakers_rulebook_are_one_round_too(breakers, transcripts) -> None:
    texts = {path.stem: path.read_text("utf-8").splitlines()[1:] for path in transcripts(breakers)}
    begun = texts["example-breakers-true-majority"]
    assert begun == texts["example-breakers-collecting-elders"][: len(begun)]
