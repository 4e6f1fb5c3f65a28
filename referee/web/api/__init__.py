"""The interface for programs and its OpenAPI document."""
