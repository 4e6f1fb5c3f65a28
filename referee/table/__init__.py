"""The physical table: what is printed for it, and what a camera sees of it.

Only this package imports both the referee and its tools, `printables` and `camera`.
"""
