"""Store models in folders, and load them only if they are complete.

The items file is mapped into memory, not read. Its checksum and items are checked once, when it is
written or first loaded, and the file's size and modification time are stored: while these stay the
same, a start reads only the manifest.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from epicrec_desktop.files import write_file
from epicrec_desktop.locks import FileLock
from epicrec_desktop.recommend.factor_models import FactorModel, LinearModel
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.recommend.model import ItemModel, ModelError, map_items, model_id, parse_items
from epicrec_desktop.recommend.model_manifest import MANIFEST, Manifest, read_manifest

KINDS: dict[str, type[ItemModel]] = {m.kind: m for m in (LinearModel, FactorModel, KnowledgeModel)}
CHECKED = "checked.json"
"""Which items file was found whole, with its size and time of change."""
LOCK = "lock"
_PATIENCE_S = 60.0  # another process that hangs for longer does not keep this one from storing


def save(model: ItemModel, folder: Path) -> None:
    """Store the model in the folder, replacing the previous one.

    The manifest names the items file and is replaced atomically, so that a crash leaves the old
    model or the new one. Processes take turns: one would remove the items of the other.
    """
    folder.mkdir(parents=True, exist_ok=True)
    items, turn = folder / items_name(model.id), FileLock(folder / LOCK)
    turn.acquire(exclusive=True, patience=_PATIENCE_S)
    try:
        if not _is_checked(items, model.sha256):  # the same file, and it may be in use
            write_file(items, model.items_file)
            _remember(items, model.sha256)
        write_file(folder / MANIFEST, (json.dumps(model.manifest, indent=2) + "\n").encode())
        for other in folder.glob("items-*.npy"):
            if other != items:
                with suppress(OSError):  # Windows cannot delete a mapped file; a later call does
                    other.unlink()
    finally:
        turn.release()


def load(folder: Path) -> ItemModel:
    """Return the model stored in a folder, with mapped items.

    Raises `FileNotFoundError` if there is none, `ModelError` if it is damaged.
    """
    while True:
        manifest = _manifest(folder)
        try:
            return _load(folder / items_name(manifest.id), manifest)
        except ModelError:
            if _manifest(folder) == manifest:  # else another process replaced it meanwhile
                raise


def _manifest(folder: Path) -> Manifest:
    try:
        return read_manifest(folder)
    except ValueError as error:
        raise _damaged() from error


def _load(file: Path, manifest: Manifest) -> ItemModel:
    """Return the model of this manifest, with the items of a file. Raises `ModelError`."""
    if not file.is_file():
        raise _damaged()
    try:
        kind, sha256 = _kind(manifest), manifest.sha256
        if _is_checked(file, sha256):
            return _with_training(kind(map_items(file), manifest.parameters, sha256), manifest)
        with file.open("rb") as stream:
            found = hashlib.file_digest(stream, "sha256").hexdigest()
        if found != sha256:
            raise _damaged()
        model = kind.create(map_items(file), manifest.parameters, sha256)
    except (FileNotFoundError, ValueError, MemoryError) as error:
        raise _damaged() from error
    _remember(file, sha256)
    return _with_training(model, manifest)


def assemble(manifest: Manifest, items: bytes) -> ItemModel:
    """Build a model from a manifest and the bytes of its items file.

    Raises `ValueError` unless the kind is known, the checksum and the id are those of the content,
    and every item is sound.
    """
    kind, sha256 = _kind(manifest), manifest.sha256
    if hashlib.sha256(items).hexdigest() != sha256:
        raise ValueError("the items do not have the checksum that the manifest names")
    return _with_training(kind.create(parse_items(items), manifest.parameters, sha256), manifest)


def _with_training(model: ItemModel, manifest: Manifest) -> ItemModel:
    model.training = manifest.training
    return model


def _kind(manifest: Manifest) -> type[ItemModel]:
    """Return the kind of a model. Raises `ValueError` for an unknown one, or a wrong id."""
    if manifest.kind not in KINDS:
        raise ValueError("the model is of an unknown kind")
    if manifest.id != model_id(manifest.kind, manifest.parameters, manifest.sha256):
        raise ValueError("the id is not that of the content")
    return KINDS[manifest.kind]


def _is_checked(items: Path, sha256: str) -> bool:
    """Return whether this file was checked with this checksum and is unchanged since."""
    try:
        remembered = json.loads((items.parent / CHECKED).read_text(encoding="utf-8"))
        return bool(remembered == _stamp(items, sha256))
    except (OSError, ValueError, RecursionError):
        return False


def _remember(items: Path, sha256: str) -> None:
    with suppress(OSError):  # on failure it is checked again the next time
        write_file(items.parent / CHECKED, json.dumps(_stamp(items, sha256)).encode())


def _stamp(items: Path, sha256: str) -> dict[str, Any]:
    status = items.stat()
    return {
        "items": items.name,
        "sha256": sha256,
        "bytes": status.st_size,
        "changed": status.st_mtime_ns,
    }


def items_name(identifier: str) -> str:
    """Return the name of the items file of a model."""
    return f"items-{identifier}.npy"


def id_of(items: Path) -> str:
    """Return the id of the model that an items file is named after."""
    return items.stem.removeprefix("items-")


def _damaged() -> ModelError:
    return ModelError(
        "The recommendation model kept on this computer is damaged and was not used; "
        "your library is untouched. Import or download the catalog again to make a new one."
    )
