"""What a screen shows of Waves: the next sentence, the table from above, and progress."""

from collections.abc import Mapping
from typing import Any

from referee.core import (
    TABLE,
    Piece,
    RuleId,
    Score,
    Seat,
    View,
    Zone,
    plain,
    say,
    say_count,
)
from referee.games.waves.components import (
    CLASS_NAMES,
    CLASSES,
    SHELLS,
    Class,
    Edition,
    Tablet,
)
from referee.games.waves.rulebook import rulebook_of
from referee.games.waves.rules import slots_to_act, to_act
from referee.games.waves.setup import council_number
from referee.games.waves.state import Agent, State
from referee.games.waves.step import sentence, step
from referee.games.waves.words import has_teams, place_label, side_name, tablet_name, team_name


def view(state: State, seat: Seat | None) -> View:
    """Return the whole table, as nothing is hidden; a seat is asked for its own entries."""
    return View(
        step=step(state, seat),
        zones=_zones(state),
        scores=tuple(_score(state, side) for side in range(len(state.table.sides))),
        reference=tuple(
            _tablet_piece(state.table.edition, tablet) for tablet in state.table.tablets
        ),
    )


def values(state: State, seat: Seat | None) -> dict[str, Any]:  # noqa: ARG001 - no secrets
    """Return the public values under the names that transcripts and other tools read."""
    return {
        "round": state.round,
        "phase": state.phase.value,
        "token": state.token,
        "shells": state.shells,
        "elders": [plain(elder) for elder in state.elders],
        "agents": [_agent_value(agent) for agent in state.agents],
        "open_majority": plain(state.open_majority),
        "true_majority": plain(state.true_majority),
        "tablet": plain(state.tablet),
        "collected": [[card.value for card in pile] for pile in state.collected],
        "hands": list(state.hands),
        "deck": state.deck,
        "discard": state.discard,
        "sides": [list(side) for side in state.table.sides],
        "to_act": sorted(("table" if seat == TABLE else seat for seat in to_act(state)), key=str),
        "outcome": _outcome_value(state),
        "step": str(sentence(state)),
    }


def _agent_value(agent: Agent | None) -> Mapping[str, Any] | None:
    if agent is None:
        return None
    kind = "rebel" if agent.rebel else "follower"
    return {"kind": kind, "count": agent.count, "card": plain(agent.card)}


def _outcome_value(state: State) -> Mapping[str, Any] | None:
    if state.outcome is None:
        return None
    return {"reason": state.outcome.reason, "seats": list(state.outcome.winners)}


def _zones(state: State) -> tuple[Zone, ...]:
    acting = slots_to_act(state)
    ring = tuple(_place_zone(state, slot, slot in acting) for slot in range(len(state.elders)))
    return (*ring, _shells_zone(state), _tablet_zone(state))


def _place_zone(state: State, slot: int, acting: bool) -> Zone:  # noqa: FBT001 - one caller
    owner = state.table.owners[slot]
    elder = state.elders[slot]
    pieces = [_card(elder) if elder else Piece(say("No Elder here now"), empty=True)]
    if owner != TABLE:
        agent = state.agents[slot]
        pieces.append(
            _agent_piece(state, agent) if agent else Piece(say("No Agent yet"), empty=True)
        )
    marks = []
    if owner != TABLE and has_teams(state.table):
        side = state.table.side_of[owner]
        sign = f"side-{side}"
        marks.append(Piece(team_name(state.table, side), icon=sign, colour=sign, shape="token"))
    if state.token == slot and owner != TABLE:
        marks.append(Piece(say("Wave token"), icon="wave", shape="token"))
    if owner != TABLE:
        marks.append(_hand_piece(state, owner))
    return Zone(
        f"slot-{slot}",
        place_label(state.table, slot),
        tuple(pieces),
        seat=None if owner == TABLE else owner,
        marks=tuple(marks),
        acting=acting,
    )


def _hand_piece(state: State, owner: Seat) -> Piece:
    held = state.hands[owner]
    label = say_count("{count} card in hand", "{count} cards in hand", held)
    if state.table.is_head_to_head:  # one hand, shown at both places
        name = state.table.names[owner]
        label = say_count(
            "{name} holds {count} card", "{name} holds {count} cards", held, name=name
        )
    return Piece(label, icon="hand", number=str(held), shape="token")


def _card(kind: Class, **more: Any) -> Piece:  # noqa: ANN401 - a Piece's fields
    name, icon = CLASS_NAMES[kind], kind.value
    return Piece(name, icon=icon, number=str(kind.number), colour=icon, **more)


def _agent_piece(state: State, agent: Agent) -> Piece:
    edition = state.table.edition
    role = say("Follower")
    if agent.rebel:
        role = edition.rebel if agent.count == 1 else edition.rebels
    icon = "crab" if agent.rebel else "fish"
    if agent.card is None:
        number = str(agent.count) if agent.rebel else ""
        return Piece(role, icon=icon, number=number, face_down=True, count=agent.count)
    return _card(agent.card, detail=role, count=agent.count)


def _shells_zone(state: State) -> Zone:
    shells = tuple(
        Piece(say("Shell"), icon="shell", shape="token", empty=number >= state.shells)
        for number in range(SHELLS)
    )
    label = say_count("{count} Shell", "{count} Shells", state.shells)
    return Zone("shells", label, shells, place="centre")


def _tablet_zone(state: State) -> Zone:
    if state.tablet:
        piece = _tablet_piece(state.table.edition, state.tablet)
    else:
        piece = Piece(
            say("No tablet yet"),
            detail=say(
                "It follows from the True Majority, once the {rebels} are turned over.",
                rebels=state.table.edition.rebels,
            ),
            shape="panel",
            empty=True,
        )
    return Zone("tablet", say("Active tablet"), (piece,), place="centre")


def _tablet_piece(edition: Edition, tablet: Tablet) -> Piece:
    kind = tablet.owner
    return Piece(
        tablet_name(edition, tablet),
        detail=rulebook_of(edition)[RuleId(tablet.value)].says,
        icon=kind.value,
        number=str(kind.number),
        colour=kind.value,
        shape="panel",
    )


def _score(state: State, side: int) -> Score:
    pile, goal = state.collected[side], state.table.goals[side]
    pieces = tuple(_card(kind, empty=kind not in pile, count=pile.count(kind)) for kind in CLASSES)
    seats = state.table.sides[side]
    counts = ((len(set(pile)), goal.classes), (len(pile), goal.elders))
    said = (
        say("{have} of {need} classes", have=counts[0][0], need=goal.classes),
        say("{have} of {need} Elders", have=counts[1][0], need=goal.elders),
    )
    label = (
        team_name(state.table, side) if has_teams(state.table) else side_name(state.table, seats)
    )
    return Score(label, seats, pieces, counts, said)


def learned(state: State) -> Mapping[str, str]:
    """Return the Council card's numbers that were entered, for the next game in this mode.

    House numbers are on no card and are not kept.
    """
    table = state.table
    if table.house_council:
        return {}
    return {
        council_number(table.mode, len(table.names), kind): str(number)
        for kind, number in zip(CLASSES, state.numbers, strict=True)
        if number is not None
    }
