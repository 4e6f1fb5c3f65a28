"""Two matches in which something else was noted look the same to everybody else."""

import secrets
from datetime import UTC, datetime, timedelta
from functools import cache
from types import SimpleNamespace

import pytest
from curious_guests import Guest, look_everywhere, passing, try_everything
from parlour.hushed import GAME as HUSHED

from referee.core import AnyGame, Mark, Note, Seat, Setup, play, redact
from referee.games import load_all
from referee.match import Lobby, SqliteStore
from referee.web import Settings, create_app
from referee.web.pages import new_match
from referee.web.request import words
from referee.web.screens import kiosk
from referee.web.screens.demo_files import demos_of

KNOWN = {**load_all(), "hushed": HUSHED}
GAMES = [slug for slug, game in KNOWN.items()
         if any(issubclass(kind, Note) for kind in game.actions)]  # fmt: skip


@cache
def moments(slug: str):
    """Return the first moment of each transcript at which most can be noted, the best last."""
    game, found = KNOWN[slug], []
    for demo in demos_of(game):
        if not demo.name.startswith(("game-", "notes")):
            continue
        best: tuple[int, int] = (0, 0)
        state, entries = game.setup(demo.setup), []
        for line in [line for line in demo.lines if line.mark is Mark.ENTRY]:
            action = game.parse(line.text)
            if isinstance(action, Note):
                continue
            state, _ = play(game, state, action)
            entries.append(line.text)
            notes = game.notes(state, Seat(0))
            # What a note answers at once is told to everybody, and rightly so.
            if not any(game.answers(play(game, state, note)[0]) for note in notes):
                kinds = {game.format(redact(note, None)) for note in notes}
                best = max(best, (len(kinds), -len(entries)))
        if best[0]:
            found.append((best[0], demo.setup, tuple(entries[: -best[1]])))
    ordered = sorted(found, key=lambda one: one[0])
    return [moment[1:] for moment in ordered] or [(Setup(("Ann", "Bo")), ())]


def pairs_of(game: AnyGame, state) -> list[tuple[str, str]]:
    """Return what seat 0 can note of each thing in two ways that differ in the secret alone."""
    alike: dict[str, list[str]] = {}
    for note in game.notes(state, Seat(0)):
        alike.setdefault(game.format(redact(note, None)), []).append(game.format(note))
    return [(values[0], values[-1]) for values in alike.values() if len(values) > 1]


class Twins:
    """Two referees with one match each, which differ in what seat 0 has noted, and in no more."""

    def __init__(self, game: AnyGame, setup: Setup, entries: tuple[str, ...]) -> None:
        self.game, self.setup, self.entries = game, setup, entries
        self.guests = []
        for which in (0, 1):
            settings = Settings(heartbeat_s=0.01, streams=9)
            app = create_app(SqliteStore(":memory:"), {game.info.slug: game}, settings)
            guest = Guest(app, app.test_client(), None)  # type: ignore[arg-type]
            self.guests.append(guest)
            self.lay(guest, which)

    def lay(self, guest: Guest, which: int) -> None:
        matches = guest.app.extensions["referee"].matches
        for listed in matches.list():
            matches.delete(listed.id)
        match = guest.match = matches.open(self.game.info.slug, self.setup)
        for number, entry in enumerate(self.entries):
            if number == len(match.now.steps):  # else it was the only one, and entered itself
                match.submit([self.game.parse(entry)], expected_seq=match.seq)
        guest.app.extensions["referee"].lobbies.store.create_lobby(match.id, Lobby("K7M4RX"))
        phone = guest.app.test_client()
        address = f"/matches/{match.id}"
        phone.post(f"{address}/seats/0/own")
        self.pairs = pairs_of(self.game, match.state)
        for pair in self.pairs:
            data = {"action": pair[which], "expected": match.heard(Seat(0)), "sure": "yes"}
            assert phone.post(f"{address}/act", data=data).status_code == 303, pair
        assert len(match.now.rows) == len(self.entries) + 1 + len(self.pairs)
        guest.client = guest.app.test_client()

    def begin(self, guest: Guest) -> None:
        self.lay(guest, self.guests.index(guest))

    @property
    def differences(self) -> list[str]:
        first, second = (guest.heard for guest in self.guests)
        assert len(first) == len(second)
        unlike = [pair for pair in zip(first, second, strict=True) if len(set(pair)) > 1]
        told = [(passing(one), passing(two)) for one, two in unlike]
        return [f"{one}\n----\n{two}" for one, two in told if one != two]


@pytest.fixture(autouse=True)
def slow_machine(monkeypatch) -> None:
    """Let the second look at everything come as soon as the first, however long it takes."""
    later = datetime.now(UTC) + timedelta(hours=2, minutes=15)

    class Still(datetime):
        @classmethod
        def now(cls, tz=None):
            return later.astimezone(tz)

    monkeypatch.setattr(words, "datetime", Still)
    drawn = SimpleNamespace(choice=min, token_urlsafe=secrets.token_urlsafe)
    monkeypatch.setattr(new_match, "secrets", drawn)  # who starts is drawn for each page
    monkeypatch.setattr(kiosk, "_ASKED_S", 3600.0)


@pytest.fixture(params=GAMES)
def noted(request) -> AnyGame:
    return KNOWN[request.param]


@pytest.mark.once
def test_whatever_is_noted_everybody_else_sees_the_same(noted):
    for setup, entries in moments(noted.info.slug)[-1:]:
        twins = Twins(noted, setup, entries)
        assert twins.pairs
        for seat in (None, 1):
            for guest in twins.guests:
                if seat is not None:
                    guest.client.post(f"/matches/{guest.match.id}/seats/{seat}/own")
                # What belongs to no match is the same whoever asks, but for the list of matches.
                look_everywhere(guest, only_at_the_table=seat is not None)
        assert twins.differences == []


@pytest.mark.once
def test_whatever_is_noted_everybody_else_is_answered_the_same(noted):
    setup, entries = moments(noted.info.slug)[-1]
    twins = Twins(noted, setup, entries)
    match = twins.guests[0].match
    (seat, *_) = noted.to_act(match.state)
    offered = [
        action
        for action in noted.legal_actions(redact(match.state, None), seat)
        # What a note answers then is told to everybody, and rightly so.
        if not noted.answers(play(noted, match.state, action)[0])
    ]
    actions = [noted.format(offered[0]), noted.format(offered[-1]), "nonsense"]
    actions += twins.pairs[0]
    try_everything(twins.guests, actions, twins.begin)
    assert twins.differences == []


def test_the_game_with_the_most_secrets_is_among_them():
    assert "hushed" in GAMES
