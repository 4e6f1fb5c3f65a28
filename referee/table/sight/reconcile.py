"""Compares the match with the table, and finds how each difference can be resolved.

Either may be right. If the table is, the match follows by an entry, a correction of an earlier
entry, or an overrule. If the match is, a card is moved by hand. Nothing is changed here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from referee.core import (
    EMPTY,
    Action,
    AnyGame,
    ExpectedCards,
    Overrule,
    RefereeError,
    Sighting,
    Text,
    listed,
    say,
    say_count,
)
from referee.core.prose import joined
from referee.match import Moment
from referee.match.moment import Draft, draft_replacement, draft_retraction
from referee.match.replay import Step
from referee.table.sight.impossible import entry_text, trusted
from referee.table.sight.interpretation import compare, entries_now
from referee.table.sight.observations import Sighted, place_name
from referee.table.sight.remarks import is_whole
from referee.table.sight.watch import Look

BACK: Final = 60
"""How many entries back a mistake is searched."""

WHY: Final = "That is how it is on the table."
"""The reason stored with an overrule made from a picture."""

Location = tuple[tuple[int, ...], str]
"""Where a difference is: the spots, or the id of a place."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """A way for the match to follow the table.

    An "entry" or "overrule" enters `actions`; a "mend" replaces the entry `seq` by the one action;
    a "retract" removes the entry `seq`, with `onward` also what no longer fits after it.
    """

    kind: Literal["entry", "mend", "overrule", "retract"]
    label: Text
    actions: tuple[Action, ...] = ()
    seq: int | None = None
    onward: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where match and table differ: what is expected there, and what was seen.

    `remedies` apply if the table is right, the nearest first; `hands` says what to do otherwise.
    """

    where: Text
    believed: tuple[ExpectedCards, ...]
    seen: tuple[Sighted, ...]
    remedies: tuple[Remedy, ...]
    hands: Text


def differences(now: Moment, look: Look) -> tuple[Difference, ...]:
    """Return every place where the match and a look at the table differ."""
    found: list[Difference] = []
    for at in _places(look):
        believed = _believed(now, look, at)
        seen = tuple(one for one in look.fresh if _seen_at(one.seen, at))
        lying: ExpectedCards | Sighting = believed[0] if believed else seen[0].seen
        found.append(
            Difference(
                where=place_name(now.game, now.state, lying),
                believed=believed,
                seen=seen,
                remedies=tuple(_Case(now, look, at).remedies()),
                hands=_instruction(now, believed, seen),
            )
        )
    return tuple(found)


def _places(look: Look) -> list[Location]:
    # A card missing from a partial view may be outside it.
    places = [_at(one) for one in look.comparison.unseen] if is_whole(look) else []
    for card in look.fresh:
        if not any(_seen_at(card.seen, at) for at in places):
            places.append((() if card.seen.spot is None else (card.seen.spot,), card.seen.place))
    return list(dict.fromkeys(places))


def _believed(now: Moment, look: Look, at: Location) -> tuple[ExpectedCards, ...]:
    """Return what is expected at a place and was not seen.

    Cards that may be covered count only if something else was seen there.
    """
    seen = [card.seen for card in look.observation.cards if not card.unclear]
    open_there = [
        replace(one, covered=False) for one in now.game.visibility.expected_cards(now.state)
    ]
    unseen = [one for one in compare(open_there, seen).unseen if _at(one) == at]
    instead = any(_seen_at(card.seen, at) for card in look.fresh)
    known = [one for one in look.comparison.unseen if _at(one) == at]
    return tuple(unseen if instead else known)


def _at(lying: ExpectedCards) -> Location:
    return lying.spots, lying.place


def _seen_at(seen: Sighting, at: Location) -> bool:
    spots, place = at
    return ExpectedCards(seen.card, spots=spots, place=place).is_at(seen.spot, seen.place)


# ---------------------------------------------------------------- the table is right


@dataclass(frozen=True, slots=True)
class _Case:
    """One difference, in one look at one moment."""

    now: Moment
    look: Look
    at: Location

    def remedies(self) -> Iterator[Remedy]:
        """Yield certain entries, or else corrections, possible entries, overrules, undoing."""
        entries = list(self.entries())
        if entries and self.look.reading.sure:
            yield from entries
            return
        mends = list(self.mends())
        yield from (*mends, *entries)
        if not mends:
            decisions = list(self.overrules())
            yield from decisions
            if not (entries or decisions):
                yield from self.rewinds()

    def entries(self) -> Iterator[Remedy]:
        """Yield the certain or possible entries of this look."""
        game, state = self.now.game, self.now.state
        reading = self.look.reading
        doubts = [one for group in reading.doubts for one in group]
        for place, action in enumerate((*reading.entries, *doubts)):
            shown = game.visibility.shows(state, action)
            if shown is not None and _at(shown) == self.at:
                alone = game.explain(state, action).allowed
                actions = (action,) if alone else (*reading.entries[:place], action)
                yield Remedy("entry", _entries_text(game, state, actions), actions)

    def mends(self) -> Iterator[Remedy]:
        """Yield the correction of the latest entry that shows a missing card, or its removal."""
        game = self.now.game
        for step in reversed(self.now.steps[-BACK:]):
            shown = game.visibility.shows(step.before, step.action)
            if shown is None or not self.explains_missing(shown):
                continue
            for action in self.alternatives(step):
                if self.improves(self.after(step.seq, action)):
                    label = entry_text(game, step.before, action)
                    yield Remedy("mend", label, (action,), step.seq)
                    return
            if self.improves(self.after(step.seq, None)):
                label = say("Take back: {entry}", entry=entry_text(game, step.before, step.action))
                yield Remedy("retract", label, seq=step.seq)
                return

    def overrules(self) -> Iterator[Remedy]:
        """Yield overrules after which the match agrees with the table."""
        game, state = self.now.game, self.now.state
        for offered in game.optional_actions(state):
            if isinstance(offered, Overrule):
                action = replace(offered, why=WHY)
                if self.improves(game.apply(state, action)[0]):
                    yield Remedy("overrule", entry_text(game, state, action), (action,))

    def rewinds(self) -> Iterator[Remedy]:
        """Yield undoing the entry that shows a missing card, with what depends on it."""
        state = self.now.state
        for step in reversed(self.now.steps[-BACK:]):
            if self.mismatches(step.before, self.at) < self.mismatches(state, self.at):
                gone = self.without(step.seq)
                if gone and self.mismatches(gone.steps[-1].after, self.at) < self.mismatches(
                    state, self.at
                ):
                    label = say_count(
                        "Take back: {entry}",
                        "Take back {count} entries, from: {entry}",
                        len(gone.entries),
                        entry=entry_text(self.now.game, step.before, step.action),
                    )
                    yield Remedy("retract", label, seq=step.seq, onward=True)
                    return

    def without(self, seq: int) -> Draft | None:
        """Return a draft without an entry and what does not fit without it; None if it fails."""
        try:
            draft = draft_retraction(self.now, (seq,), onward=True)
        except RefereeError:
            return None
        return draft if draft.steps else None

    def explains_missing(self, shown: ExpectedCards) -> bool:
        """Return whether an entry showed a card that is missing here."""
        cards = [one.card for one in _believed(self.now, self.look, self.at)]
        return _at(shown) == self.at and shown.card in cards

    def alternatives(self, step: Step) -> Iterator[Action]:
        """Yield entries of the same kind that would have shown a card that was seen here."""
        game = self.now.game
        fresh = trusted(self.look.observation, self.look.fresh)
        cards = {one.seen.card for one in fresh if _seen_at(one.seen, self.at)}
        for other in entries_now(game, step.before):
            shown = game.visibility.shows(step.before, other)
            if shown is None or type(other) is not type(step.action):
                continue
            if _at(shown) == self.at and shown.card in cards:
                yield other

    def after(self, seq: int, action: Action | None) -> Any:  # noqa: ANN401 - any game's state
        """Return the state if an entry were replaced or removed; None if that is illegal."""
        try:
            if action is None:
                draft = draft_retraction(self.now, (seq,))
            else:
                draft = draft_replacement(self.now, seq, action)
        except RefereeError:
            return None
        return draft.steps[-1].after if draft.steps else self.now.first

    def improves(self, state: Any) -> bool:  # noqa: ANN401 - any game's state
        """Return whether less differs in a state, both here and on the whole table."""
        now = self.now.state
        return state is not None and all(
            self.mismatches(state, at) < self.mismatches(now, at) for at in (self.at, None)
        )

    def mismatches(self, state: Any, at: Location | None) -> int:  # noqa: ANN401 - any game's state
        """Return the number of differences at a location, or in total, for a state."""
        look = self.look
        seen = [
            card.seen
            for card in look.observation.cards
            if not card.unclear and card not in look.staying
        ]
        comparison = compare(self.now.game.visibility.expected_cards(state), seen)
        unseen = [one for one in comparison.unseen if at is None or _at(one) == at]
        extra = [one for one in comparison.extra if at is None or _seen_at(one, at)]
        return len(unseen) + len(extra)


def _entries_text(game: AnyGame, state: Any, actions: Sequence[Action]) -> Text:  # noqa: ANN401
    sentences = []
    for action in actions:
        sentences.append(entry_text(game, state, action))
        if action is not actions[-1]:
            state, _ = game.apply(state, action)
    return joined(sentences)


# ---------------------------------------------------------------- the screen is right


def _instruction(now: Moment, believed: Sequence[ExpectedCards], seen: Sequence[Sighted]) -> Text:
    names = {card.id: card.name for card in now.game.components.cards}
    put = listed([names[one.card] for one in believed]) if believed else EMPTY
    away = listed([names[one.seen.card] for one in seen]) if seen else EMPTY
    lying = believed[0] if believed else seen[0].seen
    where = place_name(now.game, now.state, lying)
    if believed and seen:
        return say(
            "{place}: take away {away} and put {put} there.", place=where, away=away, put=put
        )
    if believed:
        return say("{place}: put {put} there.", place=where, put=put)
    return say("{place}: take away {away}.", place=where, away=away)
