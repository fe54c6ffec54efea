"""EpicRec Desktop: movie recommendations without handing over what you watched."""

__version__ = "0.1.0"
