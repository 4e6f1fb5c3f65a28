"""Private notes of seats: numbering, redaction, and notices to the owner of hidden cards."""
