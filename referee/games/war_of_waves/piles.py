"""The deck, the discard pile, the face row and the hands, as counts and as cards seen."""

from typing import Final

from referee.core import Fact, RuleId, Seat, plus, replaced
from referee.games.war_of_waves.components import NONE, Card, Counts, Kind, LeaderName
from referee.games.war_of_waves.facts import Drawn, LeaderBonus, Reshuffled, Taken
from referee.games.war_of_waves.knowledge import hold, shuffled
from referee.games.war_of_waves.state import State, Then


def both(one: Counts, two: Counts) -> Counts:
    """Add counts."""
    return tuple([a + b for a, b in zip(one, two, strict=True)])


def with_hand(state: State, seat: Seat, hand: Counts) -> State:
    """Return the state with another hand."""
    return state._replace(hands=replaced(state.hands, seat, hand))


def with_names(state: State, seat: Seat, names: frozenset[LeaderName]) -> State:
    """Return the state with other Leaders known by name in a hand."""
    return state._replace(named=replaced(state.named, seat, names))


def discard(state: State, place: int, card: Card | None) -> State:
    """Put a card on the discard pile; `card` where everybody has seen it."""
    shown = (*state.discarded, card) if card else state.discarded
    return state._replace(discard=plus(state.discard, place), discarded=shown)


def with_deck(state: State) -> tuple[State, list[Fact]]:
    """Make the discard pile the deck if the deck has run out (V33)."""
    if any(state.deck) or not any(state.discard):
        return state, []
    return shuffle_all(state)


def shuffle_all(state: State, rule: str = "V33") -> tuple[State, list[Fact]]:
    """Shuffle the discard pile into the deck; what was known of it is lost."""
    count, deck = sum(state.discard), sum(state.deck)
    if not count + deck:
        return state, []
    state = shuffled(state)
    state = state._replace(deck=both(state.deck, state.discard), discard=NONE, discarded=())
    return state, [Reshuffled(RuleId(rule), count, deck)]


_REASONS: Final = {
    Then.ACT: "V4",
    Then.EFFECT: "V5",
    Then.CLAIM: "poseidon",
    Then.END: "replenish",
}


def draw(state: State, place: int) -> tuple[State, list[Fact]]:
    """Draw a card of the deck that is owed; a Leader brings one more."""
    seat = state.turn
    hand = plus(state.hands[seat], place)
    is_leader = place >= Kind.BUILD.leaders
    back = Kind.BUILD if place in (Kind.BUILD.place, Kind.BUILD.leaders) else Kind.WAR
    state = with_hand(state, seat, hand)._replace(
        deck=plus(state.deck, place, -1), draws=state.draws - 1 + is_leader
    )
    facts: list[Fact] = [Drawn(RuleId(_REASONS[state.then]), seat, back, is_leader, sum(hand))]
    if is_leader:
        facts.append(LeaderBonus(RuleId("leader-drawn"), seat, face=False))
    return state, facts


def take_face(state: State) -> tuple[State, list[Fact]]:
    """Take the Face card farthest from the deck; a Leader brings one more from the row."""
    seat, card = state.turn, state.faces[0]
    hand = plus(state.hands[seat], state.table.deck_list.place(card))
    state = with_hand(state, seat, hand)
    state = hold(state, card, seat)
    facts: list[Fact] = [Taken(RuleId("row"), seat, card, sum(hand))]
    leader = card.leader
    if leader:
        state = with_names(state, seat, state.named[seat] | {leader})
        facts.append(LeaderBonus(RuleId("leader-drawn"), seat, face=True))
    owed = state.faces_owed - 1 + bool(leader)
    return state._replace(faces=state.faces[1:], faces_owed=owed), facts


def turn_up(state: State, card: Card) -> State:
    """Turn up a card of the deck at the near end of the row."""
    place = state.table.deck_list.place(card)
    return state._replace(deck=plus(state.deck, place, -1), faces=(*state.faces, card))
