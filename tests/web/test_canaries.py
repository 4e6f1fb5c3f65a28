"""No secret of a seat reaches anybody else, whatever is asked for and however.

A word that nobody would write stands for each secret of a tiny game, and is searched for in every
answer. Numbers are too short to be searched for. So for every game that has notes, two matches that
differ in nothing but what was noted must answer everybody else letter by letter alike.
"""

import base64
import itertools
import re
import threading
import time
import zlib
from dataclasses import dataclass, field

import pytest
from flask import Flask
from flask.testing import FlaskClient
from parlour.hushed import GAME as HUSHED
from werkzeug.routing import Rule

from referee.core import AnyGame, Mark, Note, Seat, Secret, Setup, play, redact
from referee.games import load_all
from referee.match import Door, Match, MemoryStore
from referee.web import Settings, create_app
from referee.web.demos import demos_of

CANARIES = ("kestrelword", "linnetword")
KINDS: tuple[dict[str, str], ...] = ({}, {"Accept": "application/json"})
GAMES = [slug for slug, game in {**load_all(), "hushed": HUSHED}.items()
         if any(issubclass(kind, Note) for kind in game.actions)]  # fmt: skip
# What differs between any two matches, or any two answers.
PASSING_HEADERS = {"Set-Cookie", "Date", "Expires"}
PASSING = (
    (r'(name="slip" value=")[^"]*', r"\1slip"),
    (r'(name="key" value=")[^"]*', r"\1key"),
    (r"<code>[^<]*</code>", "token"),
    (r"(?<![\w-])[2-9a-z]{5}-[2-9a-z]{5}(?![\w-])", "match"),
    (r"\d{4}-\d\d-\d\dT[\d:.+]+", "time"),
    (r"\d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d", "day"),
    (r">\d\d:\d\d</time>", ">clock</time>"),
)


@dataclass
class Guest:
    """Somebody's device at a match: asks for everything and remembers every answer."""

    app: Flask
    client: FlaskClient
    match: Match
    heard: list[str] = field(default_factory=list)

    def ask(self, method: str, address: str, **more) -> str:
        answer = self.client.open(address, method=method, buffered=False, **more)
        stream = answer.mimetype == "text/event-stream"
        parts = list(itertools.islice(answer.iter_encoded(), 4 if stream else None))
        answer.close()
        headers = [
            f"{name}: {value}" for name, value in answer.headers if name not in PASSING_HEADERS
        ]
        cookies = [opened(value) for value in answer.headers.getlist("Set-Cookie")]
        body = b"".join(parts).decode(errors="replace")
        whole = "\n".join([method, address, str(answer.status_code), *headers, *cookies, body])
        self.heard.append(whole.replace(self.match.id, "match"))
        return whole

    def addresses(self, rule: Rule):
        seats, last = range(len(self.match.setup.names)), self.match.seq
        values = {
            "match_id": [self.match.id, "none-such"],
            "slug": [self.match.game.info.slug],
            "seat": [*map(str, seats), "9"],
            "seq": [str(seq) for seq in sorted({1, 2, *range(max(0, last - 3), last + 3)})],
            "name": ["icons.svg", "game.css", "none"],
            "filename": ["app.js"],
            "number": ["1"],
            "look": ["none-such"],
            "code": ["0"],
        }
        names = sorted(rule.arguments)
        for chosen in itertools.product(*(values[name] for name in names)):
            address = rule.rule
            for name, value in zip(names, chosen, strict=True):
                address = re.sub(rf"<(?:\w+:)?{name}>", value, address)
            yield address


def opened(cookie: str) -> str:
    """Read what a cookie says; its signature, and who it is, differ by device."""
    payload = cookie.partition("=")[2].partition(".")[0]
    try:
        raw = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
        said = zlib.decompress(raw) if payload.startswith(".") else raw
        return f"Set-Cookie: {re.sub(b':.*', b'', said)!r}"
    except (ValueError, zlib.error):
        return f"Set-Cookie: {cookie}"


def look_everywhere(guest: Guest) -> None:
    """Get every address there is, as a page and as a program."""
    for rule in guest.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()):
            continue
        for address, headers in itertools.product(guest.addresses(rule), KINDS):
            queries = [""]
            if address.endswith(("/stream", "/news")):
                roles = ("table", "show", "demo", "seat", "seat&seat=0", "seat&seat=1", "x")
                queries = [f"?role={role}" for role in roles]
            for query in queries:
                guest.ask("GET", address + query, headers=headers)


def try_everything(guests: list[Guest], actions: list[str], begin) -> None:
    """Post to every address, right and wrong; a match that has changed is laid anew."""
    for rule in guests[0].app.url_map.iter_rules():
        if "POST" not in (rule.methods or ()) or rule.rule.startswith("/new"):
            continue
        for number, _ in enumerate(list(guests[0].addresses(rule))):
            for fields, headers in itertools.product(sent_to(rule, actions), KINDS):
                for guest in guests:
                    address = next(itertools.islice(guest.addresses(rule), number, None))
                    told = {**fields}
                    if told.get("expected") == "now":
                        told["expected"] = str(guest.match.heard())
                    before = guest.match.seq
                    guest.ask("POST", address, data=told, headers=headers)
                    known = guest.app.extensions["referee"].matches
                    if guest.match.seq != before or guest.match.id not in {
                        listed.id for listed in known.list()
                    }:
                        begin(guest)


def sent_to(rule: Rule, actions: list[str]):
    yield {}
    for expected in ("now", "0"):
        yield {"expected": expected, "slip": "x", "onward": "1"}
        if rule.endpoint in {"matches.act", "history.replace", "seats.note"}:
            for action in actions:
                yield {"expected": expected, "action": action, "slip": "x", "seat": "0"}


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
    app = create_app(MemoryStore(), {"hushed": HUSHED}, settings)
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
        assert page.count("A hidden card of Ann was turned up and is covered again.") == 1


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

    monkeypatch.setattr(MemoryStore, "append", break_down)
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
        self.app = create_app(MemoryStore(), {"hushed": HUSHED}, settings)
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


# ---------------------------------------------------------------- two matches, noted otherwise


def moments(game: AnyGame):
    """Give the moment of each transcript at which most can be noted, the best of them last."""
    found = []
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
                best = max(
                    best, (len({game.format(redact(note, None)) for note in notes}), len(entries))
                )
        if best[0]:
            found.append((best[0], demo.setup, tuple(entries[: best[1]])))
    ordered = sorted(found, key=lambda one: one[0])
    return [moment[1:] for moment in ordered] or [(Setup(("Ann", "Bo")), ())]


def pairs_of(game: AnyGame, state) -> list[tuple[str, str]]:
    """Give what seat 0 can note of each thing in two ways that differ in the secret alone."""
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
            app = create_app(MemoryStore(), {game.info.slug: game}, settings)
            guest = Guest(app, app.test_client(), None)  # type: ignore[arg-type]
            self.guests.append(guest)
            self.lay(guest, which)

    def lay(self, guest: Guest, which: int) -> None:
        matches = guest.app.extensions["referee"].matches
        for listed in matches.list():
            matches.delete(listed.id)
        match = guest.match = matches.open(self.game.info.slug, self.setup)
        for entry in self.entries:
            match.submit([self.game.parse(entry)], expected_seq=match.seq)
        guest.app.extensions["referee"].doors.store.hang_door(match.id, Door("K7M4RX"))
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
        first, second = ([passing(whole) for whole in guest.heard] for guest in self.guests)
        assert len(first) == len(second)
        return [f"{one}\n----\n{two}" for one, two in zip(first, second, strict=True) if one != two]


def passing(whole: str) -> str:
    for pattern, instead in PASSING:
        whole = re.sub(pattern, instead, whole)
    return whole


@pytest.fixture(params=GAMES)
def noted(request) -> AnyGame:
    return {**load_all(), "hushed": HUSHED}[request.param]


def test_whatever_is_noted_everybody_else_sees_the_same(noted):
    for setup, entries in moments(noted):
        twins = Twins(noted, setup, entries)
        assert twins.pairs
        for seat in (None, 1):
            for guest in twins.guests:
                if seat is not None:
                    guest.client.post(f"/matches/{guest.match.id}/seats/{seat}/own")
                look_everywhere(guest)
        assert twins.differences == []


def test_whatever_is_noted_everybody_else_is_answered_the_same(noted):
    setup, entries = moments(noted)[-1]
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
