"""Contradictions: sightings that are impossible, and the nearest ways to resolve each.

The contents of the box limit every game: how many of each card, and one code per card. Further
limits are the game's (`Sight.impossible`). Nothing is entered from a contradictory picture.
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
    """A way to resolve a contradiction: what to do by hand, or an entry."""

    text: Text
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Something impossible, the cards involved, and its resolutions, the nearest first."""

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
    """Yield everything impossible about the cards in view.

    `fresh` cards are not explained by the state. For `staying` ones only the box is checked.
    """
    table = _Table(game, state, observation, fresh)
    yield from table.duplicates()
    yield from table.decks()
    yield from table.too_many()
    if observation.whole and not observation.scan.unread:
        yield from table.forbidden(staying)


def in_two_places(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - the state of any game
    found: Iterable[Moved],
) -> Iterator[Contradiction]:
    """Yield copies that were seen at one place and are now at another, without an entry."""
    for one in {one.card.code: one for one in found}.values():
        card, now = game.components.coded[one.card.code.card], one.card.seen
        text = say(
            "{card}, copy {copy}, cannot be in two places. "
            "It was here: {before}. Now it is here: {now}.",
            card=card.name,
            copy=one.card.code.copy,
            before=place_name(game, state, one.before),
            now=place_name(game, state, now),
        )
        back = say(
            "{place}: put {put} there.", place=place_name(game, state, one.before), put=card.name
        )
        ways = (Resolution(back), Resolution(entry_text(game, state, one.action), one.action))
        yield Contradiction(text, (one.card,), ways)


def trusted(observation: Observation, cards: Sequence[Sighted]) -> list[Sighted]:
    """Return cards without those whose code was seen at two places."""
    return [card for card in cards if card.code not in observation.duplicates]


@dataclass(frozen=True, slots=True)
class _Table:
    """One look at the table of a game."""

    game: AnyGame
    state: Any
    observation: Observation
    fresh: Sequence[Sighted]

    def duplicates(self) -> Iterator[Contradiction]:
        """Yield codes that were seen at two places."""
        for code in self.observation.duplicates:
            cards = self.nearest([one for one in self.observation.cards if one.code == code])
            text = say(
                "{card}, copy {copy}, is on the table twice: one is a second print. Take it away.",
                card=self.game.components.coded[code.card].name,
                copy=code.copy,
            )
            yield Contradiction(text, tuple(cards), tuple(self.taken_away(cards)))

    def decks(self) -> Iterator[Contradiction]:
        """Yield a contradiction if cards of several decks are mixed."""
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
            text = say("There are cards of {count} decks on this table.", count=len(of))
            yield Contradiction(text, cards, tuple(ways))

    def too_many(self) -> Iterator[Contradiction]:
        """Yield kinds of cards with more copies in view than in the box."""
        for card in self.game.components.cards:
            there = [one for one in self.observation.cards if one.seen.card == card.id]
            count = len({(one.code.deck, one.code.copy) for one in there})
            if count > card.copies > 0:  # 0: the number is unknown
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
        """Yield what the rules of the game exclude, as far as it is visible."""
        fresh = {card.code: card for card in self.fresh}  # these have their side
        cards = [
            fresh.get(card.code, card)
            for card in trusted(self.observation, self.observation.cards)
            if card not in staying and not card.unclear
        ]
        for found in self.game.visibility.impossible(self.state, [card.seen for card in cards]):
            about = [card for card in cards if card.seen in found.cards]
            ways = [
                *(
                    Resolution(entry_text(self.game, self.state, action), action)
                    for action in found.entries
                ),
                *(
                    Resolution(
                        say(
                            "{place}: put {put} there.",
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
        """Return unexplained cards first: removing one of those changes least."""
        codes = {card.code: card.corners for card in self.fresh}
        return sorted(cards, key=lambda one: codes.get(one.code) != one.corners)

    def taken_away(
        self, cards: Sequence[Sighted], *, together: bool = False
    ) -> Iterator[Resolution]:
        """Yield what to remove at each place: one card, or all with `together`."""
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
        """Yield the single cards that can be removed, each kind once."""
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


def entry_text(game: AnyGame, state: Any, action: Action) -> Text:  # noqa: ANN401
    """Return an entry as a sentence that reveals no secrets."""
    sentence: Text = game.voice.action(redact(state, None), redact(action, None))
    return sentence
