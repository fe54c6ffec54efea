"""Ends the program at random moments and looks at what is left: `make torture MINUTES=10`."""
