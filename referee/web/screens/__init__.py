"""The screens of a match: drawn once per role, broadcast to every stream."""
