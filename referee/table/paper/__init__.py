"""Printing for a table: orders, stickers, markers, board sheets, printer calibration."""
