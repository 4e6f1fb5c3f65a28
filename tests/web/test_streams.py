"""Streams carry whole screens, made once, and never take the last place."""

import itertools
import re
import threading

from referee.web.rendering import Fragments, as_event
from referee.web.screens import Role


def follow(table, role="table", seen="", **headers):
    return table.client.get(
        f"{table.address}/stream?role={role}&seen={seen}", headers=headers, buffered=False
    )


def events(answer, count):
    return [part.decode() for part in itertools.islice(answer.response, count)]


def test_a_stream_begins_with_the_screen_as_it_is(table):
    answer = follow(table)
    begin, screen = events(answer, 2)
    assert answer.mimetype == "text/event-stream"
    assert begin == "retry: 1500\n\n"
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
    assert "Bo, lay your Agents" in screen
    answer.close()


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
    assert here.places.taken == 2
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


def test_old_fragments_are_let_go(app, table):
    fragments = Fragments(kept=1)
    with app.test_request_context():
        for role in (Role.TABLE, Role.SHOW, Role.TABLE):
            fragments.of(table.match, role)
    assert fragments.renderings == 3


def test_an_event_has_its_markup_line_by_line():
    assert as_event(7, "<p>\n\n é</p>\r\n") == (
        "event: screen\nid: 7\ndata: <p>\ndata:  é</p>\n\n".encode()
    )


def test_a_page_names_the_stream_of_its_role(table):
    for path, role in (("", "table"), ("/show", "show")):
        assert re.search(rf'data-stream="[^"]*/stream\?role={role}"', table.page(path))
