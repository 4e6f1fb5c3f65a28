"""What the referee believes beside what it sees, and how each difference can be settled.

Either side may be right. Where the table is, the screen follows by an entry, by changing the
earlier entry that was mistaken, or by a decision of the table. Where the screen is, hands move a
card. Nothing here changes anything: it finds what is possible and says it.
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
    redact,
    say,
    say_count,
)
from referee.core.prose import joined
from referee.match import Moment
from referee.match.moment import Draft, draft_replacement, draft_retraction
from referee.match.replay import Step
from referee.table.sight.impossible import trusted
from referee.table.sight.interpretation import compare, entries_now
from referee.table.sight.observations import Sighted, place_name
from referee.table.sight.remarks import is_whole
from referee.table.sight.watch import Look

BACK: Final = 60
"""How many entries back a mistake is looked for."""

WHY: Final = "So it lies on the table."
"""The reason that stands with a decision of the table made from a picture."""

At = tuple[tuple[int, ...], str]
"""Where a difference is: the spots, or the id of a place."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """A way in which the screen follows the table.

    An "entry" or an "overrule" enters `actions`; a "mend" lets the row `seq` say the one action; a
    "retract" takes the row `seq` back, and `onward` also what does not fit after that.
    """

    kind: Literal["entry", "mend", "overrule", "retract"]
    label: Text
    actions: tuple[Action, ...] = ()
    seq: int | None = None
    onward: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where screen and table differ: what must lie there, and what was seen.

    `remedies` are for the case that the table is right, the nearest first; `hands` says what to do
    where the screen is.
    """

    where: Text
    believed: tuple[ExpectedCards, ...]
    seen: tuple[Sighted, ...]
    remedies: tuple[Remedy, ...]
    hands: Text


def differences(now: Moment, look: Look) -> tuple[Difference, ...]:
    """List every place where the entries and a look at the table differ."""
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
                hands=_hands(now, believed, seen),
            )
        )
    return tuple(found)


def _places(look: Look) -> list[At]:
    # What was not seen in a part of the table may well lie in the rest of it.
    places = [_at(one) for one in look.comparison.unseen] if is_whole(look) else []
    for card in look.fresh:
        if not any(_seen_at(card.seen, at) for at in places):
            places.append((() if card.seen.spot is None else (card.seen.spot,), card.seen.place))
    return list(dict.fromkeys(places))


def _believed(now: Moment, look: Look, at: At) -> tuple[ExpectedCards, ...]:
    """Return what must lie at a place and was not seen, what others may hide among it.

    What may be hidden counts only where something else was seen instead.
    """
    seen = [card.seen for card in look.observation.cards if not card.unclear]
    open_there = [
        replace(one, covered=False) for one in now.game.visibility.expected_cards(now.state)
    ]
    unseen = [one for one in compare(open_there, seen).unseen if _at(one) == at]
    instead = any(_seen_at(card.seen, at) for card in look.fresh)
    known = [one for one in look.comparison.unseen if _at(one) == at]
    return tuple(unseen if instead else known)


def _at(lying: ExpectedCards) -> At:
    return lying.spots, lying.place


def _seen_at(seen: Sighting, at: At) -> bool:
    spots, place = at
    return ExpectedCards(seen.card, spots=spots, place=place).is_at(seen.spot, seen.place)


# ---------------------------------------------------------------- the table is right


@dataclass(frozen=True, slots=True)
class _Case:
    """One place where they differ, in one look at one moment."""

    now: Moment
    look: Look
    at: At

    def remedies(self) -> Iterator[Remedy]:
        """Find how the screen can follow: by what is sure, else by mending, ideas, decisions."""
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
        """Return the entries that this look says or may say."""
        game, state = self.now.game, self.now.state
        reading = self.look.reading
        doubts = [one for group in reading.doubts for one in group]
        for place, action in enumerate((*reading.entries, *doubts)):
            shown = game.visibility.shows(state, action)
            if shown is not None and _at(shown) == self.at:
                alone = game.explain(state, action).allowed
                actions = (action,) if alone else (*reading.entries[:place], action)
                yield Remedy("entry", _told_in_turn(game, state, actions), actions)

    def mends(self) -> Iterator[Remedy]:
        """Change the latest entry that laid what is not there, or else take it back."""
        game = self.now.game
        for step in reversed(self.now.steps[-BACK:]):
            shown = game.visibility.shows(step.before, step.action)
            if shown is None or not self.is_loose(shown):
                continue
            for action in self.alternatives(step):
                if self.helps(self.after(step.seq, action)):
                    label = _said(game, step.before, action)
                    yield Remedy("mend", label, (action,), step.seq)
                    return
            if self.helps(self.after(step.seq, None)):
                label = say("Take back: {entry}", entry=_said(game, step.before, step.action))
                yield Remedy("retract", label, seq=step.seq)
                return

    def overrules(self) -> Iterator[Remedy]:
        """Return decisions after which the screen believes what lies there."""
        game, state = self.now.game, self.now.state
        for offered in game.optional_actions(state):
            if isinstance(offered, Overrule):
                action = replace(offered, why=WHY)
                if self.helps(game.apply(state, action)[0]):
                    yield Remedy("overrule", _said(game, state, action), (action,))

    def rewinds(self) -> Iterator[Remedy]:
        """Take back what laid the card that is gone, together with what came of it since."""
        state = self.now.state
        for step in reversed(self.now.steps[-BACK:]):
            if self.amiss(step.before, self.at) < self.amiss(state, self.at):
                gone = self.without(step.seq)
                if gone and self.amiss(gone.steps[-1].after, self.at) < self.amiss(state, self.at):
                    label = say_count(
                        "Take back: {entry}",
                        "Take back {count} entries, from: {entry}",
                        len(gone.entries),
                        entry=_said(self.now.game, step.before, step.action),
                    )
                    yield Remedy("retract", label, seq=step.seq, onward=True)
                    return

    def without(self, seq: int) -> Draft | None:
        """Draft that an entry and what does not fit without it are taken back."""
        try:
            draft = draft_retraction(self.now, (seq,), onward=True)
        except RefereeError:
            return None
        return draft if draft.steps else None

    def is_loose(self, shown: ExpectedCards) -> bool:
        """Return whether an entry showed what is believed to lie here and was not seen."""
        cards = [one.card for one in _believed(self.now, self.look, self.at)]
        return _at(shown) == self.at and shown.card in cards

    def alternatives(self, step: Step) -> Iterator[Action]:
        """Return entries of the same kind that would have shown a card that was seen here."""
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
        """Return the state if an entry said something else, or nothing; None where it cannot."""
        try:
            if action is None:
                draft = draft_retraction(self.now, (seq,))
            else:
                draft = draft_replacement(self.now, seq, action)
        except RefereeError:
            return None
        return draft.steps[-1].after if draft.steps else self.now.first

    def helps(self, state: Any) -> bool:  # noqa: ANN401 - any game's state
        """Return whether less differs in a state, here and on the whole table."""
        now = self.now.state
        return state is not None and all(
            self.amiss(state, at) < self.amiss(now, at) for at in (self.at, None)
        )

    def amiss(self, state: Any, at: At | None) -> int:  # noqa: ANN401 - any game's state
        """Count what differs at a place, or on the whole table, if this were the state."""
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


def _told_in_turn(game: AnyGame, state: Any, actions: Sequence[Action]) -> Text:  # noqa: ANN401
    told = []
    for action in actions:
        told.append(_said(game, state, action))
        if action is not actions[-1]:
            state, _ = game.apply(state, action)
    return joined(told)


def _said(game: AnyGame, state: Any, action: Action) -> Text:  # noqa: ANN401
    sentence: Text = game.voice.action(redact(state, None), redact(action, None))
    return sentence


# ---------------------------------------------------------------- the screen is right


def _hands(now: Moment, believed: Sequence[ExpectedCards], seen: Sequence[Sighted]) -> Text:
    names = {card.id: card.name for card in now.game.components.cards}
    put = listed([names[one.card] for one in believed]) if believed else EMPTY
    away = listed([names[one.seen.card] for one in seen]) if seen else EMPTY
    lying = believed[0] if believed else seen[0].seen
    where = place_name(now.game, now.state, lying)
    if believed and seen:
        return say(
            "{place}: take away {away} and lay {put} there.", place=where, away=away, put=put
        )
    if believed:
        return say("{place}: lay {put} there.", place=where, put=put)
    return say("{place}: take away {away}.", place=where, away=away)
