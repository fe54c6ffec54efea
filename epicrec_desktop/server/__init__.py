"""The reference recommendation service (extra `server`)."""
