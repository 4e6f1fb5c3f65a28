"""The rules of War of Waves: who acts, what can be entered, and what follows."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from referee.core import (
    TABLE,
    Action,
    Fact,
    Note,
    Outcome,
    Overrule,
    RuleId,
    Ruling,
    Seat,
    Secret,
    plus,
)
from referee.games.war_of_waves.actions import (
    Attack,
    Build,
    Cut,
    Dealt,
    DealtLeader,
    Done,
    Draw,
    Face,
    Finish,
    Fortify,
    Leader,
    Move,
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
    Swap,
)
from referee.games.war_of_waves.attack_facts import Shown
from referee.games.war_of_waves.attacks import (
    begin_attack,
    hidden_targets,
    present,
    reveal,
    with_type,
)
from referee.games.war_of_waves.claims import claim, cut, judge, shown_again
from referee.games.war_of_waves.components import (
    CARDS,
    KINDS,
    LEADERS,
    MOST,
    NUMBERS,
    SECTIONS,
    Deed,
    Kind,
    Section,
    card_of,
)
from referee.games.war_of_waves.corrections import overrule
from referee.games.war_of_waves.facts import HandDealt, SectionLaid
from referee.games.war_of_waves.gateways import (
    change,
    laid_at,
    lay,
    lay_from_hand,
    place_at,
    spots,
    turning_points,
)
from referee.games.war_of_waves.knowledge import settled
from referee.games.war_of_waves.leaders import announce, move, moves, swap, swaps
from referee.games.war_of_waves.piles import draw, turn_up, with_hand
from referee.games.war_of_waves.rulings import explain
from referee.games.war_of_waves.state import (
    PLAYERS,
    Phase,
    Result,
    Spot,
    State,
    acting,
    other,
)
from referee.games.war_of_waves.turns import (
    end_actions,
    end_leader,
    end_turn,
    go_on,
    lay_row,
    settle_attack,
)


def apply(state: State, action: Action) -> tuple[State, tuple[Fact, ...]]:
    """Return the state after an allowed action, and the facts that follow from it."""
    if isinstance(action, Note):
        return _remember(state, action), ()
    if isinstance(action, Overrule):
        changed, facts = overrule(state, action)
    else:
        changed, facts = _APPLY[type(action)](state, action)
    changed = settled(changed)
    return changed._replace(news=_news(state, action, facts)), tuple(facts)


def _news(state: State, action: Action, facts: list[Fact]) -> tuple[Fact, ...]:
    """Return what hands have still to follow.

    A card that a note answers for is entered together with what came before it, so hands have not
    done that yet. One that was asked for has been turned over already.
    """
    if not isinstance(action, Reveal):
        return tuple(facts)
    laid = laid_at(state, state.to_reveal[0])
    if laid and laid.note and laid.note.value == action.value:
        return (*state.news, *facts)
    return tuple(fact for fact in facts if not isinstance(fact, Shown))


def _remember(state: State, action: Note) -> State:
    assert isinstance(action, Remember)
    spot = Spot(action.seat, action.at, action.kind, action.card)
    laid = laid_at(state, spot)
    assert laid is not None
    return change(state, spot, laid._replace(note=action.value))


def _dealt(state: State, action: Dealt) -> Result:
    seat = action.seat
    _, _, build, war = state.hands[seat]
    hand = (1, 1, build + action.build, war + action.war)
    gone = (2, 1, action.build, action.war)
    state = with_hand(state, seat, hand)._replace(
        deck=tuple([left - less for left, less in zip(state.deck, gone, strict=True)])
    )
    state = lay(state, seat, Section.B1, Kind.BUILD)
    rule = RuleId("V1" if any(hand[2:]) else "setup")
    dealt = HandDealt(rule, seat, sum(hand), *hand[2:])
    if seat == state.table.first:
        return state._replace(turn=other(seat)), [dealt]
    state, facts = lay_row(state._replace(phase=Phase.FACE, turn=state.table.first))
    return state, [dealt, *facts]


def _dealt_leader(state: State, action: DealtLeader) -> Result:
    seat, place = action.seat, action.back.leaders
    state = with_hand(state, seat, plus(state.hands[seat], place))
    return state._replace(deck=plus(state.deck, place, -1)), []


def _face(state: State, action: Face) -> Result:
    setting_up = state.phase is Phase.FACE
    state = turn_up(state, action.card)
    return lay_row(state) if setting_up else go_on(state)


def _leader(state: State, action: Leader) -> Result:
    state, facts = announce(state, action.name)
    state, more = go_on(state)
    return state, facts + more


def _lay(state: State, deed: Deed, section: Section, kind: Kind) -> Result:
    before, seat = state, state.turn
    hand = plus(state.hands[seat], kind.place, -1)
    state = lay_from_hand(with_hand(state, seat, hand), seat, section, kind)
    place = place_at(state, seat, section)
    counts = (len(place.builds), len(place.wars))
    also = (RuleId("V16"),) if section.is_gate else ()
    laid = SectionLaid(RuleId(deed.value), seat, section, kind, *counts, sum(hand), also=also)
    state = state._replace(types=with_type(state.types, deed))
    return state, [laid, *turning_points(before, state)]


def _strike(state: State, _action: Strike) -> Result:
    assert state.assault is not None
    hidden = hidden_targets(state)
    facts = shown_again(state, state.assault.targets, "attack")
    if hidden:
        return state._replace(phase=Phase.REVEAL, to_reveal=hidden), facts
    state, more = settle_attack(state)
    return state, facts + more


def _reveal(state: State, action: Reveal) -> Result:
    state, facts = reveal(state, action)
    if state.to_reveal:
        return state, facts
    state, more = settle_attack(state) if state.assault else judge(state)
    return state, facts + more


def _draw(state: State, action: Draw) -> Result:
    place = action.back.leaders if action.leader else action.back.place
    state, facts = draw(state, place)
    state, more = go_on(state)
    return state, facts + more


def _swap(state: State, action: Swap) -> Result:
    state, facts = swap(state, action)
    state, more = end_leader(state)
    return state, facts + more


def _move(state: State, action: Move) -> Result:
    state, facts = move(state, action)
    state, more = end_leader(state)
    return state, facts + more


def _finish(state: State, action: Finish) -> Result:
    facts: list[Fact] = []
    if action.claim:
        state, facts = claim(state)
    state, more = end_turn(state)
    return state, facts + more


_APPLY: Mapping[type[Action], Callable[[State, Any], Result]] = {
    Dealt: _dealt,
    DealtLeader: _dealt_leader,
    Face: _face,
    Leader: _leader,
    Build: lambda state, action: _lay(state, Deed.BUILD, action.at, Kind.BUILD),
    Fortify: lambda state, action: _lay(state, Deed.FORTIFY, action.at, action.kind),
    Attack: begin_attack,
    Present: lambda state, action: (present(state, action.card), []),
    Strike: _strike,
    Reveal: _reveal,
    Done: lambda state, action: end_actions(state, claims=action.claim),
    Draw: _draw,
    Swap: _swap,
    Move: _move,
    Finish: _finish,
    Cut: lambda state, action: cut(state, action.card),
}


def outcome(state: State) -> Outcome | None:
    """Return how the game ended; None while it goes on."""
    return state.outcome


def to_act(state: State) -> frozenset[Seat]:
    """Return the seats that may act now; none when the game is over."""
    seat = acting(state)
    return frozenset() if seat is None else frozenset({seat})


def actor(state: State, action: Action) -> Seat:
    """Return the seat that an action belongs to."""
    match action:
        case Dealt(seat=seat) | DealtLeader(seat=seat) | Cut(seat=seat):
            return seat
        case Remember(seat=seat) | Reveal(side=seat):
            return seat
        case Overrule():
            return TABLE
        case _:
            return state.turn


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    """Return what a seat can enter now on the game's main line."""
    if seat != acting(state):
        return []
    return [action for action in _OFFERS[state.phase](state) if explain(state, action).allowed]


def refused_by_list(state: State) -> Ruling | None:
    """Return why a card is not offered where only the deck list is against it.

    The list is ours where the table has not told its own, so cards that lie here may say otherwise.
    """
    asked = map(Leader, LEADERS) if state.phase is Phase.ACT else _OFFERS[state.phase](state)
    rulings = (explain(state, action) for action in asked)
    return next((ruling for ruling in rulings if ruling.numbers.get("mend")), None)


def _deals(state: State) -> Iterator[Action]:
    """Offer one Leader after the other, so that the first question has few answers."""
    yield Dealt(state.turn, 0, 0)
    yield from (DealtLeader(state.turn, back) for back in KINDS)


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
    """Return the attack on these cards of one side."""
    return Attack(
        targets[0].side,
        tuple(spot.at for spot in targets),
        tuple(spot.kind for spot in targets),
        tuple(spot.card for spot in targets),
    )


def _targets(state: State) -> Iterator[Action]:
    lying = list(spots(state, other(state.turn)))
    yield from (attack_on(targets) for targets in _one_or_two(lying))


def _cuts(state: State) -> Iterator[Action]:
    seat = acting(state)
    assert seat is not None
    yield from (Cut(seat, card) for card in CARDS)


_OFFERS: Mapping[Phase, Callable[[State], Iterable[Action]]] = {
    Phase.DEAL: _deals,
    Phase.FACE: lambda _: [Face(card) for card in CARDS],
    Phase.ACT: _acts,
    Phase.DRAW: lambda _: [Draw(kind, leader) for leader in (False, True) for kind in KINDS],
    Phase.REFILL: lambda _: [Face(card) for card in CARDS],
    Phase.SWAP: swaps,
    Phase.TARGET: _targets,
    Phase.MOVE: moves,
    Phase.PRESENT: lambda _: [*(Present(card) for card in CARDS), Strike()],
    Phase.REVEAL: lambda state: [Reveal(*state.to_reveal[0], number) for number in NUMBERS],
    Phase.CLAIM: lambda _: [Finish(claim=True), Finish(claim=False)],
    Phase.CUT: _cuts,
}


def optional_actions(state: State) -> Sequence[Action]:
    """Return what the table can decide itself (with `why` to fill in), or tell at once."""
    why = "?"
    offered: list[Action] = [OverruleTurn(seat, why=why) for seat in PLAYERS]
    offered += _dealt_at_once(state)
    for seat in PLAYERS:
        for spot in spots(state, seat):
            offered.append(OverruleRemove(*spot, why=why))
            offered += [OverruleValue(*spot, number, why=why) for number in NUMBERS]
        offered += [
            OverrulePlace(seat, section, kind, why=why) for section in SECTIONS for kind in KINDS
        ]
    offered += _lists(state, why)
    return [action for action in offered if explain(state, action).allowed]


def _dealt_at_once(state: State) -> Iterator[Action]:
    """Return all Leaders that can come up for a seat, as one entry."""
    if state.phase is Phase.DEAL:
        for build in range(state.deck[Kind.BUILD.leaders] + 1):
            for war in range(state.deck[Kind.WAR.leaders] + 1):
                if build or war:
                    yield Dealt(state.turn, build, war)


def _lists(state: State, why: str) -> Iterator[Action]:
    """Return corrections of the deck list: each count of copies of a number, and other backs."""
    deck_list = state.table.deck_list
    for card in CARDS:
        if card.leader:
            back = next(kind for kind in KINDS if kind is not deck_list.back(card.leader))
            yield OverruleBack(card.leader, back, why=why)
        else:
            yield from (OverruleCopies(card, count, why=why) for count in range(MOST + 1))


def notes(state: State, seat: Seat) -> Sequence[Note]:
    """Return what a seat can note for itself: each of its unknown cards, as each number."""
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
