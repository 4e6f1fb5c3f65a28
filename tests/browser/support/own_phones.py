"""Taking a seat on an own phone without its buttons."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def take_seat(page: "Page", address: str, seat: int) -> "Page":
    """Show a seat of a match on its own phone, and return the page.

    It is taken from the page that asks whose seat it is: that one hears no news, while a table
    that hears of the seat shows itself anew and may overtake the page that is asked for next.
    """
    page.goto(f"{address}/seats/{seat}/cover")
    origin = {"Origin": "/".join(address.split("/")[:3])}
    claimed = page.request.post(f"{address}/seats/{seat}/own", headers=origin)
    assert claimed.ok, claimed.text()
    page.goto(f"{address}/seats/{seat}")
    page.locator(f'#screen[data-seat="{seat}"]').wait_for()
    return page
