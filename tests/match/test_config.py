"""What the operator decides by the environment."""

from pathlib import Path

import pytest

from referee.config import Settings, read_settings


def test_without_an_environment_the_defaults_hold(monkeypatch):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/ann")
    settings, warnings = read_settings({})
    assert warnings == ()
    assert settings.data == Path("/home/ann/.local/share/tabletop-referee")
    assert settings.database == settings.data / "referee.sqlite3"
    assert (settings.host, settings.port) == ("0.0.0.0", 8000)  # noqa: S104 - the default


@pytest.mark.parametrize(
    ("home", "data"),
    [
        ("/data", "/data/tabletop-referee"),
        ("not/absolute", "/home/ann/.local/share/tabletop-referee"),
    ],
)
def test_the_data_lie_where_the_desktop_says(monkeypatch, home, data):
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("XDG_DATA_HOME", home)
    assert Settings().data == Path(data)


def test_the_environment_decides():
    settings, warnings = read_settings(
        {
            "REFEREE_DATA": "/somewhere",
            "REFEREE_HOST": " 127.0.0.1 ",
            "REFEREE_PORT": "80",
            "REFEREE_HOSTS": "club.example, , other.example",
            "REFEREE_TESTS_WHEEL": "1",
            "PATH": "/bin",
        }
    )
    assert warnings == ()
    hosts = ("club.example", "other.example")
    assert settings == Settings(Path("/somewhere"), "127.0.0.1", 80, hosts)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("REFEREE_PROT", "80", "REFEREE_PROT is no setting of the referee; it is ignored."),
        ("REFEREE_PORT", "x", "REFEREE_PORT is ignored: “x” is not a number from 1 to 65535."),
        ("REFEREE_PORT", "0", "REFEREE_PORT is ignored: “0” is not a number from 1 to 65535."),
        ("REFEREE_PORT", "٣", "REFEREE_PORT is ignored: “٣” is not a number from 1 to 65535."),
        ("REFEREE_HOST", " ", "REFEREE_HOST is ignored: it names no address."),
        ("REFEREE_DATA", "", "REFEREE_DATA is ignored: it names no folder."),
        ("REFEREE_PROXIES", "-1", "REFEREE_PROXIES is ignored: “-1” is not a number from 0 to 9."),
        (
            "REFEREE_DATABASE_CONNECTIONS",
            "0",
            "REFEREE_DATABASE_CONNECTIONS is ignored: “0” is not a number from 1 to 100.",
        ),
    ],
)
def test_what_cannot_be_used_is_named_and_ignored(name, text, says):
    settings, warnings = read_settings({name: text})
    assert warnings == (says,)
    assert settings == Settings()


def test_a_database_is_named_by_its_address_which_is_shown_nowhere():
    url = "postgresql://ann:secret@club/referee"
    settings, warnings = read_settings(
        {
            "REFEREE_DATABASE_URL": f" {url} ",
            "REFEREE_DATABASE_CONNECTIONS": "20",
            "REFEREE_PROXIES": "1",
        }
    )
    assert warnings == ()
    assert (settings.database_url, settings.database_connections) == (url, 20)
    assert settings.proxies == 1
    assert "secret" not in repr(settings)
