"""What is sent to be read is measured before it is opened, whatever it calls itself."""

import io
import re
import struct
from base64 import b64encode
from zlib import crc32

import odd_files
import pytest
from PIL import Image

from referee.core import Setup
from referee.web.sight import frames

JSON = {"Accept": "application/json"}


def photo(table, data, name="photo.jpg", kind="image/jpeg", **more):
    sent = {"expected": str(table.match.heard()), "photo": (io.BytesIO(data), name, kind), **more}
    return table.client.post(f"{table.address}/sightings", data=sent, headers=JSON)


def part(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(name + data))


def png_that_claims(width, height):
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", b"x\x9cc\0\0\0\x01\0\x01")
            + part(b"IEND", b""))  # fmt: skip


def jpeg_that_claims(width, height):
    file = io.BytesIO()
    Image.new("L", (64, 64), 200).save(file, "JPEG")
    data = bytearray(file.getvalue())
    frame = data.index(b"\xff\xc0")
    data[frame + 5 : frame + 9] = struct.pack(">HH", height, width)
    return bytes(data)


@pytest.mark.parametrize(
    "data", [png_that_claims(30_000, 30_000), jpeg_that_claims(65_000, 65_000)], ids=["PNG", "JPEG"]
)
def test_a_bomb_is_refused_by_its_header_alone(table, data):
    assert len(data) < 1_000
    answer = photo(table, data)
    assert answer.status_code == 400
    assert answer.json is not None
    assert "megapixels" in answer.json["says"]


def test_a_header_that_lies_about_what_follows_is_refused(table):
    answer = photo(table, png_that_claims(5_000, 5_000))
    assert answer.status_code == 400
    assert answer.json is not None
    assert "cut off or damaged" in answer.json["says"]


def test_a_jpeg_that_is_smaller_than_it_claims_shows_nothing(table):
    """Its library fills up what is missing, so there is nothing to be seen there."""
    before = table.match.seq
    answer = photo(table, jpeg_that_claims(4_000, 3_000))
    assert answer.json is not None
    assert answer.status_code == 400 or answer.json["seen"] == []
    assert table.match.seq == before


@pytest.mark.parametrize(
    "data",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        b"GIF89a" + bytes(40),
        b"%PDF-1.7\n",
        b"BM" + bytes(60),
        b"II*\0" + bytes(60),
        b"%!PS-Adobe-3.0\n",
        b"\x00\x00\x01\x00" + bytes(40),
        b"<!doctype html><script>alert(1)</script>",
    ],
)
def test_only_the_kinds_of_picture_that_are_read_are_opened(table, data):
    """Whatever it is called: what a file is is seen from the file."""
    for name, kind in (
        ("photo.jpg", "image/jpeg"),
        ("x.svg", "image/svg+xml"),
        ("..", "text/html"),
    ):
        answer = photo(table, data, name, kind)
        assert answer.status_code == 400
        assert answer.json is not None
        assert answer.json["problem"] == "bad-photo"


def test_a_picture_comes_back_as_a_picture_and_nothing_else(table):
    """It is written anew: what else was in the file, such as where it was taken, is gone."""
    file = io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "<script>alert('where we live')</script>"
    Image.new("L", (400, 300), 220).save(file, "JPEG", exif=exif.tobytes(), comment=b"<script>")
    answer = photo(table, file.getvalue(), "<script>.html", "text/html")
    assert answer.json is not None
    back = table.client.get(f"{table.address}/sightings/{answer.json['look']}/picture.jpg")
    assert (back.status_code, back.mimetype) == (200, "image/jpeg")
    assert back.headers["X-Content-Type-Options"] == "nosniff"
    assert b"script" not in back.data
    assert b"where we live" not in back.data


ENDLESS = b"--x\r\nContent-Disposition: form-data; name=photo; filename=a.jpg\r\n\r\n\xff\xd8\xff"


# A file that was begun is closed when it is forgotten, which its library warns of.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (ENDLESS, "multipart/form-data; boundary=x"),
        (ENDLESS, "multipart/form-data"),
        (ENDLESS, "multipart/form-data; boundary="),
        (ENDLESS, f"multipart/form-data; boundary={'x' * 5_000}"),
        (b"--x\r\n" * 5_000, "multipart/form-data; boundary=x"),
        (b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n" * 3_000 + b"--x--",
         "multipart/form-data; boundary=x"),
        (b"--x\r\n" + b"X: y\r\n" * 50_000 + b"\r\n\r\n--x--", "multipart/form-data; boundary=x"),
        (ENDLESS, "image/jpeg"),
        (ENDLESS, "text/plain"),
        (b"photo=" + b"%" * 200_000, "application/x-www-form-urlencoded"),
        (b"&".join(b"a%d=1" % n for n in range(50_000)), "application/x-www-form-urlencoded"),
        (b'{"photo":"' + b"x" * 200_000 + b'"}', "application/json"),
    ],
)  # fmt: skip
def test_a_body_that_is_not_what_it_says_is_refused(table, body, kind):
    before = table.match.seq
    for path in (f"{table.address}/sightings", "/transcripts", f"{table.address}/act"):
        answer = table.client.post(path, data=body, content_type=kind, headers=JSON)
        assert answer.status_code in {400, 413}, path
        assert answer.json is not None
        assert answer.json["says"]
    assert table.match.seq == before


class Unread(io.BytesIO):
    """A body that must not be asked for."""

    def read(self, *_):
        raise AssertionError("it was read")

    readline = readinto = readinto1 = read1 = read


@pytest.mark.parametrize("path", ["sightings", "frames?camera=a"])
def test_more_than_a_photo_has_is_not_even_read(table, path):
    answer = table.client.post(
        f"{table.address}/{path}",
        input_stream=Unread(),
        content_length=10**9,
        content_type="multipart/form-data; boundary=x",
        headers=JSON,
    )
    assert answer.status_code in {400, 413}
    assert answer.json is not None
    assert answer.json["says"]


def test_a_camera_that_sends_a_bomb_beside_its_scan_is_refused(table):
    sent = {"width": 9, "height": 9, "codes": [], "markers": [], "unread": [], "sharpness": 1.0,
            "glare": 0.0, "jpeg": b64encode(png_that_claims(30_000, 30_000)).decode()}  # fmt: skip
    answer = table.client.post(f"/api{table.address}/sightings", json=sent, headers=JSON)
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["problem"] in {"bad-photo", "unclear"}


# ---------------------------------------------------------------- the same at every door


@pytest.fixture
def rolling(matches):
    return matches.open("rolling", Setup(("Ann", "Bo"), (("first", "0"),)))


@pytest.fixture
def lobbies(table, rolling):
    """Send a picture to every address that reads pictures, and give each answer by its name."""
    seen = {"width": 9, "height": 9, "codes": [], "markers": [], "unread": [], "sharpness": 1.0,
            "glare": 0.0}  # fmt: skip

    def form(address, data):
        sent = {"expected": str(table.match.heard()), "photo": (io.BytesIO(data), "photo.jpg")}
        return table.client.post(address, data=sent, headers=JSON)

    def sent(data):
        beside = {**seen, "jpeg": b64encode(data).decode()}
        where = f"{table.address}/frames?camera=a"
        return {
            "match": form(f"{table.address}/sightings", data),
            "camera of a page": table.client.post(where, data=data, headers=JSON),
            "camera": table.client.post(
                f"/api{table.address}/sightings", json=beside, headers=JSON
            ),
            "board": form("/score/rolling/photo", data),
            "frame": form("/score/rolling/frame/photo", data),
            "dice": form(f"/matches/{rolling.id}/dice/photo", data),
        }

    return sent


def test_every_address_that_reads_pictures_is_asked_here(app, lobbies):
    """A new one has to be added to `doors`, and is then held to the same."""
    views = [
        view for view in app.view_functions.values() if "read_in_worker" in view.__code__.co_names
    ]
    helped = {frames.report}  # it has a function between itself and the reader
    assert len(lobbies(b"x")) == len({*views, *helped})


ODD = odd_files.refused()
SOME = [name for name in ODD if not name.startswith("cut-at") or "-30" in name]


@pytest.mark.parametrize("name", SOME)
def test_an_odd_file_gets_one_sentence_wherever_it_is_sent(table, here, lobbies, name):
    before = table.match.seq
    for lobby, answer in lobbies(ODD[name]).items():
        assert answer.status_code == 400, lobby
        assert answer.json["problem"] == "bad-photo", lobby
        assert re.fullmatch(r"This (picture|file) [^\n]+\.", answer.json["says"]), lobby
        if name.startswith("strip"):
            assert "narrow strip" in answer.json["says"], lobby
    assert (table.match.seq, here.failures.count) == (before, 0)


@pytest.fixture
def failing(monkeypatch):
    """Let the libraries fail as none of them is known to."""

    def fail(*_given, **_more):
        raise ValueError("Maximum image width/height is 65535")

    monkeypatch.setattr("camera.pictures.read_picture", fail)
    monkeypatch.setattr("camera.pictures.read_in_colour", fail)


@pytest.mark.usefixtures("failing")
def test_what_nobody_foresaw_is_a_sentence_too_and_the_log_says_where_it_failed(
    table, lobbies, caplog
):
    before = table.match.seq
    answers = lobbies(jpeg_that_claims(64, 64))
    for lobby, answer in answers.items():
        assert answer.status_code == 400, lobby
        assert answer.json["says"] == "I cannot read this picture. Please take another one.", lobby
    assert table.match.seq == before
    assert [record.exc_info[0] for record in caplog.records] == [ValueError] * len(answers)


@pytest.mark.usefixtures("failing")
def test_how_often_nobody_foresaw_it_is_counted_and_told_by_the_doctor(table, here, lobbies):
    assert "No unexpected failures since the start." in table.client.get("/doctor").text
    count = len(lobbies(jpeg_that_claims(64, 64)))
    assert here.failures.count == count
    assert f"{count} pictures have failed unexpectedly" in table.client.get("/doctor").text
