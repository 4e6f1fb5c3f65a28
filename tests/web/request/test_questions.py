"""An entry that is hard to believe is asked about before it is made."""

import re
from html import unescape

import pytest

JSON = {"Accept": "application/json"}


def asked_again(page):
    """Read what the form of the question sends."""
    form = re.search(r'(?s)<form method="post" action="([^"]*)"[^>]*>(?:(?!</form>).)*?'
                     r'data-tool="sure".*?</form>', page)  # fmt: skip
    assert form is not None
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form[0])
    return unescape(form[1]), {name: unescape(value) for name, value in fields}


def test_a_doubtful_choice_is_drawn_so_and_can_be_tapped(parlour):
    page = parlour.device().get(parlour.address).text
    (button,) = re.findall(r"<button[^>]*data-action=\"leap seat=0\"[^>]*>", page)
    assert "doubtful" in button
    assert "disabled" not in button
    (other,) = re.findall(r"<button[^>]*data-action=\"pass seat=0\"[^>]*>", page)
    assert "doubtful" not in other


def test_a_doubtful_entry_is_asked_about_and_nothing_is_entered(parlour):
    answer = parlour.enter(parlour.device(), "leap seat=0")
    assert answer.status_code == 409
    assert 'data-refusal="ask"' in answer.text
    assert "Does Ann really leap?" in answer.text
    assert "The game has not changed." not in answer.text, "nothing was refused"
    assert parlour.match.seq == 0


def test_yes_really_enters_it(parlour):
    client = parlour.device()
    address, sent = asked_again(parlour.enter(client, "leap seat=0").text)
    assert sent["sure"] == "yes"
    answer = client.post(address, data=sent)
    assert (answer.status_code, answer.location) == (303, parlour.address)
    assert [step.text for step in parlour.match.now.steps] == ["leap seat=0"]


def test_yes_from_an_own_phone_leads_back_to_it(parlour):
    phone = parlour.device(1)
    address, sent = asked_again(parlour.enter(phone, "leap seat=0", seat=1).text)
    assert phone.post(address, data=sent).location == f"{parlour.address}/seats/1"


def test_an_entry_that_is_not_doubtful_is_not_asked_about(parlour):
    assert parlour.enter(parlour.device(), "pass seat=0").status_code == 303


def test_a_doubtful_entry_of_an_earlier_moment_is_told_that_somebody_was_faster(parlour):
    client = parlour.device()
    parlour.enter(client, "pass seat=0")
    answer = parlour.enter(client, "leap seat=1", expected=0)
    assert answer.status_code == 409
    assert 'data-refusal="stale"' in answer.text


def test_a_doubtful_entry_sent_twice_counts_once(parlour):
    client = parlour.device()
    for _ in range(2):
        assert parlour.enter(client, "leap seat=0", expected=0, sure="yes").status_code == 303
    assert parlour.match.seq == 1


def test_programs_are_not_asked(parlour):
    sent = {"action": "leap seat=0", "expected": 0}
    answer = parlour.device().post(f"{parlour.address}/act", json=sent, headers=JSON)
    assert answer.status_code == 200
    assert parlour.match.seq == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_a_doubtful_note_is_asked_about_where_it_is_told(seat, parlour):
    action = f"whisper seat={seat} card=0 word=dog"
    phone = parlour.device(seat)
    asked = parlour.enter(phone, action, seat=seat)
    assert "Is it really one?" in asked.text
    address, sent = asked_again(asked.text)
    assert phone.post(address, data=sent).status_code == 303
    tablet = parlour.device()
    other = 1 - seat
    slip = parlour.slip(parlour.opened(tablet, other))
    action = f"whisper seat={other} card=0 word=dog"
    data = {"action": action, "expected": parlour.match.heard(other), "slip": slip}
    asked = tablet.post(f"{parlour.address}/seats/{other}/note", data=data)
    assert "Is it really one?" in asked.text
    address, sent = asked_again(asked.text)
    answer = tablet.post(address, data=sent)
    assert "data-secret" in answer.text
    assert "You have whispered 1 of your words." in answer.text
