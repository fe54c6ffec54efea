"""The first thing that both programs for Windows run: their modules are in one file beside them.

Each program has an empty archive of modules of its own, as PyInstaller's loader asks for one. Where
that is, the loader has put into `sys._pyinstaller_pyz`, and its importer, which runs next, reads
the archive that is named there. Nothing but built-in modules can be imported yet.
"""

import sys

sys._pyinstaller_pyz = f"{sys._MEIPASS}\\modules.pyz"
