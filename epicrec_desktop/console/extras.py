"""How an optional part of the program is installed, for errors that miss one."""

from __future__ import annotations

from epicrec_desktop import __version__


def how_to_install(extra: str) -> str:
    """Return the commands that install an extra: from the file of a release, or from a checkout.

    By no name of an index: what is there under this name need not be ours.
    """
    file = f"epicrec_desktop-{__version__}-py3-none-any.whl"
    return f"pip install './{file}[{extra}]', or in a checkout pip install '.[{extra}]'"
