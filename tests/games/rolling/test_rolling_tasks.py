"""What hands do in a round of Rolling with the Waves, phase by phase in the order of the rulebook.

The order is written by hand from the rulebook's Setup, Draft Dice, Allocate Dice, Write Values &
Trigger Actions (icons i to vii) and Drop Anchor.
"""

from laid_rolling import ROUND, Table

from referee.core import Task, redact


def tasks(laid: Table) -> tuple[Task, ...]:
    return laid.game.view(redact(laid.state, None), None).step.hands


def said(laid: Table) -> list[str]:
    return [str(task.say) for task in tasks(laid)]


def question(laid: Table) -> str:
    return str(laid.game.view(redact(laid.state, None), None).step.say)


END_OF_ROUND = [
    "Everybody: put your dice back into the bag, and pass it to Bo.",
    "Bo: draw 6 dice and roll them.",
]
PLACING = [
    "Everybody: place your 3 dice behind your screen, then call “Yarrr!”",
    "Everybody: lift your screen once all have called.",
]


def test_setting_up_goes_from_the_maps_to_the_bag_and_to_the_first_roll(table) -> None:
    laid = table("Ann Bo Cy Di", first="2")
    assert said(laid) == [
        "Everybody: set up your screen, with the mini board behind it and the map in front.",
        "Everybody: fill 5 circles of Infamy on your map.",
        "Put 2 dice of each crew and 5 clear dice into the bag.",
        "Give the bag to Cy.",
        "Cy: draw 12 dice and roll them.",
    ]
    assert question(laid) == "Cy: take a photo of the dice, or tap what each one shows."
    assert said(laid.roll("r1")) == []
    assert question(laid) == "Cy: tap 11 more dice."


def test_infamy_is_erased_and_a_sailor_turned_before_the_next_die_is_taken(table) -> None:
    laid = table().roll("y6 y5 c1 c2 r3 c4").draft("r3 c1 c2 c4")
    assert said(laid) == []
    paid = table().roll(ROUND).draft("y3")
    assert (said(paid), tasks(paid)[0].seats) == (["Ann: erase 3 Infamy, 2 left."], (0,))
    laid.enter("sailor seat=0 colour=yellow face=6")
    assert said(laid) == ["Ann: turn the die to 1."]


def test_after_the_last_die_everybody_places_dice_and_lifts_the_screens(drafted) -> None:
    laid = drafted()
    assert said(laid) == ["Bo: take Clear 2, the only choice.", *PLACING]
    assert [task.rule for task in tasks(laid)] == ["freebooter", "yarrr", "reveal"]
    assert question(laid) == "Where did Ann put the 1?"
    laid.enter("allocate seat=0 value=1 to=hull")
    assert (said(laid), question(laid)) == ([], "Where did Ann put the 2?")


def test_a_forced_die_is_told_together_with_what_came_before_it(table) -> None:
    laid = table().roll("y6 y5 c1 c2 r3 c4").draft("r3 c1 c2 c4")
    laid.enter("sailor seat=0 colour=yellow face=6", "draft seat=1 colour=yellow face=5")
    assert said(laid) == [
        "Ann: turn the die to 1.",
        "Bo: take Yellow 5, the only choice.",
        *PLACING,
    ]


def test_values_are_written_icon_by_icon_then_circles_income_crew_and_the_anchor(drafted) -> None:
    # Hull 6 + 5 = 11 reaches 7; Ports 3 reaches 3: level 1, and the greatest sum, 5 + 2 Infamy.
    laid = drafted((0, "hull", 6)).lay("1>raise 2>chest-1 5>hull", "3>ports 1>small 2>crew")
    assert said(laid) == [
        "Everybody: write your dice, from Raise Spirits to Ports.",
        "Fill circles: Ann 7 of Hull and Bo 3 of Ports.",
        "Bo: fill Infamy up to 7.",
        "Bo: write 2 into Crew.",
        *END_OF_ROUND,
    ]
    assert [task.rule for task in tasks(laid)] == [
        *("next-square", "levels", "R30", "next-square", "anchor", "roll"),
    ]
    assert [task.seats for task in tasks(laid)] == [(0, 1), (0, 1), (1,), (1,), (), (1,)]


def test_what_one_player_writes_is_said_value_by_value(drafted) -> None:
    laid = drafted((0, "chest-1", 4)).lay("all", "3>chest-1 1>hull 2>crew")
    assert said(laid) == [
        "Bo: write 3 into Chest 1.",
        "Ann: cross out the map below chest 1 and draw a box around the chest.",
        "Bo: write 1 into Hull and 2 into Crew.",
        *END_OF_ROUND,
    ]


def test_loot_is_wiped_off_then_written_and_then_infamy_gained_and_the_cannon_wiped(
    drafted,
) -> None:
    # 6 + 5 = 11 are 3 shots; the lowest die is 5.
    laid = drafted((0, "small", 6), (1, "chest-1", 1, 2, 3, 4))
    laid.lay("5>small 1>crew 2>hull", "3>hull 1>crew 2>large")
    assert said(laid) == ["Everybody: write your dice, from Hull to Large cannon."]
    assert question(laid) == "Ann: fire the small cannon."
    laid.enter("fire seat=0 guns=small target=1 chest=1")
    assert said(laid) == ["Bo: wipe 4, 3 and 2 off the top of chest 1."]
    assert tasks(laid)[0].seats == (1,)
    laid.enter("stow seat=0 chest=2")
    assert said(laid) == [
        "Ann: write 4, 3 and 2 into chest 2, in this order.",
        "Ann: fill Infamy up to 10 and wipe the Small cannon.",
        "Write into Crew: Ann 1 and Bo 1.",
        *END_OF_ROUND,
    ]


def test_spirits_are_wiped_before_the_seven_is_written(drafted) -> None:
    laid = drafted((0, "raise", 3, 3)).lay("1>chest-1 2>hull 5>large", "3>hull 1>small 2>ports")
    assert question(laid) == "Ann: write the 1 into Chest 1, or a 7?"
    laid.enter("write seat=0 raised=yes")
    assert said(laid)[:3] == [
        "Ann: wipe both squares of Raise Spirits.",
        "Everybody: write your dice, from Chest 1 to Ports.",
        "Bo: fill Infamy up to 6.",
    ]


def test_screens_are_lifted_first_where_the_plans_of_phones_say_the_rest(drafted) -> None:
    laid = drafted()
    for seat, places in enumerate((("hull", "small", "ports"), ("hull", "small", "large"))):
        laid.enter(*(f"plan seat={seat} die={die} to={to}" for die, to in enumerate(places)))
    laid.enter("ready seat=0", "ready seat=1")
    for action in list(laid.game.answers(laid.state)):
        laid.enter(laid.game.format(action))
    assert said(laid)[:2] == [
        "Everybody: lift your screen.",
        "Everybody: write your dice, from Hull to Ports.",
    ]
    assert laid["round"] == 2


def test_nothing_is_left_for_hands_after_the_end(drafted) -> None:
    ones = (1, 1, 1, 1)
    laid = drafted((0, "hull", *ones), (0, "ports", *ones), (0, "crew", *ones))
    laid.lay("1>hull 2>ports 5>crew", "3>hull 1>crew 2>small")
    assert (laid["over"], said(laid)) == (True, [])
