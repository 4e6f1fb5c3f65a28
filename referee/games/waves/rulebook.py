"""The rules that are cited: where each is written, and what it says in our own words.

`W1` to `W41` are rulings, where the rulebook is silent or unclear; the other ids are its sections
and the tablet sides. Page numbers are those that the rulebook itself names.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Final

from referee.core import Rule, RuleId, Text, say
from referee.games.waves.components import REBELS, Edition


def _rule(name: str, cites: str, says: Text) -> Rule:
    return Rule(RuleId(name), cites, says)


_BASE = (
    _rule(
        "council",
        "rules 1.3 step 0; rulebook, Setup",
        say("One Elder lies face up at each place of the Council."),
    ),
    _rule(
        "open-majority",
        "rules 1.3 step 1; rulebook p. 9-14, Open Majority",
        say(
            "The class with the most Elders in the Council holds the Open Majority; the Council card says how many Shells that brings."
        ),
    ),
    _rule(
        "play",
        "rules 1.3 step 2; rulebook p. 9-14, Playing Agents",
        say(
            "From the Wave token clockwise, each place gets one Follower or any number of {rebels} of one class.",
            rebels=REBELS,
        ),
    ),
    _rule(
        "rebels",
        "rules 1.3 step 3; rulebook p. 9-14, True Majority",
        say(
            "When everybody has laid, all {rebels} are turned over; Followers stay face down.",
            rebels=REBELS,
        ),
    ),
    _rule(
        "true-majority",
        "rules 1.3 step 3; rulebook p. 9-14, True Majority",
        say(
            "Elders and {rebels} together give the True Majority; the tablet of that class is active this round.",
            rebels=REBELS,
        ),
    ),
    _rule(
        "extra-rebels",
        "rules 1.3 step 3; rulebook p. 9-14, Discard extra Rebels",
        say(
            "Only one Agent stays at each Elder; the other {rebels} are discarded face up.",
            rebels=REBELS,
        ),
    ),
    _rule(
        "waves",
        "rules 1.3 step 4; rulebook p. 9-14, 1st and 2nd Wave",
        say(
            "Followers are turned over and tested first, then {rebels}, both from the Wave token clockwise.",
            rebels=REBELS,
        ),
    ),
    _rule(
        "collect",
        "rules 1.3 step 4; rulebook p. 9-14, 1st Wave",
        say(
            "An Elder is collected if a Shell is left, the Agent has more Power, and the active tablet allows it; that removes one Shell."
        ),
    ),
    _rule(
        "to-hand",
        "rules 1.3 step 4; rulebook p. 9-14, 1st Wave",
        say("An Elder that is not collected goes to the hand of the player it lies in front of."),
    ),
    _rule(
        "goal",
        "rules 1.1; rulebook, Goal",
        say("A side wins with enough different classes or enough Elders in all."),
    ),
    _rule(
        "new-round",
        "rules 1.3 step 5; rulebook p. 9-14, Preparing a new round",
        say(
            "The Wave token moves on clockwise, everybody draws 1 card (two players do not), and the Agents become the new Elders."
        ),
    ),
    _rule("hand", "rules 1.1; rulebook, Setup B", say("Nobody can lay more cards than they hold.")),
    _rule(
        "cards",
        "rules 1.1; rulebook, Components",
        say("The game has 20 cards of each class, 100 in all."),
    ),
    _rule("over", "rules 1.3 step 4; rulebook, Goal", say("The game is over.")),
    _rule(
        "table",
        "rules 1.5, The table decides",
        say("The table has the last word, over the referee too."),
    ),
)

_TABLETS = (
    _rule(
        "scholars-six",
        "rules 1.1 S-a; rulebook, Base Tablets",
        say("Scholars have 6 Power, as Elders and as Agents."),
    ),
    _rule(
        "followers-three-rebels-six",
        "rules 1.1 S-b; rulebook, Advanced Tablets",
        say("Whatever is printed, Followers have 3 Power and {rebels} 6.", rebels=REBELS),
    ),
    _rule(
        "equal-or-lower",
        "rules 1.1 K-a; rulebook, Base Tablets",
        say("An Agent collects with Power equal to the Elder’s or lower."),
    ),
    _rule(
        "keepers-per-shell",
        "rules 1.1 K-b; rulebook, Advanced Tablets",
        say("Keepers have 2 Power more for each Shell in the Council, as Elders and as Agents."),
    ),
    _rule(
        "knights-calm",
        "rules 1.1 Knights; rulebook, Calm Tablets",
        say("A calm tablet: nothing changes."),
    ),
    _rule(
        "rebels-first",
        "rules 1.1 N-a; rulebook, Base Tablets",
        say("{rebels} collect in the first wave, Followers in the second.", rebels=REBELS),
    ),
    _rule(
        "elders-right",
        "rules 1.1 N-b; rulebook, Base Tablets",
        say("Each Elder has the printed Power of the Elder to its right."),
    ),
    _rule(
        "agents-right",
        "rules 1.1 N-c; rulebook, Advanced Tablets",
        say("Each Agent has the printed Power of the Agent of the player to the right."),
    ),
    _rule(
        "rotate-elders",
        "rules 1.1 E-a; rulebook, Base Tablets",
        say("At once, each Elder moves on to the place at its right; Agents stay."),
    ),
    _rule(
        "followers-minus-two",
        "rules 1.1 E-b; rulebook, Base Tablets",
        say("Followers have 2 Power less."),
    ),
    _rule(
        "counterclockwise",
        "rules 1.1 E-c; rulebook, Base Tablets",
        say("Both waves go counterclockwise from the Wave token."),
    ),
    _rule(
        "no-twin-elders",
        "rules 1.1 E-d; rulebook, Advanced Tablets",
        say(
            "An Elder is collected only if no other Elder of its class was in the Council when the round began."
        ),
    ),
    _rule(
        "nobles-calm",
        "rules 1.1 Nobles; rulebook, Calm Tablets",
        say("A calm tablet: nothing changes."),
    ),
    _rule(
        "first-returned",
        "rules 1.1 B-a; rulebook, Base Tablets",
        say(
            "The first Elder that would be collected goes to the hand instead, and its Shell stays."
        ),
    ),
    _rule(
        "no-copies",
        "rules 1.1 B-b; rulebook, Base Tablets",
        say("Nobody collects a class that their side already has."),
    ),
    _rule(
        "shells-by-followers",
        "rules 1.1 B-c; rulebook, Advanced Tablets",
        say("At once, there are as many Shells as Followers."),
    ),
)


def _ruling(number: int, source: str, says: Text) -> Rule:
    return _rule(f"W{number}", f"rules 1.4 W{number}; {source}", says)


_RULINGS = (
    _ruling(
        1,
        "rulebook, Round overview 1",
        say("Shells are set to the Council card’s number; old ones are not added."),
    ),
    _ruling(
        2,
        "rulebook, Open Majority and True Majority",
        say(
            "Among classes with equally many cards, the one with the highest number holds the majority."
        ),
    ),
    _ruling(
        3,
        "rulebook, Class & Power",
        say("Ties of a majority go by the number printed on the card."),
    ),
    _ruling(4, "rulebook, Open Majority", say("Collected Elders do not count for a majority.")),
    _ruling(
        5,
        "rulebook, Discard extra Rebels",
        say(
            "All {rebels} laid count for the True Majority, also those discarded afterwards.",
            rebels=REBELS,
        ),
    ),
    _ruling(
        6,
        "rulebook, True Majority",
        say("The True Majority is not counted again after the Elders move."),
    ),
    _ruling(
        7,
        "rulebook, Base Tablets",
        say("With three players, the Elder that faces nobody stays when the others move."),
    ),
    _ruling(
        8,
        "rulebook, Base Tablets",
        say("After the Elders move, each belongs to the player it now faces."),
    ),
    _ruling(
        9,
        "rulebook p. 15, Head to head",
        say("Head to head, each Elder moves one place counterclockwise, to the opponent."),
    ),
    _ruling(
        10,
        "rulebook, Base Tablets and Setup C",
        say("With three players, the Elder to the right may be the one that faces nobody."),
    ),
    _ruling(
        11,
        "rulebook, Base Tablets",
        say("The Powers of the Elders to the right are read when the tablet comes, and stay."),
    ),
    _ruling(
        12,
        "rulebook, Advanced Tablets",
        say("The Agent to the right counts, with its printed Power."),
    ),
    _ruling(
        13,
        "rulebook, Advanced Tablets and p. 15",
        say(
            "The Agent to the right: with three players past the Elder that faces nobody; head to head at the next place."
        ),
    ),
    _ruling(
        14, "rulebook, Advanced Tablets", say("A Follower that is shown early stays a Follower.")
    ),
    _ruling(
        15,
        "rulebook, Base Tablets",
        say("While Scholars have 6 Power, no Scholar can be collected."),
    ),
    _ruling(16, "rulebook, Base Tablets", say("Power can fall to 0 and below.")),
    _ruling(
        17,
        "rulebook, Advanced Tablets",
        say("Keepers count with the Shells that lie there at each test, before one is removed."),
    ),
    _ruling(
        18,
        "rulebook, Base Tablets",
        say(
            "Only an Elder that really would be collected is the first one; later Elders are tested as usual."
        ),
    ),
    _ruling(
        19,
        "rulebook, Base Tablets; Breakers edition, Deep dive",
        say("A class collected earlier in this round counts as already there."),
    ),
    _ruling(
        20,
        "rulebook, Advanced Tablets",
        say("The Elders of the round’s start count, also the one that faces nobody; Agents never."),
    ),
    _ruling(
        21,
        "rulebook, Components and Advanced Tablets",
        say("There are only 5 Shells, also for six Followers."),
    ),
    _ruling(
        22,
        "rulebook p. 15 and Advanced Tablets",
        say("Head to head, each place with a Follower counts."),
    ),
    _ruling(
        23,
        "rulebook, Overview & Terms",
        say("Moving the Elders and setting the Shells happen at once, before the waves."),
    ),
    _ruling(
        24,
        "rulebook, True Majority",
        say("Where the active tablet and another rule differ, the tablet wins."),
    ),
    _ruling(
        25,
        "rulebook, Collecting Elders",
        say(
            "Without Shells nothing is collected: Agents are still turned over, and each Elder goes to the hand."
        ),
    ),
    _ruling(
        26,
        "rulebook, Goal",
        say("The game ends the moment a side has what it needs, also in the middle of a wave."),
    ),
    _ruling(27, "rulebook, 1st Wave", say("The winning Elder needs its Shell like any other.")),
    _ruling(
        28,
        "rulebook, Preparing a new round",
        say(
            "First the Wave token moves, then all draw clockwise from it (two players do not), then all discard, then the Agents become Elders."
        ),
    ),
    _ruling(
        29,
        "rulebook, Preparing a new round",
        say("Each player chooses what to discard, face up, clockwise from the Wave token."),
    ),
    _ruling(
        30,
        "rulebook, Preparing a new round",
        say("A hand may be larger than its limit until the round ends."),
    ),
    _ruling(
        31,
        "not in the rulebook",
        say("When the deck is empty, the discard pile is shuffled and becomes the deck."),
    ),
    _ruling(
        32,
        "not in the rulebook",
        say("Whoever must lay and holds no card draws one and lays it as a Follower."),
    ),
    _ruling(
        33,
        "rulebook p. 15, Drawing cards",
        say(
            "Head to head, each player draws 2 cards right after laying at the first of their Elders."
        ),
    ),
    _ruling(
        34,
        "rulebook p. 15, Setup",
        say(
            "Head to head, the four places belong to the players in turn, and the Wave token moves one place each round."
        ),
    ),
    _ruling(
        35,
        "rulebook p. 15, Setup",
        say(
            "Head to head, one player is picked to start, and the opponent chooses at which of the two Elders."
        ),
    ),
    _ruling(
        36,
        "rulebook p. 15, Playing Agents",
        say("Head to head, each of the four Elders gets its own Agent."),
    ),
    _ruling(
        37,
        "rulebook, Setup C",
        say(
            "With three players, the Elder that faces nobody lies between the last seat and the first, all game."
        ),
    ),
    _ruling(
        38,
        "rulebook, Communication in team mode",
        say(
            "Team mates may talk aloud until they have laid, and again once everybody has; cards stay hidden."
        ),
    ),
    _ruling(
        39,
        "rulebook, Playing Agents",
        say("Everybody can see how many {rebels} lie there; their class is hidden.", rebels=REBELS),
    ),
    _ruling(
        40,
        "not in the rulebook",
        say(
            "After 100 rounds the game ends: more classes wins, then more Elders, else it is a draw."
        ),
    ),
    _ruling(41, "both rulebooks", say("The second edition’s text is played, in all its modes.")),
)

RULES: Final = (*_BASE, *_TABLETS, *_RULINGS)
"""Every rule of the second edition, in order."""


@cache
def rulebook_of(edition: Edition) -> Mapping[RuleId, Rule]:
    """Return every rule of an edition by its id, in its words and with its own citations."""
    cites, wordings = dict(edition.citations), dict(edition.wordings)
    return MappingProxyType(
        {
            rule.id: replace(
                rule,
                cites=cites.get(rule.id, rule.cites),
                says=edition.reworded(wordings.get(rule.id, rule.says)),
            )
            for rule in RULES
            if not cites or rule.id in cites
        }
    )
