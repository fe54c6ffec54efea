"""Exports of other services: opened carefully, known by what is in them, read as records."""
