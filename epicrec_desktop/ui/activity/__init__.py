"""Activity: what left, when, and to whom."""
