"""The pages: one module each, none of which imports another."""
