"""Who may see and enter what: devices, their roles at a match, codes and tokens."""
