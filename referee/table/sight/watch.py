"""Watches the table of one match: what a picture shows beside what the entries say.

A watcher remembers which physical cards it has accounted for and where they lay, so that a card
that stays in view is one entry, and yesterday's Elder that nobody has taken away yet is not
today's. It judges; the caller enters.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import dist
from typing import Any

from camera.scans import Point, Scan
from referee.core import Action, AnyGame, ExpectedCards, Sighting
from referee.core.codes import CardCode
from referee.match import StoreFailed
from referee.match.replay import Step
from referee.table.sight.copies import Copies, moved
from referee.table.sight.expected import ExpectedAreas
from referee.table.sight.impossible import Contradiction, contradictions, in_two_places, trusted
from referee.table.sight.interpretation import Comparison, Reading, compare, interpret
from referee.table.sight.memories import Kept, Memory
from referee.table.sight.observations import SAME_MM, Layout, Observation, Sighted, Zone, observe


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the table: what was observed, what it means, and where it differs.

    `fresh` are cards that were not accounted for before. `staying` are cards of before that still
    lie where they lay although nothing says so. `contradictions` are things that cannot be.
    `known` tells which copies lie where by what was seen before, `counted` are the entries, by
    their `seq`, after which it was looked.
    """

    observation: Observation
    reading: Reading
    comparison: Comparison
    fresh: tuple[Sighted, ...] = ()
    staying: tuple[Sighted, ...] = ()
    unclear: tuple[Sighted, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    known: Mapping[CardCode, Sighting] = field(default_factory=dict)
    counted: frozenset[int] = frozenset()

    @property
    def entries(self) -> tuple[Action, ...]:
        """Return the entries that are beyond doubt."""
        return self.reading.entries if self.reading.sure and not self.contradictions else ()


class Watcher:
    """Looks at the table of one match again and again; safe to use from any thread.

    `memory` is what an earlier watcher of the match remembered. `keep` is called with what this one
    remembers whenever it has accounted for something new, so that a restart forgets nothing.
    """

    def __init__(
        self,
        game: AnyGame,
        zones: Sequence[Zone] = (),
        memory: Memory | None = None,
        keep: Callable[[Memory], None] | None = None,
    ) -> None:
        self.game = game
        self.layout = Layout(zones)
        self._memory = memory or Memory()
        self._kept = dict(self._memory.kept)
        self._copies = Copies(game, self._memory.last)
        self._entries = self._memory.entries
        self._lock = threading.Lock()
        self._keep, self._keeping = keep, threading.Lock()

    def look(
        self,
        state: Any,  # noqa: ANN401 - the state of any game
        scan: Scan,
        *,
        asked: bool = False,
        entries: int = 0,
        steps: Sequence[Step] = (),
    ) -> Look:
        """Judge a scan beside the state of the game. Forgets only what has left the table.

        `steps` are the entries that led to the state: they tell which copies have moved since they
        were seen.

        `asked` is for a picture taken on purpose: then a card that still lies where it
        lay before may have been laid there again, which is an idea to be confirmed; and where some
        of the `entries` that count were taken back, everything is judged again. A camera that
        looks by itself must not enter again at once what people have just taken back.
        """
        with self._lock:
            if asked and entries < self._entries:
                self._kept.clear()
            self._entries = entries if asked else max(entries, self._entries)
            spots = len(self.game.visibility.spots(state))
            observation = observe(self.game, spots, scan, self.layout)
            self._forget(state, observation)
            look = self._judge(state, observation, steps)
        if asked and look.staying and not (look.reading.entries or look.reading.doubts):
            again = [card.seen for card in (*look.fresh, *look.staying)]
            reading = interpret(self.game, state, again, ideas=False)
            return replace(look, reading=replace(reading, sure=False))
        return look

    def expecting(self, state: Any) -> ExpectedAreas:  # noqa: ANN401 - the state of any game
        """Say what is known of the table before a picture of it is read."""
        with self._lock:
            marks = dict(self.layout.marks)
        return ExpectedAreas(self.game, state, tuple(self.layout.zones), marks)

    def account(self, look: Look, state: Any, *, entered: bool) -> None:  # noqa: ANN401
        """Remember where the cards of a look lie, in the state after what was `entered` of it.

        A card that explains nothing yet is not remembered: it stays new until it does.
        """
        cards = [card for card in look.observation.cards if not card.unclear]
        meant = look.reading.used if entered else ()
        used = {card.code for card in (*look.fresh, *look.staying) if card.seen in meant}
        whole = look.observation.whole
        with self._lock:
            lying = self.game.visibility.expected_cards(state)
            extra = self._extra(lying, cards)
            alone = self._extra([one for one in lying if not one.covered], cards)
            for card in cards:
                if card.code in used or card not in extra:
                    before = self._kept.get(card.code)
                    # After an entry the picture is of before: what lies where has yet to follow.
                    below = before is not None and before.below if entered else card in alone
                    point = card.point if before is None or whole else before.point
                    self._kept[card.code] = Kept(card.seen.spot, card.seen.place, point, below)
            seen = trusted(look.observation, cards)
            self._copies.add(state, seen, meant, look.counted, known=look.known)
        entries = len(look.counted) + (len(look.reading.entries) if entered else 0)
        self._keep_news(entries)

    def _keep_news(self, entries: int) -> None:
        """Keep what is remembered if anything of it is new; what was forgotten waits until then.

        `entries` is how many of them count now.
        """
        if self._keep is None:
            return
        with self._keeping:
            with self._lock:
                memory = Memory(max(entries, self._entries), dict(self._kept), self._copies.last)
            if memory.has_news(self._memory):
                with suppress(StoreFailed):  # the next look tries again
                    self._keep(memory)
                    self._memory = memory

    def _forget(self, state: Any, observation: Observation) -> None:  # noqa: ANN401
        """Let go of what is not there any more; only a whole table tells, and not what is below."""
        if observation.whole and not observation.scan.unread:
            there = {card.code for card in observation.cards}
            seen = [card.seen for card in observation.cards if self._stays(card)]
            hidden = self._hidden(observation.cards)
            gone = compare(self.game.visibility.expected_cards(state), [*seen, *hidden]).extra
            self._kept = {
                code: kept
                for code, kept in self._kept.items()
                if code in there or (kept.below and self._lain(code, kept) not in gone)
            }

    def _judge(
        self,
        state: Any,  # noqa: ANN401 - the state of any game
        observation: Observation,
        steps: Sequence[Step],
    ) -> Look:
        clear = [card for card in observation.cards if not card.unclear]
        lying = self.game.visibility.expected_cards(state)
        extra = self._extra(lying, clear)
        fresh = [card for card in extra if not self._stays(card)]
        middle = _middle(observation, len(self.game.visibility.spots(state)))
        known_there = [card for card in observation.cards if card not in fresh]
        fresh = [
            self._sided(card, self._before(card, observation, (lying, known_there)), middle)
            for card in fresh
        ]
        known = self._copies.known(state, steps)
        seen = tuple(card.seen for card in fresh)
        unseen = compare(lying, [card.seen for card in clear]).unseen
        staying = tuple(card for card in extra if self._stays(card))
        reading = read(self.game, state, observation, fresh=fresh, unseen=unseen)
        lain = [(card, known.get(card.code)) for card in fresh]
        return Look(
            observation=observation,
            reading=reading,
            comparison=Comparison(unseen, seen),
            fresh=tuple(fresh),
            staying=staying,
            unclear=tuple(
                card for card in observation.cards if card.unclear and card.code not in self._kept
            ),
            contradictions=(
                *contradictions(self.game, state, observation, fresh=fresh, staying=staying),
                *in_two_places(self.game, state, moved(self.game, state, reading, lain)),
            ),
            known=known,
            counted=frozenset(step.seq for step in steps),
        )

    def _extra(self, lying: Sequence[ExpectedCards], cards: Sequence[Sighted]) -> list[Sighted]:
        """Return the cards that need not lie there by what is believed.

        What was accounted for goes first, even where another card covers it now: else a card that
        is new would pass for one of its class that lies there already.
        """
        staying = [card.seen for card in cards if self._stays(card)]
        others = [card for card in cards if not self._stays(card)]
        moved = [card.seen for card in others if card.code in self._kept]
        new = [card.seen for card in others if card.code not in self._kept]
        extra = compare(lying, [*staying, *self._hidden(cards), *moved, *new]).extra
        return [card for card in cards if card.seen in extra]

    def _hidden(self, cards: Sequence[Sighted]) -> list[Sighting]:
        """Return what was accounted for and is not seen now."""
        there = {card.code for card in cards}
        hidden = [(code, kept) for code, kept in self._kept.items() if code not in there]
        return [self._lain(*one) for one in sorted(hidden, key=lambda one: not one[1].below)]

    def _lain(self, code: CardCode, kept: Kept) -> Sighting:
        card = self.game.components.coded[code.card].id
        return Sighting(card, code.copy, code.deck, kept.spot, kept.place)

    def _stays(self, card: Sighted) -> bool:
        kept = self._kept.get(card.code)
        return kept is not None and (kept.spot, kept.place) == (card.seen.spot, card.seen.place)

    def _sided(self, card: Sighted, before: Point | None, middle: Point | None) -> Sighted:
        """Return on which side of the earlier card a fresh card is."""
        if middle is None or before is None:
            return card
        nearer = dist(before, middle) - dist(card.point, middle)
        inner = None if abs(nearer) < SAME_MM / 2 else nearer > 0
        return replace(card, seen=replace(card.seen, inner=inner))

    def _before(
        self,
        card: Sighted,
        observation: Observation,
        table: tuple[Sequence[ExpectedCards], Sequence[Sighted]],
    ) -> Point | None:
        """Return the earlier card at a spot: the only one there, or else one put aside."""
        lying, known = table
        spot, cards = card.seen.spot, self.game.components.coded
        alone = {one.card for one in lying if one.spots == (spot,) and not one.covered}
        now = {one.code: one.point for one in observation.cards}
        # Places in a picture without a mat mean nothing in another one.
        lain = {
            now.get(code, kept.point): cards[code.card].id in alone
            for code, kept in self._kept.items()
            if kept.spot == spot and (code in now or observation.whole)
        }
        others = [one for one in known if one.seen.spot == spot and card.seen.card not in alone]
        around = (
            [point for point, is_alone in lain.items() if is_alone]
            or list(lain)
            or [one.point for one in others]
        )
        return min(around, key=lambda point: dist(point, card.point), default=None)


def _middle(observation: Observation, spots: int) -> Point | None:
    """Return the middle of the table, where all its spots are known."""
    known = [point for mark, point in observation.marks.items() if mark[0] == "spot"]
    if len(known) < max(spots, 1):
        return None
    return (sum(x for x, _ in known) / len(known), sum(y for _, y in known) / len(known))


def all_in_view(
    unseen: Sequence[ExpectedCards], fresh: Sequence[Sighting], observation: Observation
) -> bool:
    """Return whether a card was seen at each occupied place, and everything was read.

    Only then what is not there says anything of what was laid face down.
    """
    spots = {card.spot for card in fresh}
    return not observation.scan.unread and all(spots & set(lying.spots) for lying in unseen)


def read(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state of any game
    observation: Observation,
    *,
    fresh: Sequence[Sighted],
    unseen: Sequence[ExpectedCards],
) -> Reading:
    """Say what fresh cards mean; of a card that was seen at two places nothing follows."""
    cards = trusted(observation, fresh)
    seen = tuple(card.seen for card in cards)
    ideas = len(cards) == len(fresh) and all_in_view(unseen, seen, observation)
    return interpret(game, state, seen, ideas=ideas)
