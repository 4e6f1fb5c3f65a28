"""Stands for what picamera2 stands on."""

import enum


class controls:  # noqa: N801 - the library's name
    class AfModeEnum(enum.Enum):
        Manual = 0
        Continuous = 2
