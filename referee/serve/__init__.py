"""The server process: start, connections, maintenance."""
