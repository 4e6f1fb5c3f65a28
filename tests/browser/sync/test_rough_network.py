"""A network that delays, cuts, hangs, loses answers and repeats: entries count once, if at all."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.unseen]

LOST = r"ERR_|Failed to load resource"
AN_HOUR_LATER = "(() => { const real = Date.now; Date.now = () => real() + 3_600_000; })()"
TAP = "(action) => document.querySelector(`[data-action='${action}']`).click()"


# What of a page enters something, and of that what nobody can use.
ENTRIES = """
() => [...document.querySelectorAll("button, input[type=file]")]
  .filter((one) => one.form?.method === "post").map((one) => one.disabled)
"""


def lose_taps(hand) -> None:
    """Let nothing get out that is posted; the screen hears of the others as before."""
    hand.page.route("**/act", lambda route: route.abort())


def test_a_tap_made_before_the_screen_knew_of_the_cut_is_kept_and_arrives_once(pub) -> None:
    address = pub.begin()
    phone, tablet = (pub.sit(address, size, forgive=LOST) for size in ("phone", "tablet"))
    pub.light(phone, "on")
    seq = phone.seq
    lose_taps(phone)
    phone.page.mouse.click(*phone.aim(pub.entry()))
    phone.page.get_by_text("Your tap is kept").wait_for()
    assert all(phone.page.evaluate(ENTRIES)), "the next tap would not get out either"
    pub.line.cut()
    phone.page.unroute("**/act")
    pub.line.mend()
    assert all(pub.sees(hand, seq + 1, within_ms=10_000) for hand in (phone, tablet))
    pub.light(phone, "on")
    assert phone.page.locator("#light").inner_text() == ""
    phone.tap(pub.entry(1))
    assert pub.sees(tablet, seq + 2)
    assert [seq + 2] * 2 == [phone.seq, tablet.seq]


def test_a_screen_that_knows_of_the_cut_takes_no_entry_says_why_and_takes_them_again(pub) -> None:
    hand = pub.sit(pub.begin(), forgive=LOST)
    pub.light(hand, "on")
    seq, told = hand.seq, hand.page.locator("#light")
    hand.page.locator(f"[data-action='{pub.entry()}']").focus()
    assert not any(hand.page.evaluate(ENTRIES))
    pub.line.cut()
    pub.light(hand, "off")
    entries = hand.page.evaluate(ENTRIES)
    assert all(entries)
    assert len(entries) > 3, "the choices, and what takes back and puts back"
    dimmed = "getComputedStyle(document.querySelector('#screen .choices button')).borderStyle"
    assert hand.page.evaluate(dimmed) == "dashed"
    assert "nothing can be entered now" in told.inner_text()
    hand.page.mouse.click(*hand.aim(pub.entry()))
    hand.page.keyboard.press("1")
    pub.line.mend()
    pub.light(hand, "on")
    assert not any(hand.page.evaluate(ENTRIES))
    assert (pub.line.posted(), hand.seq, told.inner_text()) == (0, seq, "")
    hand.page.keyboard.press("Enter")  # on the button that had the focus before
    assert hand.settle(seq) == seq + 1


def test_a_panel_takes_no_entry_either_and_says_why_where_it_covers_the_light(pub) -> None:
    hand = pub.sit(pub.begin(), "phone", forgive=LOST)
    pub.light(hand, "on")
    hand.panel("more", "overrule")
    hand.page.locator("dialog details.notation summary").first.click()
    why = hand.page.locator("dialog [data-why-off]")
    pub.line.cut()
    why.wait_for()
    assert "nothing can be entered now" in why.inner_text()
    decide = hand.page.locator("dialog form[method=post] button")
    assert decide.count()
    assert all(one.is_disabled() for one in decide.all())
    pub.line.mend()
    why.wait_for(state="detached")
    assert all(one.is_enabled() for one in decide.all())


def test_a_tap_whose_answer_is_lost_counts_once(pub) -> None:
    hand = pub.sit(pub.begin(), forgive=LOST)
    seq = hand.seq
    pub.line.loses = 2
    hand.tap(pub.entry())
    assert hand.settle(seq) == seq + 1
    assert pub.line.posted() == 3
    assert hand.page.locator("#notice [data-refusal]").count() == 0
    assert hand.tap(pub.entry(1)) == seq + 2


def test_a_line_that_repeats_what_is_posted_enters_it_once(pub) -> None:
    hand = pub.sit(pub.begin(), forgive=LOST)
    seq = hand.seq
    pub.line.repeats = True
    for number in range(3):
        assert hand.tap(pub.entry(number)) == seq + number + 1
    assert hand.page.locator("#notice [data-refusal]").count() == 0


def tap_both(pub, hands, actions) -> None:
    """Tap on the second before it can have heard of the first, which arrives first."""
    before = pub.line.posted()
    hands[0].page.evaluate(TAP, actions[0])
    while pub.line.posted() == before:
        hands[0].page.wait_for_timeout(5)
    hands[1].page.evaluate(TAP, actions[1])


def test_two_devices_that_tap_within_50_ms_on_a_slow_line_advance_once(pub, refused) -> None:
    address = pub.begin()
    hands = [pub.own_phone(address, seat=0), pub.sit(address, forgive=refused)]
    seq = hands[0].seq
    pub.line.delay_s = 0.4
    other = hands[1].page.locator("#screen .choices button[data-action]").nth(1)
    answers = [pub.entry(), str(other.get_attribute("data-action"))]
    assert answers[0] != answers[1]
    tap_both(pub, hands, answers)
    told = [hand.settle(seq) for hand in hands]
    assert told == [seq + 1, seq + 1]
    hands[1].page.locator("#notice [data-refusal=stale]").wait_for()
    assert "Ann was faster." in hands[1].page.locator("#notice .says").inner_text()


def test_two_devices_that_tap_the_same_at_once_are_told_that_it_counts_once(pub) -> None:
    address = pub.begin()
    phone, tablet = pub.own_phone(address, seat=0), pub.sit(address)
    seq = phone.seq
    pub.line.delay_s = 0.4
    tap_both(pub, (phone, tablet), [pub.entry()] * 2)
    tablet.page.get_by_text("Ann just tapped the same.").wait_for()
    assert [seq + 1] * 2 == [hand.settle(seq) for hand in (phone, tablet)]


def test_a_line_that_only_hangs_is_noticed_by_the_tap_and_given_up(pub) -> None:
    hand = pub.sit(pub.begin(), forgive=LOST)
    pub.light(hand, "on")
    seq = hand.seq
    pub.line.hang()
    hand.page.mouse.click(*hand.aim(pub.entry()))
    pub.light(hand, "off")
    pub.line.mend()
    assert pub.sees(hand, seq + 1, within_ms=15_000)


def test_a_phone_that_comes_back_after_an_hour_posts_nothing(pub) -> None:
    hand = pub.sit(pub.begin(), "phone", forgive=LOST)
    pub.light(hand, "on")
    seq = hand.seq
    lose_taps(hand)
    hand.page.mouse.click(*hand.aim(pub.entry()))
    hand.page.get_by_text("Your tap is kept").wait_for()
    hand.page.evaluate(AN_HOUR_LATER)
    hand.page.locator("#notice [data-refusal=unsent]").wait_for()
    hand.page.unroute("**/act")
    pub.light(hand, "on")
    assert (pub.line.posted(), hand.seq) == (0, seq)
    hand.page.locator("#notice [data-refusal=unsent]").wait_for(state="detached")
    assert hand.tap(pub.entry()) == seq + 1


def test_going_back_shows_the_game_as_it_is_now(pub) -> None:
    address = pub.begin()
    hand, other = pub.sit(address, "phone"), pub.sit(address)
    hand.page.goto(f"{address}/history")
    seq = other.tap(pub.entry())
    hand.page.go_back()
    assert pub.sees(hand, seq, within_ms=5_000)
    assert hand.tap(pub.entry(1)) == seq + 1


def test_a_server_that_restarts_in_mid_game_loses_no_screen_and_no_tap(own_pub) -> None:
    pub = own_pub
    address = pub.begin()
    hands = [pub.sit(address, forgive=LOST), pub.sit(f"{address}/show", "television", forgive=LOST)]
    for hand in hands:
        pub.light(hand, "on")
    seq = hands[0].seq
    pub.line.hang()
    hands[0].page.mouse.click(*hands[0].aim(pub.entry()))
    pub.server.stop()
    pub.line.mend()
    for hand in hands:
        pub.light(hand, "off")
    pub.server.start()
    assert all(pub.sees(hand, seq + 1, within_ms=15_000) for hand in hands)
    assert [seq + 1] * 2 == [hand.seq for hand in hands]
