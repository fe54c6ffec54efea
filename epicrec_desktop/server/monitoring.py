"""Prometheus metrics, JSON log records and OpenTelemetry traces, without addresses, keys or bodies.

Whatever the environment says of OpenTelemetry, nothing is exported without `log.traces`, and what
is exported names a route and never a path: paths have the ids of contributions. Traces need the
extra `tracing`; FastAPI makes the spans.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, values
from prometheus_client import generate_latest as text_of
from prometheus_client.multiprocess import MultiProcessCollector

from epicrec_desktop.console.extras import how_to_install
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.logs import LONGEST, ROOT, PlainFormatter
from epicrec_desktop.server.config import LogConfig

if TYPE_CHECKING:
    from fastapi.telemetry import TelemetryConfig
    from opentelemetry.sdk.trace import ReadableSpan

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Where `prometheus_client` shares metrics between processes."""


@contextmanager
def shared_metrics(folder: Path) -> Iterator[None]:
    """Let this process and its children keep their metrics in a folder while the block runs.

    `prometheus_client` looks at the variable when it is first imported, so the class is chosen
    again.
    """
    before = os.environ.get(FOLDER_VARIABLE)
    os.environ[FOLDER_VARIABLE] = str(folder)
    values.ValueClass = values.get_value_class()  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        os.environ.pop(FOLDER_VARIABLE)
        if before is not None:
            os.environ[FOLDER_VARIABLE] = before
        values.ValueClass = values.get_value_class()  # type: ignore[no-untyped-call]


class Metrics:
    """The metrics of one service; each in a registry of its own."""

    def __init__(self) -> None:
        self._registry = own = CollectorRegistry()

        def gauge(name: str, text: str, mode: Any = "livesum", labels: Sequence[str] = ()) -> Gauge:
            return Gauge(f"epicrec_{name}", text, labels, multiprocess_mode=mode, registry=own)

        def counter(name: str, text: str, labels: Sequence[str] = ()) -> Counter:
            return Counter(f"epicrec_{name}", text, labels, registry=own)

        self._requests = counter("requests", "Requests answered.", ("method", "route", "status"))
        self._seconds = Histogram(
            "epicrec_request_seconds",
            "Time from the headers of a request to the end of its answer.",
            ("route",),
            buckets=SECONDS,
            registry=own,
        )
        self._refused = counter("refused", "Requests refused for a while.", ("reason",))
        self.in_flight = gauge("in_flight", "Requests being answered.")
        self.waiting = gauge("waiting", "Requests waiting for a turn, also at the database.")
        self._model = gauge("model", "Workers that answer with a model.", labels=("model",))
        self.failed = counter("publications_failed", "Published models that could not be used.")
        self.pending = gauge(
            "contributions_pending", "Contributions that are not in the sums yet.", "mostrecent"
        )
        self.database = gauge(
            "database_answers", "Whether the database answers: 1 or 0.", "mostrecent"
        )
        self.certificate = gauge(
            "certificate_expires",
            "When the certificate in use expires, in seconds since 1970; 0 without one.",
            "livemin",
        )
        self._training = gauge(
            "training",
            "Figures of the last training, and whether its model was published.",
            "mostrecent",
            ("figure",),
        )

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def refused(self, reason: str) -> None:
        """Count a request that was refused, for one of a few reasons."""
        self._refused.labels(reason).inc()

    def uses(self, model: str, before: str | None) -> None:
        """This worker answers with this model now, and no more with the one before."""
        if before is not None and before != model:
            self._model.labels(before).set(0)
        self._model.labels(model).set(1)

    def trained(self, figures: Mapping[str, float]) -> None:
        """These are the figures of the last training."""
        for figure, value in figures.items():
            self._training.labels(figure).set(value)

    def text(self) -> bytes:
        """Return the metrics of all workers in Prometheus's text format."""
        generate: Callable[[CollectorRegistry], bytes] = text_of
        if FOLDER_VARIABLE not in os.environ:
            return generate(self._registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate(together)


REQUEST = "request"
"""The attribute of a record that has the fields of a request."""


class JsonFormatter(logging.Formatter):
    """One record, one line, one object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        document: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": plain(record.getMessage(), limit=LONGEST),
            "process": os.getpid(),
        }
        fields = getattr(record, REQUEST, None)
        if isinstance(fields, dict):
            document |= fields
        if record.exc_info and record.exc_info[0] is not None:
            document["error"] = record.exc_info[0].__name__
        return json.dumps(document, ensure_ascii=False)


class _Stderr(logging.StreamHandler[TextIO]):
    """The only handler of this kind; a forked worker inherits that of its supervisor."""


def log_to_stderr(settings: LogConfig) -> logging.Handler:
    """Write what is logged to stderr as well, where whoever runs a service looks for it.

    Calling it again replaces the previous setup.
    """
    handler = _Stderr(sys.stderr)
    handler.setFormatter(
        JsonFormatter()
        if settings.format == "json"
        else PlainFormatter("%(asctime)s %(levelname)s %(message)s")
    )
    logger = logging.getLogger(ROOT)
    for before in [one for one in logger.handlers if isinstance(one, _Stderr)]:
        logger.removeHandler(before)
    logger.addHandler(handler)
    logger.setLevel(settings.level.upper())
    logger.propagate = False
    return handler


EXPORTED = ("http.request.method", "http.route", "http.response.status_code", "error.type")
"""Attributes of a span that are exported: no path, query, header or address of a client."""


def telemetry(collector: str) -> TelemetryConfig:
    """Return FastAPI's `telemetry` for a collector's address (OTLP over HTTP), "" for none.

    Raises `EpicRecError` without the extra.
    """
    off: TelemetryConfig = {
        "tracing": False,
        "metrics": False,
        "logs": False,
        "auto_configure": False,
    }
    if not collector:
        return off
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415
            OTLPSpanExporter,
        )
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
    except ImportError:
        raise EpicRecError(
            "Traces need the extra “tracing”; nothing was started. "
            "Leave log.traces out, or install it: {how}",
            how=how_to_install("server,tracing"),
        ) from None
    provider = TracerProvider(resource=Resource({"service.name": "epicrec-server"}))
    # It leaves out what could name a contribution or a client.
    exporter = OTLPSpanExporter(collector)
    export = exporter.export
    exporter.export = lambda spans: export([without_names(s) for s in spans])  # type: ignore[method-assign]
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return {**off, "tracing": True, "tracer_provider": provider}


def end_traces(config: TelemetryConfig) -> None:
    """Export what is not yet exported, and end."""
    provider: Any = config.get("tracer_provider")
    if provider is not None:
        provider.shutdown()


def without_names(span: ReadableSpan) -> ReadableSpan:
    """Return a copy of a span with the attributes in `EXPORTED`, and no events or trace state."""
    from opentelemetry.sdk.trace import ReadableSpan as Exported  # noqa: PLC0415
    from opentelemetry.trace import SpanContext, Status  # noqa: PLC0415

    def plain(context: Any) -> Any:
        if context is None:
            return None
        return SpanContext(
            context.trace_id, context.span_id, context.is_remote, context.trace_flags
        )

    found = span.attributes or {}
    return Exported(
        span.name,
        plain(span.context),
        plain(span.parent),
        span.resource,
        {name: found[name] for name in EXPORTED if name in found},
        kind=span.kind,
        instrumentation_scope=span.instrumentation_scope,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
    )
