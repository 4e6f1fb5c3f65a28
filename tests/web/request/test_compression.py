"""Text is sent compressed, pictures and streams are not, and nobody learns a secret by lengths."""

import gzip
import re

import pytest

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture
def styles(client):
    return re.findall(r'href="(/static/[^"]+/tokens.css)"', client.get("/").text)[0]


def test_pages_files_and_drawings_are_sent_compressed_and_are_the_same(client, table, styles):
    start = styles.removesuffix("tokens.css")
    files = (styles, f"{start}connection.js", f"{start}screens/app.js", f"{start}screens/table.css")
    for path in ("/", table.address, "/app.webmanifest", "/games/waves/icons.svg", *files):
        plain = client.get(path, buffered=True)
        packed = client.get(path, headers=GZIP, buffered=True)
        assert packed.headers["Content-Encoding"] == "gzip", path
        assert packed.content_length == len(packed.data) < len(plain.data), path
        assert gzip.decompress(packed.data) == plain.data, path
        assert "Accept-Encoding" in packed.vary, path


@pytest.mark.parametrize("accepted", [None, "identity", "br", "gzip;q=0", "identity, *;q=0"])
def test_what_accepts_no_gzip_gets_none(client, styles, accepted):
    for path in ("/", styles):
        headers = {"Accept-Encoding": accepted} if accepted else {}
        answer = client.get(path, headers=headers, buffered=True)
        assert "Content-Encoding" not in answer.headers
        assert "Accept-Encoding" in answer.vary, "a cache must not give it to others"


def test_pictures_fonts_and_short_answers_are_sent_as_they_are(client, styles):
    start = styles.removesuffix("tokens.css")
    names = ("icon-192.png", "vendor/inter-latin-wght-normal.woff2", "screens/awake.mp4")
    for path in (*(start + name for name in names), "/healthz"):
        answer = client.get(path, headers=GZIP, buffered=True)
        assert answer.status_code == 200
        assert "Content-Encoding" not in answer.headers, path
        assert "Accept-Encoding" not in answer.vary, path


def test_a_stream_is_not_compressed(table):
    with table.client.get(f"{table.address}/stream", headers=GZIP, buffered=False) as answer:
        assert answer.mimetype == "text/event-stream"
        assert "Content-Encoding" not in answer.headers


def test_an_answer_without_its_body_says_the_same(client):
    whole, head = client.get("/", headers=GZIP), client.head("/", headers=GZIP)
    assert head.headers["Content-Encoding"] == "gzip"
    assert head.content_length == whole.content_length
    assert head.data == b""


def test_a_file_that_has_not_changed_is_not_sent_again_in_either_form(client, styles):
    for path in (styles, "/games/waves/game.css"):
        tags = {}
        for name, headers in (("plain", {}), ("packed", GZIP)):
            first = client.get(path, headers=headers, buffered=True)
            tags[name] = first.headers["ETag"]
            seen = {**headers, "If-None-Match": tags[name]}
            again = client.get(path, headers=seen, buffered=True)
            assert again.status_code == 304, (path, name)
            assert again.data == b""
            assert again.headers["ETag"] == tags[name]
            assert "Accept-Encoding" in again.vary
            assert "Content-Encoding" not in again.headers
        assert not tags["plain"].startswith("W/")
        assert tags["packed"] == f"W/{tags['plain']}", "the bytes are others, what they say is not"


def test_a_part_of_a_file_is_a_part_of_the_file_itself(client, styles):
    whole = client.get(styles, buffered=True).data
    part = client.get(styles, headers={**GZIP, "Range": "bytes=0-999"}, buffered=True)
    assert (part.status_code, part.data) == (206, whole[:1000])
    assert "Content-Encoding" not in part.headers


# Who listens to HTTPS and lets a browser ask for pages with words of his choice could read secrets
# of these pages off their compressed lengths. Only answers to our own pages are compressed there.
@pytest.mark.parametrize(
    ("address", "site", "is_packed"),
    [
        ("https://table.local", "same-origin", True),
        ("https://table.local", "none", True),
        ("https://table.local", "same-site", False),
        ("https://table.local", "cross-site", False),
        ("https://table.local", None, False),
        ("http://table.local", None, True),
        ("http://localhost", "cross-site", False),
    ],
)
def test_a_page_that_another_website_asked_for_is_not_compressed(
    *, table, styles, address, site, is_packed
):
    headers = {**GZIP, **({"Sec-Fetch-Site": site} if site else {})}
    answer = table.client.get(table.address, base_url=address, headers=headers)
    assert ("Content-Encoding" in answer.headers) is is_packed
    file = table.client.get(styles, base_url=address, headers=headers, buffered=True)
    assert "Content-Encoding" in file.headers, "a file is the same for everybody"
