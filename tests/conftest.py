"""What every test may use: profiles for random tests, and a real browser where there is one."""

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from postgres_server import PostgresServer, needed, running_postgres

if TYPE_CHECKING:
    from playwright.sync_api import Browser

IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}

# A slow or busy machine is no failure, so no example has a deadline. In CI the same examples are
# drawn each time: a red run is red again when it is repeated.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if IN_CI else "local")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMIUM_MISSING = "no chromium on the PATH (Debian: apt-get install chromium)"
# The first lets it run as root in a container; the others keep it from talking to anyone but us.
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite",
        action="store_true",
        help="rewrite the stated facts of the golden transcripts instead of comparing them",
    )


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs a browser where there is none; in CI its absence is a failure."""
    if item.get_closest_marker("browser") and not CHROMIUM:
        if IN_CI:
            pytest.fail(CHROMIUM_MISSING, pytrace=False)
        pytest.skip(CHROMIUM_MISSING)


@pytest.fixture(scope="session", autouse=True)
def templates_compiled_once() -> Iterator[None]:
    """Let all applications of a run share what Jinja has compiled; most of a first page is that."""
    # Most tests need none of it, and it takes a while to load.
    from flask import Flask  # noqa: PLC0415
    from jinja2 import BytecodeCache  # noqa: PLC0415
    from jinja2.bccache import Bucket  # noqa: PLC0415

    class Kept(BytecodeCache):
        def __init__(self) -> None:
            self.codes: dict[str, bytes] = {}

        def load_bytecode(self, bucket: Bucket) -> None:
            if bucket.key in self.codes:
                bucket.bytecode_from_string(self.codes[bucket.key])

        def dump_bytecode(self, bucket: Bucket) -> None:
            self.codes[bucket.key] = bucket.bytecode_to_string()

    before = Flask.jinja_options
    Flask.jinja_options = {**before, "bytecode_cache": Kept()}
    yield
    Flask.jinja_options = before


@pytest.fixture(scope="session")
def rewrite(request: pytest.FixtureRequest) -> bool:
    """Whether golden transcripts are to be rewritten (`make transcripts`)."""
    return bool(request.config.getoption("--rewrite"))


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Give one Chromium for the whole run; a test opens its own context in it."""
    # Only these tests need it, and it takes a while to load.
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Give one PostgreSQL server for the whole run of this process."""
    needed(in_ci=IN_CI)
    with running_postgres() as server:
        yield server


@pytest.fixture
def database(postgres: PostgresServer) -> str:
    """Give the address of a database without tables, which is a new one for each test."""
    postgres.do("DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public")
    return postgres.near()


@pytest.fixture
def emptied(postgres: PostgresServer) -> str:
    """Give the address of a database that is empty, but for tables that an earlier test made.

    It is quicker than a new one, for tests that leave the tables as they are.
    """
    postgres.do(
        """DO $$ BEGIN IF to_regclass('matches') IS NOT NULL THEN
        DELETE FROM matches; DELETE FROM kept; DELETE FROM slips; END IF; END $$""",
        "emptied",
    )
    return postgres.near("emptied")
