"""Base class of models: items with public ids, scores for a profile, and one items file.

A model is a manifest (JSON) and one `.npy` array with a record per item. Files on
disk equal the documents on the wire. The id is derived from the content, so a model never changes
under its id. A stored model is memory-mapped, not read.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import IO, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import NO_HEADER, Floats32
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import WIRE_ID
from epicrec_desktop.recommend.model_manifest import FORMAT

MAX_ITEMS = 500_000
MAX_ID_LENGTH = 128

Positions = NDArray[np.int64]
Parameters = Mapping[str, float | int]


class ModelError(EpicRecError):
    """A model is damaged or of an unsupported kind."""


class ItemModel(ABC):
    """Scores every item for a profile. Immutable; safe to use from several threads.

    `records` is a structured array of shape (n,) that has at least the fields `id` (ASCII bytes)
    and `popularity` (number of public users who watched the item). `parameters` are numbers.
    `training` records how a model was selected and its measured quality (`model_quality.py`); it is
    not part of the model's id.
    """

    kind: ClassVar[str]

    def __init__(
        self, records: NDArray[np.void], parameters: Parameters, sha256: str | None = None
    ) -> None:
        self.records = records
        self.parameters: dict[str, float | int] = dict(sorted(parameters.items()))
        self.training: Mapping[str, Any] = {}
        if sha256 is not None:
            self.__dict__["sha256"] = sha256  # known, so that the file need not be read

    @classmethod
    @abstractmethod
    def check(cls, records: NDArray[np.void], parameters: Parameters) -> None:
        """Raise `ValueError` unless records and parameters are those of this kind."""

    @abstractmethod
    def scores(self, profile: Positions, weights: Floats32 | None = None) -> Floats32:
        """Score all n items, shape (n,), for a profile of item positions; higher is better.

        `weights` (k,) is the weight of each item of the profile: 1 by default, negative for a
        disliked one. Without positive weights, and for an empty profile, public popularity counts.
        """

    @abstractmethod
    def embeddings(self, items: Positions) -> Floats32:
        """Return rows of length 1 (or 0), (k, f), whose inner products are similarities."""

    least_kinship: ClassVar[float] = 0.3
    """Least kinship for "because you watched"."""

    def kinship(self, items: Positions, watched: Positions) -> Floats32:
        """Return the kinship of each of the items with each watched one, (k, w).

        Based on data beyond categories and years, which are no reason to see a movie.
        """
        return self.embeddings(items) @ self.embeddings(watched).T

    @classmethod
    def create(
        cls, records: NDArray[np.void], parameters: Parameters, sha256: str | None = None
    ) -> Self:
        """Check and build; `sha256` is that of the items file, where known. Raises `ValueError`."""
        check_records(records)
        cls.check(records, parameters)
        return cls(records, parameters, sha256)

    @cached_property
    def wire_ids(self) -> tuple[str, ...]:
        """Return the public id of each item."""
        return tuple(i.decode("ascii") for i in self.records["id"].tolist())

    @cached_property
    def index(self) -> dict[str, int]:
        """Return the position of each item by its public id."""
        return {wire_id: i for i, wire_id in enumerate(self.wire_ids)}

    @cached_property
    def popularity(self) -> Floats32:
        """Return public popularity on a logarithmic scale from 0 to 1, shape (n,)."""
        logs: NDArray[np.float64] = np.log1p(self.records["popularity"].astype(np.float64))
        return (logs / max(float(logs.max()), 1e-12)).astype(np.float32)

    @property
    def items_file(self) -> bytes:
        """Return the items as the bytes of an `.npy` file: what is fetched."""
        buffer = io.BytesIO()
        np.lib.format.write_array(buffer, self.records, version=(1, 0), allow_pickle=False)
        return buffer.getvalue()

    @cached_property
    def sha256(self) -> str:
        """Return the checksum of the items file."""
        return hashlib.sha256(self.items_file).hexdigest()

    @cached_property
    def id(self) -> str:
        """Return a name derived from the content: "linear-3f2a…"."""
        return model_id(self.kind, self.parameters, self.sha256)

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """Return the description of the items file for JSON."""
        described = {
            "format": FORMAT,
            "id": self.id,
            "kind": self.kind,
            "items": len(self.records),
            "dtype": [list(field) for field in self.records.dtype.descr],
            "parameters": self.parameters,
            "sha256": self.sha256,
            "bytes": len(self.items_file),
        }
        return described | ({"training": dict(self.training)} if self.training else {})

    def positions(self, wire_ids: Sequence[str]) -> Positions:
        """Return positions of those of the ids that the model knows, in order."""
        index = self.index
        return np.array([index[one] for one in wire_ids if one in index], dtype=np.int64)


def weighted_profile(profile: Positions, weights: Floats32 | None) -> tuple[Positions, Floats32]:
    """Return the distinct items of a profile, ascending, each with its first weight."""
    items, first = np.unique(profile, return_index=True)
    if weights is None:
        return items, np.ones(len(items), dtype=np.float32)
    return items, weights[first]


def unit(rows: NDArray[np.floating]) -> Floats32:
    """Return the rows scaled to length 1; rows of zeros stay."""
    norms = np.linalg.norm(rows, axis=-1, keepdims=True)
    return (rows / np.where(norms > 0, norms, 1.0)).astype(np.float32)


def model_id(kind: str, parameters: Parameters, sha256: str) -> str:
    """Return the id of a model with these parameters and this items file."""
    text = json.dumps([FORMAT, kind, dict(parameters), sha256], sort_keys=True)
    return f"{kind}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def short_id(identifier: str) -> str:
    """Return the eight digits that a model is requested by, of the hash in its id."""
    return identifier.rpartition("-")[2][:8]


def check_records(records: NDArray[np.void]) -> None:
    """Raise `ValueError` unless `records` has sound `id` and `popularity` fields."""
    names = records.dtype.names or ()
    if records.ndim != 1 or not {"id", "popularity"} <= set(names):
        raise ValueError("the items are not records with an id and a popularity")
    if not 0 < len(records) <= MAX_ITEMS:
        raise ValueError("the number of items is out of range")
    if records.dtype["id"].kind != "S" or records.dtype["id"].itemsize > MAX_ID_LENGTH:
        raise ValueError("the ids are not short text")
    ids = records["id"].tolist()
    if len(set(ids)) != len(ids):
        raise ValueError("an id is there twice")
    if not all(i.isascii() and WIRE_ID.fullmatch(i.decode("ascii")) for i in ids):
        raise ValueError("an id is not a movie's public id")
    check_numbers(records, "popularity", "<f4", ())
    if records["popularity"].min() < 0:
        raise ValueError("a popularity is negative")


def check_numbers(
    records: NDArray[np.void], field: str, dtypes: str, shape: tuple[int, ...]
) -> None:
    """Raise `ValueError` unless a field has one of these types, this shape and finite numbers."""
    if field not in (records.dtype.names or ()):
        raise ValueError(f"the field {field} is missing")
    found = records.dtype[field]
    if found.base not in map(np.dtype, dtypes.split()) or found.shape != shape:
        raise ValueError(f"the field {field} has another type")
    if not np.isfinite(records[field]).all():
        raise ValueError(f"the field {field} holds something that is not a number")


def parse_items(data: bytes) -> NDArray[np.void]:
    """Read the bytes of an items file. Raises `ValueError`; never unpickles.

    The size in the header is compared with the actual size before memory is allocated.
    """
    buffer = io.BytesIO(data)
    dtype = _record_type(buffer, len(data))
    return np.frombuffer(data, dtype=dtype, offset=buffer.tell())


def map_items(file: Path) -> NDArray[np.void]:
    """Map an items file into memory, so that only used parts are read.

    Raises `OSError`, and `ValueError` as `parse_items` does.
    """
    with file.open("rb") as stream:
        dtype = _record_type(stream, file.stat().st_size)
        return np.asarray(np.memmap(stream, dtype=dtype, mode="r", offset=stream.tell()))


def _record_type(stream: IO[bytes], size: int) -> np.dtype[np.void]:
    """Return the type of the records behind a header, which fill a file of `size` bytes exactly."""
    try:
        if np.lib.format.read_magic(stream) != (1, 0):
            raise ValueError("another version of the file format")
        shape, fortran, dtype = np.lib.format.read_array_header_1_0(stream)
    except NO_HEADER as error:
        raise ValueError("the header cannot be read") from error
    if dtype.hasobject or fortran or len(shape) != 1:
        raise ValueError("the header describes something other than records")
    length = math.prod(shape) * dtype.itemsize
    if length == 0 or length != size - stream.tell():
        raise ValueError("the file is shorter or longer than its header says")
    return dtype
