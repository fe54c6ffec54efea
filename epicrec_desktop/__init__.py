"""EpicRec Desktop: movie recommendations without handing over what you watched."""

__version__ = "0.2.0.dev0"
