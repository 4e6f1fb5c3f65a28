"""What a printer does is measured once, kept by name, and found again."""

import pytest

from printables.calibrations import Calibration
from referee.match import SqliteStore
from referee.table.paper.printers import BadMeasures, Printers, measures


@pytest.fixture
def store():
    store = SqliteStore(":memory:")
    yield store
    store.close()


def test_a_printer_is_kept_under_its_name(store):
    Printers(store).keep("  Printer in  the study ", ["149.5", "199", "30,5", " 41 "])
    found = Printers(store).find("Printer in the study")
    assert found == Calibration(149.5, 199.0, 30.5, 41.0)


def test_measures_can_be_taken_again(store):
    printers = Printers(store)
    printers.keep("Canon", ["149", "199", "30", "40"])
    printers.keep("Canon", ["150", "200", "30", "40"])
    assert list(printers.all().items()) == [("Canon", Calibration())]


def test_printers_are_listed_by_name_and_can_be_forgotten(store):
    printers = Printers(store)
    for name in ("HP", "Canon", "Zebra"):
        printers.keep(name, ["150", "200", "30", "40"])
    printers.forget("HP")
    printers.forget("nobody")
    assert list(printers.all()) == ["Canon", "Zebra"]


def test_other_things_that_are_kept_are_no_printers(store):
    store.keep("waves/council", "{}")
    store.keep("printers/odd", "[1, 2")
    store.keep("printers/short", "{}")
    assert not Printers(store).all()


def test_an_unknown_printer_is_named_beside_those_that_are_known(store):
    printers = Printers(store)
    with pytest.raises(BadMeasures, match="No printer has been measured yet"):
        printers.find("HP")
    printers.keep("Canon", ["150", "200", "30", "40"])
    with pytest.raises(BadMeasures, match="HP has not been measured"):
        printers.find("HP")


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\x00b", "a\u202eb"])
def test_a_printer_needs_a_name_that_can_be_read(store, name):
    with pytest.raises(BadMeasures, match="name of at most 40"):
        Printers(store).keep(name, ["150", "200", "30", "40"])
    assert not Printers(store).all()


@pytest.mark.parametrize(
    "typed", [["150", "200", "30", "x"], ["", "", "", ""], ["1"] * 5, ["150", "200"]]
)
def test_measures_are_four_lengths(typed):
    with pytest.raises(BadMeasures, match="lengths in millimetres"):
        measures(typed)


@pytest.mark.parametrize(
    "typed",
    [
        ["141", "188", "28.2", "37.6"],  # shrunk to fit the page
        ["150", "200", "30", "70"],
        ["150", "200", "nan", "40"],
        ["inf", "200", "30", "40"],
        ["15", "20", "3", "4"],  # in centimetres
    ],
)
def test_measures_that_no_printer_has_come_from_a_setting(typed):
    with pytest.raises(BadMeasures, match="“100 %” or “actual size”"):
        measures(typed)
