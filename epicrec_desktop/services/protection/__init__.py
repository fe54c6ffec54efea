"""The library encrypted at rest: its key, where that is kept, and switching it on and off."""

MIN_PASSPHRASE_LENGTH = 10
