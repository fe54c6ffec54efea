"""Sentences of errors from the parts without a window are shown in the person's language."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

import epicrec_desktop
from epicrec_desktop.history import problems
from epicrec_desktop.provider import http, transport
from epicrec_desktop.ui import core_words, language

PACKAGE = Path(epicrec_desktop.__file__).parent
SHOWN = ("services", "store", "history", "provider", "privacy", "recommend")
"""The catalog has many more, of broken files; the usual ones of them are translated."""
ERRORS = ("EpicRecError", "HistoryError", "StoreError", "ProviderError", "PrivacyError")
OTHERS = ("Cancelled", "CatalogError", "ModelError")


@pytest.fixture(autouse=True)
def german(qapp):
    assert language.speak(qapp, "de")


def raised(file: Path) -> list[str]:
    """Every sentence that is raised in a file, "X" in its holes."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and ast.unparse(node.func) in (*ERRORS, *OTHERS)
            and node.args
        ):
            sentence = _filled(node.args[0])
            if sentence and not sentence.startswith("X X"):
                found.append(sentence)
    return found


def _filled(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(p.value) if isinstance(p, ast.Constant) else "X" for p in node.values)
    return ""


def test_every_sentence_that_can_be_raised_is_known():
    files = [file for name in SHOWN for file in sorted((PACKAGE / name).rglob("*.py"))]
    sentences = {sentence for file in files for sentence in raised(file)}
    assert len(sentences) > 30
    unknown = {text for text in sentences if core_words.localized(text) == text}
    assert unknown == set(), "add them to ui/core_sentences.py"


def test_every_trouble_with_a_history_is_known():
    for reason in problems._SENTENCES:
        sentence = str(problems.problem(reason))
        assert core_words.localized(sentence) != sentence, reason


@pytest.mark.parametrize("kept", [http.NOTHING_SENT, http.RELEASE_KEPT])
def test_every_trouble_on_the_way_to_a_provider_is_known(kept):
    reasons = [words for _, words in transport._EXPLANATIONS]
    reasons += [transport.UNTRUSTED, "did not answer in time", "refused the request (status 422)"]
    reasons += ["has a problem of its own (status 503): “Out of order”"]
    for reason in reasons:
        sentence = core_words.localized(f"Film club {reason}. {kept}")
        assert "Film club" in sentence
        assert reason not in sentence, reason
        assert kept not in sentence


def test_what_was_filled_in_stays_as_it_is():
    told = core_words.localized(
        "The database, settings, models and logs (12 files) were removed from /home/me/x."
    )
    assert "(12 Dateien)" in told
    assert "/home/me/x" in told
    assert "Datenbank" in told
    said = "Film club refused the request (status 409): “Too many {0} of %1”. "
    assert "Too many {0} of %1" in core_words.localized(said + http.NOTHING_SENT)


def test_in_english_nothing_changes(qapp):
    language.speak(qapp, "en")
    for file in sorted((PACKAGE / "services").rglob("*.py")):
        for sentence in raised(file):
            assert core_words.localized(sentence) == sentence
    assert QCoreApplication.translate("Core", "Done") == "Done"
