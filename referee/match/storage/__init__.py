"""Where matches are stored: SQLite or PostgreSQL behind one protocol."""
