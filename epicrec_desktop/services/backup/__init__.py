"""The export of a user's library as one file, and restoring it."""
