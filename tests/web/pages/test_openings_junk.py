"""What no question of the setup page offers begins no match: the page says what is wrong."""

import pytest

# The field, its value, which part of that is wrong, and what is said of it in a transcript.
JUNK = [
    ("mode.0", "chess", "chess", "cannot play “chess”."),
    ("tablets.preset", "x,y", "x", "There is no such tablet: x."),
    ("tablets.preset", "best", "best", "There is no such tablet: best."),
    ("token.0", "9", "9", "The Wave token cannot start at place “9”."),
    ("council.preset", "many", "many", "five numbers from 0 to 5, or “?”; not “many”."),
]

SLUGS = ("waves", "breakers")


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize(("field", "value", "wrong", "_said"), JUNK)
def test_an_answer_that_was_never_offered_is_refused_by_name(
    *, client, matches, slug, field, value, wrong, _said
) -> None:
    answer = client.post(f"/new/{slug}", data={"count": "4", f"option.{field}": value})
    assert (answer.status_code, len(matches.list())) == (400, 0)
    assert f"“{wrong}” is not one of the choices for" in answer.text


@pytest.mark.parametrize("slug", SLUGS)
def test_a_field_of_another_games_form_is_no_answer_at_all(client, slug) -> None:
    answer = client.post(f"/new/{slug}", data={"count": "4", "option.zz.0": "1"})
    assert answer.status_code == 303
    saved = client.get(answer.headers["Location"] + "/transcript.txt").text
    assert saved.startswith(f"game {slug}") or f"\ngame {slug}" in saved
    assert "option zz" not in saved


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        *((field, value, said) for field, value, _, said in JUNK),
        ("zz.0", "1", "This game has no option called “zz”."),
    ],
)
def test_a_transcript_with_such_an_option_is_refused_by_name(
    *, client, matches, slug, field, value, said
) -> None:
    option = field.partition(".")[0]
    text = f"game {slug}\noption {option}={value}\nseats A, B, C, D\n> elder slot=0 card=seer\n"
    answer = client.post("/transcripts", data={"text": text})
    assert (answer.status_code, len(matches.list())) == (400, 0)
    assert said in answer.text
