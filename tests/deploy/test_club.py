"""What a club is started with: parts that are named exactly, no password, streams that flow."""

import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
from contextlib import closing, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml
from running_server import free_port

from referee.config import read_settings
from referee.match import SqliteStore
from referee.web import Settings, create_app

pytestmark = pytest.mark.package

CLUB = Path(__file__).parents[2] / "deploy" / "club"
CONTAINER = CLUB.with_name("container") / "Containerfile"
IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
NGINX_MISSING = "no nginx on this machine (Debian: apt-get install nginx)"
SERVERS = ("one", "two")
DEADLINE_S = 20


@pytest.fixture(scope="module")
def club():
    return yaml.safe_load((CLUB / "compose.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def services(club):
    return club["services"]


@pytest.fixture(scope="module")
def proxy():
    return (CLUB / "nginx.conf").read_text("utf-8")


def test_a_club_is_one_database_two_servers_and_one_proxy(services):
    assert set(services) == {"database", *SERVERS, "proxy"}
    assert services["one"] == services["two"]


def test_each_image_is_named_exactly(services):
    built = re.findall(r"^FROM (\S+)", CONTAINER.read_text("utf-8"), re.MULTILINE)
    images = [one["image"] for one in services.values() if "build" not in one]
    assert len([*built, *images]) == 3
    for image in (*built, *images):
        assert re.fullmatch(r"[a-z]+:\d+\.\d+(\.\d+)?-[a-z-]+", image), image


def test_there_is_no_password_to_begin_with(services):
    environments = [one.get("environment", {}) for one in services.values()]
    secret = [text for told in environments for name, text in told.items() if "PASSWORD" in name]
    assert len(secret) == 3
    for text in secret:
        assert re.fullmatch(r"\$\{POSTGRES_PASSWORD:\?.+\}", text), "it does not start without one"
    example = (CLUB / "example.env").read_text("utf-8")
    assert re.search(r"^POSTGRES_PASSWORD=$", example, re.MULTILINE)
    assert services["one"]["environment"]["REFEREE_DATABASE_URL"].count(":") == 1
    assert "/deploy/club/.env" in (CLUB.parents[1] / ".gitignore").read_text("utf-8")


def test_the_example_names_what_is_asked_for(services):
    asked = set(re.findall(r"\$\{(\w+)(?=[:}])(?!:-1g)", str(services)))
    example = (CLUB / "example.env").read_text("utf-8")
    assert asked == set(re.findall(r"^(\w+)=", example, re.MULTILINE))


def filled_in(told, **given):
    """Put in what somebody has written into .env, as Compose does."""

    def put(one: re.Match[str]) -> str:
        return str(given.get(one[1], one[2]))

    return {name: re.sub(r"\$\{(\w+):[-?]([^}]*)\}", put, text) for name, text in told.items()}


def test_a_second_proxy_before_the_first_is_a_line_in_the_env_file(services):
    told = filled_in(services["one"]["environment"], CLUB_PROXIES="2")
    assert read_settings(told)[0].proxies == 2


def test_the_servers_are_set_up_by_settings_that_there_are(services):
    told = filled_in(services["one"]["environment"])
    settings, warnings = read_settings({**told, "REFEREE_HOSTS": "club.example"})
    assert warnings == ()
    assert settings.database_url == "postgresql://referee@database/referee"
    assert settings.proxies == 1
    at_most = len(SERVERS) * (settings.database_connections + 1)
    assert at_most < 100 - 10, "PostgreSQL takes 100, and somebody must be able to look after it"


def test_everything_is_watched_over_and_started_again(services):
    for name, one in services.items():
        assert one["healthcheck"]["test"][0] == "CMD", name
        assert one["restart"] == "unless-stopped", name
        kept = one["logging"]["options"]
        assert int(kept["max-size"].removesuffix("m")) * int(kept["max-file"]) <= 100, "MB of lines"
    for name in SERVERS:
        assert services[name]["depends_on"]["database"]["condition"] == "service_healthy"
        assert services["proxy"]["depends_on"][name]["condition"] == "service_healthy"
        assert services["proxy"]["depends_on"][name]["restart"] is True
    for name in ("one", "proxy"):
        assert "/healthz" in " ".join(services[name]["healthcheck"]["test"])
    rules = create_app(SqliteStore(":memory:"), {}).url_map.iter_rules()
    assert "/healthz" in [rule.rule for rule in rules]


def test_only_the_proxy_is_reached_from_outside_and_matches_outlive_everything(club, services):
    assert [name for name, one in services.items() if "ports" in one] == ["proxy"]
    (volume,) = services["database"]["volumes"]
    name, _, place = volume.partition(":")
    assert name in club["volumes"]
    assert place == "/var/lib/postgresql/data"
    for name in SERVERS:
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]


def test_the_proxy_holds_nothing_back_and_takes_what_the_referee_takes(proxy):
    assert re.search(r"proxy_buffering\s+off;", proxy)
    assert re.search(r"gzip\s+off;", proxy)
    read_s = int(re.findall(r"proxy_read_timeout\s+(\d+)s;", proxy)[0])
    assert read_s >= 3 * Settings().heartbeat_s
    largest = int(re.findall(r"client_max_body_size\s+(\d+)m;", proxy)[0]) * 1024 * 1024
    assert largest > Settings().max_photo_bytes
    assert "proxy_set_header Host $http_host;" in proxy
    assert "non_idempotent" not in proxy
    assert re.findall(r"server (\w+):8000", proxy) == list(SERVERS)


def test_the_page_names_parts_of_the_measurements_that_there_are():
    page = (CLUB / "README.md").read_text("utf-8")
    bench = (CLUB.parents[1] / "tests" / "bench" / "__main__.py").read_text("utf-8")
    named = re.findall(r"--only (\w+)", page)
    assert named
    for part in named:
        assert f'    "{part}": ' in bench, part


def test_the_page_says_how_many_screens_a_process_takes():
    assert Settings().streams == 500
    assert "takes 500 screens" in (CLUB / "README.md").read_text("utf-8")


# ---------------------------------------------------------------- with a real proxy


class Answering(BaseHTTPRequestHandler):
    """Says which server it is; a stream says so and then is silent."""

    protocol_version = "HTTP/1.1"
    server: "Answerer"

    def do_GET(self):
        who, protocol = self.headers["X-Forwarded-For"], self.headers["X-Forwarded-Proto"]
        said = f"data: {self.server.name} {who} {protocol}\n\n".encode()
        self.send_response(200)
        if self.path.endswith("/stream"):
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(said), said))
            self.wfile.flush()
            self.server.over.wait()
            self.close_connection = True
        else:
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

    do_POST = do_GET  # noqa: N815 - named by its base

    def log_message(self, *_):
        pass


class Answerer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, name):
        self.name = name
        self.over = threading.Event()
        super().__init__(("127.0.0.1", 0), Answering)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def end(self):
        self.over.set()
        self.shutdown()
        self.server_close()


@pytest.fixture
def answerers():
    made = {name: Answerer(name) for name in SERVERS}
    yield made
    for one in made.values():
        one.end()


@pytest.fixture
def port(tmp_path, proxy, answerers):
    """The port of a real nginx with the club's own configuration, before two servers."""
    if NGINX is None:
        if IN_CI:
            pytest.fail(NGINX_MISSING, pytrace=False)
        pytest.skip(NGINX_MISSING)
    port = free_port()
    here = proxy.replace("listen 8080", f"listen 127.0.0.1:{port}")
    for name, one in answerers.items():
        here = here.replace(f"{name}:8000", f"127.0.0.1:{one.server_port}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {tmp_path / kind};\n" for kind in kinds)
    (tmp_path / "nginx.conf").write_text(here.replace("http {\n", f"http {{\n{folders}", 1))
    told = f"daemon off; pid {tmp_path / 'pid'}; error_log stderr;"
    command = [NGINX, "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf"), "-g", told]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    until = time.monotonic() + DEADLINE_S
    while True:
        assert process.poll() is None, process.communicate()[1].decode()
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            break
        assert time.monotonic() < until
        time.sleep(0.02)
    yield port
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=DEADLINE_S)


def asked(port, address, method="GET", **headers):
    with closing(HTTPConnection("127.0.0.1", port, timeout=DEADLINE_S)) as line:
        line.request(method, address, headers=headers)
        answer = line.getresponse()
        return answer.status, answer.read().decode().strip().removeprefix("data: ").split(" ")


def test_a_server_hears_by_which_protocol_the_first_proxy_was_asked(port):
    assert asked(port, "/")[1][1:] == ["127.0.0.1", "http"]
    before = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    assert asked(port, "/", **before)[1][1:] == ["203.0.113.9,", "127.0.0.1", "https"]


def test_an_event_goes_through_the_proxy_at_once(port):
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as line:
        line.request("GET", "/matches/a/stream")
        with closing(line.getresponse()) as answer:
            assert answer.readline().startswith(b"data: "), (
                "the stream goes on, its first event is here"
            )


def test_a_table_stays_with_one_server_until_that_goes(port, answerers):
    tables = [f"/matches/table-{number}" for number in range(20)]
    before = {table: asked(port, table)[1][0] for table in tables}
    assert set(before.values()) == set(SERVERS), "both have tables"
    for table in tables:
        for address in (table, f"{table}/show", f"{table}/seats/1/cover"):
            assert asked(port, address)[1][0] == before[table]
    answerers["one"].end()
    for table in tables:
        for method in ("GET", "POST"):
            assert asked(port, table, method) == (200, ["two", "127.0.0.1", "http"])
