"""Random tables of people at one match, against a plain list of what should count.

Two matches read the same store, one always behind; entries, corrections, undo, redo, commands
that come twice and commands that come late are mixed, and the store is opened anew in between.
The model knows nothing of logs: it holds what counts as a list.
"""

import tempfile
from functools import partial
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

from referee.core import AnyGame, BrokenTranscript, IllegalAction, Setup, play, redact
from referee.match import (
    Conflict,
    KeyTaken,
    Match,
    Matches,
    NothingToUndo,
    Refused,
    SqliteStore,
    StaleSeq,
)
from referee.match.log import Overruled, Played
from referee.match.moment import follow_log
from referee.match.storage.open import open_store
from referee.match.story import Narrator

ENTRIES = st.one_of(
    st.builds(
        "take seat={} heap={} count={}".format,
        st.integers(0, 1),
        st.integers(0, 1),
        st.integers(1, 3),
    ),
    st.builds("overrule heap heap={} count={} why=x".format, st.integers(0, 2), st.integers(0, 5)),
    st.builds("bet seat={} on=1".format, st.integers(0, 1)),
)


class Table(RuleBasedStateMachine):
    game: AnyGame  # these are set by the test, from fixtures
    database: str

    @initialize(kept=st.sampled_from(("memory", "sqlite", "postgres")))
    def open(self, kept):
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name) / "referee.sqlite3"
        url = self.database if kept == "postgres" else ""
        self.kept = None if kept == "memory" else partial(open_store, path, url, connections=2)
        self.store = self.kept() if self.kept else SqliteStore(":memory:")
        self.match = Matches(self.store, {"nim": self.game}).open("nim", Setup(("Ann", "Bo")))
        self.behind = Match(self.match.id, self.game, self.store)
        self.first = self.match.state
        self.counts = []  # (seq, text) in order
        self.keys = {}

    def teardown(self):
        if hasattr(self, "store"):
            self.store.close()
            self.folder.cleanup()

    # ------------------------------------------------------------ the model

    def played(self, counts):
        """Play a list of entries: the state, or the place of the first that is not legal."""
        state = self.first
        for place, (_, text) in enumerate(counts):
            try:
                state, _ = play(self.game, state, self.game.parse(text))
            except IllegalAction:
                return None, place
        return state, None

    def settle(self, counts, *, changed=(), onward=False):
        """Leave out what no longer fits, where that is wanted; else name what stands in the way."""
        counts = list(counts)
        while (place := self.played(counts)[1]) is not None:
            if counts[place] in changed:
                return Refused
            if not onward:
                return Conflict
            del counts[place]
        return counts

    def expect(self, wanted, command):
        """Return a command; it must do what the model says, or be refused and change nothing."""
        before, seq = self.match.now, self.match.seq
        if isinstance(wanted, list):
            receipt = command(seq)
            assert receipt.seqs == tuple(range(seq + 1, self.match.seq + 1))
            self.counts = wanted
            return True
        with pytest.raises(wanted):
            command(seq)
        assert self.match.now == before
        return False

    # ------------------------------------------------------------ what people do

    @rule(texts=st.lists(ENTRIES, min_size=1, max_size=3), key=st.integers(0, 9))
    def enter(self, texts, key):
        self.submit(texts, key)

    def submit(self, texts, key):
        key = f"k{len(self.keys)}-{key}"
        actions = [self.game.parse(text) for text in texts]
        texts = [self.game.format(action) for action in actions]
        seq = self.match.seq
        new = [(seq + 1 + place, text) for place, text in enumerate(texts)]
        wanted = self.settle([*self.counts, *new], changed=new)
        done = self.expect(
            wanted, lambda seq: self.match.submit(actions, expected_seq=seq, key=key)
        )
        if done:
            self.keys[key] = tuple(range(seq + 1, self.match.seq + 1))

    @rule(picks=st.lists(st.integers(0, 99), min_size=1, max_size=4))
    def play_on(self, picks):
        """Play a few legal turns, each by whoever is to act."""
        for pick in picks:
            state = self.match.state
            offered = [
                self.game.format(action)
                for seat in self.game.to_act(state)
                for action in self.game.legal_actions(state, seat)
            ]
            if offered:
                self.submit([offered[pick % len(offered)]], 0)

    @rule(data=st.data(), onward=st.booleans())
    def retract(self, data, onward):
        seq = data.draw(st.integers(0, self.match.seq + 1))
        row = next((row for row in self.match.story() if row.seq == seq), None)
        if row is None:
            return
        settled = self.settle([item for item in self.counts if item[0] != seq], onward=onward)
        wanted = settled if row.taken_back is None else NothingToUndo
        self.expect(
            wanted,
            lambda expected: self.match.retract(seq, onward=onward, expected_seq=expected),
        )

    @precondition(lambda self: self.counts)
    @rule(data=st.data(), text=ENTRIES, onward=st.booleans())
    def replace(self, data, text, onward):
        place = data.draw(st.integers(0, len(self.counts) - 1))
        seq, old = self.counts[place]
        text = self.game.format(self.game.parse(text))
        changed = (seq, text)
        counts = [*self.counts[:place], changed, *self.counts[place + 1 :]]
        settled = self.settle(counts, changed=[changed], onward=onward)
        # Whoever tries out bets must not hear which one is the right one.
        is_told = text == old and not text.startswith("bet")
        wanted = NothingToUndo if is_told else settled
        action = self.game.parse(text)
        before = self.counts
        done = self.expect(
            wanted,
            lambda expected: self.match.replace(seq, action, onward=onward, expected_seq=expected),
        )
        if done:
            after = self.counts
            self.match.undo(expected_seq=self.match.seq)
            self.agree_on(before)
            self.match.redo(expected_seq=self.match.seq)
            self.agree_on(after)

    @precondition(lambda self: self.counts)
    @rule()
    def undo_and_perhaps_redo(self):
        """Whatever an undo takes, the redo after it brings back."""
        before = self.counts
        try:
            self.match.undo(expected_seq=self.match.seq)
        except (Conflict, Refused):
            return  # corrections by hand may have taken the ground from under a change
        undone = [(step.seq, step.text) for step in self.match.now.steps]
        # A bet may have been changed to what it said already, which nobody is told.
        assert undone != before or any(text.startswith("bet") for _, text in before)
        self.match.redo(expected_seq=self.match.seq)
        self.agree_on(before)
        self.match.undo(expected_seq=self.match.seq)
        self.counts = undone

    @rule()
    def undo_all_and_redo_all(self):
        before, steps = self.counts, 0
        while self.match.undo_target() is not None:
            try:
                self.match.undo(expected_seq=self.match.seq)
            except (Conflict, Refused):
                break
            steps += 1
        for _ in range(steps):
            self.match.redo(expected_seq=self.match.seq)
        self.agree_on(before)

    @rule(data=st.data())
    def come_late(self, data):
        expected = data.draw(st.integers(-1, self.match.seq + 2))
        if expected != self.match.seq:
            before = self.match.now
            with pytest.raises(StaleSeq) as stale:
                self.match.undo(expected_seq=expected)
            assert stale.value.actual == self.match.seq
            assert self.match.now == before

    @precondition(lambda self: self.keys)
    @rule(data=st.data())
    def come_again(self, data):
        key = data.draw(st.sampled_from(sorted(self.keys)))
        before = self.match.now
        for match in (self.match, self.behind):
            match.refresh()
            entries = [match.now.rows[seq].entry for seq in self.keys[key]]
            texts = [entry.text for entry in entries if isinstance(entry, Played | Overruled)]
            actions = [self.game.parse(text) for text in texts]
            receipt = match.submit(actions, expected_seq=0, key=key)
            assert receipt.seqs == self.keys[key]
            with pytest.raises(KeyTaken):
                match.undo(expected_seq=0, key=key)
        assert self.match.now == before

    @precondition(lambda self: self.behind.seq < self.match.seq)
    @rule(text=ENTRIES)
    def be_slower_than_another_process(self, text):
        with pytest.raises((StaleSeq, Refused)):
            self.behind.submit([self.game.parse(text)], expected_seq=self.behind.seq)
        self.behind.refresh()
        assert self.behind.now.steps == self.match.now.steps

    @rule()
    def restart(self):
        if self.kept:
            self.store.close()
            self.store = self.kept()
        before = self.match
        matches = Matches(self.store, {"nim": self.game})
        self.match = matches.get(before.id)
        self.behind = Match(before.id, self.game, self.store)
        assert self.match.now == before.now
        assert self.match.story() == before.story()
        assert matches.list()[0].outcome == self.match.outcome

    @rule()
    def export_and_load(self):
        written = self.match.transcript()
        if "on=?" in written:  # a bet is still hidden, so this cannot be played on
            with pytest.raises(BrokenTranscript, match="A secret is hidden"):
                Matches(SqliteStore(":memory:"), {"nim": self.game}).load(written)
            return
        loaded = Matches(SqliteStore(":memory:"), {"nim": self.game}).load(written)
        assert redact(loaded.state, None) == redact(self.match.state, None)
        assert loaded.transcript() == self.match.transcript()

    # ------------------------------------------------------------ what always holds

    def agree_on(self, counts):
        assert [(step.seq, step.text) for step in self.match.now.steps] == counts

    @invariant()
    def the_match_counts_what_the_model_counts(self):
        if hasattr(self, "match"):
            self.agree_on(self.counts)
            assert follow_log(self.game, self.match.now.rows).steps == self.match.now.steps
            assert self.match.state == self.played(self.counts)[0]
            assert self.match.outcome == self.game.outcome(self.match.state)
            standing = {told.seq for told in self.match.story() if told.taken_back is None}
            assert standing == {seq for seq, _ in self.counts}

    @invariant()
    def what_was_told_bit_by_bit_is_what_is_told_at_once(self):
        if hasattr(self, "match"):
            anew = Narrator(self.game)
            assert self.match.story() == anew.story(self.match.now)
            assert self.match.undo_target() == anew.undo_target(self.match.now)


def judge(nim, database: str, examples: int) -> None:
    machine = type("NimTable", (Table,), {"game": nim, "database": database})
    often = settings(max_examples=examples, stateful_step_count=30)
    run_state_machine_as_test(machine, settings=often)


@pytest.mark.once
def test_any_table_of_people_agrees_with_a_plain_list(nim, emptied):
    judge(nim, emptied, 50)


@pytest.mark.long
def test_very_many_tables_of_people_agree_with_a_plain_list(nim, emptied):
    judge(nim, emptied, 1_000)
