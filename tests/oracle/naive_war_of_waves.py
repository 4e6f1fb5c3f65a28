"""A second, naive engine for the card game War of Waves, for two players.

It exists to be compared with the real engine, so it shares no code with it and imports nothing
from the project. It knows every card of a deck list, deals a real shuffled deck, and plays whole
random games with plain loops over lists and dicts. While it plays it writes down every entry that
a referee at the table would be told, with the public view after it. It also writes down entries
that a referee has to refuse, notes, overrules, and entries that are only asked about.

Words used here. A place is a section of a gateway: b1 to b4 of the bridge, g1 to g3 of the gate. A
side is the seat whose gateway it is. A plain card is a Build or War card. A card is known when
everybody has seen which one it is, wherever it lies now. The rulings V1 to V37 are those of the
rules page for War of Waves; V38 is the house rule that ends a tie which no card can break, V39 the
one that fills a row which had run short. A card is followed when everybody saw it go to a hand and
nobody has seen it since: then all know in which hidden places it can be.
"""

from __future__ import annotations

import argparse
import itertools
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

Json = dict[str, Any]
Entry = dict[str, Any]

NAMES = ["Ann", "Bo"]
KINDS = ["build", "war"]
LEADERS = ["hephaestus", "poseidon", "ares", "ceto"]
BRIDGE = ["b1", "b2", "b3", "b4"]
GATE = ["g1", "g2", "g3"]
PLACES = BRIDGE + GATE
VALUES = [1, 2, 3, 4, 5, 6]
TYPES = ["build", "fortify", "attack"]
ROW = 4
ROOM = 2
LAST_TURN = 200

# What each choice of action types is replenished with (the table of the rulebook).
REPLENISH = {
    (): [],
    ("build",): ["face", "face"],
    ("build", "fortify"): ["deck", "deck"],
    ("fortify",): ["face"],
    ("fortify", "attack"): ["deck", "face"],
    ("attack",): ["deck"],
    ("build", "attack"): ["face"],
}

PHASES = [
    *("deal", "face", "act", "draw", "refill", "swap", "target", "move"),
    *("present", "reveal", "claim", "cut"),
]

# In which phases an entry can be made at all.
DURING = {
    "dealt": ["deal"],
    "face": ["face", "refill"],
    "draw": ["draw"],
    "leader": ["act"],
    "build": ["act"],
    "fortify": ["act"],
    "attack": ["act", "target"],
    "done": ["act"],
    "swap": ["swap"],
    "move": ["move"],
    "present": ["present"],
    "strike": ["present"],
    "reveal": ["reveal"],
    "finish": ["claim"],
    "cut": ["cut"],
    "overrule turn": [phase for phase in PHASES if phase not in ("deal", "face", "refill")],
    "overrule value": PHASES,
    "overrule remove": PHASES,
    "overrule place": PHASES,
    "overrule copies": PHASES,
    "overrule back": PHASES,
    "remember": [
        *("face", "act", "draw", "refill", "swap", "target"),
        *("move", "present", "reveal", "claim", "cut"),
    ],
}

# What checks an entry of each kind.
AGAINST = {
    "dealt": "against_dealt",
    "face": "against_face",
    "draw": "against_draw",
    "leader": "against_leader",
    "build": "against_build",
    "fortify": "against_fortify",
    "attack": "against_attack",
    "done": "against_claim",
    "finish": "against_claim",
    "swap": "against_swap",
    "move": "against_move",
    "present": "against_present",
    "strike": "against_strike",
    "reveal": "against_reveal",
    "cut": "against_cut",
    "remember": "against_remember",
    "overrule turn": "against_turn",
    "overrule value": "against_value",
    "overrule remove": "against_remove",
    "overrule place": "against_place",
    "overrule copies": "against_copies",
    "overrule back": "against_back",
}

# How many Build and War cards a deck list must have.
FEWEST = {"build": 6, "war": 2}
MOST = 12
EFFECTS = {"swap": "hephaestus", "target": "poseidon", "move": "ares"}

ENDS = ["gateway", "gateway-leader", "gateway-cut", "false-claim", "turn-limit"]
DEFAULTS = {
    "build": "8,8,8,8,0,0",
    "war": "6,6,6,6,0,0",
    "leaders": "build,war,war,build",
    "first": "0",
    "poseidon": "nothing",
}


class Card:
    """One card of paper: what it is, what its back shows, and whether everybody knows it."""

    def __init__(self, kind: str, value: int | str, back: str) -> None:
        self.kind = kind
        self.value = value
        self.back = back
        self.known = False
        # Which of the four kinds its back shows, as counts list them.
        self.column = KINDS.index(back) + (2 if kind == "leader" else 0)

    def written(self) -> str:
        """Write the card as entries name it."""
        return str(self.value) if self.kind == "leader" else f"{self.kind}-{self.value}"


@dataclass
class Settings:
    """What is laid down before a game: the deck list, the backs of the Leaders, who begins."""

    build: list[int]
    war: list[int]
    leaders: list[str]
    first: int = 0
    poseidon: str = "nothing"

    def options(self) -> dict[str, str]:
        """Write all options."""
        return {
            "build": ",".join(str(number) for number in self.build),
            "war": ",".join(str(number) for number in self.war),
            "leaders": ",".join(self.leaders),
            "first": str(self.first),
            "poseidon": self.poseidon,
        }


def usual_settings() -> Settings:
    """Return the settings that a table has when it changes nothing."""
    return Settings([8, 8, 8, 8, 0, 0], [6, 6, 6, 6, 0, 0], ["build", "war", "war", "build"])


def all_cards(settings: Settings) -> list[Card]:
    """Make every card of the deck list."""
    cards = []
    for kind, counts in (("build", settings.build), ("war", settings.war)):
        for value, number in zip(VALUES, counts, strict=True):
            cards += [Card(kind, value, kind) for _ in range(number)]
    for name, back in zip(LEADERS, settings.leaders, strict=True):
        cards.append(Card("leader", name, back))
    return cards


def count(cards: list[Card]) -> list[int]:
    """Count Build, War, Leaders with Build back, Leaders with War back."""
    columns = [card.column for card in cards]
    return [columns.count(0), columns.count(1), columns.count(2), columns.count(3)]


def written(entry: Entry) -> str:
    """Write an entry as one line."""
    words = [entry["verb"]]
    for name, value in entry.items():
        if name == "verb":
            continue
        if isinstance(value, bool):
            told = "yes" if value else "no"
        elif isinstance(value, list):
            told = ",".join(str(item) for item in value)
        else:
            told = str(value)
        if " " in told or not told:
            told = f'"{told}"'
        words.append(f"{name}={told}")
    return " ".join(words)


@dataclass
class Step:
    """One entry, whether it must be refused, and the public view after it, or none.

    Asked are entries that nobody made before this one, and whether each would be allowed.
    """

    entry: str
    refused: bool
    view: Json
    asked: dict[str, bool] = field(default_factory=dict)


@dataclass
class NaiveGame:
    """A whole game: its options, the view before the first entry, all entries, the outcome."""

    seed: int
    options: dict[str, str]
    styles: list[str]
    start: Json
    steps: list[Step]
    events: dict[str, int]
    names: list[str] = field(default_factory=lambda: list(NAMES))
    outcome: Json | None = None

    def header(self) -> list[str]:
        """Return the lines of the transcript that come before the first entry."""
        lines = ["game war-of-waves"]
        lines += [f"option {name}={value}" for name, value in self.options.items()]
        lines.append("seats " + ", ".join(self.names))
        return lines


class Section:
    """One section of a gateway: its Build cards and the War cards on them."""

    def __init__(self) -> None:
        # In the order in which they were laid.
        self.builds: list[Card] = []
        self.wars: list[Card] = []
        self.cards = {"build": self.builds, "war": self.wars}

    def total(self) -> int:
        """Add up its Build cards."""
        return total(self.builds)


def shown(cards: list[Card]) -> list[int | str | None]:
    """Return the value of each card that everybody knows."""
    return [card.value if card.known else None for card in cards]


def total(cards: list[Card]) -> int:
    """Add up the values of plain cards."""
    return sum(int(card.value) for card in cards)


def bridge_holds(totals: list[int]) -> bool:
    """Say whether the sums of the bridge sections are all even or all odd."""
    return len({number % 2 for number in totals}) == 1


def gate_holds(totals: list[int]) -> bool:
    """Say whether the sums of the gate sections follow each other in some order."""
    low, middle, high = sorted(totals)
    return low + 1 == middle and middle + 1 == high


def enough(attackers: int, defenders: int, *, alike: bool) -> bool:
    """Say whether an attack wins: match cards of the same kind, double those of the other."""
    return attackers >= (defenders if alike else 2 * defenders)


class Table:
    """A table in mid-game with every card lying somewhere, and the record of what was entered."""

    every = 1  # the view is written down after every so many entries

    def __init__(self, settings: Settings, cards: list[Card], rng: random.Random) -> None:
        self.settings = settings
        self.rng = rng
        self.box = list(cards)
        self.backs = dict(zip(LEADERS, settings.leaders, strict=True))
        self.copies = {
            "build": dict(zip(VALUES, settings.build, strict=True)),
            "war": dict(zip(VALUES, settings.war, strict=True)),
        }
        # The next card of the deck is the last of this list.
        self.deck = list(cards)
        self.discard: list[Card] = []
        self.row: list[Card] = []
        self.hands: list[list[Card]] = [[], []]
        self.gateways = [{place: Section() for place in PLACES} for _ in NAMES]
        self.claims = [False, False]
        self.turn, self.turns = settings.first, 0
        self.phase = "deal"
        self.types: list[str] = []
        self.owed: list[str] = []
        self.afterwards: Callable[[], None] = self.begin_actions
        self.announced: Card | None = None
        self.by_poseidon = False
        self.targets: list[list[Any]] = []
        self.attackers: list[Card] = []
        self.to_reveal: list[list[Any]] = []
        self.cuts: list[Card] = []
        # By kind and value: for each card that is followed, the hidden places that it can be in.
        self.followed: dict[tuple[str, int | str], list[set[str]]] = {}
        self.claimant = 0
        self.outcome: Json | None = None
        self.steps: list[Step] = []
        self.asked: dict[str, bool] = {}
        self.events: dict[str, int] = {}
        self.remarks = [
            *([] if settings.first == 0 else ["the other begins"]),
            f"poseidon={settings.poseidon}",
        ]
        for remark in self.remarks:
            self.note(remark)

    def note(self, event: str) -> None:
        """Count something that happened, for a tally over many games."""
        self.events[event] = self.events.get(event, 0) + 1

    # Looking at the table.

    def acting(self) -> list[int]:
        """List who has to act."""
        if self.phase == "over":
            return []
        if self.phase == "reveal":
            return [self.to_reveal[0][0]]
        if self.phase == "cut":
            return [self.cutter()]
        return [self.turn]

    def cutter(self) -> int:
        """Say who draws a card to decide a tie: first the claimant."""
        return self.claimant if len(self.cuts) % 2 == 0 else 1 - self.claimant

    def view(self) -> Json:
        """Describe what everybody may see."""
        gateways = []
        for sections in self.gateways:
            seen = []
            for section in sections.values():
                builds, wars = section.builds, section.wars
                seen.append([shown(builds) if builds else [], shown(wars) if wars else []])
            gateways.append(seen)
        return {
            "phase": self.phase,
            "turn": None if self.phase == "over" else self.turn,
            "acting": self.acting(),
            "turns": self.turns,
            "types": [name for name in TYPES if name in self.types],
            "hands": [count(hand) for hand in self.hands],
            "names": [self.known_names(seat) for seat in (0, 1)],
            "deck": count(self.deck),
            "discard": count(self.discard),
            "faces": [card.written() for card in self.row],
            "gateways": gateways,
            "ready": [self.ready(seat) for seat in (0, 1)],
            "complete": [self.complete(seat) for seat in (0, 1)],
            "claims": list(self.claims),
            "targets": [list(target) for target in self.targets],
            "attackers": [card.written() for card in self.attackers],
            "to_reveal": [list(target) for target in self.to_reveal],
            "draws": self.owed.count("deck"),
        }

    def known_names(self, seat: int) -> list[str]:
        """List the Leaders that everybody knows to be in a hand."""
        hand = self.hands[seat]
        return sorted(str(card.value) for card in hand if card.kind == "leader" and card.known)

    def held(self, seat: int, kind: str) -> list[Card]:
        """List the cards of one kind in a hand."""
        return [card for card in self.hands[seat] if card.kind == kind]

    def has_plain(self, seat: int) -> bool:
        """Say whether a hand holds a card that is no Leader."""
        return any(card.kind != "leader" for card in self.hands[seat])

    def ready(self, seat: int) -> bool:
        """Say whether each bridge section has a Build and a War card (V16)."""
        for place in BRIDGE:
            section = self.gateways[seat][place]
            if not section.builds or not section.wars:
                return False
        return True

    def complete(self, seat: int) -> bool:
        """Say whether bridge and gate are there, whatever their values."""
        if not self.ready(seat):
            return False
        return all(self.gateways[seat][place].builds for place in GATE)

    def valid(self, seat: int) -> bool:
        """Say whether the sums of bridge and gate are as the rules want them (V28)."""
        sections = self.gateways[seat]
        bridge = [sections[place].total() for place in BRIDGE]
        gate = [sections[place].total() for place in GATE]
        return bridge_holds(bridge) and gate_holds(gate)

    def find(self, side: int, place: str, kind: str, number: int) -> Card | None:
        """Return the card lying at a place, if there is one."""
        if side not in (0, 1) or place not in PLACES or kind not in KINDS:
            return None
        cards = self.gateways[side][place].cards[kind]
        return cards[number - 1] if 1 <= number <= len(cards) else None

    def card_at(self, target: list[Any]) -> Card:
        """Return the card lying at a place, which must be there."""
        card = self.find(*target)
        if card is None:
            raise ValueError(f"no card lies at {target}")
        return card

    def has_effect(self, name: str) -> bool:
        """Say whether a Leader of the player could do anything now (V8)."""
        own = self.gateways[self.turn]
        enemy = self.gateways[1 - self.turn]
        if name == "hephaestus":
            on_bridge = any(own[place].builds for place in BRIDGE)
            return on_bridge and any(own[place].builds for place in GATE)
        if name == "poseidon":
            attackers = self.has_plain(self.turn)
            return attackers and any(section.builds for section in enemy.values())
        if name == "ares":
            room = any(own[place].builds and len(own[place].wars) < ROOM for place in BRIDGE)
            return room and any(enemy[place].wars for place in BRIDGE)
        return True

    # Why an entry is refused; nothing said means that it is allowed.

    def refusal(self, entry: Entry) -> str:
        """Say why an entry must be refused, or nothing when it is allowed."""
        verb = entry["verb"]
        if self.phase not in DURING[verb]:
            return "not-now"
        if verb.startswith("overrule"):
            if not entry["why"].strip():
                return "no-reason"
            if entry.get("by", 0) not in (0, 1):
                return "no-such-seat"
        check: Callable[[Entry], str] = getattr(self, AGAINST[verb])
        return check(entry)

    def doubt(
        self, kind: str, value: int | str, place: str = "", besides: Card | None = None
    ) -> str:
        """Say why a card cannot turn up now, from a hidden place or else from the deck.

        There is no such card, or every copy is known to be elsewhere.
        """
        known = 0
        for card in self.box:
            if card is not besides and card.known and card.kind == kind and card.value == value:
                known += 1
        known += sum(place not in places for places in self.followed.get((kind, value), []))
        if kind == "leader":
            return "no-such-card" if known or value not in LEADERS else ""
        copies = self.copies[kind].get(int(value), 0)
        if copies == 0:
            return "no-such-card"
        return "all-known" if known >= copies else ""

    def doubt_written(self, text: str, place: str = "") -> str:
        """Say why a card as it is written cannot turn up now."""
        kind, value = read_card(text)
        return self.doubt(kind, value, place)

    def column_of(self, text: str) -> int:
        """Say which of the four kinds a card as it is written is."""
        kind, value = read_card(text)
        if kind == "leader":
            return 2 + KINDS.index(self.backs[str(value)])
        return KINDS.index(kind)

    def against_dealt(self, entry: Entry) -> str:
        """Check a deal: whose it is, and no more Leaders than the deck holds (V1)."""
        if entry["seat"] != self.turn:
            return "not-now"
        _, _, build, war = count(self.deck)
        fits = 0 <= entry["build"] <= build and 0 <= entry["war"] <= war
        return "" if fits else "not-so-many"

    def against_face(self, entry: Entry) -> str:
        """Check a Face card: such a card must be left in the deck."""
        doubt = self.doubt_written(entry["card"])
        if doubt:
            return doubt
        return "" if count(self.deck)[self.column_of(entry["card"])] else "none-left"

    def against_draw(self, entry: Entry) -> str:
        """Check a card drawn from the deck by its kind."""
        column = KINDS.index(entry["back"]) + (2 if entry.get("leader") else 0)
        return "" if count(self.deck)[column] else "none-left"

    def against_leader(self, entry: Entry) -> str:
        """Check a Leader: first thing in the turn, another card in hand, and in that hand."""
        name = entry["name"]
        if name not in LEADERS:
            return "no-such-card"
        if self.types:
            return "leader-first"
        if not self.has_plain(self.turn):
            return "nothing-besides"
        hand = self.hands[self.turn]
        alike = [card for card in hand if card.kind == "leader" and card.back == self.backs[name]]
        if not alike:
            return "not-in-hand"
        for card in self.box:
            if card.kind == "leader" and card.value == name and card.known:
                return "" if card in hand else "known-elsewhere"
        return "not-in-hand" if all(card.known for card in alike) else ""

    def against_type(self, name: str) -> str:
        """Check that this turn has no more than two types of action (V2)."""
        return "two-types" if name not in self.types and len(self.types) == 2 else ""

    def against_build(self, entry: Entry) -> str:
        """Check a new section: it is empty, and a gate needs the whole bridge."""
        place = entry["at"]
        if place not in PLACES:
            return "no-such-place"
        if self.against_type("build"):
            return "two-types"
        if not self.held(self.turn, "build"):
            return "not-in-hand"
        if self.gateways[self.turn][place].builds:
            return "not-empty"
        if place in GATE and not self.ready(self.turn):
            return "bridge-first"
        return ""

    def against_fortify(self, entry: Entry) -> str:
        """Check a further card in a section: a Build card lies there and there is room."""
        place, kind = entry["at"], entry["kind"]
        if place not in PLACES:
            return "no-such-place"
        if self.against_type("fortify"):
            return "two-types"
        if not self.held(self.turn, kind):
            return "not-in-hand"
        if not self.gateways[self.turn][place].builds:
            return "nothing-there"
        if place in GATE and not self.ready(self.turn):
            return "bridge-first"
        return self.against_room(self.turn, place, kind)

    def against_room(self, seat: int, place: str, kind: str) -> str:
        """Check the limits of a section (V22)."""
        if kind == "war" and place in GATE:
            return "no-war-on-gate"
        if len(self.gateways[seat][place].cards[kind]) >= ROOM:
            return "no-room"
        return ""

    def against_attack(self, entry: Entry) -> str:
        """Check the targets of an attack, by an action or by Poseidon."""
        targets = list_targets(entry)
        if not 1 <= len(targets) <= 2 or any(self.find(*target) is None for target in targets):
            return "not-a-target"
        order = [(PLACES.index(at), KINDS.index(kind), card) for _, at, kind, card in targets]
        if order != sorted(set(order)):
            return "not-a-target"
        if self.phase == "target":
            return self.against_poseidon(targets)
        return self.against_action(targets)

    def against_action(self, targets: list[list[Any]]) -> str:
        """Check an attack by an action: one kind in one section, and the order of things."""
        if self.against_type("attack"):
            return "two-types"
        if not self.has_plain(self.turn):
            return "nothing-to-attack-with"
        if len({(at, kind) for _, at, kind, _ in targets}) > 1:
            return "one-kind-one-section"
        if targets[0][0] == self.turn:
            return self.against_own_attack(targets)
        if targets[0][1] in GATE and not self.ready(self.turn):
            return "bridge-first"
        return self.against_protected(targets)

    def against_protected(self, targets: list[list[Any]]) -> str:
        """Check that no War card lies on a Build card that is attacked (V13)."""
        for side, at, kind, _ in targets:
            if kind == "build" and self.gateways[side][at].wars:
                return "war-first"
        return ""

    def against_own_attack(self, targets: list[list[Any]]) -> str:
        """Check an attack on the own gateway (V18, V19, V20)."""
        side, at, kind, _ = targets[0]
        section = self.gateways[side][at]
        if kind == "war":
            return "own-war"
        if at in GATE and len(targets) > 1:
            return "one-at-a-time"
        if at in GATE and not self.ready(side):
            return "bridge-first"
        if section.wars and len(section.builds) == 1:
            return "under-war"
        return ""

    def against_poseidon(self, targets: list[list[Any]]) -> str:
        """Check Poseidon's targets: the enemy's, all of the bridge or all of the gate (V25)."""
        if targets[0][0] == self.turn:
            return "enemy-only"
        if len({at in GATE for _, at, _, _ in targets}) > 1:
            return "bridge-or-gate"
        return self.against_protected(targets)

    def against_claim(self, entry: Entry) -> str:
        """Check a claim: complete, and not claimed already (V29)."""
        if not entry.get("claim"):
            return ""
        if self.claims[self.turn]:
            return "claimed-already"
        return "" if self.complete(self.turn) else "not-complete"

    def against_swap(self, entry: Entry) -> str:
        """Check the two Build cards that Hephaestus swaps (V24)."""
        if entry["bridge"] not in BRIDGE or entry["gate"] not in GATE:
            return "not-a-swap"
        one = self.find(self.turn, entry["bridge"], "build", entry["bridge_card"])
        other = self.find(self.turn, entry["gate"], "build", entry["gate_card"])
        return "" if one and other else "not-a-swap"

    def against_move(self, entry: Entry) -> str:
        """Check the War cards that Ares moves and where they go (V26)."""
        places, numbers, goal = entry["at"], entry["cards"], entry["to"]
        pairs = list(zip(places, numbers, strict=False))
        if len(places) != len(numbers) or not 1 <= len(pairs) <= 2:
            return "not-a-move"
        if len(set(pairs)) != len(pairs):
            return "not-a-move"
        if any(not self.find(1 - self.turn, at, "war", number) for at, number in pairs):
            return "not-a-move"
        if goal not in BRIDGE or not self.gateways[self.turn][goal].builds:
            return "not-a-move"
        wars = len(self.gateways[self.turn][goal].wars)
        return "" if wars + len(pairs) <= ROOM else "no-room"

    def against_present(self, entry: Entry) -> str:
        """Check a card presented for an attack (V11)."""
        kind, _ = read_card(entry["card"])
        if kind == "leader":
            return "no-such-card"
        doubt = self.doubt_written(entry["card"], f"hand{self.turn}")
        if doubt:
            return doubt
        if not self.held(self.turn, kind):
            return "not-in-hand"
        if not self.by_poseidon and any(card.kind != kind for card in self.attackers):
            return "mixed"
        return ""

    def against_strike(self, _entry: Entry) -> str:
        """Check that something attacks."""
        return "" if self.attackers else "nothing-presented"

    def against_reveal(self, entry: Entry) -> str:
        """Check a revealed card: it is the next, and such a card is not all known."""
        named = [entry["side"], entry["at"], entry["kind"], entry["card"]]
        if named != self.to_reveal[0]:
            return "not-a-target"
        return self.doubt(entry["kind"], entry["value"], f"gate{entry['side']}")

    def against_cut(self, entry: Entry) -> str:
        """Check a card that is drawn to decide a tie."""
        return "not-now" if entry["seat"] != self.cutter() else self.against_face(entry)

    def against_remember(self, entry: Entry) -> str:
        """Check a note: about an unknown card of the own gateway."""
        card = self.find(entry["seat"], entry["at"], entry["kind"], entry["card"])
        if card is None:
            return "not-a-target"
        if card.known:
            return "known-already"
        copies = self.copies[entry["kind"]].get(entry["value"], 0)
        return "" if copies else "no-such-card"

    def against_turn(self, entry: Entry) -> str:
        """Check whose turn the table can make it."""
        return "" if entry["seat"] in (0, 1) else "no-such-seat"

    def against_value(self, entry: Entry) -> str:
        """Check what the table says a card is."""
        card = self.find(entry["side"], entry["at"], entry["kind"], entry["card"])
        if card is None:
            return "not-a-target"
        return self.doubt(entry["kind"], entry["value"], f"gate{entry['side']}", card)

    def against_remove(self, entry: Entry) -> str:
        """Check that the card which the table removes is there."""
        card = self.find(entry["side"], entry["at"], entry["kind"], entry["card"])
        return "" if card else "not-a-target"

    def against_place(self, entry: Entry) -> str:
        """Check that the card which the table lays is in that hand and fits there."""
        seat, place, kind = entry["seat"], entry["at"], entry["kind"]
        if seat not in (0, 1) or place not in PLACES:
            return "no-such-place"
        if not self.held(seat, kind):
            return "not-in-hand"
        if kind == "war" and not self.gateways[seat][place].builds:
            return "nothing-there"
        return self.against_room(seat, place, kind)

    def against_copies(self, entry: Entry) -> str:
        """Check how many copies of a card the table says there are."""
        kind, value = read_card(entry["card"])
        if kind == "leader":
            return "leaders-once"
        before = self.copies[kind].get(int(value), 0)
        fewer = before - entry["count"]
        if not self.known_copies(kind, value) <= entry["count"] <= MOST:
            return "copies"
        if fewer > count(self.deck)[KINDS.index(kind)]:
            return "copies"
        if fewer > 0 and sum(self.copies[kind].values()) - fewer < FEWEST[kind]:
            return "copies"
        return ""

    def against_back(self, entry: Entry) -> str:
        """Check which back the table says a Leader has: where it lies is known, or in the deck."""
        name, back = entry["leader"], entry["back"]
        if self.backs[name] == back or self.known_copies("leader", name):
            return ""
        return "" if count(self.deck)[2 + KINDS.index(self.backs[name])] else "no-such-back"

    def known_copies(self, kind: str, value: int | str) -> int:
        """Count the copies of a card that everybody knows, or knows not to be in the deck."""
        alike = [card for card in self.box if card.kind == kind and card.value == value]
        return sum(card.known for card in alike) + len(self.followed.get((kind, value), []))

    def can_be(self, entry: Entry) -> bool:
        """Say whether the cards on this table are really as the table says with an overrule."""
        alike = self.unknown_in_deck(entry)
        if entry["verb"] == "overrule copies":
            kind, value = read_card(entry["card"])
            fewer = self.copies[kind][int(value)] - int(entry["count"])
            return fewer <= len(alike)
        if entry["verb"] == "overrule back":
            return bool(alike) or bool(self.known_copies("leader", entry["leader"]))
        return True

    def unknown_in_deck(self, entry: Entry) -> list[Card]:
        """List the cards of the deck that an overrule of the deck list speaks of."""
        kind, value = "leader", entry.get("leader", "")
        if "card" in entry and entry["verb"] == "overrule copies":
            kind, value = read_card(entry["card"])
        return [card for card in self.deck if card.kind == kind and card.value == value]

    # Entering.

    def refuse(self, entry: Entry) -> None:
        """Write down an entry that must be refused and changes nothing."""
        reason = self.refusal(entry)
        if not reason:
            raise ValueError(f"this is allowed: {written(entry)}")
        self.note(f"refused: {reason}")
        self.record(entry, refused=True)

    def ask(self, entry: Entry) -> None:
        """Write down whether an entry would be allowed."""
        reason = self.refusal(entry)
        self.asked[written(entry)] = not reason
        if reason:
            self.note(f"refused: {reason}")

    def record(self, entry: Entry, *, refused: bool) -> None:
        """Write down an entry with what was asked before it and the view after it."""
        before: Json = self.steps[-1].view if self.steps else {}
        view = before if refused and self.steps else self.view_now_and_then()
        # What did not change is kept only once; making so many lists would take most of the time.
        for name, value in before.items():
            if name in view and view[name] == value:
                view[name] = value
        self.steps.append(Step(written(entry), refused, view, self.asked))
        self.asked = {}

    def view_now_and_then(self) -> Json:
        """Return the view if it is to be written down; to write it takes longer than to play."""
        return {} if len(self.steps) % self.every else self.view()

    def enter(self, entry: Entry, card: Card | None = None) -> None:
        """Make an allowed entry; the card is the one that is laid or presented from a hand."""
        reason = self.refusal(entry)
        if reason:
            raise ValueError(f"{reason}: {written(entry)}")
        doings: dict[str, Callable[[Entry], None]] = {
            "dealt": self.do_dealt,
            "face": self.do_face,
            "draw": self.do_draw,
            "leader": self.do_leader,
            "attack": self.do_attack,
            "done": self.do_done,
            "finish": self.do_finish,
            "swap": self.do_swap,
            "move": self.do_move,
            "strike": self.do_strike,
            "reveal": self.do_reveal,
            "cut": self.do_cut,
            "remember": lambda _entry: self.note("remembered"),
            "overrule turn": self.do_overrule_turn,
            "overrule copies": self.do_overrule_copies,
            "overrule back": self.do_overrule_back,
            "overrule value": self.do_overrule_value,
            "overrule remove": self.do_overrule_remove,
        }
        if entry["verb"] in doings:
            doings[entry["verb"]](entry)
        elif card is None:
            raise ValueError(f"which card is it? {written(entry)}")
        else:
            self.use_card(entry, card)
        self.followed = self.still_followed()
        self.record(entry, refused=False)

    def use_card(self, entry: Entry, card: Card) -> None:
        """Take a card out of a hand, and lay or present it."""
        verb = entry["verb"]
        seat = entry.get("seat", self.turn)
        self.hands[seat].remove(card)
        if verb == "present":
            self.came_to_light(card.kind, card.value, f"hand{seat}")
            card.known = True
            self.attackers.append(card)
            return
        self.went_unseen(card.kind, f"hand{seat}", f"gate{seat}")
        self.gateways[seat][entry["at"]].cards[card.kind].append(card)
        if verb in TYPES and verb not in self.types:
            self.types.append(verb)
        if verb == "overrule place":
            self.look_again()

    # Cards that everybody saw go to a hand.

    def follow(self, card: Card, seat: int) -> None:
        """Follow a card from where everybody saw it into a hand."""
        if card.kind != "leader":
            self.followed.setdefault((card.kind, card.value), []).append({f"hand{seat}"})

    def went_unseen(self, kind: str, start: str, end: str) -> None:
        """Note that one card of a kind, nobody knows which, went from one hidden place to another.

        It may be any copy that can be at the start. Told from the least to the most uncertain one,
        some copy is at the end or where the first was, another where the first or second was, ...
        """
        for (of, _), copies in self.followed.items():
            chosen = self.surest_first(copies, start)
            if of != kind or not chosen:
                continue
            others = [places for places in copies if start not in places]
            told = [chosen[0] | {end}]
            told += [chosen[at] | chosen[at + 1] for at in range(len(chosen) - 1)]
            copies[:] = others + told

    def came_to_light(self, kind: str, value: int | str, place: str) -> None:
        """Note that a card was turned up that lay hidden at a place: one copy fewer is followed."""
        copies = self.followed.get((kind, value), [])
        chosen = self.surest_first(copies, place)
        others = [places for places in copies if place not in places]
        copies[:] = others + [chosen[at] | chosen[at + 1] for at in range(len(chosen) - 1)]

    @staticmethod
    def surest_first(copies: list[set[str]], place: str) -> list[set[str]]:
        """List the copies that can be at a place, those with the fewest places first."""
        chosen = [places for places in copies if place in places]
        return sorted(chosen, key=lambda places: (len(places), sorted(places)))

    def hidden_at(self, place: str, kind: str) -> list[Card]:
        """List the cards of a kind that lie hidden at a place."""
        if place == "discard":
            there = self.discard
        elif place.startswith("hand"):
            there = self.hands[int(place[-1])]
        else:
            sections = self.gateways[int(place[-1])].values()
            there = [card for section in sections for card in section.cards[kind]]
        return [card for card in there if card.kind == kind and not card.known]

    def still_followed(self) -> dict[tuple[str, int | str], list[set[str]]]:
        """Return what is known of the followed cards: none is where no card of its kind is hidden.

        If more must be at one place than are hidden there, an entry was wrong, and these are given
        up.
        """
        kept: dict[tuple[str, int | str], list[set[str]]] = {}
        only: dict[tuple[str, str], int] = {}
        for (kind, value), copies in self.followed.items():
            for places in copies:
                possible = {place for place in places if self.hidden_at(place, kind)}
                if possible:
                    kept.setdefault((kind, value), []).append(possible)
                if len(possible) == 1:
                    at = (kind, min(possible))
                    only[at] = only.get(at, 0) + 1
        wrong = {at for at, number in only.items() if number > len(self.hidden_at(at[1], at[0]))}
        return {
            (kind, value): [
                places for places in copies if len(places) > 1 or (kind, min(places)) not in wrong
            ]
            for (kind, value), copies in kept.items()
        }

    def all_found(self, kind: str, value: int | str, besides: Card) -> bool:
        """Say whether the followed copies can all be different cards of paper, without this one."""

        def found(copies: list[set[str]], used: list[Card]) -> bool:
            if not copies:
                return True
            for place in copies[0]:
                for card in self.hidden_at(place, kind):
                    free = card is not besides and all(card is not other for other in used)
                    if card.value == value and free and found(copies[1:], [*used, card]):
                        return True
            return False

        return found(self.still_followed().get((kind, value), []), [])

    # The cards.

    def reshuffle(self) -> bool:
        """Shuffle the discard pile into an empty deck (V33); say whether a card is there now."""
        if not self.deck and self.discard:
            self.shuffle_all()
            self.note("reshuffled")
        return bool(self.deck)

    def shuffle_all(self) -> None:
        """Shuffle the discard pile into the deck; nothing in it is known any more."""
        for copies in self.followed.values():
            copies[:] = [places for places in copies if "discard" not in places]
        self.deck += self.discard
        self.discard = []
        for card in self.deck:
            card.known = False
        self.rng.shuffle(self.deck)

    def deal_one(self, seat: int, back: str) -> tuple[Card, int]:
        """Deal on from one back until a plain card comes; Leaders before it go to the hand."""
        found = 0
        while True:
            for card in reversed(self.deck):
                if card.back == back:
                    break
            else:
                raise ValueError(f"no card with a {back} back is left to deal")
            self.deck.remove(card)
            if card.kind != "leader":
                return card, found
            self.hands[seat].append(card)
            found += 1

    def to_deal(self) -> tuple[list[Card], list[int]]:
        """Say which cards the next player gets before they are dealt, and how many Leaders."""
        deck, hand = list(self.deck), list(self.hands[self.turn])
        build, one = self.deal_one(self.turn, "build")
        war, two = self.deal_one(self.turn, "war")
        section, three = self.deal_one(self.turn, "build")
        leaders = self.hands[self.turn][len(hand) :]
        self.deck, self.hands[self.turn] = deck, hand
        return [build, war, section, *leaders], [one + three, two]

    def do_dealt(self, entry: Entry) -> None:
        """Deal to one player: a Build and a War card to the hand, a Build card to b1."""
        cards, leaders = self.to_deal()
        if leaders != [entry["build"], entry["war"]]:
            raise ValueError("other Leaders were dealt")
        for card in cards:
            self.deck.remove(card)
        build, war, section, *rest = cards
        self.hands[self.turn] += [build, war, *rest]
        self.gateways[self.turn]["b1"].builds.append(section)
        if rest:
            self.note("dealt a Leader")
        self.turn = 1 - self.turn
        if self.turn == self.settings.first:
            self.phase = "face"
            self.begin_if_row_lies()

    def begin_if_row_lies(self) -> None:
        """Begin the first turn when four Face cards lie, or when no more can be laid."""
        if not self.deck:
            self.note("short row at the beginning")
        if len(self.row) == ROW or not self.deck:
            self.begin_turn(self.settings.first)

    def do_face(self, _entry: Entry) -> None:
        """Lay the next card of the deck at the near end of the face row."""
        card = self.deck.pop()
        card.known = True
        self.row.append(card)
        if self.phase == "face":
            self.begin_if_row_lies()
        else:
            self.settle_owed()

    def do_draw(self, _entry: Entry) -> None:
        """Draw the next card of the deck; a Leader brings one more draw."""
        card = self.deck.pop()
        self.hands[self.turn].append(card)
        self.owed.pop(0)
        if card.kind == "leader":
            self.note("drew a Leader")
            self.owed.insert(0, "deck")
        self.settle_owed()

    def owe(self, draws: list[str], afterwards: Callable[[], None]) -> None:
        """Let the player draw, and go on afterwards."""
        self.owed = list(draws)
        self.afterwards = afterwards
        self.settle_owed()

    def settle_owed(self) -> None:
        """Make all draws up to the next one that must be entered.

        Before a Face card is taken, and at the end, the row is filled as far as cards are there.
        """
        took = False
        while self.owed or self.row_has_room():
            if self.owed and self.owed[0] == "deck":
                if self.reshuffle():
                    self.phase = "draw"
                    return
                self.note("nothing to draw")
                self.owed.pop(0)
                continue
            if self.row_has_room():
                if len(self.row) + took < ROW:
                    self.note("row filled later")
                self.reshuffle()
                self.phase = "refill"
                return
            self.owed.pop(0)
            took = self.take_face()
        self.afterwards()

    def row_has_room(self) -> bool:
        """Say whether the row is filled now: while replenishing, if a card is there (V39)."""
        replenishing = self.afterwards in (self.end_turn, self.offer_claim)
        return replenishing and len(self.row) < ROW and bool(self.deck or self.discard)

    def take_face(self) -> bool:
        """Take the farthest Face card, if there is one."""
        if not self.row:
            self.note("no Face card to take")
            return False
        card = self.row.pop(0)
        self.hands[self.turn].append(card)
        if card.kind == "leader":
            self.note("took a Leader from the row")
            self.owed.insert(0, "face")
        else:
            card.known = False
            self.follow(card, self.turn)
        if not (self.deck or self.discard):
            self.note("row stays shorter")
        return True

    # The turn.

    def begin_turn(self, seat: int) -> None:
        """Begin a turn; a hand without a plain card draws one first (V4)."""
        self.turn = seat
        self.types = []
        if self.has_plain(seat):
            self.begin_actions()
        else:
            self.note("drew for an empty hand")
            self.owe(["deck"], self.begin_actions)

    def begin_actions(self) -> None:
        """Let the player act."""
        self.phase = "act"

    def do_leader(self, entry: Entry) -> None:
        """Announce a Leader by drawing a card."""
        for card in self.hands[self.turn]:
            if card.value == entry["name"]:
                self.announced = card
                card.known = True
        self.owe(["deck"], self.play_leader)

    def play_leader(self) -> None:
        """Discard the announced Leader and let it do what it does."""
        card = self.announced
        if card is None:
            raise ValueError("no Leader was announced")
        self.announced = None
        self.hands[self.turn].remove(card)
        self.discard.append(card)
        name = str(card.value)
        if not self.has_effect(name):
            self.note(f"{name} without effect")
            self.end_leader(name)
            return
        self.note(f"{name} with effect")
        if name == "ceto":
            self.hands.reverse()
            other = {"hand0": "hand1", "hand1": "hand0"}
            for copies in self.followed.values():
                copies[:] = [{other.get(place, place) for place in places} for places in copies]
            self.end_leader(name)
        elif name == "poseidon":
            self.by_poseidon = True
            self.phase = "target"
        else:
            self.phase = "swap" if name == "hephaestus" else "move"

    def end_leader(self, name: str) -> None:
        """End the actions after a Leader: no replenishing, but for one reading of Poseidon."""
        draws = ["deck"] if name == "poseidon" and self.settings.poseidon == "attack" else []
        self.owe(draws, self.offer_claim)

    def offer_claim(self) -> None:
        """After a Leader, ask for a claim if there can be one."""
        if self.complete(self.turn) and not self.claims[self.turn]:
            self.phase = "claim"
        else:
            self.end_turn()

    def do_swap(self, entry: Entry) -> None:
        """Swap a Build card of the bridge with one of the gate."""
        one = self.gateways[self.turn][entry["bridge"]].builds
        other = self.gateways[self.turn][entry["gate"]].builds
        first, second = entry["bridge_card"] - 1, entry["gate_card"] - 1
        one[first], other[second] = other[second], one[first]
        self.end_leader("hephaestus")

    def do_move(self, entry: Entry) -> None:
        """Move enemy War cards to an own section."""
        enemy = self.gateways[1 - self.turn]
        moved = []
        for at, number in zip(entry["at"], entry["cards"], strict=True):
            moved.append((at, enemy[at].wars[number - 1]))
        for at, card in moved:
            if not card.known:
                self.went_unseen("war", f"gate{1 - self.turn}", f"gate{self.turn}")
            enemy[at].wars.remove(card)
            self.gateways[self.turn][entry["to"]].wars.append(card)
        self.note(f"moved {len(moved)}")
        self.end_leader("ares")

    def do_attack(self, entry: Entry) -> None:
        """Point at the cards that are attacked."""
        self.targets = list_targets(entry)
        if self.phase == "act" and "attack" not in self.types:
            self.types.append("attack")
        self.phase = "present"

    def do_strike(self, _entry: Entry) -> None:
        """End presenting; unknown targets are revealed, then it is decided."""
        self.to_reveal = [target for target in self.targets if not self.card_at(target).known]
        self.phase = "reveal"
        if not self.to_reveal:
            self.decide_attack()

    def do_reveal(self, entry: Entry) -> None:
        """Reveal the next card; after the last one the attack or the claim is decided."""
        card = self.card_at(self.to_reveal.pop(0))
        if card.value != entry["value"]:
            raise ValueError("another card lies there")
        self.came_to_light(card.kind, card.value, f"gate{entry['side']}")
        card.known = True
        if self.to_reveal:
            return
        if self.targets:
            self.decide_attack()
        else:
            self.decide_claim()

    def decide_attack(self) -> None:
        """Compare the totals, and discard attackers and beaten targets (V10, V12, V14)."""
        targets = [self.card_at(target) for target in self.targets]
        alike = self.by_poseidon or targets[0].kind == self.attackers[0].kind
        won = enough(total(self.attackers), total(targets), alike=alike)
        self.note_attack(targets, won=won)
        self.discard += self.attackers
        if won:
            for target, card in zip(self.targets, targets, strict=True):
                self.take_away(target[0], target[1], card)
        self.targets = []
        self.attackers = []
        if self.by_poseidon:
            self.by_poseidon = False
            self.end_leader("poseidon")
        else:
            self.begin_actions()

    def note_attack(self, targets: list[Card], *, won: bool) -> None:
        """Count which pairing of kinds was won or lost, and whose cards were attacked."""
        result = "won" if won else "lost"
        own = self.targets[0][0] == self.turn
        if self.by_poseidon:
            self.note(f"attack by poseidon {result}")
        else:
            self.note(f"attack {self.attackers[0].kind} on {targets[0].kind} {result}")
        if own:
            self.note(f"attack on own card {result}")
        if self.targets[0][1] in GATE:
            self.note(f"attack on {'own ' if own else ''}gate {result}")
        if len(targets) == 2:
            self.note(f"attack on two cards {result}")

    def take_away(self, side: int, place: str, card: Card) -> None:
        """Discard a card from a section; War cards without a Build card perish (V18)."""
        section = self.gateways[side][place]
        section.cards[card.kind].remove(card)
        self.put_away(side, card)
        if not section.builds and section.wars:
            self.note("War cards perished")
            for war in section.wars:
                self.put_away(side, war)
            section.wars.clear()

    def put_away(self, side: int, card: Card) -> None:
        """Put a card of a gateway on the discard pile; one that nobody has seen stays unseen."""
        if not card.known:
            self.went_unseen(card.kind, f"gate{side}", "discard")
        self.discard.append(card)

    def do_done(self, entry: Entry) -> None:
        """End the actions, with or without a claim, and replenish."""
        if entry.get("claim"):
            self.claim()
        types = tuple(name for name in TYPES if name in self.types)
        self.note("replenish " + (" and ".join(types) or "nothing"))
        self.owe(REPLENISH[types], self.end_turn)

    def claim(self) -> None:
        """Note that the player says the gateway is complete."""
        self.claims[self.turn] = True
        self.note("claimed")

    def do_finish(self, entry: Entry) -> None:
        """End the turn after a Leader, with or without a claim."""
        if entry["claim"]:
            self.claim()
            self.note("claimed after a Leader")
        self.end_turn()

    # The end of a turn and of the game.

    def end_turn(self) -> None:
        """Count the turn."""
        self.turns += 1
        self.after_turn()

    def after_turn(self) -> None:
        """Test the other player's claim of before (V30, V31)."""
        other = 1 - self.turn
        self.to_reveal = []
        if not self.claims[other]:
            self.go_on()
            return
        if not self.complete(other):
            self.claims[other] = False
            self.note("claim lapsed")
            self.go_on()
            return
        if self.claims[self.turn] and not self.complete(self.turn):
            self.claims[self.turn] = False
            self.note("second claim lapsed")
        self.claimant = other
        self.phase = "reveal"
        self.to_reveal = self.unknown_builds(other)
        if self.claims[self.turn]:
            self.to_reveal += self.unknown_builds(self.turn)
        if not self.to_reveal:
            self.decide_claim()

    def unknown_builds(self, seat: int) -> list[list[Any]]:
        """List the Build cards of a gateway that not everybody has seen."""
        found = []
        for place in PLACES:
            for index, card in enumerate(self.gateways[seat][place].builds):
                if not card.known:
                    found.append([seat, place, "build", index + 1])
        return found

    def go_on(self) -> None:
        """Begin the other player's turn, or end the game after so many turns (V36)."""
        if self.turns >= LAST_TURN:
            self.end_game("turn-limit", [])
        else:
            self.begin_turn(1 - self.turn)

    def end_game(self, reason: str, winners: list[int]) -> None:
        """Set the outcome."""
        self.outcome = {"reason": reason, "winners": winners}
        self.phase = "over"

    def decide_claim(self) -> None:
        """Look whether the gateways hold what was claimed (V30, V32)."""
        other = 1 - self.claimant
        if self.claims[other]:
            words = [
                "valid" if self.valid(seat) else "not valid" for seat in (self.claimant, other)
            ]
            self.note("both claimed, " + " and ".join(words))
        if not self.valid(self.claimant):
            self.end_game("false-claim", [other])
        elif not self.claims[other] or not self.valid(other):
            self.end_game("gateway", [self.claimant])
        else:
            self.break_tie()

    def break_tie(self) -> None:
        """Let the only player with a Leader win, or else let both draw a card (V32)."""
        lucky = [seat for seat in (0, 1) if self.held(seat, "leader")]
        if len(lucky) == 1:
            self.end_game("gateway-leader", lucky)
            return
        self.shuffle_all()
        self.await_cut()

    def await_cut(self) -> None:
        """Ask for the next card of a tie, if the cards left can break it (V38)."""
        if self.deck if len(self.cuts) % 2 else self.can_break():
            self.phase = "cut"
            return
        self.note("no card left to break a tie" if self.deck else "no card left")
        self.end_game("gateway-draw", [])

    def can_break(self) -> bool:
        """Say whether two cards of the deck could differ, by what everybody knows."""
        in_deck = count(self.deck)
        possible = set()
        for kind in KINDS:
            for value, copies in self.copies[kind].items():
                if in_deck[KINDS.index(kind)] and self.known_copies(kind, value) < copies:
                    possible.add(value)
        return in_deck[0] + in_deck[1] >= 2 and len(possible) >= 2

    def do_cut(self, _entry: Entry) -> None:
        """Draw a card to decide a tie; equal cards and Leaders are laid aside (V38)."""
        card = self.deck.pop()
        card.known = True
        self.cuts.append(card)
        if len(self.cuts) % 2:
            self.await_cut()
            return
        one, other = self.cuts[-2:]
        if "leader" in (one.kind, other.kind) or one.value == other.value:
            self.note("cut again")
            self.await_cut()
            return
        higher = int(one.value) > int(other.value)
        self.end_game("gateway-cut", [self.claimant if higher else 1 - self.claimant])

    # What the table decides.

    def do_overrule_value(self, entry: Entry) -> None:
        """Say what a card is; if it was another one, the two had been mistaken for each other."""
        target = [entry["side"], entry["at"], entry["kind"], entry["card"]]
        card = self.card_at(target)
        was = card.value if card.known else None
        if was != entry["value"]:
            self.came_to_light(card.kind, entry["value"], f"gate{entry['side']}")
        card.known = True
        if card.value != entry["value"]:
            self.mistake(card, entry["value"])
        self.look_again()

    def mistake(self, card: Card, value: int) -> None:
        """Let a card be another one, and cards that are hidden such that all that is known is true.

        It and another card had been mistaken for each other; or more cards were.
        """
        hidden = [other for other in self.box if other.kind == card.kind and not other.known]
        values = {int(other.value) for other in (card, *hidden)}
        chosen = [other for other in hidden if other.value == value]
        for more in (False, True):
            for other in chosen:
                card.value, other.value = other.value, card.value
                pairs = itertools.combinations(hidden, 2) if more else [(card, card)]
                for one, two in pairs:
                    one.value, two.value = two.value, one.value
                    if all(self.all_found(card.kind, number, card) for number in values):
                        return
                    one.value, two.value = two.value, one.value
                card.value, other.value = other.value, card.value
        raise ValueError(f"no card can be {card.kind} {value} as far as everybody knows")

    def do_overrule_remove(self, entry: Entry) -> None:
        """Take a card away; those that are attacked stay attacked as far as they lie there."""
        target = [entry["side"], entry["at"], entry["kind"], entry["card"]]
        attacked = [(side, at, self.card_at([side, at, *rest])) for side, at, *rest in self.targets]
        self.take_away(entry["side"], entry["at"], self.card_at(target))
        self.targets = []
        for side, at, card in attacked:
            lying = self.gateways[side][at].cards[card.kind]
            self.targets += [
                [side, at, card.kind, index + 1]
                for index, other in enumerate(lying)
                if other is card
            ]
        self.look_again()

    def do_overrule_turn(self, entry: Entry) -> None:
        """Begin a turn afresh: what had only begun is taken back."""
        if self.phase != "act":
            self.note("turn given in the middle")
        self.take_back_attackers()
        self.take_back_cuts()
        self.owed = []
        self.to_reveal = []
        self.by_poseidon = False
        self.announced = None
        self.begin_turn(entry["seat"])

    def take_back_attackers(self) -> None:
        """Hand the attackers back to the hand, and forget what they attack."""
        for card in self.attackers:
            card.known = False
            self.follow(card, self.turn)
        self.hands[self.turn] += self.attackers
        self.attackers = []
        self.targets = []
        self.to_reveal = []

    def take_back_cuts(self) -> None:
        """Put the cards of a tie back into the deck."""
        if self.cuts:
            self.deck += self.cuts
            self.cuts = []
            for card in self.deck:
                card.known = False
            self.rng.shuffle(self.deck)

    def do_overrule_copies(self, entry: Entry) -> None:
        """Say how many copies there are: new ones are in the deck, others were never there."""
        kind, value = read_card(entry["card"])
        more = entry["count"] - self.copies[kind][int(value)]
        self.copies[kind][int(value)] = entry["count"]
        for _ in range(more):
            card = Card(kind, int(value), kind)
            self.box.append(card)
            self.deck.insert(self.rng.randint(0, len(self.deck)), card)
        for card in self.unknown_in_deck(entry)[: max(0, -more)]:
            self.deck = [other for other in self.deck if other is not card]
            self.box = [other for other in self.box if other is not card]
        if not self.deck:
            self.note("deck empty after all")
        self.draw_again()

    def draw_again(self) -> None:
        """Go on where a card of the deck was waited for."""
        if self.phase == "face":
            self.begin_if_row_lies()
        elif self.phase == "draw" or (self.phase == "refill" and not self.reshuffle()):
            self.settle_owed()
        elif self.phase == "cut":
            self.await_cut()

    def do_overrule_back(self, entry: Entry) -> None:
        """Say which back a Leader has."""
        name, back = entry["leader"], entry["back"]
        self.backs[name] = back
        for card in self.box:
            if card.kind == "leader" and card.value == name:
                card.back = back
                card.column = 2 + KINDS.index(back)

    def look_again(self) -> None:
        """Go on with an attack, a Leader or a test of claims as the cards lie now."""
        if self.phase in EFFECTS:
            self.lead_on(EFFECTS[self.phase])
        elif self.phase == "present" or self.attackers:
            self.attack_on()
        elif self.phase in ("reveal", "cut"):
            self.note("tested again")
            self.take_back_cuts()
            self.after_turn()

    def lead_on(self, name: str) -> None:
        """End a Leader that can do nothing any more."""
        if not self.has_effect(name):
            self.note("nothing left for a Leader")
            self.by_poseidon = False
            self.end_leader(name)

    def attack_on(self) -> None:
        """Go on with an attack, or call it off when nothing is attacked or nothing attacks."""
        if not self.targets or not (self.attackers or self.has_plain(self.turn)):
            self.note("attack called off")
            self.take_back_attackers()
            if self.by_poseidon:
                self.phase = "target"
                self.lead_on("poseidon")
            else:
                self.begin_actions()
        elif self.phase == "reveal":
            self.to_reveal = [target for target in self.targets if not self.card_at(target).known]
            if not self.to_reveal:
                self.decide_attack()


def read_card(text: str) -> tuple[str, int | str]:
    """Read a card as it is written; a Leader's kind is leader."""
    kind, _, value = text.partition("-")
    if kind in KINDS:
        return kind, int(value)
    return "leader", text


def list_targets(entry: Entry) -> list[list[Any]]:
    """List the targets of an attack; lists of different lengths name none."""
    parts = (entry["at"], entry["kind"], entry["cards"])
    if len({len(part) for part in parts}) > 1:
        return []
    return [[entry["side"], *part] for part in zip(*parts, strict=True)]


def named(side: int, place: str, kind: str, number: int) -> Entry:
    """Name a card in a gateway."""
    return {"side": side, "at": place, "kind": kind, "card": number}


def attack_on(side: int, targets: list[tuple[str, str, int]]) -> Entry:
    """Return the entry that attacks these cards."""
    return {
        "verb": "attack",
        "side": side,
        "at": [at for at, _, _ in targets],
        "kind": [kind for _, kind, _ in targets],
        "cards": [number for _, _, number in targets],
    }


# How random players choose. They see every card; that only makes the games livelier.


class Player:
    """How a seat plays: its style, its patience, and what it has in mind for a running attack."""

    def __init__(self, seat: int, style: str, patience: int) -> None:
        self.seat = seat
        self.style = style
        self.patience = patience
        self.in_mind: list[Card] = []


Move = tuple[Entry, Card | None]


def lay(table: Table, place: str, card: Card) -> Move:
    """Return the entry that lays a card from the hand: a new section, or a further card."""
    if table.gateways[table.turn][place].builds:
        return {"verb": "fortify", "at": place, "kind": card.kind}, card
    return {"verb": "build", "at": place}, card


def allowed(table: Table, moves: list[Move]) -> list[Move]:
    """Keep the moves that are allowed."""
    return [move for move in moves if not table.refusal(move[0])]


def parity_to_build(table: Table) -> int:
    """Choose odd or even for the bridge: what lies there and in the hand counts."""
    sections = table.gateways[table.turn]
    liked = [0, 0]
    for place in BRIDGE:
        if sections[place].builds:
            liked[sections[place].total() % 2] += 3
    for card in table.held(table.turn, "build"):
        liked[int(card.value) % 2] += 1
    return 0 if liked[0] > liked[1] else 1


def bridge_moves(table: Table) -> list[Move]:
    """List moves towards a bridge that holds."""
    parity = parity_to_build(table)
    sections = table.gateways[table.turn]
    builds = sorted(table.held(table.turn, "build"), key=lambda card: int(card.value))
    wars = sorted(table.held(table.turn, "war"), key=lambda card: int(card.value))
    moves = []
    for place in BRIDGE:
        section = sections[place]
        wanted = parity if not section.builds else 1
        if not section.builds or section.total() % 2 != parity:
            moves += [lay(table, place, card) for card in builds if int(card.value) % 2 == wanted]
    for place in BRIDGE:
        if sections[place].builds and not sections[place].wars:
            moves += [lay(table, place, card) for card in wars[-1:]]
    return allowed(table, moves)


def missing_for(section: Section, goal: int, values: list[int]) -> list[int] | None:
    """Say which cards bring a gate section to its goal, if these values can."""
    now = section.total()
    if section.builds and now == goal:
        return []
    if len(section.builds) == ROOM:
        return None
    if goal - now in values:
        return [goal - now]
    if not section.builds:
        for one in values:
            rest = list(values)
            rest.remove(one)
            if goal - one in rest:
                return [one, goal - one]
    return None


def gate_plan(table: Table) -> tuple[int, list[tuple[str, int]]]:
    """Find the sequence that most sections can reach now: how many, and the cards to lay."""
    gate = table.gateways[table.turn]
    held = [int(card.value) for card in table.held(table.turn, "build")]
    best: tuple[int, list[tuple[str, int]]] = (0, [])
    for low in range(1, 11):
        for goals in itertools.permutations((low, low + 1, low + 2)):
            values = list(held)
            reached = 0
            steps: list[tuple[str, int]] = []
            for place, goal in zip(GATE, goals, strict=True):
                missing = missing_for(gate[place], goal, values)
                if missing is None:
                    continue
                reached += 1
                for value in missing:
                    values.remove(value)
                    steps.append((place, value))
            if reached == len(GATE):
                return reached, steps
            if reached > best[0]:
                best = (reached, steps)
    return best


def gate_moves(table: Table) -> list[Move]:
    """List the moves towards a gate that holds."""
    if not table.ready(table.turn):
        return []
    moves = []
    for place, value in gate_plan(table)[1]:
        for card in table.held(table.turn, "build"):
            if card.value == value:
                moves.append(lay(table, place, card))
                break
    return allowed(table, moves)


def beaters(table: Table, goal: int, kind: str) -> list[Card]:
    """Choose few cards of a hand that beat a card of this kind and value, if any can."""
    for own in (kind, "war" if kind == "build" else "build"):
        chosen: list[Card] = []
        for card in sorted(table.held(table.turn, own), key=lambda card: -int(card.value)):
            chosen.append(card)
            if enough(total(chosen), goal, alike=own == kind):
                return chosen
    return []


def mending_moves(table: Table) -> list[Move]:
    """List attacks on own cards that stand in the way of a valid gateway."""
    own = table.gateways[table.turn]
    parity = parity_to_build(table)
    moves: list[Move] = []
    for place in BRIDGE:
        section = own[place]
        if len(section.builds) == ROOM and section.total() % 2 != parity:
            odd = [number for number in (1, 2) if int(section.builds[number - 1].value) % 2]
            moves += [(attack_on(table.turn, [(place, "build", number)]), None) for number in odd]
    full = [place for place in GATE if len(own[place].builds) == ROOM]
    if full and table.ready(table.turn) and gate_plan(table)[0] < 3:
        moves.append((attack_on(table.turn, [(table.rng.choice(full), "build", 1)]), None))
    fitting: list[Move] = []
    for entry, _ in moves:
        value = int(table.card_at(list_targets(entry)[0]).value)
        if beaters(table, value, "build"):
            fitting.append((entry, None))
    return allowed(table, fitting)


def attack_moves(table: Table, side: int) -> list[Move]:
    """List every attack by an action on one side's cards."""
    moves: list[Move] = []
    for place in PLACES:
        for kind in KINDS:
            lying = len(table.gateways[side][place].cards[kind])
            singles = [(place, kind, number) for number in range(1, lying + 1)]
            choices = [[single] for single in singles] + [singles] * (lying == ROOM)
            moves += [(attack_on(side, choice), None) for choice in choices]
    return allowed(table, moves)


def lying_on(table: Table, side: int) -> list[tuple[str, str, int]]:
    """List where each card of a side's gateway lies."""
    found = []
    for place in PLACES:
        for kind in KINDS:
            number = len(table.gateways[side][place].cards[kind])
            found += [(place, kind, index + 1) for index in range(number)]
    return found


def poseidon_moves(table: Table) -> list[Move]:
    """List every attack that Poseidon can lead."""
    side = 1 - table.turn
    cards = lying_on(table, side)
    choices = [[card] for card in cards] + [list(pair) for pair in itertools.combinations(cards, 2)]
    return allowed(table, [(attack_on(side, choice), None) for choice in choices])


def any_moves(table: Table) -> list[Move]:
    """List moves that lay any card of the hand anywhere."""
    moves = []
    for place in PLACES:
        for kind in KINDS:
            if kind == "build" or table.gateways[table.turn][place].builds:
                moves += [lay(table, place, card) for card in table.held(table.turn, kind)[:1]]
    return allowed(table, moves)


def leader_moves(table: Table) -> list[Move]:
    """List the Leaders that can be announced."""
    held = [str(card.value) for card in table.held(table.turn, "leader")]
    return allowed(table, [({"verb": "leader", "name": name}, None) for name in held])


def careless_moves(table: Table) -> list[Move]:
    """List moves that fill the gateway whatever the values, until it is complete."""
    sections = table.gateways[table.turn]
    moves = []
    for entry, card in any_moves(table):
        kind = card.kind if card is not None else ""
        if not sections[entry["at"]].cards[kind]:
            moves.append((entry, card))
    return moves


def useful_moves(table: Table) -> list[Move]:
    """List what a builder does before anything else."""
    moves = bridge_moves(table)
    if moves:
        return moves[:1]
    moves = gate_moves(table)
    return moves[:1] if moves else mending_moves(table)


def finishing(table: Table, player: Player, rng: random.Random) -> Entry:
    """Return the entry that ends the actions, claiming as the style has it."""
    return {"verb": "done", "claim": True} if claims(table, player, rng) else {"verb": "done"}


def claims(table: Table, player: Player, rng: random.Random) -> bool:
    """Say whether a player claims now: honest, at random, or patient until the other can too."""
    if table.refusal({"verb": "done", "claim": True}) and table.phase == "act":
        return False
    if player.style in ("careless", "uniform") or table.turns > player.patience:
        return rng.random() < 0.8
    if player.style == "late":
        return table.turns >= LAST_TURN - 4 and rng.random() < 0.4
    if not table.valid(table.turn):
        return False
    other = 1 - table.turn
    if player.style == "waiting":
        return table.claims[other] or (table.complete(other) and table.valid(other))
    return True


def choose_uniform(table: Table, rng: random.Random) -> Move | None:
    """Choose any move at all, each kind as likely as the other."""
    kinds = [leader_moves(table), any_moves(table), attack_moves(table, 1 - table.turn)]
    kinds += [attack_moves(table, table.turn)] if rng.random() < 0.3 else []
    kinds = [moves for moves in kinds if moves]
    if not kinds or (table.types and rng.random() < 0.25):
        return None
    return rng.choice(rng.choice(kinds))


def choose_spare(table: Table, rng: random.Random) -> Move | None:
    """Choose something to do when nothing is useful, so that cards come."""
    if table.types:
        return None
    wars = [move for move in any_moves(table) if move[1] is not None and move[1].kind == "war"]
    if wars and rng.random() < 0.3:
        return rng.choice(wars)
    moves = attack_moves(table, 1 - table.turn) or wars
    return rng.choice(moves) if moves else None


def choose_attack(table: Table, rng: random.Random) -> Move | None:
    """Choose an attack while the hand has enough cards."""
    plain = count(table.hands[table.turn])
    moves = attack_moves(table, 1 - table.turn)
    if moves and plain[0] + plain[1] > rng.randint(0, 3):
        return rng.choice(moves)
    return None


def choose_action(table: Table, player: Player, rng: random.Random) -> Move | None:
    """Choose what a player does in the action step; nothing means done."""
    style = "careless" if table.turns > player.patience else player.style
    if style == "idle" and rng.random() < 0.9:
        return None
    if style == "uniform":
        return choose_uniform(table, rng)
    hoards = style in ("waiting", "hoarding")
    leaders = [] if hoards else leader_moves(table)
    if leaders and rng.random() < 0.3:
        return rng.choice(leaders)
    if style == "attacking":
        attack = choose_attack(table, rng)
        if attack is not None:
            return attack
    if style in ("careless", "late"):
        moves = careless_moves(table)
        spare = choose_spare(table, rng) if style == "careless" else None
        return rng.choice(moves) if moves else spare
    if table.complete(table.turn) and table.valid(table.turn):
        return None
    moves = useful_moves(table)
    return moves[0] if moves else choose_spare(table, rng)


def choose_attackers(table: Table, rng: random.Random) -> list[Card]:
    """Choose which cards attack: often few that win, sometimes any."""
    targets = [table.card_at(target) for target in table.targets]
    hand = [card for card in table.hands[table.turn] if card.kind != "leader"]
    winning = beaters(table, total(targets), targets[0].kind)
    if winning and rng.random() < 0.6:
        return winning
    if not table.by_poseidon:
        kind = rng.choice(hand).kind
        hand = [card for card in hand if card.kind == kind]
    return rng.sample(hand, rng.randint(1, min(3, len(hand))))


def next_presented(table: Table, player: Player, rng: random.Random) -> Move:
    """Present the next card in mind, or strike."""
    if not table.attackers:
        player.in_mind = choose_attackers(table, rng)
    player.in_mind = [card for card in player.in_mind if card in table.hands[table.turn]]
    if not player.in_mind:
        return {"verb": "strike"}, None
    card = player.in_mind.pop()
    return {"verb": "present", "card": card.written()}, card


def next_swap(table: Table, rng: random.Random) -> Entry:
    """Swap any Build card of the bridge with any of the gate."""
    entry: Entry = {"verb": "swap"}
    for name, places in (("bridge", BRIDGE), ("gate", GATE)):
        lying = [place for place in places if table.gateways[table.turn][place].builds]
        place = rng.choice(lying)
        entry[name] = place
        number = rng.randint(1, len(table.gateways[table.turn][place].builds))
        entry[f"{name}_card"] = number
    return entry


def next_move(table: Table, rng: random.Random) -> Entry:
    """Move one or two enemy War cards to any section with room."""
    own, enemy = table.gateways[table.turn], table.gateways[1 - table.turn]
    wars = []
    for place in BRIDGE:
        wars += [(place, number + 1) for number in range(len(enemy[place].wars))]
    goals = [place for place in BRIDGE if own[place].builds and len(own[place].wars) < ROOM]
    goal = rng.choice(goals)
    most = min(len(wars), ROOM - len(own[goal].wars))
    chosen = rng.sample(wars, rng.randint(1, most))
    places, numbers = [place for place, _ in chosen], [number for _, number in chosen]
    return {"verb": "move", "at": places, "cards": numbers, "to": goal}


def observed(table: Table) -> Entry:
    """Return the entry that tells what the cards show, where nobody has a choice."""
    if table.phase == "deal":
        build, war = table.to_deal()[1]
        return {"verb": "dealt", "seat": table.turn, "build": build, "war": war}
    if table.phase in ("face", "refill"):
        return {"verb": "face", "card": table.deck[-1].written()}
    if table.phase == "cut":
        return {"verb": "cut", "seat": table.cutter(), "card": table.deck[-1].written()}
    if table.phase == "draw":
        card = table.deck[-1]
        entry: Entry = {"verb": "draw", "back": card.back}
        return {**entry, "leader": True} if card.kind == "leader" else entry
    side, place, kind, number = table.to_reveal[0]
    value = table.card_at(table.to_reveal[0]).value
    return {"verb": "reveal", **named(side, place, kind, number), "value": value}


def next_entry(table: Table, players: list[Player], rng: random.Random) -> Move:
    """Choose the next entry of a game that is not over."""
    player = players[table.turn]
    if table.phase == "act":
        move = choose_action(table, player, rng)
        return move if move is not None else (finishing(table, player, rng), None)
    if table.phase == "target":
        return rng.choice(poseidon_moves(table))
    if table.phase == "present":
        return next_presented(table, player, rng)
    if table.phase == "swap":
        return next_swap(table, rng), None
    if table.phase == "move":
        return next_move(table, rng), None
    if table.phase == "claim":
        can_claim = table.complete(table.turn) and not table.claims[table.turn]
        return {"verb": "finish", "claim": can_claim and claims(table, player, rng)}, None
    return observed(table), None


# Entries that are only asked about, and entries that must be refused.


def any_seat(rng: random.Random) -> int:
    """Name a seat, seldom one that is not there."""
    return rng.randint(0, 1) if rng.random() < 0.95 else 2


def any_value(rng: random.Random) -> int:
    """Name a value, seldom one that no card has."""
    return rng.randint(1, 6) if rng.random() < 0.95 else rng.choice([0, 7])


def any_card(rng: random.Random) -> str:
    """Name any card that there could be, seldom one that there cannot be."""
    if rng.random() < 0.2:
        return rng.choice(LEADERS)
    return f"{rng.choice(KINDS)}-{any_value(rng)}"


def any_target(table: Table, rng: random.Random, side: int) -> tuple[str, str, int]:
    """Name a card on a side, mostly one that lies there."""
    lying = lying_on(table, side)
    if lying and rng.random() < 0.85:
        return rng.choice(lying)
    return rng.choice(PLACES), rng.choice(KINDS), rng.randint(0, 3)


def any_attack(table: Table, rng: random.Random) -> Entry:
    """Invent an attack: often on neighbours, mostly in order."""
    side = rng.choice([1 - table.turn, 1 - table.turn, table.turn])
    chosen = [any_target(table, rng, side)]
    chance = rng.random()
    if chance < 0.3:
        place, kind, _ = chosen[0]
        pairs = [at for at in GATE if len(table.gateways[side][at].builds) == ROOM]
        if pairs and rng.random() < 0.5:
            place, kind = rng.choice(pairs), "build"
        chosen = [(place, kind, 1), (place, kind, 2)]
    elif chance < 0.6:
        chosen.append(any_target(table, rng, side))
    elif chance < 0.65:
        chosen += [any_target(table, rng, side), any_target(table, rng, side)]
    gate = [card for card in lying_on(table, side) if card[0] in GATE]
    if table.phase == "target" and gate and rng.random() < 0.5:
        chosen = [any_target(table, rng, side), rng.choice(gate)]
    if rng.random() < 0.9:
        chosen.sort(key=lambda card: (PLACES.index(card[0]), card[1], card[2]))
    else:
        rng.shuffle(chosen)
    entry = attack_on(side, chosen)
    if rng.random() < 0.03:
        entry["cards"] = entry["cards"][:-1]
    return entry


def any_reveal(table: Table, rng: random.Random) -> Entry:
    """Invent a reveal: mostly of a card that must be revealed, with any value."""
    if table.to_reveal and rng.random() < 0.85:
        side, place, kind, number = rng.choice([table.to_reveal[0], rng.choice(table.to_reveal)])
    else:
        side = rng.choice([0, 1])
        place, kind, number = any_target(table, rng, side)
    return {"verb": "reveal", **named(side, place, kind, number), "value": any_value(rng)}


def any_move(table: Table, rng: random.Random) -> Entry:
    """Invent a move of War cards."""
    places, numbers = [], []
    for _ in range(rng.choice([1, 1, 2, 2, 2, 3])):
        place, _, number = any_target(table, rng, 1 - table.turn)
        places.append(place)
        numbers.append(number)
    if rng.random() < 0.03:
        numbers.append(1)
    return {"verb": "move", "at": places, "cards": numbers, "to": rng.choice(PLACES)}


def any_swap(rng: random.Random) -> Entry:
    """Invent a swap."""
    places = BRIDGE if rng.random() < 0.9 else PLACES
    return {
        "verb": "swap",
        "bridge": rng.choice(places),
        "bridge_card": rng.randint(1, 2),
        "gate": rng.choice(GATE if rng.random() < 0.9 else PLACES),
        "gate_card": rng.randint(1, 2),
    }


def any_note(table: Table, rng: random.Random) -> Entry:
    """Invent a note of a seat about one of its cards, mostly a true one."""
    seat = rng.choice([0, 1])
    place, kind, number = any_target(table, rng, seat)
    card = table.find(seat, place, kind, number)
    value = card.value if card is not None and rng.random() < 0.7 else any_value(rng)
    where = {"at": place, "kind": kind, "card": number}
    return {"verb": "remember", "seat": seat, **where, "value": value}


def any_copies(table: Table, rng: random.Random) -> Entry:
    """Invent a number of copies of a card, mostly near the right one."""
    if rng.random() < 0.05:
        return {"card": rng.choice(LEADERS), "count": 1}
    kind, value = rng.choice(KINDS), rng.choice(VALUES)
    near = table.copies[kind][value] + rng.choice([-2, -1, 0, 1, 2])
    return {"card": f"{kind}-{value}", "count": near if rng.random() < 0.9 else rng.choice([0, 13])}


def any_overrule(table: Table, rng: random.Random, verb: str) -> Entry:
    """Invent an overrule of one kind."""
    side = rng.choice([0, 1])
    place, kind, number = any_target(table, rng, side)
    if verb == "overrule turn":
        entry: Entry = {"verb": verb, "seat": any_seat(rng)}
    elif verb == "overrule copies":
        entry = {"verb": verb, **any_copies(table, rng)}
    elif verb == "overrule back":
        entry = {"verb": verb, "leader": rng.choice(LEADERS), "back": rng.choice(KINDS)}
    elif verb == "overrule place":
        kind = rng.choice(KINDS)
        entry = {"verb": verb, "seat": side, "at": rng.choice(PLACES), "kind": kind}
    else:
        entry = {"verb": verb, **named(side, place, kind, number)}
        if verb == "overrule value":
            entry["value"] = any_value(rng)
    entry["why"] = "We saw it" if rng.random() < 0.95 else ""
    if rng.random() < 0.3:
        entry["by"] = any_seat(rng)
    return entry


def any_entry(table: Table, rng: random.Random, verb: str) -> Entry:
    """Invent an entry of one kind without looking whether it is allowed."""
    if verb.startswith("overrule"):
        return any_overrule(table, rng, verb)
    card, place, kind = any_card(rng), rng.choice(PLACES), rng.choice(KINDS)
    seat, either = any_seat(rng), rng.random() < 0.5
    inventing: dict[str, Callable[[], Entry]] = {
        "dealt": lambda: {"seat": seat, "build": rng.randint(-1, 3), "war": rng.randint(0, 3)},
        "face": lambda: {"card": card},
        "draw": lambda: {"back": kind, "leader": either},
        "leader": lambda: {"name": rng.choice(LEADERS)},
        "build": lambda: {"at": place},
        "fortify": lambda: {"at": place, "kind": kind},
        "attack": lambda: any_attack(table, rng),
        "done": lambda: {"claim": either},
        "swap": lambda: any_swap(rng),
        "move": lambda: any_move(table, rng),
        "present": lambda: {"card": card},
        "strike": dict,
        "reveal": lambda: any_reveal(table, rng),
        "finish": lambda: {"claim": either},
        "cut": lambda: {"seat": seat, "card": card},
        "remember": lambda: any_note(table, rng),
    }
    return {"verb": verb, **inventing[verb]()}


VERBS_DURING = {
    phase: [verb for verb, phases in DURING.items() if phase in phases and verb != "remember"]
    for phase in sorted({phase for phases in DURING.values() for phase in phases})
}


def invented(table: Table, rng: random.Random) -> Entry:
    """Invent an entry, mostly of a kind that belongs to the phase."""
    fitting = VERBS_DURING.get(table.phase, [])
    if fitting and rng.random() < 0.8:
        return any_entry(table, rng, rng.choice(fitting))
    return any_entry(table, rng, rng.choice(list(DURING)))


def sprinkle(table: Table, rng: random.Random, chance: float) -> None:
    """Ask about a few entries, and sometimes make one that must be refused."""
    if chance <= 0:
        return
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
        entry = invented(table, rng)
        table.ask(entry)
        if table.refusal(entry) and rng.random() < chance:
            table.refuse(entry)


# Whole random games.

DECKS = [
    ([8, 8, 8, 8, 0, 0], [6, 6, 6, 6, 0, 0]),
    ([8, 8, 8, 8, 0, 0], [6, 6, 6, 6, 0, 0]),
    ([12, 12, 8, 0, 0, 0], [8, 8, 0, 0, 0, 0]),
    ([5, 5, 5, 5, 5, 5], [4, 4, 4, 4, 4, 4]),
    ([6, 6, 6, 2, 0, 0], [4, 3, 3, 2, 0, 0]),
    ([7, 7, 6, 0, 0, 0], [5, 5, 2, 0, 0, 0]),
    ([0, 6, 6, 6, 6, 0], [0, 12, 0, 4, 0, 0]),
]
TINY = [
    ([4, 3, 3, 0, 0, 0], [2, 2, 1, 0, 0, 0]),
    ([3, 2, 1, 0, 0, 0], [1, 1, 0, 0, 0, 0]),
    ([2, 2, 2, 2, 0, 0], [1, 1, 1, 1, 0, 0]),
    ([0, 0, 6, 0, 0, 0], [0, 2, 0, 0, 0, 0]),
]
PAIRS = [
    *[("building", "building")] * 7,
    *[("waiting", "waiting")] * 4,
    *[("building", "attacking")] * 5,
    *[("building", "hoarding")] * 2,
    *[("building", "careless")] * 2,
    *[("building", "uniform")] * 2,
    *[("attacking", "attacking")] * 2,
    *[("attacking", "careless")] * 2,
    *[("uniform", "uniform")] * 2,
    *[("careless", "careless")] * 2,
    *[("idle", "building")],
]
STYLES = sorted({style for pair in PAIRS for style in pair})
# After so many turns a player no longer cares how a gateway is finished; others are in a hurry.
PATIENCE = {
    "building": 50,
    "waiting": 60,
    "hoarding": 50,
    "idle": LAST_TURN,
    "late": LAST_TURN,
}


@dataclass
class Plan:
    """How a random game goes: who plays how, and how often the table does something odd."""

    players: list[Player]
    overruling: float
    noting: float
    mistakes: float


def random_settings(rng: random.Random) -> tuple[Settings, tuple[str, str]]:
    """Choose what is laid down before a game, and the styles of the players."""
    build, war = rng.choice(DECKS)
    pair = rng.choice(PAIRS)
    if rng.random() < 0.02:
        build, war = rng.choice(TINY)
        pair = rng.choice([("idle", "building"), ("uniform", "idle"), ("building", "careless")])
    elif rng.random() < 0.015:
        pair = rng.choice([("idle", "idle"), ("late", "idle"), ("late", "late")])
    if rng.random() < 0.5:
        pair = (pair[1], pair[0])
    leaders = ["build", "war", "war", "build"]
    if rng.random() < 0.5:
        leaders = [rng.choice(KINDS) for _ in LEADERS]
    poseidon = rng.choice(["nothing", "attack"])
    return Settings(list(build), list(war), leaders, rng.choice([0, 1]), poseidon), pair


def random_options(settings: Settings, rng: random.Random) -> dict[str, str]:
    """Write the options; those that are as usual are left out now and then."""
    return {
        name: value
        for name, value in settings.options().items()
        if value != DEFAULTS[name] or rng.random() < 0.5
    }


SELDOM = ("swap", "target", "move", "claim", "cut")
OVERRULES = [verb for verb in DURING if verb.startswith("overrule")]


def random_overrule(table: Table, plan: Plan, rng: random.Random) -> None:
    """Now and then let the table decide against the referee, if it can."""
    chance = plan.overruling * (8 if table.phase in SELDOM else 1)
    if rng.random() >= chance:
        return
    verb = rng.choice(OVERRULES)
    entry = any_overrule(table, rng, verb)
    if table.refusal(entry) or not table.can_be(entry):
        return
    table.note(verb)
    table.note(f"{verb} in {table.phase}")
    card = None
    if verb == "overrule place":
        card = rng.choice(table.held(entry["seat"], entry["kind"]))
    table.enter(entry, card)


def random_note(table: Table, plan: Plan, rng: random.Random) -> None:
    """Now and then let a player note the value of a card."""
    if rng.random() < plan.noting:
        entry = any_note(table, rng)
        if not table.refusal(entry):
            table.enter(entry)


def play_on(table: Table, plan: Plan, rng: random.Random) -> None:
    """Make one entry, with what happens before it."""
    random_overrule(table, plan, rng)
    if table.phase == "over":
        return
    random_note(table, plan, rng)
    sprinkle(table, rng, plan.mistakes)
    entry, card = next_entry(table, plan.players, rng)
    table.enter(entry, card)


def random_game(
    seed: int,
    *,
    mistakes: float = 0.1,
    every: int = 1,
    watch: Callable[[Table], None] | None = None,
) -> NaiveGame:
    """Play one whole random game, in which everything is chosen by the seed.

    Mistakes is the chance of a refused entry before each allowed one; with none nothing is asked
    either. The view is written down after every so many entries. The watcher is shown the table
    after each entry of the players.
    """
    rng = random.Random(seed)
    settings, pair = random_settings(rng)
    cards = all_cards(settings)
    rng.shuffle(cards)
    table = Table(settings, cards, rng)
    table.every = every
    hurry = rng.choice([10, 16, 24])
    plan = Plan(
        players=[
            Player(seat, style, PATIENCE.get(style, hurry)) for seat, style in enumerate(pair)
        ],
        overruling=rng.choice([0.0, 0.0, 0.0, 0.02, 0.06]),
        noting=rng.choice([0.0, 0.0, 0.04]),
        mistakes=mistakes,
    )
    game = NaiveGame(
        seed=seed,
        options=random_options(settings, rng),
        styles=list(pair),
        start=table.view(),
        steps=table.steps,
        events=table.events,
    )
    while table.outcome is None:
        play_on(table, plan, rng)
        if watch is not None:
            watch(table)
    for _ in range(3):
        sprinkle(table, rng, mistakes and 1.0)
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
    found = [*game.events, *(f"style {style}" for style in game.styles)]
    if game.outcome is not None:
        found.append(game.outcome["reason"])
    return found


def main() -> None:
    """Print random games as one stream of transcripts, or what they hold with --tally."""
    parser = argparse.ArgumentParser(description="Print random games of War of Waves.")
    parser.add_argument("games", type=int, nargs="?", default=1, help="how many games")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    parser.add_argument("--tally", action="store_true", help="count what happened instead")
    given = parser.parse_args()
    tally: dict[str, int] = {}
    entries = 0
    for seed in range(given.seed, given.seed + given.games):
        game = random_game(seed)
        if not given.tally:
            print(text(game), end="")
            continue
        entries += len(game.steps)
        for event in happenings(game):
            tally[event] = tally.get(event, 0) + 1
    for event in sorted(tally):
        print(f"{tally[event]:8} {event}")
    if given.tally:
        print(f"{entries / max(1, given.games):8.1f} entries a game")


if __name__ == "__main__":
    main()
