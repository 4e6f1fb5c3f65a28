"""The rules of Rolling with the Waves one by one, at tables that are laid for each.

A table is laid by overrules of the table itself, then one round is played. What is expected is
worked out by hand from the rulings R1 to R36.
"""

import random
from collections.abc import Sequence

import pytest

from referee.core import AnyGame, BadSetup, Seat, Setup, play, redact
from referee.games import load_all
from referee.games.rolling.allocating import open_places
from referee.games.rolling.components import CLEAR_IN_BOX, CREW_IN_BOX, Place
from referee.games.rolling.state import Phase

COLOURS = {"r": "red", "y": "yellow", "g": "green", "c": "clear"}
ROUND = "r1 r2 y3 y1 c2 c5"
"""A roll of two, taken in this order from the first player on."""
DRAFTED = "r1 y3 r2 y1 c5 c2"
"""Ann takes 1, 2 and 5, Bo 3, 1 and 2."""


@pytest.fixture(scope="session")
def rolling() -> AnyGame:
    return load_all()["rolling"]


class Table:
    """A game in the middle: entries go in, values and facts come out."""

    def __init__(self, game: AnyGame, names: Sequence[str], **options: str) -> None:
        self.game = game
        self.state = game.setup(Setup(tuple(names), tuple(options.items())))
        self.facts: list = []

    def enter(self, *entries: str) -> "Table":
        self.facts = []
        for entry in entries:
            self.state, facts = play(self.game, self.state, self.game.parse(entry))
            self.facts += facts
        return self

    def put(self, seat: int, place: str, *values: int) -> "Table":
        """Let the table decide what stands there."""
        entry = f'overrule write seat={seat} to={place} value={{}} why="so we begin"'
        return self.enter(*(entry.format(value) for value in values))

    def rich(self, *infamy: int) -> "Table":
        """Let the table decide how much Infamy there is, where it is another."""
        for seat, number in enumerate(infamy):
            if number != self["infamy"][seat]:
                self.enter(f'overrule infamy seat={seat} infamy={number} why="so we begin"')
        return self

    def roll(self, dice: str) -> "Table":
        return self.enter(*(f"roll colour={COLOURS[die[0]]} face={die[1]}" for die in dice.split()))

    def draft(self, dice: str, first: int = 0) -> "Table":
        seats = len(self.state.table.names)
        for turn, die in enumerate(dice.split()):
            seat = (first + turn) % seats
            self.enter(f"draft seat={seat} colour={COLOURS[die[0]]} face={die[1]}")
        return self

    def lay(self, *laid: str) -> "Table":
        """Tell where dice lie, seat by seat from the first player on: `1>hull 2>crew 5>ports`."""
        facts: list = []
        for seat, lying in zip(self.state.order, laid, strict=True):
            for one in lying.split():
                value, _, place = one.partition(">")
                all_three = f"allocate all seat={seat}"
                entry = f"allocate seat={seat} value={value} to={place}"
                facts += self.enter(entry if place else all_three).facts
        self.facts = facts
        return self

    def of(self, kind: str) -> list:
        return [fact for fact in self.facts if fact.kind == kind]

    def allows(self, entry: str) -> bool:
        return bool(self.game.explain(self.state, self.game.parse(entry)).allowed)

    def __getitem__(self, name: str):
        return self.game.values(redact(self.state, None), None)[name]


@pytest.fixture
def table(rolling):
    def lay(names: str = "Ann Bo", **options: str) -> Table:
        return Table(rolling, names.split(), **options)

    return lay


@pytest.fixture
def drafted(table):
    """Give a function that lays a table of two, puts values on it and goes on to the dice."""

    def lay(*put: tuple, **options: str) -> Table:
        laid = table(**options)
        for one in put:
            laid.put(*one)
        return laid.roll(ROUND).draft(DRAFTED)

    return lay


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
        ("Ann Bo", {"first": "2"}, "Nobody sits at seat “2”"),
        ("Ann Bo", {"colours": "red,red"}, "another colour"),
        ("Ann Bo", {"colours": "red"}, "one crew"),
        ("Ann Bo", {"colours": "red,clear"}, "called “clear”"),
        ("Ann Bo", {"hull": "7,7,21"}, "greater number"),
        ("Ann Bo", {"hull": "7,14"}, "three circles"),
        ("Ann Bo", {"hull": "7,14,x"}, "“x” is no number"),
        ("Ann Bo", {"infamy": "0"}, "“0” is no number"),
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
        assert str(told).startswith("Ann lays a die behind the screen: ")
        laid.enter(entry)
    said.append(str(rolling.view(redact(laid.state, Seat(0)), Seat(0)).own.say))
    assert said == [
        "Red 1: tap where it lies. Only you see it.",
        "Red 2: tap where it lies. Only you see it.",
        "Clear 5: tap where it lies. Only you see it.",
        "All your dice lie. Call out when you are ready.",
    ]


def answer(laid: Table) -> list[str]:
    """Enter what the plans answer, and give it."""
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


# ---------------------------------------------------------------- cannons


THREE = ("r5 r6 y6 y1 g2 g1 c1 c3 c2", "r5 y6 g2 r6 y1 g1 c1 c2 c3")
"""Ann takes 5, 6 and 1, Bo 6, 1 and 2, Cy 2, 1 and 3."""


def three(table, *put, first: int = 0, infamy: tuple[int, ...] = (5, 5, 5)) -> Table:
    """Lay a table of three whose small cannons will fire, all with 6 in them."""
    laid = table("Ann Bo Cy", first=str(first))
    for seat in range(3):
        laid.put(seat, "small", 6)
    for one in put:
        laid.put(*one)
    laid.rich(*infamy).roll(THREE[0])
    order = ["Ann", "Bo", "Cy"]
    dice = {"Ann": "r5 r6 c1", "Bo": "y6 y1 c2", "Cy": "g2 g1 c3"}
    turns = [dice[order[(first + turn) % 3]].split()[turn // 3] for turn in range(9)]
    laid.draft(" ".join(turns), first)
    laying = {0: "5>small 6>crew 1>hull", 1: "6>small 1>hull 2>large", 2: "2>small 1>crew 3>ports"}
    return laid.lay(*(laying[(first + turn) % 3] for turn in range(3)))


@pytest.mark.parametrize(
    ("infamy", "first", "queue"),
    [
        ((5, 5, 5), 0, [0, 1, 2]),
        ((5, 5, 5), 2, [2, 0, 1]),
        ((5, 6, 7), 0, [2, 1, 0]),
        ((6, 5, 6), 1, [2, 0, 1]),
    ],
)
def test_most_infamy_fires_first_then_clockwise_from_the_first_player(
    table, infamy, first, queue
) -> None:
    assert three(table, first=first, infamy=infamy)["queue"] == queue


def test_infamy_gained_by_firing_changes_no_order(table) -> None:
    laid = three(table, infamy=(7, 6, 5))
    laid.enter("fire seat=0 guns=small target=2 chest=1")  # nothing there: it gains 5
    assert (laid["infamy"], laid["queue"]) == ([12, 6, 5], [1, 2])


def test_who_was_robbed_before_is_robbed_of_what_is_left(table) -> None:
    laid = three(table, (2, "chest-1", 1, 2, 3, 4))
    # Ann has 11 in her small cannon, 3 shots; Bo 12, also 3.
    laid.enter("fire seat=0 guns=small target=2 chest=1", "stow seat=0 chest=1")
    assert laid["chests"][0][0] == [4, 3, 2]
    laid.enter("fire seat=1 guns=small target=2 chest=1")
    assert laid["loot"] == [1]
    laid.enter("stow seat=1 chest=3")
    assert (laid["chests"][1][2], laid["chests"][2][0]) == ([1], [])
    assert laid["infamy"][:2] == [5 + 5, 5 + 6]


def test_a_hull_blocks_again_and_what_was_written_into_it_this_round_counts(table) -> None:
    laid = three(table, (0, "hull", 6), (0, "chest-1", 1, 2, 3, 4), infamy=(5, 7, 6))
    # Ann's Hull is 6 and the 1 of this round: 7, level 1. Bo has 12, Cy 8: 3 shots and 2.
    laid.enter("fire seat=1 guns=small target=0 chest=1")
    assert laid["loot"] == [4, 3]
    assert {"R16", "blocks"} <= set(laid.of("fired")[0].also)
    laid.enter("stow seat=1 chest=1", "fire seat=2 guns=small target=0 chest=1")
    assert laid["loot"] == [2]
    assert {"R23", "R29"} <= set(laid.of("fired")[0].also)


def test_loot_is_written_in_the_order_it_was_taken_and_the_rest_is_lost(table) -> None:
    laid = three(table, (2, "chest-1", 1, 2, 3, 4), (0, "chest-2", 6, 6))
    laid.enter("fire seat=0 guns=small target=2 chest=1", "stow seat=0 chest=2")
    assert laid["chests"][0][1] == [6, 6, 4, 3]
    assert [fact.lost for fact in laid.of("stowed")] == [(2,)]


def test_loot_goes_into_the_only_chest_that_is_not_buried_unasked(table) -> None:
    laid = table("Ann Bo Cy")
    for chest in (1, 2):
        laid.put(0, f"chest-{chest}", 1)
        laid.enter(f'overrule buried seat=0 chest={chest} buried=yes why="so we begin"')
    laid.put(0, "small", 6).put(1, "chest-2", 4, 5).roll(THREE[0]).draft(THREE[1])
    laid.lay("5>small 6>crew 1>hull", "6>crew 1>hull 2>large", "2>ports 1>crew 3>hull")
    laid.enter("fire seat=0 guns=small target=1 chest=2")
    assert (laid["chests"][0], laid["round"]) == ([[1], [1], [5, 4]], 2)


def test_a_cannon_without_a_shot_asks_nobody_and_gives_infamy(drafted) -> None:
    laid = drafted((0, "small", 1)).lay("2>small 1>crew 5>hull", "3>hull 1>crew 2>ports")
    assert laid["round"] == 2
    assert (laid["small"][0], laid["infamy"][0]) == ([], 6)
    assert [fact.rule for fact in laid.of("fired-in-vain")] == ["R19"]


def test_two_cannons_at_one_player_are_blocked_once(drafted) -> None:
    laid = drafted(
        (0, "small", 6), (0, "large", 3, 4), (1, "hull", 7), (1, "chest-1", 1, 2, 3, 4)
    ).lay("5>small 2>large 1>crew", "3>ports 1>crew 2>large")
    # 11 are 3 shots, 3 + 4 + 2 = 9 are 3: 6 shots, one is blocked, and 4 dice lie there.
    laid.enter("fire seat=0 guns=both target=1 chest=1")
    assert laid["loot"] == [4, 3, 2, 1]
    assert laid["infamy"][0] == 5 + 5 + 2
    laid.enter("stow seat=0 chest=3")
    assert laid["chests"][0][2] == [4, 3, 2, 1]


def test_a_chest_buried_this_round_is_safe_this_round(drafted) -> None:
    laid = drafted((0, "small", 6), (1, "chest-1", 5), (1, "chest-2", 3)).lay(
        "5>small 2>large 1>crew", "all"
    )
    laid.enter("bury seat=1 chest=1")
    assert not laid.allows("fire seat=0 guns=small target=1 chest=1")
    assert laid.allows("fire seat=0 guns=small target=1 chest=2")
    assert laid.allows("fire seat=0 guns=small target=1 chest=3")  # an empty one may be picked


# ---------------------------------------------------------------- the end


def test_three_full_tracks_end_the_game_whatever_their_levels(drafted) -> None:
    ones = (1, 1, 1, 1)
    laid = drafted((0, "hull", *ones), (0, "ports", *ones), (0, "crew", *ones)).lay(
        "1>hull 2>ports 5>crew", "3>hull 1>crew 2>small"
    )
    assert laid["over"]
    outcome = laid.game.outcome(laid.state)
    assert (outcome.reason, outcome.winners) == ("three-tracks", (0,))
    # Ann: three tracks, and 5 Infamy with 1 for level 1 of Ports and 1 for the greatest sum.
    assert laid["infamy"] == [7, 5]
    assert laid["points"] == [15 + 2, 1]


def test_a_chest_that_is_emptied_by_theft_ends_nothing(table) -> None:
    laid = three(
        table,
        *((2, f"chest-{chest}", 1, 1, 1, 1) for chest in (1, 2, 3)),
        infamy=(7, 6, 5),
    )
    laid.enter("fire seat=0 guns=small target=2 chest=1", "stow seat=0 chest=1")
    laid.enter("fire seat=1 guns=small target=0 chest=2")
    laid.enter("fire seat=2 guns=small target=0 chest=2")
    assert (laid["over"], laid["round"]) == (False, 2)


def test_three_chests_end_the_game_at_the_end_of_the_round_with_its_income(table) -> None:
    laid = table()
    for chest in (1, 2, 3):
        laid.put(0, f"chest-{chest}", 1, 2, 3, *([4] if chest < 3 else []))
    laid.put(1, "ports", 6, 6).roll(ROUND).draft(DRAFTED)
    laid.lay("5>chest-3 1>crew 2>hull", "3>hull 1>crew 2>large")
    assert laid["over"]
    assert laid["infamy"] == [5, 5 + 2 + 1]
    assert laid["points"] == [10 + 10 + 11 + 1, 2]


# ---------------------------------------------------------------- what always holds


@pytest.mark.parametrize("seed", range(12))
def test_dice_are_kept_and_three_can_always_be_laid(rolling, seed) -> None:
    chance = random.Random(seed)
    players = 2 + seed % 4
    laid = Table(rolling, ["Ann", "Bo", "Cy", "Di", "Ed"][:players])
    joined = 0
    while rolling.outcome(laid.state) is None:
        state = laid.state
        dice = sum(state.bag) + len(state.pool) + sum(map(len, state.nests))
        assert dice == 3 * players + 1 + joined
        assert all(count <= CREW_IN_BOX for count in state.bag[:-1])
        assert state.bag[-1] <= CLEAR_IN_BOX
        if state.phase is Phase.ALLOCATE:
            for board in state.boards:
                assert len([one for one in open_places(board) if one is not Place.BURY]) >= 3
        seat = chance.choice(sorted(rolling.to_act(state)))
        action = chance.choice(rolling.legal_actions(state, seat))
        laid.enter(rolling.format(action))
        joined += sum(fact.dice for fact in laid.of("crew-joined"))
