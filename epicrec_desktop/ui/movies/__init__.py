"""My movies."""
