"""Runs first in each program of a bundle: sets the archive of modules, which all programs share.

PyInstaller gives each program an archive of its modules in itself. Windows has two programs, and
18 MB would be there twice. Here a program's own archive is empty, and PyInstaller's importer, which
starts after this, gets the one beside the libraries: a path and, after "?", the archive's offset
in that file.

On Linux an upgrade replaces that file under a running program. It is kept open and read by its
descriptor, so modules that are imported late are of the version that runs.

The environment is kept as well, before PyInstaller's hooks add to it: programs that are not ours
get it (`epicrec_desktop/process_environment.py`).
"""

import os
import sys

_archive = f"{sys._MEIPASS}/modules.pyz"  # type: ignore[attr-defined]
if sys.platform == "linux":
    _descriptor = os.open(_archive, os.O_RDONLY)  # not inherited
    _opened = f"/proc/self/fd/{_descriptor}"
    if os.access(_opened, os.R_OK):  # not where /proc is missing
        _archive = _opened
        sys._modules_descriptor = _descriptor  # type: ignore[attr-defined]
sys._pyinstaller_pyz = f"{_archive}?0"  # type: ignore[attr-defined]
sys._environment_at_start = dict(os.environ)  # type: ignore[attr-defined]
