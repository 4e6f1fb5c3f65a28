"""What every test may use: profiles for random tests, and a real browser where there is one."""

import gc
import os
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from chromium import FLAGS, QUICKEST
from hypothesis import settings
from postgres_server import PostgresServer, needed, running_postgres

if TYPE_CHECKING:
    from types import CodeType

    from playwright.sync_api import Browser

IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}

# A slow or busy machine is no failure, so no example has a deadline. In CI the same examples are
# drawn each time: a red run is red again when it is repeated.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if IN_CI else "local")

WAITING = (
    "tests/deploy/test_installer.py",
    "tests/package/test_readme.py::test_make_serve",
    "tests/browser/sync/",
    "tests/soak/",
)
"""Where tests mostly wait: for packages that are unpacked, for patience that runs out."""

COMPILED = ("_parts", "_trace", "_converters", "arguments")
BUILDERS = ("_build", "_build_unknown")
"""What werkzeug compiles a rule to: its parts, and two methods that write an address."""

CHROMIUM_MISSING = "no chromium on the PATH (Debian: apt-get install chromium)"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite",
        action="store_true",
        help="rewrite the stated facts of the golden transcripts instead of comparing them",
    )


def pytest_configure() -> None:
    """Look through everything seldom, as the server does; most of what is made is soon gone."""
    gc.set_threshold(50_000, 20, 100)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what mostly waits, so that the others compute meanwhile and none is left over."""

    def place(item: pytest.Item) -> int:
        found = [number for number, path in enumerate(WAITING) if item.nodeid.startswith(path)]
        return found[0] if found else len(WAITING)

    items.sort(key=place)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run two tests more than there are cores, for each waits for a third of its time."""
    return len(os.sched_getaffinity(0)) + 2


def pytest_collection_finish() -> None:
    """Take what is there now as there for good, as the server does; there is much of it."""
    gc.freeze()
    gc.set_threshold(5_000, 10, 20)


def pytest_unconfigure() -> None:
    """Let libraries find at the end that nothing of theirs is left."""
    gc.unfreeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs a browser where there is none; in CI its absence is a failure."""
    if item.get_closest_marker("browser") and not QUICKEST:
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
            self.codes: dict[tuple[str, str], CodeType | None] = {}

        def load_bytecode(self, bucket: Bucket) -> None:
            bucket.code = self.codes.get((bucket.key, bucket.checksum))

        def dump_bytecode(self, bucket: Bucket) -> None:
            self.codes[bucket.key, bucket.checksum] = bucket.code

    before = Flask.jinja_options
    Flask.jinja_options = {**before, "bytecode_cache": Kept()}
    yield
    Flask.jinja_options = before


@pytest.fixture(scope="session", autouse=True)
def addresses_compiled_once() -> Iterator[None]:
    """Let all applications share what a rule is compiled to, which knows its own words only."""
    from werkzeug.routing import Rule  # noqa: PLC0415 - the same

    compiled: dict[tuple[object, ...], dict[str, Any]] = {}
    compile_one = Rule.compile

    def once(rule: Rule) -> None:
        if rule.defaults:
            compile_one(rule)
            return
        key = (rule.rule, rule.subdomain, rule.host, rule.is_leaf, rule.merge_slashes)
        if key not in compiled:
            compile_one(rule)
            compiled[key] = {name: vars(rule)[name] for name in COMPILED}
            compiled[key] |= {name: vars(rule)[name].__func__ for name in BUILDERS}
        known = compiled[key]
        vars(rule).update(known, arguments=set(known["arguments"]))
        vars(rule).update({name: known[name].__get__(rule) for name in BUILDERS})

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Rule, "compile", once)
        yield


@pytest.fixture(scope="session")
def rewrite(request: pytest.FixtureRequest) -> bool:
    """Whether golden transcripts are to be rewritten (`make transcripts`)."""
    return bool(request.config.getoption("--rewrite"))


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Return one Chromium for the whole run; a test opens its own context in it."""
    # Only these tests need it, and it takes a while to load.
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=QUICKEST, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Return one PostgreSQL server for the whole run of this process."""
    needed(in_ci=IN_CI)
    with running_postgres() as server, pytest.MonkeyPatch.context() as patched:
        # A pool connects in threads of its own. If they drew from the chance that all share,
        # Hypothesis would take it that whatever draws just then does so behind its back.
        patched.setattr("psycopg_pool.base.random", Random().random)
        yield server


@pytest.fixture
def database(postgres: PostgresServer) -> str:
    """Return the address of a database without tables, which is a new one for each test."""
    postgres.do("DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public")
    return postgres.near()


@pytest.fixture
def emptied(postgres: PostgresServer) -> str:
    """Return the address of a database that is empty, but for tables that an earlier test made.

    It is quicker than a new one, for tests that leave the tables as they are.
    """
    postgres.do(
        """DO $$ BEGIN IF to_regclass('matches') IS NOT NULL THEN
        DELETE FROM matches; DELETE FROM kept; DELETE FROM slips; END IF; END $$""",
        "emptied",
    )
    return postgres.near("emptied")
