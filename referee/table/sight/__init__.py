"""Pictures of the table: which cards are where, and what that means for the match."""
