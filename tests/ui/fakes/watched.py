"""A real service, of which a test knows what was asked, and which waits and fails as told."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from epicrec_desktop.domain.progress import Job, never_cancelled, no_progress

Enter = Callable[[str, Job], None]


class Watched:
    """Gives every call to the service. What a test sets here hides what the service has."""

    def __init__(self, service: object, name: str, enter: Enter) -> None:
        self._service = service
        self._name = name
        self._enter = enter

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._service, name)
        if not callable(found):
            return found

        @wraps(found)
        def call(*arguments: object, **named: Any) -> object:
            report, cancelled = named.get("report", no_progress), named.get("cancelled")
            job = named.get("job") or Job(report, cancelled or never_cancelled)
            self._enter(f"{self._name}.{name}", job)
            return found(*arguments, **named)

        return call
