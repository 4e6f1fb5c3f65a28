"""Screen and table side by side: each difference is settled by one tap to a side."""

import re
from html import unescape

import pytest
from councils import (
    COUNCIL,
    ENTRIES,
    at,
    code_text,
    entries,
    found,
    laid,
    photo,
    picture,
    report,
    scan_of,
)

# ---------------------------------------------------------------- screen and table


def test_without_a_picture_reconciling_asks_for_one(three):
    assert "data-no-look" in three.page("/reconcile")


def test_a_device_compares_with_the_photo_it_has_just_taken_and_no_other_device_does(three):
    photo(three, picture("seer", "noble"))
    assert "data-no-look" not in three.page("/reconcile")
    other = three.client.application.test_client()
    assert "data-no-look" in other.get(f"{three.address}/reconcile").text


def test_where_all_lies_as_believed_it_says_so(three):
    report(three, laid())
    assert "Everything matches." in three.page("/reconcile")


def differing(page):
    return re.findall(r'data-difference="([^"]+)"', page)


def settle(table, kind, page=None):
    page = page or table.page("/reconcile")
    (key, *_) = differing(page)
    form = page.partition(f'data-difference="{key}"')[2].partition("</form>")[0]
    look = found(r'name="look" value="([^"]+)"', form)
    side = found(rf'name="side" value="([^"]+)" data-settle="{kind}"', form)
    sent = {"look": look, "difference": key, "side": side, "expected": table.match.heard()}
    return table.client.post(f"{table.address}/reconcile", data=sent)


def test_a_mistyped_elder_is_mended_by_a_tap_on_the_table_side(three):
    for text in ("elder slot=0 card=seer", "elder slot=1 card=keeper", *ENTRIES[2:]):
        three.enter(text)
    report(three, laid())
    assert 1 == len(differing(three.page("/reconcile")))
    assert 303 == settle(three, "mend").status_code
    assert ENTRIES == entries(three)
    assert "Everything matches." in three.page("/reconcile")


def test_a_tap_on_the_screen_side_says_what_hands_do_and_enters_nothing(three):
    for text in ("elder slot=0 card=seer", "elder slot=1 card=keeper", *ENTRIES[2:]):
        three.enter(text)
    report(three, laid())
    before = entries(three)
    settle(three, "screen")
    page = unescape(three.page("/reconcile"))
    assert "Bo: take away Noble and put Keeper there." in page
    assert before == entries(three)


def test_an_elder_that_is_not_there_is_taken_back(three):
    three.enter(ENTRIES[0])
    three.enter(ENTRIES[1])
    report(three, laid(("seer", None, None, None)))
    settle(three, "retract")
    assert ENTRIES[:1] == entries(three)


@pytest.mark.parametrize(("side", "left"), [("retract", 3), ("screen", 6)])
def test_an_elder_that_is_gone_after_later_entries_is_one_tap_to_either_side(three, side, left):
    report(three, laid())
    three.enter("follow slot=0")
    three.enter("follow slot=1")
    report(three, laid((None, *COUNCIL[1:])))
    assert 303 == settle(three, side).status_code
    assert left == len(entries(three))
    page = unescape(three.page("/reconcile"))
    assert ("Ann: put Seer there." in page) == (side == "screen")
    assert "Everything matches." in page or side == "screen"


def test_an_elder_collected_by_word_of_mouth_is_decided(three):
    report(three, laid())
    more = [(card, at(spot)) for spot, card in enumerate(COUNCIL)]
    told = report(three, scan_of([*more, ("keeper", at(0, 155))])).get_json()
    page = three.page(f"/reconcile?look={told['look']}")
    assert 303 == settle(three, "overrule", page).status_code
    assert entries(three)[-1].startswith("overrule")


def test_a_tap_that_comes_twice_settles_once(three):
    three.enter(ENTRIES[0])
    three.enter("elder slot=1 card=keeper")
    report(three, laid(("seer", "noble", None, None)))
    page = three.page("/reconcile")
    key = differing(page)[0]
    look = found(r'name="look" value="([^"]+)"', page)
    side = found(r'name="side" value="([^"]+)" data-settle="mend"', page)
    sent = {"look": look, "difference": key, "side": side, "expected": three.match.heard()}
    codes = [three.client.post(f"{three.address}/reconcile", data=sent).status_code for _ in "ab"]
    assert ([303, 303], 4) == (codes, len(three.match.now.rows))


def test_a_tap_for_an_earlier_moment_settles_nothing(three):
    three.enter(ENTRIES[0])
    three.enter("elder slot=1 card=keeper")
    report(three, laid(("seer", "noble", None, None)))
    page, before = three.page("/reconcile"), three.match.heard()
    three.enter(ENTRIES[2])
    look = found(r'name="look" value="([^"]+)"', page)
    sent = {"look": look, "difference": differing(page)[0], "side": "0", "expected": before}
    assert 409 == three.client.post(f"{three.address}/reconcile", data=sent).status_code
    assert "elder slot=1 card=keeper" in entries(three)


def test_only_an_entry_or_a_mended_one_is_ever_the_green_button(three):
    for text in ("elder slot=0 card=seer", "elder slot=1 card=keeper", *ENTRIES[2:]):
        three.enter(text)
    strange = [(card, at(spot)) for spot, card in enumerate(COUNCIL)] + [("keeper", at(2, 150))]
    kinds = set()
    for scan in (laid(), laid(COUNCIL[:3]), scan_of(strange)):
        report(three, scan)
        for button in re.findall(
            r'<button[^>]*data-settle="[^"]+"[^>]*>', three.page("/reconcile")
        ):
            kind, main = found(r'data-settle="([^"]+)"', button), 'class="main"' in button
            kinds.add(kind)
            assert not main or kind in {"entry", "mend"}, button
    assert kinds > {"screen", "mend"}, "there was something else to choose"


# ---------------------------------------------------------------- what cannot be


def ways(page):
    """Return what cannot be, each with its name in the form and the ways out."""
    told = {}
    for rest in unescape(page).split("data-contradiction=")[1:]:
        part = rest.partition("</li>")[0]
        spans = re.findall(r"<span>([^<]+)</span>", part)
        told[spans[0]] = (found(r'"(\w+)"', part), spans[1:])
    return told


def impossible_table():
    """See 21 Scholars, one copy of the Seer at two places, and a Follower whose Elder is away."""
    seer = code_text("seer", 30)
    scholars = [(code_text("scholar", copy), 290.0 + copy, 190.0 + copy) for copy in range(1, 22)]
    twice = [(seer, *at(0)), (seer, *at(3))]
    return scan_of([("noble", at(1)), ("keeper", at(2, 150))], texts=(*scholars, *twice))


def test_everything_that_cannot_be_is_listed_at_once_with_the_ways_out(three):
    report(three, laid())
    three.enter("follow slot=0")
    three.enter("follow slot=1")
    before = entries(three)
    report(three, impossible_table())
    told = ways(three.page("/reconcile"))
    assert {
        "Seer, copy 30, is on the table twice: one is a second print. Take it away.": [
            "The extra place: take away Seer.",
            "Ann: take away Seer.",
        ],
        "I see 21 × Scholar; there are 20 in the box.": ["Take away Scholar."],
        "Cy: there is an Agent, but no Elder.": [
            "Cy: put Scholar there.",
            "Cy: take away Keeper.",
        ],
    } == {text: said for text, (_, said) in told.items()}
    assert before == entries(three)


def choose(table, page, text, number):
    key = ways(page)[text][0]
    look = found(r'name="look" value="([^"]+)"', page)
    sent = {"look": look, "difference": key, "side": f"way {number}"}
    sent["expected"] = table.match.heard()
    return table.client.post(f"{table.address}/reconcile", data=sent)


def test_a_tap_says_what_hands_do_about_what_cannot_be(three):
    report(three, laid())
    report(
        three, scan_of([], texts=[(code_text("seer", 1), *at(0)), (code_text("seer", 1), *at(1))])
    )
    page, before = three.page("/reconcile"), entries(three)
    (text,) = ways(page)
    assert 303 == choose(three, page, text, 0).status_code
    page = unescape(three.page("/reconcile"))
    assert "Bo: take away Seer." in page.partition("data-contradiction")[2].partition("</li>")[0]
    assert before == entries(three)


def test_agents_before_an_elder_was_entered_are_explained_by_a_tap(three):
    report(three, laid(("seer", "noble", None, None)))
    report(
        three,
        scan_of([("seer", at(0)), ("noble", at(1)), *[("keeper", at(2, r)) for r in (150, 165)]]),
    )
    page = three.page("/reconcile")
    text = "Cy: there are Agents, but no Elder."
    assert ["Cy: the Elder is a Keeper.", "Cy: take away 2 × Keeper."] == ways(page)[text][1]
    assert 303 == choose(three, page, text, 0).status_code
    assert [*ENTRIES[:2], "elder slot=2 card=keeper"] == entries(three)


def test_nothing_is_proposed_from_a_card_seen_at_two_places(three):
    seer = code_text("seer", 1)
    told = report(three, scan_of([], texts=[(seer, *at(0)), (seer, *at(1))])).get_json()
    assert ([], []) == (told["proposals"], told["doubts"])
    assert 'data-settle="entry"' not in three.page("/reconcile")


def test_a_camera_is_told_of_everything_that_cannot_be(three):
    twice = [(code_text("seer", 1), *at(0)), (code_text("seer", 1), *at(1))]
    scan = scan_of([], texts=[*twice, (code_text("noble", 2, deck="2"), *at(2))])
    told = report(three, scan).get_json()
    assert [] == entries(three)
    assert ("is on the table twice" in told["remarks"][0], "2 decks" in told["remarks"][1]) == (
        True,
        True,
    )
