"""Recommendations."""
