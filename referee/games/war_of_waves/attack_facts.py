"""What follows from an attack: what is shown, both totals, and what is lost.

`sentence` is the line in the story, `order` what people do with their hands.
"""

from dataclasses import dataclass
from typing import ClassVar

from referee.core import Fact, Seat, Text, listed, say, say_count
from referee.games.war_of_waves.components import Card, Section, card_name, card_of
from referee.games.war_of_waves.state import State, Target
from referee.games.war_of_waves.words import name, summed


@dataclass(frozen=True, slots=True)
class AttackBegan(Fact):
    """An attack was declared on these cards of a side's gateway."""

    minor: ClassVar[bool] = True

    seat: Seat
    side: Seat
    targets: tuple[Target, ...]

    def sentence(self, _state: State) -> Text:
        """Return what is attacked, and whose it is."""
        if self.side == self.seat:
            return say("{seat} attacks their own gateway: {targets}.")
        return say("{seat} attacks {side}: {targets}.")


@dataclass(frozen=True, slots=True)
class Shown(Fact):
    """A card of a gateway was shown; both know it from now on."""

    minor: ClassVar[bool] = True

    side: Seat
    at: Section
    card: Card

    sentence = say("{side} turned over {card} on {at}.")


@dataclass(frozen=True, slots=True)
class ShownAgain(Fact):
    """A card that everybody knows is turned up again, because it is counted now.

    `number` is its number among the cards of its kind in that section.
    """

    minor: ClassVar[bool] = True

    side: Seat
    at: Section
    card: Card
    number: int

    sentence = say("{side} turns up {card} on {at} again: it counts now.")


@dataclass(frozen=True, slots=True)
class AttackDecided(Fact):
    """An attack was decided: the total that attacks against the total that it needs.

    `factor` is 1, or 2 where the kinds differ; `needed` is the factor times the defending total.
    """

    seat: Seat
    side: Seat
    attackers: tuple[Card, ...]
    targets: tuple[Target, ...]
    attack: int
    defence: int
    factor: int
    needed: int
    won: bool

    def sentence(self, _state: State) -> Text:
        """Return both totals, what was needed, and who discards what."""
        targets = self._fronts()
        values: dict[str, object] = {
            "attack": summed(self.attackers),
            "defence": summed(targets),
            "why": self._at_least(),
            "targets": listed([card_name(card) for card in targets]),
        }
        return self._on_own(values) if self.seat == self.side else self._on_other(values)

    def _on_other(self, values: dict[str, object]) -> Text:
        if self.won:
            return say(
                "{seat}’s {attack} against {side}’s {defence}: {why}, so the attack wins. "
                "{seat} discards {attackers}, {side} discards {targets}.",
                **values,
            )
        return say_count(
            "{seat}’s {attack} against {side}’s {defence}: {why}, so the attack loses. "
            "{seat} discards {attackers}; {targets} is turned face down again.",
            "{seat}’s {attack} against {side}’s {defence}: {why}, so the attack loses. "
            "{seat} discards {attackers}; {targets} are turned face down again.",
            len(self.targets),
            **values,
        )

    def _on_own(self, values: dict[str, object]) -> Text:
        if self.won:
            return say(
                "{seat}’s {attack} against their own {defence}: {why}, so the attack wins. "
                "{seat} discards the attackers, {attackers}, and {targets}.",
                **values,
            )
        return say_count(
            "{seat}’s {attack} against their own {defence}: {why}, so the attack loses. "
            "{seat} discards {attackers}; {targets} is turned face down again.",
            "{seat}’s {attack} against their own {defence}: {why}, so the attack loses. "
            "{seat} discards {attackers}; {targets} are turned face down again.",
            len(self.targets),
            **values,
        )

    def _at_least(self) -> Text:
        values = {"attack": self.attack, "defence": self.defence, "needed": self.needed}
        if self.factor == 1:
            if self.won:
                return say("{attack} is at least {needed}", **values)
            return say("{attack} is less than {needed}", **values)
        if self.won:
            return say("{attack} is at least 2 × {defence} = {needed}", **values)
        return say("{attack} is less than 2 × {defence} = {needed}", **values)

    def _fronts(self) -> list[Card]:
        cards = [card_of(target.kind, target.value or 0) for target in self.targets]
        return [card for card in cards if card]

    @property
    def doers(self) -> tuple[Seat, ...]:
        """Return who does what `order` says, one after the other."""
        return (self.seat, self.side) if self.won else (self.side, self.seat)

    def order(self, state: State) -> tuple[Text, ...]:
        """Return what becomes of the cards: the winner's first, then those of the loser."""
        values = {
            "seat": name(state, self.side),
            "targets": listed([card_name(card) for card in self._fronts()]),
        }
        if self.won:
            return (
                say("{seat}: the attack wins. Discard {attackers}."),
                say("{seat}: discard {targets}.", **values),
            )
        return (
            say("{seat}: the attack fails. Turn {targets} face down again.", **values),
            say("{seat}: discard {attackers}."),
        )


@dataclass(frozen=True, slots=True)
class Perished(Fact):
    """War cards were discarded because no Build card was left under them."""

    side: Seat
    at: Section
    count: int

    sentence = say_count(
        "No Build card is left under it: {count} War card on {at} of {side} perishes.",
        "No Build card is left under them: {count} War cards on {at} of {side} perish.",
        "count",
    )

    def order(self, state: State) -> Text:
        """Return whose War cards are discarded."""
        return say_count(
            "{seat}: discard the War card of {at} too.",
            "{seat}: discard the {count} War cards of {at} too.",
            "count",
            seat=name(state, self.side),
        )
