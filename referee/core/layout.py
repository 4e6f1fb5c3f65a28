"""Layouts: what is where on the table, and the moves that turn one layout into another.

After a correction the real table must follow. A game describes where things are, as everybody may
see it; `moves` compares two such layouts of the same game, whatever happened between them.
"""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final, Literal, TypeAlias

from referee.core.prose import EMPTY, Text
from referee.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Place:
    """Where things can be; places with the same `id` are equal.

    `label` is its name in a sentence (“Ann’s hand”), `own` the same in a sentence to its owner
    (“your hand”). In `covered` places no fronts show, even if they are known, or things have none.
    Places of one `heap` are one to the eye, such as the parts of a discard pile: moves within it
    are not told. What comes and goes by way of another place names it in `via`. The `pile` is how
    a deck and its discard pile are told apart from all else. `shown` says which side of all that
    comes here is up, where hands have to be told. While a place `stays` the same, such as for a
    round, nothing else comes here: another front was mistaken. `told` is the whole sentence for
    what comes here, where that is more than a move; what `is_last` comes after all else.
    """

    id: str
    label: Text = field(compare=False)
    own: Text = field(default=EMPTY, compare=False)
    seat: Seat | None = field(default=None, compare=False)
    covered: bool = field(default=False, compare=False)
    heap: str = field(default="", compare=False)
    via: "Place | None" = field(default=None, compare=False)
    pile: Literal["", "deck", "discard"] = field(default="", compare=False)
    shown: Literal["", "front", "back"] = field(default="", compare=False)
    stays: str = field(default="", compare=False)
    told: Text | None = field(default=None, compare=False)
    is_last: bool = field(default=False, compare=False)

    def is_with(self, other: "Place") -> bool:
        """Return whether both are parts of one heap."""
        return bool(self.heap) and self.heap == other.heap


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that can be moved: its kind, and its front (empty: face down, or unknown).

    Things of one kind can take each other's place: a card that is not seen may be any. A `mark`
    tells a covered thing from others of its kind.
    `name` and `names` are one and several of it. What is written instead of moved has two whole
    sentences, `erase` and `write`, with the placeholders `{who}` and `{count}`. `turn` is the whole
    sentence for what is never mistaken but turned to this front, such as a card with two sides.
    `origin` is where it came from, as it was entered: another one, of the same owner, was mistaken.
    """

    kind: str
    face: str = ""
    name: Text = field(default=EMPTY, compare=False)
    names: Text = field(default=EMPTY, compare=False)
    mark: str = ""
    erase: Text | None = field(default=None, compare=False)
    write: Text | None = field(default=None, compare=False)
    turn: Text | None = field(default=None, compare=False)
    origin: Place | None = field(default=None, compare=False)


At: TypeAlias = tuple[Place, Thing]
Layout: TypeAlias = Mapping[At, int]
"""How many of each thing are at each place; only what is there has a key."""

NOTHING: Final[Layout] = {}
"""The layout of games that describe none."""


@dataclass(frozen=True, slots=True)
class Move:
    """So many things go from a place to another; `None` for what is erased, or written anew.

    With one place on both sides, its front changes: it is turned over, or was mistaken.
    """

    source: At | None
    target: At | None
    count: int = 1

    @property
    def places(self) -> tuple[Place, ...]:
        """Return the places that it touches."""
        return tuple(at[0] for at in (self.source, self.target) if at)

    @property
    def leaves(self) -> bool:
        """Return whether it goes from one place to another."""
        return len(set(self.places)) > 1

    @property
    def is_told(self) -> bool:
        """Return whether hands have something to do."""
        if self.source is None or self.target is None:
            return True
        source, target = self.source[0], self.target[0]
        return not source.covered if source == target else not source.is_with(target)

    @property
    def is_correction(self) -> bool:
        """Return whether one front becomes another, which was mistaken or is turned."""
        if self.source is None or self.target is None or self.source[0] != self.target[0]:
            return False
        return bool(self.source[1].face and self.target[1].face)

    @property
    def is_shuffle(self) -> bool:
        """Return whether a discard pile becomes a deck."""
        return [place.pile for place in self.places] == ["discard", "deck"]


def layout_of(*lying: tuple[Place, Thing, int]) -> Layout:
    """Return a layout from places, things and their numbers, which are added up."""
    found: Counter[At] = Counter()
    for place, thing, count in lying:
        found[place, thing] += count
    return {at: count for at, count in found.items() if count}


def applied(layout: Layout, done: "tuple[Move, ...]") -> Layout:
    """Return a layout after moves, one by one; raises `ValueError` if a thing is not there."""
    found = Counter(dict(layout))
    for move in done:
        if move.source:
            found[move.source] -= move.count
            if found[move.source] < 0:
                raise ValueError(f"{move.source[1]} is not at {move.source[0].id}")
        if move.target:
            found[move.target] += move.count
    return {at: count for at, count in found.items() if count}


def moves(before: Layout, after: Layout) -> tuple[Move, ...]:
    """Return moves that turn a layout into another, in an order in which hands can do them.

    Each thing that left is paired with one of its kind that came: rather within a place, to its
    owner, and by the same front.
    """
    before = _renamed(_recalled(before, after), after)
    taken = Counter({at: number - after.get(at, 0) for at, number in before.items()})
    given = Counter({at: number - before.get(at, 0) for at, number in after.items()})
    taken, given = +taken, +given
    flows = _improved(_paired(taken, given))
    for (source, target), count in flows.items():
        taken[source] -= count
        given[target] -= count
    steps = [step for pair, count in flows.items() for step in _steps(*pair, count)]
    steps = [*_shuffled(steps, after)]
    steps += [Move(source, None, count) for source, count in (+taken).items()]
    steps += [Move(None, target, count) for target, count in (+given).items()]
    return tuple(_ordered(steps, before, after))


def _recalled(before: Layout, after: Layout) -> Layout:
    """Return a layout in which each thing came from where it does in the new one.

    It lay there in truth already when it was moved, so hands have nothing to do for it.
    """
    found = Counter(dict(before))
    now = {at: at[1].origin for at in after}
    for at in before:
        told, true = at[1].origin, now.get(at)
        if told is None or true is None or told == true or told.seat != true.seat:
            continue
        card = _hidden(at[1])
        if found[true, card]:
            found[true, card] -= 1
            found[told, card] += 1
    return {at: count for at, count in found.items() if count}


def _renamed(before: Layout, after: Layout) -> Layout:
    """Return a layout in which places that change their owners have the new ones."""
    owned = {place: place for place, _ in after}
    return {
        (
            owned[place] if place in owned and owned[place].seat != place.seat else place,
            thing,
        ): number
        for (place, thing), number in before.items()
    }


_Flows: TypeAlias = dict[tuple[At, At], int]

_MISTAKEN: Final = 20
"""What it costs that a front becomes another: more than any way, as cards do not change."""

_ACROSS: Final = 15
"""What it costs that a thing goes from one player's place to another's: two of these are more than
a mistake, as a card that was mistaken is far more frequent than two that change sides."""


def _cost(source: At, target: At) -> int:
    (here, old), (there, new) = source, target
    fronts = _MISTAKEN if _differ(old.face, new.face) or _differ(old.mark, new.mark) else 0
    if here == there:
        return (1 if here.stays and here.stays == there.stays else fronts) or (
            3 if here.covered else 1
        )
    if old.face != new.face and not fronts:
        fronts = 2
    if here.is_with(there):
        return fronts + (_MISTAKEN if here.via and there.via else 0)
    if {here.pile, there.pile} == {"deck", "discard"} and not (here.via or there.via):
        return fronts + 6
    if "deck" in (here.pile, there.pile) and not (here.covered and there.covered):
        fronts += 4
    if here.seat is None or there.seat is None:
        return fronts + 3
    return fronts + (2 if here.seat == there.seat else _ACROSS)


def _differ(one: str, other: str) -> bool:
    return bool(one and other) and one != other


def _paired(taken: Mapping[At, int], given: Mapping[At, int]) -> _Flows:
    """Pair what left with what came, the nearest first."""
    left, wanted = Counter(taken), Counter(given)
    near = sorted(
        (
            (source, target)
            for source in taken
            for target in given
            if source[1].kind == target[1].kind and source[1].erase is None
        ),
        key=lambda pair: _cost(*pair),
    )
    flows: _Flows = {}
    for source, target in near:
        count = min(left[source], wanted[target])
        if count:
            flows[source, target] = count
            left[source] -= count
            wanted[target] -= count
    return flows


def _improved(flows: _Flows) -> _Flows:
    """Exchange the targets of two pairs as long as both together become nearer."""
    found = True
    while found:
        found = False
        for (one, here), (other, there) in combinations(tuple(flows), 2):
            pairs = ((one, here), (other, there)), ((one, there), (other, here))
            if one[1].kind != other[1].kind or not all(pair in flows for pair in pairs[0]):
                continue
            now, then = (sum(_cost(*pair) for pair in both) for both in pairs)
            if then < now:
                count = min(flows[pair] for pair in pairs[0])
                for pair in pairs[0]:
                    flows[pair] -= count
                for pair in pairs[1]:
                    flows[pair] = flows.get(pair, 0) + count
                flows = {pair: number for pair, number in flows.items() if number}
                found = True
    return flows


def _steps(source: At, target: At, count: int) -> Iterator[Move]:
    """Yield the way of things from one place to another."""
    (here, old), (there, new) = source, target
    if here != there and _differ(old.face, new.face):
        yield Move(source, (here, new), count)
        source = here, new
    hidden = _hidden(old if new.face else new)
    for place in (here.via, there.via) if here != there and not here.is_with(there) else ():
        if place is not None and place not in (there, source[0]):
            yield Move(source, (place, hidden), count)
            source = place, hidden
    yield Move(source, target, count)


def _hidden(thing: Thing) -> Thing:
    return replace(thing, face="", mark="")


def _shuffled(steps: list[Move], after: Layout) -> Iterator[Move]:
    """Yield the moves, where a discard pile became the deck all of it by way of the deck."""
    left = {place for place, _ in after}
    decks = {
        step.source[0]: step.target[0]
        for step in steps
        if step.source and step.target and step.is_shuffle and step.source[0] not in left
    }
    for step in steps:
        source, target = step.source, step.target
        deck = decks.get(source[0]) if source else None
        if deck is None or source is None or target is None or target[0] in (deck, source[0]):
            yield step
            continue
        lying = deck, _hidden(target[1])
        yield Move(source, lying, step.count)
        yield Move(lying, target, step.count)


def _ordered(steps: list[Move], before: Layout, after: Layout) -> Iterator[Move]:
    """Yield what was mistaken first, then shuffling; what blocks a place before it is filled."""
    order = {place: at for at, place in enumerate(dict.fromkeys(p for p, _ in (*before, *after)))}

    def rank(move: Move) -> tuple[int, int, int]:
        if move.places[-1].is_last:
            kind = 4
        elif move.is_correction or move.is_shuffle:
            kind = 0 if move.is_correction else 1
        else:
            kind = 3 if move.source is None else 2
        return kind, order.get(move.places[0], 0), order.get(move.places[-1], 0)

    waiting, there = _summed(sorted(steps, key=rank)), Counter(dict(before))
    while waiting:
        filled = _filled(waiting, there)
        possible = [move for move in waiting if not move.source or there[move.source] >= move.count]
        if not possible:  # moves that wait for each other: hands see a way
            yield from waiting
            return
        free = (move for move in possible if not move.leaves or move.places[-1] not in filled)
        first = next(free, possible[0])
        waiting.remove(first)
        there = Counter(applied(there, (first,)))
        yield first


def _filled(waiting: Sequence[Move], there: Layout) -> Container[Place]:
    """Return the places which all that is there now still has to leave."""
    left: Counter[Place] = Counter()
    for (place, _), count in there.items():
        left[place] += count
    leaving = Counter(left)
    for move in waiting:
        if move.source and move.leaves:
            leaving[move.source[0]] -= move.count
    return {place for place in left if left[place] and not leaving[place] and not place.covered}


def _summed(steps: list[Move]) -> list[Move]:
    found: dict[tuple[At | None, At | None], int] = {}
    for step in steps:
        ends = step.source, step.target
        found[ends] = found.get(ends, 0) + step.count
    return [Move(*ends, count) for ends, count in found.items()]
