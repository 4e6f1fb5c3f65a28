"""The table has the last word in Waves: what an overrule changes, and what follows again."""

import random

import pytest

from referee.core import Overrule, Setup
from referee.games.waves.components import Class
from referee.games.waves.state import conserved

CALM = "scholars-six,equal-or-lower,knights-calm,counterclockwise,nobles-calm"
NOBLES = ("council noble,noble,scholar,keeper", "follows 0,1,2,3")
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay")
WHY = 'why="We saw it"'


@pytest.fixture
def judged(table):
    """A round in which Ann and Bo fail, Cy and Di may collect; two Shells, calm Nobles."""
    return table(*NOBLES, "reveal slot=0 card=scholar", "reveal slot=1 card=keeper", tablets=CALM)


def test_an_elder_that_was_not_collected_is_collected_and_takes_its_shell(judged) -> None:
    judged.enter(f"overrule collect slot=0 {WHY}")
    assert [["noble"], [], [], []] == judged.values["collected"]
    assert (1, [4, 5, 4, 4]) == (judged.values["shells"], judged.values["hands"])
    kinds = ["table-decided", "collection", "collection", "table-changed"]
    assert kinds == [fact.kind for fact in judged.facts]
    assert ["table", "to-hand"] == [fact.rule for fact in judged.found("collection")]
    assert 100 == conserved(judged.state)


def test_a_later_elder_is_judged_again_after_an_earlier_one(judged) -> None:
    judged.enter(f"overrule shells count=1 {WHY}", "reveal slot=2 card=noble")
    assert [[], [], ["scholar"], []] == judged.values["collected"]
    # With Ann's Elder collected there are two Shells less one, and then the table's one again.
    judged.enter(f"overrule collect slot=0 {WHY}")
    assert [["noble"], [], ["scholar"], []] == judged.values["collected"]
    assert 0 == judged.values["shells"]


def test_shells_that_the_table_laid_stay_when_an_earlier_elder_is_judged_again(judged) -> None:
    judged.enter(f"overrule shells count=5 {WHY}", f"overrule collect slot=1 {WHY}")
    assert 5 == judged.values["shells"]
    judged.enter("reveal slot=2 card=noble")
    assert 4 == judged.values["shells"]


def test_an_elder_is_collected_by_the_tables_word_even_without_a_shell(table) -> None:
    laid = table(*NOBLES, "reveal slot=0 card=scholar", council="0,0,0,0,0", tablets=CALM)
    laid.enter(f"overrule collect slot=0 {WHY}")
    assert ([["noble"], [], [], []], 0) == (laid.values["collected"], laid.values["shells"])
    assert "The table decided: collected." in str(
        laid.game.voice.fact(laid.state, laid.found("collection")[0])
    )


def test_a_verdict_reaches_back_over_the_end_of_the_round(judged) -> None:
    judged.enter("reveal slot=2 card=knight", "reveal slot=3 card=seer")
    assert (2, 2) == (judged.values["round"], judged.values["discard"])
    judged.enter(f"overrule return slot=2 {WHY}")
    assert [[], [], [], ["keeper"]] == judged.values["collected"]
    assert (2, 3, 100) == (
        judged.values["round"],
        judged.values["discard"],
        conserved(judged.state),
    )
    judged.enter(f"overrule collect slot=2 {WHY}")
    assert [[], [], ["scholar"], ["keeper"]] == judged.values["collected"]


def test_a_verdict_does_not_reach_over_the_next_entry(judged) -> None:
    judged.enter("reveal slot=2 card=knight", "reveal slot=3 card=seer", "follow slot=1")
    assert "no-waves" == judged.ruling(f"overrule return slot=2 {WHY}").reason


def test_a_win_is_taken_back_when_its_elder_was_not_collected(judged) -> None:
    before = (Class.KEEPER, Class.KNIGHT, Class.SEER)
    start = judged.state.waves.start._replace(collected=((), (), before, ()))
    waves = judged.state.waves._replace(start=start)
    judged.state = judged.state._replace(waves=waves, collected=((), (), before, ()))
    judged.enter("reveal slot=2 card=noble")
    assert "over" == judged.values["phase"]
    judged.enter(f"overrule return slot=2 {WHY}")
    assert (None, "waves", [3]) == tuple(
        judged.values[name] for name in ("outcome", "phase", "to_act")
    )
    judged.enter(f"overrule collect slot=2 {WHY}")
    assert {"reason": "four-classes", "seats": [2]} == judged.values["outcome"]


def test_another_tablet_runs_the_waves_again_from_their_start(judged) -> None:
    judged.enter("reveal slot=2 card=keeper")
    assert [[], [], ["scholar"], []] == judged.values["collected"]
    judged.enter(f"overrule tablet tablet=scholars-six {WHY}")
    # Scholars have 6 now: Cy's Scholar is not collected, but Ann's Agent is a Scholar.
    assert [["noble"], [], [], []] == judged.values["collected"]
    assert ("noble", "scholars-six") == (
        judged.values["true_majority"],
        judged.values["tablet"],
    )


def test_another_tablet_may_ask_for_another_follower_first(judged) -> None:
    judged.enter("reveal slot=2 card=keeper", f"overrule tablet tablet=counterclockwise {WHY}")
    assert ("counterclockwise", [3]) == (judged.values["tablet"], judged.values["to_act"])
    judged.enter("reveal slot=3 card=knight")
    # Cy and Bo have turned over already, so their Elders follow at once.
    assert [3, 2, 1] == [fact.slot for fact in judged.found("collection")]
    assert 2 == judged.values["round"]


def test_a_verdict_stands_when_the_tablet_changes(judged) -> None:
    judged.enter(f"overrule collect slot=0 {WHY}", f"overrule tablet tablet=scholars-six {WHY}")
    assert ["noble"] == judged.values["collected"][0]
    assert "table" == judged.found("collection")[0].rule


def test_an_elder_is_given_from_the_hand_and_taken_back(judged) -> None:
    judged.enter(f"overrule give seat=3 card=seer {WHY}")
    assert ([["seer"], [5, 5, 4, 3]]) == [judged.values["collected"][3], judged.values["hands"]]
    judged.enter(f"overrule take seat=3 card=seer {WHY}")
    assert ([[], [5, 5, 4, 4]]) == [judged.values["collected"][3], judged.values["hands"]]
    assert 100 == conserved(judged.state)


def test_a_partner_may_take_back_what_the_side_has_collected(table) -> None:
    laid = table("council noble,noble,scholar,keeper", mode="teams")
    laid.enter(f"overrule give seat=0 card=seer {WHY}", f"overrule take seat=2 card=seer {WHY}")
    assert ([[], []], [4, 5, 6, 5]) == (laid.values["collected"], laid.values["hands"])


def test_after_an_elder_was_moved_by_hand_no_waves_are_run_again(judged) -> None:
    # They would forget the move; undo and the two other overrules remain.
    judged.enter(f"overrule give seat=3 card=seer {WHY}")
    assert "no-waves" == judged.ruling(f"overrule return slot=0 {WHY}").reason
    assert "give or take the Elder instead" in judged.refusal(f"overrule return slot=0 {WHY}")
    judged.enter("reveal slot=2 card=knight", "reveal slot=3 card=seer")
    assert "no-waves" == judged.ruling(f"overrule return slot=2 {WHY}").reason
    assert [[], [], ["scholar"], ["seer", "keeper"]] == judged.values["collected"]


def test_giving_an_elder_can_win_the_game(judged) -> None:
    held = (Class.SCHOLAR, Class.KEEPER, Class.KNIGHT)
    judged.state = judged.state._replace(collected=(held, (), (), ()))
    judged.enter(f"overrule give seat=0 card=seer {WHY}")
    assert {"reason": "four-classes", "seats": [0]} == judged.values["outcome"]
    assert "The game is over." in judged.refusal(f"overrule return slot=0 {WHY}")
    assert "over" == judged.ruling(f"overrule take seat=0 card=seer {WHY}").reason


def test_the_known_twenty_limit_what_can_be_given(table) -> None:
    laid = table("council noble,noble,scholar,keeper")
    known = laid.state.known._replace(discarded=(0, 0, 20, 0, 0))
    laid.state = laid.state._replace(known=known)
    assert "cards" == laid.ruling(f"overrule give seat=0 card=knight {WHY}").rule


def test_the_round_limit_is_judged_again_too(table) -> None:
    laid = table("council noble,noble,scholar,keeper", tablets=CALM)
    laid.state = laid.state._replace(round=100)
    laid.enter("follows 0,1,2,3", *(f"reveal slot={slot} card=scholar" for slot in range(4)))
    assert {"reason": "hundred-rounds-draw", "seats": []} == laid.values["outcome"]
    laid.enter(f"overrule collect slot=0 {WHY}")
    assert {"reason": "hundred-rounds", "seats": [0]} == laid.values["outcome"]


@pytest.mark.parametrize(
    ("third", "outcome"),
    [
        ((Class.NOBLE, Class.SEER), {"reason": "hundred-rounds-draw", "seats": []}),
        ((Class.NOBLE, Class.SEER, Class.SEER), {"reason": "hundred-rounds", "seats": [2]}),
        ((Class.NOBLE,), {"reason": "hundred-rounds", "seats": [1]}),
    ],
)
def test_more_classes_win_after_a_hundred_rounds_and_then_more_elders(
    table, third, outcome
) -> None:
    laid = table("council noble,noble,scholar,keeper", council="0,0,0,0,0", tablets=CALM)
    piles = ((Class.NOBLE,) * 3, (Class.NOBLE, Class.SEER), third, ())
    laid.state = laid.state._replace(round=100, collected=piles)
    laid.enter("follows 0,1,2,3", *(f"reveal slot={slot} card=scholar" for slot in range(4)))
    assert outcome == laid.values["outcome"]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_no_card_is_lost_or_made_whatever_the_table_decides(waves, count) -> None:
    rng = random.Random(count)
    modes = [choice.value for choice in waves.options(NAMES[:count], {})[0].groups[0].choices]
    overruled = 0
    for _ in range(40):
        state = waves.setup(
            Setup(NAMES[:count], (("mode", rng.choice(modes)), ("council", "house")))
        )
        for _ in range(80):
            offered = [a for seat in waves.to_act(state) for a in waves.legal_actions(state, seat)]
            if not offered or rng.random() < 0.15:
                offered = waves.optional_actions(state) or offered
            if not offered:
                break
            kinds = sorted({type(action).__name__ for action in offered})
            kind = rng.choice(kinds)
            action = rng.choice([one for one in offered if type(one).__name__ == kind])
            state, _ = waves.apply(state, action)
            overruled += isinstance(action, Overrule)
            assert 100 == conserved(state)
            assert min(*state.hands, state.deck, state.discard, state.shells) >= 0
            assert state.shells <= 5
    assert overruled > 50


def hands(table) -> list[str]:
    return [str(order) for order in table.game.view(table.state, None).step.hands]


def test_after_an_overrule_only_what_it_changed_is_told_to_the_hands(table) -> None:
    """The round has ended: everybody has drawn once already and is not told to draw again."""
    laid = table(*NOBLES, *(f"reveal slot={slot} card=noble" for slot in range(4)), tablets=CALM)
    assert "Everybody: draw 1 card." in hands(laid)
    laid.enter(f"overrule return slot=2 {WHY}")
    assert "Everybody: draw 1 card." not in hands(laid)
    assert any(order.startswith("Collected by Cy: no card") for order in hands(laid))


def test_a_tablet_that_the_table_chose_is_answered_for_by_the_table(table) -> None:
    laid = table(*NOBLES, "reveal slot=0 card=scholar", tablets=CALM)
    laid.enter(f"overrule tablet tablet=counterclockwise {WHY}")
    (majority,) = laid.found("true-majority")
    assert ("table", "counterclockwise") == (majority.rule, majority.tablet.value)


def test_after_a_win_that_was_given_nothing_can_be_judged_again(judged) -> None:
    for card in ("scholar", "keeper", "knight", "seer"):
        judged.enter(f"overrule give seat=2 card={card} {WHY}")
    assert judged.state.outcome is not None
    assert judged.found("won")[0].also == ("table",)
    assert "The game is over" in judged.refusal(f"overrule collect slot=0 {WHY}")
