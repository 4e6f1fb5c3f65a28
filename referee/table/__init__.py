"""The physical table: what is printed for it, and what a camera sees of it.

Only this package imports the tools `printables` and `camera`.
"""
