"""Layouts: what is where on the table, and the moves that turn one layout into another.

After a correction the real table must follow. A game describes where things are, as everybody may
see it; `moves` compares two such layouts of the same game, whatever happened between them.
"""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby
from typing import Final, Literal, TypeAlias

from referee.core.prose import EMPTY, Text, listed, say, say_count
from referee.core.rulings import RuleId
from referee.core.seats import Seat
from referee.core.views import Task


@dataclass(frozen=True, slots=True)
class Place:
    """Where things can be; places with the same `id` are equal.

    `label` is its name in a sentence (“Ann’s hand”), `own` the same in a sentence to its owner
    (“your hand”). In `covered` places no fronts show, even if they are known, or things have none.
    Places of one `heap` are one to the eye, such as the parts of a discard pile: moves within it
    are not told. What comes and goes by way of another place names it in `via`. The `pile` is how
    a deck and its discard pile are told apart from all else.
    """

    id: str
    label: Text = field(compare=False)
    own: Text = field(default=EMPTY, compare=False)
    seat: Seat | None = field(default=None, compare=False)
    covered: bool = field(default=False, compare=False)
    heap: str = field(default="", compare=False)
    via: "Place | None" = field(default=None, compare=False)
    pile: Literal["", "deck", "discard"] = field(default="", compare=False)

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
    """

    kind: str
    face: str = ""
    name: Text = field(default=EMPTY, compare=False)
    names: Text = field(default=EMPTY, compare=False)
    mark: str = ""
    erase: Text | None = field(default=None, compare=False)
    write: Text | None = field(default=None, compare=False)
    turn: Text | None = field(default=None, compare=False)


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
    before = _renamed(before, after)
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
        return fronts or (3 if here.covered else 1)
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
    for place in (here.via, there.via):
        if place is not None and not here.is_with(there) and place not in (there, source[0]):
            yield Move(source, (place, _hidden(new)), count)
            source = place, _hidden(new)
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
        kind = (
            0 if move.is_correction else 1 if move.is_shuffle else 3 if move.source is None else 2
        )
        return kind, order.get(move.places[0], 0), order.get(move.places[-1], 0)

    waiting, there = _summed(sorted(steps, key=rank)), Counter(dict(before))
    while waiting:
        filled = _filled(waiting, there)
        possible = [move for move in waiting if not move.source or there[move.source] >= move.count]
        if not possible:  # moves that wait for each other: hands see a way
            yield from waiting
            return
        free = (move for move in possible if not _leaves(move) or move.places[-1] not in filled)
        first = next(free, possible[0])
        waiting.remove(first)
        there = Counter(applied(there, (first,)))
        yield first


def _leaves(move: Move) -> bool:
    return len(set(move.places)) > 1


def _filled(waiting: Sequence[Move], there: Layout) -> Container[Place]:
    """Return the places which all that is there now still has to leave."""
    left: Counter[Place] = Counter()
    for (place, _), count in there.items():
        left[place] += count
    leaving = Counter(left)
    for move in waiting:
        if move.source and _leaves(move):
            leaving[move.source[0]] -= move.count
    return {place for place in left if left[place] and not leaving[place] and not place.covered}


def _summed(steps: list[Move]) -> list[Move]:
    found: dict[tuple[At | None, At | None], int] = {}
    for step in steps:
        ends = step.source, step.target
        found[ends] = found.get(ends, 0) + step.count
    return [Move(*ends, count) for ends, count in found.items()]


_NO_RULE: Final = RuleId("")
"""No rule asks for what puts the table right; the rules ask for what was entered."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One sentence without the names of those who do it; equal ones are one task."""

    text: Text
    seat: Seat | None


def tasks_between(before: Layout, after: Layout, names: Sequence[str]) -> tuple[Task, ...]:
    """Return what hands do to turn one layout into another; `names` are those of the seats.

    What goes the same way is one task, and so is what several seats do alike.
    """
    told = [move for move in moves(before, after) if move.is_told]
    found: dict[Text, list[Seat]] = {}
    for _, together in groupby(told, key=_way):
        line = _line(tuple(together))
        found.setdefault(line.text, []).extend([] if line.seat is None else [line.seat])
    return tuple(_task(text, seats, names) for text, seats in found.items())


def _way(move: Move) -> object:
    """Return what moves have in common that are one task."""
    return move.places if move.source and move.target and _leaves(move) else move


def _task(text: Text, seats: Sequence[Seat], names: Sequence[str]) -> Task:
    if not seats:
        return Task(text, _NO_RULE)
    who = listed([names[seat] for seat in sorted(set(seats))])
    if len(set(seats)) == len(names):
        who = say("Everybody")
    values = (("who", who), *text.values)
    return Task(Text(text.template, values, text.many), _NO_RULE, tuple(sorted(set(seats))))


def _line(together: Sequence[Move]) -> _Line:
    move = together[0]
    source, target = move.source, move.target
    if source is None or target is None:
        return _written(source or target, erased=target is None, count=move.count)
    seats = {place.seat for place in move.places if place.seat is not None}
    seat = next(iter(seats)) if len(seats) == 1 else None
    if source[0] == target[0]:
        return _Line(_turned(source, target[1], move.count, seat), seat)
    return _Line(_moved(source[0], target[0], together, seat), seat)


def _moved(here: Place, there: Place, together: Sequence[Move], seat: Seat | None) -> Text:
    what = _things(together)
    if (here.pile, there.pile) == ("discard", "deck"):
        return say("Shuffle {what} from {here} into {there}.", what=what, here=here.label,
                   there=there.label)  # fmt: skip
    if (here.pile, there.pile) == ("deck", "discard"):
        return say(
            "The deck was shuffled, so nobody can find the same cards again: put any {what} from "
            "it on {there}.",
            what=_things([Move(move.source, move.source, move.count) for move in together]),
            there=there.label,
        )
    values = {"what": what, "here": _called(here, seat), "there": _called(there, seat)}
    if there.pile == "deck":
        if seat is None:
            return say("Put {what} from {here} on top of {there}.", **values)
        return say("{who}: put {what} from {here} on top of {there}.", **values)
    if not there.covered and any(move.target and not move.target[1].face for move in together):
        if seat is None:
            return say("Move {what} from {here} to {there}, face down.", **values)
        return say("{who}: move {what} from {here} to {there}, face down.", **values)
    if seat is None:
        return say("Move {what} from {here} to {there}.", **values)
    return say("{who}: move {what} from {here} to {there}.", **values)


def _things(together: Sequence[Move]) -> Text:
    """Return what moves, by the fronts that show before or after; alike things are counted."""
    counts: Counter[tuple[str, str]] = Counter()
    seen: dict[tuple[str, str], Thing] = {}
    for move in together:
        if move.source and move.target:
            old, new = move.source[1], move.target[1]
            known = new if new.face else old
            seen[known.kind, known.face] = known
            counts[known.kind, known.face] += move.count
    return listed([_what(seen[key], seen[key], count) for key, count in counts.items()])


def _turned(at: At, new: Thing, count: int, seat: Seat | None) -> Text:
    here, old = at
    if new.turn is not None:
        return new.turn
    where = _called(here, seat)
    if old.face and new.face:
        if seat is None:
            return say("Check that {here} has {what}, not {old}.", here=where,
                       what=_what(new, new, count), old=_what(old, old, count))  # fmt: skip
        return say("{who}: check that {here} has {what}, not {old}.", here=where,
                   what=_what(new, new, count), old=_what(old, old, count))  # fmt: skip
    what = _what(old, new, count)
    if new.face:
        if seat is None:
            return say("Turn {what} in {here} face up.", what=what, here=where)
        return say("{who}: turn {what} in {here} face up.", what=what, here=where)
    if seat is None:
        return say("Turn {what} in {here} face down again.", what=what, here=where)
    return say("{who}: turn {what} in {here} face down again.", what=what, here=where)


def _written(at: At | None, *, erased: bool, count: int) -> _Line:
    """Return the sentence of what is erased or written, or goes to the box or comes from it."""
    if at is None:
        return _Line(EMPTY, None)
    place, thing = at
    given = thing.erase if erased else thing.write
    if given is not None:
        values = (*given.values, ("count", count))
        return _Line(Text(given.template, values, given.many), place.seat)
    what = _what(thing, thing, count)
    if erased:
        return _Line(say("Put {what} from {here} in the box.", what=what, here=place.label), None)
    return _Line(say("Take {what} from the box to {here}.", what=what, here=place.label), None)


def _called(place: Place, seat: Seat | None) -> Text:
    return place.own if seat is not None and place.seat == seat else place.label


def _what(old: Thing, new: Thing, count: int) -> Text:
    """Return a thing by the front that shows before or after, or how many there are."""
    known = new if new.face else old
    if count == 1 and known.face:
        return say("the {thing}", thing=known.name)
    return say_count("{count} {thing}", "{count} {things}", count, thing=known.name,
                     things=known.names)  # fmt: skip
