"""The score page: boards that are typed or photographed, counted without a match."""
