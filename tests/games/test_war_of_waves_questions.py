"""What War of Waves asks before an entry, and what it doubts for its owner alone."""

import pytest
from spoken_war_of_waves import ATTACK, WHOLE, Table, _played, noted

from referee.core import (
    EMPTY,
    format_action,
)
from referee.games.war_of_waves.state import Phase

# ---------------------------------------------------------------- questions


def test_before_a_strike_it_is_said_that_the_cards_are_turned_up() -> None:
    table = Table(gateways=({}, {"b1": (1, 1)})).enter(*ATTACK)
    asked = "Strike now? That turns up the War card on Bo’s Bridge 1 for everybody."
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
    assert "if they are not valid, Bo wins" in questions["done claim=yes"]


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
        "Gate 1 (1), Gate 2 (1) and Gate 3 (3). A second Build card can still fix that.",
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
    assert str(claim.detail) == "your notes say it loses"


def test_the_question_before_a_claim_that_loses_begins_with_why() -> None:
    table = noted(Table(gateways=(WHOLE, {})), {**ODD_AND_EVEN, **NOT_IN_A_ROW})
    asked = next(str(one.ask) for one in table.seen(0).step.choices if one.ask != EMPTY)
    assert asked.startswith(
        "Do not claim yet: your bridge mixes odd and even. "
        "Do not claim yet: your gate is not three in a row. Claim now? After"
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
        assert str(own.say) == "The game is over: turn all your cards face up."
        assert own.warnings == ()
        assert own.choices == ()
    assert table.where == "Over after 10 turns. Turn all your cards face up."


def test_it_says_whose_gateway_is_turned_up_now() -> None:
    table = _played("false-claim", Phase.REVEAL)
    assert table.where == "Checking both gateways: Ann’s now"
    for at, value in zip(("b1", "b2", "b3", "b4", "g1", "g2", "g3"), "1332243", strict=True):
        table.enter(f"reveal side=0 at={at} kind=build card=1 value={value}")
    assert table.where == "Checking both gateways: Bo’s now"
