"""The words of the Breakers edition of Waves, and its own text."""

import pytest

from referee.core import Choice, Piece, View, read_transcripts, redact
from referee.core.transcripts import Mark
from referee.games import load_all

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay")
OTHER_WORD = {"waves": "breaker", "breakers": "rebel"}


# ---------------------------------------------------------------- its words


def labels(choice: Choice) -> tuple:
    return choice.label, choice.detail, choice.group_label


def pieces(view: View) -> list[Piece]:
    return [*view.reference, *(piece for zone in view.zones for piece in zone.pieces)]


def spoken(view: View) -> list[str]:
    """Gather what a screen says."""
    step = view.step
    told = [step.say, step.where, *(task.say for task in step.hands)]
    told += [text for one in step.choices for text in labels(one)]
    told += [text for one in step.missing for text in (one.label, one.why)]
    told += [text for one in pieces(view) for text in (one.label, one.detail)]
    told += [zone.label for zone in view.zones]
    return [str(text) for text in told]


@pytest.mark.parametrize("slug", ["waves", "breakers"])
def test_each_edition_speaks_in_its_own_words_from_the_first_question_to_the_end(
    said, slug
) -> None:
    game = load_all()[slug]
    told = [str(rule.says) for rule in game.rulebook.values() if rule.id != "W41"]
    told += [game.info.title, str(game.info.summary)]
    for one in said(game):
        told += [str(one.why)] if one.refused else [str(one.sentence())]
        told += [str(text) for text in dict(one.told()).values()]
        told += spoken(game.view(redact(one.after, None), None))
        if one.outcome:
            told.append(str(game.voice.outcome(one.after, one.outcome)))
    for count in game.info.seats:
        for chosen in ({}, {"tablets": "agents-right"}):
            for option in game.options(NAMES[:count], chosen):
                choices = [choice for group in option.groups for choice in group.choices]
                choices += option.presets
                told += [str(text) for one in choices for text in (one.label, one.detail)]
                told += [str(option.label), str(option.help)]
    own = "breakers" if slug == "breakers" else "rebels"
    assert [] == [text for text in told if OTHER_WORD[slug] in text.lower()]
    assert any(own in text.lower() for text in told)


def test_the_names_of_tablets_and_what_they_say(breakers) -> None:
    tablets = breakers.options(NAMES[:2], {})[1]
    names = {
        choice.value: (str(choice.label), str(choice.detail))
        for group in tablets.groups
        for choice in group.choices
    }
    assert ("Breakers first", "Breakers collect in the first wave, Followers in the second.") == (
        names["rebels-first"]
    )
    assert (
        "Followers 3, Breakers 6",
        "Advanced: Whatever is printed, Followers have 3 Power and Breakers 6.",
    ) == names["followers-three-rebels-six"]


# ---------------------------------------------------------------- its own text


def test_every_rule_says_where_it_stands_in_its_own_text_or_why_it_does_not(breakers) -> None:
    elsewhere = {"", "The rulebooks of both editions"}
    sources = {str(rule.source) for rule in breakers.rulebook.values()}
    assert elsewhere == {text for text in sources if "Breakers rulebook" not in text}
    silent = {rule.id for rule in breakers.rulebook.values() if not str(rule.source)}
    assert silent == {"table", "W31", "W32", "W40"}


@pytest.mark.parametrize("rule", ["council", "goal", "hand", "cards", "open-majority", "play"])
def test_what_stood_on_lost_pages_is_marked_as_assumed(breakers, rule) -> None:
    cites = str(breakers.rulebook[rule].cites)
    assert "page lost; assumed as in the second edition" in cites


@pytest.mark.parametrize(
    ("rule", "heading"),
    [
        ("true-majority", "True Majority - breaking rules"),
        ("extra-rebels", "Discard extra Breakers"),
        ("new-round", "Preparing a new round"),
        ("W33", "Changes at 2 players, Gameplay"),
        ("rebels-first", "Base Tablets"),
        ("keepers-per-shell", "Advanced Tablets"),
        ("nobles-calm", "Calm Tablets"),
        ("W1", "Round overview"),
    ],
)
def test_rules_are_cited_by_the_headings_of_its_text(breakers, waves, rule, heading) -> None:
    assert heading in str(breakers.rulebook[rule].source)
    assert "Breakers rulebook" not in str(waves.rulebook[rule].source)


def test_the_three_players_and_their_elder_are_in_no_sentence_of_it(breakers) -> None:
    says = [f"{rule.says} {rule.reason}" for rule in breakers.rulebook.values()]
    assert [] == [text for text in says if "three players" in text or "extra Elder" in text]
    assert [] == [text for text in says if "Head to head" in text]


def test_its_transcripts_refuse_the_wrong_order_of_two_players_by_its_own_rule(
    breakers, transcripts
) -> None:
    (path,) = [path for path in transcripts(breakers) if path.stem.endswith("order")]
    (game,) = read_transcripts(path.read_text("utf-8").splitlines())
    refused = [line.detail for line in game.lines if line.mark is Mark.REFUSED]
    assert refused.count("W33") >= 5
