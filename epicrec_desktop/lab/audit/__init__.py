"""The black-box privacy audit: real releases, recorded where they arrive, against their claim."""

SAMPLES = 1_000
"""Releases of each history that a claim is certified on, by default."""
