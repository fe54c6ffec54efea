"""Train on a cluster of Apache Spark what would not fit into one machine (extra `spark`).

Opens a session, and reads ratings from Parquet there for `spark_training.py`.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from epicrec_desktop.console.extras import how_to_install
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import WIRE_ID
from epicrec_desktop.recommend import metrics
from epicrec_desktop.recommend.ratings import no_ratings
from epicrec_desktop.recommend.wire_published import MAX_MOVIES
from epicrec_desktop.server import history_blocks
from epicrec_desktop.server import spark_kernels as kernels
from epicrec_desktop.server.rating_sources import LONGEST_ID, MOVIE, POSTGRES, USER, wrong_columns
from epicrec_desktop.server.spark_training import SparkData

SENT_ALONG = (metrics, history_blocks, kernels)
"""Modules of which the machines of a cluster get the code: they need nothing of this program."""

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


@contextmanager
def session(master: str | None = None, settings: dict[str, str] | None = None) -> Iterator[Any]:
    """Yield a `SparkSession` while the block runs.

    `master` as Spark writes it: spark://host:7077, yarn, k8s://…, local[2]; without it, that of
    spark-submit or of SPARK_CONF_DIR, and else this machine. `settings` are Spark's, by name.
    Raises `EpicRecError` where Spark or Java is missing, or the cluster cannot be reached, and
    where what runs on it fails.
    """
    spark = _start_session(master, settings or {})
    from py4j.protocol import Py4JError  # noqa: PLC0415
    from pyspark.errors import PySparkException  # noqa: PLC0415

    try:
        yield spark
    except (PySparkException, Py4JError):
        # What Spark reports holds addresses and rows: it is in Spark's own log.
        raise EpicRecError(
            "The cluster broke off; nothing was changed. Spark's own log says why."
        ) from None
    finally:
        with suppress(Py4JError, OSError):  # where the connection to it is gone
            spark.stop()


def _start_session(master: str | None, settings: dict[str, str]) -> Any:
    try:
        import pandas  # noqa: F401, PLC0415 - Spark asks for it beside pyarrow
        import pyarrow  # noqa: F401, PLC0415
        from pyspark.cloudpickle import register_pickle_by_value  # noqa: PLC0415
        from pyspark.sql import SparkSession  # noqa: PLC0415
    except ImportError:
        raise EpicRecError(
            "Apache Spark is not installed; nothing was started. Install it: {how}",
            how=how_to_install("spark"),
        ) from None
    if not _has_java():
        raise EpicRecError(
            "Apache Spark needs Java 17 or newer, and there is none here; nothing was started. "
            "Install one, or let JAVA_HOME name its folder."
        )
    for module in SENT_ALONG:
        register_pickle_by_value(module)
    # Executors on this machine are this very Python; a cluster has its own.
    is_local = (master or "").startswith("local")
    if master is None or is_local:
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("epicrec train")
    if master is not None:
        builder = builder.master(master)
    chosen = _SETTINGS | (LOCAL if is_local else {}) | settings
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


_PER_PARTITION = 8_000_000
"""Ratings: fewer partitions have fewer sums to add up, and this many are 100 MB to sort."""


def read(spark: Any, place: str) -> SparkData:
    """Return the ratings of Parquet at a path or URL. Raises `EpicRecError`."""
    if place.startswith(POSTGRES):
        raise EpicRecError(
            "A cluster reads Parquet; nothing was changed. Ratings in PostgreSQL are read without "
            "--engine spark where they fit into memory; else write them as Parquet."
        )
    return _in_blocks(spark, _from_parquet(spark, place))


def _from_parquet(spark: Any, place: str) -> Any:
    from py4j.protocol import Py4JJavaError  # noqa: PLC0415
    from pyspark.errors import AnalysisException  # noqa: PLC0415
    from pyspark.sql import functions, types  # noqa: PLC0415

    try:
        table = spark.read.parquet(place)
    except Py4JJavaError as error:
        if "FileSystem" not in str(error.java_exception):
            raise
        raise EpicRecError(
            "Spark cannot read addresses that begin with {kind}; nothing was changed. For s3a:// "
            "set spark.jars.packages to org.apache.hadoop:hadoop-aws:{version}, for others to "
            "theirs, in spark-defaults.conf.",
            kind=place.partition("//")[0] + "//",
            version=spark._jvm.org.apache.hadoop.util.VersionInfo.getVersion(),
        ) from None
    except AnalysisException:
        raise EpicRecError(
            "There is no Parquet at that place, or it cannot be read; nothing was changed."
        ) from None
    if not {USER, MOVIE} <= set(table.columns):
        raise wrong_columns()
    user = functions.col(USER)
    whole = isinstance(table.schema[USER].dataType, types.IntegralType)
    key = user.cast("long") if whole else functions.xxhash64(user.cast("string"))
    return table.select(key.alias("user"), functions.col(MOVIE).cast("string").alias("movie"))


def _in_blocks(spark: Any, rows: Any) -> SparkData:
    """Blocks of rows (user long, movie string), on disks where memory is too small."""
    from pyspark.sql import functions  # noqa: PLC0415

    movie = functions.col("movie")
    known = movie.rlike(WIRE_ID.pattern) & (functions.length(movie) <= LONGEST_ID)
    rows = rows.where(known & functions.col("user").isNotNull())
    counted = rows.groupBy("movie").count().orderBy(functions.desc("count"), "movie")
    found = counted.limit(MAX_MOVIES).collect()
    if not found:
        raise no_ratings()
    total = sum(row[1] for row in found)
    wire_ids = tuple(sorted(row[0] for row in found))
    index = spark.createDataFrame(list(zip(wire_ids, range(len(wire_ids)), strict=True)),
                                  "movie string, item int")  # fmt: skip
    parts = max(2 * spark.sparkContext.defaultParallelism, total // _PER_PARTITION)
    pairs = rows.join(functions.broadcast(index), "movie").select("user", "item")
    blocks = pairs.repartition(parts, "user").mapInArrow(
        kernels.packed_blocks, "keys binary, starts binary, items binary"
    )
    return SparkData(blocks.rdd.map(kernels.unpacked), wire_ids)
