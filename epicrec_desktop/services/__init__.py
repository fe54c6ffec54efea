"""The use cases, without a window: scan, review, preview, release, recommend, export, erase."""

from typing import TYPE_CHECKING

if not TYPE_CHECKING:  # type checkers read the modules themselves

    def __getattr__(name: str) -> object:
        """Import a module of this package when it is first used, as `wiring` does."""
        from importlib import import_module  # noqa: PLC0415

        try:
            return import_module(f"{__name__}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}.{name}":
                raise
            raise AttributeError(name) from error
