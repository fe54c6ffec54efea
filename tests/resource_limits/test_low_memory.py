"""With 400 MB the whole way is gone; with less it is said what was missing."""

import sys

import pytest

from processes import python

LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({bytes}, {bytes}))
from epicrec_desktop.cli import main
sys.exit(main(["run", "--sample"]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits what is mapped")
def test_the_whole_way_in_400_megabytes(tmp_path):
    done = python("-c", LIMITED.format(bytes=400 << 20), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
