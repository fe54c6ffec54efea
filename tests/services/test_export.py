"""The export: a file for the person alone, that takes nothing's place unless it was asked to."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from epicrec_desktop.domain.errors import EpicRecError

posix = pytest.mark.skipif(os.name != "posix", reason="rights and links of POSIX")


def test_only_the_person_can_read_it_and_it_is_whole(world, tmp_path: Path) -> None:
    world.add("Heat (1995)")
    file = tmp_path / "mine.json"
    world.services.data.export(file)
    document = json.loads(file.read_text(encoding="utf-8"))
    assert [movie["title"] for movie in document["library"]] == ["Heat"]
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [f.name for f in tmp_path.iterdir() if "mine" in f.name] == ["mine.json"]


def test_what_is_there_stays_unless_it_is_to_be_replaced(world, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text("a diary")
    with pytest.raises(EpicRecError, match=r"something at .* already. Nothing was written"):
        world.services.data.export(file)
    assert file.read_text() == "a diary"
    world.services.data.export(file, replace=True)
    assert json.loads(file.read_text(encoding="utf-8"))["format"] == "epicrec-export"
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [f.name for f in tmp_path.iterdir() if "mine" in f.name] == ["mine.json"]


@posix
@pytest.mark.parametrize("name", ["mine.json", "mine.json.partial"])
@pytest.mark.parametrize("replace", [False, True])
def test_a_link_somebody_laid_out_is_not_followed(
    world, tmp_path: Path, name: str, replace: bool
) -> None:
    """In a folder that others may write to, it would spoil a file of ours."""
    victim = tmp_path / "victim"
    victim.write_text("as it was")
    (tmp_path / name).symlink_to(victim)
    file = tmp_path / "mine.json"
    if name == "mine.json" and not replace:
        with pytest.raises(EpicRecError, match="Nothing was written"):
            world.services.data.export(file)
    else:
        world.services.data.export(file, replace=replace)
        assert not file.is_symlink()
    assert victim.read_text() == "as it was"


def test_a_disk_that_fails_leaves_nothing_behind_and_keeps_what_was_there(
    world, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.json"
    file.write_text("a diary")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EpicRecError, match="No space left"):
        world.services.data.export(file, replace=True)
    with pytest.raises(EpicRecError, match="No space left"):
        world.services.data.export(tmp_path / "mine-too.json")
    assert file.read_text() == "a diary"
    assert [f.name for f in tmp_path.iterdir() if "mine" in f.name] == ["mine.json"]
