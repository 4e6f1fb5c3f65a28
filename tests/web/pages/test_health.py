"""Whoever watches over a server learns whether it can serve, and nothing else."""

from referee.match import SqliteStore, StoreFailed


def test_a_server_that_can_serve_says_ok(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.mimetype, answer.text) == (200, "text/plain", "ok\n")


def test_a_server_without_its_matches_says_so_plainly(client, monkeypatch):
    def fail(*_):
        raise StoreFailed("/var/lib/secret refused")

    monkeypatch.setattr(SqliteStore, "kept", fail)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (503, "The stored matches cannot be reached.\n")
