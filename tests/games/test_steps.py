"""What hands do in every golden transcript: by which rule, who, and in the order of the rulebook.

The orders below are read off the rulebooks by hand: Waves "True Majority" to "Preparing a new
round", WAVE "Game set-up", "Note the change of direction" and "drawing cards", War of Waves "Turn",
"Attack", "Leaders" and "Winning", Rolling with the Waves "Setup" and the phases of "Gameplay"; the
icons of the third are in the tests of the game.
"""

import re

import pytest

from referee.core import Mark, Seat, play, read_transcripts, redact
from referee.games import load_all

WAVES = [
    r"True Majority: lay the tablet",
    r"discard .*, keep one\.$",
    r"^Move each Elder|one for each Follower|for so many Followers",
    r"collect the|take the .* to your hand",
    r"^Wave token to ",
    r": draw \d",
    r"discard \d|discard down",
    r"^Move the Agents together",
    r"^Put the tablet back",
    r"^Discard the extra",
    r"Open Majority\.$",
    r"^Agents go face down",
]
WAVE = [
    r"^Lay the overview cards",
    r"shuffle the other|^Shuffle all",
    r"^Deal to everybody",
    r"^For Silver, between",
    r"^Turn the direction card|^Reverse the order",
    r"draws? a card|draw a card|^The pile is empty|^Turn up ",
]
WAR = [
    r"turn up .* on (Bridge|Gate) \d",
    r"the attack wins|the attack fails",
    r": discard (Build|War) \d",
    r"discard the .* too\.$",
    r"to announce it\.$",
    r": discard (Hephaestus|Poseidon|Ares|Ceto)\.$",
    r": swap |: move ",
    r"say “Complete!”",
    r": draw nothing\.$",
    r": take .* Face card farthest from the deck",
    r"your claim|take the claim back",
    r"turn up all the Build cards",
    r"^Shuffle the deck and the discard pile together",
    r"^Still a tie",
]
ROLLING = [
    r"^Everybody: set up your screen",
    r"^Everybody: fill 5 circles",
    r"^Put 2 dice of each crew",
    r"^Give the bag to",
    r": erase |: turn the die|: take .* the only choice",
    r"^Everybody: place your 3 dice",
    r"^Everybody: lift your screen",
    r"write|circle|wipe|cross out|Infamy|into the bag: |more \w+ dic?e into the bag",
    r"^Everybody: put your dice back",
    r": draw \d+ dice and roll them",
]
ORDERS = {
    "waves": WAVES,
    "breakers": WAVES,
    "wave": WAVE,
    "war-of-waves": WAR,
    "rolling": ROLLING,
}


def moments(game, paths):
    """Yield each moment of the transcripts: where it is, and the state."""
    for path in paths:
        for found in read_transcripts(path.read_text(encoding="utf-8").splitlines()):
            state = game.setup(found.setup)
            yield f"{path.stem}:0", len(found.setup.names), state
            for line in found.lines:
                if line.mark is Mark.ENTRY:
                    state, _ = play(game, state, game.parse(line.text))
                    yield f"{path.stem}:{line.number}", len(found.setup.names), state


def test_each_task_names_a_rule_of_the_game_and_seats_at_the_table(game, transcripts):
    rules = set(game.rulebook) | {"table"}
    wrong = [
        f"{where} {task.rule} {task.seats} {task}"
        for where, seats, state in moments(game, transcripts(game))
        for task in game.view(redact(state, None), None).step.hands
        if task.rule not in rules or not set(task.seats) <= set(range(seats))
    ]
    assert [] == wrong


def test_every_reader_of_a_moment_has_the_same_tasks(game, transcripts):
    """So that one that is ticked on a phone is ticked at the table too."""
    wrong = []
    for where, seats, state in moments(game, transcripts(game)):
        all_ = game.view(redact(state, None), None).step.hands
        own = game.view(redact(state, Seat(seats - 1)), Seat(seats - 1)).step.hands
        if [(task.rule, task.seats) for task in own] != [(task.rule, task.seats) for task in all_]:
            wrong.append(where)
    assert [] == wrong


@pytest.mark.parametrize("slug", sorted(ORDERS))
def test_tasks_are_in_the_order_of_the_rulebook(slug, transcripts):
    game, order = load_all()[slug], ORDERS[slug]
    wrong = []
    for where, _, state in moments(game, transcripts(game)):
        if game.outcome(state) is not None:
            continue
        said = [str(task) for task in game.view(redact(state, None), None).step.hands]
        ranks = [
            next((rank for rank, form in enumerate(order) if re.search(form, one)), None)
            for one in said
            if not one.startswith("Shuffle the discard pile")
        ]
        known = [rank for rank in ranks if rank is not None]
        if known != sorted(known):
            wrong.append(f"{where} {said}")
    assert [] == wrong
