"""What can be entered now: on the main line, besides it, for oneself, and what notes answer."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from referee.core import Action, Note, Seat, Secret
from referee.games.war_of_waves.actions import (
    Attack,
    Build,
    Cut,
    Dealt,
    Done,
    Draw,
    Face,
    Finish,
    Fortify,
    Leader,
    OverruleBack,
    OverruleCopies,
    OverrulePlace,
    OverruleRemove,
    OverruleTurn,
    OverruleValue,
    Present,
    Remember,
    Reveal,
    Strike,
)
from referee.games.war_of_waves.components import (
    CARDS,
    KINDS,
    LEADERS,
    MOST,
    NUMBERS,
    SECTIONS,
    Kind,
    card_of,
)
from referee.games.war_of_waves.gateways import laid_at, spots
from referee.games.war_of_waves.leaders import moves, swaps
from referee.games.war_of_waves.rules import acting
from referee.games.war_of_waves.rulings import explain
from referee.games.war_of_waves.state import PLAYERS, Phase, Spot, State, other


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    """List what a seat can enter now on the game's main line."""
    if seat != acting(state):
        return []
    return [action for action in _OFFERS[state.phase](state) if explain(state, action).allowed]


def _deals(state: State) -> Iterator[Action]:
    builds, wars = state.deck[Kind.BUILD.leaders], state.deck[Kind.WAR.leaders]
    for build in range(builds + 1):
        for war in range(wars + 1):
            yield Dealt(state.turn, build, war)


def _faces(_state: State) -> Iterator[Action]:
    yield from (Face(card) for card in CARDS)


def _acts(state: State) -> Iterator[Action]:
    yield from (Leader(name) for name in LEADERS)
    yield from (Build(section) for section in SECTIONS)
    yield from (Fortify(section, kind) for section in SECTIONS for kind in KINDS)
    for seat in (other(state.turn), state.turn):
        yield from _attacks(state, seat)
    yield from (Done(), Done(claim=True))


def _attacks(state: State, side: Seat) -> Iterator[Action]:
    for section in SECTIONS:
        lying = list(spots(state, side, (section,)))
        for kind in KINDS:
            cards = [spot for spot in lying if spot.kind is kind]
            yield from (attack_on(targets) for targets in _one_or_two(cards))


def _one_or_two(cards: list[Spot]) -> Iterator[tuple[Spot, ...]]:
    yield from ((spot,) for spot in cards)
    yield from combinations(cards, 2)


def attack_on(targets: tuple[Spot, ...]) -> Attack:
    """Write an attack on these cards of one side."""
    return Attack(
        targets[0].side,
        tuple(spot.at for spot in targets),
        tuple(spot.kind for spot in targets),
        tuple(spot.card for spot in targets),
    )


def _targets(state: State) -> Iterator[Action]:
    lying = list(spots(state, other(state.turn)))
    yield from (attack_on(targets) for targets in _one_or_two(lying))


def _attackers(_state: State) -> Iterator[Action]:
    yield from (Present(card) for card in CARDS)
    yield Strike()


def _reveals(state: State) -> Iterator[Action]:
    spot = state.to_reveal[0]
    yield from (Reveal(*spot, number) for number in NUMBERS)


def _draws(_state: State) -> Iterator[Action]:
    yield from (Draw(kind) for kind in KINDS)
    yield from (Draw(kind, leader=True) for kind in KINDS)


def _swaps(state: State) -> Iterator[Action]:
    yield from swaps(state)


def _moves(state: State) -> Iterator[Action]:
    yield from moves(state)


def _finishes(_state: State) -> Iterator[Action]:
    yield from (Finish(claim=True), Finish(claim=False))


def _cuts(state: State) -> Iterator[Action]:
    seat = acting(state)
    assert seat is not None
    yield from (Cut(seat, card) for card in CARDS)


def _nothing(_state: State) -> Iterator[Action]:
    yield from ()


_OFFERS: Mapping[Phase, Callable[[State], Iterator[Action]]] = {
    Phase.DEAL: _deals,
    Phase.FACE: _faces,
    Phase.ACT: _acts,
    Phase.DRAW: _draws,
    Phase.REFILL: _faces,
    Phase.SWAP: _swaps,
    Phase.TARGET: _targets,
    Phase.MOVE: _moves,
    Phase.PRESENT: _attackers,
    Phase.REVEAL: _reveals,
    Phase.CLAIM: _finishes,
    Phase.CUT: _cuts,
    Phase.OVER: _nothing,
}


def optional_actions(state: State) -> Sequence[Action]:
    """List what the table can decide itself (with `why` to fill in)."""
    why = "?"
    offered: list[Action] = [OverruleTurn(seat, why=why) for seat in PLAYERS]
    for seat in PLAYERS:
        for spot in spots(state, seat):
            offered.append(OverruleRemove(*spot, why=why))
            offered += [OverruleValue(*spot, number, why=why) for number in NUMBERS]
        offered += [
            OverrulePlace(seat, section, kind, why=why) for section in SECTIONS for kind in KINDS
        ]
    offered += _lists(state, why)
    return [action for action in offered if explain(state, action).allowed]


def _lists(state: State, why: str) -> Iterator[Action]:
    """Offer other deck lists: of each number each count of copies, and other backs."""
    deck_list = state.table.deck_list
    for card in CARDS:
        if card.leader:
            back = next(kind for kind in KINDS if kind is not deck_list.back(card.leader))
            yield OverruleBack(card.leader, back, why=why)
        else:
            yield from (OverruleCopies(card, count, why=why) for count in range(MOST + 1))


def notes(state: State, seat: Seat) -> Sequence[Note]:
    """List what a seat can note for itself: each of its unknown cards, as each number."""
    if state.phase in (Phase.DEAL, Phase.OVER) or seat not in PLAYERS:
        return []
    deck_list = state.table.deck_list
    return [
        Remember(seat, spot.at, spot.kind, spot.card, Secret(seat, number))
        for spot in spots(state, seat)
        if (laid := laid_at(state, spot)) and laid.value is None
        for number in NUMBERS
        if (card := card_of(spot.kind, number)) and deck_list.copies(card)
    ]


def answers(state: State) -> Sequence[Action]:
    """Return the entry that a note answers: the next card to be turned over, where it is noted.

    A note that cannot be right answers nothing.
    """
    if state.phase is not Phase.REVEAL:
        return []
    spot = state.to_reveal[0]
    laid = laid_at(state, spot)
    number = laid.note.value if laid and laid.note else None
    if number is None:
        return []
    action = Reveal(*spot, number)
    return [action] if explain(state, action).allowed else []
