"""What cannot lie on a table, all of it at once, and the nearest ways to a table that can.

The box says how many cards there are and that each has one code; what its rules forbid a game says
itself (`Sight.impossible`). Nothing is entered from what cannot be.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.core import Action, AnyGame, Card, Text, listed, redact, say, say_count
from referee.table.sight.copies import Moved
from referee.table.sight.observations import Observation, Sighted, place_name


@dataclass(frozen=True, slots=True)
class Resolution:
    """One way out: what hands do, or the entry that explains what lies there."""

    text: Text
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Something that cannot be, the cards that it is about, and the ways out, the nearest first."""

    text: Text
    cards: tuple[Sighted, ...] = ()
    ways: tuple[Resolution, ...] = ()


def contradictions(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state of any game
    observation: Observation,
    *,
    fresh: Sequence[Sighted],
    staying: Sequence[Sighted] = (),
) -> Iterator[Contradiction]:
    """List everything about the cards in view that cannot be.

    `fresh` are the cards that need not lie there; of those `staying` nothing is said but by box.
    """
    table = _Table(game, state, observation, fresh)
    yield from table.twins()
    yield from table.decks()
    yield from table.too_many()
    if observation.whole and not observation.scan.unread:
        yield from table.forbidden(staying)


def in_two_places(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state of any game
    found: Iterable[Moved],
) -> Iterator[Contradiction]:
    """Yield each copy that lies at one place by what was seen before, and at another now."""
    for one in {one.card.code: one for one in found}.values():
        card, now = game.components.coded[one.card.code.card], one.card.seen
        text = say(
            "{card}, copy {copy}, cannot lie in two places. "
            "First it lay here: {before}. Now it lies here: {now}.",
            card=card.name,
            copy=one.card.code.copy,
            before=place_name(game, state, one.before),
            now=place_name(game, state, now),
        )
        back = say(
            "{place}: lay {put} there.", place=place_name(game, state, one.before), put=card.name
        )
        ways = (Resolution(back), Resolution(_said(game, state, one.action), one.action))
        yield Contradiction(text, (one.card,), ways)


def trusted(observation: Observation, cards: Sequence[Sighted]) -> list[Sighted]:
    """Leave out cards whose code was seen at two places: of those nothing follows."""
    return [card for card in cards if card.code not in observation.twins]


@dataclass(frozen=True, slots=True)
class _Table:
    """One look at the table of a game."""

    game: AnyGame
    state: Any
    observation: Observation
    fresh: Sequence[Sighted]

    def twins(self) -> Iterator[Contradiction]:
        """Return each code that lies at two places."""
        for code in self.observation.twins:
            cards = self.nearest([one for one in self.observation.cards if one.code == code])
            text = say(
                "{card}, copy {copy}, lies there twice: one is a second print. Take it away.",
                card=self.game.components.coded[code.card].name,
                copy=code.copy,
            )
            yield Contradiction(text, tuple(cards), tuple(self.taken_away(cards)))

    def decks(self) -> Iterator[Contradiction]:
        """Return the decks whose cards lie among each other."""
        cards = self.observation.cards
        of = {deck: [one for one in cards if one.code.deck == deck] for deck in self.deck_names()}
        if len(of) > 1:
            ways = [
                Resolution(
                    say_count(
                        "Take away the card of deck {deck}: {cards}.",
                        "Take away the {count} cards of deck {deck}: {cards}.",
                        len(ours),
                        deck=deck,
                        cards=self.named(ours),
                    )
                )
                for deck, ours in sorted(of.items(), key=lambda one: len(one[1]))
            ]
            text = say("Cards of {count} decks lie on this table.", count=len(of))
            yield Contradiction(text, cards, tuple(ways))

    def too_many(self) -> Iterator[Contradiction]:
        """Return each kind of card of which more lie there than the box holds."""
        for card in self.game.components.cards:
            there = [one for one in self.observation.cards if one.seen.card == card.id]
            count = len({(one.code.deck, one.code.copy) for one in there})
            if count > card.copies > 0:  # what a box may hold is not known of every card
                text = say_count(
                    "I see {count} × {card}; there is {most} in the box.",
                    "I see {count} × {card}; there are {most} in the box.",
                    count,
                    card=card.name,
                    most=card.copies,
                )
                ways = self.taken_away(self.nearest(there))
                yield Contradiction(text, tuple(there), tuple(ways))

    def forbidden(self, staying: Sequence[Sighted]) -> Iterator[Contradiction]:
        """Return what the rules of the game forbid, as far as it can be seen."""
        fresh = {card.code: card for card in self.fresh}  # those know on which side they lie
        cards = [
            fresh.get(card.code, card)
            for card in trusted(self.observation, self.observation.cards)
            if card not in staying and not card.unclear
        ]
        for found in self.game.visibility.impossible(self.state, [card.seen for card in cards]):
            about = [card for card in cards if card.seen in found.cards]
            ways = [
                *(Resolution(self.said(action), action) for action in found.entries),
                *(
                    Resolution(
                        say(
                            "{place}: lay {put} there.",
                            place=place_name(self.game, self.state, lying),
                            put=self.card(lying.card).name,
                        )
                    )
                    for lying in found.missing
                ),
                *(
                    self.one_by_one(about)
                    if found.too_many
                    else self.taken_away(about, together=True)
                ),
            ]
            yield Contradiction(found.text, tuple(about), tuple(ways))

    def nearest(self, cards: Sequence[Sighted]) -> list[Sighted]:
        """Return first the cards that nothing explains: to take one of those away changes least."""
        codes = {card.code: card.corners for card in self.fresh}
        return sorted(cards, key=lambda one: codes.get(one.code) != one.corners)

    def taken_away(
        self, cards: Sequence[Sighted], *, together: bool = False
    ) -> Iterator[Resolution]:
        """Say from where cards can be taken away: one of them, or all that lie at a place."""
        places: dict[str, tuple[Text, list[Sighted]]] = {}
        for card in cards:
            where = place_name(self.game, self.state, card.seen)
            places.setdefault(str(where), (where, []))[1].append(card)
        for where, there in places.values():
            away = self.named(there if together else there[:1])
            if there[0].seen.spot is None and not there[0].seen.place:
                yield Resolution(say("Take away {away}.", away=away))
            else:
                yield Resolution(say("{place}: take away {away}.", place=where, away=away))

    def one_by_one(self, cards: Sequence[Sighted]) -> Iterator[Resolution]:
        """Say which single card can be taken away, each kind once."""
        kinds = {card.seen.card: card for card in reversed(self.nearest(cards))}
        for card in self.nearest(list(kinds.values())):
            yield from self.taken_away([card])

    def deck_names(self) -> list[str]:
        return sorted({card.code.deck for card in self.observation.cards})

    def named(self, cards: Sequence[Sighted]) -> Text:
        counted = Counter(one.seen.card for one in cards)
        return listed([self.several(card, count) for card, count in counted.items()])

    def several(self, card: str, count: int) -> Text:
        name = self.card(card).name
        return name if count == 1 else say("{count} × {card}", count=count, card=name)

    def card(self, name: str) -> Card:
        return next(card for card in self.game.components.cards if card.id == name)

    def said(self, action: Action) -> Text:
        return _said(self.game, self.state, action)


def _said(game: AnyGame, state: Any, action: Action) -> Text:  # noqa: ANN401
    sentence: Text = game.voice.action(redact(state, None), redact(action, None))
    return sentence
