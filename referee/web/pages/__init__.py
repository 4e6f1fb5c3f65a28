"""The pages, one module each; no page imports another."""
