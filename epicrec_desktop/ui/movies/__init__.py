"""The My movies page."""
