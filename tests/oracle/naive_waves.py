"""A second, naive engine for the card game Waves: the second edition, and the Breakers edition.

It exists to be compared with the real engine, so it shares no code with it and imports
nothing from the project. It knows all 100 cards, deals a real shuffled deck, and plays whole
random games with plain loops over lists and dicts. While it plays it writes down every entry
that a referee at the table would be told, together with the facts that entry settles and the
public view after it. It also writes down entries that a referee has to refuse.

Words used here. A slot is a place of an Elder, numbered clockwise from 0. The slot to the
right (counterclockwise) of slot s is s - 1. A side is what wins: a player or a team. The
rulings W1 to W41 are those of the rules page for Waves. An edition is named by the game it is
played as; rebels are called rebels in both.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
Chooser = Callable[[int, list[str]], str]

CLASSES = ["scholar", "keeper", "knight", "seer", "noble"]
POWER = {"scholar": 1, "keeper": 2, "knight": 3, "seer": 4, "noble": 5}
COPIES = 20
SHELL_TOKENS = 5
LAST_ROUND = 100
NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Fay"]
STYLES = ["uniform", "greedy", "rebellious", "low"]
STYLE_WEIGHTS = [4, 4, 3, 1]

GAMES = [
    ("head-to-head", 2),
    ("three", 3),
    ("teams", 4),
    ("teams", 5),
    ("teams", 6),
    ("all-vs-all", 4),
    ("all-vs-all", 5),
    ("all-vs-all", 6),
]

SECOND = "waves"
BREAKERS = "breakers"
BREAKERS_GAMES = [("head-to-head", 2), ("teams", 4), ("teams", 6)]

TABLETS = {
    "scholar": ["scholars-six", "followers-three-rebels-six"],
    "keeper": ["equal-or-lower", "keepers-per-shell"],
    "knight": ["knights-calm", "rebels-first", "elders-right", "agents-right"],
    "seer": ["rotate-elders", "followers-minus-two", "counterclockwise", "no-twin-elders"],
    "noble": ["nobles-calm", "first-returned", "no-copies", "shells-by-followers"],
}

HOUSE_COUNCIL = {4: [3, 3, 2, 2, 1], 5: [4, 3, 3, 2, 2], 6: [5, 4, 3, 3, 2]}


@dataclass
class Settings:
    """What is laid down before a game: the real Council card, and what is known of it."""

    mode: str
    players: int
    tablets: list[str]
    council: list[int]
    known: list[int | None]
    token: int
    edition: str = SECOND


@dataclass
class Step:
    """One entry of the transcript and what a referee must make of it.

    A refused entry settles no facts, and its view is the view from before it. An empty view was
    not written down.
    """

    entry: str
    refused: bool
    facts: list[Json]
    view: Json


@dataclass
class NaiveGame:
    """A whole game: its settings, the view before the first entry, all entries, the outcome."""

    seed: int
    mode: str
    players: int
    tablets: list[str]
    council: list[int | None]
    token: int
    names: list[str]
    start: Json
    steps: list[Step] = field(default_factory=list)
    outcome: Json | None = None
    reshuffles: int = 0
    empty_hand_draws: int = 0
    mistakes: dict[str, int] = field(default_factory=dict)
    edition: str = SECOND

    def header(self) -> list[str]:
        """Return the lines of the transcript that come before the first entry."""
        lines = [
            f"game {self.edition}",
            f"option mode={self.mode}",
            "option tablets=" + ",".join(self.tablets),
        ]
        if any(number is not None for number in self.council):
            numbers = ["?" if number is None else str(number) for number in self.council]
            lines.append("option council=" + ",".join(numbers))
        lines.append(f"option token={self.token}")
        lines.append("seats " + ", ".join(self.names))
        return lines


def full_deck() -> list[str]:
    """List the 100 cards in order of class."""
    cards = []
    for card in CLASSES:
        cards += [card] * COPIES
    return cards


def count_cards(cards: list[str]) -> dict[str, int]:
    """Count the cards of each class, naming every class even when there is none."""
    counts = {}
    for card in CLASSES:
        counts[card] = cards.count(card)
    return counts


def majority(counts: dict[str, int]) -> str:
    """Find the class with the most cards; of equal ones the highest class wins (W2, W3)."""
    best = CLASSES[0]
    for card in CLASSES:
        if counts[card] >= counts[best]:
            best = card
    return best


def slot_owners(mode: str, players: int) -> list[int | None]:
    """Say which seat each slot belongs to; nobody owns the extra Elder of three players."""
    if mode == "head-to-head":
        return [0, 1, 0, 1]
    owners: list[int | None] = list(range(players))
    if mode == "three":
        owners.append(None)
    return owners


def seat_sides(mode: str, players: int) -> list[int]:
    """Say which side each seat plays for."""
    if mode != "teams":
        return list(range(players))
    if players == 5:
        return [0, 1, 0, 1, 2]
    return [seat % 2 for seat in range(players)]


def hand_limits(mode: str, players: int) -> list[int]:
    """Say how many cards each seat is dealt and may keep; the solo player has one more."""
    if mode == "teams" and players == 5:
        return [5, 5, 5, 5, 6]
    return [5] * players


def needs_of_side(mode: str, players: int, side: int) -> tuple[int, int]:
    """Say how many classes, or how many Elders in all, make this side win."""
    solo = mode == "teams" and players == 5 and side == 2
    if solo or mode == "all-vs-all":
        return 4, 6
    return 5, 7


def first_card(_seat: int, hand: list[str]) -> str:
    """Discard the card at the front of the hand, whoever owns it."""
    return hand[0]


class Table:
    """A table in mid-game with every card known, and the record of what was entered."""

    def __init__(
        self,
        settings: Settings,
        deck: list[str],
        rng: random.Random | None = None,
        chooser: Chooser = first_card,
    ) -> None:
        self.mode = settings.mode
        self.players = settings.players
        self.tablets = dict(zip(CLASSES, settings.tablets, strict=True))
        self.real_council = dict(zip(CLASSES, settings.council, strict=True))
        self.known_council = dict(zip(CLASSES, settings.known, strict=True))
        self.token = settings.token
        self.picks_elder = settings.edition == BREAKERS and settings.mode == "head-to-head"
        self.rng = rng if rng is not None else random.Random(0)
        self.chooser = chooser
        self.owners = slot_owners(self.mode, self.players)
        self.slots = len(self.owners)
        self.player_slots = self.slots - 1 if self.mode == "three" else self.slots
        self.sides = seat_sides(self.mode, self.players)
        self.limits = hand_limits(self.mode, self.players)
        self.deal(deck)
        self.collected: list[list[str]] = [[] for _ in range(max(self.sides) + 1)]
        self.round = 1
        self.phase = "council"
        self.shells = 0
        self.elders: list[str | None] = [None] * self.slots
        self.clear_round()
        self.outcome: Json | None = None
        self.facts: list[Json] = []
        self.steps: list[Step] = []
        self.every = 1  # the view is written down after every so many entries

    def deal(self, deck: list[str]) -> None:
        """Deal hands seat by seat and then the Elders slot by slot from the front of the deck."""
        # The next card of the deck is the last of this list.
        self.deck = list(reversed(deck))
        # A discarded card is a pair of its class and whether everybody knows that class.
        self.discards: list[list[Any]] = []
        self.recent_discards: list[tuple[int, list[Any]]] = []
        self.reshuffles = 0
        self.empty_hand_draws = 0
        self.hands = [[self.deck.pop() for _ in range(limit)] for limit in self.limits]
        self.dealt_elders: list[str | None] = [self.deck.pop() for _ in range(self.slots)]

    def clear_round(self) -> None:
        """Forget everything that belongs to one round only, except the Elders."""
        self.agents: list[Json | None] = [None] * self.slots
        self.open_majority: str | None = None
        self.true_majority: str | None = None
        self.tablet: str | None = None
        self.start_counts: dict[str, int] = {}
        self.printed_right: list[int] = []
        self.to_place: list[int] = []
        self.to_test: list[int] = []
        self.have_drawn: list[int] = []
        self.return_used = False

    # Looking at the table.

    def view(self) -> Json:
        """Describe what everybody may see."""
        agents: list[Json | None] = []
        for agent in self.agents:
            if agent is None:
                agents.append(None)
            else:
                card = agent["cards"][0] if agent["open"] else None
                agents.append({"kind": agent["kind"], "count": len(agent["cards"]), "card": card})
        outcome = None
        if self.outcome is not None:
            outcome = {"reason": self.outcome["reason"], "seats": list(self.outcome["seats"])}
        return {
            "round": self.round,
            "phase": self.phase,
            "token": self.token,
            "shells": self.shells,
            "elders": list(self.elders),
            "agents": agents,
            "open_majority": self.open_majority,
            "true_majority": self.true_majority,
            "tablet": self.tablet,
            "collected": [list(pile) for pile in self.collected],
            "hands": [len(hand) for hand in self.hands],
            "outcome": outcome,
        }

    def all_cards(self) -> list[str]:
        """Gather every card wherever it lies; there are always the same hundred."""
        cards = list(self.deck)
        cards += [pile[0] for pile in self.discards]
        for hand in self.hands:
            cards.extend(hand)
        for won in self.collected:
            cards.extend(won)
        cards += [elder for elder in self.dealt_elders + self.elders if elder is not None]
        for agent in self.agents:
            if agent is not None:
                cards.extend(agent["cards"])
        return cards

    def open_counts(self) -> dict[str, int]:
        """Count the cards of each class that lie where everybody has seen them."""
        cards = [elder for elder in self.elders if elder is not None]
        for agent in self.agents:
            if agent is not None and agent["open"]:
                cards.extend(agent["cards"])
        for won in self.collected:
            cards.extend(won)
        cards += [pile[0] for pile in self.discards if pile[1]]
        return count_cards(cards)

    def clockwise(self, start: int) -> list[int]:
        """List the slots of players clockwise from one of them."""
        return [(start + step) % self.player_slots for step in range(self.player_slots)]

    def counterclockwise(self, start: int) -> list[int]:
        """List the slots of players counterclockwise from one of them."""
        return [(start - step) % self.player_slots for step in range(self.player_slots)]

    def owner(self, slot: int) -> int:
        """Say which seat plays at this slot, which must be a player's."""
        seat = self.owners[slot]
        if seat is None:
            raise ValueError(f"nobody plays at slot {slot}")
        return seat

    def agent_at(self, slot: int) -> Json:
        """Return the Agent at this slot, which must be there."""
        agent = self.agents[slot]
        if agent is None:
            raise ValueError(f"no Agent at slot {slot}")
        return agent

    def hidden_rebels(self) -> list[int]:
        """List the slots whose Rebels are still face down."""
        slots = []
        for slot in range(self.slots):
            agent = self.agents[slot]
            if agent is not None and agent["kind"] == "rebel" and not agent["open"]:
                slots.append(slot)
        return slots

    def hidden_followers(self) -> list[int]:
        """List the slots whose Follower is still face down."""
        slots = []
        for slot in range(self.slots):
            agent = self.agents[slot]
            if agent is not None and agent["kind"] == "follower" and not agent["open"]:
                slots.append(slot)
        return slots

    # Moving cards.

    def draw(self) -> str | None:
        """Take a card from the deck, shuffling the discards into it when it is empty (W31)."""
        if not self.deck:
            self.deck = [pile[0] for pile in self.discards]
            self.discards = []
            self.rng.shuffle(self.deck)
            if self.deck:
                self.reshuffles += 1
        if not self.deck:
            return None
        return self.deck.pop()

    def draw_to_hand(self, seat: int) -> None:
        """Let a player draw one card, if there is one."""
        card = self.draw()
        if card is not None:
            self.hands[seat].append(card)

    # The entries, each recorded with what it settles.

    def record(self, entry: str) -> None:
        """Write down an accepted entry with its facts and the view after it."""
        self.steps.append(
            Step(entry, refused=False, facts=self.facts, view=self.view_now_and_then())
        )
        self.facts = []

    def refuse(self, entry: str) -> None:
        """Write down an entry that must be refused and changes nothing."""
        self.steps.append(Step(entry, refused=True, facts=[], view=self.view_now_and_then()))

    def view_now_and_then(self) -> Json:
        """Return the view if it is to be written down; to write it takes longer than to play."""
        return {} if len(self.steps) % self.every else self.view()

    def enter_elder(self, slot: int) -> None:
        """Name the Elder dealt to a slot; the last one starts the round."""
        card = self.dealt_elders[slot]
        if card is None:
            raise ValueError(f"no Elder was dealt to slot {slot}")
        self.dealt_elders[slot] = None
        self.elders[slot] = card
        if None not in self.elders:
            self.start_round()
        self.record(f"elder slot={slot} card={card}")

    def enter_shells(self) -> None:
        """Name the number on the real Council card for the class with the Open Majority."""
        if self.phase != "shells" or self.open_majority is None:
            raise ValueError("the number of Shells is not asked for")
        number = self.real_council[self.open_majority]
        self.known_council[self.open_majority] = number
        self.place_shells(self.open_majority)
        self.record(f"shells count={number}")

    def enter_follower(self, slot: int, card: str | None) -> None:
        """Place a Follower; a player with an empty hand draws the card first (W32)."""
        seat = self.owner(slot)
        if not self.hands[seat]:
            self.draw_to_hand(seat)
            self.empty_hand_draws += 1
            card = self.hands[seat][0]
        if card is None:
            raise ValueError("a card must be chosen")
        self.place(slot, "follower", [card])
        self.record(f"follow slot={slot}")

    def enter_rebels(self, slot: int, card: str, number: int) -> None:
        """Place one or more Rebels of one class."""
        self.place(slot, "rebel", [card] * number)
        self.record(f"rebel slot={slot} count={number}")

    def enter_reveal(self, slot: int) -> None:
        """Turn over the Agent at a slot and settle all that follows."""
        agent = self.agent_at(slot)
        allowed = self.hidden_rebels() if self.phase == "rebels" else [self.next_card()]
        if slot not in allowed:
            raise ValueError(f"slot {slot} is not to be revealed now")
        agent["open"] = True
        card = agent["cards"][0]
        if self.phase == "waves":
            self.run_waves()
        elif not self.hidden_rebels():
            self.settle_true_majority()
        self.record(f"reveal slot={slot} card={card}")

    def enter_discard(self, seat: int, pile: list[Any]) -> None:
        """Name a card that a player has just discarded."""
        pile[1] = True
        self.record(f"discard seat={seat} card={pile[0]}")

    # The course of a round.

    def start_round(self) -> None:
        """Find the Open Majority of the full Council and place Shells if the number is known."""
        counts = count_cards([elder for elder in self.elders if elder is not None])
        self.start_counts = counts
        self.open_majority = majority(counts)
        if self.known_council[self.open_majority] is None:
            self.phase = "shells"
        else:
            self.place_shells(self.open_majority)

    def place_shells(self, card: str) -> None:
        """Put exactly the Council card's number of Shells in the centre (W1) and open play."""
        self.shells = self.real_council[card]
        self.facts.append(
            {
                "kind": "open-majority",
                "card": card,
                "counts": dict(self.start_counts),
                "shells": self.shells,
            }
        )
        self.phase = "play"
        self.to_place = self.clockwise(self.token)

    def may_place(self) -> list[int]:
        """List the slots at which the next Agent may be placed.

        Two players of the Breakers edition take turns, the holder of the Wave token first, and
        each chooses one of their own Elders that has no Agent yet.
        """
        if not self.picks_elder:
            return self.to_place[:1]
        holder = self.owner(self.token)
        seat = holder if len(self.to_place) in (4, 2) else 1 - holder
        return [slot for slot in self.to_place if self.owner(slot) == seat]

    def draw_while_placing(self, seat: int) -> None:
        """Draw the 2 cards of head to head: after the own first Elder, or together (W33)."""
        drawing = [] if seat in self.have_drawn else [seat]
        if self.picks_elder:
            holder = self.owner(self.token)
            drawing = [holder, 1 - holder] if len(self.to_place) == 2 else []
        for one in drawing:
            self.have_drawn.append(one)
            self.draw_to_hand(one)
            self.draw_to_hand(one)

    def place(self, slot: int, kind: str, cards: list[str]) -> None:
        """Move cards from a hand to a slot where they may be placed now."""
        if self.phase != "play" or slot not in self.may_place():
            raise ValueError(f"slot {slot} is not the next to be played at")
        seat = self.owner(slot)
        for card in cards:
            self.hands[seat].remove(card)
        self.agents[slot] = {"kind": kind, "cards": cards, "open": False}
        self.to_place.remove(slot)
        if self.mode == "head-to-head":
            self.draw_while_placing(seat)
        if not self.to_place:
            if self.hidden_rebels():
                self.phase = "rebels"
            else:
                self.settle_true_majority()

    def settle_true_majority(self) -> None:
        """Count Elders and Rebels, activate the tablet, and begin the waves."""
        cards = [elder for elder in self.elders if elder is not None]
        for agent in self.agents:
            if agent is not None and agent["kind"] == "rebel":
                cards.extend(agent["cards"])
        counts = count_cards(cards)
        self.true_majority = majority(counts)
        self.tablet = self.tablets[self.true_majority]
        for agent in self.agents:
            if agent is not None:
                while len(agent["cards"]) > 1:
                    self.discards.append([agent["cards"].pop(), True])
        self.apply_direct_tablet()
        self.facts.append(
            {
                "kind": "true-majority",
                "card": self.true_majority,
                "counts": counts,
                "tablet": self.tablet,
                "shells": self.shells,
            }
        )
        self.phase = "waves"
        self.to_test = self.order_of_tests()
        self.run_waves()

    def apply_direct_tablet(self) -> None:
        """Do what the active tablet does at once, before any Elder is collected."""
        if self.tablet == "rotate-elders":
            before = list(self.elders)
            for slot in range(self.player_slots):
                right = (slot - 1) % self.player_slots
                self.elders[right] = before[slot]
        if self.tablet == "shells-by-followers":
            followers = 0
            for agent in self.agents:
                if agent is not None and agent["kind"] == "follower":
                    followers += 1
            self.shells = min(SHELL_TOKENS, followers)
        if self.tablet == "elders-right":
            # The extra Elder of three players counts here (W10), all read beforehand (W11).
            self.printed_right = []
            for slot in range(self.slots):
                elder = self.elders[(slot - 1) % self.slots]
                self.printed_right.append(0 if elder is None else POWER[elder])

    def order_of_tests(self) -> list[int]:
        """List the slots in the order in which both waves reach them."""
        around = self.clockwise(self.token)
        if self.tablet == "counterclockwise":
            around = self.counterclockwise(self.token)
        waves = ["follower", "rebel"]
        if self.tablet == "rebels-first":
            waves = ["rebel", "follower"]
        order = []
        for kind in waves:
            order += [slot for slot in around if self.agent_at(slot)["kind"] == kind]
        return order

    def next_card(self) -> int | None:
        """Say whose card must be turned over before the next Elder can be tested, if any."""
        slot = self.to_test[0]
        if not self.agent_at(slot)["open"]:
            return slot
        if self.tablet == "agents-right":
            right = (slot - 1) % self.player_slots
            if not self.agent_at(right)["open"]:
                return right
        return None

    def run_waves(self) -> None:
        """Test Elders until a card must be turned over, somebody wins, or the round is done."""
        while self.to_test:
            if self.next_card() is not None:
                return
            self.test_elder(self.to_test.pop(0))
            if self.outcome is not None:
                return
        self.end_round()

    def agent_power(self, slot: int) -> int:
        """Work out the Power of the Agent at a slot under the active tablet."""
        agent = self.agent_at(slot)
        card = agent["cards"][0]
        power = POWER[card]
        if self.tablet == "scholars-six" and card == "scholar":
            power = 6
        if self.tablet == "followers-three-rebels-six":
            power = 3 if agent["kind"] == "follower" else 6
        if self.tablet == "keepers-per-shell" and card == "keeper":
            power += 2 * self.shells
        if self.tablet == "agents-right":
            right = (slot - 1) % self.player_slots
            power = POWER[self.agent_at(right)["cards"][0]]
        if self.tablet == "followers-minus-two" and agent["kind"] == "follower":
            power -= 2
        return power

    def elder_power(self, slot: int) -> int:
        """Work out the Power of the Elder at a slot under the active tablet."""
        card = self.elder_at(slot)
        power = POWER[card]
        if self.tablet == "scholars-six" and card == "scholar":
            power = 6
        if self.tablet == "keepers-per-shell" and card == "keeper":
            power += 2 * self.shells
        if self.tablet == "elders-right":
            power = self.printed_right[slot]
        return power

    def elder_at(self, slot: int) -> str:
        """Return the Elder at a slot, which must be there."""
        card = self.elders[slot]
        if card is None:
            raise ValueError(f"no Elder at slot {slot}")
        return card

    def may_collect(self, slot: int, agent_power: int, elder_power: int) -> bool:
        """Say whether Shells, Powers and the active tablet let this Elder be collected."""
        card = self.elder_at(slot)
        side = self.sides[self.owner(slot)]
        if self.shells == 0:
            return False
        if self.tablet == "equal-or-lower":
            return agent_power <= elder_power
        if agent_power <= elder_power:
            return False
        if self.tablet == "no-copies" and card in self.collected[side]:
            return False
        return not (self.tablet == "no-twin-elders" and self.start_counts[card] > 1)

    def test_elder(self, slot: int) -> None:
        """Collect the Elder at a slot or give it to the player's hand, and look for a win."""
        seat = self.owner(slot)
        card = self.elder_at(slot)
        agent_power = self.agent_power(slot)
        elder_power = self.elder_power(slot)
        collected = self.may_collect(slot, agent_power, elder_power)
        returned = False
        if collected and self.tablet == "first-returned" and not self.return_used:
            self.return_used = True
            collected = False
            returned = True
        self.elders[slot] = None
        if collected:
            self.collected[self.sides[seat]].append(card)
            self.shells -= 1
        else:
            self.hands[seat].append(card)
        self.facts.append(
            {
                "kind": "collection",
                "slot": slot,
                "elder": card,
                "agent": self.agent_at(slot)["cards"][0],
                "elder_power": elder_power,
                "agent_power": agent_power,
                "collected": collected,
                "returned": returned,
                "shells": self.shells,
            }
        )
        if collected:
            self.look_for_win(self.sides[seat])

    def look_for_win(self, side: int) -> None:
        """End the game at once if this side has its classes, or else its number of Elders."""
        classes, total = needs_of_side(self.mode, self.players, side)
        pile = self.collected[side]
        if len(set(pile)) >= classes:
            self.finish("five-classes" if classes == 5 else "four-classes", [side])
        elif len(pile) >= total:
            self.finish("seven-elders" if total == 7 else "six-elders", [side])

    def finish(self, reason: str, winners: list[int]) -> None:
        """Set the outcome and, if somebody won, the fact of it."""
        seats = [seat for seat in range(self.players) if self.sides[seat] in winners]
        self.outcome = {"reason": reason, "seats": seats}
        self.phase = "over"
        if seats:
            self.facts.append({"kind": "won", "seats": list(seats), "by": reason})

    def finish_by_rounds(self) -> None:
        """Return the game to the side with more classes, then more Elders, or to nobody (W40)."""
        best = max((len(set(pile)), len(pile)) for pile in self.collected)
        winners = []
        for side in range(len(self.collected)):
            pile = self.collected[side]
            if (len(set(pile)), len(pile)) == best:
                winners.append(side)
        if len(winners) == 1:
            self.finish("hundred-rounds", winners)
        else:
            self.finish("hundred-rounds-draw", [])

    def end_round(self) -> None:
        """Prepare the next round: token, draws, discards, new Elders (W28)."""
        if self.round == LAST_ROUND:
            self.finish_by_rounds()
            return
        self.token = (self.token + 1) % self.player_slots
        first = self.owner(self.token)
        seats = [(first + distance) % self.players for distance in range(self.players)]
        if self.mode != "head-to-head":
            for seat in seats:
                self.draw_to_hand(seat)
        self.discard_to_limits(seats)
        if self.mode == "three":
            self.discards.append([self.elders[3], True])
            self.elders[3] = None
            self.dealt_elders[3] = self.draw()
        for slot in range(self.player_slots):
            self.elders[slot] = self.agent_at(slot)["cards"][0]
        self.clear_round()
        self.round += 1
        if self.mode == "three":
            self.phase = "council"
        else:
            self.start_round()

    def discard_to_limits(self, seats: list[int]) -> None:
        """Let these players in turn discard down to their limits, cards of their own choice."""
        self.recent_discards = []
        for seat in seats:
            while len(self.hands[seat]) > self.limits[seat]:
                card = self.chooser(seat, list(self.hands[seat]))
                self.hands[seat].remove(card)
                pile: list[Any] = [card, False]
                self.discards.append(pile)
                self.recent_discards.append((seat, pile))


# How random players choose.


def discard_by_style(style: str, hand: list[str], rng: random.Random) -> str:
    """Choose a card to discard: greedy players keep high cards, low ones keep low cards."""
    ordered = sorted(hand, key=CLASSES.index)
    if style == "greedy":
        return ordered[0]
    if style == "low":
        return ordered[-1]
    return rng.choice(hand)


def play_by_style(style: str, hand: list[str], rng: random.Random) -> tuple[str, str, int]:
    """Choose a kind of Agent, a class, and a number of cards from a hand that is not empty."""
    ordered = sorted(hand, key=CLASSES.index)
    most = max(CLASSES, key=hand.count)
    card = rng.choice(hand)
    if style == "low":
        choice = ("follower", ordered[0], 1)
    elif style == "greedy" and (hand.count(most) == 1 or rng.random() < 0.6):
        choice = ("follower", ordered[-1], 1)
    elif style == "rebellious" and rng.random() < 0.1:
        choice = ("follower", most, 1)
    elif style in ("greedy", "rebellious"):
        choice = ("rebel", most, hand.count(most))
    elif rng.random() < 0.5:
        choice = ("follower", card, 1)
    else:
        choice = ("rebel", card, rng.randint(1, hand.count(card)))
    return choice


# Entries that must be refused.


def cards_to_name(table: Table) -> list[tuple[str, int]]:
    """List the entries that may name a card now, without the card, and how many it names."""
    if table.phase == "council":
        empty = [slot for slot in range(table.slots) if table.dealt_elders[slot] is not None]
        return [(f"elder slot={slot}", 1) for slot in empty]
    if table.phase == "rebels":
        hidden = table.hidden_rebels()
        return [(f"reveal slot={slot}", len(table.agent_at(slot)["cards"])) for slot in hidden]
    if table.phase == "waves":
        return [(f"reveal slot={table.next_card()}", 1)]
    return []


def impossible_entries(table: Table) -> list[str]:
    """List entries of the right form that would make a 21st open card of a class."""
    entries = []
    counts = table.open_counts()
    for start, number in cards_to_name(table):
        full = [card for card in CLASSES if counts[card] + number > COPIES]
        entries += [f"{start} card={card}" for card in full]
    return entries


def wrong_phase_entries(table: Table, rng: random.Random) -> list[str]:
    """List entries that belong to another phase than the present one."""
    slot = rng.randrange(table.player_slots)
    card = rng.choice(CLASSES)
    entries = []
    if table.phase != "play":
        entries.append(f"follow slot={slot}")
        entries.append(f"rebel slot={slot} count=1")
    if table.phase != "council":
        entries.append(f"elder slot={slot} card={card}")
    if table.phase not in ("rebels", "waves"):
        entries.append(f"reveal slot={slot} card={card}")
    return entries


def mistakes_now(table: Table, rng: random.Random) -> dict[str, list[str]]:
    """List the refusable entries of every kind that is possible now."""
    found = {"wrong phase": wrong_phase_entries(table, rng)}
    if table.phase != "shells":
        found["shells not asked"] = [f"shells count={rng.randint(0, SHELL_TOKENS)}"]
    if table.phase == "play":
        turn = table.may_place()[-1]
        hand = len(table.hands[table.owner(turn)])
        found["too many rebels"] = [f"rebel slot={turn} count={hand + rng.randint(1, 3)}"]
        later = [slot for slot in table.to_place if slot not in table.may_place()]
        found["out of turn"] = [f"follow slot={slot}" for slot in later]
        found["out of turn"] += [f"rebel slot={slot} count=1" for slot in later]
        placed = [slot for slot in range(table.player_slots) if slot not in table.to_place]
        found["filled slot"] = [f"follow slot={slot}" for slot in placed]
        if table.mode == "three":
            found["nobody's slot"] = ["follow slot=3"]
    if table.phase in ("rebels", "waves"):
        expected = table.next_card() if table.phase == "waves" else None
        early = [slot for slot in table.hidden_followers() if slot != expected]
        found["follower too early"] = [
            f"reveal slot={slot} card={table.agent_at(slot)['cards'][0]}" for slot in early
        ]
        turned = []
        for slot in range(table.player_slots):
            agent = table.agent_at(slot)
            if agent["open"]:
                turned.append(f"reveal slot={slot} card={rng.choice(CLASSES)}")
        found["open already"] = turned
    return {kind: entries for kind, entries in found.items() if entries}


def sprinkle(table: Table, rng: random.Random, chance: float, tally: dict[str, int]) -> None:
    """Sometimes enter something wrong, preferring the rare impossible class when it can be."""
    if chance <= 0:
        return
    impossible = impossible_entries(table)
    if impossible and rng.random() < 0.5:
        table.refuse(rng.choice(impossible))
        tally["impossible class"] = tally.get("impossible class", 0) + 1
    while rng.random() < chance:
        found = mistakes_now(table, rng)
        kind = rng.choice(sorted(found))
        table.refuse(rng.choice(found[kind]))
        tally[kind] = tally.get(kind, 0) + 1


# Whole random games.


def random_deck(rng: random.Random) -> list[str]:
    """Shuffle the cards; now and then leave them clumped, so that rare things happen."""
    deck = full_deck()
    rng.shuffle(deck)
    if rng.random() < 0.12:
        clump = rng.choice([10, 20, 50, 100])
        clumped = []
        for start in range(0, len(deck), clump):
            clumped += sorted(deck[start : start + clump])
        deck = clumped
    return deck


def random_council(rng: random.Random, slots: int) -> list[int]:
    """Invent the numbers of a Council card, sometimes those of the house table."""
    if rng.random() < 0.25:
        return list(HOUSE_COUNCIL[slots])
    return [rng.randint(0, SHELL_TOKENS) for _ in CLASSES]


def random_known(rng: random.Random, council: list[int]) -> list[int | None]:
    """Choose which numbers of the Council card the table has given beforehand."""
    chance = rng.random()
    if chance < 0.6:
        return list(council)
    if chance < 0.75:
        return [None] * len(council)
    return [number if rng.random() < 0.5 else None for number in council]


def random_settings(
    rng: random.Random, mode: str | None, players: int | None, edition: str = SECOND
) -> tuple[Settings, list[str]]:
    """Choose what is laid down before a game, and the players' styles.

    Now and then there are hardly any Shells and nobody tries, so that the game runs to the
    hundredth round.
    """
    games = BREAKERS_GAMES if edition == BREAKERS else GAMES
    fitting = [game for game in games if mode in (None, game[0]) and players in (None, game[1])]
    if not fitting:
        raise ValueError(f"no game of mode {mode} has {players} players")
    mode, players = rng.choice(fitting)
    tablets = [rng.choice(TABLETS[card]) for card in CLASSES]
    slots = len(slot_owners(mode, players))
    council = random_council(rng, slots)
    styles = rng.choices(STYLES, weights=STYLE_WEIGHTS, k=players)
    if rng.random() < 0.3:
        styles = rng.choices(STYLES, weights=STYLE_WEIGHTS) * players
    if rng.random() < 0.006:
        council = [0, 0, 0, 0, rng.randint(0, 1)]
        tablets[4] = rng.choice(["nobles-calm", "first-returned", "no-copies"])
        styles = ["low"] * players
    token = rng.randrange(4 if mode == "head-to-head" else players)
    known = random_known(rng, council)
    return Settings(mode, players, tablets, council, known, token, edition), styles


def name_discards(table: Table, rng: random.Random, chance: float) -> None:
    """Sometimes name the cards discarded at the end of the round, if they still lie there."""
    recent = table.recent_discards
    table.recent_discards = []
    for seat, pile in recent:
        still_there = any(other is pile for other in table.discards)
        if still_there and rng.random() < chance:
            table.enter_discard(seat, pile)


def play_next_agent(table: Table, rng: random.Random, styles: list[str]) -> None:
    """Place the next Agent as its player's style has it."""
    slots = table.may_place()
    slot = slots[0] if len(slots) == 1 else rng.choice(slots)
    seat = table.owner(slot)
    if not table.hands[seat]:
        table.enter_follower(slot, None)
        return
    kind, card, number = play_by_style(styles[seat], table.hands[seat], rng)
    if kind == "follower":
        table.enter_follower(slot, card)
    else:
        table.enter_rebels(slot, card, number)


def play_one_entry(table: Table, rng: random.Random, styles: list[str]) -> None:
    """Make one legal entry, with the choice that a player has in it."""
    if table.phase == "council":
        empty = [slot for slot in range(table.slots) if table.dealt_elders[slot] is not None]
        table.enter_elder(empty[0])
    elif table.phase == "shells":
        table.enter_shells()
    elif table.phase == "play":
        play_next_agent(table, rng, styles)
    elif table.phase == "rebels":
        table.enter_reveal(rng.choice(table.hidden_rebels()))
    else:
        slot = table.next_card()
        if slot is None:
            raise ValueError("no card is left to turn over, yet the round goes on")
        table.enter_reveal(slot)


def random_game(  # noqa: PLR0913 - a game is asked for by many things
    seed: int,
    mode: str | None = None,
    players: int | None = None,
    *,
    edition: str = SECOND,
    tablets: list[str] | None = None,
    mistakes: float = 0.1,
    every: int = 1,
    watch: Callable[[Table], None] | None = None,
) -> NaiveGame:
    """Play one whole random game; whatever is not given is chosen by the seed.

    Mistakes is the chance of a refused entry before each legal one. The view is written down
    after every so many entries. The watcher is shown the table before the first entry and after
    each legal entry.
    """
    rng = random.Random(seed)
    settings, styles = random_settings(rng, mode, players, edition)
    if tablets is not None:
        settings.tablets = list(tablets)
    naming = rng.choice([0.0, 0.3, 1.0])

    def choose(seat: int, hand: list[str]) -> str:
        return discard_by_style(styles[seat], hand, rng)

    table = Table(settings, random_deck(rng), rng, choose)
    table.every = every
    game = NaiveGame(
        seed=seed,
        mode=settings.mode,
        players=settings.players,
        tablets=settings.tablets,
        council=settings.known,
        token=settings.token,
        names=NAMES[: settings.players],
        start=table.view(),
        steps=table.steps,
        edition=edition,
    )
    if watch is not None:
        watch(table)
    while table.outcome is None:
        sprinkle(table, rng, mistakes, game.mistakes)
        play_one_entry(table, rng, styles)
        name_discards(table, rng, naming)
        if watch is not None:
            watch(table)
    sprinkle(table, rng, mistakes, game.mistakes)
    game.outcome = table.outcome
    game.reshuffles = table.reshuffles
    game.empty_hand_draws = table.empty_hand_draws
    return game


def text(game: NaiveGame) -> str:
    """Write a game as a transcript."""
    lines = game.header()
    for step in game.steps:
        lines.append(("! " if step.refused else "> ") + step.entry)
    if game.outcome is not None:
        words = ["outcome", game.outcome["reason"], "seats"]
        words += [str(seat) for seat in game.outcome["seats"]]
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print random games as one stream of transcripts, or how they end with --tally."""
    parser = argparse.ArgumentParser(description="Print random games of Waves as transcripts.")
    parser.add_argument("games", type=int, help="how many games")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    parser.add_argument("--mode", choices=sorted({game[0] for game in GAMES}))
    parser.add_argument("--players", type=int, choices=range(2, 7))
    parser.add_argument("--edition", choices=[SECOND, BREAKERS], default=SECOND)
    parser.add_argument("--tally", action="store_true", help="count what happened instead")
    given = parser.parse_args()
    tally: dict[str, int] = {}
    for seed in range(given.seed, given.seed + given.games):
        game = random_game(seed, given.mode, given.players, edition=given.edition)
        if not given.tally:
            print(text(game), end="")
            continue
        events = [f"{game.mode} {game.players}"]
        if game.outcome is not None:
            events.append(game.outcome["reason"])
        events += ["deck shuffled anew"] * (game.reshuffles > 0)
        events += ["empty hand at own turn"] * (game.empty_hand_draws > 0)
        events += [f"refused: {kind}" for kind in game.mistakes]
        for event in events:
            tally[event] = tally.get(event, 0) + 1
    for event in sorted(tally):
        print(f"{tally[event]:8} {event}")


if __name__ == "__main__":
    main()
