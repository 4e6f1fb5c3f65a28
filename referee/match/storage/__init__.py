"""Storage of matches: SQLite or PostgreSQL behind one protocol."""
