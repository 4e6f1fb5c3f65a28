"""The server process: start, connections, maintenance, garbage collection."""
