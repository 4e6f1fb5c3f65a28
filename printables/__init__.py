"""Paper: stickers, cards and markers, laid out in millimetres and drawn as PDF or as a preview.

This package knows pages and shapes, never a game: `referee.table` hands it what to draw.
"""
