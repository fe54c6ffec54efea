"""`python -m epicrec_desktop.lab`: the same as `epicrec-lab`."""

import sys

from epicrec_desktop.lab.cli import main

if __name__ == "__main__":
    sys.exit(main())
