"""A session on a cluster, or on this machine: begun, and ended with sentences."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.errors import EpicRecError

LOCAL = {
    "spark.ui.enabled": "false",
    "spark.driver.memory": "2g",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
}
"""What is set on this machine alone; a cluster's own configuration says the rest."""

_SETTINGS = {
    "spark.sql.execution.arrow.maxRecordsPerBatch": "100000",
    "spark.sql.shuffle.partitions": "64",
    "spark.driver.maxResultSize": "4g",
    "spark.log.level": "ERROR",
    "spark.ui.showConsoleProgress": "false",
}


def is_local(master: str | None) -> bool:
    """Whether Spark is to run on this machine alone."""
    return (master or "").startswith("local")


@contextmanager
def session(master: str | None = None, settings: dict[str, str] | None = None) -> Iterator[Any]:
    """A `SparkSession` while the block runs.

    `master` as Spark writes it: spark://host:7077, yarn, k8s://…, local[2]; without it, that of
    spark-submit or of SPARK_CONF_DIR, and else this machine. `settings` are Spark's, by name.
    Raises `EpicRecError` where Spark or Java is missing, or the cluster cannot be reached, and
    where what runs on it fails.
    """
    spark = _begun(master, settings or {})
    from py4j.protocol import Py4JError  # noqa: PLC0415
    from pyspark.errors import PySparkException  # noqa: PLC0415

    try:
        yield spark
    except (PySparkException, Py4JError):
        # What Spark tells holds addresses and rows: it is in Spark's own log.
        raise EpicRecError(
            "The cluster broke off; nothing was changed. Spark's own log says why."
        ) from None
    finally:
        with suppress(Py4JError, OSError):  # where the connection to it is gone
            spark.stop()


def _begun(master: str | None, settings: dict[str, str]) -> Any:
    try:
        import pandas  # noqa: F401, PLC0415 - Spark asks for it beside pyarrow
        import pyarrow  # noqa: F401, PLC0415
        from pyspark.cloudpickle import register_pickle_by_value  # noqa: PLC0415
        from pyspark.sql import SparkSession  # noqa: PLC0415
    except ImportError:
        raise EpicRecError(
            "Apache Spark is not installed; nothing was started. "
            "Install it with: pip install 'epicrec-desktop[spark]'"
        ) from None
    if not _has_java():
        raise EpicRecError(
            "Apache Spark needs Java 17 or newer, and there is none here; nothing was started. "
            "Install one, or let JAVA_HOME name its folder."
        )
    from epicrec_desktop.recommend import metrics  # noqa: PLC0415
    from epicrec_desktop.server.spark import kernels  # noqa: PLC0415

    for module in (metrics, kernels):  # the machines of the cluster need nothing of this program
        register_pickle_by_value(module)
    # Executors on this machine are this very Python; a cluster has its own.
    if master is None or is_local(master):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("epicrec train")
    if master is not None:
        builder = builder.master(master)
    chosen = _SETTINGS | (LOCAL if is_local(master) else {}) | settings
    for name, value in chosen.items():
        builder = builder.config(name, value)
    try:
        return builder.getOrCreate()
    except Exception:  # noqa: BLE001 - Java's own errors come as several kinds, with addresses
        raise EpicRecError(
            "Apache Spark could not be started; nothing was changed. "
            "Check --master, and that the cluster can be reached from here."
        ) from None


def _has_java() -> bool:
    home = os.environ.get("JAVA_HOME")
    if home:
        return any((Path(home) / "bin" / name).is_file() for name in ("java", "java.exe"))
    return shutil.which("java") is not None
