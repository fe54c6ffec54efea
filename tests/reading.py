"""Reads browsers and files in the test's process: the child processes have tests of their own.

A child would import and index everything again, which is most of the time of a scan of few rows.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import pytest

from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services import (
    child_messages,
    import_reader,
    import_service,
    profile_reader,
    scan,
    source_reader,
)


@contextmanager
def reading_here() -> Iterator[None]:
    """Read without child processes meanwhile; what they answer is decoded as theirs is."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (import_reader, import_service, scan, source_reader):
            patch.setattr(module, "run_in_child", _run)
        # What this process made before is freed again.
        patch.setattr(profile_reader, "rare_collection", nullcontext)
        yield


def _run(work: Callable[..., Any], arguments: tuple[Any, ...], *, job: Job, **_: int) -> Any:
    result = work(*arguments, job=job)
    (answer,) = child_messages.decode(child_messages.encode(child_messages.RESULT, result), work)
    return answer
