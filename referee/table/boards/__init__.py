"""Boards that players write on: read from files and photos, counted, compared."""
