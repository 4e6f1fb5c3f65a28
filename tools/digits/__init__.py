"""How the net that reads digits was made: data, drawn shapes, rendered cells, training, export.

None of this is needed to read a board; it is not part of the wheel. The README beside it says how
to run it and where the data come from.
"""
