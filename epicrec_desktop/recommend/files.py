"""Keeps models in folders, and uses them from there only if they are whole.

The items file is mapped into memory, not read. Its checksum and its items are checked once, when it
is written or first met, and the file's size and time of change are remembered: while these stay,
a start reads nothing but the manifest.
"""

from __future__ import annotations

import hashlib
import json
import math
from contextlib import suppress
from pathlib import Path
from typing import Any

from epicrec_desktop.recommend.content import ContentModel
from epicrec_desktop.recommend.factors import FactorModel
from epicrec_desktop.recommend.model import (
    FORMAT,
    ItemModel,
    ModelError,
    Parameters,
    map_items,
    model_id,
    parse_items,
)

KINDS: dict[str, type[ItemModel]] = {m.kind: m for m in (FactorModel, ContentModel)}
MANIFEST = "manifest.json"
CHECKED = "checked.json"
"""Which items file was found whole, with its size and time of change."""


def save(model: ItemModel, folder: Path) -> None:
    """Keep the model in the folder, in place of the one there.

    The manifest names the items file and is put in its place in one step, so that a crash leaves
    the old model or the new one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    items = folder / items_name(model.id)
    if not _is_checked(items, model.sha256):  # it may be in use, and is the same
        _write(items, model.items_file)
        _remember(items, model.sha256)
    _write(folder / MANIFEST, (json.dumps(model.manifest, indent=2) + "\n").encode())
    for other in folder.glob("items-*.npy"):
        if other != items:
            with suppress(OSError):  # Windows keeps a file that is mapped; the next time it goes
                other.unlink()


def load(folder: Path) -> ItemModel:
    """The model kept in a folder, its items mapped.

    Raises `FileNotFoundError` where none is, `ModelError` where it is damaged.
    """
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except ValueError as error:
        raise _damaged() from error
    if not isinstance(manifest, dict) or not isinstance(manifest.get("id"), str):
        raise _damaged()
    file = folder / items_name(manifest["id"])
    if file.parent != folder or not file.is_file():
        raise _damaged()
    try:
        kind, parameters, sha256 = _described(manifest)
        if _is_checked(file, sha256):
            return kind(map_items(file), parameters, sha256)
        with file.open("rb") as stream:
            found = hashlib.file_digest(stream, "sha256").hexdigest()
        if found != sha256:
            raise _damaged()
        model = kind.create(map_items(file), parameters, sha256)
    except ValueError as error:
        raise _damaged() from error
    _remember(file, sha256)
    return model


def assemble(manifest: Any, items: bytes) -> ItemModel:
    """Build a model from a manifest, as read from JSON, and the bytes of its items file.

    Raises `ValueError` unless the kind is known, the checksum and the id are those of the content,
    and every item is sound.
    """
    kind, parameters, sha256 = _described(manifest)
    if hashlib.sha256(items).hexdigest() != sha256:
        raise ValueError("the items do not have the checksum that the manifest names")
    return kind.create(parse_items(items), parameters, sha256)


def _described(manifest: Any) -> tuple[type[ItemModel], Parameters, str]:
    """Kind, parameters and checksum of a manifest. Raises `ValueError` unless its id is theirs."""
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ValueError("the manifest has an unknown format")
    kind = manifest.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise ValueError("the model is of an unknown kind")
    parameters = manifest.get("parameters")
    if not isinstance(parameters, dict) or not all(map(_is_number, parameters.values())):
        raise ValueError("the parameters are not numbers")
    sha256 = str(manifest.get("sha256"))
    if manifest.get("id") != model_id(kind, parameters, sha256):
        raise ValueError("the id is not that of the content")
    return KINDS[kind], parameters, sha256


def _is_checked(items: Path, sha256: str) -> bool:
    """Whether this very file was found whole, with this checksum, and has not changed since."""
    try:
        remembered = json.loads((items.parent / CHECKED).read_text(encoding="utf-8"))
        return bool(remembered == _stamp(items, sha256))
    except (OSError, ValueError):
        return False


def _remember(items: Path, sha256: str) -> None:
    with suppress(OSError):  # then it is checked again the next time
        _write(items.parent / CHECKED, json.dumps(_stamp(items, sha256)).encode())


def _stamp(items: Path, sha256: str) -> dict[str, Any]:
    status = items.stat()
    return {
        "items": items.name,
        "sha256": sha256,
        "bytes": status.st_size,
        "changed": status.st_mtime_ns,
    }


def items_name(identifier: str) -> str:
    """The file that the items of a model are kept in."""
    return f"items-{identifier}.npy"


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and math.isfinite(float(value))  # type: ignore[arg-type]


def _write(file: Path, content: bytes) -> None:
    partial = file.with_name(file.name + ".partial")
    partial.write_bytes(content)
    partial.replace(file)


def _damaged() -> ModelError:
    return ModelError(
        "The recommendation model kept on this computer is damaged and was not used; "
        "your library is untouched. Import or download the catalog again to make a new one."
    )
