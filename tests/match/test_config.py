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
        ("REFEREE_PROT", "80", "REFEREE_PROT is not a setting of the referee; it is ignored."),
        ("REFEREE_PORT", "x", "REFEREE_PORT is ignored: “x” is not a number from 1 to 65535."),
        ("REFEREE_PORT", "0", "REFEREE_PORT is ignored: “0” is not a number from 1 to 65535."),
        ("REFEREE_PORT", "٣", "REFEREE_PORT is ignored: “٣” is not a number from 1 to 65535."),
        ("REFEREE_HOST", " ", "REFEREE_HOST is ignored: it is empty, but must be an address."),
        ("REFEREE_DATA", "", "REFEREE_DATA is ignored: it is empty, but must be a folder."),
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


def lines_of(tmp_path, content):
    (tmp_path / "settings.toml").write_bytes(content)
    settings, warnings = read_settings({"REFEREE_DATA": str(tmp_path)})
    return settings, [warning.replace(f"{tmp_path}/", "") for warning in warnings]


def test_a_file_beside_the_matches_decides_below_the_environment(tmp_path):
    (tmp_path / "settings.toml").write_text(
        'port = 8001\nhosts = ["one.example", "two.example"]\nBACKUPS = 3\nhost = "127.0.0.1"\n'
    )
    settings, warnings = read_settings({"REFEREE_PORT": "8002"}, tmp_path)
    assert warnings == ()
    assert (settings.port, settings.host, settings.backups) == (8002, "127.0.0.1", 3)
    assert settings.hosts == ("one.example", "two.example")


def test_a_broken_line_is_named_and_the_others_count(tmp_path):
    settings, warnings = lines_of(tmp_path, b"port = 8001\nbackups 3\nproxies = 1\n")
    assert warnings == ["Line 2 of settings.toml is ignored: it cannot be read."]
    assert (settings.port, settings.backups, settings.proxies) == (8001, 7, 1)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"prot = 80\n", "“prot” in {} is not a setting of the referee; it is ignored."),
        (b"port = 0\n", "“port” in {} is ignored: “0” is not a number from 1 to 65535."),
        (b"port = true\n", "“port” in {} is ignored: it is neither text nor a number."),
        (b"[port]\n", "“port” in {} is ignored: it is neither text nor a number."),
        (b"data = 'x'\n", "“data” in {} is ignored: the file is already in that folder."),
        (b"\xff\xfe\n", "Line 1 of {} is ignored: it cannot be read."),
    ],
)
def test_what_a_file_says_and_cannot_be_used_is_named_and_ignored(tmp_path, content, says):
    settings, warnings = lines_of(tmp_path, content)
    assert warnings == [says.format("settings.toml")]
    assert settings == Settings(tmp_path)


def test_what_an_editor_of_windows_leaves_disturbs_nothing(tmp_path):
    settings, warnings = lines_of(tmp_path, b"\xef\xbb\xbfport = 8001\r\nbackups = 3\r\n")
    assert (settings.port, settings.backups, warnings) == (8001, 3, [])
    settings, none = read_settings({"REFEREE_PORT": "8002 ", "REFEREE_DATA": f"{tmp_path}\r"})
    assert (settings.port, settings.data, none) == (8002, tmp_path, ())


@pytest.mark.parametrize("content", [b"\0" * 50, b"port = 8001", bytes(range(256)) * 4])
def test_no_content_of_the_file_ever_stops_a_start(tmp_path, content):
    settings, _ = lines_of(tmp_path, content)
    assert settings.data == tmp_path
    (tmp_path / "settings.toml").unlink()
    (tmp_path / "settings.toml").mkdir()
    settings, warnings = read_settings({}, tmp_path)
    assert settings == Settings()
    assert warnings == (f"{tmp_path}/settings.toml is ignored: Is a directory.",)


@pytest.mark.parametrize("line", ["port = " + 5000 * "9", "port = " + 5000 * "["])
def test_a_line_that_no_reader_takes_is_named_and_the_others_hold(tmp_path, line):
    (tmp_path / "settings.toml").write_text(f"{line}\nbackups = 3\n")
    settings, warnings = read_settings({}, tmp_path)
    assert (settings.port, settings.backups) == (8000, 3)
    assert any("Line 1 of" in warning for warning in warnings)


@pytest.mark.parametrize("name", ["REFEREE_DATA", "REFEREE_BACKUP_FOLDER"])
def test_a_folder_of_somebody_who_is_not_there_is_named_and_ignored(name):
    settings, warnings = read_settings({name: "~nobodyhere/x"})
    assert "nobodyhere" not in f"{settings.data} {settings.backup_folder}"
    assert any(name in warning for warning in warnings)
