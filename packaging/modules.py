"""Runs first in each program of a bundle: sets the archive of modules, which all programs share.

PyInstaller gives each program an archive of its modules in itself. Windows has two programs, and
18 MB would be there twice. Here a program's own archive is empty, and PyInstaller's importer, which
starts after this, gets the one beside the libraries: a path and, after "?", the archive's offset
in that file.
"""

import sys

sys._pyinstaller_pyz = f"{sys._MEIPASS}/modules.pyz?0"  # type: ignore[attr-defined]
