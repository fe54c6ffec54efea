"""Contributions to training: drawn once a window, under a budget of their own (privacy.md 7)."""
