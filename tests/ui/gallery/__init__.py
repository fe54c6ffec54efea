"""Pictures of every page, made by one command and compared: `make screens`."""
