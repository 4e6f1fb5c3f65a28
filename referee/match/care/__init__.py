"""Looking after stored matches: backups, restore, rescue and checks."""
