"""The step of Waves: the sentence at the top of the screen, orders for hands, and buttons."""

from collections.abc import Sequence
from itertools import dropwhile
from typing import Any, Final

from referee.core import (
    EMPTY,
    TABLE,
    Action,
    Choice,
    Fact,
    Missing,
    RuleId,
    Seat,
    Step,
    Task,
    Text,
    listed,
    say,
    say_count,
)
from referee.games.waves.actions import Elder, Follow, Rebel, Reveal, Shells
from referee.games.waves.components import CLASS_NAMES, CLASS_PLURALS, CLASSES, Class
from referee.games.waves.facts import (
    SHUFFLE,
    Discarded,
    Drawn,
    ExtraElder,
    NewRound,
    OpenMajority,
    Reshuffled,
    ShellsSet,
    TableChanged,
)
from referee.games.waves.rules import is_stuck, legal_actions, slots_to_act, to_act
from referee.games.waves.state import Phase, State
from referee.games.waves.waves import next_test
from referee.games.waves.words import SENTENCES, place, place_label, tablet_name, tell_outcome


def step(state: State, seat: Seat | None = None) -> Step:
    """Return what happens next, and what can be entered for it.

    If several seats can act at once, a seat's own screen asks that seat.
    """
    choices = _choices(state)
    return Step(
        say=sentence(state, seat),
        where=_where(state),
        hands=_hands(state),
        choices=choices,
        missing=_missing(state, choices),
    )


def sentence(state: State, seat: Seat | None = None) -> Text:
    """Return the sentence that says who does what now; for a seat, what it does itself."""
    if state.outcome:
        return tell_outcome(state, state.outcome)
    if state.phase is Phase.SHELLS:
        assert state.open_majority is not None
        return say(
            "Look at your Council card: how many Shells for {classes}?",
            classes=CLASS_PLURALS[state.open_majority],
        )
    slots = _slots_for(state, seat)
    slot = slots[0]
    if is_stuck(state, state.table.owners[slot]):
        return _contradiction_sentence(state, slot)
    match state.phase:
        case Phase.COUNCIL:
            return _council_sentence(state, slot)
        case Phase.PLAY:
            return _play_sentence(state, slot)
        case Phase.REBELS:
            return _rebels_sentence(state, slots)
        case _:
            return _follower_sentence(state, slot)


def _slots_for(state: State, seat: Seat | None) -> tuple[int, ...]:
    """Return the slots where this seat can act, else the table, else any seat."""
    slots = slots_to_act(state)
    for owner in () if seat is None else (seat, TABLE):
        found = tuple(slot for slot in slots if state.table.owners[slot] == owner)
        if found:
            return found
    return slots


def _contradiction_sentence(state: State, slot: int) -> Text:
    return say(
        "{place}: no class has enough cards left for that. Fix an entry under “What happened”.",
        place=place(state.table, slot),
    )


def _council_sentence(state: State, slot: int) -> Text:
    if slot not in state.table.ring:
        return say("Turn up the extra Elder. Which one is it?")
    return say("{place}: turn up your Elder. Which one is it?", place=place(state.table, slot))


def _play_sentence(state: State, slot: int) -> Text:
    where = place(state.table, slot)
    owner = state.table.owners[slot]
    if len(slots_to_act(state)) > 1:
        return _pick_sentence(state, owner)
    if not state.hands[owner]:
        return say("{place}: draw 1 card and lay it as a Follower.", place=where)
    return say(
        "{place}: lay your Agents. One Follower, or {rebels}?",
        place=where,
        rebels=state.table.edition.rebels,
    )


def _pick_sentence(state: State, seat: Seat) -> Text:
    name = state.table.names[seat]
    if not state.hands[seat]:
        return say("{name}: draw 1 card and lay it as a Follower at either Elder.", name=name)
    return say(
        "{name}: lay one Follower or {rebels} at either Elder.",
        name=name,
        rebels=state.table.edition.rebels,
    )


def _rebels_sentence(state: State, slots: Sequence[int]) -> Text:
    agent = state.agents[slots[0]]
    edition = state.table.edition
    names = listed([place(state.table, slot) for slot in slots])
    if len(slots) > 1:  # many names are cut where there is little room, so they come last
        return say("Turn over your {rebels}: {names}.", rebels=edition.rebels, names=names)
    if agent and agent.count == 1:
        return say("{place}: turn over your {rebel}.", place=names, rebel=edition.rebel)
    return say("{place}: turn over your {rebels}.", place=names, rebels=edition.rebels)


def _follower_sentence(state: State, slot: int) -> Text:
    testing = next_test(state)
    if testing is not None and testing != slot:
        return say(
            "{place}: turn over your Follower now, {other} takes its Power.",
            place=place(state.table, slot),
            other=place(state.table, testing),
        )
    return say("{place}: turn over your Follower.", place=place(state.table, slot))


def _where(state: State) -> Text:
    holder = place(state.table, state.token)
    if state.outcome:
        return say("The game ended in round {round}", round=state.round)
    if state.open_majority is None or state.phase in (Phase.COUNCIL, Phase.SHELLS):
        return say("Round {round} · Wave token: {holder}", round=state.round, holder=holder)
    if state.true_majority:
        return say(
            "Round {round} · True Majority: {classes} · Wave token: {holder}",
            round=state.round,
            classes=CLASS_PLURALS[state.true_majority],
            holder=holder,
        )
    return say(
        "Round {round} · Open Majority: {classes} · Wave token: {holder}",
        round=state.round,
        classes=CLASS_PLURALS[state.open_majority],
        holder=holder,
    )


def _orders(state: State) -> tuple[Task, ...]:
    """Return what people do with their hands after the last entry, in order.

    After an overrule, only what it changed: the rest has been done already.
    """
    for fact in state.news:
        if isinstance(fact, TableChanged):
            return SENTENCES.orders(state, fact)
    news = tuple(dropwhile(_was_asked_for, state.news))
    ordered = [(fact, task) for fact in news for task in _tasks_of(state, fact)]
    tasks = [task for _, task in ordered]
    if any(isinstance(fact, NewRound) for fact in news):
        later = (ExtraElder, OpenMajority)
        at = next((n for n, (fact, _) in enumerate(ordered) if isinstance(fact, later)), len(tasks))
        tasks[at:at] = _NEW_COUNCIL
    return tuple(tasks)


def _tasks_of(state: State, fact: Fact) -> tuple[Task, ...]:
    """Return the tasks of one fact; what several do together is a task of the first of them."""
    match fact:
        case Drawn(rule="new-round") if _everybody_draws(state):
            together = next(
                one for one in state.news if isinstance(one, Drawn) and one.rule == fact.rule
            )
            return (_EVERYBODY_DRAWS,) if fact is together else ()
        case Discarded():
            return _discards(state) if fact is _discarded(state)[0] else ()
        case ShellsSet(rule="W1"):
            return ()  # the order of the Open Majority has said so
        case _:
            return SENTENCES.orders(state, fact)


_NEW_ROUND: Final = RuleId("new-round")
_EVERYBODY_DRAWS: Final = Task(say("Everybody: draw 1 card."), _NEW_ROUND)
_NEW_COUNCIL: Final = (
    Task(say("Move the Agents together: they are the new Elders."), _NEW_ROUND),
    Task(say("Put the tablet back with the others."), _NEW_ROUND),
)


def _discarded(state: State) -> list[Discarded]:
    return [fact for fact in state.news if isinstance(fact, Discarded)]


def _discards(state: State) -> tuple[Task, ...]:
    """Return who discards, in one task where several may discard at once."""
    facts = _discarded(state)
    if len(facts) == 1 or len({fact.hand for fact in facts}) > 1:
        return tuple(task for fact in facts for task in SENTENCES.orders(state, fact))
    names = [state.table.names[fact.seat] for fact in facts]
    text = say(
        "{names}: discard down to {count} cards, face up.", names=listed(names), count=facts[0].hand
    )
    return (Task(text, facts[0].rule, tuple(fact.seat for fact in facts)),)


def _was_asked_for(fact: Fact) -> bool:
    """Return whether the step before gave the order of a leading fact: a card drawn to lay it."""
    return isinstance(fact, Drawn | Reshuffled)


def _everybody_draws(state: State) -> bool:
    # If the deck runs out in between, each draw is an order of its own.
    if any(isinstance(fact, Reshuffled) for fact in state.news):
        return False
    drew = [fact for fact in state.news if isinstance(fact, Drawn) and fact.rule == "new-round"]
    return len(drew) == len(state.hands)


def _hands(state: State) -> tuple[Task, ...]:
    if state.round > 1:
        return (*_orders(state), *_shuffle_first(state))
    if state.phase is Phase.COUNCIL and all(elder is None for elder in state.elders):
        return _deal(state)
    if state.phase is Phase.PLAY and all(agent is None for agent in state.agents):
        return (*_orders(state), *_how_to_lay(state))
    return _orders(state)


def _shuffle_first(state: State) -> tuple[Task, ...]:
    """Return the order to renew an empty deck (W31) if the next entry takes a card from it."""
    if state.deck or not state.discard or not _takes_card(state):
        return ()
    return (Task(SHUFFLE, RuleId("W31")),)


def _takes_card(state: State) -> bool:
    if state.phase is Phase.COUNCIL:
        return True
    return state.phase is Phase.PLAY and not state.hands[state.table.owners[slots_to_act(state)[0]]]


def _deal(state: State) -> tuple[Task, ...]:
    """Return the set-up in the order of the rulebook, A to F."""
    table = state.table
    cards = min(table.limits)
    card = Task(say("Put the Council card in the middle, face up."), _SETUP)
    token = say("Wave token to {holder}.", holder=place(table, state.token))
    ready = Task(
        say("Lay out the tablets {tablets} and the 5 Shells.", tablets=_tablets(state)), _SETUP
    )
    if table.is_head_to_head:  # W35: the place of the token is picked before hands are seen
        return (
            card,
            Task(say("Shuffle the cards."), _SETUP),
            *_turn_up(state),
            Task(token, RuleId("W35")),
            Task(say("Deal {count} to everybody.", count=cards), _SETUP),
            ready,
        )
    deal = Task(say("Shuffle the cards and deal {count} to everybody.", count=cards), _SETUP)
    alone = [
        Task(
            say("{name} plays alone and gets {count}.", name=name, count=limit),
            _SETUP,
            (Seat(seat),),
        )
        for seat, (name, limit) in enumerate(zip(table.names, table.limits, strict=True))
        if limit > cards
    ]
    return (card, deal, *alone, *_turn_up(state), Task(token, _SETUP), ready)


_SETUP: Final = RuleId("council")


def _tablets(state: State) -> Text:
    """Return the tablets in quotation marks: some names could be read as rules."""
    edition = state.table.edition
    names = [tablet_name(edition, tablet) for tablet in state.table.tablets]
    return listed([say("“{tablet}”", tablet=name) for name in names])


def _turn_up(state: State) -> list[Task]:
    table = state.table
    if table.is_head_to_head:
        text = say(
            "Turn up 2 cards for each: {first} lays them in a column, {second} in a row across it.",
            first=table.names[0],
            second=table.names[1],
        )
        return [Task(text, RuleId("W34"))]
    orders = [Task(say("Turn up 1 card in front of each player: the Elders."), _SETUP)]
    if len(table.ring) < len(table.owners):
        text = say(
            "Turn up 1 more Elder between {last} and {first}.",
            last=table.names[-1],
            first=table.names[0],
        )
        orders.append(Task(text, RuleId("W37")))
    return orders


def _how_to_lay(state: State) -> tuple[Task, ...]:
    text = say(
        "Agents go face down: a Follower under your Elder, fish showing; {rebels} of one class "
        "over it, crab showing.",
        rebels=state.table.edition.rebels,
    )
    return (Task(text, RuleId("play")),)


def _choices(state: State) -> tuple[Choice, ...]:
    return tuple(
        _choice(state, action)
        for seat in _seats_in_order(state)
        for action in legal_actions(state, seat)
    )


def _seats_in_order(state: State) -> list[Seat]:
    if state.phase is Phase.SHELLS:
        return list(to_act(state))
    return list(dict.fromkeys(state.table.owners[slot] for slot in slots_to_act(state)))


def _choice(state: State, action: Action) -> Choice:
    match action:
        case Elder(slot=slot, card=card) | Reveal(slot=slot, card=card):
            return Choice(
                action,
                CLASS_NAMES[card],
                icon=card.value,
                number=str(card.number),
                colour=card.value,
                group=f"slot-{slot}",
                group_label=place_label(state.table, slot),
            )
        case Shells(count=count):
            label = say_count("{count} Shell", "{count} Shells", count)
            return Choice(action, label, icon="shell", number=str(count))
        case Follow():
            label = say("Follower")
            more = _at(state, action.slot)
            return Choice(action, label, say("1 card"), icon="fish", main=True, **more)
    assert isinstance(action, Rebel)
    return _rebel_choice(state, action)


def _rebel_choice(state: State, action: Rebel) -> Choice:
    count = action.count
    edition = state.table.edition
    whole_hand = count == state.hands[state.table.owners[action.slot]]
    label = say_count(
        "{count} {rebel}", "{count} {rebels}", count, rebel=edition.rebel, rebels=edition.rebels
    )
    detail = say("whole hand") if whole_hand else EMPTY
    return Choice(action, label, detail, icon="crab", **_at(state, action.slot))


def _at(state: State, slot: int) -> dict[str, Any]:
    """Return the group of a choice by its Elder, if Agents can be laid at two."""
    if len(slots_to_act(state)) == 1:
        return {}
    return {"group": f"slot-{slot}", "group_label": place_label(state.table, slot)}


def _missing(state: State, choices: Sequence[Choice]) -> tuple[Missing, ...]:
    rebels = state.table.edition.rebels
    if state.phase in (Phase.REBELS, Phase.WAVES) and not choices:
        return tuple(_gone(kind) for kind in CLASSES)
    match state.phase:
        case Phase.PLAY:
            slot = slots_to_act(state)[0]
            owner = state.table.owners[slot]
            why = say_count(
                "{name} holds {count} card, and nobody can lay more than they hold.",
                "{name} holds {count} cards, and nobody can lay more than they hold.",
                state.hands[owner],
                name=state.table.names[owner],
            )
            return (Missing(say("More {rebels}", rebels=rebels), why, "hand", icon="crab"),)
        case Phase.REBELS:
            why = say("Followers stay face down until all {rebels} are shown.", rebels=rebels)
            return (Missing(say("Followers"), why, "rebels", icon="fish"),)
        case Phase.WAVES:
            why = say("Followers are turned over one after the other, from the Wave token.")
            return (Missing(say("Other Followers"), why, "waves", icon="fish"),)
        case Phase.COUNCIL:
            offered = {choice.action.card for choice in choices if isinstance(choice.action, Elder)}
            return tuple(_gone(kind) for kind in CLASSES if kind not in offered)
        case _:
            return ()


def _gone(kind: Class) -> Missing:
    return Missing(
        CLASS_NAMES[kind], say("All 20 of them are elsewhere."), "cards", icon=kind.value
    )
