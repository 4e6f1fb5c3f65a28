"""What lies where in every game, and which moves follow from an undo, redo, change or overrule.

The moves of each case are worked out by hand from the rulebooks.
"""

import random
from itertools import pairwise

import laid_wave
import pytest
from conformance import CANARY, planted
from laid_rolling import Table as RollingTable
from laid_war_of_waves import leaders
from laid_waves import CALM

from referee.core import (
    Seat,
    applied,
    display_names,
    layout_for,
    moves,
    play,
    read_transcripts,
    tasks_between,
)
from referee.core.transcripts import Mark
from referee.games import load_all

JUMPS = 10
"""Pairs of states of a transcript that do not follow each other, for each transcript."""


def states_of(game, path) -> tuple:
    """Return the names of the players and every state of a transcript."""
    (played,) = read_transcripts(path.read_text("utf-8").splitlines())
    states = [game.setup(played.setup)]
    for line in played.lines:
        if line.mark is Mark.ENTRY:
            states.append(play(game, states[-1], game.parse(line.text))[0])
    return display_names(played.setup.names), states


def told(game, before, after, names) -> list[str]:
    """Return what hands are told between two states."""
    tasks = tasks_between(layout_for(game, before), layout_for(game, after), names)
    return [str(task.say) for task in tasks]


def undone(laid, *entries: str, names=None) -> list[str]:
    """Return what hands are told when the last of these entries is undone."""
    *first, last = entries
    before = laid.enter(*first).state
    after = laid.enter(last).state
    game = getattr(laid, "game", laid_wave.WAVE)
    return told(game, after, before, names or before.table.names)


def test_the_moves_between_states_turn_the_old_table_into_the_new_one(game, transcripts) -> None:
    # Undo, redo and each change are such pairs; so is everything that several of them undo.
    chance = random.Random(7)
    for path in transcripts(game):
        names, states = states_of(game, path)
        layouts = [layout_for(game, state) for state in dict.fromkeys(states[:120])]
        pairs = [*pairwise(layouts), *pairwise(layouts[::-1])]
        pairs += [(chance.choice(layouts), chance.choice(layouts)) for _ in range(JUMPS)]
        for before, after in pairs:
            done = moves(before, after)
            assert applied(before, done) == after, path.name
            said = [str(task.say) for task in tasks_between(before, after, names)]
            assert all(said)
            assert len(set(said)) == len(said)


# ---------------------------------------------------------------- Waves

BESIDE = "the place beside the Council"

SEEN = (
    "council seer,noble,scholar,keeper",
    "follow slot=0",
    "follow slot=1",
    "rebel slot=2 count=1",
    "follow slot=3",
)


def test_a_rebel_that_was_another_changes_the_tablet_the_shells_and_what_was_collected(table):
    # With Chris's Seer, Seers lead (2): counterclockwise. Anna's Scholar (1) does not beat her Seer
    # (4). With a Scholar, Scholars lead and have 6, which beats it for one of the 2 Shells.
    names = ("Anna", "Ben", "Chris", "Dora")
    wrong, right = (
        table(
            *SEEN,
            f"reveal slot=2 card={card}",
            "reveal slot=0 card=scholar",
            names=names,
            tablets=CALM,
        )
        for card in ("seer", "scholar")
    )
    assert told(wrong.game, wrong.state, right.state, names) == [
        "Chris: check that your Agent place has the Scholar, not the Seer.",
        f"Move the tablet “Counterclockwise” from {BESIDE} to the other tablets.",
        f"Move the tablet “Scholars have 6” from the other tablets to {BESIDE}.",
        "Move 1 Shell from the centre to the supply.",
        "Anna: move the Seer from your hand to your collected Elders.",
    ]


def test_elders_that_rotate_are_moved_and_a_rebel_that_was_another_is_not(table) -> None:
    # With Knights (4) a calm tablet leads; with Seers (4) every Elder goes one place to the right.
    names = ("Anna", "Ben", "Chris", "Dora")
    wrong, right = (
        table(
            "council seer,noble,knight,noble",
            "rebel slot=0 count=3",
            "follows 1,2,3",
            f"reveal slot=0 card={card}",
            names=names,
            tablets="scholars-six,equal-or-lower,knights-calm,rotate-elders,nobles-calm",
        )
        for card in ("knight", "seer")
    )
    said = told(wrong.game, wrong.state, right.state, names)
    assert said == [
        "Anna: check that your Agent place has the Seer, not the Knight.",
        f"Move the tablet “Calm Knights” from {BESIDE} to the other tablets.",
        f"Move the tablet “Elders move right” from the other tablets to {BESIDE}.",
        "Move the Seer from Anna’s Elder place to Dora’s Elder place.",
        "Move the Noble from Ben’s Elder place to Anna’s Elder place.",
        "Move the Knight from Chris’s Elder place to Ben’s Elder place.",
        "Move the Noble from Dora’s Elder place to Chris’s Elder place.",
    ]


def test_undoing_an_agent_brings_it_back_to_the_hand(table) -> None:
    laid = table("council seer,noble,scholar,keeper")
    assert undone(laid, "rebel slot=0 count=2") == [
        "Ann: move 2 cards from your Agent place to your hand."
    ]


LAST_DRAWN = (
    "Everybody: from your hand, put the card that you drew last on top of the deck; whoever drew "
    "last goes first."
)


def test_undoing_the_end_of_a_round_brings_back_what_was_drawn_and_discarded(table) -> None:
    # All follow with Scholars (1), and nobody collects: each Elder goes to its owner's hand
    # (4 + 1), each draws 1 and is over the limit of 5, so each discards 1.
    laid = table("council seer,noble,knight,keeper", "follows 0,1,2,3", tablets=CALM)
    laid.enter(*(f"reveal slot={slot} card=scholar" for slot in (0, 1, 2)))
    assert laid.state.hands == (5, 5, 5, 4)
    assert undone(laid, "reveal slot=3 card=scholar") == [
        f"Move the tablet “Calm Nobles” from the other tablets to {BESIDE}.",
        "Move the Wave token from Bo to Ann.",
        "Ann, Bo and Cy: move the Scholar from your Elder place to your Agent place.",
        "Di: move the Scholar from your Elder place to your Agent place, face down.",
        "Everybody: move the card that you discarded last from the discard pile to your hand.",
        LAST_DRAWN,
        "Di: move the Keeper from your hand to your Elder place.",
    ]


def test_redoing_the_end_of_a_round_discards_face_up(table) -> None:
    laid = table("council seer,noble,knight,keeper", "follows 0,1,2,3", tablets=CALM)
    laid.enter(*(f"reveal slot={slot} card=scholar" for slot in (0, 1, 2)))
    before = laid.state
    after = laid.enter("reveal slot=3 card=scholar").state
    said = told(laid.game, before, after, before.table.names)
    assert "Everybody: move 1 card from your hand to the discard pile, face up." in said


# ---------------------------------------------------------------- WAVE


def test_undoing_a_card_in_wave_takes_back_what_was_drawn_for_it() -> None:
    # A card that faced Ann is laid, and one that faces the team is drawn (K7).
    laid = laid_wave.table(names=("Ann", "Bo", "Cy")).enter("start card=yellow-1")
    assert undone(laid, "play card=red-2 facing=self") == [
        "Ann: move the Red 2 from the middle to your cards facing you.",
        "Ann: from your cards facing the team, put the card that you drew last on top of the pile.",
    ]


def test_undoing_a_card_of_silver_brings_it_back_and_its_replacement_to_the_pile() -> None:
    # Ann's White 2 is higher in number; then Silver lays an open card, and the next one is open.
    laid = laid_wave.duo("start card=white-1", "play card=white-2 facing=self")
    assert undone(laid, "play card=orange-4 facing=open") == [
        "Move the Orange 4 from the middle to Silver’s open cards.",
        "From Silver’s open cards, put the card drawn last on top of the pile.",
    ]


def test_undoing_a_hidden_card_that_was_opened_turns_it_over_again() -> None:
    laid = laid_wave.duo("start card=white-1", "play card=white-2 facing=self")
    laid.state = laid.state._replace(pile=0)
    assert undone(laid, "play card=orange-4 facing=open") == [
        "Move the Orange 4 from the middle to Silver’s open cards.",
        "Move 1 card from Silver’s open cards to Silver’s hidden cards, face down.",
    ]


def three_lay(*cards: str):
    return laid_wave.table("start card=white-1").plays(*cards).state


def test_a_card_in_the_middle_that_is_another_was_mistaken_and_never_held() -> None:
    # The Blue 0 reverses the direction, so the White 4 is Bo's instead of Ann's. Each has laid a
    # card that faced its owner, and drawn one that faces the team.
    wrong, right = (
        three_lay("yellow-1", "orange-1", card, "white-4") for card in ("turquoise-3", "blue-0")
    )
    assert told(laid_wave.WAVE, wrong, right, ("Ann", "Bo", "Cy")) == [
        "Check that the middle has the Blue 0, not the Turquoise 3.",
        "Turn the direction card: clockwise.",
        "Ann: move 1 card from your cards facing the team to your cards facing you.",
        "Bo: move 1 card from your cards facing you to your cards facing the team.",
    ]


def test_a_card_that_was_held_otherwise_turns_only_the_drawn_one() -> None:
    # Bo drew a card for it that faces Bo, and it should face the team.
    wrong, right = (three_lay("yellow-1", card) for card in ("+orange-1", "orange-1"))
    assert told(laid_wave.WAVE, wrong, right, ("Ann", "Bo", "Cy")) == [
        "Bo: move 1 card from your cards facing you to your cards facing the team."
    ]


# ---------------------------------------------------------------- Rolling with the Waves


@pytest.fixture
def rolling() -> RollingTable:
    return RollingTable(load_all()["rolling"], ("Ann", "Bo"))


def test_undoing_a_draft_gives_back_the_die_and_the_infamy(rolling) -> None:
    # Ann's crew is red, so a yellow 3 costs her 3 Infamy.
    rolling.roll("r1 r2 y3 y1 c2 c5")
    assert undone(rolling, "draft seat=0 colour=yellow face=3") == [
        "Ann: move the Yellow 3 from your dice to the middle.",
        "Ann: fill 3 more Infamy.",
    ]


def test_undoing_the_last_die_of_a_round_wipes_what_the_round_wrote(rolling) -> None:
    rolling.roll("y4 c5 y4 r1 r3 c6").draft("r3 c6 c5 y4 r1 y4")
    rolling.lay("5>large 3>chest-1 1>small", "4>ports 4>crew")
    # Bo's 4 in Ports reaches circle 3: 1 Infamy, and 1 more for the greatest sum (R31).
    assert undone(rolling, "allocate seat=1 value=6 to=small") == [
        "Put the dice that are drawn already back into the bag.",
        "Move the bag from Bo to Ann.",
        "Ann: move the Red 3, the Red 1 and the Clear 5 from the bag to your dice.",
        "Bo: move 2 Yellow 4 and the Clear 6 from the bag to your dice.",
        "Ann: wipe the 3 off square 1 of Chest 1.",
        "Ann: wipe the 1 off Small cannon.",
        "Ann: wipe the 5 off Large cannon.",
        "Bo: wipe the 6 off Small cannon.",
        "Bo: wipe the 4 off Ports.",
        "Bo: wipe the 4 off Crew.",
        "Bo: empty circle 3 of Ports.",
        "Bo: erase 2 Infamy.",
    ]


def test_redoing_the_last_die_of_a_round_asks_for_the_next_roll_at_last(rolling) -> None:
    rolling.roll("y4 c5 y4 r1 r3 c6").draft("r3 c6 c5 y4 r1 y4")
    rolling.lay("5>large 3>chest-1 1>small", "4>ports 4>crew")
    before = rolling.state
    after = rolling.enter("allocate seat=1 value=6 to=small").state
    said = told(rolling.game, before, after, ("Ann", "Bo"))
    assert "Bo: move the Clear 6 and 2 Yellow 4 from your dice to the bag." in said
    assert said[-1] == "Bo: draw 6 dice and roll them."


def test_undoing_a_roll_over_a_round_puts_its_dice_back_by_name(rolling) -> None:
    rolling.roll("y4 c5 y4 r1 r3 c6").draft("r3 c6 c5 y4 r1 y4")
    rolling.lay("5>large 3>chest-1 1>small", "4>ports 4>crew")
    before = rolling.state
    rolling.enter("allocate seat=1 value=6 to=small")
    rolling.roll(
        "r2 c1 c1 c1 y6 y6"
    )  # a clear die more than lay behind the screens, a red one less
    said = told(rolling.game, rolling.state, before, ("Ann", "Bo"))
    assert not any("drawn already" in one for one in said)
    assert "Move the Clear 1 from the middle to the bag." in said


def test_undoing_a_roll_leaves_the_dice_rolled(rolling) -> None:
    before = rolling.state
    rolling.roll("r1 r2 y3 y1 c2 c5")
    assert told(rolling.game, rolling.state, before, ("Ann", "Bo")) == []
    assert told(rolling.game, before, rolling.state, ("Ann", "Bo")) == []


def test_an_overrule_on_a_map_is_written_by_its_owner(rolling) -> None:
    rolling.put(1, "crew", 4)
    before = rolling.state
    rolling.enter('overrule erase seat=1 to=crew why="misread"')
    assert told(rolling.game, before, rolling.state, ("Ann", "Bo")) == ["Bo: wipe the 4 off Crew."]


# ---------------------------------------------------------------- War of Waves


def test_undoing_a_card_of_a_gateway_does_not_say_which_one_it_is() -> None:
    laid = leaders(2, 2, 0, 0).lay({}, {}, hands=((2, 2, 0, 0), (2, 2, 0, 0)))
    assert undone(laid, "build at=b2") == [
        "Ann: move 1 Build card from your Bridge 2 to your hand."
    ]


def test_the_second_card_of_a_gate_is_in_front() -> None:
    assert undone(leaders(2, 2, 0, 0), "fortify at=g1 kind=build") == [
        "Ann: move 1 Build card from the front of your Gate 1 to your hand."
    ]


def test_redoing_a_card_of_a_gateway_lays_it_face_down() -> None:
    laid = leaders(2, 2, 0, 0).lay({}, {}, hands=((2, 2, 0, 0), (2, 2, 0, 0)))
    before = laid.state
    laid.enter("build at=b2")
    assert told(laid.game, before, laid.state, ("Ann", "Bo")) == [
        "Ann: move 1 Build card from your hand to your Bridge 2, face down."
    ]


def test_undoing_ceto_swaps_the_hands_again_first() -> None:
    laid = leaders(1, 0, 2, 0)
    assert undone(laid, "leader name=ceto", "draw back=war") == [
        "Swap your hands with each other.",
        "Ann: move the Ceto card from the discard pile to your hand.",
        "Ann: from your hand, put the War card that you drew last on top of the deck.",
    ]


@pytest.mark.parametrize("slug", ["rolling", "war-of-waves"])
def test_no_move_depends_on_what_only_one_seat_knows(slug, transcripts) -> None:
    game = load_all()[slug]
    hidden = 0
    for path in transcripts(game):
        _, states = states_of(game, path)
        for state in states[:60]:
            other = planted(state, None)
            hidden += other != state
            layout = layout_for(game, state)
            assert layout_for(game, other) == layout
            assert CANARY not in str(list(layout))
    assert hidden


def test_a_note_moves_nothing_at_the_table() -> None:
    laid = leaders(2, 2, 0, 0).lay({}, {}, hands=((2, 2, 0, 0), (2, 2, 0, 0))).enter("build at=b2")
    note = next(iter(laid.game.notes(laid.state, Seat(0))))
    noted, _ = play(laid.game, laid.state, note)
    assert noted != laid.state
    assert told(laid.game, laid.state, noted, ("Ann", "Bo")) == []
