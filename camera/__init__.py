"""Pictures: finds the codes and fields of printed cards and boards in a frame, and reads them.

This package knows pixels and payloads, never a game: `referee.table` turns what it read into
something that the rules understand. It holds nothing yet.
"""
