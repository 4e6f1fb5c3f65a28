"""Finds and reads codes, markers, written fields and dice in pictures.

This package knows pixels and payloads, never a game; `referee.table` interprets what it read.
Neither this module nor `camera.scans` imports OpenCV, so a server that only receives scans does
not load it.
"""
