"""The window of the bundle."""

import sys

from epicrec_desktop.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
