"""The screen of a match: rendered once per role, broadcast to every stream."""
