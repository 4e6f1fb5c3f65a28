"""What is put right anywhere is right on every screen within a second."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.unseen]


def test_a_correction_on_a_phone_shows_on_table_and_television_within_a_second(pub) -> None:
    address = pub.begin()
    phone, table = pub.sit(address, "phone"), pub.sit(address)
    television = pub.sit(f"{address}/show", "television")
    everybody = (phone, table, television)
    for hand in everybody:
        pub.light(hand, "on")
    before = [elders(hand) for hand in everybody]
    seq = phone.seq
    phone.panel("more", "history")
    line = phone.page.locator("dialog .told li", has_text="Noble").last
    line.locator('[data-tool="fix"]').click()
    phone.page.locator("dialog button[data-action='elder slot=1 card=seer']").click()
    assert all(pub.sees(hand, seq + 1) for hand in everybody)
    assert [(nobles - 1, seers + 1) for nobles, seers in before] == [elders(h) for h in everybody]


def elders(hand):
    """Count the Nobles and the Seers that a screen shows."""
    shown = '#screen .table [aria-label^="{}"]'
    return tuple(hand.page.locator(shown.format(name)).count() for name in ("Noble", "Seer"))


def test_an_undo_at_the_table_is_seen_on_the_television_within_a_second(pub) -> None:
    address = pub.begin()
    table, television = pub.sit(address), pub.sit(f"{address}/show", "television")
    pub.light(television, "on")
    before = television.said
    seq = table.tap(pub.entry())
    assert pub.sees(television, seq)
    table.page.locator('#screen [data-tool="undo"]').click()
    seq = table.settle(seq)
    assert pub.sees(television, seq)
    # Hands put the card back first: the television leads them as the table does.
    assert table.said == television.said != before
    assert before == table.tick()
    television.page.locator("[data-say]").get_by_text(before, exact=True).wait_for()
