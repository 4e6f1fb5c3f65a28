"""Nothing is loaded from elsewhere, nothing elsewhere can enter anything, and problems are kind."""

import re
from pathlib import Path

import pytest

from referee.match import SqliteStore, StoreFailed
from referee.web import Settings, create_app

PATHS = (
    "",
    "/show",
    "/history",
    "/why",
    "/overrule",
    "/more",
    "/entries/1",
    "/seats",
    "/seats/0/cover",
)
PAGES = ("/", "/join", "/new/waves", "/games/waves/rules", "/demos/waves/game-teams-of-four?at=9")
OLD = {"User-Agent": "Mozilla/5.0 (Android 5.1; Tablet; rv:68.0) Gecko/68.0 Firefox/68.0"}
SCOLDING = re.compile(r"\b(error|invalid|null|none|exception|failed|illegal)\b", re.IGNORECASE)


def every_page(table):
    addresses = (*PAGES, *(table.address + path for path in PATHS))
    return {address: table.client.get(address) for address in addresses}


def test_every_answer_carries_the_policy(table):
    for address, answer in every_page(table).items():
        assert answer.status_code == 200, address
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'self';")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("https://192.0.2.7", "same-origin"),
        ("http://localhost:8000", "same-origin"),
        ("http://127.0.0.1:8000", "same-origin"),
        ("http://192.0.2.7:8000", None),
        ("http://table.local:8000", None),
    ],
)
def test_a_page_stays_apart_from_others_where_the_browser_heeds_that(table, address, told):
    """Elsewhere it would only complain, on every page of every phone."""
    answer = table.client.get(table.address, base_url=address)
    assert answer.headers.get("Cross-Origin-Opener-Policy") == told


def test_no_page_needs_what_the_policy_forbids(table):
    for address, answer in every_page(table).items():
        page = answer.text
        assert not re.search(r"\sstyle=", page), address
        assert not re.search(r"\son[a-z]+=\"", page), address
        assert "<style" not in page, address
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page)), address


def test_no_page_asks_another_server_for_anything(table):
    for address, answer in every_page(table).items():
        loaded = re.findall(r"(?:src|href|action)=\"(\w+:)?//", answer.text)
        assert loaded == [], address


def own_files(app, kind):
    """Return the paths of our own scripts or stylesheets, those of each room as well."""
    return [path for path in Path(app.root_path).rglob(kind) if path.parent.name == "static"]


def test_no_style_or_script_asks_another_server_for_anything(app):
    own = [*own_files(app, "*.css"), *own_files(app, "*.js")]
    assert own
    for path in own:
        assert not re.search(r"(https?:)?//\w+\.\w", path.read_text("utf-8")), path.name


def test_scripts_stay_small_enough_to_read(app):
    for path in own_files(app, "*.js"):
        assert len(path.read_text("utf-8").splitlines()) <= 300, path.name


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://elsewhere.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": ""},
        {"Origin": "http://localhost.elsewhere.example"},
        {"Origin": "http://elsewhere.example/localhost"},
        {"Origin": "localhost"},
        {"Origin": "https://localhost"},
        {"Origin": "https://localhost", "X-Forwarded-Proto": "https"},  # no proxy is trusted here
        {"Origin": "http://localhost:8000"},
        {"Origin": "http://localhost:443"},
        {"Origin": "http://localhost/"},
        {"Origin": "http://localhost, http://elsewhere.example"},
        {"Sec-Fetch-Site": "none", "Origin": "https://localhost"},
        {**OLD, "Referer": "https://localhost/matches/x"},
        {**OLD, "Referer": "http://localhost:8000/matches/x"},
        {**OLD, "Referer": "http://elsewhere.example/page"},
        {**OLD, "Referer": "http://elsewhere.example/http://localhost/"},
        {**OLD, "Referer": "http://localhost@elsewhere.example/"},
        {**OLD, "Referer": ""},
        OLD,  # a page that asks its browser to say nothing
    ],
)
def test_another_website_can_enter_nothing(table, headers):
    before = table.match.seq
    answer = table.client.post(
        f"{table.address}/act",
        data={"action": "follow slot=0", "expected": before},
        headers=headers,
    )
    assert answer.status_code == 403
    assert table.match.seq == before


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://localhost"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {**OLD, "Origin": "http://localhost"},
        {**OLD, "Referer": "http://localhost/matches/x?seat=1"},
        {**OLD, "Sec-Fetch-Site": "same-origin"},
        {"User-Agent": "curl/8.5.0"},
    ],
)
def test_our_own_pages_and_programs_can(table, headers):
    data = {"action": "follow slot=0", "expected": table.match.seq}
    answer = table.client.post(f"{table.address}/act", data=data, headers=headers)
    assert answer.status_code == 303


@pytest.mark.parametrize(
    ("address", "origin", "status"),
    [
        ("http://192.0.2.7:8000", "http://192.0.2.7:8000", 303),
        ("http://192.0.2.7:8000", "http://192.0.2.7:9000", 403),
        ("http://192.0.2.7:8000", "http://192.0.2.7", 403),
        ("http://192.0.2.7:8000", "https://192.0.2.7:8000", 403),
        ("https://[2001:db8::7]:8443", "https://[2001:db8::7]:8443", 303),
        ("https://[2001:db8::7]:8443", "http://[2001:db8::7]:8443", 403),
        ("http://localhost:80", "http://localhost", 303),
        ("https://localhost:443", "https://localhost", 303),
        ("https://localhost", "http://localhost", 403),
    ],
)
def test_a_page_of_ours_has_the_scheme_the_host_and_the_port_that_the_browser_used(
    table, address, origin, status
):
    data = {"action": "follow slot=0", "expected": table.match.seq}
    headers = {"Origin": origin, "Host": address.partition("://")[2]}
    answer = table.client.post(f"{table.address}/act", data=data, headers=headers, base_url=address)
    assert answer.status_code == status


@pytest.mark.parametrize("path", ["act", "undo", "delete", "rematch", "seats/0/own", "frames"])
def test_no_kind_of_form_gets_in_from_another_website(table, path):
    """A form can have three types of body; a script without our leave can send no other."""
    before = table.match.seq
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain"):
        answer = table.client.post(
            f"{table.address}/{path}",
            data=f"expected={before}&action=follow slot=0",
            content_type=kind,
            headers={"Origin": "http://elsewhere.example", "Accept": "text/html"},
        )
        assert answer.status_code == 403, kind
    assert table.match.seq == before


def test_every_address_that_takes_something_asks_where_it_comes_from(app, table):
    stranger = {"Origin": "http://elsewhere.example"}
    tried = 0
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}:
            address = re.sub(r"<int:\w+>", "1", rule.rule).replace("<match_id>", table.match.id)
            answer = table.client.open(re.sub(r"<\w+>", "x", address), method=method,
                                       headers=stranger)  # fmt: skip
            assert answer.status_code == 403, rule.rule
            tried += 1
    assert tried > 20


@pytest.mark.parametrize("address", ["/matches/none/act", "/matches/none/seats/0/own",
                                     "/api/matches/none/sightings"])  # fmt: skip
def test_a_stranger_at_a_match_that_is_not_there_is_still_a_stranger(client, address):
    for headers in ({"Origin": "http://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert client.post(address, headers=headers).status_code == 403
    far = {"REMOTE_ADDR": "192.0.2.4"}
    answer = client.post("/api/matches/none/sightings", json={}, environ_base=far)
    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("more", "secure"),
    [
        ({}, False),
        ({"base_url": "https://localhost"}, True),
        ({"headers": {"X-Forwarded-Proto": "https"}}, True),
        ({"headers": {"X-Forwarded-Proto": "http, https"}}, False),
    ],
)
def test_a_device_is_known_by_a_cookie_that_no_script_and_no_other_website_gets(
    table, more, secure
):
    answer = table.client.get(f"{table.address}/seats", **more)
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert ("; Secure" in cookie) == secure


def test_a_cookie_that_somebody_has_changed_is_nobodys(parlour):
    phone = parlour.device(0)
    name = parlour.app.config["SESSION_COOKIE_NAME"]
    cookie = phone.get_cookie(name)
    assert cookie is not None
    own = f"{parlour.address}/seats/0"
    assert phone.get(own).status_code == 200
    payload, _, signature = cookie.value.partition(".")
    for forged in (payload, f"{payload}.", f"{payload}.{signature[:-2]}xx", f"x{cookie.value}"):
        phone.set_cookie(name, forged)
        assert phone.get(own).status_code == 302, forged


def test_what_is_not_taken_here_says_what_is(client):
    answer = client.put("/join")
    assert answer.status_code == 405
    assert {"GET", "HEAD"} <= set(answer.headers["Allow"].split(", "))


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/nothing", 404),
        ("/matches/none", 404),
        ("/matches/none/history", 404),
        ("/new/chess", 404),
        ("/games/waves/secrets.txt", 404),
        ("/demos/waves/none", 404),
        ("/demos/waves/..%2f..%2fstate", 404),
        ("/transcripts", 405),
        ("/score/rolling/photo", 405),
    ],
)
def test_what_is_not_there_is_said_in_plain_words(client, address, status):
    answer = client.get(address)
    assert answer.status_code == status
    said = re.sub(r"(?s)<[^>]*>|“[^”]*”", " ", answer.text)
    is_match = address.startswith("/matches/")
    assert ("There is no such match here" if is_match else "That did not work") in said
    assert not SCOLDING.search(said)


def test_programs_get_problems_as_json(client):
    answer = client.get("/nothing", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["says"]) == (404, "There is nothing at this address.")
    answer = client.get("/matches/none", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json["problem"]) == (404, "unknown-match")


def test_something_unforeseen_is_said_without_its_insides(client, here, monkeypatch, caplog):
    def break_down(*_args):
        raise ZeroDivisionError("the insides")

    monkeypatch.setattr(type(here.matches), "list", break_down)
    answer = client.get("/")
    assert answer.status_code == 500
    assert "the insides" not in answer.text
    assert "went wrong in the referee" in answer.text
    assert "a request ended badly: GET /" in caplog.text


def test_a_full_disk_loses_no_entry_silently(table, monkeypatch):
    def refuse(*_args, **_more):
        raise StoreFailed("disk full")

    monkeypatch.setattr(SqliteStore, "append", refuse)
    answer = table.enter("follow slot=0")
    assert answer.status_code == 503
    assert 'data-refusal="problem"' in answer.text


def test_too_long_an_upload_is_turned_away():
    small = create_app(SqliteStore(":memory:"), {}, Settings(max_upload_bytes=100)).test_client()
    answer = small.post("/transcripts", data={"text": "x" * 500})
    assert answer.status_code == 413
    assert "too large" in answer.text


def test_a_match_is_still_there_after_a_restart(tmp_path, app):
    games = app.extensions["referee"].matches.games
    store = SqliteStore(tmp_path / "matches.sqlite3")
    before = create_app(store, games).test_client()
    address = before.post("/new/waves", data={"count": "2"}).location
    before.post(f"{address}/act", data={"action": "elder slot=0 card=seer", "expected": 0})
    store.close()
    store = SqliteStore(tmp_path / "matches.sqlite3")
    after = create_app(store, games).test_client()
    assert "the Elder is a Seer" in after.get(address).text
    assert 'data-seq="1"' in after.get(address).text
    store.close()


@pytest.mark.parametrize(
    "host",
    [
        "192.0.2.7:8000", "127.0.0.1", "[::1]:8000", "[2001:db8::7]", "localhost:8000", "tablet",
        "TABLET:8000", "tablet.home.example", "Table.local:8000", "table.local.", "club.example",
        "CLUB.example:8000", "club",
    ],
)  # fmt: skip
def test_own_names_and_named_hosts_are_answered(host, monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "Tablet.home.example")
    client = create_app(
        SqliteStore(":memory:"), {}, Settings(hosts=("club.example", "Club"))
    ).test_client()
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "192.0.2.7.evil.example", "local.evil.example",
             "evil.example#.local", "a@b", "", "x" * 300, "[evil]", "table.local:80:80", "evil",
             "evil:8000", "localhost.evil", "[192.0.2.7]", "2001:db8::7", "192.0.2"]
)  # fmt: skip
def test_a_name_that_somebody_else_may_own_is_answered_plainly(table, host):
    headers = {"Host": host, "Origin": f"http://{host}"}
    before = table.match.seq
    data = {"action": "follow slot=0", "expected": before}
    answer = table.client.post(f"{table.address}/act", data=data, headers=headers)
    assert answer.status_code == 421
    assert "does not answer to this name" in answer.text
    assert not SCOLDING.search(answer.text)
    assert table.match.seq == before


@pytest.fixture(scope="module")
def oddly_named():
    """Serve under names that can be none, as a slip in `REFEREE_HOSTS` may ask for."""
    settings = Settings(hosts=("a..b", ".b", "x" * 64))
    return create_app(SqliteStore(":memory:"), {}, settings).test_client()


@pytest.mark.parametrize(
    "host",
    [".local", "..local", "a..local", ".local.", "a.local..", f"{'x' * 64}.local", "x" * 64,
     f"a.{'x' * 64}.local:80", f"{'x.' * 150}local", "a..b", ".b", ".", "..", ":80", " ",
     "a b.local", " .local", "m\xfcnchen.local", "\u0663.local", "[", "[]", "[::1", "[::1]x.local",
     "::1", "a.local,b.local", "a.local/x", "a.local:80\n", "a.local:123456"],
)  # fmt: skip
def test_what_can_be_no_name_is_no_name_of_ours(oddly_named, host):
    for path in ("/", "/healthz", "/join", "/api"):
        answer = oddly_named.get(path, environ_overrides={"HTTP_HOST": host})
        assert answer.status_code == 421, path


@pytest.mark.parametrize("host", [f"{'x' * 63}.local", "-.local", "a_b.local", "1.local.:80"])
def test_an_odd_name_of_this_network_is_answered(oddly_named, host):
    assert oddly_named.get("/join", headers={"Host": host}).status_code == 200
