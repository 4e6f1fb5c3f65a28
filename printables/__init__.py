"""Paper: sheets of stickers, codes and fields, laid out in millimetres and drawn as PDF.

This package knows pages and shapes, never a game: `referee.table` hands it what to draw. It holds
nothing yet.
"""
