"""Sentences that wait for their language."""

from referee.core import EMPTY, Text, joined, listed, literal, say, say_count, tell


def test_a_sentence_is_english_until_somebody_translates_it():
    sentence = say("{name} takes {count}.", name="Ann", count=3)
    assert str(sentence) == "Ann takes 3."
    assert sentence == Text("{name} takes {count}.", (("name", "Ann"), ("count", 3)))


def test_a_sentence_in_a_sentence_is_translated_too():
    german = {"No: {why}": "Nein: {why}", "too late": "zu spät"}
    sentence = say("No: {why}", why=say("too late"))
    assert sentence.spoken(german.__getitem__, lambda one, _many, _count: one) == "Nein: zu spät"


def test_a_number_chooses_its_form():
    def cards(count):
        return str(say_count("{count} card", "{count} cards", count))

    assert [cards(0), cards(1), cards(2)] == ["0 cards", "1 card", "2 cards"]


def test_the_plural_comes_from_the_other_language_too():
    def plural(one, many, count):
        assert (one, many) == ("{count} card", "{count} cards")
        return "{count} Karte" if count == 1 else "{count} Karten"

    sentence = say_count("{count} card", "{count} cards", 2)
    assert sentence.spoken(str, plural) == "2 Karten"


def test_words_that_nobody_translates_may_hold_braces():
    assert str(literal("Ann {the} 1st")) == "Ann {the} 1st"


def test_a_list_is_joined_as_people_do():
    assert listed([]) == EMPTY
    assert str(listed([])) == ""
    assert str(listed(["Ann"])) == "Ann"
    assert str(listed(["Ann", "Bo"])) == "Ann and Bo"
    assert str(listed(["Ann", say("{name}!", name="Bo"), "Cy", 4])) == "Ann, Bo!, Cy and 4"
    assert listed([say("Ann")]) == say("Ann")


def test_sentences_are_joined_with_blanks():
    assert joined([]) == EMPTY
    assert joined([say("One.")]) == say("One.")
    assert str(joined([say("One."), say("{count}.", count=2), say("Three.")])) == "One. 2. Three."


def test_a_table_of_sentences_tells_what_is_always_the_same_and_what_is_made_of_something():
    def turn(names, seat):
        return say("It is the turn of {name}.", name=names[seat])

    sentences = {"over": say("The game is over.")} | {"turn": turn}
    assert str(tell(sentences, "over", ("Ann", "Bo"), 1)) == "The game is over."
    assert str(tell(sentences, "turn", ("Ann", "Bo"), 1)) == "It is the turn of Bo."
