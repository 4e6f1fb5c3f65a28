"""What cameras and photos see of a table, and what follows from it."""
