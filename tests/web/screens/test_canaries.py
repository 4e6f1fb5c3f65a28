"""Words that nobody would write: no page, stream, log or refusal tells them to anybody else."""

import re
import threading
import time

import pytest
from curious_guests import (
    CANARIES,
    KINDS,
    Guest,
    look_everywhere,
    passing,
    try_everything,
)
from parlour.hushed import GAME as HUSHED

from referee.core import Seat, Secret, Setup
from referee.match import SqliteStore
from referee.web import Settings, create_app

pytestmark = pytest.mark.once

# ---------------------------------------------------------------- words that nobody would write


def hide_words(guest: Guest) -> None:
    """Let Ann whisper on her own phone, and Bo on a tablet that goes from hand to hand."""
    matches = guest.app.extensions["referee"].matches
    guest.match = matches.open("hushed", Setup(("Ann", "Bo")))
    address = f"/matches/{guest.match.id}"
    phone, tablet = guest.app.test_client(), guest.app.test_client()
    phone.post(f"{address}/seats/0/own")
    note = {"action": f"whisper seat=0 card=0 word={CANARIES[0]}", "expected": "0"}
    assert phone.post(f"{address}/act", data=note).status_code == 303
    page = tablet.get(f"{address}/seats/1/cover").text
    slip = re.search(r'name="slip" value="([^"]+)', page)
    opened = tablet.post(f"{address}/seats/1/open", data={"slip": slip and slip[1]}).text
    slip = re.search(r'name="slip" value="([^"]+)', opened)
    note = {"action": f"whisper seat=1 card=1 word={CANARIES[1]}", "expected": "0"}
    answer = tablet.post(f"{address}/seats/1/note", data={**note, "slip": slip and slip[1]})
    assert CANARIES[1] in answer.text
    phone.post(f"{address}/act", data={"action": "pass seat=0", "expected": "0"})
    guest.client = guest.app.test_client()


@pytest.fixture
def guest(caplog) -> Guest:
    caplog.set_level(0)
    settings = Settings(heartbeat_s=0.01, streams=9)
    app = create_app(SqliteStore(":memory:"), {"hushed": HUSHED}, settings)
    found = Guest(app, app.test_client(), None)  # type: ignore[arg-type]
    hide_words(found)
    return found


def leaks(heard, canaries=CANARIES):
    return [whole for whole in heard if any(canary in whole for canary in canaries)]


def test_the_words_are_there_for_their_owners(guest):
    story = str(guest.match.now.steps)
    assert guest.match.state.cards[0][0] == Secret(Seat(0), CANARIES[0])
    assert leaks([story]) == []  # not even where somebody prints it
    assert len(guest.match.now.rows) == 4


def test_nobody_else_finds_a_word_anywhere(guest, caplog, capfd):
    look_everywhere(guest)
    actions = ["pass seat=1", "leap seat=1", "nonsense", "whisper seat=0 card=0 word=ant",
               "whisper seat=9 card=0 word=ant", "whisper seat=1 card=0 word=?"]  # fmt: skip
    try_everything([guest], actions, hide_words)
    assert len(guest.heard) > 400
    assert leaks(guest.heard) == []
    assert leaks([caplog.text, *capfd.readouterr()]) == []


def strike_and_take_back(guest: Guest) -> None:
    """Ann's and Bo's words are turned up by whoever asks for them, seen, and taken back."""
    hide_words(guest)
    strikes = [guest.match.game.parse(f"strike seat=0 at={seat} card={seat}") for seat in (0, 1)]
    for strike in strikes:
        guest.match.submit([strike], expected_seq=guest.match.seq)
    for _ in range(4):
        guest.match.undo(expected_seq=guest.match.seq)


def test_what_was_turned_up_and_taken_back_is_found_nowhere(guest, caplog, capfd):
    strike_and_take_back(guest)
    look_everywhere(guest)
    # Not putting it back: that turns it up again, before everybody.
    entries = {rule.endpoint for rule in guest.app.url_map.iter_rules()}
    assert {"matches.redo", "history.retract"} <= entries
    for headers in KINDS:
        for path in ("act", "undo", "resume"):
            told = {"expected": "0", "action": "pass seat=1", "onward": "1"}
            guest.ask("POST", f"/matches/{guest.match.id}/{path}", data=told, headers=headers)
    assert len(guest.heard) > 100
    assert leaks(guest.heard) == []
    assert leaks([caplog.text, *capfd.readouterr()]) == []
    for path in ("", "/show", "/history"):
        page = guest.ask("GET", f"/matches/{guest.match.id}{path}")
        assert page.count("Ann’s hidden card was revealed and is hidden again.") == 1


def test_the_owner_alone_is_told_what_was_turned_up(guest):
    strike_and_take_back(guest)
    guest.client.post(f"/matches/{guest.match.id}/seats/1/release", data={"sure": "yes"})
    guest.client.post(f"/matches/{guest.match.id}/seats/1/own")
    look_everywhere(guest)
    assert leaks(guest.heard, CANARIES[:1]) == []


def test_put_back_it_is_seen_again(guest):
    strike_and_take_back(guest)
    for _ in range(4):
        guest.match.redo(expected_seq=guest.match.seq)
    for path in ("", "/show", "/history"):
        assert leaks([guest.ask("GET", f"/matches/{guest.match.id}{path}")]) != []


def test_what_a_stranger_tries_is_not_repeated(guest, caplog):
    """A word that somebody sends by mistake, from the wrong device, appears on no screen."""
    tries = [f"whisper seat={seat} card={card} word={CANARIES[0]}"
             for seat, card in (("0", "0"), ("1", "x"), ("9", "0"))]  # fmt: skip
    tries += [f"whisper seat=0 card=0 word={CANARIES[0]} more=1", f"whisper word={CANARIES[0]}"]
    try_everything([guest], tries, hide_words)
    assert leaks(guest.heard) == []
    assert leaks([caplog.text]) == []


def test_the_other_seat_finds_no_word_but_its_own(guest):
    guest.client.post(f"/matches/{guest.match.id}/seats/1/release", data={"sure": "yes"})
    guest.client.post(f"/matches/{guest.match.id}/seats/1/own")
    look_everywhere(guest)
    assert leaks(guest.heard, CANARIES[:1]) == []
    assert leaks(guest.heard, CANARIES[1:]) != []


def test_something_unforeseen_with_a_word_in_hand_tells_nobody(guest, caplog, monkeypatch):
    phone = guest.app.test_client()
    address = f"/matches/{guest.match.id}"
    phone.post(f"{address}/seats/0/release", data={"sure": "yes"})
    phone.post(f"{address}/seats/0/own")

    def break_down(*_args, **_more):
        raise ZeroDivisionError

    monkeypatch.setattr(SqliteStore, "append", break_down)
    note = {"action": f"whisper seat=0 card=1 word={CANARIES[0]}", "expected": "9"}
    answer = phone.post(f"{address}/act", data=note)
    assert answer.status_code in {409, 500}
    note["expected"] = str(guest.match.heard(Seat(0)))
    answer = phone.post(f"{address}/act", data=note)
    assert answer.status_code == 500
    assert leaks([answer.text, caplog.text]) == []


def test_the_keys_of_commands_hold_no_word(guest):
    rows = guest.match.now.rows
    assert leaks([f"{row.key} {row.source} {row.device}" for row in rows]) == []
    assert leaks([repr(row) for row in rows]) == []


# ---------------------------------------------------------------- told over time


ROLES = ("table", "show", "seat&seat=1")
PLAY = ("pass seat=0", "whisper", "whisper", "pass seat=1", "whisper", "undo", "redo", "whisper")


class Watched:
    """A match whose screens are followed while it is played, with notes of Ann or without."""

    def __init__(self, *, notes: bool) -> None:
        settings = Settings(heartbeat_s=30, streams=9)
        self.app = create_app(SqliteStore(":memory:"), {"hushed": HUSHED}, settings)
        matches = self.app.extensions["referee"].matches
        self.match = matches.open("hushed", Setup(("Ann", "Bo")))
        self.notes, self.noted = notes, 0
        self.address = f"/matches/{self.match.id}"
        self.table, self.ann, self.bo = (self.app.test_client() for _ in range(3))
        self.ann.post(f"{self.address}/seats/0/own")
        self.bo.post(f"{self.address}/seats/1/own")
        self.heard: dict[str, list[bytes]] = {role: [] for role in ROLES}
        self.told: list[str] = []
        self.streams = []
        self.listeners = []
        for role in ROLES:
            client = self.bo if "seat" in role else self.table
            stream = client.get(f"{self.address}/stream?role={role}", buffered=False)
            self.streams.append(stream)
            listener = threading.Thread(target=self.listen, args=(role, stream), daemon=True)
            listener.start()
            self.listeners.append(listener)
            self.wait(role, begins_with(role))

    def listen(self, role, stream):
        for event in stream.iter_encoded():
            self.heard[role].append(event)

    def wait(self, role, count):
        until = time.monotonic() + 10
        while len(self.heard[role]) < count and time.monotonic() < until:
            time.sleep(0.01)

    def play(self):
        count = 0
        for step in PLAY:
            if step == "whisper" and not self.notes:
                continue
            if step == "whisper":
                self.noted += 1
                note = f"whisper seat=0 card=0 word={CANARIES[0]}{self.noted}"
                self.send(
                    self.ann, "act", action=note, seat="0", expected=self.match.heard(Seat(0))
                )
                time.sleep(0.1)  # time enough to say too much
                continue
            path = step if step in {"undo", "redo"} else "act"
            answer = self.send(self.table, path, action=step, expected=self.match.heard())
            self.told.append(passing(answer))
            count += 1
            for role in ROLES:
                self.wait(role, begins_with(role) + count)
        self.app.extensions["referee"].matches.feed.close()
        for listener, stream in zip(self.listeners, self.streams, strict=True):
            listener.join(10)
            stream.close()

    def send(self, client, path, **data):
        answer = client.post(f"{self.address}/{path}", data=data, headers=KINDS[1])
        assert answer.status_code in {200, 303}, answer.text
        return answer.text

    def pages(self):
        for path in ("", "/show", "/history", "/why", "/seats", "/entries/1", "/entries/2"):
            for headers in KINDS:
                yield passing(self.table.get(self.address + path, headers=headers).text)
        yield passing(self.bo.get(f"{self.address}/seats/1").text)
        late = {"action": "pass seat=0", "expected": "0"}
        yield passing(self.table.post(f"{self.address}/act", data=late, headers=KINDS[1]).text)


def begins_with(role) -> int:
    """Count the edition, the screen, and for whoever can answer it what a camera asks."""
    return 2 if role == "show" else 3


def test_screens_hear_the_same_at_the_same_moments_whether_somebody_notes_or_not():
    with_notes, without = Watched(notes=True), Watched(notes=False)
    with_notes.play()
    without.play()
    assert with_notes.noted == 4
    for role in ROLES:
        heard, plain = (
            [event.decode().replace(watched.match.id, "match") for event in watched.heard[role]]
            for watched in (with_notes, without)
        )
        assert len(plain) == begins_with(role) + 4, role
        assert heard == plain, role
    assert with_notes.told == without.told
    assert list(with_notes.pages()) == list(without.pages())
