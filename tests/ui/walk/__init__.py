"""A person who does anything, and what the window must then say."""
