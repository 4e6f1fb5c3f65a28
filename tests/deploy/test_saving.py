"""What is saved of a club comes back, by the lines of its page, from a real database."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from postgres_server import needed, running_postgres

from referee.core import Setup
from referee.match import Opened, Played, Row
from referee.match.storage.postgres import PostgresStore

pytestmark = pytest.mark.package

IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}
PAGE = Path(__file__).parents[2] / "deploy" / "club" / "README.md"
ROWS = (Row(0, Opened(1, "nim", Setup(("Ann", "Bo"))), "t"), Row(1, Played("take"), "t", act=1))


def lines_of(heading):
    """Return the lines that a part of the page says to type."""
    part = PAGE.read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    (typed,) = re.findall(r"```sh\n(.*?)```", part, re.DOTALL)
    return typed.splitlines()


def in_database(heading):
    """Return what is done inside the database's container, without what leads into it."""
    inside = "docker compose exec --no-TTY database "
    return [line.removeprefix(inside) for line in lines_of(heading) if line.startswith(inside)]


@pytest.fixture(scope="module")
def own_server():
    """A server of its own: its databases are renamed."""
    needed(in_ci=IN_CI)
    with running_postgres() as made:
        yield made


@pytest.fixture
def server(own_server):
    """The server with an empty database of the club."""
    for statement in ("DROP DATABASE IF EXISTS before", "DROP DATABASE referee"):
        own_server.do(f"{statement} WITH (FORCE)", "postgres")
    own_server.do("CREATE DATABASE referee", "postgres")
    return own_server


@pytest.fixture
def typed(server, tmp_path):
    """Type a line of the page as if inside the container, and return how it ended."""
    if shutil.which("pg_restore") is None:
        pytest.skip("no pg_restore on this machine")
    where = server.near().partition("host=")[2].partition("&")[0]
    told = {**os.environ, "PGHOST": where, "PGPORT": str(server.port)}

    def typed(line):
        return subprocess.run(
            ("sh", "-c", line),
            cwd=tmp_path,
            env=told,
            capture_output=True,
            text=True,
            check=False,
        )

    return typed


def saved(server, typed):
    """Save a club with one match."""
    store = PostgresStore(server.near())
    store.create("kept", ROWS)
    store.close()
    (save,) = in_database("Back up")
    assert (typed(save).returncode, typed(save).stderr) == (0, "")


def test_what_was_saved_comes_back_in_place_of_what_is_there(server, typed):
    saved(server, typed)
    store = PostgresStore(server.near())
    store.delete("kept")
    store.create("later", ROWS)
    store.close()
    for line in in_database("Restore"):
        done = typed(line)
        assert (done.returncode, done.stderr) == (0, ""), line
    store = PostgresStore(server.near())
    assert [one.id for one in store.matches()] == ["kept"]
    assert store.rows("kept") == ROWS
    store.append("kept", [Row(2, Played("take"), "t", act=2)])
    store.create("new", ROWS)
    store.close()
    aside = PostgresStore(server.near("before"))
    assert [one.id for one in aside.matches()] == ["later"]
    aside.close()


def test_what_is_brought_back_into_a_club_that_has_tables_changes_nothing(server, typed):
    saved(server, typed)
    store = PostgresStore(server.near())
    store.delete("kept")
    store.create("later", ROWS)
    store.close()
    assert typed(in_database("Restore")[-1]).returncode != 0
    store = PostgresStore(server.near())  # it is whole
    assert [one.id for one in store.matches()] == ["later"]
    store.close()


def test_no_server_runs_while_the_database_is_brought_back():
    steps = lines_of("Restore")
    assert steps[0] == "docker compose stop one two proxy"
    assert steps[1] == "docker compose up --detach --wait database"
    assert [line for line in steps if "docker compose up --build" in line] == steps[-1:]
    assert "--single-transaction --exit-on-error" in steps[-2]
