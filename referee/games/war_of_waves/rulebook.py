"""The rules that are cited: where each comes from, and what it says in our own words.

`V1` to `V39` settle what is easily asked: either the rulebook says it, or it is silent or says two
things and this is our ruling, with the reason. The other ids are parts of the rulebook, which has
no page numbers of its own that can be relied on, and house rules.
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

_SETUP: Final = in_rulebook("Setup")
_TURN: Final = in_rulebook("Turn")
_LEADER_STEP: Final = in_rulebook("Turn, step 1")
_ACTIONS: Final = in_rulebook("Turn, step 2")
_REPLENISH: Final = in_rulebook("Turn, step 3")
_BUILD: Final = in_rulebook("Build")
_FORTIFY: Final = in_rulebook("Fortify")
_ATTACK: Final = in_rulebook("Attack")
_OUTCOME: Final = in_rulebook("Attack, Outcome")
_BRIDGE: Final = in_rulebook("Bridge")
_GATE: Final = in_rulebook("Gate")
_LEADERS: Final = in_rulebook("Leaders")
_WINNING: Final = in_rulebook("Winning")
_BOX: Final = say("The box")

_BASE = (
    printed_rule(
        "setup",
        _SETUP,
        say(
            "Both players get a Build and a War card in hand, and one Build card face down as their first section. 4 cards are face up beside the deck."
        ),
    ),
    printed_rule(
        "turn",
        _TURN,
        say("In a turn, you either play a Leader or do actions; then you replenish your hand."),
    ),
    printed_rule(
        "row",
        _REPLENISH,
        say(
            "The Face card farthest from the deck is taken; the others slide on, and a new one is flipped next to the deck."
        ),
    ),
    printed_rule(
        "build", _BUILD, say("A Build card, face down on an empty place, starts a new section.")
    ),
    printed_rule(
        "fortify",
        _FORTIFY,
        say("A section that has a Build card can be strengthened with more cards, face down."),
    ),
    printed_rule(
        "attack",
        _ATTACK,
        say(
            "Point at cards, then show the attackers from your hand, and only then the cards under attack are shown."
        ),
    ),
    printed_rule(
        "hand",
        in_rulebook("Setup and Turn"),
        say("You can only play a card from your hand; the backs show everybody what is there."),
    ),
    house_default(
        "cards",
        _BOX,
        say(
            "There are only as many cards of each number as in the deck list, and each Leader once; the table can correct the list at any time."
        ),
        say(
            "The box counts 54 cards, but names 24 War and 32 Build cards, and no numbers on them: our list is a guess."
        ),
    ),
    printed_rule(
        "bridge", _BRIDGE, say("A bridge has 4 sections; their Build sums are all even or all odd.")
    ),
    printed_rule(
        "gate",
        _GATE,
        say("A gate has 3 sections; their Build sums are three numbers in a row, in any order."),
    ),
    printed_rule(
        "leaders",
        _LEADERS,
        say("A Leader is announced with a card from the deck, then played, then discarded."),
    ),
    printed_rule(
        "leader-drawn",
        _LEADERS,
        say("If you get a Leader, you draw one more card from the same place."),
    ),
    printed_rule(
        "hephaestus",
        _LEADER_STEP,
        say("Hephaestus swaps one bridge Build card with one gate Build card."),
    ),
    printed_rule(
        "poseidon",
        _LEADER_STEP,
        say(
            "Poseidon attacks up to 2 cards of a bridge or a gate, with any cards, total against total."
        ),
    ),
    printed_rule(
        "ares",
        _LEADER_STEP,
        say("Ares brings up to 2 War cards of the opponent to one bridge section of your own."),
    ),
    printed_rule("ceto", _LEADER_STEP, say("Ceto swaps the two hands.")),
    printed_rule(
        "replenish",
        _REPLENISH,
        say(
            "The types of Action that you did decide which cards your hand gets, from the deck or the row."
        ),
    ),
    printed_rule(
        "winning",
        _WINNING,
        say(
            "If your bridge and gate are still complete after the opponent’s next turn, and the numbers are right, you win."
        ),
    ),
    house_rule(
        "remember",
        say("You may note for yourself what your own face-down cards are; nobody else sees it."),
        say("At the table you may look at your own cards at any time."),
    ),
    printed_rule("over", _WINNING, say("Once the game is over, nothing more is played.")),
    house_rule(
        "table",
        say("The table has the last word, over the referee too."),
        say("You can see the whole game; the referee sees only what is entered."),
    ),
)

_TURNS = (
    our_ruling(
        "V1",
        _LEADERS,
        say(
            "A Leader that comes up while dealing goes to the hand, and dealing goes on from the same back until a card of the right kind comes."
        ),
        say(
            "A Leader brings one more card in the setup too, and a section starts with a Build card."
        ),
    ),
    printed_rule(
        "V2",
        _ACTIONS,
        say("Any number of actions in a turn, in any order, but of at most two types."),
    ),
    our_ruling(
        "V3",
        _ACTIONS,
        say("Doing nothing is allowed; it brings no cards."),
        say("Two types are the most, not the least, and the replenish table has no row for none."),
    ),
    our_ruling(
        "V4",
        EMPTY,
        say("If you start a turn without a Build or War card in hand, you draw a Deck card first."),
        say("Otherwise a player could be left with nothing to do for the rest of the game."),
    ),
    our_ruling(
        "V5",
        _LEADER_STEP,
        say(
            "A Leader comes before any action and needs a Build or War card in hand: announce it, draw a Deck card, discard it, do what it says. It takes the place of the actions."
        ),
        say("The rulebook lists this step first, and lets a Leader end the actions of the turn."),
    ),
    our_ruling(
        "V6",
        _LEADERS,
        say("After a Leader no row of the replenish table counts; Poseidon is not an Attack."),
        say("The table has rows for actions only, and the announcement has brought a card."),
    ),
    our_ruling(
        "V7",
        _LEADERS,
        say("One Leader a turn at most."),
        say("The first one ends the actions of the turn."),
    ),
    our_ruling(
        "V8",
        _LEADERS,
        say("A Leader that was announced is played, even if it can do nothing."),
        say("Once it is announced, the rulebook leaves no choice."),
    ),
)

_ATTACKS = (
    our_ruling(
        "V9",
        _ATTACK,
        say("An attack is on one or two cards of one kind in one section."),
        say(
            "The rulebook has you choose between War and Build cards, and a section has 2 of each."
        ),
    ),
    our_ruling(
        "V10",
        _ATTACK,
        say("Only the cards that are pointed at defend."),
        say("They are the ones that you attack."),
    ),
    our_ruling(
        "V11",
        _ATTACK,
        say("The attackers are all War or all Build cards; only Poseidon may mix them."),
        say("Each of the four cases in the rulebook names one kind of attackers."),
    ),
    printed_rule(
        "V12",
        _ATTACK,
        say(
            "The attack wins with at least the same total, or with at least twice the total against cards of the other kind."
        ),
    ),
    our_ruling(
        "V13",
        in_rulebook("Attack and Turn, step 1"),
        say("All War cards of a section must be gone before its Build cards are attacked."),
        say("A Leader opens the way to the gate, not past War cards."),
    ),
    printed_rule(
        "V14",
        _OUTCOME,
        say(
            "The attackers are discarded in any case, the cards under attack only if they lose; else they are turned face down again."
        ),
    ),
    our_ruling(
        "V15",
        _ATTACK,
        say("Both players know from then on what has been shown."),
        say("It was shown to both."),
    ),
    our_ruling(
        "V16",
        in_rulebook("Build, Attack and Bridge"),
        say(
            "You can work on a gate, yours or the other one, once your bridge is ready: all 4 sections hold Build and War."
        ),
        say(
            "The rulebook says it three times; only one list leaves out War, which we take as shortened."
        ),
    ),
    our_ruling(
        "V17",
        in_rulebook("Strategy & Tactics, tip 4"),
        say(
            "If the bridge breaks, the gate stays, but cannot grow and does not count as complete."
        ),
        say("The rulebook says it in a tip, and takes nothing away from the gate."),
    ),
    our_ruling(
        "V18",
        in_rulebook("Attack and Bridge"),
        say(
            "You can attack your own Build cards like others, but not the only one under War cards; if both go at once, the War cards go too."
        ),
        say("The rulebook says both, and this is the only way to follow both."),
    ),
    printed_rule("V19", _GATE, say("Of your own gate, you attack one card at a time.")),
    our_ruling(
        "V20",
        _ATTACK,
        say("War cards do not have to go first when you attack your own Build cards."),
        say("Otherwise no War card would be left that needs the last Build card."),
    ),
    our_ruling(
        "V21",
        _ATTACK,
        say("Attacking your own cards counts as an Attack for replenishing."),
        say("It is the same action."),
    ),
    printed_rule(
        "V22",
        in_rulebook("Bridge and Gate"),
        say(
            "A bridge section has room for two cards of each kind, a gate section for two Build cards; no War card can go on a gate."
        ),
    ),
    our_ruling(
        "V23",
        _BRIDGE,
        say("A section that is empty again can be built again."),
        say("The limit is on sections, and this one is not there any more."),
    ),
)

_LED = (
    our_ruling(
        "V24",
        _LEADER_STEP,
        say("Hephaestus swaps your own cards only."),
        say("For Ares and Ceto the rulebook names the enemy, here it does not."),
    ),
    our_ruling(
        "V25",
        _LEADER_STEP,
        say(
            "Poseidon attacks 1 or 2 cards of the opponent’s bridge, or of the gate, in any sections: one comparison of totals, without doubling."
        ),
        say("The rulebook gives one ratio for all of it, and names no section."),
    ),
    our_ruling(
        "V26",
        _LEADER_STEP,
        say(
            "Ares moves 1 or 2 War cards, face down, to one bridge section of your own with a Build card and room for them."
        ),
        say("They fortify the section, so its limits hold for them too."),
    ),
    our_ruling(
        "V27",
        in_rulebook("Turn, step 1, and Leaders"),
        say("The card drawn for announcing Ceto belongs to the hand that is swapped."),
        say("Announcing comes before what the Leader does."),
    ),
)

_WON = (
    printed_rule(
        "V28",
        in_rulebook("Bridge and Gate"),
        say(
            "Complete: 4 bridge sections with Build and War, sums all even or all odd; 3 gate sections with sums that are three numbers in a row."
        ),
    ),
    our_ruling(
        "V29",
        EMPTY,
        say(
            "You say “complete” at the end of your own turn, in front of everybody, or wait with it."
        ),
        say(
            "Cards are hidden, so only you know; and the opponent needs to know for the last turn."
        ),
    ),
    our_ruling(
        "V30",
        in_rulebook("Winning and Bridge"),
        say(
            "A claim is tested right after the opponent’s next turn: right numbers win, wrong ones lose."
        ),
        say("The opponent has had a turn by then, and the rulebook punishes wrong numbers."),
    ),
    our_ruling(
        "V31",
        _WINNING,
        say("A claim lapses if the gateway is no longer complete; it may be made again later."),
        say("You still need both, and nothing stops you from building them again."),
    ),
    our_ruling(
        "V32",
        _WINNING,
        say(
            "If both are right, a Leader in hand decides; else both flip a card of the shuffled deck, and the higher number wins, again after a tie or a Leader."
        ),
        say("The rulebook draws cards if both hold a Leader; we do the same if neither does."),
    ),
    our_ruling(
        "V33",
        _REPLENISH,
        say(
            "An empty deck is renewed from the discard pile; if that is empty too, no card is drawn."
        ),
        say(
            "The rulebook shuffles as needed; it does not say what to do if there is nothing to shuffle."
        ),
    ),
    our_ruling(
        "V34",
        EMPTY,
        say("A hand may hold any number of cards."),
        say("The rulebook names no limit."),
    ),
    our_ruling(
        "V35",
        _ATTACK,
        say("Twice the total means twice the sum of all cards that are attacked."),
        say("The rulebook compares totals."),
    ),
    our_ruling(
        "V36",
        EMPTY,
        say("After 200 turns the game is a draw."),
        say("Two careful players might never finish; a real game is over long before that."),
    ),
    our_ruling(
        "V37",
        _BOX,
        say("The game is for two players."),
        say("The box shows a 2 next to age and minutes, and there are cards for two gateways."),
    ),
    our_ruling(
        "V38",
        EMPTY,
        say(
            "Cards that break no tie are set aside. When no two cards left in the deck can differ any more, the game is a draw."
        ),
        say("Without this, the draw of cards that breaks a tie could go on forever."),
    ),
    our_ruling(
        "V39",
        _REPLENISH,
        say(
            "If the row has an empty place because no card was left, it is filled at the next Replenish, once there are cards again: after the Deck cards, before a Face card is taken."
        ),
        say(
            "The row has 4 Face cards; the rulebook refills it with each card taken, and does not say what to do if no card is left."
        ),
    ),
)

RULEBOOK: Final = MappingProxyType(
    {rule.id: rule for rule in (*_BASE, *_TURNS, *_ATTACKS, *_LED, *_WON)}
)
"""Every rule by its id."""
