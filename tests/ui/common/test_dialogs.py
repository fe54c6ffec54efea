"""Dialogs open where the last one was answered, and in Documents at first."""

from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from epicrec_desktop.ui.common import dialogs


@pytest.fixture
def asked(monkeypatch, tmp_path, qtbot):
    """Answers every dialog, and says where each was opened."""
    places: list[Path] = []
    answers: list[str] = []
    documents = tmp_path / "Documents"
    documents.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(documents))
    monkeypatch.setattr(dialogs, "_answered", [])

    def answer(_parent, _title, place, _kinds=""):
        places.append(Path(place))
        return answers.pop(0), ""

    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, answer)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *a: answer(*a)[0])
    parent = QWidget()
    qtbot.addWidget(parent)
    return parent, places, answers, documents


def test_the_first_opens_in_documents_and_the_next_where_that_was_answered(asked, tmp_path):
    parent, places, answers, documents = asked
    elsewhere = tmp_path / "stick"
    elsewhere.mkdir()
    answers += ["", str(elsewhere / "a.json"), str(elsewhere / "b"), ""]
    chosen: list[Path] = []
    dialogs.choose_save_file(parent, "Export", chosen.append, "epicrec-export.json")
    assert chosen == [], "the user named none"
    dialogs.choose_save_file(parent, "Export", chosen.append, "x.json")
    dialogs.choose_folder(parent, "Folder", chosen.append)
    dialogs.choose_file(parent, "File", chosen.append)
    assert chosen == [elsewhere / "a.json", elsewhere / "b"]
    assert places == [documents / "epicrec-export.json", documents / "x.json", elsewhere, elsewhere]


def test_a_folder_that_is_gone_is_not_asked_in(asked, tmp_path):
    parent, places, answers, documents = asked
    answers += [str(tmp_path / "unplugged" / "a.json"), ""]
    dialogs.choose_file(parent, "File", print)
    dialogs.choose_file(parent, "File", print)
    assert places == [documents, documents]
    documents.rmdir()
    answers += [""]
    dialogs.choose_file(parent, "File", print)
    assert places[-1] == Path.home()
