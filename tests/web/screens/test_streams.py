"""Streams carry whole screens, made once, and never take the last place."""

import gc
import itertools
import re
import threading
import weakref
from importlib.resources import files

import pytest

from referee.core import Setup
from referee.games import folder_of, load_all
from referee.web.request import editions
from referee.web.request.editions import edition_of_pages
from referee.web.screens.render import Fragments, as_event, fragment_of
from referee.web.screens.screen import Role, screen_of


def follow(table, role="table", seen="", **headers):
    return table.client.get(
        f"{table.address}/stream?role={role}&seen={seen}", headers=headers, buffered=False
    )


def events(answer, count):
    return [part.decode() for part in itertools.islice(answer.response, count)]


def test_a_stream_begins_with_its_edition_and_the_screen_as_it_is(table, app):
    edition = app.config["EDITION"]
    answer = follow(table)
    begin, screen = events(answer, 2)
    assert answer.mimetype == "text/event-stream"
    assert begin == f"retry: 1500\nevent: hello\ndata: {edition}\n\n"
    assert screen.startswith(f'event: screen\nid: {table.match.seq}\ndata: <div id="screen"')
    assert "\n\ndata" not in screen
    answer.close()


def test_a_screen_that_is_up_to_date_gets_only_a_sign_of_life(table):
    for answer in (
        follow(table, seen=table.match.seq),
        follow(table, **{"Last-Event-ID": str(table.match.seq)}),
    ):
        assert events(answer, 2)[1] == "event: beat\ndata: still here\n\n"
        answer.close()


def test_an_entry_reaches_a_stream_at_once(table):
    answer = follow(table, seen=table.match.seq)
    parts = answer.response
    next(parts)
    table.enter("follow slot=0")
    screen = next(part for part in parts if b"event: screen" in part).decode()
    assert f"id: {table.match.seq}" in screen
    assert "Bo: lay your Agents" in screen
    answer.close()


def test_a_match_stays_in_memory_while_somebody_looks_however_many_others_are_opened(
    client, matches
):
    """A tournament has more tables than the server keeps that nobody looks at."""
    address = f"/matches/{matches.open('waves', Setup(('Ann', 'Bo'))).id}"
    answer = client.get(f"{address}/stream?role=show", buffered=False)
    events(answer, 2)
    kept = weakref.ref(matches.get(address.rpartition("/")[2]))
    open_others(matches)
    assert kept() is not None
    answer.close()
    open_others(matches)
    assert kept() is None, "and no longer"


def open_others(matches):
    for _ in range(matches._keeping):
        matches.open("waves", Setup(("Cy", "Di")))
    gc.collect()


def test_a_stream_ends_with_its_match(table):
    answer = follow(table)
    parts = answer.response
    next(parts)
    next(parts)
    table.client.post(f"{table.address}/delete")
    assert len(list(parts)) <= 2
    answer.close()


def test_a_stream_ends_when_the_server_stops(table, matches):
    answer = follow(table)
    events(answer, 2)
    matches.feed.close()
    assert len(list(answer.response)) <= 1
    answer.close()


def test_there_is_a_last_place_and_it_is_said_when_to_come_again(table, here):
    held = [follow(table) for _ in range(3)]
    for answer in held:
        events(answer, 1)
    full = follow(table)
    assert (full.status_code, full.headers["Retry-After"]) == (503, "5")
    assert table.client.get(table.address).status_code == 200
    held[0].close()
    assert here.stream_quota.taken == 2
    again = follow(table)
    assert again.status_code == 200
    for answer in (*held[1:], again):
        answer.close()


def test_a_stream_of_no_match_is_not_found(client):
    assert client.get("/matches/none/stream").status_code == 404


def test_a_screen_is_rendered_once_for_each_seq_and_role(table, here):
    before = here.fragments.renderings
    for _ in range(3):
        table.page()
        answer = follow(table)
        events(answer, 2)
        answer.close()
    assert here.fragments.renderings == before + 1
    table.page("/show")
    table.page("/show")
    assert here.fragments.renderings == before + 2
    table.enter("follow slot=0")
    table.page()
    assert here.fragments.renderings == before + 3


def test_many_readers_at_once_share_one_rendering(app, table):
    fragments = Fragments(kept=4)
    found = []

    def read():
        with app.test_request_context():
            found.append(fragments.of(table.match, Role.SHOW))

    readers = [threading.Thread(target=read) for _ in range(8)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert fragments.renderings == 1
    assert len({id(fragment) for fragment in found}) == 1


def test_the_fragments_of_the_matches_seen_last_are_kept_and_older_ones_let_go(app, matches, table):
    other = matches.open("waves", Setup(("Ann", "Bo", "Cy")))
    fragments = Fragments(kept=1)
    with app.test_request_context():
        for match in (table.match, other, table.match):
            for role in (Role.TABLE, Role.SHOW, Role.TABLE):
                fragments.of(match, role)
    assert fragments.renderings == 6


@pytest.mark.parametrize("slug", sorted(load_all()))
def test_a_television_shows_the_same_whether_the_table_was_drawn_before_it_or_not(
    app, matches, slug
):
    """What both share is drawn once; of what only one of them has, nothing may be in it."""
    folder = files(folder_of(matches.games[slug])).joinpath("transcripts")
    texts = {
        file.name: file.read_text("utf-8")
        for file in folder.iterdir()
        if file.name.startswith("game-")
    }
    match = matches.load(texts[min(texts)])
    assert match.outcome is not None
    steps = len(match.now.steps)
    for _ in range(4):
        with app.test_request_context():
            alone, after = Fragments(kept=4), Fragments(kept=4)
            after.of(match, Role.TABLE)
            assert after.of(match, Role.SHOW).html == alone.of(match, Role.SHOW).html
        for _ in range(steps // 4):
            match.undo(expected_seq=match.seq)


def test_an_event_has_its_markup_line_by_line():
    assert as_event(7, "<p>\n\n é</p>\r\n") == (
        "event: screen\nid: 7\ndata: <p>\ndata:  é</p>\n\n".encode()
    )


def test_a_page_names_the_stream_of_its_role(table):
    for path, role in (("", "table"), ("/show", "show")):
        assert re.search(rf'data-stream="[^"]*/stream\?role={role}[&"]', table.page(path))


def news(table, **asked):
    return table.client.get(f"{table.address}/news", query_string={"role": "table", **asked})


def test_a_screen_without_a_stream_can_ask_for_its_news(table, app):
    seq = table.match.seq
    told = news(table, seen=seq - 1).json
    assert (told["seq"], told["edition"], told["look"]) == (seq, app.config["EDITION"], "")
    assert told["screen"] == str(table_fragment(app, table))
    assert news(table, seen=seq).json["screen"] is None


def table_fragment(app, table):
    with app.test_request_context():
        return app.extensions["referee"].fragments.of(table.match, Role.TABLE).html


def test_a_full_server_still_tells_its_news(table):
    held = [follow(table) for _ in range(3)]
    assert (follow(table).status_code, news(table).status_code) == (503, 200)
    for answer in held:
        answer.close()


def test_the_news_of_a_seat_are_for_its_own_device_only(parlour):
    phone, other = parlour.device(seat=0), parlour.device()
    address = f"{parlour.address}/news?role=seat&seat=0"
    assert [200, 403] == [client.get(address).status_code for client in (phone, other)]
    assert phone.get(f"{parlour.address}/news?role=seat&seat=1").status_code == 403


def test_news_of_no_match_are_not_found(client):
    assert client.get("/matches/none/news").status_code == 404


def test_a_stream_says_that_nothing_is_asked_any_more(table):
    answer = follow(table, seen=table.match.seq)
    assert "event: look\ndata:\n\n" in events(answer, 3)
    answer.close()


def test_the_edition_changes_with_every_script_style_and_page(tmp_path, monkeypatch):
    monkeypatch.setattr(editions, "files", lambda package: tmp_path / package)
    named = {edition_of_pages()}
    for place in (
        "referee.web/static/a.js",
        "referee.web/templates/a.html",
        "referee.games/w/static/a.css",
    ):
        path = tmp_path / place
        path.parent.mkdir(parents=True)
        path.write_text("1")
        named.add(edition_of_pages())
        path.write_text("2")
        named.add(edition_of_pages())
    (tmp_path / "referee.web/streams.py").write_text("1")
    assert (len(named), edition_of_pages() in named) == (7, True)


def test_a_television_shows_what_it_would_if_it_were_drawn_alone(matches, here, app):
    """Tables and televisions share most of their drawing, in every game."""
    for slug, game in matches.games.items():
        match = matches.open(
            slug, Setup(tuple(f"Player {seat}" for seat in range(game.info.seats[0])))
        )
        with app.test_request_context():
            table = here.fragments.of(match, Role.TABLE)
            shown = here.fragments.of(match, Role.SHOW)
            alone = fragment_of(screen_of(match, Role.SHOW))
        assert shown.event == alone.event != table.event
