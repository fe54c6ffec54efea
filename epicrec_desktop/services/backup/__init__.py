"""Our own export: everything that is kept of a person, as one file, and brought back from it."""
