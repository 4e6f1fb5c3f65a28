"""What every game promises, whatever is played: one machine for all games, and a sixth."""

import json
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from referee.core import (
    EMPTY,
    TABLE,
    Action,
    AnyGame,
    BadSetup,
    IllegalAction,
    Note,
    Overrule,
    Seat,
    Secret,
    Setup,
    Text,
    UnknownNotation,
    View,
    format_action,
    parse_action,
    plain,
    play,
    redact,
)
from referee.core.transcripts import format_header

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal")
CANARY = "canary"
GIVEN = re.compile(r"=(\"[^\"]*\"|\S+)")
_NOTES = 8
ODD = ("-1", "0", "1", "2", "3", "4", "5", "6", "7", "99", "999999999", "table", "?", '""', "x")


class Conformance(RuleBasedStateMachine):
    """Plays any game by what it offers, and now and then by what it does not offer."""

    game: AnyGame

    @initialize(data=st.data())
    def begin(self, data) -> None:
        game = self.game
        count = data.draw(st.sampled_from(game.info.seats), "seats")
        chosen: dict[str, str] = {}
        for number in range(len(game.options(NAMES[:count], chosen))):
            option = game.options(NAMES[:count], chosen)[number]
            written = st.tuples(
                *(st.sampled_from([one.value for one in group.choices]) for group in option.groups)
            ).map(",".join)
            whole = [option.default, *(preset.value for preset in option.presets)]
            chosen[option.id] = data.draw(st.sampled_from(whole) | written, option.id)
        self.setup = Setup(NAMES[:count], tuple(chosen.items()))
        try:
            self.first = game.setup(self.setup)
        except BadSetup as bad:  # what is chosen may not go together; what is offered first does
            assert str(bad).strip()  # noqa: PT017 - either answer is right
            self.setup = Setup(NAMES[:count])
            self.first = game.setup(self.setup)
        self.offered_before: list[Action] = []
        self.begin_anew()

    def begin_anew(self) -> None:
        self.state = self.unnoted = self.first
        self.noting: set[Seat] = set()
        self.played: list[str] = []
        self.facts: tuple = ()

    @property
    def readers(self) -> tuple:
        return (None, *range(len(self.setup.names)))

    def enter(self, action: Action) -> None:
        game = self.game
        before, hashed = self.state, hash(self.state)
        text = format_action(action)
        assert parse_action(text, game.actions) == action
        told = game.voice.action(redact(before, None), redact(action, None))
        assert str(told).strip()
        self.state, facts = play(game, before, action)
        assert game.apply(before, action) == (self.state, facts)
        assert hash(before) == hashed
        self.enter_without_notes(action, facts)
        for fact in facts:
            assert {fact.rule, *fact.also} <= set(game.rulebook)
            for reader in self.readers:
                heard = redact(fact, reader)
                assert str(game.voice.fact(redact(self.state, reader), heard)).strip()
                json.dumps(plain(heard))
        self.played.append(text)
        self.facts = facts

    def enter_without_notes(self, action: Action, facts: tuple) -> None:
        """Play the same game as if nobody had ever noted anything."""
        if isinstance(action, Note):
            self.noting.add(action.seat)
        elif not self.noting:
            self.unnoted = self.state
        else:
            self.unnoted, others = play(self.game, self.unnoted, action)
            assert redact(others, None) == redact(facts, None)

    def refused(self, action: Action) -> None:
        ruling = self.game.explain(self.state, action)
        assert not ruling.allowed
        assert isinstance(action, Note) or self.game.explain(self.unnoted, action) == ruling
        assert ruling.rule in self.game.rulebook
        assert ruling.reason
        said = self.game.voice.refusal(redact(self.state, None), redact(action, None), ruling)
        assert str(said).strip()
        json.dumps(plain(dict(ruling.numbers)))
        with pytest.raises(IllegalAction) as caught:
            play(self.game, self.state, action)
        assert caught.value.ruling == ruling

    # ------------------------------------------------------------ what is played

    @precondition(lambda self: self.game.outcome(self.state) is None)
    @rule(data=st.data())
    def play_what_is_offered(self, data) -> None:
        # Several at a time, so that the other rules find games at every stage.
        for _ in range(data.draw(st.integers(1, 12), "entries")):
            offered = self.now_offered()
            if not offered:
                break
            self.offered_before += offered
            self.enter(data.draw(st.sampled_from(offered), "action"))

    @rule(data=st.data())
    def play_what_is_optional(self, data) -> None:
        offered = list(self.game.optional_actions(self.state))
        assume(offered)
        self.enter(data.draw(st.sampled_from(offered), "action"))

    @precondition(lambda self: self.game.outcome(self.state) is not None)
    @rule()
    def play_again(self) -> None:
        self.begin_anew()

    @rule(data=st.data())
    def note(self, data) -> None:
        """Note a few things at once: it makes no difference to anybody else."""
        seats = [Seat(seat) for seat in range(len(self.setup.names))]
        seat = data.draw(st.sampled_from(seats), "seat")
        for _ in range(3):
            offered = list(self.game.notes(self.state, seat))
            assume(offered)
            note = data.draw(st.sampled_from(offered), "note")
            assert (note.seat, self.game.actor(self.state, note)) == (seat, seat)
            for reader in self.readers:
                hidden = "=?" in format_action(redact(note, reader))
                assert hidden == (reader != seat)
            self.enter(note)

    @rule(data=st.data())
    def play_what_notes_answer(self, data) -> None:
        answers = list(self.game.answers(self.state))
        assume(answers)
        for action in answers[: data.draw(st.integers(1, len(answers)), "answers")]:
            assert not isinstance(action, Note | Overrule)
            self.enter(action)

    # ------------------------------------------------------------ what is not

    @rule(data=st.data())
    def enter_something_nearly_legal(self, data) -> None:
        near = [*self.now_offered(), *self.offered_before[-40:]]
        near += [note for seat in self.readers[1:] for note in self.game.notes(self.state, seat)]
        assume(near)
        text = format_action(data.draw(st.sampled_from(near), "near"))
        places = list(GIVEN.finditer(text))
        assume(places)
        place = data.draw(st.sampled_from(places), "place")
        others = [found[1] for action in near for found in GIVEN.finditer(format_action(action))]
        value = data.draw(st.sampled_from([*ODD, *sorted(set(others))]), "value")
        try:
            action = self.game.parse(f"{text[: place.start(1)]}{value}{text[place.end(1) :]}")
        except UnknownNotation as unknown:
            assert str(unknown).strip()  # noqa: PT017 - either answer is right
            return
        assert isinstance(self.game.actor(self.state, action), int)
        if self.game.explain(self.state, action).allowed:
            self.enter(action)
        else:
            self.refused(action)

    @rule(data=st.data())
    def enter_what_another_seat_was_offered_before(self, data) -> None:
        acting = self.game.to_act(self.state)
        waiting = [
            action
            for action in self.offered_before
            if self.game.actor(self.state, action) not in acting
        ]
        assume(waiting)
        self.refused(data.draw(st.sampled_from(waiting), "action"))

    @rule(text=st.text(max_size=60) | st.from_regex(r"[a-z ]{1,12}( [a-z]{1,6}=[^ ]{0,6}){0,3}"))
    def enter_garbage(self, text: str) -> None:
        try:
            action = self.game.parse(text)
        except UnknownNotation as unknown:
            assert str(unknown).strip()  # noqa: PT017 - either answer is right
        else:
            assert self.game.parse(format_action(action)) == action

    # ------------------------------------------------------------ what always holds

    def now_offered(self) -> list[Action]:
        seats = sorted(self.game.to_act(self.state))
        return [action for seat in seats for action in self.game.legal_actions(self.state, seat)]

    @invariant()
    def offers_what_is_allowed_and_nothing_else(self) -> None:
        game = self.game
        acting = game.to_act(self.state)
        for seat in (TABLE, *range(len(self.setup.names))):
            offered = game.legal_actions(self.state, seat)
            assert offered == [] or seat in acting
            if seat in acting and not offered:  # the entries contradict each other
                assert game.view(redact(self.state, None), None).step.missing
            for action in offered:
                assert game.actor(self.state, action) == seat
                ruling = game.explain(self.state, action)
                assert ruling.allowed
                assert ruling.rule in game.rulebook
        for action in game.optional_actions(self.state):
            assert game.explain(self.state, action).allowed
        answered = self.state
        for action in game.answers(self.state):
            answered, _ = play(game, answered, action)

    @invariant()
    def is_over_exactly_when_nobody_acts(self) -> None:
        outcome = self.game.outcome(self.state)
        assert (outcome is None) == bool(self.game.to_act(self.state))
        if outcome is not None:
            assert str(self.game.voice.outcome(redact(self.state, None), outcome)).strip()

    @invariant()
    def shows_a_view_that_can_be_drawn(self) -> None:
        for reader in self.readers:
            redacted = redact(self.state, reader)
            view = self.game.view(redacted, reader)
            assert str(view.step.say).strip()
            assert isinstance(view, View)
            assert [] == [text for text in texts(view) if "{" in str(text)]
            self.check_choices(view, reader)
            for scene in self.game.scenes(redacted, redact(self.facts, reader)):
                assert scene.rule in self.game.rulebook
                assert [] == [text for text in texts(scene) if "{" in str(text)]
            json.dumps(plain(dict(self.game.values(redacted, reader))))
            json.dumps(dict(self.game.learned(redacted)))

    def check_choices(self, view: View, reader) -> None:
        assert view.own is None or reader is not None
        own = view.own.choices if view.own else ()
        assert all(isinstance(one.action, Note) and one.action.seat == reader for one in own)
        assert not any(isinstance(one.action, Note) for one in view.step.choices)
        for choice in (*view.step.choices, *own):
            assert self.game.explain(self.state, choice.action).allowed
            assert choice.ask is EMPTY or str(choice.ask).strip()

    @invariant()
    def is_the_same_without_notes(self) -> None:
        """Whoever has noted nothing sees what there would be if nobody had."""
        if not self.noting:
            return
        for reader in self.readers:
            if reader not in self.noting:
                assert self.shown(self.state, reader) == self.shown(self.unnoted, reader)
        assert self.main_line(self.state) == self.main_line(self.unnoted)

    def shown(self, state, reader) -> tuple:
        seen = redact(state, reader)
        return self.game.values(seen, reader), self.game.view(seen, reader)

    def main_line(self, state) -> tuple:
        game, seats = self.game, (TABLE, *range(len(self.setup.names)))
        return (
            game.to_act(state),
            [game.legal_actions(state, seat) for seat in seats],
            game.optional_actions(state),
            game.outcome(state),
            game.learned(redact(state, None)),
        )

    @invariant()
    def hides_the_secrets_of_other_seats(self) -> None:
        for reader in self.readers:
            changed = planted(self.state, reader)
            if changed == self.state:
                continue
            seen = redact(changed, reader)
            shown = [*map(str, texts(self.game.view(seen, reader))), self.game.values(seen, reader)]
            facts = redact(planted(self.facts, reader), reader)
            shown += map(str, texts(self.game.scenes(seen, facts)))
            assert CANARY not in repr(shown)

    @invariant()
    def looks_the_same_whatever_is_secret(self) -> None:
        """Two entries that differ in a secret only are one and the same to everybody else."""
        alike: dict[str, Action] = {}
        notes = [note for seat in self.readers[1:] for note in self.game.notes(self.state, seat)]
        for action in (*self.now_offered(), *notes[:_NOTES]):
            public = format_action(redact(action, None))
            if alike.setdefault(public, action) == action:
                continue
            other, owner = alike[public], self.game.actor(self.state, action)
            for reader in self.readers:
                if reader != owner:
                    assert self.look(other, reader) == self.look(action, reader)

    def look(self, action: Action, reader) -> tuple:
        state, facts = self.game.apply(self.state, action)
        seen, heard = redact(state, reader), redact(facts, reader)
        told = [str(self.game.voice.fact(seen, fact)) for fact in heard]
        return self.game.view(seen, reader), self.game.values(seen, reader), heard, told

    def teardown(self) -> None:
        """Play it all again from the log; print a failing game as a transcript."""
        state = self.first
        for text in self.played:
            state, _ = play(self.game, state, self.game.parse(text))
        print("\n".join(format_header(self.game.info.slug, self.setup)))
        print("\n".join(f"> {text}" for text in self.played))
        assert state == self.state


def texts(view: object) -> list[Text]:
    """Find every sentence in a view."""
    found: list[Text] = []
    waiting = [view]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Text):
            found.append(value)
        elif isinstance(value, tuple | list):
            waiting += value
        else:
            kind: Any = type(value)
            waiting += [getattr(value, name) for name in names_within(kind)]
    return found


@cache
def names_within(kind: Any) -> tuple[str, ...]:
    """Name the fields of a view's part in which sentences may stand."""
    if issubclass(kind, Action) or not is_dataclass(kind):
        return ()
    return tuple(entry.name for entry in fields(kind))


def planted(value, reader):
    """Put a canary into every secret that the reader does not own."""
    if isinstance(value, Secret):
        return value if value.owner == reader else Secret(value.owner, CANARY)
    if hasattr(value, "_fields"):
        return type(value)(*(planted(item, reader) for item in value))
    if isinstance(value, tuple):
        return tuple(planted(item, reader) for item in value)
    if isinstance(value, Mapping):
        return {key: planted(item, reader) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        old = {entry.name: getattr(value, entry.name) for entry in fields(value)}
        return replace(value, **{name: planted(item, reader) for name, item in old.items()})
    return value


def judge(game: AnyGame, examples: int) -> None:
    run_state_machine_as_test(
        type(game.info.title, (Conformance,), {"game": game}),
        settings=settings(
            max_examples=examples,
            stateful_step_count=20,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
