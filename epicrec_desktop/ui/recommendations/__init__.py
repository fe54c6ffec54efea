"""The Recommendations page."""
