"""`python -m epicrec_desktop.server`: the same as `epicrec-server`."""

import sys

from epicrec_desktop.server.cli import main

if __name__ == "__main__":
    sys.exit(main())
