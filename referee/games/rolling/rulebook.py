"""The rules that are cited: where each is written, and what it says in our own words.

`R1` to `R36` are rulings, where the rulebook is silent or unclear; the other ids are parts of the
rulebook. What it does not give, such as the numbers of a map, is called a house default.
"""

from types import MappingProxyType
from typing import Final

from referee.core import Rule, RuleId, Text, say


def _rule(name: str, cites: str, says: Text) -> Rule:
    return Rule(RuleId(name), cites, says)


_BASE = (
    _rule(
        "roll",
        "rulebook, Draft Dice",
        say("Each round 3 dice for each player are drawn from the bag and rolled."),
    ),
    _rule(
        "bag",
        "rules 2.1; rulebook, Setup",
        say(
            "The bag begins with 2 dice of each crew and as many clear dice as players and 1 more."
        ),
    ),
    _rule("faces", "rules 2.1", say("A die shows 1 to 6.")),
    _rule(
        "own-crew",
        "rulebook, Draft Dice",
        say("A die of the own crew is taken for nothing."),
    ),
    _rule(
        "freebooter",
        "rulebook, Draft Dice",
        say("A clear die is taken for nothing, by anybody."),
    ),
    _rule(
        "price",
        "rulebook, Draft Dice",
        say("A die of another crew costs as much Infamy as it shows."),
    ),
    _rule(
        "yarrr",
        "rulebook, Allocate Dice",
        say("Whoever has laid all dice behind the screen calls it out."),
    ),
    _rule(
        "one-each",
        "rulebook, Allocate Dice",
        say("Each sign of the mini board takes one die a round."),
    ),
    _rule(
        "next-square",
        "rulebook, Write Values",
        say("A value is written into the next empty square of its place."),
    ),
    _rule(
        "chest",
        "rulebook, Fill Chests",
        say("A chest holds 4 dice, filled from the bottom right to the top left."),
    ),
    _rule(
        "levels",
        "rules 2.1; rulebook, Hull",
        say("A level is earned once the sum is as great as the number in its circle."),
    ),
    _rule(
        "map-numbers",
        "house default; rules 2.1",
        say(
            "The rulebook’s text does not give the Hull’s circles: 7, 14 and 21 are our house "
            "default, unless the table has told us what its map says."
        ),
    ),
    _rule(
        "infamy-circles",
        "house default; rules 2.1",
        say("Where the map’s circles of Infamy have been counted, more than these is lost."),
    ),
    _rule(
        "lowest",
        "rulebook, Fire Cannons",
        say("A cannon that has fired is wiped and gives its lowest die as Infamy."),
    ),
    _rule(
        "blocks",
        "rulebook, Hull",
        say("Each Hull level of the target blocks one shot."),
    ),
    _rule(
        "top-first",
        "rulebook, Fire Cannons",
        say("Treasure is stolen from the top left of a chest downwards."),
    ),
    _rule(
        "anchor",
        "rulebook, Drop Anchor",
        say("All dice go back into the bag, and the bag goes one player to the left."),
    ),
    _rule(
        "end-chests",
        "rulebook, Endgame Conditions",
        say("The game ends when somebody has three chests that are buried or full."),
    ),
    _rule(
        "end-tracks",
        "rulebook, Endgame Conditions",
        say("The game ends when somebody has all squares of Hull, Ports and Crew full."),
    ),
    _rule(
        "score",
        "rules 2.1; rulebook, Endgame Conditions",
        say(
            "Points are all dice in chests, 2 for each buried chest, 5 for each full track, and "
            "1 for every 3 Infamy."
        ),
    ),
    _rule(
        "tie",
        "rulebook, Endgame Conditions",
        say("Among those with most points, the one with most Infamy wins."),
    ),
    _rule(
        "shared",
        "house default; rules 2.1",
        say("Those who are equal in points and Infamy share the win."),
    ),
    _rule("seats", "rules 2.1", say("Seats, chests and dice are counted as they are there.")),
    _rule("over", "rules 2.2", say("After the end nothing more is entered.")),
    _rule(
        "table",
        "house rule",
        say("The table decides, and says why; a map is put right before dice are laid out."),
    ),
)

_DRAFTING = (
    _rule("R1", "rules 2.3 R1", say("Who begins is chosen by the table; the app cannot check it.")),
    _rule(
        "R2",
        "rules 2.3 R2; rulebook, Draft Dice",
        say("All take one die each, clockwise from the first player, three times round."),
    ),
    _rule(
        "R3",
        "rules 2.3 R3; rulebook, Draft Dice",
        say("Another crew’s die may be paid for though own or clear dice are left."),
    ),
    _rule(
        "R4",
        "rules 2.3 R4; rulebook, Draft Dice",
        say(
            "A drunken sailor is taken only where no clear die and no die of the own crew is left: "
            "any die, turned to a 1, for nothing."
        ),
    ),
    _rule("R5", "rules 2.3 R5; rulebook, Draft Dice", say("Infamy that is paid goes to nobody.")),
)

_ALLOCATING = (
    _rule(
        "R6",
        "rules 2.3 R6; rulebook, Allocate Dice",
        say("All three dice are laid somewhere; there is always room."),
    ),
    _rule(
        "R7",
        "rules 2.3 R7; rulebook, Allocate Dice",
        say("No die is laid at a full track, or at a chest that is full or buried."),
    ),
    _rule(
        "R8",
        "rules 2.3 R8; rulebook, Bury Treasure",
        say("Burying takes all three dice, and a chest with at least one die in it."),
    ),
    _rule(
        "R9",
        "rules 2.3 R9; rulebook, Raise Spirits",
        say("Spirits that are raised this round can be used at once, for any later die."),
    ),
    _rule(
        "R10",
        "rules 2.3 R10; rulebook, Raise Spirits",
        say("With both squares of Raise Spirits full no die can be laid there."),
    ),
    _rule("R11", "rules 2.3 R11", say("Spirits are used at most once a round.")),
    _rule(
        "R12",
        "rules 2.3 R12; rulebook, Write Values",
        say("Whether a 7 is written is said when the die is written, clockwise, for all to hear."),
    ),
    _rule(
        "R13",
        "rules 2.3 R13; rulebook, Raise Spirits",
        say("Only a die that goes from the mini board to the map can become a 7."),
    ),
    _rule(
        "R14",
        "rules 2.3 R14; rulebook, Raise Spirits",
        say("The 7 that is written counts as 7 for everything."),
    ),
    _rule(
        "R15",
        "rules 2.3 R15; rulebook, Write Values",
        say("All carry out one sign before anybody goes on to the next, from left to right."),
    ),
)

_FIRING = (
    _rule(
        "R16",
        "rules 2.3 R16; rulebook, Write Values",
        say("What is written into a Hull this round protects this round."),
    ),
    _rule(
        "R17",
        "rules 2.3 R17; rulebook, Write Values",
        say("A die written this round can be stolen; a chest buried this round is safe."),
    ),
    _rule(
        "R18",
        "rules 2.3 R18; rulebook, Fire Cannons",
        say("A cannon fires in the round in which it is filled; nobody may wait."),
    ),
    _rule(
        "R19",
        "rules 2.3 R19; rulebook, Fire Cannons",
        say("A cannon without a shot steals nothing; it is wiped and gives Infamy all the same."),
    ),
    _rule(
        "R20",
        "rules 2.3 R20; rulebook, Fire Cannons",
        say("Most Infamy when the firing begins fires first; what is gained then changes nothing."),
    ),
    _rule(
        "R21",
        "rules 2.3 R21; rulebook, Fire Cannons",
        say("Equal Infamy fires clockwise from the first player, who comes before all others."),
    ),
    _rule(
        "R22",
        "rules 2.3 R22; rulebook, Fire Cannons",
        say(
            "Two cannons at one player fire at one chest: their shots are added, the Hull blocks "
            "once. At two players they are two attacks, in any order."
        ),
    ),
    _rule(
        "R23",
        "rules 2.3 R23; rulebook, Fire Cannons",
        say("A Hull blocks all its shots again, whoever fires."),
    ),
    _rule(
        "R24",
        "rules 2.3 R24; rulebook, Fire Cannons",
        say(
            "What is stolen is written into one own unburied chest in the order in which it was "
            "taken; what has no room is lost."
        ),
    ),
    _rule(
        "R25",
        "rules 2.3 R25; rulebook, Fire Cannons",
        say("Whoever has no room at all steals all the same; the treasure is lost to both."),
    ),
    _rule(
        "R26",
        "rules 2.3 R26; rulebook, Fire Cannons",
        say("Any unburied chest of anybody else may be the target, even an empty one."),
    ),
    _rule(
        "R27",
        "rules 2.3 R27",
        say("Where nobody else has an unburied chest, nothing is stolen."),
    ),
    _rule(
        "R28",
        "rules 2.3 R28; rulebook, Fire Cannons",
        say("What two attacks steal may go into two different chests."),
    ),
    _rule(
        "R29",
        "rules 2.3 R29; rulebook, Fire Cannons",
        say("Who was robbed before is robbed of what is left."),
    ),
)

_ENDING = (
    _rule(
        "R30",
        "rules 2.3 R30; rulebook, Raid Ports",
        say("Each round everybody gains Infamy by the level of Ports, with or without a die."),
    ),
    _rule(
        "R31",
        "rules 2.3 R31; rulebook, Raid Ports",
        say("The greatest sum of Ports gains 1 more; all who are equal do, nobody at 0."),
    ),
    _rule(
        "R32",
        "rules 2.3 R32; rulebook, Hire Crew",
        say("Each new Crew level puts one die into the bag, two levels two."),
    ),
    _rule(
        "R33",
        "rules 2.3 R33; rulebook, Drop Anchor",
        say("Whether the game ends is asked after the last sign, as the maps are then."),
    ),
    _rule(
        "R34",
        "rules 2.3 R34; rulebook, Endgame Conditions",
        say("Three different chests are needed; one that is full and buried counts once."),
    ),
    _rule(
        "R35",
        "rules 2.3 R35; rulebook, Drop Anchor",
        say("What is gained in the last round counts."),
    ),
    _rule(
        "R36",
        "rules 2.3 R36; rulebook, Endgame Conditions",
        say("The 5 points are for full squares, whatever level they reach."),
    ),
)

RULEBOOK: Final = MappingProxyType(
    {rule.id: rule for rule in (*_BASE, *_DRAFTING, *_ALLOCATING, *_FIRING, *_ENDING)}
)
