"""Pictures of every page and state, to be looked at: `make screens`."""
