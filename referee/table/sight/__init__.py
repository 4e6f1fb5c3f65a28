"""From pictures of the table to what lies there, and to entries."""
