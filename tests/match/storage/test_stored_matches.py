"""Matches that an earlier version stored are opened, shown and played on by this one."""

import sqlite3
from pathlib import Path

import pytest

from referee.core import Seat
from referee.games import load_all
from referee.match import (
    NOTE,
    Device,
    DeviceRole,
    Hold,
    HoldChange,
    Lobby,
    Matches,
    SeqTaken,
    SqliteStore,
    Visit,
)

STORED = Path(__file__).parents[1] / "stored"


@pytest.fixture
def matches(tmp_path, request):
    """Open a store whose file is as it was left by an earlier version."""
    path = tmp_path / "referee.sqlite3"
    connection = sqlite3.connect(path)
    connection.executescript((STORED / request.param).read_text("utf-8"))
    connection.close()
    store = SqliteStore(path)
    yield Matches(store, load_all())
    store.close()


@pytest.mark.parametrize("matches", ["schema-1.sql"], indirect=True)
def test_a_match_of_version_0_1_0_opens_where_it_was_left(matches):
    (listed,) = matches.list()
    match = matches.get(listed.id)
    values = match.game.values(match.state, None)
    assert match.broken is None
    assert (45, 5, "play", 0) == (match.seq, values["round"], values["phase"], values["shells"])
    assert [4, 5, 0, 3] == values["hands"]


@pytest.mark.parametrize("matches", ["schema-1.sql"], indirect=True)
def test_a_match_of_version_0_1_0_tells_what_was_mended_and_decided(matches):
    match = matches.get(matches.list()[0].id)
    story = match.story()
    assert "elder slot=0 card=knight" == story[0].text
    assert "one had rolled under the table" in str(story[-1].sentence)


@pytest.mark.parametrize("matches", ["schema-1.sql"], indirect=True)
def test_a_match_of_version_0_1_0_can_be_played_on(matches):
    match = matches.get(matches.list()[0].id)
    (seat,) = match.game.to_act(match.state)
    match.submit([match.game.legal_actions(match.state, seat)[0]], expected_seq=match.seq)
    assert 46 == match.seq


@pytest.mark.parametrize("matches", ["schema-2.sql"], indirect=True)
def test_a_match_with_notes_opens_where_it_was_left(matches):
    match = matches.get(matches.list()[0].id)
    assert match.broken is None
    assert len(match.now.rows) == 18
    assert [str(row.source) for row in match.now.rows].count(NOTE) == 1
    ann, bo = ([told.text for told in match.story(Seat(seat)) if told.note] for seat in (0, 1))
    assert ann == ["remember seat=0 at=b1 kind=build card=1 value=2"]
    assert bo == [f"remember seat=1 at=b1 kind=build card=1 value={value}" for value in (4, 3)]
    assert [told.note for told in match.story()] == [None] * len(match.story())
    assert sum(told.seen is not None for told in match.story()) == 1


@pytest.mark.parametrize("matches", ["schema-2.sql"], indirect=True)
def test_a_match_with_notes_can_be_played_on_and_remembers_who_holds_a_seat(matches):
    match = matches.get(matches.list()[0].id)
    store = matches._store
    assert dict(store.holds(match.id)) == {Seat(1): Hold("device-of-bo", own=True)}
    store.visit(match.id, Visit(Seat(1), HoldChange.OPENED, "now"))
    match.redo(expected_seq=match.seq)
    assert match.story()[-1].text == "reveal side=1 at=b1 kind=build card=1 value=3"


@pytest.mark.parametrize("matches", ["schema-4.sql"], indirect=True)
def test_a_match_without_a_door_opens_where_it_was_left_and_gets_one(matches):
    match = matches.get(matches.list()[0].id)
    assert (match.broken, match.seq) == (None, 3)
    assert match.setup.names == ("Ann", "Bo", "Cy")
    store = matches._store
    assert dict(store.holds(match.id)) == {
        Seat(1): Hold("device-of-bo", own=True),
        Seat(2): Hold("tablet"),
    }
    assert [visit.way for visit in store.visits(match.id)] == [HoldChange.OWNED]
    assert store.informed_up_to(match.id, Seat(1)) == 2
    assert (store.lobby(match.id), dict(store.guests(match.id))) == (None, {})
    lobby = store.create_lobby(match.id, Lobby("K7M4RX"))
    store.admit(match.id, "device-of-bo", Device(DeviceRole.SEAT, "now"))
    assert store.lobby(match.id) == lobby
    assert store.guests(match.id)["device-of-bo"].role is DeviceRole.SEAT


@pytest.mark.parametrize("matches", ["schema-5.sql"], indirect=True)
def test_a_phone_that_held_two_seats_keeps_the_newest_and_its_table_gets_a_token(matches):
    """Ann’s seat, 0, came after Cy’s; the tablet goes from hand to hand."""
    match = matches.get(matches.list()[0].id)
    store = matches._store
    assert dict(store.holds(match.id)) == {
        Seat(0): Hold("phone", own=True),
        Seat(1): Hold("tablet"),
    }
    with pytest.raises(SeqTaken):
        store.hold(match.id, Seat(2), Hold("phone", own=True))
    lobby = store.lobby(match.id)
    assert (lobby.code, lobby.host, lobby.guarded) == ("K7M4RX", "tablet", True)
    assert store.match_by_token(lobby.token) == store.match_by_code("K7M4RX") == match.id
    assert len(lobby.token) == 32
