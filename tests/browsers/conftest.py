"""These tests start real browsers: `make test-browsers` asks for them, the usual run does not."""

import os

if not os.environ.get("EPICREC_TEST_BROWSERS"):
    collect_ignore_glob = ["test_*.py"]
