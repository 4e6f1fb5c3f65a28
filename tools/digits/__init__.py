"""Training of the nets that read digits: data, synthetic shapes, rendering, training, export.

Not needed for reading, and not part of the wheel. The README has the commands and the sources.
"""
