"""Paper: stickers, cards and markers in millimetres, drawn as a PDF or a preview.

This package knows pages and shapes, never a game; `referee.table` decides what to draw.
"""
