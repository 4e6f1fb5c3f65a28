"""A second, naive engine for Rolling with the Waves.

It exists to be compared with the real engine, so it shares no code with it and imports nothing
from the project. It plays whole random games in the order of the rulebook: one long function a
phase, plain loops over lists and dicts, treasure stolen die by die. Wherever somebody decides it
lists all entries that are allowed, writes down the public view, asks about entries that may not
be, and picks one.

Words used here. A map is a dict of lists: spirits, chests 1 to 3, hull, small, large, ports, crew.
The rulings R1 to R36 are those of the rules page.
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

CREWS = ["red", "yellow", "green", "blue", "purple"]
NAMES = ["Ann", "Bo", "Cy", "Di", "Ed"]
PLAYERS = [2, 3, 4, 5]
ENDS = ["three-chests", "three-tracks"]
ROOM = {
    "raise": 2,
    "chest-1": 4,
    "chest-2": 4,
    "chest-3": 4,
    "hull": 5,
    "small": 2,
    "large": 3,
    "ports": 5,
    "crew": 5,
}
CHESTS = ["chest-1", "chest-2", "chest-3"]
SIGNS = [*CHESTS, "raise", "bury", "hull", "small", "large", "ports", "crew"]
CIRCLES = {"small": [4, 7, 10], "large": [3, 6, 9, 15], "ports": [3, 10, 18], "crew": [5, 11, 19]}
LATE = ["write", "bury", "fire", "stow"]
STYLES = ["any", "any", "chests", "tracks", "cannons", "digger"]
LIKED = {
    "chests": CHESTS,
    "tracks": ["hull", "ports", "crew"],
    "cannons": ["small", "large", "raise"],
    "digger": ["bury"],
}


@dataclass
class Step:
    """One entry, whether it is refused, the view after it, and what else would be allowed then.

    `asked` are entries that nobody makes: whether each would be allowed just before this one. An
    empty view was not written down: writing takes longer than playing.
    """

    entry: str
    refused: bool
    asked: dict[str, bool]
    view: Json = field(default_factory=dict)


@dataclass
class NaiveGame:
    """A whole game: its settings, the view before the first entry, all entries, the outcome."""

    seed: int
    players: int
    options: list[str]
    start: Json = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    outcome: Json | None = None
    events: set[str] = field(default_factory=set)

    @property
    def names(self) -> list[str]:
        """Name the players by seat."""
        return NAMES[: self.players]


@dataclass
class Map:
    """A player's map."""

    infamy: int = 5
    at: dict[str, list[int]] = field(default_factory=lambda: {name: [] for name in ROOM})
    buried: list[str] = field(default_factory=list)

    def level(self, name: str, hull: list[int]) -> int:
        """Count the circles that are reached."""
        circles = hull if name == "hull" else CIRCLES[name]
        reached = 0
        for circle in circles:
            if sum(self.at[name]) >= circle:
                reached += 1
        return reached

    def full(self, name: str) -> bool:
        """Say whether there is no empty square."""
        return len(self.at[name]) == ROOM[name]

    def open(self, name: str) -> bool:
        """Say whether a die may be laid at a sign (R7, R8, R10)."""
        if name == "bury":
            return any(self.at[chest] and chest not in self.buried for chest in CHESTS)
        return not self.full(name) and name not in self.buried

    def points(self) -> int:
        """Count what the map is worth."""
        total = 0
        for chest in CHESTS:
            for die in self.at[chest]:
                total += die
            if chest in self.buried:
                total += 2
        for track in ("hull", "ports", "crew"):
            if self.full(track):
                total += 5
        return total + self.infamy // 3


class Game:
    """Plays one game from the first roll to the scores."""

    def __init__(self, seed: int, players: int, mistakes: float) -> None:
        """Choose how the players play; the rest is as in the rulebook."""
        self.rng = random.Random(seed)
        self.players = players
        self.mistakes = mistakes
        self.closely = seed % 5 == 0
        self.last_phase = ""
        self.colours = CREWS[:players]
        self.hull = [7, 14, 21]
        self.circles: int | None = None
        self.first = 0
        self.game = NaiveGame(seed, players, self.options())
        self.styles = [self.rng.choice(STYLES) for _ in range(players)]
        self.overruling = self.rng.choice([0.0, 0.0, 0.02])
        self.lay_out()

    def options(self) -> list[str]:
        """Choose what a table chooses before it begins; what is as usual is left out."""
        rng, options = self.rng, []
        if rng.random() < 0.5:
            self.first = rng.randrange(self.players)
            options.append(f"first={self.first}")
        if rng.random() < 0.3:
            self.colours = rng.sample(CREWS, self.players)
            options.append("colours=" + ",".join(self.colours))
        if rng.random() < 0.3:
            self.hull = sorted(rng.sample(range(1, 36), 3))
            options.append("hull=" + ",".join(map(str, self.hull)))
        if rng.random() < 0.3:
            self.circles = rng.randint(5, 30)
            options.append(f"infamy={self.circles}")
        return options

    def lay_out(self) -> None:
        """Lay out maps and fill the bag."""
        self.maps = [Map() for _ in range(self.players)]
        self.bag = dict.fromkeys(CREWS, 0)
        for colour in self.colours:
            self.bag[colour] = 2
        self.bag["clear"] = self.players + 1
        self.round = 1
        self.pool: list[tuple[str, int]] = []
        self.nests: list[list[tuple[str, int]]] = [[] for _ in range(self.players)]
        self.lying: list[list[tuple[str, int]]] = [[] for _ in range(self.players)]
        self.ready: list[int] = []
        self.queue: list[int] = []
        self.loot: list[int] = []
        self.phase = "roll"
        self.acting = [self.first]

    # ------------------------------------------------------------ what is written down

    def view(self) -> Json:
        """Return what everybody sees."""
        order = [*CREWS, "clear"]
        pool = sorted(self.pool, key=lambda die: (order.index(die[0]), die[1]))
        played = [colour for colour in CREWS if colour in self.colours] + ["clear"]
        return {
            "phase": self.phase,
            "round": self.round,
            "first": self.first,
            "acting": sorted(self.acting),
            "bag": {colour: self.bag[colour] for colour in played},
            "pool": [f"{colour}-{face}" for colour, face in pool],
            "nests": [[f"{colour}-{face}" for colour, face in nest] for nest in self.nests],
            "ready": sorted(self.ready),
            "laid": [[f"{sign}-{value}" for sign, value in lying] for lying in self.lying],
            "infamy": [one.infamy for one in self.maps],
            "spirits": [list(one.at["raise"]) for one in self.maps],
            "chests": [[list(one.at[chest]) for chest in CHESTS] for one in self.maps],
            "buried": [sorted(int(chest[-1]) for chest in one.buried) for one in self.maps],
            **{
                track: [list(one.at[track]) for one in self.maps]
                for track in ("hull", "small", "large", "ports", "crew")
            },
            "queue": list(self.queue),
            "loot": list(self.loot),
            "points": [one.points() for one in self.maps],
            "over": self.phase == "over",
        }

    def snapshot(self) -> None:
        """Write the view down behind the entry that led to it, each time or when a phase begins."""
        if not self.game.steps:
            self.game.start = self.view()
        elif self.closely or self.phase != self.last_phase or self.phase in LATE:
            self.game.steps[-1].view = self.view()
        self.last_phase = self.phase

    def decide(self, phase: str, acting: list[int], allowed: Callable[[], list[str]]) -> str:
        """Let somebody make one of the allowed entries, and write down all around it."""
        self.phase, self.acting = phase, acting
        self.snapshot()
        while self.rng.random() < self.overruling:
            self.overrule()
        legal = allowed()
        self.trouble(legal)
        entry = self.pick(legal)
        asked = {}
        if self.mistakes and (self.closely or self.phase in LATE):
            asked = {other: other in legal for other in self.inventions(2)}
        self.game.steps.append(Step(entry, refused=False, asked=asked))
        return entry

    def trouble(self, legal: list[str]) -> None:
        """Now and then enter something that is refused."""
        if self.rng.random() >= self.mistakes:
            return
        wrong = [entry for entry in self.inventions(3) if entry not in legal]
        if wrong:
            self.game.steps.append(Step(wrong[0], refused=True, asked={}, view=self.view()))
            self.game.events.add("refused " + wrong[0].split(" ", maxsplit=1)[0])

    def inventions(self, count: int) -> list[str]:
        """Invent entries without looking whether they are allowed."""
        rng = self.rng
        seat = rng.choice([*self.acting, *range(self.players + 1)])
        chest = rng.randint(0, 4)
        face = rng.randint(0, 7)
        colour = rng.choice([*CREWS, "clear"])
        sign = rng.choice(SIGNS)
        guns = rng.choice(["small", "large", "both"])
        if self.pool and rng.random() < 0.7:
            colour, face = rng.choice(self.pool)
        left = self.left(seat) if seat < self.players and self.nests[seat] else []
        value = rng.choice(left) if left and rng.random() < 0.8 else face
        made = [
            f"roll colour={colour} face={face}",
            f"draft seat={seat} colour={colour} face={face}",
            f"sailor seat={seat} colour={colour} face={face}",
            f"ready seat={seat}",
            f"allocate seat={seat} value={value} to={sign}",
            f"allocate all seat={seat}",
            f"write seat={seat} raised={rng.choice(['yes', 'no'])}",
            f"bury seat={seat} chest={chest}",
            f"fire seat={seat} guns={guns} target={rng.randint(0, self.players)} chest={chest}",
            f"stow seat={seat} chest={chest}",
        ]
        of_phase = {
            "roll": 0,
            "draft": rng.choice([1, 2]),
            "allocate": rng.choice([3, 4, 5]),
            "reveal": rng.choice([4, 5]),
            "write": 6,
            "bury": 7,
            "fire": 8,
            "stow": 9,
        }
        likely = made[of_phase[self.phase]] if self.phase in of_phase else made[0]
        return [likely, *rng.sample(made, count - 1)]

    def pick(self, legal: list[str]) -> str:
        """Choose as the style of whoever acts has it."""
        rng = self.rng
        style = self.styles[self.acting[0]]
        if self.phase in ("allocate", "reveal"):
            liked = [one for one in legal if one.split("=")[-1] in LIKED.get(style, [])]
            liked += [one for one in legal if style == "digger" and one.startswith("allocate all")]
            calls = [one for one in legal if one.startswith("ready")]
            if calls and rng.random() < 0.8:
                return rng.choice(calls)
            if liked and rng.random() < 0.7:
                return rng.choice(liked)
            singles = [one for one in legal if not one.startswith(("allocate all", "ready"))]
            if singles and rng.random() < 0.9:
                return rng.choice(singles)
        if self.phase == "draft":
            free = [one for one in legal if not self.costs(one)]
            if free and rng.random() < 0.7:
                return rng.choice(free)
        return rng.choice(legal)

    def costs(self, entry: str) -> bool:
        """Say whether a draft has a price or is a drunken sailor."""
        colour = self.colours[self.acting[0]]
        return not entry.startswith("draft") or not (f"={colour} " in entry or "=clear " in entry)

    # ------------------------------------------------------------ overrules

    def overrule(self) -> None:
        """Try to decide something against the referee: it is taken or refused."""
        rng = self.rng
        seat = rng.randint(0, self.players)
        sign = rng.choice(SIGNS)
        number = rng.randint(-1, 8)
        chest = rng.randint(0, 4)
        colour = rng.choice([*CREWS, "clear"])
        buried = rng.choice(["yes", "no"])
        kinds = ["infamy", "write", "erase", "buried", "bag", "first"]
        kind = rng.choice(kinds)
        said = {
            "infamy": f"seat={seat} infamy={number}",
            "write": f"seat={seat} to={sign} value={number}",
            "erase": f"seat={seat} to={sign}",
            "buried": f"seat={seat} chest={chest} buried={buried}",
            "bag": f"colour={colour} dice={number}",
            "first": f"seat={seat}",
        }[kind]
        why = rng.choice(['"we saw it"'] * 9 + ['" "'])
        entry = f"overrule {kind} {said} why={why}"
        good = why != '" "' and (kind == "bag" or seat < self.players)
        takes = getattr(self, f"overrule_{kind}")
        done = good and takes(
            {"seat": seat, "number": number, "sign": sign, "chest": chest}
            | {"buried": buried == "yes", "colour": colour}
        )
        if kind == "first" and done:
            self.acting = [self.first]
        self.game.steps.append(Step(entry, refused=not done, asked={}, view=self.view()))
        self.game.events.add(f"overrule {kind}" if done else "refused overrule")

    def overrule_infamy(self, given: Json) -> bool:
        """Set somebody's Infamy."""
        most = 99 if self.circles is None else self.circles
        one = self.maps[given["seat"]]
        if given["number"] < 0 or given["number"] > most or given["number"] == one.infamy:
            return False
        one.infamy = given["number"]
        return True

    def overrule_write(self, given: Json) -> bool:
        """Write one more value into a place."""
        one, sign = self.maps[given["seat"]], given["sign"]
        if self.phase not in ("roll", "draft") or sign == "bury" or one.full(sign):
            return False
        if not 1 <= given["number"] <= 7:
            return False
        if sign in ("small", "large") and len(one.at[sign]) + 1 == ROOM[sign]:
            return False
        one.at[sign].append(given["number"])
        if one.full("hull") and one.full("ports") and one.full("crew"):
            one.at[sign].pop()
            return False
        return True

    def overrule_erase(self, given: Json) -> bool:
        """Wipe the last value of a place."""
        one, sign = self.maps[given["seat"]], given["sign"]
        if self.phase not in ("roll", "draft") or sign == "bury" or not one.at[sign]:
            return False
        if sign in one.buried and len(one.at[sign]) == 1:
            return False
        one.at[sign].pop()
        return True

    def overrule_buried(self, given: Json) -> bool:
        """Bury a chest or dig it up."""
        one = self.maps[given["seat"]]
        if self.phase not in ("roll", "draft") or given["chest"] not in (1, 2, 3):
            return False
        chest = f"chest-{given['chest']}"
        if (chest in one.buried) == given["buried"] or not one.at[chest]:
            return False
        if given["buried"]:
            one.buried.append(chest)
        else:
            one.buried.remove(chest)
        return True

    def overrule_bag(self, given: Json) -> bool:
        """Set the number of dice of a colour in the bag."""
        colour, number = given["colour"], given["number"]
        most = 6 if colour == "clear" else 5 if colour in self.colours else 0
        if self.phase != "roll" or not 0 <= number <= most or number == self.bag[colour]:
            return False
        left = sum(self.bag.values()) - self.bag[colour] + number
        if left < 3 * self.players:
            return False
        self.bag[colour] = number
        return True

    def overrule_first(self, given: Json) -> bool:
        """Return the bag to somebody else."""
        if self.phase != "roll" or given["seat"] == self.first:
            return False
        self.first = given["seat"]
        return True

    # ------------------------------------------------------------ the round

    def around(self) -> list[int]:
        """List the seats clockwise from the first player."""
        return [*range(self.first, self.players), *range(self.first)]

    def play(self) -> NaiveGame:
        """Play round after round until somebody has ended the game."""
        while True:
            self.roll()
            self.draft()
            self.allocate()
            self.carry_out()
            reason = self.end()
            if reason:
                break
            for nest in self.nests:
                for colour, _ in nest:
                    self.bag[colour] += 1
            self.nests = [[] for _ in range(self.players)]
            self.lying = [[] for _ in range(self.players)]
            self.first = (self.first + 1) % self.players
            self.round += 1
        self.phase, self.acting = "over", []
        self.snapshot()
        points = [one.points() for one in self.maps]
        best = [seat for seat in range(self.players) if points[seat] == max(points)]
        most = max(self.maps[seat].infamy for seat in best)
        winners = [seat for seat in best if self.maps[seat].infamy == most]
        if len(best) > 1:
            self.game.events.add("shared" if len(winners) > 1 else "tie broken")
        self.game.outcome = {"reason": reason, "winners": winners}
        self.game.events |= {reason, f"{self.players} players"}
        return self.game

    def roll(self) -> None:
        """Draw and roll 3 dice for each player."""
        while len(self.pool) < 3 * self.players:
            entry = self.decide("roll", [self.first], self.rolls)
            colour, face = entry.split("colour=")[1].split(" face=")
            self.bag[colour] -= 1
            self.pool.append((colour, int(face)))

    def rolls(self) -> list[str]:
        """List what a die can show whose colour is still in the bag."""
        return [
            f"roll colour={colour} face={face}"
            for colour in self.bag
            if self.bag[colour] > 0
            for face in range(1, 7)
        ]

    def draft(self) -> None:
        """Take the dice one by one, three times round (R2)."""
        for seat in self.around() * 3:
            mine = self.colours[seat]
            free = [die for die in self.pool if die[0] in ("clear", mine)]
            entry = self.decide("draft", [seat], lambda: self.drafts(self.acting[0]))
            colour, number = entry.split("colour=")[1].split(" face=")
            face = int(number)
            self.pool.remove((colour, face))
            if entry.startswith("sailor"):
                self.nests[seat].append((colour, 1))
                self.game.events.add("sailor")
                continue
            self.nests[seat].append((colour, face))
            if colour not in ("clear", mine):
                self.maps[seat].infamy -= face  # R5
                self.game.events.add("paid though free" if free else "paid")

    def drafts(self, seat: int) -> list[str]:
        """List what somebody can take: free dice, dice that can be paid, or a sailor (R4)."""
        mine = ("clear", self.colours[seat])
        legal = []
        for colour, face in self.pool:
            if colour in mine or face <= self.maps[seat].infamy:
                legal.append(f"draft seat={seat} colour={colour} face={face}")
            if all(other not in mine for other, _ in self.pool):
                legal.append(f"sailor seat={seat} colour={colour} face={face}")
        return legal

    def left(self, seat: int) -> list[int]:
        """List the values of a seat that lie nowhere yet."""
        values = [face for _, face in self.nests[seat]]
        for _, value in self.lying[seat]:
            values.remove(value)
        return values

    def allocations(self, seat: int) -> list[str]:
        """List where a seat's dice can be told to lie."""
        taken = [sign for sign, _ in self.lying[seat]]
        places = [sign for sign in SIGNS if sign != "bury" and sign not in taken]
        legal = [
            f"allocate seat={seat} value={value} to={sign}"
            for value in self.left(seat)
            for sign in places
            if self.maps[seat].open(sign)
        ]
        if not taken and self.maps[seat].open("bury"):
            legal.append(f"allocate all seat={seat}")
        return legal

    def allocate(self) -> None:
        """Call out, lift the screens, and return where the dice lie."""
        while len(self.ready) < self.players:
            unready = [seat for seat in range(self.players) if seat not in self.ready]
            legal = [f"ready seat={seat}" for seat in unready] + self.allocations(self.first)
            entry = self.decide("allocate", sorted({self.first, *unready}), legal.copy)
            if not entry.startswith("ready"):
                self.tell(self.first, entry)
                break
            self.ready.append(int(entry[-1]))
        for seat in self.around():
            while self.left(seat):
                self.tell(seat, self.decide("reveal", [seat], self.allocations(seat).copy))
        self.ready = []

    def tell(self, seat: int, entry: str) -> None:
        """Take down where a die lies, or all three."""
        if entry.startswith("allocate all"):
            self.lying[seat] = [("bury", face) for _, face in self.nests[seat]]
            return
        value, sign = entry.split("value=")[1].split(" to=")
        self.lying[seat].append((sign, int(value)))

    def die_at(self, seat: int, sign: str) -> int | None:
        """Find the die of a seat at a sign."""
        for where, value in self.lying[seat]:
            if where == sign:
                return value
        return None

    def carry_out(self) -> None:
        """Do everything from left to right (R15)."""
        self.write("raise")
        for chest in CHESTS:
            self.write(chest)
        self.bury()
        for sign in ("hull", "small", "large"):
            self.write(sign)
        self.fire()
        self.write("ports")
        sums = [sum(one.at["ports"]) for one in self.maps]
        for seat, one in enumerate(self.maps):
            gained = one.level("ports", self.hull)
            if sums[seat] > 0 and sums[seat] == max(sums):
                gained += 1
            self.gain(seat, gained)
        self.write("crew")

    def gain(self, seat: int, infamy: int) -> None:
        """Fill circles of Infamy one by one while there are any."""
        one = self.maps[seat]
        for _ in range(infamy):
            if self.circles is None or one.infamy < self.circles:
                one.infamy += 1
            else:
                self.game.events.add("infamy lost")

    def write(self, sign: str) -> None:
        """Write one sign's dice of everybody; those with spirits are asked (R12)."""
        for seat in self.around():
            value = self.die_at(seat, sign)
            if value is None:
                continue
            one = self.maps[seat]
            if sign != "raise" and len(one.at["raise"]) == 2:
                legal = [f"write seat={seat} raised={word}" for word in ("no", "yes")]
                if self.decide("write", [seat], legal.copy).endswith("yes"):
                    value = 7
                    one.at["raise"] = []
                    self.game.events.add(f"a 7 at {sign}")
            before = one.level("crew", self.hull)
            one.at[sign].append(value)
            hired = one.level("crew", self.hull) - before
            self.bag[self.colours[seat]] += hired
            if hired == 2:
                self.game.events.add("two crew levels at once")

    def bury(self) -> None:
        """Bury a chest of everybody who laid all dice there."""
        for seat in self.around():
            if self.die_at(seat, "bury") is None:
                continue
            one = self.maps[seat]
            chests = [chest for chest in CHESTS if one.at[chest] and chest not in one.buried]
            chest = chests[0]
            if len(chests) > 1:
                legal = [f"bury seat={seat} chest={name[-1]}" for name in chests]
                chest = "chest-" + self.decide("bury", [seat], legal.copy)[-1]
            one.buried.append(chest)
            self.game.events.add("buried")

    def fire(self) -> None:
        """Fire all full cannons in order of Infamy (R20, R21)."""
        waiting = [
            seat
            for seat in self.around()
            if self.maps[seat].full("small") or self.maps[seat].full("large")
        ]
        infamy = [one.infamy for one in self.maps]
        order = []
        while waiting:
            highest = waiting[0]
            for seat in waiting:
                if infamy[seat] > infamy[highest]:
                    highest = seat
            waiting.remove(highest)
            order.append(highest)
        self.queue = order
        if len(order) > 1 and len({infamy[seat] for seat in order}) < len(order):
            self.game.events.add("fired by place")
        while self.queue:
            self.fire_all_of(self.queue[0])
            self.queue.pop(0)

    def prey(self, seat: int) -> list[tuple[int, str]]:
        """List the chests that somebody can fire at (R26)."""
        return [
            (other, chest)
            for other in range(self.players)
            for chest in CHESTS
            if other != seat and chest not in self.maps[other].buried
        ]

    def fire_all_of(self, seat: int) -> None:
        """Fire the cannons of one player, together or one after the other (R22)."""
        one = self.maps[seat]
        shot_at: list[int] = []
        for gun in ("small", "large"):
            if one.full(gun) and (one.level(gun, self.hull) == 0 or not self.prey(seat)):
                self.game.events.add("no shot" if self.prey(seat) else "no prey")  # R19, R27
                self.wipe(seat, gun)
        while one.full("small") or one.full("large"):
            guns = [gun for gun in ("small", "large") if one.full(gun)]
            legal = self.shots_at(seat, guns, shot_at)
            words = self.decide("fire", [seat], legal.copy).split()
            given = dict(word.split("=") for word in words[1:])
            if given["guns"] == "both":
                self.game.events.add("both at one")
            if shot_at:
                self.game.events.add("two targets")
            target = int(given["target"])
            shot_at.append(target)
            used = guns if given["guns"] == "both" else [given["guns"]]
            self.shoot(seat, target, "chest-" + given["chest"], used)

    def shots_at(self, seat: int, guns: list[str], shot_at: list[int]) -> list[str]:
        """List the shots that are allowed: never two attacks at the same player (R22)."""
        prey = self.prey(seat)
        legal = []
        for (target, chest), gun in itertools.product(prey, ["small", "large", "both"]):
            if target in shot_at or (gun != "both" and gun not in guns):
                continue
            nobody_else = {other for other, _ in prey} == {target}
            if len(guns) < 2 if gun == "both" else len(guns) == 2 and nobody_else:
                continue
            legal.append(f"fire seat={seat} guns={gun} target={target} chest={chest[-1]}")
        return legal

    def shoot(self, seat: int, target: int, chest: str, guns: list[str]) -> None:
        """Take one die a shot from the top, after the Hull has blocked."""
        shots = 0
        for gun in guns:
            shots += self.maps[seat].level(gun, self.hull)
        blocked = self.maps[target].level("hull", self.hull)
        stolen: list[int] = []
        for _ in range(shots - blocked):
            stolen += self.maps[target].at[chest][-1:]
            self.maps[target].at[chest] = self.maps[target].at[chest][:-1]
        if blocked and shots:
            self.game.events.add("blocked")
        for gun in guns:
            self.wipe(seat, gun)
        if stolen:
            self.bring_home(seat, stolen)

    def wipe(self, seat: int, gun: str) -> None:
        """Wipe a cannon and gain its lowest die."""
        lowest = min(self.maps[seat].at[gun])
        self.maps[seat].at[gun] = []
        self.gain(seat, lowest)

    def bring_home(self, seat: int, stolen: list[int]) -> None:
        """Write the loot into one chest as far as it fits (R24, R25)."""
        one = self.maps[seat]
        chests = [chest for chest in CHESTS if chest not in one.buried]
        if all(one.full(chest) for chest in chests):
            self.game.events.add("loot lost for want of a chest")
            return
        chest = chests[0]
        if len(chests) > 1:
            self.loot = stolen
            legal = [f"stow seat={seat} chest={name[-1]}" for name in chests]
            chest = "chest-" + self.decide("stow", [seat], legal.copy)[-1]
            self.loot = []
        for die in stolen:
            if one.full(chest):
                self.game.events.add("loot lost")
            else:
                one.at[chest].append(die)

    def end(self) -> str:
        """Say by what somebody has ended the game, the first one from the first player on."""
        for seat in self.around():
            one = self.maps[seat]
            done = [chest for chest in CHESTS if one.full(chest) or chest in one.buried]
            if len(done) == 3:
                return "three-chests"
            if one.full("hull") and one.full("ports") and one.full("crew"):
                return "three-tracks"
        return ""


def random_game(seed: int, players: int | None = None, *, mistakes: float = 0.1) -> NaiveGame:
    """Play one whole random game; mistakes is the chance of a refused entry before each one."""
    return Game(seed, players or PLAYERS[seed % 4], mistakes).play()


def text(game: NaiveGame) -> str:
    """Write a game as a transcript."""
    lines = ["game rolling", *(f"option {option}" for option in game.options)]
    lines.append("seats " + ", ".join(game.names))
    lines += [("! " if step.refused else "> ") + step.entry for step in game.steps]
    if game.outcome is not None:
        winners = " ".join(str(seat) for seat in game.outcome["winners"])
        lines.append(f"outcome {game.outcome['reason']} seats {winners}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print random games as one stream of transcripts."""
    parser = argparse.ArgumentParser(description="Print random games as transcripts.")
    parser.add_argument("games", type=int, nargs="?", default=1, help="how many games")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    parser.add_argument("--players", type=int, choices=PLAYERS)
    given = parser.parse_args()
    for seed in range(given.seed, given.seed + given.games):
        print(text(random_game(seed, given.players)), end="")


if __name__ == "__main__":
    main()
