"""What follows from an entry in Waves: rule, numbers, line of the story, order for hands."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from referee.core import Fact, RuleId, Seat, Text, joined, listed, say, say_count
from referee.games.waves.components import (
    CLASS_NAMES,
    CLASS_PLURALS,
    CLASSES,
    Class,
    Counts,
    Tablet,
)
from referee.games.waves.state import Slot, State
from referee.games.waves.words import (
    EndReason,
    cards_named,
    elders_at_places,
    hands_counted,
    place,
    power_of,
    side_name,
    tablet_name,
)

SHUFFLE: Final = say("Shuffle the discard pile: it is the new deck.")
"""The order of W31, before an entry takes a card or in the middle of drawing."""


@dataclass(frozen=True, slots=True)
class CouncilFormed(Fact):
    """The Elders of a round's start, by slot."""

    elders: tuple[Class | None, ...]

    def sentence(self, state: State) -> Text:
        """Return the Elder at each place."""
        return say("The Council: {elders}.", elders=elders_at_places(state, self.elders))


@dataclass(frozen=True, slots=True)
class OpenMajority(Fact):
    """Which class holds the Open Majority, counted how, and the Shells it brings."""

    card: Class
    counts: Counts
    shells: int

    def sentence(self, _state: State) -> Text:
        """Return the class, how it was counted, what decided a tie, and the Shells."""
        return say_count(
            "{classes} hold the Open Majority ({counts}): {count} Shell.{tie}",
            "{classes} hold the Open Majority ({counts}): {count} Shells.{tie}",
            "shells",
            classes=CLASS_PLURALS[self.card],
            tie=_tie(self),
        )

    def order(self, state: State) -> Text:
        """Return how many Shells go into the centre, where some may be left from before."""
        changes = [one for one in state.news if isinstance(one, ShellsSet) and one.rule == "W1"]
        there = changes[0].before if changes else 0
        if there == self.shells == 0:
            text = say("No Shells this round: {classes} hold the Open Majority.")
        elif there == self.shells:
            text = say_count(
                "Leave the {count} Shell in the centre: {classes} hold the Open Majority.",
                "Leave the {count} Shells in the centre: {classes} hold the Open Majority.",
                "shells",
            )
        elif there:
            text = say_count(
                "Make it {count} Shell in the centre ({lying} there now): {classes} hold the Open "
                "Majority.",
                "Make it {count} Shells in the centre ({lying} there now): {classes} hold the Open "
                "Majority.",
                "shells",
                lying=there,
            )
        else:
            text = say_count(
                "Put {count} Shell in the centre: {classes} hold the Open Majority.",
                "Put {count} Shells in the centre: {classes} hold the Open Majority.",
                "shells",
            )
        return replace(text, values=(*text.values, ("classes", CLASS_PLURALS[self.card])))


@dataclass(frozen=True, slots=True)
class ShellsSet(Fact):
    """Shells in the centre were changed from one number to another."""

    before: int
    shells: int

    def sentence(self, _state: State) -> Text:
        """Return how many Shells there are now, and why."""
        if self.rule == "W1":
            return say_count(
                "{count} Shell total: those from before ({before}) are not added.",
                "{count} Shells total: those from before ({before}) are not added.",
                "shells",
            )
        return say_count(
            "{count} Follower, so {count} Shell in the centre (before: {before}).",
            "{count} Shells in the centre, one for each Follower (before: {before}).",
            "shells",
        )

    def order(self, _state: State) -> Text:
        """Return how many Shells must be in the centre."""
        if RuleId("W21") in self.also:
            return say("Put all 5 Shells in the centre: there are no more for so many Followers.")
        return say_count(
            "Make it {count} Shell in the centre: one for each Follower.",
            "Make it {count} Shells in the centre: one for each Follower.",
            "shells",
        )


@dataclass(frozen=True, slots=True)
class Laid(Fact):
    """Agents were laid: as Rebels or as a Follower, and how many cards are left in hand."""

    minor: ClassVar[bool] = True

    slot: Slot
    seat: Seat
    rebel: bool
    count: int
    hand: int

    sentence = say_count(
        "{seat} holds {count} card now.", "{seat} holds {count} cards now.", "hand"
    )


@dataclass(frozen=True, slots=True)
class Drawn(Fact):
    """A seat drew cards; `hand` is what it holds then."""

    minor: ClassVar[bool] = True

    seat: Seat
    count: int
    hand: int

    sentence = say_count(
        "{seat} draws {count} card and holds {hand}.",
        "{seat} draws {count} cards and holds {hand}.",
        "count",
    )
    order = say_count("{seat}: draw {count} card.", "{seat}: draw {count} cards.", "count")


@dataclass(frozen=True, slots=True)
class Reshuffled(Fact):
    """The discard pile became the deck."""

    count: int

    sentence = say_count(
        "The discard pile, {count} card, becomes the deck.",
        "The discard pile, {count} cards, becomes the deck.",
        "count",
    )
    order = SHUFFLE


@dataclass(frozen=True, slots=True)
class EarlyReveal(Fact):
    """A Follower was turned over before its turn, since another Agent's Power depends on it."""

    slot: Slot
    card: Class

    sentence = say(
        "{slot} shows the Follower early, a {card}: its Power counts for someone else too."
    )


@dataclass(frozen=True, slots=True)
class TrueMajority(Fact):
    """Which class holds the True Majority, counted how, the tablet, and Shells after it acted."""

    card: Class
    counts: Counts
    tablet: Tablet
    shells: int

    def sentence(self, _state: State) -> Text:
        """Return the class, how it was counted, the tablet, and the Shells."""
        if self.rule == "table":
            return say(
                "{classes} hold the True Majority ({counts}), but the table decided: “{tablet}” is "
                "active.",
                classes=CLASS_PLURALS[self.card],
            )
        return say_count(
            "{classes} hold the True Majority ({counts}): “{tablet}” is active, with {count} "
            "Shell.{tie}",
            "{classes} hold the True Majority ({counts}): “{tablet}” is active, with {count} "
            "Shells.{tie}",
            "shells",
            classes=CLASS_PLURALS[self.card],
            tie=_tie(self),
        )

    def order(self, _state: State) -> Text:
        """Return which tablet is laid."""
        return say(
            "{classes} hold the True Majority: lay the tablet “{tablet}” beside the Council.",
            classes=CLASS_PLURALS[self.card],
        )


@dataclass(frozen=True, slots=True)
class ExtraRebels(Fact):
    """Rebels beyond the one that stays were discarded face up."""

    slot: Slot
    card: Class
    count: int

    sentence = say_count(
        "{slot} keeps one {card} and discards the other.",
        "{slot} keeps one {card} and discards the other {count}.",
        "count",
    )

    def order(self, _state: State) -> Text:
        """Return how many cards of which class are discarded."""
        return say_count(
            "{slot}: discard {count} {card}, keep one.",
            "{slot}: discard {count} {cards}, keep one.",
            "count",
            cards=CLASS_PLURALS[self.card],
        )


@dataclass(frozen=True, slots=True)
class Rotated(Fact):
    """The Elders moved one place counterclockwise; where they are now, by slot."""

    elders: tuple[Class | None, ...]

    def sentence(self, state: State) -> Text:
        """Return where the Elders are now."""
        return say(
            "Every Elder moved one place to the right: {elders}.",
            elders=elders_at_places(state, self.elders),
        )

    def order(self, state: State) -> Text:
        """Return which Elder goes where."""
        moved = [
            say(
                "{card} to {place}",
                card=CLASS_NAMES[self.elders[slot] or Class.NOBLE],
                place=place(state.table, slot),
            )
            for slot in state.table.ring
        ]
        return say("Move each Elder one place to the right: {elders}.", elders=listed(moved))


@dataclass(frozen=True, slots=True)
class RightPowers(Fact):
    """The printed Power of the Elder to the right of each slot, fixed for this round."""

    powers: tuple[int, ...]

    def sentence(self, state: State) -> Text:
        """Return the Power at each place."""
        powers = [
            say("{place} {power}", place=place(state.table, slot), power=self.powers[slot])
            for slot in state.table.ring
        ]
        return say("Power of the Elders this round: {powers}.", powers=listed(powers))


@dataclass(frozen=True, slots=True)
class Collection(Fact):
    """An Elder was tested, and which condition decided.

    Powers are as the active tablet makes them; `elder_rule` and `agent_rule` name the rule that
    changed one. `decided` is `shells`, `power`, `tablet` or `table` where that condition failed
    (or the table said so), else `all`. `shells` are those left. `returned`: it would have been
    collected but goes to the hand.
    """

    slot: Slot
    seat: Seat
    elder: Class
    agent: Class
    elder_power: int
    agent_power: int
    collected: bool
    returned: bool
    shells: int
    decided: str
    elder_rule: str | None
    agent_rule: str | None

    def sentence(self, _state: State) -> Text:
        """Return both Powers, and what follows from them."""
        return say(
            "{slot}: {agent} against {elder}. {verdict}",
            agent=power_of(self.agent, self.agent_power),
            elder=power_of(self.elder, self.elder_power),
            verdict=self._verdict(),
        )

    def _verdict(self) -> Text:
        if self.decided == "table":
            return (
                say("The table decided: collected.")
                if self.collected
                else say("The table decided: not collected.")
            )
        if self.returned:
            return say("The first one goes to the hand; its Shell stays.")
        if self.collected and not self.shells:
            return say("Collected with the last Shell.")
        if self.collected:
            return say_count(
                "Collected; {count} Shell left.", "Collected; {count} Shells left.", "shells"
            )
        if self.decided == "shells":
            return say("No Shell is left: to the hand.")
        if self.decided == "tablet":
            return say("The tablet forbids it: to the hand.")
        if self.rule == "equal-or-lower":
            return say("Stronger, and this tablet wants equal or weaker: to the hand.")
        return say("Not stronger: to the hand.")

    def order(self, _state: State) -> Text:
        """Return where the Elder goes, and why."""
        if self.returned:
            return say("{slot}: take the {elder} to your hand; the Shell stays.")
        if self.collected:
            return say("{slot}: collect the {elder} ({why}), remove 1 Shell.", why=self._why())
        return say("{slot}: take the {elder} to your hand ({why}).", why=self._why())

    def _why(self) -> Text:
        match self.decided:
            case "shells":
                return say("no Shell is left")
            case "tablet":
                return say("the tablet forbids it")
            case "table":
                return say("the table decided")
            case _:
                return say(
                    "{agent} against {elder}", agent=self.agent_power, elder=self.elder_power
                )


@dataclass(frozen=True, slots=True)
class Won(Fact):
    """A side has what it needs; `by` is the outcome's reason."""

    seats: tuple[Seat, ...]
    by: EndReason
    classes: int
    elders: int

    def sentence(self, _state: State) -> Text:
        """Return who has won by what, and how many classes and Elders that side has."""
        classes = say_count("{count} class", "{count} classes", self.classes)
        elders = say_count("{count} Elder", "{count} Elders", self.elders)
        return say("{seats}: {by} ({classes}, {elders}).", classes=classes, elders=elders)


@dataclass(frozen=True, slots=True)
class RoundLimit(Fact):
    """The referee ended the game after its last round."""

    seats: tuple[Seat, ...]
    by: EndReason

    sentence = say("The game ends: {by}.")


@dataclass(frozen=True, slots=True)
class NewRound(Fact):
    """A new round began; the Wave token is at this slot."""

    round: int
    token: Slot

    sentence = say("Round {round} begins; {token} has the Wave token.")
    order = say("Wave token to {token}.")


@dataclass(frozen=True, slots=True)
class Discarded(Fact):
    """A seat had to discard down to its limit."""

    seat: Seat
    count: int
    hand: int

    sentence = say_count(
        "{seat} discards {count} card and keeps {hand}.",
        "{seat} discards {count} cards and keeps {hand}.",
        "count",
    )
    order = say_count(
        "{seat}: discard {count} card face up.", "{seat}: discard {count} cards face up.", "count"
    )


@dataclass(frozen=True, slots=True)
class Named(Fact):
    """A discarded card was named."""

    seat: Seat
    card: Class

    sentence = say("Discarded by {seat}: a {card}.")


@dataclass(frozen=True, slots=True)
class ExtraElder(Fact):
    """The extra Elder of three players is discarded; the next one is turned up."""

    card: Class

    sentence = say("The extra {card} is discarded.")
    order = say("Discard the extra {card}.")


@dataclass(frozen=True, slots=True)
class TableChanged(Fact):
    """What an overrule changed on the table, as it is now; None where nothing changed.

    `elders` by slot, `collected` by side, `hands` (sizes) by seat.
    """

    shells: int | None
    tablet: Tablet | None
    elders: tuple[Class | None, ...] | None
    collected: tuple[tuple[Class, ...], ...] | None
    hands: tuple[int, ...] | None
    token: Slot | None

    def sentence(self, state: State) -> Text:
        """Return how the table is now, where an overrule changed more than it decided."""
        orders = self.order(state)
        if not orders:
            return say("Nothing else changes.")
        return say("{orders}", orders=joined(orders))

    def order(self, state: State) -> tuple[Text, ...]:
        """Return the same, one by one."""
        return tuple(self._changes(state))

    def _changes(self, state: State) -> Iterator[Text]:
        if self.tablet:
            yield say(
                "Active tablet: “{tablet}”.", tablet=tablet_name(state.table.edition, self.tablet)
            )
        for seats, pile in zip(state.table.sides, self.collected or (), strict=False):
            yield say(
                "Collected by {names}: {cards}.",
                names=side_name(state.table, seats),
                cards=cards_named(pile),
            )
        if self.elders:
            yield say("Elders: {elders}.", elders=elders_at_places(state, self.elders))
        if self.shells is not None:
            yield say_count(
                "{count} Shell in the centre.", "{count} Shells in the centre.", "shells"
            )
        if self.hands:
            yield say("Cards in hand: {hands}.", hands=hands_counted(state, self.hands))
        if self.token is not None:
            yield say("Wave token: {place}.", place=place(state.table, self.token))


def _tie(majority: OpenMajority | TrueMajority) -> Text:
    most = max(majority.counts.tally())
    tied = [
        CLASS_PLURALS[kind]
        for kind, number in zip(CLASSES, majority.counts.tally(), strict=True)
        if number == most
    ]
    if len(tied) < 2:  # noqa: PLR2004 - a tie needs two
        return Text("")
    return say(
        " {tied} tie at {most}; the highest number, {number}, decides.",
        tied=listed(tied),
        most=most,
        number=majority.card.number,
    )
