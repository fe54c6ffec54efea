"""What comes from outside, mutated: `make fuzz SECONDS=60`. One target for each format."""
