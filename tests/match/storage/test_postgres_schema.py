"""A database that an earlier version has made is brought along."""

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg

from referee.core import Seat
from referee.match import Hold
from referee.match.storage.postgres import PostgresStore
from referee.match.storage.sqlite import schema

STORED = Path(__file__).parents[1] / "stored"


def test_a_database_of_the_first_schema_ends_up_as_a_new_one_without_a_seat_too_many(postgres):
    """Of the two seats of one phone the one that it took last stays; doors get their tokens."""
    first = (STORED / "postgres-1.sql").read_text("utf-8")
    for name in ("old", "new"):
        postgres.do(f"CREATE DATABASE {name}", "postgres")
    postgres.do(first, "old")
    store = PostgresStore(postgres.url("old"))
    assert store.holds("a") == {Seat(0): Hold("phone", own=True), Seat(1): Hold("tablet")}
    one, other = store.lobby("a"), store.lobby("b")
    assert one
    assert other
    assert (one.code, one.host, one.guarded, len(one.token)) == ("K7M4RX", "tablet", True, 32)
    assert (store.match_by_token(one.token), store.match_by_token(other.token)) == ("a", "b")
    store.close()
    PostgresStore(postgres.url("new")).close()
    assert tables(postgres.url("old")) == tables(postgres.url("new"))
    for name in ("old", "new"):
        postgres.do(f"DROP DATABASE {name}", "postgres")


def tables(url):
    """Return the columns and the indices of a database."""
    with psycopg.connect(url) as connection:
        columns = connection.execute(
            "SELECT table_name, column_name, ordinal_position, column_default, is_nullable,"
            " data_type, collation_name FROM information_schema.columns"
            " WHERE table_schema = 'public' ORDER BY 1, 3"
        ).fetchall()
        indices = connection.execute(
            "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"
        ).fetchall()
    return columns, indices


def test_both_databases_have_the_same_columns_in_the_same_order(postgres):
    """Except that SQLite checks each entry, and PostgreSQL keeps version and slips in tables."""
    postgres.do("CREATE DATABASE compared", "postgres")
    PostgresStore(postgres.url("compared")).close()
    with psycopg.connect(postgres.url("compared")) as connection:
        there = connection.execute(
            "SELECT table_name, column_name, is_nullable = 'NO', data_type"
            " FROM information_schema.columns WHERE table_schema = 'public'"
            " AND table_name NOT IN ('schema_version', 'slips') ORDER BY 1, ordinal_position"
        ).fetchall()
    postgres.do("DROP DATABASE compared", "postgres")
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(schema())
        here = connection.execute(
            'SELECT tables.name, columns.name, columns."notnull" OR pk, columns.type'
            " FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns"
            " WHERE tables.type = 'table' AND columns.name <> 'checksum' ORDER BY 1, cid"
        ).fetchall()
    kinds = {"text": "TEXT", "integer": "INTEGER", "bigint": "INTEGER", "boolean": "INTEGER"}
    assert [(*column, kinds[kind]) for *column, kind in there] == here
