"""The score page: boards typed or photographed, counted without a match."""
