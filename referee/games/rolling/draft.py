"""The draft: dice from the bag to the pool and to the crow's nests, and what they cost."""

from referee.core import Fact, RuleId, Seat, Secret, plus, replaced
from referee.games.rolling.actions import Draft, Roll, Sailor
from referee.games.rolling.components import COLOURS, SAILOR, Colour
from referee.games.rolling.facts import DraftBegan, Drafted, DraftEnded, Rolled, SailorTaken
from referee.games.rolling.state import NO_PLAN, Die, Phase, State, drafter, price


def has_free_die(state: State, seat: Seat) -> bool:
    """Return whether the pool has a die that is free for a seat: clear, or of its own crew."""
    return any(not price(state, seat, die) for die in state.pool)


def only_draft(state: State) -> tuple[Draft | Sailor, ...]:
    """Return the entry of the player whose turn it is if no other is legal; else nothing."""
    seat = drafter(state)
    infamy, dice = state.boards[seat].infamy, set(state.pool)
    offered: list[Draft | Sailor] = []
    offered += [Draft(seat, *die) for die in dice if price(state, seat, die) <= infamy]
    offered += [] if has_free_die(state, seat) else [Sailor(seat, *die) for die in dice]
    return tuple(offered) if len(offered) == 1 else ()


def roll(state: State, action: Roll) -> tuple[State, list[Fact]]:
    """Put a die of the bag into the pool; after the last one the draft starts."""
    pool = tuple(sorted((*state.pool, Die(action.colour, action.face)), key=as_it_lies))
    bag = plus(state.bag, COLOURS.index(action.colour), -1)
    state = state._replace(pool=pool, bag=bag)
    left = state.table.dice - len(pool)
    facts: list[Fact] = [Rolled(RuleId("roll"), action.colour, action.face, left)]
    if not left:
        state = state._replace(phase=Phase.DRAFT)
        also = (RuleId("R1"),) if state.round == 1 else ()
        facts.append(DraftBegan(RuleId("R2"), state.round, state.first, also=also))
    return state, facts


def as_it_lies(die: Die) -> tuple[int, int]:
    """Return the key by which dice are sorted in the tray: the colour, then the number."""
    return COLOURS.index(die.colour), die.face


def draft(state: State, action: Draft) -> tuple[State, list[Fact]]:
    """Take a die, and pay for it if it is another crew's."""
    seat, die = action.seat, Die(action.colour, action.face)
    cost = price(state, seat, die)
    rule, also = _why(state, seat, die)
    board = state.boards[seat]
    state = state.with_board(seat, board._replace(infamy=board.infamy - cost))
    left = state.boards[seat].infamy
    fact = Drafted(RuleId(rule), seat, die.colour, die.face, cost, left, also=also)
    return _take(state, seat, (die, die), fact)


def _why(state: State, seat: Seat, die: Die) -> tuple[str, tuple[RuleId, ...]]:
    if die.colour is Colour.CLEAR:
        return "freebooter", ()
    if not price(state, seat, die):
        return "own-crew", ()
    if has_free_die(state, seat):
        return "price", (RuleId("R3"), RuleId("R5"))
    return "price", (RuleId("R5"),)


def sailor(state: State, action: Sailor) -> tuple[State, list[Fact]]:
    """Take any die and turn it to a 1."""
    seat, die = action.seat, Die(action.colour, action.face)
    fact = SailorTaken(RuleId("R4"), seat, die.colour, die.face, SAILOR)
    return _take(state, seat, (die, Die(die.colour, SAILOR)), fact)


def _take(state: State, seat: Seat, dice: tuple[Die, Die], fact: Fact) -> tuple[State, list[Fact]]:
    """Move a die from the pool to a seat, as it shows there and then here."""
    die, taken = dice
    at = state.pool.index(die)
    pool = (*state.pool[:at], *state.pool[at + 1 :])
    nests = replaced(state.nests, seat, (*state.nests[seat], taken))
    state = state._replace(pool=pool, nests=nests)
    if pool:
        return state, [fact]
    plans = tuple(Secret(one, NO_PLAN) for one in state.table.seats)
    state = state._replace(phase=Phase.ALLOCATE, plans=plans)
    return state, [fact, DraftEnded(RuleId("R2"))]
