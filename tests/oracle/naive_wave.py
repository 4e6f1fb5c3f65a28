"""A second, naive engine for the card game WAVE, with Silver and with the house variants.

It exists to be compared with the real engine, so it shares no code with it and imports
nothing from the project. It knows every card, deals real hands in which each card faces its
player or the team, and plays whole random games with plain loops over lists and dicts. While it
plays it writes down every entry that a referee at the table would be told, and the public view
after it. It also writes down entries that a referee has to refuse, and entries that nobody makes
but of which it says whether they would be allowed.

Words used here. A place is where cards are held, numbered clockwise from 0; of two players the
place 2 is Silver's. A held card has a name and a facing: self, team, hidden or open, the last two
for Silver. The rulings K1 to K24 are those of the rules page for WAVE.

Half of the games are shuffled and dealt; they hardly ever end well. The other half are rehearsed:
a whole ride over all cards is found first, and whoever is to play finds the next card of it in
the hand, as if the deck had lain in just that order. So the end of the deck, Silver's last cards
and the perfect wave are played very often.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

Json = dict[str, Any]

COLOURS = ["white", "yellow", "orange", "red", "turquoise", "blue"]
NUMBERS = [0, 1, 2, 3, 4, 5]
MISSING = ["white-0", "blue-5"]
VARIANTS = ["none", "colours", "numbers", "both"]
SWAP_CARDS = {
    "none": [],
    "colours": ["swap-colours", "swap-colours"],
    "numbers": ["swap-numbers", "swap-numbers"],
    "both": ["swap-colours", "swap-colours", "swap-numbers", "swap-numbers"],
}
SILVER = 2
NAMES = ["Ann", "Bo", "Cy", "Di"]
PLAYERS = [2, 3, 4]
ENDS = ["perfect-wave", "stuck", "wrong-card", "forbidden-talk"]
ROWS = [("perfect", 0), ("awesome", 2), ("pretty-good", 5), ("not-bad", 10)]
STYLES = ["uniform", "cautious", "reckless", "farseeing", "blind", "gambling"]
STYLE_WEIGHTS = [3, 4, 1, 5, 1, 1]


@dataclass(eq=False)
class Held:
    """One card in a hand, on the draw pile or of Silver's.

    In a rehearsed game a card gets its name only when it is played.
    """

    name: str | None
    facing: str = ""


@dataclass
class Step:
    """One entry of the transcript and what a referee must make of it.

    The view of a refused entry is the view from before it. What is asked are entries that nobody
    makes: whether each would have been allowed just before this one.
    """

    entry: str
    refused: bool
    view: Json
    asked: dict[str, bool]


@dataclass
class NaiveGame:
    """A whole game: its settings, the view before the first entry, all entries, the outcome."""

    seed: int
    players: int
    variant: str
    first: int
    rehearsed: bool
    options: list[str]
    start: Json
    steps: list[Step] = field(default_factory=list)
    outcome: Json | None = None
    events: dict[str, int] = field(default_factory=dict)
    mistakes: dict[str, int] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """Name the players by seat."""
        return NAMES[: self.players]

    def header(self) -> list[str]:
        """Return the lines of the transcript that come before the first entry."""
        lines = ["game wave"]
        lines += [f"option {option}" for option in self.options]
        lines.append("seats " + ", ".join(self.names))
        return lines


# Cards.


def number_cards() -> list[str]:
    """List the 34 cards that have a colour and a number, the lowest first."""
    cards = []
    for colour in COLOURS:
        for number in NUMBERS:
            card = f"{colour}-{number}"
            if card not in MISSING:
                cards.append(card)
    return cards


NUMBER_CARDS = number_cards()


def full_deck(variant: str) -> list[str]:
    """List all cards that a game of this variant is played with."""
    return NUMBER_CARDS + SWAP_CARDS[variant]


def is_swap(card: str) -> bool:
    """Say whether this is one of the house variants' cards."""
    return card.startswith("swap-")


def colour_of(card: str) -> int:
    """Return the place of a card's colour from white, 0, to blue, 5."""
    return COLOURS.index(card.split("-", maxsplit=1)[0])


def number_of(card: str) -> int:
    """Return the number on a card."""
    return int(card.split("-")[1])


def reverses(card: str) -> bool:
    """Say whether the card bears the sign that turns the direction: white cards and zeros."""
    if is_swap(card):
        return False
    return colour_of(card) == 0 or number_of(card) == 0


@cache  # there are few pairs, and each is asked for over and over
def may_follow(
    card: str,
    top: str,
    colours_swapped: bool = False,  # noqa: FBT001, FBT002 - the two come as a pair
    numbers_swapped: bool = False,  # noqa: FBT001, FBT002
) -> bool:
    """Say whether a card may be laid on another: one of its two traits must be higher (K4).

    A swapped trait is read the other way round, and a swap card goes on anything.
    """
    if is_swap(card):
        return True
    colour_step = colour_of(card) - colour_of(top)
    number_step = number_of(card) - number_of(top)
    if colours_swapped:
        colour_step = -colour_step
    if numbers_swapped:
        number_step = -number_step
    return colour_step > 0 or number_step > 0


def result_of(remaining: int) -> tuple[str, int]:
    """Return the row of the result table, and how many cards fewer make the next better row."""
    better = 0
    for row, most in ROWS:
        if remaining <= most:
            return row, max(0, remaining - better)
        better = most
    return "wipeout", remaining - better


def write(entry: Json) -> str:
    """Write an entry as a line of a transcript has it."""
    words = [entry["verb"]]
    for name, value in entry.items():
        if name == "why":
            words.append(f'why="{value}"')
        elif name != "verb":
            words.append(f"{name}={value}")
    return " ".join(words)


class Table:
    """A table in mid-game with every card known, and the record of what was entered."""

    def __init__(self, players: int, variant: str, first: int, deck: list[str | None]) -> None:
        self.players = players
        self.variant = variant
        self.first = first
        self.places = 3 if players == SILVER else players
        self.box = full_deck(variant)
        self.start_card = deck[0]
        # The next card to draw is the last of this list.
        self.pile = [Held(name) for name in reversed(deck[1:])]
        self.hands: list[list[Held]] = []
        for place in range(self.places):
            self.hands.append([])
            facings = ["self", "self", "self", "team", "team"]
            if self.is_silver(place):
                facings = ["hidden", "hidden", "open", "open", "open"]
            for facing in facings:
                self.take(place, facing)
        self.phase = "start"
        self.place = first
        self.direction = "clockwise"
        self.top: str | None = None
        self.laid: list[str] = []
        self.colours_swapped = False
        self.numbers_swapped = False
        self.outcome: Json | None = None
        self.steps: list[Step] = []
        self.asked: dict[str, bool] = {}
        self.events: dict[str, int] = {}

    def happened(self, event: str) -> None:
        """Count an event that the random games must hold."""
        self.events[event] = self.events.get(event, 0) + 1

    # Looking at the table.

    def is_silver(self, place: int) -> bool:
        """Say whether Silver sits here."""
        return self.players == SILVER and place == SILVER

    def count(self, place: int, facing: str) -> int:
        """Count the cards of one facing at a place."""
        return len([held for held in self.hands[place] if held.facing == facing])

    def remaining(self) -> int:
        """Count the cards in all hands, Silver's too, and on the draw pile."""
        cards = len(self.pile)
        for hand in self.hands:
            cards += len(hand)
        return cards

    def step(self) -> int:
        """Return the way round the table: 1 is clockwise."""
        return 1 if self.direction == "clockwise" else -1

    def acting(self) -> list[int]:
        """Say who enters what is played now; for Silver the player who will move next (K16)."""
        if self.phase == "over":
            return []
        if self.phase == "start":
            return [self.first]
        if self.is_silver(self.place):
            nearer = (self.place + self.step()) % self.places
            farther = (self.place + 2 * self.step()) % self.places
            if not self.hands[nearer] and self.hands[farther]:
                return [farther]
            return [nearer]
        return [self.place]

    def view(self) -> Json:
        """Describe what everybody may see."""
        silver = None
        if self.players == SILVER:
            silver = [self.count(SILVER, "hidden"), self.count(SILVER, "open")]
        result = to_next = None
        if self.phase == "over":
            result, to_next = result_of(self.remaining())
        return {
            "phase": self.phase,
            "place": self.place if self.phase == "play" else None,
            "acting": self.acting(),
            "direction": self.direction,
            "top": self.top,
            "laid": list(self.laid),
            "pile": len(self.pile),
            "hands": [
                [self.count(seat, "self"), self.count(seat, "team")] for seat in range(self.players)
            ],
            "silver": silver,
            "colours_swapped": self.colours_swapped,
            "numbers_swapped": self.numbers_swapped,
            "remaining": self.remaining(),
            "result": result,
            "to_next": to_next,
        }

    def all_held(self) -> list[Held]:
        """Gather every card that is held or lies on the draw pile."""
        cards = list(self.pile)
        for hand in self.hands:
            cards += hand
        return cards

    def unlaid(self) -> list[str]:
        """List the names that do not lie on the discard pile, as often as they are there."""
        left = list(self.box)
        for card in self.laid:
            left.remove(card)
        if self.phase == "start" and self.start_card is not None:
            left.remove(self.start_card)
        return left

    def fits(self, card: str) -> bool:
        """Say whether a card may be laid on the card to beat."""
        if self.top is None:
            raise ValueError("there is no card to beat yet")
        return may_follow(card, self.top, self.colours_swapped, self.numbers_swapped)

    def playable_facings(self) -> list[str]:
        """List the facings of which the place whose turn it is may play a card."""
        names = ["open"] if self.is_silver(self.place) else ["self", "team"]
        return [facing for facing in names if self.count(self.place, facing) > 0]

    def playable(self) -> list[Held]:
        """List the held cards among which the place whose turn it is must choose."""
        return [held for held in self.hands[self.place] if held.facing != "hidden"]

    # What may be entered.

    def allows(self, entry: Json) -> bool:
        """Say whether a referee who sees no hand has to allow this entry."""
        verb = entry["verb"]
        if self.phase == "over":
            return False
        if self.phase == "start" or verb == "start":
            in_time = self.phase == "start" and verb == "start"
            return in_time and entry["card"] in NUMBER_CARDS
        if verb == "stuck":
            return not self.something_must_fit()
        if verb == "talk":
            return entry["seat"] in range(self.players)
        if verb == "play":
            return self.could_be_held(entry) and self.fits(entry["card"])
        if verb == "wrong":
            return self.could_be_held(entry) and not self.fits(entry["card"])
        return self.allows_overrule(entry)

    def something_must_fit(self) -> bool:
        """Say whether the hand must hold a card that fits: there are too few others to fill it."""
        duds = [card for card in self.unlaid() if not self.fits(card)]
        return len(self.playable()) > len(duds)

    def could_be_held(self, entry: Json) -> bool:
        """Say whether such a card can be in the hand: not laid before, and of that facing."""
        return entry["card"] in self.unlaid() and entry["facing"] in self.playable_facings()

    def allows_overrule(self, entry: Json) -> bool:
        """Say whether the table may decide so: with a reason, within the hands, for a change."""
        if not entry["why"] or entry.get("by", 0) not in range(self.players):
            return False
        if entry["verb"] == "overrule turn":
            place = entry["place"]
            return place in range(self.places) and place != self.place and bool(self.hands[place])
        if entry["verb"] == "overrule direction":
            wanted_way: str = entry["direction"]
            return wanted_way != self.direction
        if entry["seat"] not in range(self.players):
            return False
        total = len(self.hands[entry["seat"]])
        wanted: int = entry["self"]
        return 0 <= wanted <= total and wanted != self.count(entry["seat"], "self")

    # The entries, each recorded with the view after it.

    def ask(self, entry: Json) -> None:
        """Write down, for the next entry's record, whether this one would be allowed now."""
        self.asked[write(entry)] = self.allows(entry)

    def refuse(self, entry: Json) -> None:
        """Write down an entry that must be refused and changes nothing."""
        if self.allows(entry):
            raise ValueError(f"{write(entry)} is allowed")
        self.record(entry, refused=True)

    def enter(self, entry: Json) -> None:
        """Make an entry that is allowed."""
        if not self.allows(entry):
            raise ValueError(f"{write(entry)} is not allowed")
        verb = entry["verb"]
        if verb == "start":
            self.lay_start_card(entry["card"])
        elif verb == "play":
            self.play(self.find(entry))
            if self.phase == "play" and not any(self.fits(card) for card in self.unlaid()):
                # Whoever is next and whatever they hold: nothing can be laid any more.
                self.happened("nothing left fits")
                self.finish("stuck")
        elif verb == "wrong":
            self.find(entry)
            self.finish("wrong-card")
        elif verb == "stuck":
            self.finish("stuck")
        elif verb == "talk":
            self.finish("forbidden-talk")
        else:
            self.overrule(entry)
        self.record(entry, refused=False)

    def record(self, entry: Json, *, refused: bool) -> None:
        """Write down an entry with what was asked before it and the view after it."""
        self.steps.append(Step(write(entry), refused, self.view(), self.asked))
        self.asked = {}

    def find(self, entry: Json) -> Held:
        """Find the real card of an entry in the hand of the place whose turn it is."""
        for held in self.hands[self.place]:
            if held.name == entry["card"] and held.facing == entry["facing"]:
                return held
        raise ValueError(f"{write(entry)}: nobody holds that card so")

    def lay_start_card(self, card: str) -> None:
        """Turn over the start card, which never turns the direction (K1)."""
        self.start_card = card
        self.top = card
        self.laid.append(card)
        self.phase = "play"

    def play(self, held: Held) -> None:
        """Lay a card, turn the direction if it says so, draw, and return the turn on."""
        card = held.name
        if card is None:
            raise ValueError("the card has no name yet")
        self.hands[self.place].remove(held)
        self.laid.append(card)
        if card == "swap-colours":
            self.colours_swapped = not self.colours_swapped
        elif card == "swap-numbers":
            self.numbers_swapped = not self.numbers_swapped
        else:
            self.top = card
        if reverses(card):
            self.turn_direction()
        self.draw_after(held.facing)
        if self.remaining() == 0:
            self.finish("perfect-wave")
        else:
            self.give_turn_on(card)

    def turn_direction(self) -> None:
        """Let play go the other way round from now on (K5)."""
        if self.direction == "clockwise":
            self.direction = "counterclockwise"
        else:
            self.direction = "clockwise"

    def take(self, place: int, facing: str) -> None:
        """Take the top card of the draw pile into a hand."""
        held = self.pile.pop()
        held.facing = facing
        self.hands[place].append(held)

    def draw_after(self, facing: str) -> None:
        """Draw the other way round than was played (K7); Silver draws open (K18).

        When the pile is empty nobody draws, and Silver turns over one hidden card (K19, K21).
        """
        if self.pile:
            opposite = {"self": "team", "team": "self", "open": "open"}
            self.take(self.place, opposite[facing])
            return
        if not self.is_silver(self.place):
            return
        for held in self.hands[self.place]:
            if held.facing == "hidden":
                held.facing = "open"
                self.happened("silver turned one over")
                return

    def give_turn_on(self, card: str) -> None:
        """Return the turn to the next place in the direction that still holds a card (K6)."""
        before = self.place
        self.place = (self.place + self.step()) % self.places
        while not self.hands[self.place]:
            self.happened("silver skipped" if self.is_silver(self.place) else "player skipped")
            self.place = (self.place + self.step()) % self.places
        if self.place == before:
            self.happened("silver went on alone" if self.is_silver(before) else "went on alone")
            if reverses(card):
                self.happened("turned the direction alone")

    def overrule(self, entry: Json) -> None:
        """Let the table decide whose turn it is, which way play goes, or how cards face."""
        self.happened(entry["verb"])
        if entry["verb"] == "overrule turn":
            self.place = entry["place"]
        elif entry["verb"] == "overrule direction":
            self.direction = entry["direction"]
        else:
            seat = entry["seat"]
            for held in self.hands[seat]:
                seen = self.count(seat, "self")
                if seen < entry["self"] and held.facing == "team":
                    held.facing = "self"
                elif seen > entry["self"] and held.facing == "self":
                    held.facing = "team"

    def finish(self, reason: str) -> None:
        """End the game: all win together with the perfect wave, and nobody otherwise."""
        self.phase = "over"
        winners = list(range(self.players)) if reason == "perfect-wave" else []
        self.outcome = {"reason": reason, "winners": winners}

    def name_all(self, rng: random.Random) -> None:
        """Return the cards of a rehearsed game that have no name yet those that are left."""
        nameless = [held for held in self.all_held() if held.name is None]
        names = self.unlaid()
        for held in self.all_held():
            if held.name is not None:
                names.remove(held.name)
        rng.shuffle(names)
        for held, name in zip(nameless, names, strict=True):
            held.name = name


# Decks and rides.


def shuffled_deck(variant: str, rng: random.Random) -> list[str]:
    """Shuffle the cards; a swap card on top is put back, and another card is turned over."""
    deck = full_deck(variant)
    rng.shuffle(deck)
    while is_swap(deck[0]):
        deck.insert(rng.randint(1, len(deck)), deck.pop(0))
    return deck


def holds(ride: list[str]) -> bool:
    """Say whether all cards could be laid in this order, the first being the start card."""
    if is_swap(ride[0]):
        return False
    top = ride[0]
    colours_swapped = numbers_swapped = False
    for card in ride[1:]:
        if not may_follow(card, top, colours_swapped, numbers_swapped):
            return False
        if card == "swap-colours":
            colours_swapped = not colours_swapped
        elif card == "swap-numbers":
            numbers_swapped = not numbers_swapped
        else:
            top = card
    return True


def random_stretch(rng: random.Random, cards: list[str], swapped: tuple[bool, bool]) -> list[str]:
    """Order cards so that each may follow the one before, all under the same two orders.

    Of two different cards at least one may follow the other, so a place is always found for one
    card more.
    """
    stretch: list[str] = []
    for card in cards:
        places = []
        for place in range(len(stretch) + 1):
            after_left = place == 0 or may_follow(card, stretch[place - 1], *swapped)
            before_right = place == len(stretch) or may_follow(stretch[place], card, *swapped)
            if after_left and before_right:
                places.append(place)
        stretch.insert(rng.choice(places), card)
    return stretch


def random_ride(variant: str, rng: random.Random) -> list[str]:
    """Find an order in which all cards can be laid; the swap cards cut it into stretches."""
    while True:
        cards = list(NUMBER_CARDS)
        swaps = list(SWAP_CARDS[variant])
        rng.shuffle(cards)
        rng.shuffle(swaps)
        cuts = sorted(rng.randint(1, len(cards)) for _ in swaps)
        ride: list[str] = []
        colours_swapped = numbers_swapped = False
        begin = 0
        for cut, swap in zip(cuts, swaps, strict=True):
            ride += random_stretch(rng, cards[begin:cut], (colours_swapped, numbers_swapped))
            ride.append(swap)
            colours_swapped ^= swap == "swap-colours"
            numbers_swapped ^= swap == "swap-numbers"
            begin = cut
        ride += random_stretch(rng, cards[begin:], (colours_swapped, numbers_swapped))
        if holds(ride):
            return ride


# How random players choose.


def laying(held: Held, verb: str) -> Json:
    """Return the entry that lays a held card."""
    return {"verb": verb, "card": held.name, "facing": held.facing}


def name_of(held: Held) -> str:
    """Return the name of a held card, which must have one."""
    if held.name is None:
        raise ValueError("the card has no name yet")
    return held.name


def height(held: Held) -> int:
    """Say how high a card stands, both traits together; a swap card is worth keeping."""
    card = name_of(held)
    return 99 if is_swap(card) else colour_of(card) + number_of(card)


def answers_to(table: Table, held: Held) -> int:
    """Count the cards with which the next hand could go on after this one."""
    card = name_of(held)
    if is_swap(card):
        return 1
    step = -table.step() if reverses(card) else table.step()
    place = (table.place + step) % table.places
    while not table.hands[place]:
        place = (place + step) % table.places
    answers = 0
    for other in table.hands[place]:
        if other.facing != "hidden" and other is not held:
            swapped = (table.colours_swapped, table.numbers_swapped)
            answers += may_follow(name_of(other), card, *swapped)
    return answers


def choose_blindly(table: Table, fitting: list[Held], rng: random.Random) -> Held:
    """Choose among the cards that the player sees, or else any card of the others."""
    seen = [held for held in fitting if held.facing in ("self", "open")]
    if seen:
        return rng.choice(seen)
    unseen = [held for held in table.playable() if held.facing == "team"]
    return rng.choice(unseen or table.playable())


def choose_card(table: Table, style: str, rng: random.Random) -> Held | None:
    """Choose a card to lay as this style has it, right or wrong; None means stuck."""
    cards = table.playable()
    fitting = [held for held in cards if table.fits(name_of(held))]
    if style == "blind" and cards:
        return choose_blindly(table, fitting, rng)
    if style == "gambling" and rng.random() < 0.3:
        return rng.choice(cards)
    if not fitting:
        return None
    if style == "cautious":
        return min(fitting, key=height)
    if style == "reckless":
        return max(fitting, key=height)
    if style == "farseeing":
        most = max(answers_to(table, held) for held in fitting)
        best = [held for held in fitting if answers_to(table, held) == most]
        return min(best, key=height)
    return rng.choice(fitting)


def entry_by_style(table: Table, style: str, rng: random.Random) -> Json:
    """Choose the entry of a place's turn as this style has it."""
    held = choose_card(table, style, rng)
    if held is None:
        return {"verb": "stuck"}
    return laying(held, "play" if table.fits(name_of(held)) else "wrong")


def entry_of_ride(table: Table, ride: list[str], habit: str, rng: random.Random) -> Json:
    """Find the next card of a rehearsed ride in the hand whose turn it is."""
    cards = table.playable()
    usual = [held for held in cards if held.facing == habit]
    held = rng.choice(usual or cards)
    held.name = ride[len(table.laid)]
    return laying(held, "play")


def break_off(table: Table, rng: random.Random) -> Json:
    """End a ride before its time, as far as the cards let it: wrong, stuck or talk."""
    table.name_all(rng)
    wrong = [held for held in table.playable() if not table.fits(name_of(held))]
    chance = rng.random()
    if wrong and chance < 0.4:
        return laying(rng.choice(wrong), "wrong")
    if chance < 0.7 and not table.something_must_fit():
        return {"verb": "stuck"}
    return {"verb": "talk", "seat": rng.randrange(table.players)}


# Entries that must be refused, and entries that are only asked about.


def overrules_now(table: Table, rng: random.Random, why: str = "We saw it") -> list[Json]:
    """List overrules of each kind, sensible or not."""
    place = rng.randint(-1, 4)
    seat = rng.randint(-1, 4)
    direction = rng.choice(["clockwise", "counterclockwise"])
    found: list[Json] = [
        {"verb": "overrule turn", "place": place, "why": why},
        {"verb": "overrule direction", "direction": direction, "why": why},
        {"verb": "overrule facing", "seat": seat, "self": rng.randint(-1, 6), "why": why},
    ]
    if rng.random() < 0.5:
        by = rng.randrange(table.players)
        found = [{**entry, "by": by} for entry in found]
    return found


def random_entries(table: Table, rng: random.Random) -> list[Json]:
    """Invent one entry of each kind without looking whether it is allowed."""
    card = rng.choice(full_deck("both"))
    facing = rng.choice(["self", "team", "open"])
    return [
        {"verb": "start", "card": card},
        {"verb": "play", "card": card, "facing": facing},
        {"verb": "wrong", "card": card, "facing": facing},
        {"verb": "stuck"},
        {"verb": "talk", "seat": rng.randint(0, 4)},
        *overrules_now(table, rng),
    ]


def lost_causes(table: Table, rng: random.Random) -> dict[str, list[Json]]:
    """List overrules that change nothing, have no reason or ask what cannot be."""
    way = {"clockwise": "counterclockwise", "counterclockwise": "clockwise"}[table.direction]
    seat = rng.randrange(table.players)
    seen = table.count(seat, "self")
    total = len(table.hands[seat])
    facing = {"verb": "overrule facing", "seat": seat, "why": "We saw it"}
    turn = {"verb": "overrule turn", "why": "We saw it"}
    turned = {"verb": "overrule direction", "direction": way, "why": "We saw it"}
    return {
        "no reason": [{**turned, "why": ""}],
        "a stranger says so": [{**turned, "by": table.players}],
        "turn without cards": [
            {**turn, "place": place} for place in range(table.places) if not table.hands[place]
        ],
        "no such place": [{**turn, "place": place} for place in (-1, table.places)],
        "too many cards": [{**facing, "self": number} for number in (-1, total + 1)],
        "no such seat": [{**facing, "seat": table.players, "self": 2}],
        "overrule without change": [
            {**turn, "place": table.place},
            {**turned, "direction": table.direction},
            {**facing, "self": seen},
        ],
    }


def false_cards(table: Table, rng: random.Random) -> dict[str, list[Json]]:
    """List cards that cannot be laid now: laid before, not higher, facing otherwise."""
    facings = table.playable_facings()
    right = rng.choice(facings)
    left = sorted(set(table.unlaid()))
    gone = sorted(set(table.laid) - set(left))
    strange = [card for card in full_deck("both") if card not in table.box] + MISSING
    others = [facing for facing in ("self", "team", "open") if facing not in facings]
    play = {"verb": "play", "facing": right}
    wrong = {"verb": "wrong", "facing": right}
    return {
        "not higher": [{**play, "card": card} for card in left if not table.fits(card)],
        "it fits": [{**wrong, "card": card} for card in left if table.fits(card)],
        "laid before": [{**entry, "card": card} for card in gone for entry in (play, wrong)],
        "not in the box": [{**entry, "card": card} for card in strange for entry in (play, wrong)],
        "no such facing": [
            {"verb": "play" if table.fits(card) else "wrong", "card": card, "facing": facing}
            for card in left
            for facing in others
        ],
    }


def too_late(table: Table) -> list[Json]:
    """List entries that would be right if the game were not over."""
    way = {"clockwise": "counterclockwise", "counterclockwise": "clockwise"}[table.direction]
    late: list[Json] = [
        {"verb": "talk", "seat": 0},
        {"verb": "overrule direction", "direction": way, "why": "We saw it"},
    ]
    for card in table.unlaid():
        for facing in table.playable_facings():
            verb = "play" if table.fits(card) else "wrong"
            late.append({"verb": verb, "card": card, "facing": facing})
    return late


def mistakes_now(table: Table, rng: random.Random) -> dict[str, list[Json]]:
    """List the refusable entries of every kind that is possible now."""
    if table.phase == "over":
        return {"after the end": random_entries(table, rng) + too_late(table)}
    if table.phase == "start":
        early = [entry for entry in random_entries(table, rng) if entry["verb"] != "start"]
        odd = [*SWAP_CARDS["both"], *MISSING]
        return {
            "before the start": early,
            "odd start card": [{"verb": "start", "card": card} for card in odd],
        }
    found: dict[str, list[Json]] = {
        "started twice": [{"verb": "start", "card": rng.choice(NUMBER_CARDS)}],
        "not stuck": [{"verb": "stuck"}] if table.something_must_fit() else [],
        "nobody talked": [{"verb": "talk", "seat": seat} for seat in ("table", table.players)],
        **false_cards(table, rng),
        **lost_causes(table, rng),
    }
    return {kind: entries for kind, entries in found.items() if entries}


def sprinkle(table: Table, rng: random.Random, chance: float, tally: dict[str, int]) -> None:
    """Sometimes enter something wrong, and always ask about a few entries."""
    while rng.random() < chance:
        found = mistakes_now(table, rng)
        kind = rng.choice(sorted(found))
        table.refuse(rng.choice(found[kind]))
        tally[kind] = tally.get(kind, 0) + 1
    if chance > 0:
        for entry in rng.sample(random_entries(table, rng), 3):
            table.ask(entry)


# Whole random games.


@dataclass
class Plan:
    """How a random game goes: who plays how, and where a rehearsed ride breaks off."""

    styles: list[str]
    ride: list[str]
    habit: str
    break_at: int
    go_on: bool
    overruling: float
    talking: float


def random_plan(rng: random.Random, places: int, ride: list[str]) -> Plan:
    """Choose how a game goes; a ride that breaks off does so late more often than early."""
    styles = rng.choices(STYLES, weights=STYLE_WEIGHTS, k=places)
    if rng.random() < 0.4:
        styles = rng.choices(STYLES, weights=STYLE_WEIGHTS) * places
    break_at = len(ride)
    if ride and rng.random() < 0.5:
        break_at = max(rng.randint(2, len(ride) - 1) for _ in range(3))
    return Plan(
        styles=styles,
        ride=ride,
        habit=rng.choice(["self", "team", "either", "either"]),
        break_at=break_at,
        go_on=rng.random() < 0.4,
        overruling=rng.choice([0.0, 0.0, 0.02, 0.1]),
        talking=rng.choice([0.0, 0.0, 0.0, 0.02]),
    )


def next_entry(table: Table, plan: Plan, rng: random.Random) -> Json:
    """Choose the next entry of a game that is not over."""
    if table.phase == "start":
        return {"verb": "start", "card": table.start_card}
    if rng.random() < plan.talking:
        return {"verb": "talk", "seat": rng.randrange(table.players)}
    if not plan.ride:
        return entry_by_style(table, plan.styles[table.place], rng)
    if len(table.laid) < plan.break_at:
        return entry_of_ride(table, plan.ride, plan.habit, rng)
    if not plan.go_on:
        return break_off(table, rng)
    table.name_all(rng)
    plan.ride = []
    return entry_by_style(table, plan.styles[table.place], rng)


def random_overrule(table: Table, plan: Plan, rng: random.Random) -> None:
    """Now and then let the table decide against the referee, if it can."""
    if table.phase == "play" and rng.random() < plan.overruling:
        tried = rng.choice(overrules_now(table, rng))
        if table.allows(tried):
            table.enter(tried)


def random_options(rng: random.Random, first: int, variant: str) -> list[str]:
    """Write the options; those that are as usual are left out now and then."""
    options = []
    if first != 0 or rng.random() < 0.5:
        options.append(f"first={first}")
    if variant != "none" or rng.random() < 0.5:
        options.append(f"variant={variant}")
    return options


def random_game(
    seed: int,
    players: int | None = None,
    variant: str | None = None,
    *,
    mistakes: float = 0.1,
    watch: Callable[[Table], None] | None = None,
) -> NaiveGame:
    """Play one whole random game; whatever is not given is chosen by the seed.

    Mistakes is the chance of a refused entry before each allowed one. The watcher is shown the
    table before the first entry and after each of the players.
    """
    rng = random.Random(seed)
    players = rng.choice(PLAYERS) if players is None else players
    variant = rng.choice(VARIANTS) if variant is None else variant
    if players not in PLAYERS or variant not in VARIANTS:
        raise ValueError(f"no game of {players} players with the variant {variant}")
    first = rng.randrange(players)
    ride = random_ride(variant, rng) if rng.random() < 0.5 else []
    deck: list[str | None] = [*shuffled_deck(variant, rng)]
    if ride:
        deck = [ride[0]] + [None] * (len(ride) - 1)
    table = Table(players, variant, first, deck)
    plan = random_plan(rng, table.places, ride)
    game = NaiveGame(
        seed=seed,
        players=players,
        variant=variant,
        first=first,
        rehearsed=bool(ride),
        options=random_options(rng, first, variant),
        start=table.view(),
        steps=table.steps,
        events=table.events,
    )
    if watch is not None:
        watch(table)
    while table.outcome is None:
        random_overrule(table, plan, rng)
        sprinkle(table, rng, mistakes, game.mistakes)
        table.enter(next_entry(table, plan, rng))
        if watch is not None:
            watch(table)
    sprinkle(table, rng, mistakes + 0.4 if mistakes > 0 else 0, game.mistakes)
    game.outcome = table.outcome
    return game


def text(game: NaiveGame) -> str:
    """Write a game as a transcript."""
    lines = game.header()
    for step in game.steps:
        lines.append(("! " if step.refused else "> ") + step.entry)
    if game.outcome is not None:
        words = ["outcome", game.outcome["reason"], "seats"]
        words += [str(seat) for seat in game.outcome["winners"]]
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def happenings(game: NaiveGame) -> list[str]:
    """Name everything that a game holds, for a tally over many games."""
    found = [f"{game.players} players, {game.variant}", *game.events]
    found.append("rehearsed" if game.rehearsed else "shuffled")
    found += [f"refused: {kind}" for kind in game.mistakes]
    if game.outcome is not None:
        found.append(game.outcome["reason"])
        found.append(f"result {game.steps[-1].view['result']}")
    if game.events.get("silver turned one over", 0) > 1:
        found.append("silver turned both over")
    return found


def main() -> None:
    """Print random games as one stream of transcripts, or what they hold with --tally."""
    parser = argparse.ArgumentParser(description="Print random games of WAVE as transcripts.")
    parser.add_argument("games", type=int, nargs="?", default=1, help="how many games")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    parser.add_argument("--players", type=int, choices=PLAYERS)
    parser.add_argument("--variant", choices=VARIANTS)
    parser.add_argument("--tally", action="store_true", help="count what happened instead")
    given = parser.parse_args()
    tally: dict[str, int] = {}
    for seed in range(given.seed, given.seed + given.games):
        game = random_game(seed, given.players, given.variant)
        if not given.tally:
            print(text(game), end="")
            continue
        for event in happenings(game):
            tally[event] = tally.get(event, 0) + 1
    for event in sorted(tally):
        print(f"{tally[event]:8} {event}")


if __name__ == "__main__":
    main()
