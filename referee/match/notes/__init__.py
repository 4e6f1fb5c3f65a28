"""Notes of a seat for itself alone: redaction, numbering and notices to the owner."""
