"""Pictures: finds the codes and markers of printed cards in a frame, and reads them.

This package knows pixels and payloads, never a game: `referee.table` turns what it read into
something that the rules understand. Neither this module nor `camera.scans` imports OpenCV, so
that a server that only receives sightings does without it.
"""
