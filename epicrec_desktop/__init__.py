"""EpicRec Desktop: movie recommendations without handing over what you watched."""

__version__ = "0.2.0.dev0"
DESCRIPTION = "Movie recommendations from your browsing history, without handing it over."
