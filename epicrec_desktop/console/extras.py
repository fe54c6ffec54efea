"""How an optional part of the program is installed, for errors that miss one."""

from __future__ import annotations

from importlib import metadata

from epicrec_desktop import __version__

_SERVER = "epicrec-server"
"""The distribution of the service alone (packaging/distributions.py)."""


def how_to_install(extra: str) -> str:
    """Return the commands that install an extra: from the file of a release, or from a checkout.

    By no name of an index: what is there under this name need not be ours.
    """
    checkout = f"in a checkout pip install '.[{extra}]'"
    if ".dev" in __version__:  # there is no file of a release
        return checkout
    try:
        metadata.version(_SERVER)
    except metadata.PackageNotFoundError:
        name = "epicrec_desktop"
    else:
        name = _SERVER.replace("-", "_")
    return f"pip install './{name}-{__version__}-py3-none-any.whl[{extra}]', or {checkout}"
