"""The one door between the referee and the physical table: its paper, and later its camera.

Only this package knows both the referee and the tools that draw and look.
"""
