"""Pictures of the table: which cards are where, and the entries that follow."""
