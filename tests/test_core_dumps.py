"""A crash of the process leaves no picture of its memory."""

import sys

import pytest

from processes import python

ASK = """
import resource, sys
from epicrec_desktop import {module}
main = {module}.main
try:
    main(["--version"])
except SystemExit:
    pass
print(resource.getrlimit(resource.RLIMIT_CORE))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit to ask for")
@pytest.mark.parametrize("module", ["cli", "__main__"])
def test_core_dumps_are_off_in_terminal_and_window(module):
    done = python("-c", ASK.format(module=module), check=True)
    assert done.stdout.endswith("(0, 0)\n")
