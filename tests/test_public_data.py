"""`make data` unpacks MovieLens where the tests find it."""

import importlib.util
import sys
import zipfile
from pathlib import Path
from types import ModuleType
from unittest.mock import Mock

import pytest

from epicrec_desktop.domain.errors import CatalogError
from public_data import NAME, find_movielens

SCRIPT = Path(__file__).resolve().parent.parent / "packaging" / "data.py"


@pytest.fixture
def data(monkeypatch, tmp_path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("data_script", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(sys, "argv", ["data.py"])
    monkeypatch.setenv("EPICREC_DATA", str(tmp_path / "data"))
    return module


def test_what_is_downloaded_is_found(data, monkeypatch, tmp_path):
    def download(folder):
        archive = folder / f"{NAME}.zip"
        with zipfile.ZipFile(archive, "w") as packed:
            for name in data.FILES:
                packed.writestr(f"{NAME}/{name}", name)
        return archive

    monkeypatch.setattr(data, "download_movielens", download)
    assert find_movielens() is None
    assert data.main() == 0
    assert find_movielens() == tmp_path / "data" / NAME
    monkeypatch.delattr(data, "download_movielens")  # a second run downloads nothing
    assert data.main() == 0


def test_a_failed_download_is_one_sentence(data, monkeypatch, capsys):
    download = Mock(side_effect=CatalogError("There is no network."))
    monkeypatch.setattr(data, "download_movielens", download)
    assert data.main() == 1
    assert "There is no network." in capsys.readouterr().err
    assert find_movielens() is None
