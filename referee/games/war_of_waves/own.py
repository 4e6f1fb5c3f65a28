"""The private panel of a seat in War of Waves: its notes and warnings."""

from referee.core import EMPTY, Choice, PrivatePanel, Seat, Text, say
from referee.games.war_of_waves.actions import Remember
from referee.games.war_of_waves.choices import card_choice
from referee.games.war_of_waves.components import card_of
from referee.games.war_of_waves.gateways import laid_at
from referee.games.war_of_waves.places import card_at
from referee.games.war_of_waves.rules import notes
from referee.games.war_of_waves.state import Phase, Spot, State
from referee.games.war_of_waves.warnings_own import all_right, warnings


def own(state: State, seat: Seat | None) -> PrivatePanel | None:
    """Return what a seat can note and should know, from a state redacted for it.

    Cards that are not noted yet come first, so that after a note the group of the next one is open.
    The card that is turned over now is left out: a note of it would turn it up for everybody.
    """
    if seat is None:
        return None
    if state.phase is Phase.OVER:
        return PrivatePanel(say("The game is over: turn all your cards face up."))
    warned = warnings(state, seat)
    offered = [note for note in notes(state, seat) if isinstance(note, Remember)]
    offered.sort(key=lambda note: _noted(state, note) is not None)
    asked = state.to_reveal[:1] if state.phase is Phase.REVEAL else ()
    return PrivatePanel(
        say=all_right(state, seat) or (EMPTY if warned else _what_to_note(state, offered)),
        warnings=warned,
        choices=tuple(_choice(state, note) for note in offered if _spot(note) not in asked),
    )


def _what_to_note(state: State, offered: list[Remember]) -> Text:
    if offered and _noted(state, offered[0]) is not None:
        return say("All your face-down cards are noted. Only you see it.")
    if not offered:
        return say("Once your cards are face down, note here what they are. Only you see it.")
    return say("Note what your face-down cards are. Only you see it.")


def _spot(note: Remember) -> Spot:
    return Spot(note.seat, note.at, note.kind, note.card)


def _noted(state: State, note: Remember) -> int | None:
    laid = laid_at(state, _spot(note))
    assert laid is not None
    return laid.own


def _choice(state: State, note: Remember) -> Choice:
    number = note.value.value
    assert number is not None
    card = card_of(note.kind, number)
    assert card is not None
    noted = _noted(state, note)
    where = card_at(state, _spot(note))
    # A noted card has another group, so that no screen keeps its group open after the tap.
    group = f"{note.seat}.{note.at.value}.{note.kind.value}.{note.card}"
    return card_choice(
        note,
        card,
        detail=where,
        main=noted == number,
        group=group if noted is None else f"{group}.noted",
        group_label=where if noted is None else say("{card}: {number} ✓", card=where, number=noted),
    )
