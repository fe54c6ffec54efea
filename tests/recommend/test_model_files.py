"""Models are kept whole, in one step, and read back only if they are what they were."""

import hashlib
import io
import json
import mmap
import os
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.locks import FileLock
from epicrec_desktop.recommend import model_files
from epicrec_desktop.recommend.factor_models import FactorModel
from epicrec_desktop.recommend.model import ItemModel, ModelError, parse_items
from epicrec_desktop.recommend.model_manifest import parse_manifest
from small_world import models, stored_factor_model


@pytest.mark.parametrize("kind", ["als", "knowledge"])
def test_saved_model_is_loaded_unchanged(kind, tmp_path):
    model = models()[kind]
    model_files.save(model, tmp_path / "model")
    back = model_files.load(tmp_path / "model")
    assert (back.id, back.kind, back.manifest) == (model.id, model.kind, model.manifest)
    profile = np.array([1, 7, 30])
    np.testing.assert_array_equal(back.scores(profile), model.scores(profile))
    np.testing.assert_array_equal(back.embeddings(profile), model.embeddings(profile))


def test_a_new_model_takes_the_place_of_the_old_one(tmp_path):
    model_files.save(models()["knowledge"], tmp_path)
    model_files.save(models()["als"], tmp_path)
    assert model_files.load(tmp_path).kind == "als"
    assert [file.name for file in tmp_path.glob("items-*")] == [f"items-{models()['als'].id}.npy"]


def _mapped(model: ItemModel) -> bool:
    """Return whether the items are in a file that is mapped, not in memory of their own."""
    array: object = model.records
    while isinstance(array, np.ndarray):
        if isinstance(array, np.memmap):
            return True
        array = array.base
    return isinstance(array, mmap.mmap)


@pytest.mark.parametrize("kind", ["als", "knowledge"])
def test_a_model_is_used_from_its_file_and_checked_once(kind, tmp_path, monkeypatch):
    model_files.save(models()[kind], tmp_path)
    whole = []
    digest = hashlib.file_digest
    monkeypatch.setattr(hashlib, "file_digest", lambda *a: whole.append(1) or digest(*a))
    monkeypatch.setattr(Path, "read_bytes", lambda _file: pytest.fail("the file was read whole"))
    profile = np.array([1, 7, 30])
    for _ in range(2):
        model = model_files.load(tmp_path)
        assert _mapped(model)
        assert (model.id, model.sha256) == (models()[kind].id, models()[kind].sha256)
        np.testing.assert_array_equal(model.scores(profile), models()[kind].scores(profile))
    assert whole == []  # checked when it was written
    (tmp_path / model_files.CHECKED).unlink()
    for _ in range(2):
        model_files.load(tmp_path)
    assert whole == [1]


def test_a_file_that_changed_since_it_was_checked_is_checked_again(tmp_path):
    model_files.save(models()["als"], tmp_path)
    model_files.load(tmp_path)
    _flip(tmp_path)
    with pytest.raises(ModelError, match="damaged and was not used"):
        model_files.load(tmp_path)


def test_older_model_with_wider_scales_is_read(tmp_path):
    new = models()["als"]
    wide = np.dtype(
        [(n, "<f4") if n == "scale" else (n, new.records.dtype[n]) for n in new.records.dtype.names]
    )
    old = FactorModel.create(new.records.astype(wide), new.parameters)
    model_files.save(old, tmp_path)
    back = model_files.load(tmp_path)
    assert back.id == old.id != new.id
    np.testing.assert_allclose(back.scores(np.array([3])), new.scores(np.array([3])), rtol=1e-5)


def test_mapped_items_are_read_only(tmp_path):
    model_files.save(models()["als"], tmp_path)
    with pytest.raises(ValueError, match="read-only"):
        model_files.load(tmp_path).records["popularity"][0] = 1.0


def test_undeletable_old_file_does_not_prevent_saving(tmp_path, monkeypatch):
    """Windows keeps a file as long as it is mapped."""
    model_files.save(models()["knowledge"], tmp_path)
    unlink = Path.unlink
    monkeypatch.setattr(Path, "unlink", Mock(side_effect=PermissionError("in use")))
    model_files.save(models()["als"], tmp_path)
    assert model_files.load(tmp_path).kind == "als"
    monkeypatch.setattr(Path, "unlink", unlink)
    model_files.save(models()["als"], tmp_path)
    assert len(list(tmp_path.glob("items-*"))) == 1


def test_a_crash_before_the_last_step_leaves_the_old_model(tmp_path, monkeypatch):
    model_files.save(models()["knowledge"], tmp_path)
    replace = Path.replace

    def fail_at_manifest(self, target):
        if Path(target).name == model_files.MANIFEST:
            raise OSError("the power went")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fail_at_manifest)
    with pytest.raises(OSError, match="power"):
        model_files.save(models()["als"], tmp_path)
    assert model_files.load(tmp_path).id == models()["knowledge"].id


def test_a_model_that_another_process_replaces_while_it_is_loaded(tmp_path, monkeypatch):
    model_files.save(models()["als"], tmp_path)
    read = model_files.read_manifest

    def read_then_replaced(folder):
        found = read(folder)
        monkeypatch.setattr(model_files, "read_manifest", read)
        model_files.save(models()["knowledge"], folder)
        return found

    monkeypatch.setattr(model_files, "read_manifest", read_then_replaced)
    assert model_files.load(tmp_path).id == models()["knowledge"].id


def test_processes_take_turns_to_replace_a_model(tmp_path, monkeypatch):
    """The one whose manifest is written last would lose its items to the other."""
    write, written = model_files.write_file, []
    other = FileLock(tmp_path / model_files.LOCK)

    def write_alone(path, content):
        assert not other.acquire(exclusive=True)
        written.append(path.name)
        write(path, content)

    monkeypatch.setattr(model_files, "write_file", write_alone)
    model_files.save(models()["als"], tmp_path)
    assert model_files.MANIFEST in written
    assert other.acquire(exclusive=True)
    other.release()


def test_missing_model_differs_from_a_damaged_one(tmp_path):
    with pytest.raises(FileNotFoundError):
        model_files.load(tmp_path)


def _truncate(folder: Path) -> None:
    file = next(folder.glob("items-*.npy"))
    file.write_bytes(file.read_bytes()[:-7])


def _flip(folder: Path) -> None:
    file = next(folder.glob("items-*.npy"))
    status, data = file.stat(), bytearray(file.read_bytes())
    data[-3] ^= 1
    file.write_bytes(bytes(data))
    # What Windows can tell; a file system's own clock may not have moved since it was saved.
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns + 100))


def _remove(folder: Path) -> None:
    next(folder.glob("items-*.npy")).unlink()


def _edit(**changes: object) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        manifest = json.loads((folder / model_files.MANIFEST).read_text())
        (folder / model_files.MANIFEST).write_text(json.dumps(manifest | changes))

    return edit


def _not_json(folder: Path) -> None:
    (folder / model_files.MANIFEST).write_text("{")


@pytest.mark.parametrize(
    "damage",
    [
        _truncate,
        _flip,
        _remove,
        _not_json,
        _edit(kind="other"),
        _edit(kind=3),
        _edit(format=2),
        _edit(parameters={"alpha": 3.0, "regularization": 1.0}),
        _edit(parameters={"alpha": "x"}),
        _edit(parameters=None),
        _edit(id="../elsewhere"),
        _edit(id=None),
        _edit(sha256="0" * 64),
    ],
)
def test_damaged_model_raises_an_error(damage, tmp_path):
    model_files.save(models()["als"], tmp_path)
    damage(tmp_path)
    with pytest.raises(ModelError, match="damaged and was not used"):
        model_files.load(tmp_path)


@pytest.mark.parametrize("training", [None, "much", [1]])
def test_a_training_record_that_is_none_is_ignored(training, tmp_path):
    model_files.save(models()["als"], tmp_path)
    _edit(training=training)(tmp_path)
    assert model_files.load(tmp_path).training == {}


def test_the_id_of_a_manifest_ends_with_its_line():
    wrong = {**models()["als"].manifest, "id": f"{models()['als'].id}\n"}
    with pytest.raises(ValueError, match="/id"):
        parse_manifest(json.dumps(wrong).encode())


def _npy(records: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, records, version=(1, 0), allow_pickle=True)
    return buffer.getvalue()


def test_items_are_never_unpickled():
    with pytest.raises(ValueError, match="something other than records"):
        parse_items(_npy(np.array([{"a": 1}], dtype=object)))


def test_a_header_that_claims_more_than_is_there_gets_no_memory():
    data = _npy(np.zeros(4, dtype=np.float64))
    huge = data.replace(b"(4,)", b"(4000000000000,)").replace(b" " * 12, b"", 1)
    with pytest.raises(ValueError, match="shorter or longer"):
        parse_items(huge)


@given(st.binary(max_size=200))
def test_any_bytes_are_items_or_a_value_error(data):
    for candidate in (data, b"\x93NUMPY\x01\x00" + data):
        try:
            parse_items(candidate)
        except ValueError:
            continue


@given(st.data())
def test_a_changed_header_is_items_or_a_value_error(data):
    content = bytearray(models()["knowledge"].items_file)
    place = data.draw(st.integers(0, 200))
    content[place] = data.draw(st.integers(0, 255))
    try:
        records = parse_items(bytes(content))
        type(models()["knowledge"]).create(records, models()["knowledge"].parameters)
    except ValueError:
        pass


@pytest.mark.parametrize(
    ("wire_ids", "message"),
    [
        (["ml:1", "ml:1"], "twice"),
        (["ml:1", "heat"], "public id"),
        (["ml:1", "ml:2\n"], "public id"),
    ],
)
def test_unsound_items_are_refused(wire_ids, message):
    with pytest.raises(ValueError, match=message):
        stored_factor_model(
            wire_ids, np.ones((2, 3), np.float32), np.ones(2), {"alpha": 1, "regularization": 1}
        )


@pytest.mark.parametrize(
    ("factors", "popularity", "parameters", "message"),
    [
        (np.full((1, 3), np.nan), 1.0, {"alpha": 1, "regularization": 1}, "not a number"),
        (np.ones((1, 3)), -1.0, {"alpha": 1, "regularization": 1}, "negative"),
        (np.ones((1, 3)), np.inf, {"alpha": 1, "regularization": 1}, "not a number"),
        (np.ones((1, 3)), 1.0, {"alpha": 0, "regularization": 1}, "alpha"),
        (np.ones((1, 3)), 1.0, {"alpha": 1}, "regularization"),
        (np.ones((1, 3)), 1.0, {"alpha": 1, "regularization": 1e-300}, "regularization"),
        (np.full((1, 3), 1e6), 1.0, {"alpha": 1, "regularization": 1e-3}, "regularization"),
        (np.ones((1, 3)), 1.0, {"alpha": 9e5, "regularization": 1e-6}, "regularization"),
        (np.full((1, 3), 1e8), 1.0, {"alpha": 1, "regularization": 1}, "not a number"),
        (np.ones((1, 0)), 1.0, {"alpha": 1, "regularization": 1}, "the factors are none"),
    ],
)
def test_unsound_numbers_are_refused(factors, popularity, parameters, message):
    with pytest.raises(ValueError, match=message):
        stored_factor_model(
            ["ml:1"], factors.astype(np.float32), np.array([popularity]), parameters
        )
