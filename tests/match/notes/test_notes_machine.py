"""Random tables of people who take notes, against the same table without any.

Both get the same commands; what notes answered is entered by hand at the other table. Everything
that the table is told must be the same, and a note must always speak of the very lid that it was
made about: everybody notes the seq of the row that laid it.
"""

import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from referee.core import AnyGame, RefereeError, Seat, Setup, redact
from referee.match import NOTE, Match, Matches, Noted, NothingToUndo, SqliteStore
from referee.match.moment import follow_log

pytestmark = pytest.mark.once

PLACES = st.integers(0, 3)

COVERED = (NothingToUndo, "The card that a note revealed there no longer fits.")


class Table(RuleBasedStateMachine):
    game: AnyGame  # set by the test, from the fixture

    @initialize()
    def open(self):
        self.folder = tempfile.TemporaryDirectory()
        self.store = SqliteStore(self.path)
        self.match = Matches(self.store, {"lids": self.game}).open("lids", Setup(("Ann", "Bo")))
        plain = SqliteStore(":memory:")
        self.plain = Matches(plain, {"lids": self.game}).open("lids", Setup(("Ann", "Bo")))

    @property
    def path(self):
        return Path(self.folder.name) / "referee.sqlite3"

    def teardown(self):
        if hasattr(self, "store"):
            self.store.close()
            self.folder.cleanup()

    def both(self, command, again=None):
        """Return a command at both tables: they answer alike."""
        said: list[tuple[type[RefereeError], str] | None] = []
        for match, give in ((self.match, command), (self.plain, again or command)):
            seq = match.seq_of(match.heard())
            try:
                give(match, seq)
            except RefereeError as error:
                said.append((type(error), str(error)))
            else:
                said.append(None)
        if said[0] != COVERED:
            assert said[0] == said[1]
        else:
            assert said[1] is not None
        return said[0] is None

    def submit(self, *texts):
        actions = [self.game.parse(text) for text in texts]
        before = self.match.seq

        def again(match, seq):
            match.submit(actions, expected_seq=seq)
            self.enter_answers(before)

        self.both(lambda match, seq: match.submit(actions, expected_seq=seq), again)

    # ------------------------------------------------------------ what people do

    @rule(picks=st.lists(st.integers(0, 99), min_size=1, max_size=5))
    def play_on(self, picks):
        for pick in picks:
            state = self.match.state
            offered = [
                self.game.format(action)
                for seat in sorted(self.game.to_act(state))
                for action in self.game.legal_actions(state, seat)
            ]
            if offered:
                self.submit(offered[pick % len(offered)])

    @rule(seat=st.integers(0, 1), lid=PLACES)
    def enter_anything(self, seat, lid):
        self.submit(f"drop seat={seat} lid={lid}")
        self.submit(f"overrule turn why=x seat={seat}", f"lay seat={seat}")

    @rule(
        steps=st.lists(
            st.sampled_from(["lay", "drop", "note", "undo", "redo", "change"]), min_size=3
        )
    )
    def do_what_moves_lids(self, steps):
        """Lay, drop, note and take back in short order, which is where notes could go astray."""
        for number, step in enumerate(steps):
            turn = self.match.state.turn
            match step:
                case "lay":
                    self.submit(f"lay seat={turn}")
                case "drop":
                    self.submit(f"drop seat={turn} lid={number % 2}")
                case "note":
                    self.note_it(number % 2, 0)
                    self.note_it(1 - number % 2, number % 3)
                case "undo":
                    self.undo()
                case "redo":
                    self.redo()
                case "change" if self.match.story():
                    self.change(number % len(self.match.story()), "overrule turn why=x seat=0")

    @rule(seat=st.integers(0, 1), lid=PLACES)
    def note(self, seat, lid):
        self.note_it(seat, lid)

    def note_it(self, seat, lid):
        lids = self.laid()[seat]
        if lid < len(lids):
            text = f"remember seat={seat} lid={lid} value={lids[lid]}"
            before = self.match.seq
            try:
                self.match.submit([self.game.parse(text)], expected_seq=before)
            except RefereeError:
                assert self.match.state.lids[seat][lid].shown is not None or self.match.outcome
                return
            self.enter_answers(before)

    def enter_answers(self, before):
        """Enter at the other table what notes have answered since then, each by itself."""
        seqs = {row.seq for row in self.match.now.rows[before + 1 :] if row.source == NOTE}
        for action in [step.action for step in self.match.now.steps if step.seq in seqs]:
            self.plain.submit([action], expected_seq=self.plain.seq)

    @rule(seat=st.integers(0, 1), data=st.data())
    def take_a_note_back_or_put_it_back(self, seat, data):
        notes = [told for told in self.match.story(Seat(seat)) if told.note]
        if notes:
            told = data.draw(st.sampled_from(notes))
            row = told.seq if told.taken_back is None else told.taken_back
            self.match.retract(row, seat=Seat(seat), expected_seq=self.match.seq)

    @rule()
    def undo_it(self):
        self.undo()

    @rule()
    def redo_it(self):
        self.redo()

    def undo(self):
        self.both(lambda match, seq: match.undo(expected_seq=seq))

    def redo(self):
        self.both(lambda match, seq: match.redo(expected_seq=seq))

    @precondition(lambda self: self.match.story())
    @rule(data=st.data(), onward=st.booleans(), lid=st.none() | PLACES)
    def correct(self, data, onward, lid):
        place = data.draw(st.integers(0, len(self.match.story()) - 1))
        self.change(place, None if lid is None else f"drop seat=0 lid={lid}", onward=onward)

    def change(self, place, text, *, onward=False):
        """Take back, put back or change an entry, named by its place in the story."""

        def give(match, seq):
            told = match.story()[place]
            if text is None:
                row = told.seq if told.taken_back is None else told.taken_back
                match.retract(row, onward=onward, expected_seq=seq)
            else:
                match.replace(told.seq, self.game.parse(text), onward=onward, expected_seq=seq)

        self.both(give)

    @rule()
    def restart(self):
        self.store.close()
        self.store = SqliteStore(self.path)
        before = self.match
        self.match = Matches(self.store, {"lids": self.game}).get(before.id)
        assert self.match.now == before.now
        for seat in (None, Seat(0), Seat(1)):
            assert self.match.story(seat) == before.story(seat)

    # ------------------------------------------------------------ what always holds

    def laid(self):
        """Return the row that laid each lid."""
        rows: tuple[list[int], list[int]] = ([], [])
        for step in self.match.now.steps:
            verb, *given = step.text.split()
            numbers = [int(one.partition("=")[2]) for one in given if one[:3] in {"sea", "lid"}]
            if verb == "lay":
                rows[numbers[0]].append(step.seq)
            elif verb == "drop":
                del rows[numbers[0]][numbers[1]]
        return rows

    @invariant()
    def every_note_speaks_of_its_own_lid(self):
        if hasattr(self, "match"):
            noted = [[lid.note.value for lid in row] for row in self.match.state.lids]
            for values, rows in zip(noted, self.laid(), strict=True):
                pairs = zip(values, rows, strict=True)
                assert all(value in (None, row) for value, row in pairs)

    @invariant()
    def the_table_is_told_the_same(self):
        if hasattr(self, "match"):
            assert follow_log(self.game, self.match.now.rows).steps == self.match.now.steps
            covered = [told.action is None for told in self.match.story()]
            assert self.heard(self.match, covered) == self.heard(self.plain, covered)
            seats = [isinstance(row.entry, Noted) for row in self.match.now.rows]
            assert sum(seats) >= len([s for s in self.match.now.steps if is_note(s)])

    def heard(self, match: Match, covered: list[bool]):
        """Return all that the table is told; not what a note has shown and is covered again."""
        state, game = match.state, self.game
        seen = redact(state, None)
        undo, redo = match.undo_target(), match.redo_target()
        story = match.story()
        return (
            [
                (told.taken_back is None, told.was is None, told.facts)
                + (() if hidden else (told.text, told.sentence))
                for told, hidden in zip(story, covered, strict=True)
            ],
            undo and undo.sentence,
            redo and (any(covered) or redo.sentence),
            match.transcript(),
            match.outcome,
            [game.to_act(state), *(game.legal_actions(state, Seat(seat)) for seat in (0, 1))],
            (game.values(seen, None), game.view(seen, None)),
        )


def is_note(step):
    return step.text.startswith("remember")


def judge(lids, examples: int):
    machine = type("LidsTable", (Table,), {"game": lids})
    run_state_machine_as_test(
        machine, settings=settings(max_examples=examples, stateful_step_count=30)
    )


def test_a_table_that_takes_notes_is_told_what_any_other_is(lids):
    judge(lids, 40)


@pytest.mark.long
def test_a_table_that_takes_notes_is_told_what_any_other_is_however_often(lids):
    judge(lids, 500)
