"""Runs first in each program of a bundle: says where the modules are, which all programs share.

PyInstaller gives each program an archive of its modules in itself. Windows has two programs, and
18 MB would be there twice. Here a program's own archive is empty, and PyInstaller's importer, which
is begun after this, is handed the one beside the libraries: it takes a path and, behind "?", where
in that file the archive begins.
"""

import sys

sys._pyinstaller_pyz = f"{sys._MEIPASS}/modules.pyz?0"  # type: ignore[attr-defined]
