"""Boards that players write on: files, photos, counting, comparison."""
