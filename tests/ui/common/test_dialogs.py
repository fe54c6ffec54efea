"""Dialogs fit on low screens; those for files open where the last one was answered."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSize, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QScrollArea, QWidget

from epicrec_desktop.ui.common import dialogs
from epicrec_desktop.ui.common.labels import Note
from epicrec_desktop.ui.common.theme import Theme


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


@pytest.mark.parametrize("low", [False, True])
def test_the_buttons_of_a_long_question_are_on_a_low_screen(qtbot, monkeypatch, low):
    room = QSize(800, 300 if low else 4000)
    monkeypatch.setattr(dialogs, "available_size", lambda _: room)
    text = "What was sent cannot be called back. " * 90
    question = dialogs.ConfirmDialog("Erase?", text, "Erase", name="question")
    qtbot.addWidget(question)
    question.ask(lambda: None)
    qtbot.waitUntil(question.yes.isVisible)
    assert question.height() <= room.height()
    for button in (question.no, question.yes):
        assert question.rect().contains(button.geometry())
    assert question.focusWidget() is question.no
    label = question.findChild(QWidget, "question.text")
    assert (label.visibleRegion().boundingRect() == label.rect()) is not low
    qtbot.keyClick(question.no, Qt.Key.Key_Backtab)
    before = label.visibleRegion().boundingRect()
    qtbot.keyClick(question.focusWidget(), Qt.Key.Key_Down)
    assert (label.visibleRegion().boundingRect() != before) is low, "the keyboard scrolls it"


@pytest.mark.parametrize("words", [28, 29, 57, 87])
def test_text_that_fits_has_no_scroll_bar(qtbot, qapp, monkeypatch, words):
    """A bar narrows the text: some then needs one line more, and so the bar."""
    monkeypatch.setattr(dialogs, "available_size", lambda _: QSize(2000, 4000))
    monkeypatch.setattr(dialogs.WrappedTextDialog, "WIDTH", 560)
    parent = QWidget()
    qtbot.addWidget(parent)
    Theme(qapp, "light", parent)
    question = dialogs.WrappedTextDialog(parent, name="question")
    line = Note("ab " * words)
    question.set_content(line, question.add_answers("Restore"))
    parent.show()
    question.open()
    qtbot.waitUntil(question.yes.isVisible)
    assert line.visibleRegion().boundingRect() == line.rect()
    assert not question.findChild(QScrollArea).verticalScrollBar().isVisible()
