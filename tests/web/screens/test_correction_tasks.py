"""After a correction, the screen leads hands through the moves that put the real table right."""

import re
from html import unescape

BACK = "Di: put the Keeper from your Elder place on top of the deck."
"""What follows from it that the last Elder of the Council is taken back."""


def sentence(page: str) -> str:
    (found,) = re.findall(r"<h1 data-say[^>]*>([^<]*)<", page)
    return unescape(found)


def hands(table) -> list[str]:
    """Return what a program is told that hands do."""
    told = table.client.get(table.address, headers={"Accept": "application/json"})
    found: list[str] = told.json["hands"]
    return found


def post(table, what: str, **sent):
    return table.client.post(f"{table.address}/{what}", data={"expected": table.match.seq, **sent})


def laid(seat):
    """Lay a Council whose Open Majority is the Nobles': 1 Shell."""
    table = seat("Ann", "Bo", "Cy", "Di", mode="teams", council="3,3,2,2,1")
    for slot, card in enumerate(("noble", "seer", "noble", "keeper")):
        table.enter(f"elder slot={slot} card={card}")
    return table


def test_an_undo_leads_through_the_moves_and_then_asks(seat):
    table = laid(seat)
    post(table, "undo")
    assert hands(table) == ["Move 1 Shell from the centre to the supply.", BACK]
    for number, said in enumerate(hands(table)):
        assert sentence(table.page()) == said
        assert "Our table is right already" in table.page()
        assert post(table, "steps", task=number).status_code == 303
    assert "turn up your Elder" in sentence(table.page())
    assert "Our table is right already" not in table.page()


def test_a_table_that_is_right_goes_on_with_one_tap(seat):
    table = laid(seat)
    post(table, "undo")
    post(table, "steps", task="all")
    assert "turn up your Elder" in sentence(table.page())


def test_the_next_entry_ends_the_moves(seat):
    table = laid(seat)
    post(table, "undo")
    table.enter("elder slot=3 card=scholar")
    assert not {BACK} & set(hands(table))
    assert "Our table is right already" not in table.page()


def test_a_second_undo_starts_from_the_table_that_was_put_right(seat):
    table = laid(seat)
    post(table, "undo")
    post(table, "steps", task="all")
    post(table, "undo")
    assert hands(table) == ["Cy: put the Noble from your Elder place on top of the deck."]


def test_a_second_undo_before_any_tick_tells_the_moves_of_both(seat):
    table = laid(seat)
    post(table, "undo")
    post(table, "undo")
    assert hands(table) == [
        "Move 1 Shell from the centre to the supply.",
        "Cy: put the Noble from your Elder place on top of the deck.",
        BACK,
    ]


def test_a_change_of_an_entry_leads_through_the_moves(seat):
    table = laid(seat)
    seq = table.match.now.steps[0].seq
    post(table, f"entries/{seq}/replace", action="elder slot=0 card=seer")
    # Now two Seers lead, by a higher number than the others: 2 Shells instead of 1.
    assert hands(table) == [
        "Ann: check that your Elder place has the Seer, not the Noble.",
        "Move 1 Shell from the supply to the centre.",
    ]


def test_an_undo_and_its_redo_lead_back_to_what_was_to_do(seat):
    table = laid(seat)
    before = hands(table)
    post(table, "undo")
    post(table, "redo")
    assert before == hands(table)
    assert "Our table is right already" not in table.page()


def test_an_undo_and_its_redo_ask_nothing_of_hands_that_had_done_all(seat):
    table = laid(seat)
    post(table, "steps", task="all")
    post(table, "undo")
    post(table, "redo")
    assert [] == hands(table)
