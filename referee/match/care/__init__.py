"""Backups, restore, rescue and checks of stored matches."""
