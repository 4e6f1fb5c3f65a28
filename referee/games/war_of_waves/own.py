"""What only the reader’s own seat sees of War of Waves: its notes, and what to be warned of."""

from referee.core import Choice, Own, Seat, say
from referee.games.war_of_waves.actions import Remember
from referee.games.war_of_waves.choices import card_choice
from referee.games.war_of_waves.components import card_of
from referee.games.war_of_waves.gateways import laid_at, place_at
from referee.games.war_of_waves.offers import notes
from referee.games.war_of_waves.places import card_there
from referee.games.war_of_waves.state import Spot, State
from referee.games.war_of_waves.warnings_own import all_right, warnings
from referee.games.war_of_waves.words import section_name


def own(state: State, seat: Seat | None) -> Own | None:
    """Give what a seat may note and should know, out of a state redacted for it."""
    if seat is None:
        return None
    offered = [note for note in notes(state, seat) if isinstance(note, Remember)]
    return Own(
        say=all_right(state, seat) or say("Note what your face-down cards are. Only you see it."),
        warnings=warnings(state, seat),
        choices=tuple(_choice(state, note) for note in offered),
    )


def _choice(state: State, note: Remember) -> Choice:
    spot = Spot(note.seat, note.at, note.kind, note.card)
    laid = laid_at(state, spot)
    assert laid is not None
    assert note.value.value is not None
    card = card_of(note.kind, note.value.value)
    assert card is not None
    lying = len(place_at(state, note.seat, note.at).of(note.kind))
    return card_choice(
        note,
        card,
        main=laid.own == note.value.value,
        group=f"{note.seat}.{note.at.value}.{note.kind.value}.{note.card}",
        group_label=say(
            "{section}, {card}", section=section_name(note.at), card=card_there(spot, lying)
        ),
    )
