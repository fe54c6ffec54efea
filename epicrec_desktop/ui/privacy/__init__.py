"""Privacy: levels, and what would leave."""
