"""The console program of the bundle."""

import sys

from epicrec_desktop.cli import main

if __name__ == "__main__":
    sys.exit(main())
