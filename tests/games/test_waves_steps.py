"""The order in which hands act in Waves, against the order of the rulebook, worked out by hand.

"Preparing a new round" of the rulebook: the Wave token moves on, all draw, all discard, the Agents
become the Elders (three players: a new extra Elder), the tablet goes back; then the Open Majority.
"""

from laid_waves import CALM, FOUR

from referee.core import RuleId, Seat
from referee.games.waves.facts import Won
from referee.games.waves.words import SENTENCES

NOBLES = ("council noble,noble,noble,noble", "follows 0,1,2,3")


def tasks(laid) -> list[tuple[str, str, tuple[int, ...]]]:
    """Return what hands do: the sentence, the rule, and who does it."""
    hands = laid.game.view(laid.state, None).step.hands
    return [(str(task.say), task.rule, task.seats) for task in hands]


def test_a_round_ends_with_the_last_elder_and_is_prepared_in_the_order_of_the_rulebook(
    table,
) -> None:
    laid = table(*NOBLES, *(f"reveal slot={slot} card=noble" for slot in range(4)), tablets=CALM)
    assert tasks(laid) == [
        ("Di: take the Noble to your hand (5 against 5).", "to-hand", (3,)),
        ("Wave token to Bo.", "W28", ()),
        ("Everybody: draw 1 card.", "new-round", ()),
        ("Bo, Cy, Di and Ann: discard down to 5 cards, face up.", "W29", (1, 2, 3, 0)),
        ("Move the Agents together: they are the new Elders.", "new-round", ()),
        ("Put the tablet back with the others.", "new-round", ()),
        ("Leave the 2 Shells in the centre: Nobles hold the Open Majority.", "open-majority", ()),
    ]


def test_with_three_players_the_extra_elder_goes_before_the_next_is_turned_up(table) -> None:
    laid = table(
        "council scholar,scholar,keeper,seer",
        "follows 0,1,2",
        names=FOUR[:3],
        council="2,2,2,2,2",
        tablets=CALM,
    )
    laid.enter(*(f"reveal slot={slot} card=noble" for slot in range(3)))
    said = [say for say, _, _ in tasks(laid)]
    assert said[-3:] == [
        "Move the Agents together: they are the new Elders.",
        "Put the tablet back with the others.",
        "Discard the extra Seer.",
    ]
    assert "Turn up the extra Elder. Which one is it?" == str(
        laid.game.view(laid.state, None).step.say
    )


def test_the_tablet_lies_there_before_extra_rebels_are_discarded(table) -> None:
    laid = table(
        "council scholar,keeper,seer,seer",
        "rebel slot=0 count=3",
        "follow slot=1",
        "follow slot=2",
        "follow slot=3",
        "reveal slot=0 card=noble",
        tablets=CALM,
    )
    assert [rule for _, rule, _ in tasks(laid)] == ["true-majority", "extra-rebels"]
    assert [(0,)] == [seats for _, rule, seats in tasks(laid) if rule == "extra-rebels"]


def test_how_agents_lie_is_said_once_before_the_first_ones_are_laid(table) -> None:
    laid = table("council scholar,keeper,seer,seer")
    assert ["open-majority", "play"] == [rule for _, rule, _ in tasks(laid)]
    laid.enter("follow slot=0")
    assert [] == tasks(laid)


def test_without_a_shell_before_and_now_nothing_is_put_down(table) -> None:
    laid = table("council scholar,keeper,seer,seer", council="0,0,0,0,0")
    assert "No Shells this round: Seers hold the Open Majority." == tasks(laid)[0][0]


def test_one_class_and_one_elder_are_counted_as_people_say_it(table) -> None:
    state = table().state
    won = Won(RuleId("W40"), (Seat(0), Seat(2)), "hundred-rounds", 1, 1)
    assert "Ann and Cy: the most after 100 rounds (1 class, 1 Elder)." == str(
        SENTENCES.fact(state, won)
    )
