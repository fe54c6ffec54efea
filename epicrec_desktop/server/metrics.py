"""What the service counts of itself, for Prometheus: nothing about who, and nothing of what.

With several workers each writes into files of its own in one folder, and whichever is asked adds
them up (`prometheus_client.multiprocess`, which needs the folder's name in the environment before
it is first imported; `supervisor.py` sees to that).
"""

from __future__ import annotations

import os
from collections.abc import Callable

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client import generate_latest as text_of
from prometheus_client.multiprocess import MultiProcessCollector

from epicrec_desktop.server.settings import FIGURES_VARIABLE

CONTENT_TYPE = CONTENT_TYPE_LATEST
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """The figures of one service; each in a registry of its own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        own = self._registry
        self._requests = Counter(
            "epicrec_requests", "Requests answered.", ("method", "route", "status"), registry=own
        )
        self._seconds = Histogram(
            "epicrec_request_seconds",
            "Time from the headers of a request to the end of its answer.",
            ("route",),
            buckets=SECONDS,
            registry=own,
        )
        self._refused = Counter(
            "epicrec_refused", "Requests refused for a while.", ("reason",), registry=own
        )
        self._in_flight = Gauge(
            "epicrec_in_flight",
            "Requests being answered.",
            multiprocess_mode="livesum",
            registry=own,
        )
        self._waiting = Gauge(
            "epicrec_waiting",
            "Requests waiting for a thread.",
            multiprocess_mode="livesum",
            registry=own,
        )
        self._model = Gauge(
            "epicrec_model",
            "Workers that answer with a model.",
            ("model",),
            multiprocess_mode="livesum",
            registry=own,
        )
        self._failed = Counter(
            "epicrec_publications_failed", "Published models that could not be used.", registry=own
        )
        self._contributions = Gauge(
            "epicrec_contributions_pending",
            "Contributions that are not in the sums yet.",
            multiprocess_mode="mostrecent",
            registry=own,
        )

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """One request was answered."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def refused(self, reason: str) -> None:
        """One request was refused, for one of a few reasons."""
        self._refused.labels(reason).inc()

    def request_started(self) -> None:
        """A request came."""
        self._in_flight.inc()

    def request_ended(self) -> None:
        """A request that came was answered or given up."""
        self._in_flight.dec()

    def waits(self, number: int) -> None:
        """So many requests wait for a thread."""
        self._waiting.set(number)

    def uses(self, model: str, before: str | None) -> None:
        """This worker answers with this model now, and no more with the one before."""
        if before is not None and before != model:
            self._model.labels(before).set(0)
        self._model.labels(model).set(1)

    def failed(self) -> None:
        """A published model could not be used."""
        self._failed.inc()

    def pending(self, number: int) -> None:
        """So many contributions are not in the sums yet."""
        self._contributions.set(number)

    def text(self) -> bytes:
        """All figures, of all workers, in Prometheus's text format."""
        generate: Callable[[CollectorRegistry], bytes] = text_of
        if FIGURES_VARIABLE not in os.environ:
            return generate(self._registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate(together)
