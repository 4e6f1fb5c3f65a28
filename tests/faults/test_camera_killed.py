"""A camera process is killed beside a server: the table does not notice, and a new one goes on."""

import signal
import subprocess

from running_server import command_line
from talking import numbered


def watching(server, folder):
    words = ["watch", "--source", str(folder), "--server", server.url]
    return subprocess.Popen([command_line(), *words], stdout=subprocess.PIPE, text=True)


def test_the_table_goes_on_when_its_camera_is_killed_and_another_one_takes_over(
    server, sit_down, tmp_path
):
    program = sit_down(server)
    (tmp_path / "pictures").mkdir()
    for seq in range(0, 4, 2):
        with watching(server, tmp_path / "pictures") as camera:
            assert camera.stdout is not None
            assert program.match in camera.stdout.readline()
            assert program.enter(numbered(seq), seq)[0] == 200
            camera.send_signal(signal.SIGKILL)
            assert camera.wait(20) == -signal.SIGKILL
        assert program.enter(numbered(seq + 1), seq + 1)[0] == 200
    assert program.look()["seq"] == 4
    assert "Traceback" not in server.output
