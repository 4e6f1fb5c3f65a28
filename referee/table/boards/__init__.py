"""Boards that are written on: as files, from photos, counted and compared."""
