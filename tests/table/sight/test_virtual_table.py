"""Whole games are played in front of a camera that is not there, and nothing is typed.

Golden transcripts say what happens at the table. A dealer lays copies of the printed cards where
people would lay them; a picture is taken whenever somebody has turned something over; and whoever
holds the tablet only ever says yes, where the referee asks and the transcript says the same.
"""

from collections import deque
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from random import Random
from types import MappingProxyType

import cv2
import pytest

import referee.games
from camera import codes
from referee.core import play
from referee.core.transcripts import Mark, parse_outcome, read_transcripts
from referee.games import load_all
from referee.games.waves.actions import Reveal
from referee.match import SqliteStore
from referee.table.sight.interpretation import Comparison
from referee.table.sight.scans import is_ours
from referee.table.sight.virtual import Laid, Light, View, VirtualTable
from referee.table.sight.watch import Watcher
from referee.web import Settings, create_app

pytestmark = pytest.mark.once

GAMES = Path(referee.games.__file__).parent
ELDER_MM, FOLLOWER_MM, COLLECTED_MM = 130.0, 162.0, 195.0
REBELS_MM = (107.0, 85.0, 63.0)
ASIDE_MM = (34.0, -34.0, 68.0, -68.0)
FACE_DOWN = (None, 1)
COMES_FROM = {"collected": ("elder",), "elder": ("follower", "rebel", "elder")}
LAID = ("follow", "rebel")


class Evening:
    """One game, played twice at once: typed from its transcript, and read from pictures."""

    def __init__(self, folder, name, places, **view):
        text = (GAMES / folder / "transcripts" / f"{name}.txt").read_text("utf-8")
        (self.transcript,) = read_transcripts(text.splitlines())
        self.game = load_all()[self.transcript.slug]
        self.typed = self.state = self.game.setup(self.transcript.setup)
        self.left = deque(line.text for line in self.transcript.lines if line.mark is Mark.ENTRY)
        self.log, self.read, self.pictures = [], [], 0
        self.watcher = Watcher(self.game)
        self.table = VirtualTable(
            self.game, len(self.game.visibility.spots(self.state)), places=places
        )
        self.view, self.light = View(**view), Light(blur=0.5, noise=4, darker=0.2)

    def begin(self):
        """The camera sees the bare table before anything lies there."""
        for _ in range(2):
            assert () == self.look([]).fresh

    @property
    def outcome(self):
        (line,) = (line for line in self.transcript.lines if line.mark is Mark.OUTCOME)
        return parse_outcome(line)

    def take(self, *words):
        """Take the next entries of these kinds from the transcript."""
        taken = list(takewhile(lambda text: text.split()[0] in words, self.left))
        for _ in taken:
            self.left.popleft()
        return taken

    def values(self, state):
        return self.game.values(state, None)

    def type(self, texts):
        for text in texts:
            self.typed, _ = play(self.game, self.typed, self.game.parse(text))

    def look(self, cards, covered=0):
        """Take a picture, in which the first cards are `covered` by others, and read it."""
        frame = self.table.frame(cards, self.view, self.light, seed=self.pictures)
        self.pictures += 1
        texts = [self.table.text(card) for card in cards if card.card is not None]
        wanted = codes.Wanted(is_ours, frozenset(texts[covered:]))
        scan = codes.scan(frame, wanted)
        assert {code.text for code in scan.codes} <= set(texts), "no misread"
        look = self.watcher.look(self.state, scan)
        assert ((), ()) == (look.contradictions, look.unclear)
        return look

    def enter(self, look, actions):
        for action in actions:
            self.state, _ = play(self.game, self.state, action)
        self.watcher.account(look, self.state, entered=bool(actions))

    def told(self, actions):
        return [self.game.format(action) for action in actions]


class Council:
    """The cards of a game of Waves: each is one of twenty copies, and lies at one place."""

    def __init__(self, sides, slots, owners):
        self.owned = [[slot for slot in range(slots) if owners[slot] in side] for side in sides]
        self.copies = {}
        self.there = {}

    def arrange(self, wanted):
        """Lay what is wanted, by place: what lies there stays, what lies elsewhere is moved."""
        before, self.there = self.there, {}
        missing = []
        for place, cards in wanted.items():
            lies = list(before.get(place, ()))
            self.there[place] = []
            for card in cards:
                found = next((one for one in lies if one[0] == card), None)
                if found:
                    lies.remove(found)
                    before[place].remove(found)
                else:
                    missing.append((place, card))
                self.there[place].append(found or card)
        for place, card in missing:
            at = self.there[place].index(card)
            self.there[place][at] = self._moved(before, place, card) or self._fresh(card)
        for card, copy in (one for cards in before.values() for one in cards):
            self.copies[card].append(copy)

    def _moved(self, before, place, card):
        """Take a card of this class that has to go anyway, first one that lies near."""
        own = self.owned[place[1]] if place[0] == "collected" else [place[1]]
        near = sorted(before, key=lambda one: one[1] not in own)
        for other in (one for one in near if one[0] in COMES_FROM.get(place[0], ())):
            for one in before[other]:
                if one[0] == card:
                    before[other].remove(one)
                    return one
        return None

    def _fresh(self, card):
        if card is None:
            self.copies.setdefault(None, deque())
            return FACE_DOWN
        return card, self.copies.setdefault(card, deque(range(1, 21))).popleft()

    def cards(self, table):
        """Say where all cards lie, those below others first, and how many are covered."""
        covered, open_ = list[tuple[float, Laid]](), list[tuple[float, Laid]]()
        for (kind, number), cards in self.there.items():
            for index, (card, copy) in enumerate(cards):
                spot, radius, aside = self._at(kind, number, index)
                x, y, turn = table.at(spot, radius, aside)
                laid = Laid(card, x, y, turn, copy)
                hidden = kind == "collected" and index + len(ASIDE_MM) < len(cards)
                (covered if hidden else open_).append((radius, laid))
        # Of a row of Rebels the inner ones lie below, so that only words are covered.
        open_.sort(key=lambda one: one[0])
        return [laid for _, laid in covered + open_], len(covered)

    def _at(self, kind, number, index):
        match kind:
            case "elder":
                return number, ELDER_MM, 0.0
            case "follower":
                return number, FOLLOWER_MM, 0.0
            case "rebel":
                return number, REBELS_MM[index], 0.0
            case _:
                return self.owned[number][0], COLLECTED_MM, ASIDE_MM[index % len(ASIDE_MM)]


def lying(values, turned=MappingProxyType({})):
    """Say what lies where by the values of a game; `turned` are Agents just turned over."""
    there = {("elder", slot): [card] for slot, card in enumerate(values["elders"]) if card}
    for slot, agent in enumerate(values["agents"]):
        if agent:
            card = turned.get(slot, agent["card"])
            there[agent["kind"], slot] = [card] * agent["count"]
    for side, cards in enumerate(values["collected"]):
        there["collected", side] = list(cards)
    return there


def in_any_order(texts):
    """What is turned over together may be entered in any order; what was laid before, may not."""
    laid = [text for text in texts if text.startswith(LAID)]
    return laid + sorted(text for text in texts if not text.startswith(LAID))


class Waves(Evening):
    """A game of Waves: who lays what cannot be seen, and follows from what is turned over."""

    def __init__(self, name, **view):
        super().__init__(
            "waves", name, {"deck": (-250.0, 170.0), "discard": (250.0, 170.0)}, **view
        )
        owners = [spot.seat for spot in self.game.visibility.spots(self.state)]
        self.council = Council(self.values(self.typed)["sides"], self.table.spots, owners)

    def play(self):
        while self.left:
            self.lay_elders()
            laid = self.take(*LAID)
            self.type(laid)
            self.turn_over_rebels(laid)
            while self.left and self.left[0].startswith("reveal"):
                self.turn_over([self.left.popleft()])

    def lay_elders(self):
        texts = self.take("elder")
        self.type(texts)
        if texts:
            self.show(texts)

    def turn_over_rebels(self, laid):
        """All Rebels are turned over at once; the rules let them be entered in any order."""
        self.laid = laid
        count = sum(text.startswith("rebel") for text in laid)
        if count:
            self.turn_over([self.left.popleft() for _ in range(count)])

    def turn_over(self, texts):
        turned = dict(map(self.turned, texts))
        before, round_ = lying(self.values(self.typed), turned), self.values(self.typed)["round"]
        self.type(texts)
        self.show([*self.laid, *texts], before)
        self.laid = []
        if self.values(self.typed)["round"] > round_ and self.left:
            self.show([])

    def turned(self, text):
        reveal = self.game.parse(text)
        assert isinstance(reveal, Reveal)
        return reveal.slot, reveal.card.value

    def show(self, expected, there=None):
        """Show what lies there, and say yes to what it means where that is what happened."""
        self.council.arrange(there or lying(self.values(self.typed)))
        look = self.look(*self.council.cards(self.table))
        told = self.told(look.reading.entries)
        self.log += in_any_order(expected)
        self.read += in_any_order(told)
        assert self.log == self.read, (self.pictures, look.fresh)
        assert look.reading.sure != any(text.startswith(LAID) for text in expected)
        assert expected or Comparison() == look.comparison
        self.enter(look, look.reading.entries)


class Photographed(Waves):
    """The same at a server: photos are sent, and its questions answered with yes."""

    def __init__(self, name, folder, **view):
        super().__init__(name, **view)
        self.store = SqliteStore(folder / "referee.sqlite3")
        app = create_app(self.store, load_all(), Settings())
        self.match = app.extensions["referee"].matches.open("waves", self.transcript.setup)
        self.client = app.test_client()

    def show(self, expected, there=None):
        self.council.arrange(there or lying(self.values(self.typed)))
        cards, _ = self.council.cards(self.table)
        told = self.send(self.table.frame(cards, self.view, self.light))
        proposed = [idea["entry"] for idea in told["proposals"]]
        if proposed:
            assert in_any_order(expected) == in_any_order(proposed)
            self.say_yes(told["look"], expected)
        self.log += expected
        assert in_any_order(self.log) == in_any_order(self.entered())

    def send(self, frame):
        # Beyond 500 kB the client of the tests leaves a file open.
        _, picture = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 70])
        sent = {"expected": self.match.heard(), "photo": (BytesIO(picture.tobytes()), "table.jpg")}
        return self.answer("", data=sent)

    def say_yes(self, look, entries):
        self.answer(f"/{look}/answer", data={"expected": self.match.heard(), "action": entries})

    def answer(self, path, **sent):
        address = f"/matches/{self.match.id}/sightings{path}"
        answer = self.client.post(
            address, headers={"Accept": "application/json"}, buffered=True, **sent
        )
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    def entered(self):
        return [line[2:] for line in self.written() if line.startswith("> ")]

    def written(self):
        return self.client.get(f"/matches/{self.match.id}/transcript.txt").text.splitlines()


class Pile(Evening):
    """A game of WAVE: one pile, the newest card on top; how it was held cannot be seen."""

    def __init__(self, name, **view):
        super().__init__("wave", name, {"pile": (0.0, -45.0), "deck": (250.0, 170.0)}, **view)
        self.cards, self.chance = [], Random(3)

    def play(self):
        while self.left:
            text = self.left.popleft()
            self.lay(text.split("card=")[1].split()[0])
            self.type([text])
            look = self.look(self.cards[-4:], covered=len(self.cards[-4:]) - 1)
            (doubted,) = look.reading.doubts or (look.reading.entries,)
            self.log.append(text)
            self.read += [told for told in self.told(doubted) if told == text]
            assert self.log == self.read, (self.pictures, look.fresh)
            self.enter(look, [self.game.parse(text)])

    def lay(self, card):
        aside, turn = self.chance.uniform(-3, 3), self.chance.uniform(-8, 8)
        self.cards.append(Laid(card, aside, 20.0 - aside, turn))


FROM_THE_SIDE = {"across": 720.0, "tilt": 15.0, "azimuth": 25.0, "width": 1760, "height": 1320}


@pytest.mark.parametrize(
    ("game", "name", "players", "view"),
    [
        (Waves, "game-three-players", 3, {}),
        (Pile, "game-three-players", 3, FROM_THE_SIDE),
        *(
            pytest.param(*more, FROM_THE_SIDE, marks=pytest.mark.long)
            for more in (
                (Waves, "game-head-to-head", 2),
                (Waves, "game-four-players", 4),
                (Waves, "game-six-players", 6),
                (Waves, "game-teams-of-four", 4),
                (Waves, "game-five-players", 5),
                (Waves, "game-teams-of-five", 5),
                (Waves, "game-teams-of-six", 6),
                (Waves, "game-breakers-2-against-2", 4),
                (Waves, "game-breakers-3-against-3", 6),
                (Pile, "game-two-players", 2),
                (Pile, "game-four-players", 4),
            )
        ),
    ],
)
def test_a_whole_game_is_played_through_pictures_only(game, name, players, view):
    evening = game(name, **view)
    assert players == len(evening.transcript.setup.names)
    evening.begin()
    evening.play()
    assert evening.log == evening.read
    assert evening.values(evening.typed) == evening.values(evening.state)
    assert evening.outcome == evening.state.outcome


def test_photos_sent_to_a_server_leave_the_log_that_typing_leaves(tmp_path):
    evening = Photographed("game-head-to-head", tmp_path, **FROM_THE_SIDE)
    evening.play()
    # What one photo shows at once may be entered in any order; what follows from it may not.
    assert in_any_order(evening.log) == in_any_order(evening.entered())
    assert evening.values(evening.typed) == evening.values(evening.match.state)
    assert evening.outcome == evening.match.now.outcome
