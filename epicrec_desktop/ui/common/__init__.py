"""Widgets, text and helpers shared by all pages."""
