"""A referee for tabletop games.

It tells the table what to do next, takes in what happened, and gives the rule for everything it
decides. This package holds the rules, the matches and the screens; it draws no paper and looks at
no picture: those are `printables` and `camera`.
"""

from typing import Final

__version__: Final = "0.1.0"
