"""The sounds and the silent video of the screens are what their scripts make, and small."""

import wave
from array import array
from importlib.util import find_spec
from pathlib import Path

import cv2
import pytest

from tools.silent_video import SECONDS, silent_video
from tools.sounds import SOUNDS, main

pytestmark = pytest.mark.package


def kept() -> Path:
    spec = find_spec("referee.web.screens")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "static"


def heard(file: Path) -> list[int]:
    with wave.open(str(file)) as sound:
        assert (sound.getnchannels(), sound.getsampwidth()) == (1, 2)
        return list(array("h", sound.readframes(sound.getnframes())))


def test_the_video_that_is_kept_is_what_its_script_writes():
    assert (kept() / "awake.mp4").read_bytes() == silent_video()


def test_the_video_is_a_minute_of_grey_in_a_few_kilobytes():
    file = kept() / "awake.mp4"
    assert file.stat().st_size < 5_000
    video = cv2.VideoCapture(str(file))
    frames = []
    while (read := video.read())[0]:
        frames.append(read[1])
    assert len(frames) == SECONDS == 60
    assert video.get(cv2.CAP_PROP_FPS) == pytest.approx(1)
    assert all(frame.shape == (128, 128, 3) for frame in frames)
    assert all(int(frame.min()) == int(frame.max()) for frame in frames), "one colour"


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_that_is_kept_is_what_its_script_writes(name, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["sounds.py", str(tmp_path)])
    main()
    now, before = heard(tmp_path / f"{name}.wav"), heard(kept() / f"{name}.wav")
    assert len(now) == len(before)
    assert max(abs(one - other) for one, other in zip(now, before, strict=True)) <= 1, "rounding"


def test_sounds_are_short_quiet_and_end_in_silence():
    for name, tones in SOUNDS.items():
        sound = heard(kept() / f"{name}.wav")
        assert len(sound) == sum(round(8_000 * seconds) for _, seconds in tones) < 8_000, name
        assert 8_000 < max(map(abs, sound)) < 20_000, name
        assert abs(sound[0]) + abs(sound[-1]) < 100, f"{name} clicks"
