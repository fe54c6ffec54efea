"""Announcements of newer versions: their source, their format, and which are accepted."""
