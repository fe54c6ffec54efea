"""The library encrypted at rest: its key, where that is kept, and switching it on and off."""
