"""Mechanisms and bounds that experiments use, and no release reaches."""
