"""Authorization: devices, their roles at a match, join codes and tokens."""
