"""The private panel of a seat: its dice behind the screen, and where each can go."""

from referee.core import Choice, PrivatePanel, Seat, Text, say
from referee.games.rolling.actions import Plan
from referee.games.rolling.allocation import planned
from referee.games.rolling.components import Place
from referee.games.rolling.rules import notes
from referee.games.rolling.state import Phase, State
from referee.games.rolling.words import PLACE_NAMES, die_name, place_icon


def own(state: State, seat: Seat | None) -> PrivatePanel | None:
    """Return where a seat can place its dice, from a state redacted for it.

    Dice that are not placed yet come first, so that after a die the group of the next one is open.
    """
    if seat is None or state.phase is not Phase.ALLOCATE:
        return None
    places = planned(state, seat)
    offered = [note for note in notes(state, seat) if isinstance(note, Plan)]
    offered.sort(key=lambda note: places[note.die] is not None)
    return PrivatePanel(
        say=_what_to_lay(state, seat, places),
        choices=tuple(_choice(state, note, places[note.die]) for note in offered),
    )


def _what_to_lay(state: State, seat: Seat, places: tuple[Place | None, ...]) -> Text:
    """Return which die is next; a die on a real mini board can be entered afterwards."""
    is_ready = seat in state.ready
    if None not in places:
        if is_ready:
            return say("All your dice are placed, and you are ready.")
        return say("All your dice are placed. Call out when you are ready.")
    die = die_name(state.nests[seat][places.index(None)])
    if is_ready:
        return say("You are ready. {die}: tap where you put it, or say so later.", die=die)
    return say("{die}: tap where you put it, or say so later.", die=die)


def _choice(state: State, note: Plan, now: Place | None) -> Choice:
    place = note.to.value
    assert place is not None
    die = state.nests[note.seat][note.die]
    # A placed die has another group, so that no screen keeps its group open after the tap.
    group = f"{note.seat}.{note.die}"
    label = die_name(die)
    return Choice(
        note,
        PLACE_NAMES[place],
        icon=place_icon(place),
        number=str(die.face),
        colour=die.colour.value,
        main=place is now,
        group=group if now is None else f"{group}.laid",
        group_label=label
        if now is None
        else say("{die}: {place} ✓", die=label, place=PLACE_NAMES[now]),
    )
