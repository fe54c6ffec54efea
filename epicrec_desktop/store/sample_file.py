"""What was drawn, kept a second time: a small file outside the folder that is backed up.

Noisy numbers only, never counts. A database that is restored from a copy finds its windows drawn
here, and repeats them instead of drawing again (`services/sampling.py`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.json_text import fraction, month
from epicrec_desktop.files import write_file
from epicrec_desktop.paths import private_folder

_VERSION = 1
_LARGEST = 16_000_000
RELEASED, CONTRIBUTED = "release", "contribution"
_ARCHIVE_ERRORS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)


@dataclass(frozen=True)
class PriorLoss:
    """A loss that adds to that of the windows kept, and why: "restored", "copied", "elsewhere", or
    "joined" for what another library drew in the same months.

    `periods` are those that it is of; `library_id` the library that drew them, where that is known;
    `kind` whether it is of releases or of contributions.
    """

    loss: str  # a fraction, "1/5"
    why: str
    periods: tuple[str, ...] = ()
    library_id: str | None = None
    kind: str = RELEASED

    def to_list(self) -> list[Any]:
        """As JSON."""
        return [self.loss, self.why, list(self.periods), self.library_id, self.kind]

    @classmethod
    def from_list(cls, data: Sequence[Any]) -> PriorLoss:
        """Read what `to_list` wrote. Raises `ValueError` for anything else."""
        loss, why, periods, library_id, kind = data
        names = tuple(month(name) for name in periods)
        if kind not in (RELEASED, CONTRIBUTED):
            raise ValueError("a loss is of releases or of contributions")
        return cls(
            str(fraction(loss)),
            str(why),
            names,
            None if library_id is None else str(library_id),
            kind,
        )


@dataclass(frozen=True)
class Samples:
    """All draws of a library. `library_id` names the library on this computer, None before it has
    one.

    `count` grows with every draw and every copy issued; `periods` are documents by window, and so
    are `contributions` (`services/sampling.py`). `others`
    are libraries that were released from on this computer before this one, by their epoch: whoever
    brings one back from an export finds its windows drawn here. `ours` are epochs of those that
    were brought back.
    """

    library_id: str | None = None
    count: int = 0
    prior_losses: tuple[PriorLoss, ...] = ()
    periods: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    others: Mapping[str, Samples] = field(default_factory=dict)
    ours: tuple[str, ...] = ()
    contributions: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """As JSON: noisy numbers, and no true count."""
        return {
            "epoch": self.library_id,
            "draws": self.count,
            "earlier": [loss.to_list() for loss in self.prior_losses],
            "windows": {name: dict(document) for name, document in self.periods.items()},
            "others": [other.to_dict() for other in self.others.values()],
            "ours": list(self.ours),
            "contributions": {n: dict(d) for n, d in self.contributions.items()},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Samples:
        """Read what `to_dict` wrote."""
        library_id = data["epoch"]
        others = [cls.from_dict(other) for other in data["others"]]
        return cls(
            None if library_id is None else str(library_id),
            int(data["draws"]),
            tuple(PriorLoss.from_list(loss) for loss in data["earlier"]),
            {str(name): dict(document) for name, document in data["windows"].items()},
            {str(other.library_id): other for other in others},
            tuple(str(name) for name in data["ours"]),
            {month(name): dict(d) for name, d in data["contributions"].items()},
        )


class SampleFile:
    """The file beside the database."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Samples | None:
        """What it holds; None where it is missing or cannot be read as what `write` wrote."""
        try:
            with self._path.open("rb") as stream:
                text = stream.read(_LARGEST)
            data = json.loads(text)
            if data["version"] != _VERSION:
                return None
            return Samples.from_dict(data)
        except (OSError, *_ARCHIVE_ERRORS):
            return None

    def write(self, samples: Samples) -> None:
        """Replace the file in one step; on the disk when this returns.

        Raises `StoreError`: then nothing may be sent.
        """
        text = json.dumps({"version": _VERSION, **samples.to_dict()})
        try:
            private_folder(self._path.parent)
            write_file(self._path, text.encode())
        except OSError as error:
            raise StoreError(
                "The second copy of your blurred counts could not be saved in {path} "
                "({reason}), so nothing was sent. Make room or allow writing there, "
                "and try again.",
                path=str(self._path),
                reason=error.strerror or "",
            ) from None
