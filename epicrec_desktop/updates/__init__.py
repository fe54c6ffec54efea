"""Announcements of newer versions: who may make them, what they say, and which are believed."""
