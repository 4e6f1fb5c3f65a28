"""Long work is done on a thread beside the loop, and only so many wait for it."""

import threading

import gevent
import pytest
from gevent import monkey

from referee.core import Text, say
from referee.table.paper.sheets import as_pdf
from referee.web.pages import prints
from referee.web.request import workers as aside
from referee.web.request.workers import MOST, Busy, Worker

BUSY = say("Try again in a moment.")
PATIENCE_S = 60


@pytest.fixture
def gate():
    """Hold work up on its thread, until the gate is open."""
    gate = threading.Event()
    yield gate
    gate.set()


@pytest.fixture
def loop(monkeypatch):
    """Let an application work as on the loop of a server."""
    workers: dict[Text, Worker] = {}
    monkeypatch.setattr(monkey, "is_module_patched", lambda _name: True)
    monkeypatch.setattr(aside, "_worker", lambda kind: workers.setdefault(kind, Worker(kind)))


def test_only_so_many_wait_for_their_turn_and_the_next_is_told_to_ask_again(gate):
    worker = Worker(BUSY)
    waiting = [gevent.spawn(worker.do, gate.wait) for _ in range(1 + MOST)]
    gevent.sleep(0)
    with pytest.raises(Busy, match=str(BUSY)):
        worker.do(gate.wait)
    gate.set()
    assert [one.get(timeout=PATIENCE_S) for one in waiting] == [True] * (1 + MOST)
    assert worker.do(gate.wait), "those who have been served wait no longer"


def test_who_gives_up_waiting_makes_room_for_another(gate):
    worker = Worker(BUSY)
    waiting = [gevent.spawn(worker.do, gate.wait) for _ in range(1 + MOST)]
    gevent.sleep(0)
    waiting[-1].kill()
    another = gevent.spawn(worker.do, lambda: "served")
    gevent.sleep(0)
    gate.set()
    assert another.get(timeout=PATIENCE_S) == "served"


def test_what_the_work_raises_comes_to_who_asked_for_it():
    def fail():
        raise KeyError("here")

    with pytest.raises(KeyError, match="here"):
        Worker(BUSY).do(fail)


def ask(app, address):
    return gevent.spawn(lambda: app.test_client().get(address))


@pytest.mark.usefixtures("loop")
def test_the_first_page_is_answered_while_twenty_wait_for_sheets(app, gate, monkeypatch):
    drawn, draw = [], as_pdf

    def held(*given):
        drawn.append(threading.get_ident())
        assert gate.wait(PATIENCE_S)
        return draw(*given)

    monkeypatch.setattr(prints, "as_pdf", held)
    waiting = [ask(app, "/print/waves/sheets.pdf?what=pieces") for _ in range(20)]
    gevent.sleep(0)
    assert app.test_client().get("/").status_code == 200
    assert not any(one.ready() for one in waiting)
    gate.set()
    answers = [one.get(timeout=PATIENCE_S) for one in waiting]
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.data[:4] for answer in answers} == {b"%PDF"}
    assert len(drawn) == 1, "what all ask for is drawn once"
    assert drawn != [threading.get_ident()]


def test_sheets_that_were_drawn_are_kept_by_all_that_they_depend_on(app, monkeypatch):
    drawn = []

    def draw(*given):
        drawn.append(given)
        return b"%PDF"

    monkeypatch.setattr(prints, "as_pdf", draw)
    client = app.test_client()
    address = "/print/waves/sheets.pdf?what=pieces"
    measures = {"across": "148.5", "down": "200", "left": "30", "top": "40"}
    client.post("/print/printers", data={"name": "Own", **measures})
    for more in ("", "&paper=letter", "&printer=Own", ""):
        assert client.get(address + more).status_code == 200
    elsewhere = "http://192.0.2.7:8000"
    client.get(address, base_url=elsewhere)
    client.get(address, base_url=elsewhere)
    assert len(drawn) == 4


@pytest.mark.usefixtures("loop")
def test_where_too_many_wait_for_sheets_it_is_said_when_to_ask_again(app, gate, monkeypatch):
    monkeypatch.setattr(prints, "as_svg", lambda _sheet: gate.wait(PATIENCE_S) and "<svg/>")
    pages = ["sheets.pdf?what=pieces", "sheet-1.svg?what=inserts", ""]
    waiting = [ask(app, f"/print/waves/sheet-1.svg?size={12 + n / 10}") for n in range(1 + MOST)]
    gevent.sleep(0)
    for page in pages:
        answer = app.test_client().get(f"/print/waves/{page}".rstrip("/"))
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert "Too many sheets are being drawn" in answer.text
    gate.set()
    assert {one.get(timeout=PATIENCE_S).status_code for one in waiting} == {200}
