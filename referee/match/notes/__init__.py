"""Private notes of a seat: numbering, redaction, and notices to the owner of hidden cards."""
