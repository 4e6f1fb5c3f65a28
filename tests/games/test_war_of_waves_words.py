"""What War of Waves says and offers on its screens: nothing twice, nothing that cannot be."""

import re
from pathlib import Path

import pytest

from referee.core import (
    EMPTY,
    Mark,
    Seat,
    Setup,
    Text,
    format_action,
    play,
    read_transcripts,
    redact,
)
from referee.games import load_all
from referee.games.war_of_waves import __file__ as folder
from referee.games.war_of_waves.components import SECTIONS, Card
from referee.games.war_of_waves.state import Laid, Phase, Place

GAME = load_all()["war-of-waves"]
BEGUN = (
    "dealt seat=0 build=0 war=0",
    "dealt seat=1 build=0 war=0",
    "face card=build-1",
    "face card=war-2",
    "face card=build-3",
    "face card=war-4",
)
BRIDGE = dict.fromkeys(("b1", "b2", "b3", "b4"), (1, 1))
WHOLE = {**BRIDGE, "g1": (1, 0), "g2": (1, 0), "g3": (1, 0)}
A_THOUGHT = 3
"""Words that an entry has not said already, in a line of the story that is worth its place."""
ATTACK = ("attack side=1 at=b1 kind=war cards=1", "present card=war-4")


class Table:
    """A game in the middle: entries go in, screens and sentences come out."""

    def __init__(self, *, hands=((9, 9, 0, 0), (9, 9, 0, 0)), gateways=({}, {})) -> None:
        self.state = GAME.setup(Setup(("Ann", "Bo"), ()))
        self.story: list[str] = []
        self.enter(*BEGUN)
        laid = tuple(
            tuple(_place(*side.get(section.value, (0, 0))) for section in SECTIONS)
            for side in gateways
        )
        self.state = self.state._replace(hands=hands, gateways=laid)

    def enter(self, *entries: str) -> "Table":
        """Make entries; the story is that of the last one."""
        for text in entries:
            action = GAME.parse(text)
            self.story = [str(GAME.voice.action(self.state, action))]
            self.state, facts = play(GAME, self.state, action)
            self.story += [str(GAME.voice.fact(self.state, fact)) for fact in facts]
        return self

    def seen(self, seat: int | None = None):
        whose = None if seat is None else Seat(seat)
        return GAME.view(redact(self.state, whose), whose)

    @property
    def said(self) -> str:
        return str(self.seen().step.say)

    @property
    def where(self) -> str:
        return str(self.seen().step.where)

    @property
    def hands(self) -> list[str]:
        return self.hands_of(None)

    def hands_of(self, seat: int | None) -> list[str]:
        return [str(text) for text in self.seen(seat).step.hands]

    @property
    def questions(self) -> dict[str, str]:
        """Give what is asked before an entry, by entry."""
        choices = self.seen().step.choices
        return {format_action(one.action): str(one.ask) for one in choices if one.ask != EMPTY}

    def zone(self, name: str):
        return next(zone for zone in self.seen().zones if zone.id == name)

    def notes(self, seat: int):
        return self.seen(seat).own.choices


def _place(builds: int, wars: int) -> Place:
    return Place((Laid(),) * builds, (Laid(),) * wars)


# ---------------------------------------------------------------- own phones


def test_after_an_attack_an_own_phone_tells_the_own_hands_first() -> None:
    table = Table(gateways=({}, {"b1": (1, 0)}))
    table.enter("attack side=1 at=b1 kind=build cards=1", "present card=build-2", "strike")
    table.enter("reveal side=1 at=b1 kind=build card=1 value=3")
    turn, discard = "Bo: turn up Build 3 on Bridge 1.", "Ann: discard Build 2."
    again = "Bo: turn Build 3 face down again."
    assert table.hands == [turn, discard, again]
    assert table.hands_of(0) == [discard, turn, again]
    assert table.hands_of(1) == [turn, again, discard]


# ---------------------------------------------------------------- headlines


def test_a_complete_gateway_is_said_on_top_and_can_be_claimed() -> None:
    table = Table(gateways=(WHOLE, {}))
    assert table.said == "Ann: your gateway is complete. Claim it, or go on?"
    done = [one for one in table.seen().step.choices if one.group == "done"]
    assert ["done", "done claim=yes"] == [format_action(one.action) for one in done]


def test_a_gateway_that_is_claimed_already_is_not_offered_again() -> None:
    table = Table(gateways=(WHOLE, {}), hands=((9, 9, 0, 0), (1, 0, 0, 0)))
    table.enter("done claim=yes", "overrule turn seat=0 why=again")
    assert "Claim" not in table.said


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ((1, 1, 0, 0), "Ann: build, fortify or attack. What do you do?"),
        ((0, 1, 0, 0), "Ann: fortify or attack. What do you do?"),
        ((1, 1, 1, 0), "Ann: build, fortify, attack or play a Leader. What do you do?"),
    ],
)
def test_the_headline_names_what_can_be_done_and_nothing_else(hand, said) -> None:
    assert Table(hands=(hand, (9, 9, 0, 0)), gateways=({"b1": (1, 0)}, {})).said == said


def test_whoever_can_do_no_more_is_asked_whether_that_was_all() -> None:
    table = Table(hands=((1, 0, 0, 0), (9, 9, 0, 0)), gateways=({}, {})).enter("build at=b1")
    assert table.said == "Ann: nothing more is possible. Done?"


def test_whoever_has_no_other_card_to_show_is_not_asked_for_one() -> None:
    table = Table(hands=((0, 1, 0, 0), (9, 9, 0, 0)), gateways=({}, {"b1": (1, 1)}))
    assert "another card" not in table.enter(*ATTACK).said


def test_the_headline_says_whose_cards_ares_brings_over() -> None:
    table = Table(hands=((9, 9, 0, 1), (9, 9, 0, 0)), gateways=({"b1": (1, 0)}, {"b1": (1, 2)}))
    table.enter("leader name=ares", "draw back=build")
    assert "Bo’s War cards" in table.said
    labels = [str(one.label) for one in table.seen().step.choices]
    assert labels[:2] == ["Bo’s Bridge 1, left War card", "Bo’s Bridge 1, right War card"]
    table.enter("move at=b1 cards=2 to=b1")
    assert table.story[0] == "Ann moved the right War card on Bo’s Bridge 1 to Ann’s Bridge 1."
    assert "Ann: lay Bo’s War card face down at your Bridge 1. Look at it if you like." in (
        table.hands
    )


def test_turns_are_counted_as_in_the_story() -> None:
    table = Table().enter("done", "done")
    assert "Turn 3: Ann." in table.story
    assert table.where == "Turn 3: Ann"


# ---------------------------------------------------------------- questions


def test_before_a_strike_it_is_said_that_the_cards_are_turned_up() -> None:
    table = Table(gateways=({}, {"b1": (1, 1)})).enter(*ATTACK)
    asked = "Strike: is the War card on Bo’s Bridge 1 turned up for everybody now?"
    assert table.questions == {"strike": asked}


def test_a_strike_at_cards_that_all_know_is_not_asked_about() -> None:
    table = Table(gateways=({}, {"b1": (1, 1)}))
    table.enter("overrule value side=1 at=b1 kind=war card=1 value=2 why=shown", *ATTACK)
    assert table.questions == {}


def test_whether_a_card_is_noted_changes_no_question() -> None:
    table = Table(gateways=({}, {"b1": (1, 1)}))
    noted = Table(gateways=({}, {"b1": (1, 1)}))
    noted.enter("remember seat=1 at=b1 kind=war card=1 value=2")
    assert table.enter(*ATTACK).questions == noted.enter(*ATTACK).questions


def test_a_claim_says_first_what_follows_from_it() -> None:
    questions = Table(gateways=(WHOLE, {})).questions
    assert list(questions) == ["done claim=yes"]
    assert "if they are not right Bo wins" in questions["done claim=yes"]


def test_what_ends_the_turn_before_a_test_is_asked_about() -> None:
    table = Table(gateways=(WHOLE, {})).enter("done claim=yes")
    assert list(table.questions) == ["done"]
    assert "Ann’s gateway is turned up for everybody" in table.questions["done"]
    table.enter("done")
    assert table.state.phase.value == "reveal"
    assert table.questions == {}


def test_what_is_drawn_after_done_is_not_asked_about_again() -> None:
    table = Table(gateways=(WHOLE, {"b1": (1, 0)})).enter("done claim=yes", "build at=b2")
    assert "Ann’s gateway is turned up for everybody" in table.questions["done"]
    table.enter("done")
    assert table.state.phase.value == "refill"
    assert table.questions == {}
    table.enter("face card=war-1")
    assert table.questions == {}
    table.enter("face card=war-1")
    assert table.state.phase.value == "reveal"


def test_a_turn_without_a_test_after_it_is_not_asked_about() -> None:
    broken = {**WHOLE, "b1": (1, 0)}
    table = Table(gateways=(WHOLE, {"b1": (1, 0)})).enter("done claim=yes")
    table.state = table.state._replace(gateways=Table(gateways=(broken, {})).state.gateways)
    assert "done" not in table.questions


def test_a_leader_that_ends_the_turn_is_asked_about_where_it_does() -> None:
    hands = ((9, 9, 0, 0), (9, 9, 1, 0))
    table = Table(gateways=(WHOLE, {"b1": (1, 0)}), hands=hands).enter("done claim=yes")
    table.enter("leader name=ceto")
    assert "Ann’s gateway is turned up for everybody" in table.questions["draw back=build"]


# ---------------------------------------------------------------- doubts about the own claim

ODD_AND_EVEN = {"b1": 1, "b2": 1, "b3": 2, "b4": 1}
NOT_IN_A_ROW = {"g1": 1, "g2": 1, "g3": 3}
SHORT = 60
"""What two lines of a phone hold."""


def noted(table: Table, numbers: dict[str, int], seat: int = 0) -> Table:
    for at, value in numbers.items():
        table.enter(f"remember seat={seat} at={at} kind=build card=1 value={value}")
    return table


@pytest.mark.parametrize("numbers", [ODD_AND_EVEN, NOT_IN_A_ROW, {**ODD_AND_EVEN, **NOT_IN_A_ROW}])
def test_a_warning_says_first_and_short_what_to_do(numbers) -> None:
    table = noted(Table(gateways=(WHOLE, {})), numbers)
    warned = [str(text) for text in table.seen(0).own.warnings]
    first = warned[: len(warned) // 2]
    assert first
    for text in first:
        assert text.startswith("Do not claim yet: your ")
        assert len(text) <= SHORT


def test_a_warning_says_then_which_sums_and_what_mends_them() -> None:
    table = noted(Table(gateways=(WHOLE, {})), NOT_IN_A_ROW)
    assert [str(text) for text in table.seen(0).own.warnings] == [
        "Do not claim yet: your gate is not three in a row.",
        "Gate 1 (1), Gate 2 (1) and Gate 3 (3). A second Build card can still mend that.",
    ]


def test_whoever_has_claimed_is_told_that_the_claim_will_lose() -> None:
    table = noted(Table(gateways=(WHOLE, {})), ODD_AND_EVEN).enter("done claim=yes")
    assert str(table.seen(0).own.warnings[0]).startswith("Your claim will lose: your bridge mixes")


def test_a_claim_that_loses_is_not_what_its_owner_is_invited_to() -> None:
    table = noted(Table(gateways=(WHOLE, {})), NOT_IN_A_ROW)
    step = table.seen(0).step
    claim = next(one for one in step.choices if format_action(one.action) == "done claim=yes")
    assert str(step.say) == "Ann: all sections are there, but a claim would lose. Go on?"
    assert not claim.main
    assert str(claim.detail) == "you noted that it loses"


def test_the_question_before_a_claim_that_loses_begins_with_why() -> None:
    table = noted(Table(gateways=(WHOLE, {})), {**ODD_AND_EVEN, **NOT_IN_A_ROW})
    asked = next(str(one.ask) for one in table.seen(0).step.choices if one.ask != EMPTY)
    assert asked.startswith(
        "Do not claim yet: your bridge mixes odd and even. "
        "Do not claim yet: your gate is not three in a row. Claim: after"
    )


def test_the_same_goes_for_a_claim_after_a_leader() -> None:
    table = Table(gateways=(WHOLE, {}), hands=((9, 9, 1, 0), (9, 9, 0, 0)))
    noted(table, NOT_IN_A_ROW).enter("leader name=ceto", "draw back=build")
    assert table.state.phase is Phase.CLAIM
    assert str(table.seen(0).step.say) == (
        "Ann: all sections are there, but a claim would lose. Do you claim?"
    )
    assert table.said == "Ann: your gateway is complete. Do you claim it?"


def test_nobody_else_sees_whether_a_claim_would_lose() -> None:
    table = Table(gateways=(WHOLE, WHOLE))
    seen = [table.seen(seat) for seat in (None, 1)]
    noted(table, {**ODD_AND_EVEN, **NOT_IN_A_ROW})
    assert [table.seen(seat) for seat in (None, 1)] == seen


def test_a_right_gateway_is_claimed_as_ever() -> None:
    table = noted(Table(gateways=(WHOLE, {})), {"g1": 1, "g2": 3, "g3": 2})
    assert table.seen(0).step == table.seen().step


def test_at_the_end_nobody_is_asked_for_notes_and_all_cards_are_turned_up() -> None:
    table = _played("false-claim", Phase.OVER)
    for seat in (0, 1):
        own = table.seen(seat).own
        assert str(own.say) == "The game is over: turn all your cards up, for everybody to see."
        assert own.warnings == ()
        assert own.choices == ()
    assert table.where == "Over after 10 turns. Now turn all cards up."


def test_it_says_whose_gateway_is_turned_up_now() -> None:
    table = _played("false-claim", Phase.REVEAL)
    assert table.where == "Both gateways are tested: now Ann’s"
    for at, value in zip(("b1", "b2", "b3", "b4", "g1", "g2", "g3"), "1332243", strict=True):
        table.enter(f"reveal side=0 at={at} kind=build card=1 value={value}")
    assert table.where == "Both gateways are tested: now Bo’s"


# ---------------------------------------------------------------- cards and hands


def test_leaders_are_counted_once() -> None:
    table = Table(hands=((2, 1, 1, 1), (1, 1, 0, 0)))
    counts = [(str(piece.label), piece.number) for piece in table.zone("hand-0").pieces]
    assert counts == [("Build", "2"), ("War", "1"), ("Leaders", "2")]


def test_two_cards_of_a_section_are_told_apart_as_they_lie() -> None:
    table = Table(gateways=({}, {"b1": (2, 1)}))
    choices = [one for one in table.seen().step.choices if one.group == "attack"]
    assert [str(one.detail) for one in choices] == ["War card"]
    noted = {str(one.group_label) for one in table.notes(1)}
    assert noted == {
        "Bridge 1, left Build card",
        "Bridge 1, right Build card",
        "Bridge 1, War card",
    }


def test_no_sentence_names_a_card_by_a_number_that_could_be_its_value() -> None:
    numbered = re.compile(r"(Build|War) card \d")
    for text in _sentences():
        assert not numbered.search(text), text


def test_after_a_note_the_next_card_comes_first_and_the_noted_one_says_so() -> None:
    table = Table(gateways=({"b1": (1, 1)}, {}))
    before = [one.group for one in table.notes(0)]
    table.enter("remember seat=0 at=b1 kind=build card=1 value=3")
    after = table.notes(0)
    assert before[0] not in {one.group for one in after}
    assert str(after[0].group_label) == "Bridge 1, War card"
    assert str(after[-1].group_label) == "Bridge 1, Build card: 3 ✓"
    assert [one.number for one in after if one.main] == ["3"]
    assert {str(one.detail) for one in after} == {"Bridge 1, War card", "Bridge 1, Build card"}


def test_the_row_shows_which_places_are_free() -> None:
    table = Table()
    table.state = table.state._replace(faces=table.state.faces[:2])
    assert [piece.empty for piece in table.zone("faces").pieces] == [False, False, True, True]


def test_hephaestus_names_places_in_few_words() -> None:
    table = Table(hands=((9, 9, 1, 0), (9, 9, 0, 0)), gateways=({"b1": (2, 1), "g1": (1, 0)}, {}))
    table.enter("leader name=hephaestus", "draw back=build")
    choices = table.seen().step.choices
    assert [str(one.group_label) for one in choices] == ["Bridge 1, left", "Bridge 1, right"]
    assert {str(one.label) for one in choices} == {"Gate 1"}


@pytest.mark.parametrize(
    ("lying", "cards", "lost"),
    [
        ((2, 1), "1,2", "both cards under attack with the War card on top"),
        ((2, 2), "1,2", "both cards under attack with the 2 War cards on top"),
        ((2, 1), "1", "the card under attack"),
        ((1, 0), "1", "the card under attack"),
    ],
)
def test_war_cards_that_go_with_the_build_card_under_them_are_told(lying, cards, lost) -> None:
    gateway = {"b1": lying, "b2": (1, 0)}
    table = Table(gateways=(gateway, {}))
    places = len(cards.split(","))
    at, kind = ",".join(["b1"] * places), ",".join(["build"] * places)
    table.enter(f"attack side=0 at={at} kind={kind} cards={cards}", "present card=build-4")
    _, losses = table.zone("attack").pieces
    assert str(losses.detail) == f"Ann discards Build 4 in any case, and {lost} too if it succeeds."


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("war-3", "War 3. It wins if 3 or less lies there."),
        ("build-3", "Build 3. It wins if 1 or less lies there."),
    ],
)
def test_an_attack_on_hidden_cards_says_what_it_beats(card, said) -> None:
    table = Table(gateways=({}, {"b1": (1, 1)})).enter(ATTACK[0], f"present card={card}")
    assert str(table.zone("attack").pieces[0].detail) == said


def test_cards_that_are_turned_up_for_a_tie_lie_on_the_table() -> None:
    table = _played("tie-cut", Phase.CUT)
    assert table.zone("cut").pieces == ()
    table.enter("cut seat=0 card=war-3" if table.state.turn else "cut seat=1 card=war-3")
    assert [str(piece.label) for piece in table.zone("cut").pieces] == ["War 3"]


def test_each_count_of_copies_that_can_be_is_offered() -> None:
    counts = [
        action.count
        for action in GAME.optional_actions(Table().state)
        if getattr(action, "card", None) == Card("build-6") and hasattr(action, "count")
    ]
    assert counts == list(range(13))


def test_the_present_count_of_copies_is_marked() -> None:
    table = Table()
    for count, said in ((7, "this deck has 7 × Build 1"), (8, "this deck has 8 × Build 1, as now")):
        action = GAME.parse(f"overrule copies card=build-1 count={count} why=so")
        assert str(GAME.voice.action(table.state, action)).count(said) == 1
        assert ("as now" in str(GAME.voice.action(table.state, action))) == (count == 8)


def test_a_wrong_claim_is_told_as_what_the_other_one_said() -> None:
    won = "Bo wins: Ann said “complete”, and Ann’s gateway is not right."
    assert _played("false-claim", Phase.OVER).said == won
    *_, (_, _, after, facts) = _entries("false-claim")
    assert won in [str(GAME.voice.fact(after, fact)) for fact in facts]


def test_hands_are_counted_without_a_word_that_could_be_wrong() -> None:
    table = Table(hands=((1, 0, 1, 0), (1, 0, 0, 0)))
    table.enter("leader name=ceto", "draw back=war")
    assert "The hands are exchanged: Ann holds 1 now, Bo 2." in table.story


# ---------------------------------------------------------------- orders and story


def test_a_draw_is_ordered_once() -> None:
    table = Table(gateways=({"b1": (1, 0)}, {})).enter("build at=b2", "fortify at=b1 kind=war")
    table.enter("done")
    assert table.said == "Ann: draw 2 cards from the deck. Which back has the first?"
    assert table.hands == []


def test_a_leader_that_was_drawn_brings_one_card_more_in_one_order() -> None:
    table = Table(gateways=({"b1": (1, 0)}, {})).enter("build at=b2", "fortify at=b1 kind=war")
    table.enter("done", "draw back=build", "draw back=build leader=yes")
    assert table.said == "Ann: a Leader, so draw 1 card more. Which back does it have?"
    assert table.hands == []


def test_before_the_higher_card_decides_deck_and_discard_pile_are_shuffled_together() -> None:
    table = _played("tie-cut", Phase.CUT)
    assert "Shuffle the deck and the discard pile together: one deck." in table.hands


def test_the_overrules_leave_one_gap_each() -> None:
    table = Table(gateways=({"b1": (2, 1)}, {"b1": (1, 1)}))
    for entry, said in (
        ("overrule remove side=1 at=b1 kind=war card=1", "the War card on Bo’s Bridge 1"),
        ("overrule value side=0 at=b1 kind=build card=2 value=3", "the right Build card on Ann’s"),
        ("overrule place seat=1 at=b2 kind=build", "a Build card on Bo’s Bridge 2"),
    ):
        told = GAME.voice.action(table.state, GAME.parse(f"{entry} why=so"))
        what = dict(told.values)["what"]
        assert isinstance(what, Text)
        assert [name for name, _ in what.values] == ["what"]
        assert said in str(what)


def test_what_the_table_can_decide_is_asked_in_questions_that_differ() -> None:
    asked: dict[type, str] = {}
    for action in GAME.optional_actions(Table().state):
        what = dict(GAME.voice.action(Table().state, action).values).get("what")
        asked[type(action)] = what.template if isinstance(what, Text) else ""
    assert len(asked) == len(set(asked.values()))


def test_no_line_of_the_story_says_the_same_as_the_one_before() -> None:
    said = []
    for name in _names():
        for story in _stories(name):
            said += [
                (story[0], line)
                for line in story[1:]
                if not line.startswith("Turn ") and len(_words(line) - _words(story[0])) < A_THOUGHT
            ]
    assert said == []


def test_nobody_is_told_of_an_own_card_of_somebody() -> None:
    for text in _sentences():
        assert "the own" not in text
        assert not re.search(r"your \w+ card of", text)


# ---------------------------------------------------------------- the golden games


def _names() -> list[str]:
    found = sorted((Path(folder).parent / "transcripts").glob("*.txt"))
    return [path.stem for path in found if path.stem != "turn-limit"]


def _entries(name: str):
    path = Path(folder).parent / "transcripts" / f"{name}.txt"
    found = next(read_transcripts(path.read_text("utf-8").splitlines()))
    state = GAME.setup(found.setup)
    for line in found.lines:
        if line.mark is Mark.ENTRY:
            action = GAME.parse(line.text)
            after, facts = play(GAME, state, action)
            yield state, action, after, facts
            state = after


def _stories(name: str):
    for before, action, after, facts in _entries(name):
        told = [GAME.voice.fact(after, fact) for fact in facts if not fact.minor]
        yield [str(GAME.voice.action(before, action)), *map(str, told)]


def _sentences() -> list[str]:
    texts = []
    for name in _names():
        for before, action, _, facts in _entries(name):
            step = GAME.view(redact(before, None), None).step
            texts += [str(step.say), str(step.where), *map(str, step.hands)]
            texts.append(str(GAME.voice.action(before, action)))
            texts += [str(GAME.voice.fact(before, fact)) for fact in facts]
    return texts


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _played(name: str, phase: Phase) -> Table:
    table = Table()
    for _, _, after, _ in _entries(name):
        if after.phase is phase:
            table.state = after
            return table
    raise AssertionError


def test_who_holds_no_leader_is_told_why_none_can_be_played():
    told = 0
    for path in sorted((Path(str(folder)).parent / "transcripts").glob("*.txt")):
        (game,) = read_transcripts(path.read_text("utf-8").splitlines(keepends=True))
        state = GAME.setup(game.setup)
        for line in game.lines:
            if line.mark is not Mark.ENTRY:
                continue
            state, _ = play(GAME, state, GAME.parse(line.text))
            missing = [str(one.why) for one in GAME.view(redact(state, None), None).step.missing]
            if state.phase is Phase.ACT and not state.types:
                name = state.table.names[state.turn]
                none = sum(state.hands[state.turn][2:]) == 0
                assert none == (f"{name} holds no Leader." in missing)
                told += none
    assert told
