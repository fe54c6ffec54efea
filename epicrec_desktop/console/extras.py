"""How an optional part of the program is installed, for errors that miss one."""

from __future__ import annotations

from importlib.util import find_spec

from epicrec_desktop import __version__


def how_to_install(extra: str) -> str:
    """Return the commands that install an extra: from the file of a release, or from a checkout.

    By no name of an index: what is there under this name need not be ours.
    """
    checkout = f"in a checkout pip install '.[{extra}]'"
    if ".dev" in __version__:  # there is no file of a release
        return checkout
    name = "epicrec_desktop" if find_spec("epicrec_desktop.lab") else "epicrec_server"
    return f"pip install './{name}-{__version__}-py3-none-any.whl[{extra}]', or {checkout}"
