"""What a look at the table makes of cards, judged by hand-made scans."""

from dataclasses import replace

import pytest

from referee.core import TABLE, Setup, play
from referee.core.codes import CardCode, box_of_slug, format_code
from referee.games import load_all
from referee.table.sight.observations import Layout, Sighted, Zone, observe
from referee.table.sight.watch import Watcher

NAMES = ("Ann", "Bo", "Cy")


class Table:
    """A match without a store: entries of a look are played at once, as far as they are sure."""

    def __init__(self, slug, names=NAMES, **options):
        self.game = load_all()[slug]
        self.state = self.game.setup(Setup(names, tuple(options.items())))
        self.watcher = Watcher(self.game)

    def enter(self, *texts):
        for text in texts:
            self.state, _ = play(self.game, self.state, self.game.parse(text))

    def look(self, scan, **how):
        look = self.watcher.look(self.state, scan, **how)
        for action in look.entries:
            self.state, _ = play(self.game, self.state, action)
        self.watcher.account(look, self.state, entered=bool(look.entries))
        return look

    def confirm(self, scan):
        """Say yes to what a look supposes."""
        look = self.watcher.look(self.state, scan)
        for action in look.reading.entries:
            self.state, _ = play(self.game, self.state, action)
        self.watcher.account(look, self.state, entered=True)

    def told(self, look):
        return [self.game.format(action) for action in look.reading.entries]


@pytest.fixture
def waves():
    return Table("waves", council="house", mode="three")


COUNCIL = [(0, "seer"), (1, "noble"), (2, "scholar"), (3, "seer")]


def laid(scene, cards=COUNCIL, first=1):
    table = scene("waves", 4)
    for copy, (spot, card) in enumerate(cards, start=first):
        table.lay(card, spot, copy=copy)
    return table


def test_a_whole_council_is_entered_from_one_look(waves, scene):
    look = waves.look(laid(scene).scan())
    assert [
        "elder slot=0 card=seer",
        "elder slot=1 card=noble",
        "elder slot=2 card=scholar",
        "elder slot=3 card=seer",
    ] == waves.told(look)
    assert look.reading.sure


def test_who_is_missing_is_said_and_the_others_are_entered(waves, scene):
    look = waves.look(laid(scene, COUNCIL[:2]).scan())
    assert ["elder slot=0 card=seer", "elder slot=1 card=noble"] == waves.told(look)
    assert {(2,), (3,)} == {lying.spots for lying in look.reading.awaited}


def test_a_card_that_stays_in_view_is_one_entry(waves, scene):
    table = laid(scene, COUNCIL[:1])
    waves.look(table.scan())
    again = waves.look(table.scan())
    assert [] == waves.told(again)
    assert () == again.comparison.extra


def test_two_cards_at_one_place_are_asked_about(waves, scene):
    table = laid(scene, COUNCIL[:1])
    table.lay("knight", 0, radius=90.0)
    look = waves.look(table.scan())
    assert [] == waves.told(look)
    ((first, second),) = look.reading.doubts
    assert {"elder slot=0 card=seer", "elder slot=0 card=knight"} == {
        waves.game.format(first),
        waves.game.format(second),
    }


def test_a_card_between_two_players_is_nobodys(waves, scene):
    table = scene("waves", 4)
    (x, y), (other_x, other_y) = table.marks[4], table.marks[5]
    table.put("seer", (x + other_x) / 2, (y + other_y) / 2)
    look = waves.look(table.scan())
    assert [] == waves.told(look)
    assert ["seer"] == [card.seen.card for card in look.unclear]


def test_a_card_between_two_players_belongs_to_the_elder_that_it_lies_over(waves, scene):
    table = scene("waves", 4)
    table.put("seer", 230.0, 300.0)  # Ann's, and just so
    table.put("knight", 200.0, 290.0, copy=2)
    look = waves.watcher.look(waves.state, table.scan())
    assert {("seer", 0), ("knight", 0)} == {
        (card.seen.card, card.seen.spot) for card in look.observation.cards
    }
    assert () == look.unclear
    table.put("noble", 160.0, 270.0, copy=3)  # Bo's, and the Knight lies over it as well
    look = waves.watcher.look(waves.state, table.scan())
    assert ["knight"] == [card.seen.card for card in look.unclear]


def test_a_zone_drawn_by_hand_goes_before_the_nearest_marker(waves, scene):
    table = scene("waves", 4)
    (x, y), (other_x, other_y) = table.marks[4], table.marks[5]
    table.put("seer", (x + other_x) / 2, (y + other_y) / 2)
    waves.watcher.layout.zones = [Zone(1, 0.0, 0.5, 0.5, 1.0)]
    assert ["elder slot=1 card=seer"] == waves.told(waves.look(table.scan()))


def test_rebels_and_followers_are_an_idea_to_be_confirmed(waves, scene):
    table = laid(scene)
    waves.look(table.scan())
    table.lay("knight", 1, copy=7, radius=90.0)
    table.lay("knight", 1, copy=8, radius=75.0)
    look = waves.look(table.scan())
    assert [
        "follow slot=0",
        "rebel slot=1 count=2",
        "follow slot=2",
        "reveal slot=1 card=knight",
    ] == waves.told(look)
    assert not look.reading.sure
    assert () == look.entries


def test_a_follower_lies_on_its_owners_side(waves, scene):
    table = laid(scene)
    waves.look(table.scan())
    table.lay("knight", 0, copy=7, radius=150.0)
    assert ["follow slot=0", "follow slot=1", "follow slot=2"] == waves.told(
        waves.look(table.scan())
    )[:3]


def test_the_elder_of_the_last_round_is_not_todays_until_it_was_away(waves, scene):
    waves.look(laid(scene, [(0, "knight"), (1, "noble"), (2, "scholar"), (3, "knight")]).scan())
    waves.enter("follow slot=0", "follow slot=1", "follow slot=2")
    while not waves.game.legal_actions(waves.state, TABLE):  # the fourth Elder is a new one
        seat = min(waves.game.to_act(waves.state))
        action = waves.game.legal_actions(waves.state, seat)[-1]
        waves.state, _ = play(waves.game, waves.state, action)
    left = scene("waves", 4)
    left.lay("knight", 3, copy=4)
    assert [] == waves.told(waves.look(left.scan()))
    on_purpose = waves.look(left.scan(), asked=True)
    assert ["elder slot=3 card=knight"] == waves.told(on_purpose)
    assert not on_purpose.reading.sure
    waves.look(scene("waves", 4).scan())
    assert ["elder slot=3 card=knight"] == waves.told(waves.look(left.scan()))


def test_a_table_that_nobody_tidied_is_no_next_round(waves, scene):
    table = laid(scene, [(0, "knight"), (1, "noble"), (2, "scholar"), (3, "knight")])
    waves.look(table.scan())
    for spot in range(3):
        table.lay("keeper", spot, copy=11 + spot, radius=155.0)
    waves.confirm(table.scan())
    while waves.state.round == 1:  # what the photo did not settle is typed
        seat = min(waves.game.to_act(waves.state))
        waves.enter(waves.game.format(waves.game.legal_actions(waves.state, seat)[0]))
    again = waves.look(table.scan(), asked=True)
    assert set() == {"follow", "rebel", "reveal"} & {text.split()[0] for text in waves.told(again)}


def test_what_was_taken_back_can_be_entered_by_the_same_photo_again(waves, scene):
    before = waves.state
    table = laid(scene)
    waves.look(table.scan(), asked=True, entries=0)
    assert [] == waves.told(waves.look(table.scan(), asked=True, entries=4))
    waves.state = before
    assert [] == waves.told(waves.look(table.scan(), entries=0))  # no camera fights an undo
    assert 4 == len(waves.look(table.scan(), asked=True, entries=0).entries)


def test_agents_are_told_from_elders_that_were_typed(waves, scene):
    waves.enter(*(f"elder slot={slot} card={card}" for slot, card in COUNCIL))
    table = laid(scene)
    table.lay("knight", 1, copy=7, radius=85.0)
    table.lay("keeper", 0, copy=8, radius=155.0)
    assert ["follow slot=0", "rebel slot=1 count=1", "follow slot=2"] == waves.told(
        waves.look(table.scan())
    )[:3]


def test_an_elder_that_was_mistyped_is_not_taken_for_one_of_the_rebels(waves, scene):
    waves.enter(*(f"elder slot={slot} card={card}" for slot, card in COUNCIL))
    waves.enter("follow slot=0", "rebel slot=1 count=2", "follow slot=2")
    table = laid(scene, [(0, "seer"), (1, "keeper"), (2, "scholar"), (3, "seer")])
    table.lay("knight", 1, copy=7, radius=90.0)
    table.lay("knight", 1, copy=8, radius=75.0)
    look = waves.look(table.scan())
    assert ["reveal slot=1 card=knight"] == waves.told(look)
    assert ["keeper"] == [card.card for card in look.reading.unexplained]


def test_a_strangers_code_disturbs_nothing(waves, scene):
    table = laid(scene)
    table.codes.append(("https://example.org/menu", 300.0, 200.0))
    table.codes.append((format_code(CardCode("WA", "1", "01", 1)), 320.0, 200.0))
    look = waves.look(table.scan())
    assert 4 == len(look.entries)
    assert ["https://example.org/menu"] == [code.text for code in look.observation.foreign]
    assert 1 == len(look.observation.strangers)


def test_a_box_that_names_no_code_is_known_by_its_games_name(scene):
    table = scene("waves", 4)
    text = format_code(CardCode(box_of_slug("waves"), "1", "04", 1))
    table.codes.append((text, 300.0, 320.0))
    game = replace(table.game, components=replace(table.game.components, code=""))
    observation = observe(game, 4, table.scan(), Layout())
    assert ["seer"] == [card.seen.card for card in observation.cards]


def test_one_card_at_two_places_cannot_be(waves, scene):
    table = scene("waves", 4)
    table.lay("seer", 0, copy=4)
    table.lay("seer", 1, copy=4)
    look = waves.look(table.scan())
    assert () == look.entries
    assert any("is on the table twice" in str(one.text) for one in look.contradictions)


def test_more_cards_than_the_box_has_cannot_be(waves, scene):
    table = scene("waves", 4)
    for copy in range(1, 22):
        table.put("scholar", 20.0 * copy, 200.0, copy=copy)
    look = waves.look(table.scan())
    found = [str(one.text) for one in look.contradictions]
    assert "I see 21 × Scholar; there are 20 in the box." in found


def test_two_decks_on_one_table_are_told_apart(waves, scene):
    table = scene("waves", 4)
    table.lay("seer", 0, copy=4)
    table.lay("seer", 1, copy=4, deck="2")
    look = waves.look(table.scan())
    (only,) = look.contradictions
    assert "There are cards of 2 decks on this table." == str(only.text)


def test_without_a_mat_the_markers_give_the_measure(waves, scene):
    table = laid(scene)
    table.mat = False
    assert 4 == len(waves.look(table.scan()).entries)


def test_a_picture_without_a_mat_is_not_measured_against_one_with_it(waves, scene):
    table = laid(scene)
    waves.look(table.scan())
    table.mat = False  # a hand lies on a corner: now everything is measured in the picture
    table.lay("knight", 0, copy=7, radius=150.0)
    assert "follow slot=0" in waves.told(waves.look(table.scan()))


def test_the_difference_between_entries_and_table_is_found(waves, scene):
    table = laid(scene)
    waves.look(table.scan())
    wrong = laid(scene, [(0, "seer"), (1, "knight"), (2, "scholar"), (3, "seer")], first=11)
    look = waves.look(wrong.scan())
    assert [("noble", (1,))] == [(one.card, one.spots) for one in look.comparison.unseen]
    assert [("knight", 1)] == [(one.card, one.spot) for one in look.comparison.extra]


def test_a_card_of_wave_on_the_pile_is_entered_or_asked_about(scene):
    wave = Table("wave")
    table = scene("wave", 3)
    x, y = table.place("pile")
    table.put("white-1", x, y + 20)
    look = wave.look(table.scan())
    assert ["start card=white-1"] == wave.told(look)
    table.put("yellow-3", x, y + 22)
    look = wave.look(table.scan())
    assert [] == wave.told(look)
    assert look.reading.doubts  # which way it was held cannot be seen


def test_the_face_row_of_war_lies_beside_the_deck(scene):
    war = Table("war-of-waves", ("Ann", "Bo"))
    war.enter(*(f"dealt seat={seat} build=0 war=0" for seat in (0, 1)))
    table = scene("war-of-waves", 2)
    x, y = table.place("deck")
    table.put("war-3", x + 30, y)
    assert ["face card=war-3"] == war.told(war.look(table.scan()))


def test_a_face_row_of_war_that_is_too_long_cannot_be(scene):
    war = Table("war-of-waves", ("Ann", "Bo"))
    war.enter(*(f"dealt seat={seat} build=0 war=0" for seat in (0, 1)))
    table = scene("war-of-waves", 2)
    x, y = table.place("deck")
    for copy, card in enumerate(("war-3", "war-3", "build-1", "build-2", "ares"), 1):
        table.put(card, x - 40, y + 25 * copy - 75, copy=copy)
    (found,) = war.look(table.scan()).contradictions
    assert "There are 5 cards in the row; it holds 4." == str(found.text)
    ways = {str(way.text) for way in found.ways}
    assert {f"Deck: take away {name}." for name in ("War 3", "Build 1", "Build 2", "Ares")} == ways


@pytest.fixture
def second_round():
    """Bo has collected a Knight, Cy a Seer; the second Council lies there."""
    tablets = "scholars-six,keepers-per-shell,agents-right,rotate-elders,shells-by-followers"
    options = {"council": "house", "mode": "three", "token": "2", "tablets": tablets}
    table = Table("waves", **options)
    first = ["scholar", "knight", "seer", "scholar"]
    table.enter(*(f"elder slot={slot} card={card}" for slot, card in enumerate(first)))
    table.enter(*(f"follow slot={slot}" for slot in (2, 0, 1)))
    table.enter("reveal slot=2 card=noble", "reveal slot=0 card=keeper", "reveal slot=1 card=seer")
    table.enter("elder slot=3 card=seer")
    assert [[], ["knight"], ["seer"]] == table.game.values(table.state, None)["collected"]
    return table


SECOND = [(0, "keeper"), (1, "seer"), (2, "noble"), (3, "seer")]


def test_rebels_of_their_elders_own_class_are_all_counted(waves, scene):
    table = laid(scene)
    waves.look(table.scan())
    for copy, radius in enumerate((60.0, 75.0, 90.0), start=7):
        table.lay("noble", 1, copy=copy, radius=radius)
    table.codes.reverse()
    assert "rebel slot=1 count=3" in waves.told(waves.look(table.scan()))


def test_a_new_card_does_not_pass_for_a_collected_one_that_is_covered(second_round, scene):
    table = laid(scene, SECOND, first=11)
    table.lay("knight", 1, copy=5, radius=195.0)
    second_round.look(table.scan())
    table = laid(scene, SECOND, first=11)
    for copy, radius in ((7, 90.0), (8, 75.0)):
        table.lay("knight", 1, copy=copy, radius=radius)
    look = second_round.look(table.scan())
    assert "rebel slot=1 count=2" in second_round.told(look)


def test_what_is_collected_does_not_tell_followers_from_rebels(second_round, scene):
    table = laid(scene, SECOND, first=11)
    table.lay("knight", 1, copy=5, radius=170.0)
    second_round.look(table.scan())
    table.lay("noble", 0, copy=6, radius=150.0)
    table.lay("noble", 1, copy=7, radius=150.0)
    look = second_round.look(table.scan())
    assert "follow slot=1" in second_round.told(look)


def test_whatever_was_entered_is_known_also_when_less_of_it_has_to_lie_there(waves, scene):
    table = laid(scene)
    waves.look(table.scan())
    for copy, radius in enumerate((60.0, 75.0, 90.0), start=7):
        table.lay("noble", 1, copy=copy, radius=radius)
    look = waves.look(table.scan())
    for action in look.reading.entries:
        waves.state, _ = play(waves.game, waves.state, action)
    waves.watcher.account(look, waves.state, entered=True)
    assert 1 == waves.game.values(waves.state, None)["agents"][1]["count"]
    again = waves.look(table.scan())
    assert ((), ()) == (again.fresh, again.reading.entries)


def test_many_cards_in_one_picture_are_compared_by_pairs(waves, scene, monkeypatch):
    """Each with each, a few times: with all pairs for each of them a picture took minutes."""
    waves.look(laid(scene).scan())
    count, compared, same = 60, [], Sighted.__eq__
    many = laid(scene)
    for copy in range(count):
        many.lay("noble", 0, copy=copy + 5, radius=100.0 + copy / 10)

    def counted(one, other):
        compared.append(one)
        return same(one, other)

    monkeypatch.setattr(Sighted, "__eq__", counted)
    waves.look(many.scan())
    assert len(compared) < 10 * count**2
