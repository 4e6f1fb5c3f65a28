"""The rules that are cited: where each comes from, and what it says in our own words.

`R1` to `R36` settle what is easily asked: either the rulebook says it, or it is silent or unclear
and this is our ruling, with the reason. The other ids are parts of the rulebook and house rules;
what the rulebook does not give, such as the numbers of a map, is a house default.
"""

from types import MappingProxyType
from typing import Final

from referee.core import (
    EMPTY,
    house_default,
    house_rule,
    in_rulebook,
    our_ruling,
    printed_rule,
    say,
)

_DRAFT: Final = in_rulebook("Draft Dice")
_ALLOCATE: Final = in_rulebook("Allocate Dice")
_WRITE: Final = in_rulebook("Write Values & Trigger Actions")
_RAISE: Final = in_rulebook("Raise Spirits")
_CHESTS: Final = in_rulebook("Fill Chests")
_BURY: Final = in_rulebook("Bury Treasure")
_HULL: Final = in_rulebook("Hull")
_FIRE: Final = in_rulebook("Fire Cannons")
_PORTS: Final = in_rulebook("Raid Ports")
_CREW: Final = in_rulebook("Hire Crew")
_ANCHOR: Final = in_rulebook("Drop Anchor")
_END: Final = in_rulebook("Endgame Conditions")

_BASE = (
    printed_rule(
        "roll", _DRAFT, say("Each round, 3 dice per player are drawn from the bag and rolled.")
    ),
    printed_rule(
        "start",
        in_rulebook("Setup"),
        say("Everybody starts with a map, a mini board behind a screen, and 5 Infamy."),
    ),
    printed_rule(
        "bag",
        in_rulebook("Setup"),
        say("The bag starts with 2 dice of each crew, 1 clear die per player, and 1 more."),
    ),
    house_rule(
        "faces",
        say("A die shows 1 to 6."),
        say("The rulebook takes it for granted; every number in it fits."),
    ),
    printed_rule("own-crew", _DRAFT, say("A die of your own crew is free.")),
    printed_rule("freebooter", _DRAFT, say("A clear die is free for everybody.")),
    printed_rule("price", _DRAFT, say("A die of another crew costs as much Infamy as it shows.")),
    printed_rule(
        "yarrr", _ALLOCATE, say("Call it out once all your dice are placed behind your screen.")
    ),
    printed_rule(
        "reveal", _WRITE, say("Once all dice are placed, everybody shows them at the same time.")
    ),
    printed_rule("one-each", _ALLOCATE, say("Each icon of the mini board takes one die a round.")),
    printed_rule(
        "next-square", _WRITE, say("A value goes into the next empty square of its area.")
    ),
    printed_rule(
        "chest",
        _CHESTS,
        say("A chest holds 4 dice, filled from the bottom right to the top left."),
    ),
    printed_rule(
        "levels", _HULL, say("A level is earned once the sum reaches the number in its circle.")
    ),
    house_default(
        "map-numbers",
        _HULL,
        say(
            "The rulebook’s text does not give the Hull’s circles: 7, 14 and 21 are our house "
            "default, unless the table has told us what its map says."
        ),
        say("An example in the rulebook, with a sum of 13, fits these steps best."),
    ),
    house_default(
        "infamy-circles",
        EMPTY,
        say("If you have counted your map’s circles of Infamy, what goes beyond them is lost."),
        say(
            "The rulebook’s text does not say how many there are: without a count there is no end."
        ),
    ),
    printed_rule(
        "lowest", _FIRE, say("A cannon that has fired is wiped and gives its lowest die as Infamy.")
    ),
    printed_rule("blocks", _HULL, say("Each Hull level of the target blocks one shot.")),
    printed_rule(
        "top-first", _FIRE, say("Treasure is stolen from the top left of a chest downwards.")
    ),
    printed_rule(
        "anchor",
        _ANCHOR,
        say("All dice go back into the bag, and the bag goes one player to the left."),
    ),
    printed_rule(
        "end-chests", _END, say("The game ends when a player has three chests buried or full.")
    ),
    printed_rule(
        "end-tracks",
        _END,
        say("The game ends when a player has filled all squares of Hull, Ports and Crew."),
    ),
    printed_rule(
        "score",
        _END,
        say(
            "Points are all dice in chests, 2 for each buried chest, 5 for each full track, and "
            "1 for every 3 Infamy."
        ),
    ),
    printed_rule(
        "tie",
        _END,
        say("Among the players with the most points, the one with the most Infamy wins."),
    ),
    house_default(
        "shared",
        _END,
        say("Players with equal points and Infamy share the win."),
        say("The rulebook has no tie-break after Infamy."),
    ),
    house_rule(
        "seats",
        say("Only what is there can be entered: seats, chests and dice."),
        say("An entry about something else is a slip."),
    ),
    printed_rule("over", _END, say("After the end nothing more is entered.")),
    house_rule(
        "table",
        say("The table decides, and says why; a map is put right before dice are placed."),
        say("You can see the whole game; the referee sees only what is entered."),
    ),
)

_DRAFTING = (
    our_ruling(
        "R1",
        in_rulebook("Setup"),
        say("The table chooses who starts."),
        say("The referee cannot check who was on a boat last."),
    ),
    our_ruling(
        "R2",
        _DRAFT,
        say("All take one die each, clockwise from the first player, three times round."),
        say("The rulebook goes on clockwise and never turns round."),
    ),
    our_ruling(
        "R3",
        _DRAFT,
        say("Another crew’s die may be paid for even if own or clear dice are left."),
        say("The rulebook lists it as a free choice, beside the other two."),
    ),
    printed_rule(
        "R4",
        _DRAFT,
        say(
            "A drunken sailor is taken only if no clear die and no die of your own crew is left: "
            "any die, turned to a 1, free."
        ),
        say("We could not read what it is turned to. 1 is our guess: check it in your rulebook."),
    ),
    printed_rule("R5", _DRAFT, say("Infamy that is paid is erased; no other player gets it.")),
)

_ALLOCATING = (
    our_ruling(
        "R6",
        _ALLOCATE,
        say("All three dice must be placed; there is always room."),
        say("The rulebook speaks of all 3 dice, and at least 3 icons are open in every round."),
    ),
    printed_rule(
        "R7",
        _ALLOCATE,
        say("A full track, and a chest that is full or buried, take no die."),
    ),
    printed_rule(
        "R8", _BURY, say("Burying takes all three dice, and a chest with at least one die in it.")
    ),
    our_ruling(
        "R9",
        _RAISE,
        say("Spirits that are raised this round can be used at once, for any later die."),
        say("Raise Spirits comes first, so its squares are full when the later dice are written."),
    ),
    our_ruling(
        "R10",
        _RAISE,
        say("While both squares of Raise Spirits are full, it takes no die."),
        say("A die is written into an empty square, and there is none."),
    ),
    our_ruling(
        "R11",
        _RAISE,
        say("Spirits are used at most once a round."),
        say("Using them empties both squares, and one die a round cannot fill two."),
    ),
    our_ruling(
        "R12",
        _WRITE,
        say("You say whether you write a 7 when the die is written: clockwise, for all to hear."),
        say("The choice belongs to the moment of writing, and the maps are open by then."),
    ),
    our_ruling(
        "R13",
        _RAISE,
        say("Only a die that goes from the mini board to the map can become a 7."),
        say("The rulebook names no other die; stolen ones and those for burying take other ways."),
    ),
    our_ruling(
        "R14",
        _RAISE,
        say("A 7 that was written counts as 7 for everything."),
        say("It is the value on the map, and sums, treasure and lowest dice are read from there."),
    ),
    printed_rule(
        "R15",
        _WRITE,
        say("Everybody finishes one icon before the next one begins, from left to right."),
    ),
)

_FIRING = (
    our_ruling(
        "R16",
        _WRITE,
        say("What is written into a Hull this round protects this round."),
        say("From left to right, the Hull comes before the cannons."),
    ),
    our_ruling(
        "R17",
        _WRITE,
        say("A die written this round can be stolen; a chest buried this round is safe."),
        say("From left to right, chests and burying come before the cannons."),
    ),
    printed_rule("R18", _FIRE, say("A cannon must fire in the round in which it is filled.")),
    our_ruling(
        "R19",
        _FIRE,
        say("A cannon without a shot steals nothing; it is wiped and gives Infamy all the same."),
        say("The rulebook ties the Infamy to the firing, not to the shots."),
    ),
    our_ruling(
        "R20",
        _FIRE,
        say("The most Infamy as firing begins fires first; Infamy gained then changes no order."),
        say("The order is set once, for all the cannons that fire in this round."),
    ),
    our_ruling(
        "R21",
        _FIRE,
        say("Equal Infamy fires clockwise from the first player, who comes before all others."),
        say(
            "Read word by word, the first player would come last; in every other step that player "
            "leads."
        ),
    ),
    our_ruling(
        "R22",
        _FIRE,
        say(
            "Two cannons at one player fire at one chest: their shots are added, and the Hull "
            "blocks once. At two players they are two attacks, in any order."
        ),
        say(
            "The rulebook allows one chest per player, and takes the Hull from all shots together."
        ),
    ),
    our_ruling(
        "R23",
        _FIRE,
        say("A Hull blocks in full against every attacker."),
        say("The Hull is never used up."),
    ),
    printed_rule(
        "R24",
        _FIRE,
        say(
            "What is stolen is written into one unburied chest of your own in the order in which "
            "it was taken; what has no room is lost."
        ),
    ),
    our_ruling(
        "R25",
        _FIRE,
        say("A player without any room steals all the same; the treasure is lost to both."),
        say("The rulebook takes away what does not fit, and does not give it back."),
    ),
    our_ruling(
        "R26",
        _FIRE,
        say("Any unburied chest of another player may be the target, even an empty one."),
        say("A target has to be picked, and nothing says that it must hold anything."),
    ),
    our_ruling(
        "R27",
        EMPTY,
        say("If no other player has an unburied chest, nothing is stolen."),
        say("There is no target; the Infamy of the cannon comes as usual."),
    ),
    our_ruling(
        "R28",
        _FIRE,
        say("What two attacks steal may go into two different chests."),
        say("One single chest is asked for with each theft, and these are two."),
    ),
    our_ruling(
        "R29",
        _FIRE,
        say("A player who was robbed already is robbed of what is left."),
        say("Cannons fire one after the other."),
    ),
)

_ENDING = (
    printed_rule(
        "R30",
        _PORTS,
        say("Each round everybody gains Infamy by their level of Ports, with or without a die."),
    ),
    our_ruling(
        "R31",
        _PORTS,
        say("The greatest sum of Ports gains 1 more: all who are tied do, but not at 0."),
        say("The rulebook gives no tie-break, and you have the highest sum also if you share it."),
    ),
    our_ruling(
        "R32",
        _CREW,
        say("Each new Crew level puts one die into the bag, two levels two."),
        say("The rulebook adds a die for a level; one die can earn two of them."),
    ),
    our_ruling(
        "R33",
        _ANCHOR,
        say("Whether the game ends is asked after the last icon, as the maps are then."),
        say("The rulebook asks at the end of a round; a chest that was robbed is not full then."),
    ),
    our_ruling(
        "R34",
        _END,
        say("Three different chests are needed; one that is full and buried counts once."),
        say("The rulebook counts chests."),
    ),
    our_ruling(
        "R35",
        _ANCHOR,
        say("What is gained in the last round counts."),
        say("The end is asked after it."),
    ),
    printed_rule("R36", _END, say("The 5 points are for full squares, whatever level they reach.")),
)

RULEBOOK: Final = MappingProxyType(
    {rule.id: rule for rule in (*_BASE, *_DRAFTING, *_ALLOCATING, *_FIRING, *_ENDING)}
)
