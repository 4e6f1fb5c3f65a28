"""What goes into the wheel and the sdist."""

import subprocess
import sys
import tarfile
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("referee", "printables", "camera")
LEFT_OUT = "tools/"  # such as how the model was made: nobody needs it to read a board

pytestmark = pytest.mark.package


def build(source: Path, into: Path, *kinds: str) -> None:
    command = [
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        *kinds,
        "--outdir",
        str(into),
        str(source),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def contents(wheel: Path) -> dict[str, str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: sha256(archive.read(name)).hexdigest() for name in archive.namelist()}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build(ROOT, folder, "--sdist", "--wheel")
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return next(built.glob("*.whl"))


def test_the_wheel_holds_the_three_packages_and_nothing_else(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in contents(wheel)}
    assert set(PACKAGES) == {top for top in tops if not top.endswith(".dist-info")}


def test_the_wheel_passes_the_check_of_its_contents(wheel: Path) -> None:
    command = [sys.executable, "-m", "check_wheel_contents", str(wheel)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout


def test_the_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", *PACKAGES], capture_output=True, text=True, check=False, cwd=ROOT
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    there = {name for name in listed.stdout.splitlines() if (ROOT / name).exists()}
    assert there <= set(contents(wheel))


def test_the_wheel_holds_the_model_and_not_how_it_was_trained(wheel: Path) -> None:
    names = set(contents(wheel))
    models = ("digits.onnx", "digits-soft.onnx", "digits.json")
    assert {f"camera/models/{model}" for model in models} <= names
    assert [] == [name for name in names if name.startswith(LEFT_OUT)]


def test_the_sdist_builds_the_same_wheel(built: Path, wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    build(source, tmp_path / "dist", "--wheel")
    (again,) = (tmp_path / "dist").glob("*.whl")
    assert contents(wheel) == contents(again)
