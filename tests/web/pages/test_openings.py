"""A new match takes under a minute: everything has an answer already, everything can be changed."""

import re

import pytest

from referee.core import BadSetup, say
from referee.games import load_all
from referee.web.request.chosen_options import OWN


def names_on(page):
    return re.findall(r'<input name="name" value="([^"]*)"', page)


def hidden_names_on(page):
    return re.findall(r'<input type="hidden" name="name" value="([^"]*)"', page)


def found(pattern, page):
    return re.findall(pattern, page)[0]


def found_all(pattern, page):
    return list(dict.fromkeys(re.findall(pattern, page)))


def picked(page, name):
    answers = re.findall(rf'name="{re.escape(name)}" value="([^"]*)" checked', page)
    return answers[0] if answers else None


def begin(client, matches, **data):
    answer = client.post("/new/waves", data=data)
    assert answer.status_code == 303, answer.text
    return matches.get(answer.location.rpartition("/")[2])


def test_nothing_needs_to_be_filled_in(client, matches):
    page = client.get("/new/waves").text
    assert names_on(page) == [""] * 4
    match = begin(client, matches)
    assert match.setup.names == ("Player 1", "Player 2", "Player 3", "Player 4")
    assert match.setup.chosen["mode"] == "teams"


def test_names_are_in_seating_order_and_may_be_left_out(client, matches):
    match = begin(client, matches, count="3", name=["Ann", "", "  Cy   Dee "])
    assert match.setup.names == ("Ann", "Player 2", "Cy Dee")


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_every_number_of_players_can_begin_at_once(client, matches, count):
    page = client.get(f"/new/waves?count={count}").text
    assert len(names_on(page)) == count
    assert len(begin(client, matches, count=str(count)).setup.names) == count


@pytest.mark.parametrize("count", ["1", "7", "many", "-2", "99999999999"])
def test_an_impossible_number_of_players_gets_a_possible_one(client, count):
    assert len(names_on(client.get(f"/new/waves?count={count}").text)) == 4


def test_the_people_of_last_time_are_there_again(client, matches):
    client.get("/new/waves")  # from here on, the device is known
    begin(client, matches, count="3", name=["Ann", "Bo", "Cy"])
    assert names_on(client.get("/new/waves").text) == ["Ann", "Bo", "Cy"]
    assert names_on(client.get("/new/waves?count=4").text) == ["Ann", "Bo", "Cy", ""]


def test_whoever_had_no_name_last_time_has_none_now(client, matches):
    client.get("/new/waves")
    begin(client, matches, count="4", name=["Ann", "", "Cy", ""])
    assert names_on(client.get("/new/waves").text) == ["Ann", "", "Cy", ""]


def test_the_people_of_a_larger_table_come_back_after_a_smaller_game(client, matches):
    client.get("/new/waves")
    begin(client, matches, count="4", name=["Ann", "Bo", "Cy", "Di"])
    begin(client, matches, count="2", name=["Di", "Bo"])
    page = client.get("/new/waves").text
    assert names_on(page) == ["Di", "Bo"]
    assert hidden_names_on(page) == ["Ann", "Cy"]
    assert names_on(client.get("/new/waves?count=4").text) == ["Ann", "Bo", "Cy", "Di"]
    begin(client, matches, count="2", name=["Eve", "Bo"])
    assert names_on(client.get("/new/rolling?count=4").text) == ["Eve", "Bo", "Di", "Ann"]


def test_a_name_typed_for_a_seat_that_goes_away_is_kept_for_when_it_returns(client, matches):
    typed = {"count": "2", "name": ["Ann", "Bo", "Cy"]}
    page = client.get("/new/waves", query_string=typed).text
    assert (names_on(page), hidden_names_on(page)) == (["Ann", "Bo"], ["Cy"])
    assert names_on(client.get("/new/waves", query_string={**typed, "count": "3"}).text)[2] == "Cy"
    assert begin(client, matches, **typed).setup.names == ("Ann", "Bo")


@pytest.mark.parametrize("slug", load_all())
def test_enter_in_a_name_field_starts_nothing_without_a_script_too(client, slug):
    """A browser presses the first button of the form, which asks for the page again."""
    page = client.get(f"/new/{slug}").text
    form = page[page.index('<form id="opening"') :]
    first = re.findall(r"<button [^>]*>", form)[0]
    assert 'name="next" value="name" formmethod="get"' in first
    names = {"name": ["Ann", ""], "next": "name"}
    again = client.get(f"/new/{slug}", query_string=names).text
    focused = r"<li data-seat=\"(\d)\">(?:(?!</li>).)*? autofocus>"
    assert re.findall(focused, again, re.DOTALL) == ["1"]
    assert "autofocus" not in page


@pytest.mark.parametrize("slug", load_all())
def test_who_starts_is_drawn_at_random_and_said(client, slug):
    page = client.get(f"/new/{slug}?name=Ann&name=Bo").text
    (name,) = re.findall(r'name="draw" value="([^"]+)" formmethod="get"', page)
    field = f"option.{name}.0"
    seats = found_all(rf'name="{field}" value="([^"]+)"', page)
    fields = {"name": ["Ann", "Bo"], field: picked(page, field)}
    drawn = {picked(client.get(f"/new/{slug}").text, field) for _ in range(80)}
    assert drawn == {*seats}, "each comes up: 4 places miss one in 80 draws once in 2,000 million"
    (said,) = re.findall(r"data-drawn>Picked at random: ([^<]*)\.<", page)
    label = re.findall(
        rf'name="{field}" value="{fields[field]}" checked>.*?<b>(.*?)</b>', page, re.DOTALL
    )
    assert [said] == label
    kept = {**fields, f"option.{name}.drawn": fields[field]}
    assert f"Picked at random: {said}." in client.get(f"/new/{slug}", query_string=kept).text
    for seat in seats:
        chosen = client.get(f"/new/{slug}", query_string={**fields, field: seat}).text
        assert picked(chosen, field) == seat
        assert "Picked at random" not in chosen
        again = client.get(f"/new/{slug}", query_string={**fields, field: seat, "draw": name}).text
        assert "Picked at random" in again


def test_a_first_game_suggests_the_tablets_for_beginners_and_draws_them(client, matches):
    first = ("scholars-six", "equal-or-lower", "knights-calm", "rotate-elders", "nobles-calm")
    page = client.get("/new/waves").text
    assert picked(page, "option.tablets.preset") == ",".join(first)
    beginners = page[page.index("First game") : page.index("The rulebook’s suggestion.")]
    assert re.findall(r'class="part" data-colour="(\w+)"', beginners) == [
        "scholar",
        "keeper",
        "knight",
        "seer",
        "noble",
    ]
    fields = re.findall(
        r'<input type="(?:hidden|radio)" name="([^"]+)" value="([^"]*)"(?: checked)?>', page
    )
    assert ("first-game", "yes") in fields
    sent = {"first-game": "yes", "option.tablets.default": ",".join(first)}
    began = begin(client, matches, **sent, **{"option.tablets.preset": ",".join(first)})
    assert began.setup.chosen["tablets"] == ",".join(first)
    later = client.get("/new/waves").text
    assert picked(later, "option.tablets.preset") not in {",".join(first), None}
    assert picked(client.get("/new/breakers").text, "option.tablets.preset") == ",".join(first)


@pytest.mark.parametrize("slug", load_all())
def test_what_can_be_skipped_is_folded_away_and_what_has_one_answer_is_not_asked(client, slug):
    page = client.get(f"/new/{slug}").text
    extras = page.find('<details class="extras earlier">')
    asked = found_all(r'data-option="([^"]*)"', page[:extras] if extras > 0 else page)
    assert (
        asked
        == {
            "waves": ["mode", "tablets", "token"],
            "breakers": ["tablets", "token"],
            "wave": ["first"],
            "rolling": ["first", "colours"],
            "war-of-waves": ["first"],
        }[slug]
    )
    assert "See and choose" not in page


def test_an_answer_among_the_folded_ones_is_in_sight(client):
    page = client.get("/new/waves?option.council.preset=house").text
    assert '<details class="extras earlier" open>' in page


def test_names_can_change_places_without_a_script(client):
    query = "/new/waves?count=3&name=Ann&name=Bo&name=Cy"
    assert names_on(client.get(f"{query}&move=0+1").text) == ["Bo", "Ann", "Cy"]
    assert names_on(client.get(f"{query}&move=2+-1").text) == ["Ann", "Cy", "Bo"]
    for nonsense in ("0+-1", "2+1", "7+1", "x", "0+5"):
        assert names_on(client.get(f"{query}&move={nonsense}").text) == ["Ann", "Bo", "Cy"]


def test_teams_are_shown_as_people_sit(client):
    teams = re.compile(r'class="team side-\d" title="Team (\w)"')
    assert teams.findall(client.get("/new/waves?count=4").text) == ["A", "B", "A", "B"]
    assert teams.findall(client.get("/new/waves?count=5").text) == ["A", "B", "A", "B", "C"]
    alone = "/new/waves?count=4&option.mode.0=all-vs-all&option.mode.default=teams"
    assert teams.findall(client.get(alone).text) == []


def test_another_mode_asks_again_with_its_own_suggestion(client):
    first = client.get("/new/waves?count=4&first-game=").text
    default = found(r'name="option.tablets.default" value="([^"]*)"', first)
    again = client.get(
        "/new/waves",
        query_string={
            "count": "4",
            "first-game": "",
            "option.mode.0": "all-vs-all",
            "option.mode.default": "teams",
            "option.tablets.preset": default,
            "option.tablets.default": default,
        },
    ).text
    assert picked(again, "option.mode.0") == "all-vs-all"
    assert picked(again, "option.tablets.preset") not in {default, OWN, None}


def test_a_preset_is_one_tap(client, matches):
    page = client.get("/new/waves").text
    presets = re.findall(r'name="option.tablets.preset" value="([^"]*)"', page)
    match = begin(client, matches, **{"option.tablets.preset": presets[0]})
    assert match.setup.chosen["tablets"] == presets[0]


def test_tablets_can_be_chosen_one_by_one(client, matches):
    own = ("scholars-six", "keepers-per-shell", "knights-calm", "no-twin-elders", "no-copies")
    fields = {f"option.tablets.{index}": value for index, value in enumerate(own)}
    match = begin(client, matches, **{"option.tablets.preset": OWN, **fields})
    assert match.setup.chosen["tablets"] == ",".join(own)


@pytest.mark.parametrize("slug", load_all())
def test_one_by_one_stays_chosen_while_the_numbers_are_still_those_of_a_preset(client, slug):
    page = client.get(f"/new/{slug}").text
    questions = found_all(r'name="option\.([^"]*)\.preset" value="own"', page)
    own = {f"option.{question}.preset": OWN for question in questions}
    shown = {
        name: value
        for name in found_all(r'name="(option\.[^"]*\.\d+)"', page)
        if (value := picked(page, name))
    }
    again = client.get(f"/new/{slug}", query_string={**own, **shown}).text
    for field in own:
        assert picked(again, field) == OWN
    folded = again.count('<details class="extras earlier">')
    assert folded == (0 if questions else page.count("<details"))
    assert {name: picked(again, name) for name in shown} == shown


WRONG = {
    "a place": ({"option.token.0": "9"}, "“9” is not one of the choices for"),
    "a tablet": ({"option.tablets.preset": "x,y"}, "“x” is not one of the choices for"),
    "one of five": (
        {f"option.tablets.{index}": "junk" for index in range(5)},
        "“junk” is not one of the choices for",
    ),
    "a typed value": ({"mode": "junk"}, "“junk” is not one of the choices for"),
    "a typed name": ({"deck": "junk"}, "This game has no option called “deck”."),
    "very much": ({"mode": "junk" * 999}, "is not one of the choices for"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_no_question_offers_is_named_and_everything_else_stays(client, matches, wrong):
    fields, says = WRONG[wrong]
    typed = {
        "count": "4",
        "name": ["Ann", "Bo", "Cy", "Di"],
        "option.council.preset": "house",
        **fields,
    }
    for answer in (
        client.get("/new/waves", query_string=typed),
        client.post("/new/waves", data=typed),
    ):
        assert answer.status_code == 400
        assert says in answer.text
        assert len(found(r'role="alert">([^<]*)<', answer.text)) < 250
        assert names_on_again(answer.text) == ["Ann", "Bo", "Cy", "Di"]
        assert picked(answer.text, "option.council.preset") == "house"
    assert matches.list() == ()


def test_an_option_can_be_typed_into_the_address_by_its_name(client):
    page = client.get("/new/waves?count=4&mode=all-vs-all").text
    assert picked(page, "option.mode.0") == "all-vs-all"
    assert client.get("/new/war-of-waves?deck=junk").status_code == 400


def test_an_answer_to_a_question_that_went_away_gets_the_default(client, matches):
    """What three, four or six may choose is no mistake at a table of two; it is not asked there."""
    fields = {"count": "2", "option.mode.0": "teams", "option.token.0": "4", "option.zz.0": "1"}
    chosen = begin(client, matches, **fields).setup.chosen
    assert {"mode": "head-to-head", "token": "0"}.items() <= chosen.items()
    assert "zz" not in chosen


def test_what_the_table_taught_is_the_default_of_next_time(client, matches, seat):
    table = seat("Ann", "Bo", "Cy", "Di", mode="teams")
    table.lay_council()
    table.enter("shells count=2")
    page = client.get("/new/waves?count=4").text
    council = page[page.index('data-option="council"') :]
    assert "Same as your last game." in council
    assert 'name="option.council.default" value="?,?,?,2,?"' in council
    assert begin(client, matches).setup.chosen["council"] == "?,?,?,2,?"


def test_a_wrong_number_that_was_taken_back_is_no_default(client, seat):
    known = seat("Ann", "Bo", "Cy", "Di", mode="teams", council="?,1,?,?,?")
    table = seat("Ann", "Bo", "Cy", "Di", mode="teams")
    table.lay_council()
    table.enter("shells count=5")
    assert 'name="option.council.default" value="?,1,?,5,?"' in client.get("/new/waves").text
    client.post(f"{table.address}/undo", data={"expected": table.match.seq})
    assert 'name="option.council.default" value="?,1,?,?,?"' in client.get("/new/waves").text
    assert known.match.setup.chosen["council"] == "?,1,?,?,?"


def test_house_numbers_are_a_word_and_never_from_the_last_game(client, matches):
    page = client.get("/new/waves").text
    council = page[page.index('data-option="council"') :]
    assert 'name="option.council.preset" value="house"' in council
    match = begin(client, matches, **{"option.council.preset": "house"})
    assert match.setup.chosen["council"] == "house"
    assert matches.kept("waves") == {}
    assert "Same as your last game." not in client.get("/new/waves").text
    assert matches.rematch(match.id).setup.chosen["council"] == "house"
    asked = client.get("/new/waves?option.council.preset=house").text
    assert picked(asked, "option.council.preset") == "house"
    assert [picked(asked, f"option.council.{index}") for index in range(5)] == ["?"] * 5


def test_a_loaded_transcript_gives_no_defaults(client, matches):
    lines = ("game waves", "option mode=teams", "option council=3,3,2,2,1", "seats A, B, C, D", "")
    client.post("/transcripts", data={"text": "\n".join(lines)})
    assert len(matches.list()) == 1
    assert "Same as your last game." not in client.get("/new/waves?count=4").text


def test_pressing_begin_twice_opens_one_match(client, matches):
    key = found(r'name="key" value="([^"]+)"', client.get("/new/waves").text)
    assert begin(client, matches, key=key).id == begin(client, matches, key=key).id


def test_nobody_opens_in_advance_the_match_to_which_playing_again_leads(client, matches):
    before = begin(client, matches)
    other = begin(client, matches, key=f"rematch {before.id} {before.seq}")
    again = client.post(f"/matches/{before.id}/rematch").location
    assert other.id not in again


def test_a_setup_that_makes_no_game_is_said_on_the_page(client, matches, monkeypatch):
    def refuse(*_args, **_more):
        raise BadSetup(say("These people cannot play."))

    monkeypatch.setattr(type(matches), "open", refuse)
    answer = client.post("/new/waves", data={"count": "2", "name": ["Ann", "Bo"]})
    assert answer.status_code == 400
    assert names_on(answer.text) == ["Ann", "Bo"]
    assert "These people cannot play." in answer.text


def test_a_page_that_is_changed_after_it_began_asks_before_it_begins_another(client, matches):
    first = begin(client, matches, key="k", name=["Ann", "Bo", "Cy", "Di"])
    answer = client.post("/new/waves", data={"key": "k", "name": ["Eve", "Bo", "Cy", "Di"]})
    assert answer.status_code == 409
    assert "have already started a match" in answer.text
    key = found(r'name="key" value="([^"]+)"', answer.text)
    assert key != "k"
    again = begin(client, matches, key=key, name=names_on_again(answer.text))
    assert again.id != first.id
    assert again.setup.names[0] == "Eve"


def names_on_again(page):
    return re.findall(r'<input name="name"[^>]*? value="([^"]*)"', page)


@pytest.mark.parametrize(
    ("slug", "count", "option", "places"),
    [
        ("waves", 4, "token", 4),
        ("waves", 2, "token", 4),  # two Elders each, in turn: the next place is the other player's
        ("breakers", 6, "token", 6),
        ("wave", 3, "first", 3),
        ("rolling", 5, "first", 5),
        ("war-of-waves", 2, "first", 2),
    ],
)
def test_the_next_seat_clockwise_starts_when_the_same_people_play_again(
    *, client, matches, slug, count, option, places
):
    for starter in range(places):
        sent = {"count": str(count), f"option.{option}.0": str(starter)}
        before = matches.get(client.post(f"/new/{slug}", data=sent).location.rpartition("/")[2])
        again = matches.get(
            client.post(f"/matches/{before.id}/rematch").location.rpartition("/")[2]
        )
        assert again.setup.names == before.setup.names
        assert again.setup.chosen[option] == str((starter + 1) % places)
        rest = {name: value for name, value in again.setup.options if name != option}
        assert rest == {name: value for name, value in before.setup.options if name != option}
