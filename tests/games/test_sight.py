"""What every game says of the sight of its table, held against its golden transcripts."""

from collections import Counter

import pytest

from referee.core import Sighting, play, read_transcripts
from referee.core.transcripts import Mark
from referee.table.sight.interpretation import compare, interpret

pytestmark = pytest.mark.once


@pytest.fixture
def moments(game, transcripts):
    """Return every entry of every transcript with the states before and after it."""

    def told():
        for path in transcripts(game):
            transcript = next(read_transcripts(path.read_text("utf-8").splitlines()))
            state = game.setup(transcript.setup)
            for line in transcript.lines:
                if line.mark is Mark.ENTRY:
                    action = game.parse(line.text)
                    after, _ = play(game, state, action)
                    yield state, action, after
                    state = after

    return told


def seen_of(shown, where):
    """See the cards that lie there, each as a copy of its own."""
    spot = shown.spots[where % len(shown.spots)] if shown.spots else None
    return [
        Sighting(shown.card, copy, "1", spot=spot, place=shown.place)
        for copy in range(1, shown.count + 1)
    ]


def test_what_lies_or_is_shown_are_cards_of_the_box_at_places_of_the_table(game, moments) -> None:
    cards = {card.id: card for card in game.components.cards}
    places = {place.id for place in game.components.places} | {""}
    for before, action, after in moments():
        spots = len(game.visibility.spots(after))
        shown = game.visibility.shows(before, action)
        for lying in [*game.visibility.expected_cards(after), *([shown] if shown else [])]:
            assert lying.card in cards
            assert lying.place in places
            assert all(0 <= spot < spots for spot in lying.spots)


def test_no_more_cards_lie_there_than_the_box_has(game, moments) -> None:
    copies = {card.id: card.copies for card in game.components.cards}
    for _, _, after in moments():
        lying: Counter[str] = Counter()
        for one in game.visibility.expected_cards(after):
            lying[one.card] += one.count
        assert all(count <= copies[card] for card, count in lying.items() if copies[card])


def test_whatever_an_entry_shows_is_read_from_the_sight_of_it(game, moments) -> None:
    for before, action, _ in moments():
        shown = game.visibility.shows(before, action)
        if shown is None:
            continue
        for where in range(max(1, len(shown.spots))):
            reading = interpret(game, before, seen_of(shown, where))
            read = [*reading.entries, *(one for doubt in reading.doubts for one in doubt)]
            waited_for = action in read
            by_table = action not in [
                one for seat in game.to_act(before) for one in game.legal_actions(before, seat)
            ]
            assert waited_for or by_table, game.format(action)


def test_a_table_that_lies_as_it_should_differs_in_nothing(game, moments) -> None:
    for _, _, after in moments():
        lying = game.visibility.expected_cards(after)
        seen = [card for copy, one in enumerate(lying) for card in seen_of(one, copy)]
        comparison = compare(lying, seen)
        assert () == comparison.unseen
        assert () == comparison.extra
