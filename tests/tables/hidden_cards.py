"""How a test goes to hidden cards in a browser."""

HUSHED = "game hushed\nseats Ann, Bo, Cy\n"


def tool(page, name, seat=None):
    by_seat = "" if seat is None else f'[data-seat="{seat}"]'
    return page.locator(f'[data-tool="{name}"]{by_seat}').first


def whisper(page, card, word) -> None:
    page.locator(f'label[for="note-card-{card}"]').first.click()
    page.locator(f'.notes button[data-action*="card={card} word={word}"]').click()


def own_phone(page, seat) -> None:
    """Make a phone the own one of who sits there."""
    tool(page, "secrets").click()
    page.locator(".own-phone summary").click()
    tool(page, "own", seat).click()
    page.locator('#light[data-state="on"]').wait_for(state="attached")


def shows_nothing(page) -> bool:
    return page.locator("[data-secret] *, [data-own]").count() == 0


def wait_for_cover(page) -> None:
    tool(page, "open").wait_for()
    assert shows_nothing(page)
