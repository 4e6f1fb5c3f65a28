"""Claims: made, lapsed, tested, and the tie-break between two right gateways."""

from collections.abc import Iterable
from itertools import pairwise

from referee.core import Fact, Outcome, RuleId, Seat, plus, replaced
from referee.games.war_of_waves.attack_facts import ShownAgain
from referee.games.war_of_waves.claim_facts import (
    Claimed,
    ClaimLapsed,
    ClaimTested,
    CutDecided,
    Drew,
    GatewayChecked,
    TieBroken,
    Won,
)
from referee.games.war_of_waves.components import BRIDGE, GATE, SECTIONS, Card, Kind, Section
from referee.games.war_of_waves.gateways import (
    is_complete,
    known_card,
    laid_at,
    place_at,
    spots,
)
from referee.games.war_of_waves.knowledge import numbers_left
from referee.games.war_of_waves.piles import shuffle_all
from referee.games.war_of_waves.state import (
    PLAYERS,
    Phase,
    Result,
    Spot,
    State,
    claimant,
    is_second_cut,
    other,
)


def has_to_claim(state: State) -> bool:
    """Return whether the player whose turn ends can claim: complete, and not claimed yet."""
    return is_complete(state.gateways[state.turn]) and not state.claims[state.turn]


def claim(state: State) -> Result:
    """Note that the player whose turn it is claims a complete gateway (V29)."""
    seat = state.turn
    state = state._replace(claims=replaced(state.claims, seat, item=True))
    return state, [Claimed(RuleId("V29"), seat)]


def test_claim(state: State) -> Result:
    """Test the opponent's claim; it lapses if the gateway is no longer complete.

    A claim made in this turn lapses too if the table has made it wrong since. The opponent's claim
    is still in the state afterwards if, and only if, the test continues.
    """
    seat = claimant(state)
    state, lapsed = _lapse(state)
    if not state.claims[seat]:
        return state, lapsed
    builds = [spot for one in _tested(state) for spot in _builds(state, one)]
    hidden = tuple(spot for spot in builds if _known(state, spot) is None)
    tested = ClaimTested(RuleId("V30"), seat, len(hidden), state.claims[state.turn])
    facts = [*lapsed, tested, *shown_again(state, builds, "V30")]
    state = state._replace(to_reveal=hidden)
    if hidden:
        return state._replace(phase=Phase.REVEAL), facts
    state, more = judge(state)
    return state, [*facts, *more]


def _lapse(state: State) -> Result:
    """Let claims lapse without a complete gateway; this turn's only if the other is tested."""
    facts: list[Fact] = []
    for seat in (claimant(state), state.turn):
        if state.claims[seat] and not is_complete(state.gateways[seat]):
            facts.append(ClaimLapsed(RuleId("V31"), seat))
            state = state._replace(claims=replaced(state.claims, seat, item=False))
        if not state.claims[claimant(state)]:
            break
    return state, facts


def shown_again(state: State, counted: Iterable[Spot], rule: str) -> list[Fact]:
    """Return orders to turn up the known cards too, so that all can count them."""
    return [
        ShownAgain(RuleId(rule), spot.side, spot.at, card, spot.card, also=(RuleId("V15"),))
        for spot in counted
        if (card := _known(state, spot))
    ]


def _known(state: State, spot: Spot) -> Card | None:
    laid = laid_at(state, spot)
    return known_card(laid, spot.kind) if laid else None


def _tested(state: State) -> list[Seat]:
    """Return the seats whose gateways are tested: the claimant's first."""
    return [seat for seat in (claimant(state), state.turn) if state.claims[seat]]


def _builds(state: State, seat: Seat) -> list[Spot]:
    return [spot for spot in spots(state, seat, SECTIONS) if spot.kind is Kind.BUILD]


def judge(state: State) -> Result:
    """Add up the gateways that were claimed, and decide who wins."""
    checks = [check(state, seat) for seat in _tested(state)]
    facts: list[Fact] = list(checks)
    first, second = checks[0], checks[1] if len(checks) > 1 else None
    if not first.valid:
        state, more = _win(state, other(first.seat), "false-claim")
    elif second is None or not second.valid:
        state, more = _win(state, first.seat, "gateway")
    else:
        state, more = _break_tie(state)
    return state, facts + more


def check(state: State, seat: Seat) -> GatewayChecked:
    """Add up a gateway all of whose Build cards are shown (V28)."""
    bridge = tuple(_sum(state, seat, section) for section in BRIDGE)
    gate = tuple(_sum(state, seat, section) for section in GATE)
    even_or_odd, sequence = same_parity(bridge), in_sequence(gate)
    return GatewayChecked(
        RuleId("V28"),
        seat,
        bridge,
        gate,
        even_or_odd,
        sequence,
        even_or_odd and sequence,
        also=(RuleId("bridge"), RuleId("gate")),
    )


def _sum(state: State, seat: Seat, section: Section) -> int:
    return sum(laid.value or 0 for laid in place_at(state, seat, section).builds)


def same_parity(sums: tuple[int, ...]) -> bool:
    """Return whether these sums are all even or all odd."""
    return len({number % 2 for number in sums}) <= 1


def in_sequence(sums: tuple[int, ...]) -> bool:
    """Return whether these sums follow each other, in any order."""
    ordered = sorted(sums)
    return all(after == before + 1 for before, after in pairwise(ordered))


def _win(state: State, seat: Seat, by: str) -> Result:
    rule = "V30" if by in ("gateway", "false-claim") else "V32"
    fact = Won(RuleId(rule), seat, by, also=(RuleId("winning"),))
    return state._replace(phase=Phase.OVER, outcome=Outcome(by, (seat,))), [fact]


def _break_tie(state: State) -> Result:
    leaders = tuple(sum(hand[2:]) for hand in state.hands)
    holders = [seat for seat in PLAYERS if leaders[seat]]
    winner = holders[0] if len(holders) == 1 else None
    fact = TieBroken(RuleId("V32"), leaders, winner)
    if winner is not None:
        state, more = _win(state, winner, "gateway-leader")
        return state, [fact, *more]
    state, shuffled = shuffle_all(state, "V32")
    state, more = next_cut(state._replace(phase=Phase.CUT))
    return state, [fact, *shuffled, *more]


def next_cut(state: State) -> Result:
    """Wait for the next card of a tie-break; a draw if no card left can decide it (V38)."""
    if any(state.deck) if is_second_cut(state) else _can_differ(state):
        return state, []
    fact = Drew(RuleId("V38"), "gateway-draw", state.turns, also=(RuleId("V32"),))
    return state._replace(phase=Phase.OVER, outcome=Outcome("gateway-draw", ())), [fact]


def _can_differ(state: State) -> bool:
    numbered = state.deck[Kind.BUILD.place] + state.deck[Kind.WAR.place]
    return numbered >= len(PLAYERS) and len(numbers_left(state)) > 1


def cut(state: State, card: Card) -> Result:
    """Turn up a card of the shuffled deck; two are compared, and set aside if they are equal."""
    place = state.table.deck_list.place(card)
    cards = (*state.cut, card)
    state = state._replace(deck=plus(state.deck, place, -1), cut=cards)
    if is_second_cut(state):
        return next_cut(state)
    pair = cards[-len(PLAYERS) :]
    first, second = pair
    if first.leader or second.leader or first.number == second.number:
        state, more = next_cut(state)
        return state, [CutDecided(RuleId("V32"), pair, None, also=(RuleId("V38"),)), *more]
    winner = claimant(state) if first.number > second.number else state.turn
    state, more = _win(state, winner, "gateway-cut")
    return state, [CutDecided(RuleId("V32"), pair, winner), *more]
