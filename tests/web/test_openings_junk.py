"""What no question of the setup page offers begins no match: the page says what is wrong."""

import pytest

JUNK = [
    ("mode.0", "chess", "cannot play “chess”."),
    ("tablets.preset", "x,y", "There is no such tablet: x."),
    ("tablets.preset", "best", "There is no such tablet: best."),
    ("token.0", "9", "The Wave token cannot lie at place “9”."),
    ("council.preset", "many", "five numbers from 0 to 5, or “?”; not “many”."),
    ("zz.0", "1", "This game has no option called “zz”."),
]


SLUGS = ("waves", "breakers")


@pytest.mark.xfail(strict=True, reason="the page takes the default instead, without a word")
@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("junk", JUNK)
def test_an_answer_that_was_never_offered_is_refused_by_name(client, matches, slug, junk) -> None:
    field, value, said = junk
    answer = client.post(f"/new/{slug}", data={"count": "4", f"option.{field}": value})
    assert (answer.status_code, len(matches.list())) == (400, 0)
    assert said in answer.text


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("junk", JUNK)
def test_a_transcript_with_such_an_option_is_refused_by_name(client, matches, slug, junk) -> None:
    field, value, said = junk
    option = field.partition(".")[0]
    text = f"game {slug}\noption {option}={value}\nseats A, B, C, D\n> elder slot=0 card=seer\n"
    answer = client.post("/transcripts", data={"text": text})
    assert (answer.status_code, len(matches.list())) == (400, 0)
    assert said in answer.text
