"""The round: the Council, its Open Majority, and what happens between rounds."""

from referee.core import Fact, Outcome, RuleId, Seat, replaced
from referee.games.waves.cards import discarded, draw, majority, with_deck
from referee.games.waves.components import ROUNDS, Class, Counts, Mode
from referee.games.waves.facts import (
    CouncilFormed,
    Discarded,
    ExtraElder,
    NewRound,
    OpenMajority,
    RoundLimit,
    ShellsSet,
    Won,
)
from referee.games.waves.state import Phase, State, tally


def form_council(state: State) -> tuple[State, list[Fact]]:
    """Start a round once every Elder is there: note the Council and find its majority."""
    if None in state.elders:
        return state._replace(phase=Phase.COUNCIL), []
    fact = CouncilFormed(RuleId("council"), state.elders, also=_council_rules(state))
    state = state._replace(council=state.elders)
    state, facts = _find_majority(state)
    return state, [fact, *facts]


def _council_rules(state: State) -> tuple[RuleId, ...]:
    rules: list[str] = []
    if state.round == 1:
        rules.append("W41")
        if state.table.is_head_to_head:
            rules += ["W34", "W35", "W36"]
    if state.table.mode is Mode.THREE:
        rules.append("W37")
    return tuple(RuleId(rule) for rule in rules)


def _find_majority(state: State) -> tuple[State, list[Fact]]:
    counts = tally(state.elders)
    card, _ = majority(counts)
    state = state._replace(open_majority=card)
    number = state.numbers[card.number - 1]
    if number is None:
        return state._replace(phase=Phase.SHELLS), []
    return place_shells(state, number)


def place_shells(state: State, number: int) -> tuple[State, list[Fact]]:
    """Put the Shells of the Open Majority in the centre; W1: set, not added."""
    counts = tally(state.elders)
    card, tied = majority(counts)
    also = (RuleId("W3"),) if tied else ()
    if any(state.collected):
        also = (*also, RuleId("W4"))
    facts: list[Fact] = [
        OpenMajority(
            RuleId("W2" if tied else "open-majority"), card, Counts.of(counts), number, also=also
        )
    ]
    if state.shells:
        facts.append(ShellsSet(RuleId("W1"), state.shells, number))
    numbers = replaced(state.numbers, card.number - 1, number)
    return state._replace(phase=Phase.PLAY, shells=number, numbers=numbers), facts


def end_round(state: State) -> tuple[State, list[Fact]]:
    """Prepare the next round in the order of W28, or end the game after the last one (W40)."""
    if state.round >= ROUNDS:
        return _end_by_limit(state)
    token = (state.token + 1) % len(state.table.ring)
    also = (RuleId("W34"),) if state.table.is_head_to_head else ()
    facts: list[Fact] = [NewRound(RuleId("W28"), state.round + 1, token, also=also)]
    state = state._replace(
        round=state.round + 1,
        token=token,
        open_majority=None,
        true_majority=None,
        tablet=None,
        last=state.waves,
        waves=None,
    )
    for step in (_draw_all, _discard_all, _seat_agents):
        state, more = step(state)
        facts += more
    return state, facts


def _clockwise(state: State) -> list[Seat]:
    ordered = [state.table.owners[slot] for slot in state.table.from_token(state.token)]
    return list(dict.fromkeys(ordered))


def _draw_all(state: State) -> tuple[State, list[Fact]]:
    if state.table.is_head_to_head:
        return state, []
    return draw(state, _clockwise(state), 1, RuleId("new-round"))


def _discard_all(state: State) -> tuple[State, list[Fact]]:
    over = [
        max(0, hand - limit) for hand, limit in zip(state.hands, state.table.limits, strict=True)
    ]
    facts: list[Fact] = [
        Discarded(RuleId("W29"), seat, over[seat], state.table.limits[seat], also=(RuleId("W30"),))
        for seat in _clockwise(state)
        if over[seat]
    ]
    known = state.known
    unnamed = tuple(a + b for a, b in zip(known.unnamed, over, strict=True))
    state = state._replace(
        hands=tuple(hand - extra for hand, extra in zip(state.hands, over, strict=True)),
        discard=state.discard + sum(over),
        known=known._replace(unnamed=unnamed),
        owed=tuple(over),
        discards=tuple(over),
        shuffled=False,
    )
    return state, facts


def _seat_agents(state: State) -> tuple[State, list[Fact]]:
    facts: list[Fact] = []
    elders: list[Class | None] = [agent.card if agent else None for agent in state.agents]
    extra = state.elders[-1] if state.table.mode is Mode.THREE else None
    if extra is not None:
        facts.append(ExtraElder(RuleId("new-round"), extra, also=(RuleId("W37"),)))
        state = state._replace(discard=state.discard + 1, known=discarded(state.known, extra, 1))
    state = state._replace(elders=tuple(elders), agents=(None,) * len(elders))
    state, formed = form_council(state)
    return state, facts + formed


def turn_up_elder(state: State, slot: int, card: Class) -> tuple[State, list[Fact]]:
    """Put an Elder from the deck at a slot; the last one starts the round."""
    state, facts = with_deck(state)
    state = state._replace(deck=state.deck - 1, elders=replaced(state.elders, slot, card))
    state, formed = form_council(state)
    return state, facts + formed


def _end_by_limit(state: State) -> tuple[State, list[Fact]]:
    scores = [(len(set(pile)), len(pile)) for pile in state.collected]
    best = max(scores)
    if scores.count(best) > 1:
        fact: Fact = RoundLimit(RuleId("W40"), (), "hundred-rounds-draw")
        outcome = Outcome("hundred-rounds-draw", ())
        return state._replace(phase=Phase.OVER, outcome=outcome), [fact]
    seats = state.table.sides[scores.index(best)]
    won = Won(RuleId("W40"), seats, "hundred-rounds", *best)
    outcome = Outcome("hundred-rounds", seats)
    return state._replace(phase=Phase.OVER, outcome=outcome), [won]
