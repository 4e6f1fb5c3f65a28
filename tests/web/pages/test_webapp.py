"""The referee as an app: what a browser installs, and the one page that it keeps."""

import io
import re

import pytest
from PIL import Image


def test_it_can_be_installed_with_icons_of_the_sizes_that_it_names(client):
    told = client.get("/app.webmanifest")
    assert "application/manifest+json" == told.mimetype
    app = told.json
    assert ("standalone", "/", "/") == (app["display"], app["start_url"], app["scope"])
    found = set()
    for icon in app["icons"]:
        answer = client.get(icon["src"], buffered=True)
        assert icon["type"] == answer.mimetype
        if icon["type"] == "image/png":
            width, height = Image.open(io.BytesIO(answer.data)).size
            assert icon["sizes"] == f"{width}x{height}"
        found.add((icon["sizes"], icon["purpose"]))
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= found


def test_the_icon_that_devices_cut_reaches_to_the_edge_and_the_mark_stays_in_its_middle(client):
    source = next(
        i["src"] for i in client.get("/app.webmanifest").json["icons"] if i["purpose"] == "maskable"
    )
    icon = Image.open(io.BytesIO(client.get(source, buffered=True).data)).convert("RGB")
    ground = icon.getpixel((0, 0))
    assert {ground} == {icon.getpixel(at) for at in ((511, 0), (0, 511), (511, 511))}
    for x in range(0, 512, 8):
        for y in range(0, 512, 8):
            if (x - 256) ** 2 + (y - 256) ** 2 > (0.4 * 512) ** 2:  # what may be cut off
                assert ground == icon.getpixel((x, y))


def test_each_page_names_the_app_and_its_icons(client, table):
    for address in ("/", table.address, "/trust"):
        page = client.get(address).text
        assert '<link rel="manifest" href="/app.webmanifest">' in page
        touch = re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)
        assert touch is not None
        assert (180, 180) == Image.open(io.BytesIO(client.get(touch[1], buffered=True).data)).size


def test_the_worker_keeps_one_page_and_its_parts_for_nobody_in_particular(client):
    worker = client.get("/worker.js")
    assert worker.mimetype == "text/javascript"
    kept = re.findall(r'"(/[^"]*)"', worker.text)
    assert "/away" == kept[0]
    assert all(re.fullmatch(r"/static/\w+/(vendor/)?[\w.-]+", part) for part in kept[1:])
    assert all(client.get(part, buffered=True).status_code == 200 for part in kept)
    assert 'credentials: "omit"' in worker.text
    assert not re.search(r"\.put\(|\.add\(|localStorage|indexedDB", worker.text)


def test_the_page_that_is_kept_is_the_same_for_everybody_and_names_no_table(client, table, app):
    away = client.get("/away")
    assert app.test_client().get("/away").data == away.data
    assert table.match.id not in away.text
    assert "Set-Cookie" not in away.headers


@pytest.mark.parametrize(
    "part",
    ["tokens.css", "parts.css", "pages.css", "connection.js", "mark.svg", "wght-normal.woff2"],
)
def test_the_page_that_is_kept_has_all_that_it_needs(client, part):
    asked = re.findall(r'(?:src|href)="(/static/[^"]+)"', client.get("/away").text)
    assert any(one.endswith(part) for one in asked)
    kept = client.get("/worker.js").text
    needed = [one for one in asked if not one.endswith("icon-touch-180.png")]
    assert all(one in kept for one in needed)
