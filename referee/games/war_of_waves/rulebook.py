"""The rules that are cited: where each is written, and what it says in our own words.

`V1` to `V39` are rulings of ours, where the rulebook is silent or says two things; the other ids are
sections of the rulebook, which has no page numbers of its own that can be relied on.
"""

from types import MappingProxyType
from typing import Final

from referee.core import Rule, RuleId, Text, say


def _rule(name: str, cites: str, says: Text) -> Rule:
    return Rule(RuleId(name), cites, says)


_BASE = (
    _rule(
        "setup",
        "rulebook, Setup",
        say(
            "Both players get a Build and a War card in hand and one Build card face down as their first section; 4 cards lie face up beside the deck."
        ),
    ),
    _rule(
        "turn",
        "rulebook, Turn",
        say(
            "In a turn, either a Leader is played or actions are done; then the hand is replenished."
        ),
    ),
    _rule(
        "row",
        "rules 3.2; rulebook, Turn 3",
        say(
            "The Face card farthest from the deck is taken; the others slide on, and a new one is turned up next to the deck."
        ),
    ),
    _rule(
        "build",
        "rulebook, Build",
        say("A Build card, face down on an empty place, begins a new section."),
    ),
    _rule(
        "fortify",
        "rulebook, Fortify",
        say("A section that has a Build card can be strengthened with more cards, face down."),
    ),
    _rule(
        "attack",
        "rulebook, Attack",
        say(
            "Cards are pointed at, attackers from the hand are shown, and only then the cards under attack."
        ),
    ),
    _rule(
        "hand",
        "rulebook, Setup and Turn",
        say("Only a card that is in the hand can be played; backs show everybody what is there."),
    ),
    _rule(
        "cards",
        "rules 3.1 and 3.4",
        say(
            "There are only as many cards of each number as in the deck list, and each Leader once; the table can correct the list at any time."
        ),
    ),
    _rule(
        "bridge",
        "rulebook, Bridge",
        say("A bridge has 4 sections; their Build sums are all even or all odd."),
    ),
    _rule(
        "gate",
        "rulebook, Gate",
        say("A gate has 3 sections; their Build sums follow each other, in any order."),
    ),
    _rule(
        "leaders",
        "rulebook, Leaders",
        say("A Leader is announced with a card from the deck, then played, then discarded."),
    ),
    _rule(
        "leader-drawn",
        "rules 3.2; rulebook, Leaders",
        say("Whoever gets a Leader draws one more card from the same place."),
    ),
    _rule(
        "hephaestus",
        "rulebook, Turn 1",
        say("Hephaestus exchanges one bridge Build card with one gate Build card."),
    ),
    _rule(
        "poseidon",
        "rulebook, Turn 1",
        say(
            "Poseidon attacks up to 2 cards of a bridge or a gate, with any cards, total against total."
        ),
    ),
    _rule(
        "ares",
        "rulebook, Turn 1",
        say("Ares brings up to 2 War cards of the opponent to one own bridge section."),
    ),
    _rule("ceto", "rulebook, Turn 1", say("Ceto exchanges the two hands.")),
    _rule(
        "replenish",
        "rules 3.2; rulebook, Turn 3",
        say("The types of Action done decide which cards the hand gets, from the deck or the row."),
    ),
    _rule(
        "winning",
        "rulebook, Winning",
        say(
            "Whoever still has a complete bridge and gate after the opponent’s next turn has won, if the numbers are right."
        ),
    ),
    _rule(
        "remember",
        "rules 3.4, Secrets",
        say(
            "Players may note for themselves what their own face-down cards are; nobody else sees it."
        ),
    ),
    _rule("over", "rulebook, Winning", say("The game is over.")),
    _rule("table", "house rule", say("The table has the last word, over the referee too.")),
)


def _ruling(number: int, source: str, says: Text) -> Rule:
    return _rule(f"V{number}", f"rules 3.3 V{number}; {source}", says)


_RULINGS = (
    _ruling(
        1,
        "rulebook, Leaders",
        say(
            "A Leader that comes up while dealing goes to the hand, and dealing goes on from the same back until a card of the kind that is wanted comes."
        ),
    ),
    _ruling(
        2,
        "rulebook, Turn 2",
        say("Any number of actions in a turn, in any order, but of at most two types."),
    ),
    _ruling(3, "rulebook, Turn 2", say("Doing nothing is allowed; it brings no cards.")),
    _ruling(
        4,
        "not in the rulebook",
        say("Whoever begins a turn without a Build or War card in hand draws a Deck card first."),
    ),
    _ruling(
        5,
        "rulebook, Turn 1 and Leaders",
        say(
            "A Leader comes before any action and needs a Build or War card in hand: announce it, draw a Deck card, discard it, do what it says. It takes the place of the actions."
        ),
    ),
    _ruling(
        6,
        "rulebook, Leaders and Turn 3",
        say("After a Leader no row of the replenish table counts; Poseidon is not an Attack."),
    ),
    _ruling(7, "rulebook, Leaders", say("One Leader a turn at most.")),
    _ruling(
        8,
        "rulebook, Leaders",
        say("A Leader that was announced is played, also where it can do nothing."),
    ),
    _ruling(
        9, "rulebook, Attack", say("An attack is on one or two cards of one kind in one section.")
    ),
    _ruling(10, "rulebook, Attack", say("Only the cards that are pointed at defend.")),
    _ruling(
        11,
        "rulebook, Attack",
        say("The attackers are all War or all Build cards; only Poseidon may mix them."),
    ),
    _ruling(
        12,
        "rulebook, Attack",
        say(
            "The attack wins with at least the same total, or with at least twice the total against cards of the other kind."
        ),
    ),
    _ruling(
        13,
        "rulebook, Attack and Leaders",
        say("All War cards of a section must be gone before its Build cards are attacked."),
    ),
    _ruling(
        14,
        "rulebook, Outcome",
        say(
            "The attackers are discarded in any case, the cards under attack only if they lose; else they are turned face down again."
        ),
    ),
    _ruling(15, "rulebook, Attack", say("What has been shown, both know from then on.")),
    _ruling(
        16,
        "rulebook, Build, Attack and Bridge",
        say(
            "Work on a gate, the own or the other one, begins once the own bridge is ready: all 4 sections hold Build and War."
        ),
    ),
    _ruling(
        17,
        "rulebook, Strategy 4",
        say(
            "If the bridge breaks, the gate stays, but cannot grow and does not count as complete."
        ),
    ),
    _ruling(
        18,
        "rulebook, Attack and Bridge",
        say(
            "Own Build cards can be attacked like others, but not the only one under War cards; if both go at once, the War cards perish."
        ),
    ),
    _ruling(19, "rulebook, Gate", say("Of the own gate, one card at a time is attacked.")),
    _ruling(
        20,
        "rulebook, Attack",
        say("War cards do not have to go first when own Build cards are attacked."),
    ),
    _ruling(
        21, "rulebook, Attack", say("Attacking own cards counts as an Attack for replenishing.")
    ),
    _ruling(
        22,
        "rulebook, Bridge and Gate",
        say(
            "A bridge section has room for two cards of each kind, a gate section for two Build cards; War has no place on a gate."
        ),
    ),
    _ruling(23, "rulebook, Bridge", say("A section that is empty again can be built again.")),
    _ruling(24, "rulebook, Turn 1", say("Hephaestus exchanges own cards only.")),
    _ruling(
        25,
        "rulebook, Turn 1",
        say(
            "Poseidon attacks 1 or 2 cards of the opponent’s bridge, or of the gate, in any sections: one comparison of totals, without doubling."
        ),
    ),
    _ruling(
        26,
        "rulebook, Turn 1",
        say(
            "Ares moves 1 or 2 War cards, face down, to one own bridge section with a Build card and room for them."
        ),
    ),
    _ruling(
        27,
        "rulebook, Turn 1",
        say("The card drawn for announcing Ceto belongs to the hand that is exchanged."),
    ),
    _ruling(
        28,
        "rulebook, Bridge and Gate",
        say(
            "Complete: 4 bridge sections with Build and War, sums all even or all odd; 3 gate sections whose sums follow each other."
        ),
    ),
    _ruling(
        29,
        "not in the rulebook",
        say(
            "The owner says “complete” at the end of an own turn, in front of everybody, or waits with it."
        ),
    ),
    _ruling(
        30,
        "rulebook, Winning and Bridge",
        say(
            "A claim is tested right after the opponent’s next turn: right numbers win, wrong ones lose."
        ),
    ),
    _ruling(
        31,
        "rulebook, Winning",
        say("A claim lapses if the gateway is no longer complete; it may be made again later."),
    ),
    _ruling(
        32,
        "rulebook, Winning",
        say(
            "If both are right, a Leader in hand decides; else both turn up a card of the shuffled deck, and the higher number wins, again after a tie or a Leader."
        ),
    ),
    _ruling(
        33,
        "rulebook, Turn 3",
        say(
            "An empty deck is renewed from the discard pile; if that is empty too, nothing is drawn."
        ),
    ),
    _ruling(34, "not in the rulebook", say("A hand may hold any number of cards.")),
    _ruling(
        35,
        "rulebook, Attack",
        say("Twice the total means twice the sum of all cards that are attacked."),
    ),
    _ruling(36, "not in the rulebook", say("After 200 turns the game is a draw.")),
    _ruling(37, "rulebook, box", say("The game is for two players.")),
    _rule(
        "V38",
        "house rule; not in the rulebook",
        say(
            "Cards that break no tie are laid aside. When no two cards left in the deck can differ any more, nobody wins."
        ),
    ),
    _rule(
        "V39",
        "house rule; rulebook, Turn 3",
        say(
            "Where the row has an empty place because no card was left, it is filled at the next Replenish, once there are cards again: after the Deck cards, before a Face card is taken."
        ),
    ),
)

RULEBOOK: Final = MappingProxyType({rule.id: rule for rule in (*_BASE, *_RULINGS)})
"""Every rule by its id."""
