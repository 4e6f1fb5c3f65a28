"""The turn: how it starts, what it brings to the hand, and how it ends."""

from referee.core import Fact, Outcome, RuleId, Seat
from referee.games.war_of_waves.attacks import decide
from referee.games.war_of_waves.claim_facts import Drew
from referee.games.war_of_waves.claims import claim, has_to_claim, test_claim
from referee.games.war_of_waves.components import DRAWS, ROW, TURNS, Kind, LeaderName
from referee.games.war_of_waves.facts import (
    LeaderBonus,
    NoCardLeft,
    NothingToPlay,
    Replenish,
    RowStayedShort,
    Taken,
    TurnBegan,
)
from referee.games.war_of_waves.leaders import play_leader
from referee.games.war_of_waves.piles import take_face, with_deck
from referee.games.war_of_waves.state import Phase, Result, State, Then, other


def lay_row(state: State) -> Result:
    """Start the first turn once the row is full, or the deck is empty."""
    if len(state.faces) < ROW and any(state.deck):
        return state, []
    return begin_turn(state, state.table.first)


def begin_turn(state: State, seat: Seat) -> Result:
    """Start a seat's turn; without a card to play, a Deck card comes first (V4)."""
    facts: list[Fact] = [TurnBegan(RuleId("turn"), seat, state.turns + 1)]
    state = state._replace(
        phase=Phase.ACT, turn=seat, types=(), leader=None, assault=None, then=Then.ACT
    )
    hand = state.hands[seat]
    if hand[Kind.BUILD.place] or hand[Kind.WAR.place]:
        return state, facts
    facts.append(NothingToPlay(RuleId("V4"), seat))
    state, more = go_on(state._replace(draws=1))
    return state, facts + more


def go_on(state: State) -> Result:
    """Draw what is owed, Deck cards first, as far as no entry is needed; then what follows.

    An empty place of the row is filled before a Face card is taken, and after the last one (V39).
    """
    facts: list[Fact] = []
    while state.draws or state.faces_owed or _is_short(state):
        took = bool(facts) and isinstance(facts[-1], Taken | LeaderBonus)
        state, waits, more = _draw_on(state, took=took)
        facts += more
        if waits:
            return state, facts
    state, more = _follow(state)
    return state, facts + more


def _draw_on(state: State, *, took: bool) -> tuple[State, bool, list[Fact]]:
    if state.draws:
        state, facts = with_deck(state)
        if any(state.deck):
            return state._replace(phase=Phase.DRAW), True, facts
        return state._replace(draws=0), False, [NoCardLeft(RuleId("V33"), face=False)]
    if _is_short(state):
        state, facts = with_deck(state)
        empty = ROW - len(state.faces) - took
        if empty:
            facts.append(RowStayedShort(RuleId("V39"), empty))
        return state._replace(phase=Phase.REFILL), True, facts
    if not state.faces:
        return state._replace(faces_owed=0), False, [NoCardLeft(RuleId("row"), face=True)]
    state, facts = take_face(state)
    return state, False, facts


def _is_short(state: State) -> bool:
    """Return whether the row has an empty place during a Replenish, and a card is there."""
    replenishing = state.then in (Then.CLAIM, Then.END)
    return replenishing and len(state.faces) < ROW and (any(state.deck) or any(state.discard))


def _follow(state: State) -> Result:
    match state.then:
        case Then.ACT:
            return state._replace(phase=Phase.ACT), []
        case Then.EFFECT:
            state, waits, facts = play_leader(state)
            if waits:
                return state, facts
            state, more = end_leader(state)
            return state, facts + more
        case Then.CLAIM:
            if has_to_claim(state):
                return state._replace(phase=Phase.CLAIM), []
            return end_turn(state)
        case Then.END:
            return end_turn(state)


def end_actions(state: State, *, claims: bool) -> Result:
    """End a turn's actions: note a claim, and replenish by the types of Action."""
    facts: list[Fact] = []
    if claims:
        state, facts = claim(state)
    deck, face = DRAWS[state.types]
    rules = ["V2"] if len(state.types) > 1 else []
    rules += ["V34"] if deck or face else []
    facts.append(
        Replenish(
            RuleId("replenish" if state.types else "V3"),
            state.turn,
            state.types,
            deck,
            face,
            also=tuple(RuleId(rule) for rule in rules),
        )
    )
    state, more = go_on(state._replace(draws=deck, faces_owed=face, then=Then.END))
    return state, facts + more


def settle_attack(state: State) -> Result:
    """Decide an attack whose cards are all shown, and continue the turn, or end it."""
    assert state.assault is not None
    poseidon = state.assault.poseidon
    state, facts = decide(state)
    if not poseidon:
        return state._replace(phase=Phase.ACT), facts
    state, more = end_leader(state)
    return state, facts + more


def end_leader(state: State) -> Result:
    """End a turn in which a Leader was played: no row of the table counts (V6).

    If the table chose that option, Poseidon is replenished all the same.
    """
    poseidon = state.leader is LeaderName.POSEIDON and state.table.poseidon_draws
    deck = 1 if poseidon else 0
    rule, also = ("poseidon", (RuleId("replenish"),)) if poseidon else ("V6", ())
    fact = Replenish(RuleId(rule), state.turn, (), deck, 0, state.leader, also=also)
    state, more = go_on(state._replace(draws=deck, assault=None, then=Then.CLAIM))
    return state, [fact, *more]


def end_turn(state: State) -> Result:
    """End a turn: test the opponent's claim, check the limit of turns, start the next turn."""
    return after_turn(state._replace(turns=state.turns + 1))


def after_turn(state: State) -> Result:
    """Do what follows a turn that is already counted."""
    facts: list[Fact] = []
    waiting = other(state.turn)
    if state.claims[waiting]:
        state, facts = test_claim(state)
        if state.claims[waiting]:  # the test goes on, or has decided the game
            return state, facts
    if state.turns >= TURNS:
        limit = Drew(RuleId("V36"), "turn-limit", state.turns)
        outcome = Outcome("turn-limit", ())
        return state._replace(phase=Phase.OVER, outcome=outcome), [*facts, limit]
    state, more = begin_turn(state, waiting)
    return state, facts + more
