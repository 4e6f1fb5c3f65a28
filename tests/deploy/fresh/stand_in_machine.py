"""A folder that stands for a machine: the installer runs in it, with stand-ins for what it calls.

Its scripts are the project's own, with the paths of this folder in place of the machine's. What a
stand-in is asked, it notes; systemd, apt and raspi-config are as far there as the installer asks.
"""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

from fresh_debian import ROOT

_OURS: Final = re.compile(
    r"/(?=(?:opt/referee|var/lib/referee|usr/bin/python3)\b|(?:etc|run|usr/local)/)"
)
_TOOLS: Final = (
    *(
        "awk",
        "basename",
        "bash",
        "cat",
        "chmod",
        "cmp",
        "cp",
        "cut",
        "date",
        "df",
        "dirname",
        "env",
        "find",
    ),
    *("flock", "grep", "head", "hostname", "ln", "ls", "mkdir", "mktemp", "mv", "readlink", "rm"),
    *("rmdir", "sed", "sha256sum", "sleep", "sort", "stat", "tail", "touch", "tr", "xargs"),
)
_PARTS: Final = ("referee", "printables", "camera")

_APT_GET: Final = """
while [[ $1 == -* ]]; do shift; done
[[ $1 == install ]] || exit 0
for one in "${@:2}"; do
    [[ $one == -* ]] && continue
    grep -qx -- "$one" "$here/offered" || exit 100
    printf '#!/bin/bash\\n' >"$here/bin/$one"
    chmod +x "$here/bin/$one"
done
"""
_PYTHON: Final = """
case $* in
    *"import ensurepip"*) [[ -e $here/bin/python3-venv ]] ;;
    *picamera2*) [[ -e $here/bin/python3-picamera2 ]] ;;
    "-m venv "*)
        mkdir -p "$3/bin"
        cp "$here/stand-ins/venv-python" "$3/bin/python"
        cp "$here/stand-ins/venv-referee" "$3/bin/referee"
        ;;
esac
"""
# What answers is told by the number of a version, which its folder is named after.
_VENV_PYTHON: Final = """
of=$(readlink -f "$0") of=${of%/bin/python} of=${of##*/}
[[ $* != *healthz* || ! -e $here/does-not-answer/${of%%-*} ]]
"""
_VENV_REFEREE: Final = """
[[ $1 == backup ]] || exit 0
[[ ! -e $here/no-backup ]] || { echo "The disk is full."; exit 1; }
echo "It comes back with: referee restore $here/kept.sqlite3"
"""
_SYSTEMCTL: Final = """
words=()
for one in "$@"; do [[ $one == -* ]] || words+=("$one"); done
unit=${words[1]:-}
case ${words[0]} in
    enable) touch "$here/enabled/$unit" ;;
    disable) rm -f "$here/enabled/$unit" "$here/active/$unit" ;;
    is-enabled) [[ -e $here/enabled/$unit ]] ;;
    start | restart) touch "$here/active/$unit" ;;
    stop) rm -f "$here/active/$unit" ;;
    is-active) [[ -e $here/active/$unit ]] ;;
    daemon-reload)
        if [[ -e $here/stops-midway ]]; then
            how=$(cat "$here/stops-midway")
            rm "$here/stops-midway"
            [[ $how != fails ]] || exit 1
            kill -s "$how" $PPID
        fi
        ;;
esac
"""
_INSTALL: Final = """
words=()
while (($#)); do
    case $1 in --owner | --group) shift ;; *) words+=("$1") ;; esac
    shift
done
exec /usr/bin/install "${words[@]}"
"""
_RASPI_CONFIG: Final = """
case $2 in
    get_blanking) cat "$here/blanking" ;;
    do_blanking) echo "$3" >"$here/blanking" ;;
esac
"""
_AS_SOMEBODY: Final = """while [[ $1 != -- ]]; do shift; done; shift; exec "$@" """
_STAND_INS: Final = {
    "apt-get": _APT_GET,
    "apt-cache": 'grep -qx -- "$2" "$here/offered"',
    "systemctl": _SYSTEMCTL,
    "journalctl": "echo 'For a camera of any table: --token AAAABBBBCCCCDDDD'",
    "dpkg": "echo arm64",
    "python3": _PYTHON,
    "install": _INSTALL,
    "runuser": _AS_SOMEBODY,
    "setpriv": _AS_SOMEBODY,
    **dict.fromkeys(("chown", "getent", "groupadd", "useradd", "userdel", "sync"), ""),
    **dict.fromkeys(("avahi-daemon", "python3-venv", "curl", "chromium", "xset"), ""),
}


class Machine:
    """A Raspberry Pi in a folder, with a copy of the project beside it."""

    def __init__(self, folder: Path) -> None:
        """Make it, with everything there that the installer needs but a camera."""
        self.folder = folder
        self.project = folder / "project"
        self._bin = folder / "bin"
        for name in ("bin", "stand-ins", "enabled", "active", "does-not-answer"):
            (folder / name).mkdir()
        for name in ("etc/xdg", "opt", "run/systemd/system", "usr/local/bin", "usr/bin", "var/lib"):
            (folder / name).mkdir(parents=True)
        (folder / "etc/systemd/system").mkdir(parents=True)
        for name in _TOOLS:
            (self._bin / name).symlink_to(shutil.which(name) or f"/usr/bin/{name}")
        for name, script in _STAND_INS.items():
            self.put(f"bin/{name}", script)
        self.put("stand-ins/venv-python", _VENV_PYTHON)
        self.put("stand-ins/venv-referee", _VENV_REFEREE)
        (folder / "usr/bin/python3").symlink_to(self._bin / "python3")
        self.offers()
        self.is_release("13")
        self._copy_project()

    def put(self, path: str, script: str) -> None:
        """Put a command there that notes how it was called, and then does what `script` says."""
        note = f'here={self.folder}\necho "${{0##*/}} $*" >>"$here/calls"'
        self.file(path).write_text(f"#!/bin/bash\n{note}\n{script}\n", "utf-8")
        self.file(path).chmod(0o755)

    def lacks(self, *names: str) -> None:
        """Take commands away."""
        for name in names:
            (self._bin / name).unlink()

    def has_desktop(self, *, wayland: bool, blanking: bool) -> None:
        """Let a desktop of a Raspberry Pi run, which lets its screen go dark or leaves it on."""
        self.put("bin/raspi-config", _RASPI_CONFIG)
        self.put("bin/pgrep", "" if wayland else "exit 1")
        self.file("blanking").write_text("0\n" if blanking else "1\n", "utf-8")

    def offers(self, *packages: str) -> None:
        """Say what apt has here."""
        self.file("offered").write_text("".join(f"{one}\n" for one in packages), "utf-8")

    def is_release(self, number: str, *, of: str = "debian") -> None:
        """Make it another release; without a number it is one in the making."""
        told = f'ID={of}\nPRETTY_NAME="The System {number}"\n'
        told += f'VERSION_ID="{number}"\n' if number else ""
        self.file("etc/os-release").write_text(told, "utf-8")

    def is_version(self, number: str, *, answers: bool = True) -> None:
        """Bring another version of the project in place of the one there."""
        (self.project / "pyproject.toml").write_text(f'version = "{number}"\n', "utf-8")
        if not answers:
            self.file(f"does-not-answer/{number}").touch()

    def file(self, path: str) -> Path:
        """Return a file of the machine."""
        return self.folder / path.lstrip("/")

    def install(self, *words: str, **told: str) -> subprocess.CompletedProcess[str]:
        """Run the installer, as root."""
        return self.run(self.project / "deploy/install.sh", *words, **told)

    def run(self, script: Path, *words: str, **told: str) -> subprocess.CompletedProcess[str]:
        """Run one of the scripts, as root."""
        home = {"PATH": str(self._bin), "LANG": "C.UTF-8", "AS_IF_EUID": "0"}
        # Whoever runs these tests in the background may ignore what a keyboard sends.
        return subprocess.run(
            ["/usr/bin/env", "--default-signal=INT,HUP,TERM", script, *words],
            env={**home, **told},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def installed(self, *words: str, **told: str) -> str:
        """Run the installer, which must succeed, and return what it says."""
        found = self.install(*words, **told)
        assert found.returncode == 0, found.stdout
        return found.stdout

    def calls(self, of: str) -> list[str]:
        """Return how a command was called so far, without its own name."""
        calls = self.file("calls")
        lines = calls.read_text("utf-8").splitlines() if calls.exists() else []
        return [line.partition(" ")[2] for line in lines if line.partition(" ")[0] == of]

    def kept(self) -> dict[str, str]:
        """Return what lies outside of the folders of the versions, path by path."""
        folders = [self.folder / name for name in ("etc", "usr")]
        paths = sorted(one for folder in folders for one in folder.rglob("*") if one.is_file())
        return {str(one.relative_to(self.folder)): one.read_text("utf-8") for one in paths}

    def _copy_project(self) -> None:
        shutil.copytree(ROOT / "deploy", self.project / "deploy")
        for path in (self.project / "deploy").rglob("*"):
            if path.is_file() and path.suffix in {"", ".sh"}:
                text = path.read_text("utf-8").replace("EUID", "AS_IF_EUID")
                path.write_text(_OURS.sub(f"{self.folder}/", text), "utf-8")
        for name in _PARTS:
            (self.project / name).mkdir()
        for name in ("README.md", "LICENSE", "requirements.lock"):
            (self.project / name).touch()
        self.is_version("0.1.0")
