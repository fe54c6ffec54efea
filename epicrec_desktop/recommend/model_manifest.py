"""The manifest of a model: its id, and its measured quality. No NumPy, for a start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from epicrec_desktop.domain.json_documents import plain
from epicrec_desktop.recommend.wire_schema import Digest, check_lines, convert, decode

OWN_MODEL = "this-computer"
"""Folder of the model that was trained on this computer."""
MANIFEST = "manifest.json"

_MOST_POINTS = 20
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Points = Annotated[
    tuple[tuple[Annotated[float, msgspec.Meta(gt=0.0, lt=1e6)], Share], ...],
    msgspec.Meta(max_length=_MOST_POINTS),
]

FORMAT: Literal[1] = 1
MANIFEST_BYTES = 100_000
_MANIFEST_VALUES = 2_000
_BOUNDED = msgspec.Meta(gt=-(10**15), lt=10**15)
Number = Annotated[int, _BOUNDED] | Annotated[float, _BOUNDED]


class Manifest(msgspec.Struct, frozen=True, omit_defaults=True):
    """The items file of a model: what it holds, its checksum, and for information its training."""

    format: Literal[1]
    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z]{1,20}-[0-9a-f]{16}$(?!\n)")]
    kind: str
    items: int
    dtype: list[Any]
    parameters: Annotated[dict[str, Number], msgspec.Meta(max_length=100)]
    sha256: Digest
    bytes: int
    training: dict[str, Any] = {}


def parse_manifest(body: bytes) -> Manifest:
    """Return a manifest that was read or fetched. Raises `WireError`, a `ValueError`."""
    document = decode(body, _MANIFEST_VALUES)
    if isinstance(document, dict) and not isinstance(document.get("training"), dict):
        document.pop("training", None)  # it is only for information
    manifest = convert(document, Manifest)
    check_lines("/parameters", *manifest.parameters)
    return manifest


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of the model in a folder; its items are not looked at.

    Raises `FileNotFoundError` if there is none, `ValueError` if it is damaged.
    """
    with (folder / MANIFEST).open("rb") as stream:
        return parse_manifest(stream.read(MANIFEST_BYTES))


@dataclass(frozen=True)
class ModelQuality:
    """NDCG@10 on `users` held out: of the model, of popularity, and of blurred releases.

    `released` and `published` are (ε, NDCG@10) of a provider's answers to a perturbed release of
    everything, ε rising: with the mechanism that is used where nobody chose, and as published.
    Empty if not measured.
    """

    ndcg10: Share
    standard_error: Share
    recall20: Share
    popularity: Share
    users: int
    released: Points = ()
    published: Points = ()

    @property
    def document(self) -> dict[str, Any]:
        """Return the data for JSON."""
        return dict(plain(self))

    @classmethod
    def of(cls, training: Mapping[str, Any]) -> ModelQuality | None:
        """Return the quality in a training record; None if it is missing or invalid."""
        try:
            found = msgspec.convert(training.get("held_out"), cls)
        except msgspec.ValidationError:
            return None
        released, published = (
            tuple(sorted(points)) for points in (found.released, found.published)
        )
        return replace(found, released=released, published=published)

    def of_release(self, epsilon: float, measured_as: str) -> float | None:
        """Return NDCG@10 of a release of this budget, interpolated; None without these figures.

        At budget zero it is that of popularity; beyond the largest measured budget it stays
        constant. A larger budget contains the information of a smaller one: if sampling error makes
        its measure lower, that of the smaller one is used.
        """
        import numpy as np  # noqa: PLC0415 - a start reads the record without it

        measured: Points = getattr(self, measured_as, ())
        if not measured:
            return None
        budgets = [0.0, *(point[0] for point in measured)]
        values = [self.popularity, *(point[1] for point in measured)]
        return float(np.interp(epsilon, budgets, np.maximum.accumulate(values)))
