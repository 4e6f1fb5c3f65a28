"""Watches the table of one match: what a picture shows beside what the entries say.

A watcher remembers which physical cards it has accounted for and where they lay, so that a card
that stays in view is one entry, and yesterday's Elder that nobody has taken away yet is not
today's. It judges; whoever holds the match enters.
"""

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import TYPE_CHECKING, Any

from camera.scans import Point, Scan
from referee.core import Action, AnyGame, Lying, Seen, Text, say, say_count
from referee.table.interpreting import Comparison, Reading, compare, interpret
from referee.table.observing import SAME_MM, Layout, Observation, Sighted, Zone, observe

if TYPE_CHECKING:
    from referee.core.codes import CardCode


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the table: what was observed, what it means, and where it differs.

    `fresh` are cards that were not accounted for before. `staying` are cards of before that still
    lie where they lay although nothing says so. `contradictions` are things that cannot be.
    """

    observation: Observation
    reading: Reading
    comparison: Comparison
    fresh: tuple[Sighted, ...] = ()
    staying: tuple[Sighted, ...] = ()
    unclear: tuple[Sighted, ...] = ()
    contradictions: tuple[Text, ...] = ()

    @property
    def entries(self) -> tuple[Action, ...]:
        """Give the entries that are beyond doubt."""
        return self.reading.entries if self.reading.sure and not self.contradictions else ()


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a physical card lay when it was accounted for."""

    spot: int | None
    place: str
    point: Point


class Watcher:
    """Looks at the table of one match again and again; safe to use from any thread."""

    def __init__(self, game: AnyGame, zones: Sequence[Zone] = ()) -> None:
        self.game = game
        self.layout = Layout(zones)
        self._kept: dict[CardCode, Kept] = {}
        self._lock = threading.Lock()

    def look(self, state: Any, scan: Scan, *, asked: bool = False) -> Look:  # noqa: ANN401
        """Judge a scan beside the state of the game. Forgets only what has left the table.

        `asked` is for a picture that somebody took on purpose: then a card that still lies where it
        lay before may have been laid there again, which is an idea to be confirmed.
        """
        with self._lock:
            spots = len(self.game.sight.spots(state))
            observation = observe(self.game, spots, scan, self.layout)
            self._forget(observation)
            look = self._judge(state, observation)
        if asked and look.staying and not (look.reading.entries or look.reading.doubts):
            again = [card.seen for card in (*look.fresh, *look.staying)]
            return replace(look, reading=replace(interpret(self.game, state, again), sure=False))
        return look

    def account(self, look: Look, state: Any, *, entered: bool) -> None:  # noqa: ANN401
        """Remember where the cards of a look lie, in the state after what was `entered` of it.

        A card that explains nothing yet is not remembered: it stays new until it does.
        """
        cards = [card for card in look.observation.cards if not card.unclear]
        extra = compare(self.game.sight.lying(state), [card.seen for card in cards]).extra
        used = look.reading.used if entered else ()
        with self._lock:
            for card in cards:
                if card.seen in used or card.seen not in extra:
                    self._kept[card.code] = Kept(card.seen.spot, card.seen.place, card.point)

    def _forget(self, observation: Observation) -> None:
        """Let go of what is not there any more; only a whole table tells."""
        if observation.whole and not observation.scan.unread:
            there = {card.code for card in observation.cards}
            self._kept = {code: kept for code, kept in self._kept.items() if code in there}

    def _judge(self, state: Any, observation: Observation) -> Look:  # noqa: ANN401
        clear = [card for card in observation.cards if not card.unclear]
        comparison = compare(self.game.sight.lying(state), [card.seen for card in clear])
        extra = list(comparison.extra)
        fresh, staying = list[Sighted](), list[Sighted]()
        for card in clear:
            if card.seen in extra:
                extra.remove(card.seen)
                (staying if self._stays(card) else fresh).append(card)
        middle = _middle(observation, len(self.game.sight.spots(state)))
        fresh = [self._sided(observation, card, middle) for card in fresh]
        known = frozenset(self._kept)
        return Look(
            observation=observation,
            reading=interpret(self.game, state, [card.seen for card in fresh]),
            comparison=replace(comparison, extra=tuple(card.seen for card in fresh)),
            fresh=tuple(fresh),
            staying=tuple(staying),
            unclear=tuple(
                card for card in observation.cards if card.unclear and card.code not in known
            ),
            contradictions=tuple(contradictions(self.game, observation)),
        )

    def _stays(self, card: Sighted) -> bool:
        kept = self._kept.get(card.code)
        return kept is not None and (kept.spot, kept.place) == (card.seen.spot, card.seen.place)

    def _sided(self, observation: Observation, card: Sighted, middle: Point | None) -> Sighted:
        """Say on which side of the card that lay there before a fresh card lies."""
        before = self._anchor(card, observation.cards)
        if middle is None or before is None:
            return card
        nearer = dist(before, middle) - dist(card.point, middle)
        inner = None if abs(nearer) < SAME_MM / 2 else nearer > 0
        return replace(card, seen=replace(card.seen, inner=inner))

    def _anchor(self, card: Sighted, clear: Iterable[Sighted]) -> Point | None:
        lain = [kept.point for kept in self._kept.values() if kept.spot == card.seen.spot]
        seen = [one.point for one in clear if one.seen.spot == card.seen.spot and one is not card]
        around = lain or seen
        return min(around, key=lambda point: dist(point, card.point)) if around else None


def _middle(observation: Observation, spots: int) -> Point | None:
    """Give the middle of the table, where all its spots are known."""
    known = [point for mark, point in observation.marks.items() if mark[0] == "spot"]
    if len(known) < max(spots, 1):
        return None
    return (sum(x for x, _ in known) / len(known), sum(y for _, y in known) / len(known))


def contradictions(game: AnyGame, observation: Observation) -> Iterator[Text]:
    """List everything about the cards in view that cannot be."""
    cards = {card.id: card for card in game.components.cards}
    for code in observation.twins:
        name = game.components.coded[code.card].name
        yield say(
            "{card}, copy {copy}, lies there twice: one is a second print. Take it away.",
            card=name,
            copy=code.copy,
        )
    decks = sorted({card.code.deck for card in observation.cards})
    if len(decks) > 1:
        yield say("Cards of {count} decks lie on this table.", count=len(decks))
    for kind, card in cards.items():
        count = len(
            {(one.code.deck, one.code.copy) for one in observation.cards if one.seen.card == kind}
        )
        if count > card.copies > 0:  # what a box may hold is not known of every card
            yield say_count(
                "I see {count} × {card}; there is {most} in the box.",
                "I see {count} × {card}; there are {most} in the box.",
                count,
                card=card.name,
                most=card.copies,
            )


def place_name(game: AnyGame, state: Any, lying: Lying | Seen) -> Text:  # noqa: ANN401
    """Say where something lies or was seen."""
    if lying.place:
        return next(place.name for place in game.components.places if place.id == lying.place)
    spots = game.sight.spots(state)
    at = lying.spots if isinstance(lying, Lying) else () if lying.spot is None else (lying.spot,)
    return spots[at[0]].label if at else say("the table")
