"""Dice of Rolling with the Waves: setting up, taking, laying and writing, worked out by hand."""

import pytest
from laid_rolling import COLOURS, ROUND, Table

from referee.core import BadSetup, Seat, redact
from referee.games.rolling.components import Place

# ---------------------------------------------------------------- setup


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_bag_begins_with_two_dice_of_each_crew_and_players_plus_one_clear(
    rolling, players
) -> None:
    laid = Table(rolling, ["Ann", "Bo", "Cy", "Di", "Ed"][:players])
    assert sum(laid["bag"].values()) == 3 * players + 1
    assert laid["bag"]["clear"] == players + 1
    assert laid["infamy"] == [5] * players


@pytest.mark.parametrize(
    ("names", "options", "said"),
    [
        ("Ann", {}, "two to five players"),
        ("A B C D E F", {}, "two to five players"),
        ("Ann Bo", {"first": "2"}, "There is no seat “2”"),
        ("Ann Bo", {"colours": "red,red"}, "a different crew for each player"),
        ("Ann Bo", {"colours": "red"}, "one crew"),
        ("Ann Bo", {"colours": "red,clear"}, "called “clear”"),
        ("Ann Bo", {"hull": "7,7,21"}, "greater number"),
        ("Ann Bo", {"hull": "7,14"}, "three circles"),
        ("Ann Bo", {"hull": "7,14,x"}, "“x” is not a number"),
        ("Ann Bo", {"infamy": "0"}, "“0” is not a number"),
        ("Ann Bo", {"sails": "3"}, "no option called “sails”"),
    ],
)
def test_a_setup_that_cannot_be_is_refused_in_a_sentence(table, names, options, said) -> None:
    with pytest.raises(BadSetup, match=said):
        table(names, **options)


def test_each_seat_has_the_crew_that_was_chosen(table) -> None:
    laid = table(colours="blue,purple")
    assert laid["bag"] == {"blue": 2, "purple": 2, "clear": 3}
    assert not laid.allows("roll colour=red face=1")
    laid.enter(*(f"roll colour=blue face={face}" for face in (4, 6)))
    laid.enter(*(f"roll colour=purple face={face}" for face in (4, 6)))
    laid.roll("c1 c2").enter("draft seat=0 colour=blue face=6")
    assert laid["infamy"] == [5, 5]


def test_what_the_map_says_is_kept_for_the_next_game(rolling, table) -> None:
    laid = table(hull="8,15,23", infamy="20")
    kept = rolling.learned(laid.state)
    asked = {option.id: option for option in rolling.options(("Ann", "Bo"), {})}
    assert asked["hull"].filled(asked["hull"].default, kept) == "8,15,23"
    assert asked["infamy"].filled(asked["infamy"].default, kept) == "20"


# ---------------------------------------------------------------- dice that are taken


def test_the_order_of_the_draft_is_the_same_in_each_of_three_rounds(table) -> None:
    laid = table("Ann Bo Cy", first="1").roll("r1 r2 y1 y2 g1 g2 c1 c2 c3")
    turns = []
    for die in ["y1", "g1", "r1", "y2", "g2", "r2", "c1", "c2", "c3"]:
        (seat,) = laid["acting"]
        turns.append(seat)
        laid.enter(f"draft seat={seat} colour={COLOURS[die[0]]} face={die[1]}")
    assert turns == [1, 2, 0] * 3


def test_infamy_that_is_paid_goes_to_nobody(table) -> None:
    laid = table().roll(ROUND).draft("y3")
    assert laid["infamy"] == [2, 5]


def test_a_drunken_sailor_waits_until_clear_and_own_dice_are_gone(table) -> None:
    laid = table().roll("y6 y5 c1 c2 r3 c4").draft("r3 c1 c2 c4")
    assert laid.allows("sailor seat=0 colour=yellow face=6")
    assert laid.allows("draft seat=0 colour=yellow face=5")  # who can pay may, too
    assert not laid.allows("draft seat=0 colour=yellow face=6")
    laid.enter("sailor seat=0 colour=yellow face=6")
    assert laid["nests"][0] == ["red-3", "clear-2", "yellow-1"]
    assert laid["infamy"] == [5, 5]


# ---------------------------------------------------------------- dice that are laid


def test_what_is_planned_is_seen_by_its_seat_only(rolling, drafted) -> None:
    laid = drafted().enter("plan seat=0 die=0 to=hull", "plan seat=0 die=1 to=crew")
    for reader, plan in ((Seat(0), ["hull", "crew", None]), (Seat(1), [None] * 3), (None, None)):
        seen = redact(laid.state, reader)
        assert rolling.values(seen, reader)["plan"] == plan
    other = drafted().enter("plan seat=0 die=2 to=ports")
    for reader in (None, Seat(1)):
        views = [rolling.view(redact(one.state, reader), reader) for one in (laid, other)]
        assert views[0] == views[1]


def test_a_plan_can_be_changed_and_burying_takes_all_three(rolling, drafted) -> None:
    laid = drafted((0, "chest-1", 4)).enter(
        "plan seat=0 die=0 to=hull", "plan seat=0 die=1 to=hull"
    )
    assert rolling.values(laid.state, Seat(0))["plan"] == [None, "hull", None]
    laid.enter("plan seat=0 die=2 to=bury")
    assert rolling.values(laid.state, Seat(0))["plan"] == ["bury"] * 3
    laid.enter("plan seat=0 die=0 to=crew")
    assert rolling.values(laid.state, Seat(0))["plan"] == ["crew", None, None]


def test_the_own_screen_says_which_die_is_next_and_tells_the_own_plan(rolling, drafted) -> None:
    laid = drafted()
    said = []
    for die, place in enumerate(("hull", "crew", "ports")):
        view = rolling.view(redact(laid.state, Seat(0)), Seat(0))
        said.append(str(view.own.say))
        assert view.own.choices[0].action.die == die  # the next one is open
        entry = f"plan seat=0 die={die} to={place}"
        told = rolling.voice.action(redact(laid.state, Seat(0)), rolling.parse(entry))
        assert str(told).startswith("Ann places a die behind the screen: ")
        laid.enter(entry)
    said.append(str(rolling.view(redact(laid.state, Seat(0)), Seat(0)).own.say))
    assert said == [
        "Red 1: tap where you put it, or say so later.",
        "Red 2: tap where you put it, or say so later.",
        "Clear 5: tap where you put it, or say so later.",
        "All your dice are placed. Call out when you are ready.",
    ]


def answer(laid: Table) -> list[str]:
    """Enter what the plans answer, and return it."""
    entries = [laid.game.format(action) for action in laid.game.answers(laid.state)]
    laid.enter(*entries)
    return entries


def test_whole_plans_are_told_once_all_are_ready_and_the_others_are_asked(drafted) -> None:
    laid = drafted((1, "chest-1", 4))
    laid.enter(
        *(f"plan seat=0 die={die} to={to}" for die, to in enumerate(("hull", "crew", "ports")))
    )
    laid.enter("ready seat=0")
    assert answer(laid) == []
    laid.enter("ready seat=1")
    assert answer(laid) == [
        "allocate seat=0 value=1 to=hull",
        "allocate seat=0 value=2 to=crew",
        "allocate seat=0 value=5 to=ports",
    ]
    assert (laid["phase"], laid["acting"]) == ("reveal", [1])
    laid.enter("allocate all seat=1")
    assert (laid["buried"], laid["round"]) == ([[], [1]], 2)


def test_a_plan_to_bury_and_plans_of_all_seats_run_through(drafted) -> None:
    laid = drafted((0, "chest-1", 4)).enter("plan seat=0 die=1 to=bury")
    laid.enter(
        *(f"plan seat=1 die={die} to={to}" for die, to in enumerate(("raise", "small", "large")))
    )
    laid.enter("ready seat=1", "ready seat=0")
    assert answer(laid)[0] == "allocate all seat=0"
    assert (laid["buried"], laid["spirits"], laid["small"]) == ([[1], []], [[], [3]], [[], [1]])


def test_a_plan_that_is_told_otherwise_by_hand_answers_nothing_more(drafted) -> None:
    laid = drafted()
    laid.enter(
        *(f"plan seat=0 die={die} to={to}" for die, to in enumerate(("hull", "crew", "ports")))
    )
    laid.enter("allocate seat=0 value=1 to=raise")
    assert answer(laid) == []
    again = drafted()
    again.enter(
        *(f"plan seat=0 die={die} to={to}" for die, to in enumerate(("hull", "crew", "ports")))
    )
    again.enter("allocate seat=0 value=1 to=hull")
    assert answer(again) == ["allocate seat=0 value=2 to=crew", "allocate seat=0 value=5 to=ports"]


# ---------------------------------------------------------------- what is written


def test_spirits_that_are_full_are_asked_for_every_die_until_they_are_used(drafted) -> None:
    laid = drafted((0, "raise", 3, 3)).lay("1>chest-1 2>hull 5>crew", "3>hull 1>crew 2>ports")
    asked = []
    for raised in ("no", "yes"):
        asked.append(str(laid.game.view(laid.state, None).step.say))
        laid.enter(f"write seat=0 raised={raised}")
    assert asked == [
        "Ann: write the 1 into Chest 1, or a 7?",
        "Ann: write the 2 into Hull, or a 7?",
    ]
    assert (laid["hull"], laid["crew"], laid["spirits"]) == ([[7], [3]], [[5], [1]], [[], []])


def test_two_levels_of_crew_with_one_die_add_two_dice(drafted) -> None:
    laid = drafted((0, "crew", 4), (0, "raise", 1, 1)).lay(
        "1>chest-1 2>hull 5>crew", "3>hull 1>crew 2>ports"
    )
    laid.enter("write seat=0 raised=no", "write seat=0 raised=no", "write seat=0 raised=yes")
    assert laid["crew"][0] == [4, 7]  # 11 reaches 5 and 11
    assert [fact.dice for fact in laid.of("crew-joined")] == [2]
    assert laid["bag"]["red"] == 4


def test_a_level_is_earned_at_the_number_in_its_circle_and_not_below(drafted) -> None:
    for hull, level in (((4, 1), 1), ((4,), 0)):
        laid = drafted((0, "hull", *hull)).lay("2>hull 1>crew 5>large", "3>hull 1>crew 2>ports")
        assert len([one for one in laid.of("level-earned") if one.place is Place.HULL]) == level


def test_ports_give_their_level_and_one_more_to_all_with_the_greatest_sum(drafted) -> None:
    # Ann 5 (level 1), Bo 3 and 2, also 5 (level 1): both have the greatest sum.
    laid = drafted((1, "ports", 3)).lay("5>ports 1>crew 2>large", "2>ports 1>crew 3>large")
    assert laid["infamy"] == [5 + 1 + 1, 5 + 1 + 1]


def test_nobody_gains_for_ports_where_all_sums_are_zero(drafted) -> None:
    laid = drafted().lay("5>hull 1>crew 2>large", "2>hull 1>crew 3>large")
    assert (laid["infamy"], laid.of("ports-income")) == ([5, 5], [])


def test_ports_pay_every_round_without_a_die(drafted) -> None:
    laid = drafted((1, "ports", 6, 6)).lay("5>hull 1>crew 2>large", "2>hull 1>crew 3>large")
    assert laid["infamy"] == [5, 5 + 2 + 1]


def test_infamy_beyond_the_circles_of_the_map_is_lost(drafted) -> None:
    laid = drafted((1, "ports", 6, 6), infamy="6").lay(
        "5>hull 1>crew 2>large", "2>hull 1>crew 3>large"
    )
    assert laid["infamy"] == [5, 6]
    assert [(fact.lost, fact.circles) for fact in laid.of("infamy-full")] == [(2, 6)]
