"""How many taps a round of Rolling with the Waves costs four players, counted in a real browser.

By hand, for 12 dice that are rolled, taken and placed. Before, each player called out besides, and
tabs had to be picked for other colours and for dice that cost Infamy.

| four players at                      | before                  | now                            |
|--------------------------------------|-------------------------|--------------------------------|
| a tablet, every die tapped           | 40, and up to 6 tabs    | 36: 12 rolled, taken, placed   |
| a tablet, a photo of the dice        | 30, and up to 3 tabs    | 26: 2 for it, 12 taken, placed |
| a tablet with a photo, and phones    | 14, and up to 3 tabs    | 14: 2 for it, 12 taken         |
| each of those phones, all at once    | 4                       | 4: 3 placed, ready             |

A die that is the only choice of a player is taken without a tap, which makes it one less here.
"""

import pytest
from own_phones import take_seat

pytestmark = pytest.mark.browser

SEATS = "game rolling\nseats Anna, Ben, Chris, Dora\n"
ROLLED = [
    *(f"{colour} {face}" for colour in ("red", "yellow", "green", "blue") for face in (1, 2)),
    *(f"clear {face}" for face in (3, 4, 5, 6)),
]
TAKEN = [f"{colour} {face}" for face in (1, 2) for colour in ("red", "yellow", "green", "blue")]
TAKEN += ["clear 3", "clear 4", "clear 5"]  # clear 6 is all that is left for Dora
PLACES = ("hull", "chest-1", "crew")


class Taps:
    """A finger on one screen, which counts."""

    def __init__(self, page) -> None:
        self.page = page
        self.count = 0

    def tap(self, selector: str) -> None:
        """Tap once, and wait for the next moment of the match."""
        before = self.page.locator("#screen").get_attribute("data-seq")
        self.page.locator(selector).click()
        self.page.locator(f'#screen:not([data-seq="{before}"])').wait_for()
        self.count += 1


@pytest.fixture
def tablet(server, open_page) -> Taps:
    return Taps(open_page(server.load(SEATS)))


def take(tablet: Taps, die: str) -> None:
    colour, face = die.split()
    tablet.tap(f'.pool button[value$="colour={colour} face={face}"]')


def test_a_round_on_one_tablet_takes_a_tap_for_each_die_and_none_besides(tablet) -> None:
    for die in ROLLED:
        colour, face = die.split()
        tablet.tap(f'.choices button[value="roll colour={colour} face={face}"]')
    assert tablet.count == 12
    for die in TAKEN:
        take(tablet, die)
    assert tablet.count == 12 + 11
    for seat in range(4):
        for place in PLACES:
            at = f'[value^="allocate seat={seat}"][value$="to={place}"]'
            tablet.tap(f".choices {at}:visible")
    assert tablet.count == 12 + 11 + 12
    tablet.page.locator("[data-where]:has-text('Round 2')").wait_for()


def test_with_a_photo_and_phones_the_tablet_is_tapped_at_most_fourteen_times(
    server, open_page
) -> None:
    # The photo itself is tried in test_dice_photos: one tap for the camera, one to enter the list.
    rolls = "".join(f"> roll colour={die.split()[0]} face={die.split()[1]}\n" for die in ROLLED)
    address = server.load(SEATS + rolls)
    tablet = Taps(open_page(address))
    tablet.count = 2
    for die in TAKEN:
        take(tablet, die)
    counts = []
    for seat in range(4):
        page = open_page(f"{address}/seats/{seat}/cover", "phone")
        phone = Taps(take_seat(page, address, seat))
        for place in PLACES:
            phone.tap(f".map.near .spot.{place} .tap")
        phone.tap(f'button[data-action="ready seat={seat}"]')
        counts.append(phone.count)
    tablet.page.locator("[data-where]:has-text('Round 2')").wait_for()
    assert (tablet.count, counts) == (13, [4] * 4)
