"""What a table chooses before a game, and what it cannot choose."""

import pytest

from referee.core import BadSetup, Option, OptionChoice, OptionGroup, Setup, picked, say

BY_HAND = (("first", "1"), ("deck", "long"))


def test_a_game_gets_the_options_that_it_knows():
    setup = Setup(("Ann", "Bo"), BY_HAND)
    assert setup.chosen_among("first", "deck", "mode") == {"first": "1", "deck": "long"}
    assert Setup(("Ann", "Bo")).chosen_among() == {}


@pytest.mark.parametrize(("known", "named"), [(("first",), "deck"), ((), "deck")])
def test_an_option_that_the_game_does_not_have_is_named(known, named):
    with pytest.raises(BadSetup, match=f"This game has no option called “{named}”.") as bad:
        Setup(("Ann", "Bo"), BY_HAND).chosen_among(*known)
    assert bad.value.option == named


def test_an_option_that_somebody_made_up_is_quoted_shortly():
    with pytest.raises(BadSetup) as bad:
        Setup(("Ann", "Bo"), (("x" * 500, "1"),)).chosen_among()
    assert len(str(bad.value)) < 150


def test_a_text_stands_for_one_of_the_values():
    wrong = say("There is no such deck.")
    decks = {"long": 60, "short": 0}
    assert picked("long", decks, "deck", wrong) == 60
    assert picked("short", decks, "deck", wrong) == 0


@pytest.mark.parametrize("text", ["", "Long", " long", "lon", "9"])
def test_a_text_that_stands_for_nothing_is_refused_with_the_option_and_a_sentence(text):
    with pytest.raises(BadSetup) as bad:
        picked(text, {"long": 60}, "deck", say("There is no such deck."))
    assert (bad.value.option, str(bad.value)) == ("deck", "There is no such deck.")


GROUPS = tuple(
    OptionGroup(say(name), tuple(OptionChoice(one, say(f"{one} cards")) for one in ("3", "4")))
    for name in ("Left", "Right")
)


@pytest.mark.parametrize(
    ("groups", "value", "words"),
    [
        (GROUPS, "4,3", "House numbers"),
        (GROUPS, "3,4", "Right: 4 cards"),
        (GROUPS, "house", "House numbers"),
        (GROUPS[:1], "4", "4 cards"),
    ],
)
def test_a_value_is_told_as_its_preset_or_as_what_is_not_the_default(groups, value, words):
    presets = (
        OptionChoice("4,3", say("House numbers")),
        OptionChoice("house", say("House numbers")),
    )
    option = Option("deck", say("Deck"), groups, "3,3", presets=presets)
    assert words == str(option.told(value))
