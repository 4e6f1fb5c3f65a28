"""Sheets of paper in millimetres, drawn as PDF, SVG preview or pixels.

This package knows pages and shapes but no game; `referee.table` decides what to draw.
"""
