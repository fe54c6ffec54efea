"""Keeps models in folders, and reads them back only if they are whole."""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path
from typing import Any

from epicrec_desktop.recommend.content import ContentModel
from epicrec_desktop.recommend.factors import FactorModel
from epicrec_desktop.recommend.model import FORMAT, ItemModel, ModelError, model_id, parse_items

KINDS: dict[str, type[ItemModel]] = {m.kind: m for m in (FactorModel, ContentModel)}
MANIFEST = "manifest.json"


def save(model: ItemModel, folder: Path) -> None:
    """Keep the model in the folder, in place of the one there.

    The manifest names the items file and is put in its place in one step, so that a crash leaves
    the old model or the new one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    items = folder / items_name(model.id)
    _write(items, model.items_file)
    _write(folder / MANIFEST, (json.dumps(model.manifest, indent=2) + "\n").encode())
    for other in folder.glob("items-*.npy"):
        if other != items:
            other.unlink(missing_ok=True)


def load(folder: Path) -> ItemModel:
    """Read the model kept in a folder.

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
        return assemble(manifest, file.read_bytes())
    except ValueError as error:
        raise _damaged() from error


def assemble(manifest: Any, items: bytes) -> ItemModel:
    """Build a model from a manifest, as read from JSON, and the bytes of its items file.

    Raises `ValueError` unless the kind is known, the checksum and the id are those of the content,
    and every item is sound.
    """
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ValueError("the manifest has an unknown format")
    kind = manifest.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise ValueError("the model is of an unknown kind")
    parameters = manifest.get("parameters")
    if not isinstance(parameters, dict) or not all(map(_is_number, parameters.values())):
        raise ValueError("the parameters are not numbers")
    sha256 = hashlib.sha256(items).hexdigest()
    if manifest.get("sha256") != sha256:
        raise ValueError("the items do not have the checksum that the manifest names")
    if manifest.get("id") != model_id(kind, parameters, sha256):
        raise ValueError("the id is not that of the content")
    return KINDS[kind].create(parse_items(items), parameters)


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
