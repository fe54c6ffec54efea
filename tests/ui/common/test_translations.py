"""Every text of the window is in German too, and English has its plurals."""

import ast
import re
import sys
from pathlib import Path
from threading import Event

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QLocale

import epicrec_desktop
from epicrec_desktop import resources
from epicrec_desktop.ui.common import translation, wording
from epicrec_desktop.ui.shell.navigation import NavButton
from ui import translations_tool
from ui.places import come_to
from waiting import LIMIT_S

TOOL = translations_tool.load()
LRELEASE = Path(sys.executable).with_name("pyside6-lrelease")
compiled = pytest.mark.skipif(
    not any(LRELEASE.with_suffix(suffix).exists() for suffix in ("", ".exe")),
    reason="Qt's lrelease is not installed beside this Python",
)
HOLES = re.compile(r"\{[^}]*\}|%L?n")


@pytest.fixture(scope="module")
def texts() -> list:
    """Return what the sources contain."""
    return TOOL.texts()


@compiled
def test_every_text_is_translated_and_compiled(texts, monkeypatch):
    monkeypatch.setattr(TOOL, "texts", lambda: texts)
    assert TOOL.problems() == [], "run: python packaging/translations.py"


FORM = "<numerusform>[^<]*</numerusform>"


@compiled
def test_a_missing_an_unfinished_and_an_outdated_text_are_found(texts, tmp_path, monkeypatch):
    for file in resources.path("translations").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(TOOL, "FOLDER", tmp_path)
    monkeypatch.setattr(TOOL, "texts", lambda: texts)
    german = tmp_path / "epicrec_de.ts"
    whole = german.read_text(encoding="utf-8")
    german.write_text(whole.replace("Aktualisieren", "Erneuern"), encoding="utf-8")
    assert TOOL.problems() == ["de: epicrec_de.qm is not what its .ts says"]
    unfinished = "<translation>Einstellungen<", '<translation type="unfinished">Einstellungen<'
    one_form = re.sub(f"({FORM})\\s+{FORM}", r"\1", whole.replace(*unfinished), count=1)
    german.write_text(one_form, encoding="utf-8")
    problems = TOOL.problems()
    assert "de: not translated: Navigation: Settings" in problems
    plurals = [line for line in problems if "not translated" in line and "%Ln" in line]
    assert len(plurals) == 1, "the one with a single form"
    monkeypatch.setattr(TOOL, "texts", lambda: [TOOL.Text("New", "A new text")])
    problems = TOOL.problems()
    assert "de: not translated: New: A new text" in problems
    assert "de: no longer used: Navigation: Settings" in problems


def test_the_tool_sees_every_way_a_text_is_marked(tmp_path):
    file = tmp_path / "page.py"
    file.write_text(
        "def _tr(text):\n    return QCoreApplication.translate('Words', text)\n"
        "class Page(QWidget):\n"
        "    def build(self):\n"
        "        self.tr('one ' 'text')\n"
        "        wording.plural('Page', '%Ln movies', len(self.rows))\n"
        "        return _tr('a wrapped one'), QT_TRANSLATE_NOOP('Table', 'a marked one')\n"
    )
    assert TOOL.texts([file]) == [
        TOOL.Text("Page", "%Ln movies", True),
        TOOL.Text("Page", "one text"),
        TOOL.Text("Table", "a marked one"),
        TOOL.Text("Words", "a wrapped one"),
    ]
    file.write_text("class Page:\n    def f(self, x):\n        self.tr(x)\n")
    with pytest.raises(ValueError, match=r"page.py:3"):
        TOOL.texts([file])


def test_no_widget_is_given_words_that_cannot_be_translated():
    """A literal that a person would read goes through `tr`."""
    shown = {"setText", "setToolTip", "setAccessibleName", "setPlaceholderText", "setWindowTitle"}
    kept = {"EpicRec", "", "https://", "https://www.imdb.com/title/tt…"}
    found = []
    for file in (Path(epicrec_desktop.__file__).parent / "ui").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            first = node.args[0] if node.args else None
            fixed = isinstance(first, ast.Constant) and first.value not in kept
            if node.func.attr in shown and fixed:
                found.append(f"{file.name}:{node.lineno} {first.value}")
    assert found == []


@pytest.mark.parametrize("name", TOOL.LANGUAGES)
def test_placeholders_survive_translation(name):
    for text, forms in TOOL.read(name).items():
        wanted = sorted(HOLES.findall(text.source))
        for place, form in enumerate(forms):
            found = sorted(HOLES.findall(form))
            if text.plural and place == 0:  # "one movie" needs no number
                assert set(found) <= set(wanted), text
            else:
                assert found == wanted, text


def test_german_is_polite_and_says_sie_throughout():
    for text, forms in TOOL.read("de").items():
        for form in forms:
            assert not re.search(r"\b([Dd]u|[Dd]ein\w*|[Dd]ir|[Dd]ich)\b", form), text


def test_plurals_fit_their_number(qapp):
    for name, count, sentence in (
        ("en", 1, "One new movie found."),
        ("en", 0, "0 new movies found."),
        ("en", 12345, "12,345 new movies found."),
        ("de", 1, "Ein neuer Film gefunden."),
        ("de", 12345, "12.345 neue Filme gefunden."),
    ):
        translation.install_translators(qapp, name)
        QLocale.setDefault(QLocale({"en": "en_US"}.get(name, name)))
        assert wording.plural("ScanController", "%Ln new movies found.", count) == sentence


def test_the_system_s_first_language_that_there_is(monkeypatch):
    for system, spoken in (
        (["de-AT", "de"], "de"),
        (["fr-FR", "de-DE"], "de"),
        (["fr"], "en"),
        (["C"], "en"),
        ([], "en"),
    ):
        monkeypatch.setattr(QLocale, "uiLanguages", lambda *_, system=system: system)
        assert translation.resolve_language("system") == spoken
        assert translation.resolve_language("nonsense") == spoken
        assert translation.resolve_language("de") == "de"


def test_qt_s_own_words_are_german_too(qapp):
    translation.install_translators(qapp, "de")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"


def test_choosing_a_language_changes_the_open_window_at_once(window, services, settle, qtbot):
    window.show_page("movies")
    settle(window)
    services.settings.language = "de"
    window.context.setting_changed.emit("language")
    qtbot.waitUntil(lambda: window.findChild(NavButton, "nav.movies").text() == "Meine Filme")
    settle(window)
    page = window.page("movies")
    assert window.stack.currentWidget() is page
    assert page.title.text() == "Meine Filme"
    assert services.context.database.title_language == "de"
    assert window.navigation.level.text() == "Nichts geht hinaus"
    assert window.navigation.provider.text() == "Dieser Computer"
    assert window.navigation.released.text() == "Noch keine Liste gesendet"
    assert_not_cut(window.navigation.released)
    assert window.tray.open_action.text() == "Öffnen"
    qtbot.waitUntil(lambda: len(window.findChildren(NavButton)) == len(window.stack.titles))
    services.settings.language = "en"
    window.context.setting_changed.emit("language")
    qtbot.waitUntil(lambda: window.findChild(NavButton, "nav.movies").text() == "My movies")
    settle(window)


def test_pages_of_the_language_before_hear_nothing_anymore(window, services, settle, qtbot):
    """What they would do fails: they are deleted, and their window is not."""
    for key in (*window.stack.titles, "movies"):
        window.show_page(key)
        settle(window)
    before = list(window.stack.built.values())
    window.context.setting_changed.emit("language")
    qtbot.waitUntil(lambda: not any(map(shiboken6.isValid, before)))
    settle(window)
    context = window.context
    context.library_changed.emit(None)
    for signal in (
        *(context.choice_changed, context.providers_changed, context.catalog_changed),
        *(context.released, context.recommendations_changed, context.month_changed),
    ):
        signal.emit()
    settle(window)


def test_work_that_a_page_of_the_language_before_began_ends_as_usual(
    window, services, settle, qtbot, monkeypatch
):
    """Its page was deleted under it: what the others show stayed old, or a crash was reported."""
    page = come_to(window, "recommendations", qtbot)
    refresh, goes_on = services.recommend.refresh, Event()

    def refresh_later(**options):
        assert goes_on.wait(LIMIT_S)
        return refresh(**options)

    monkeypatch.setattr(services.recommend, "refresh", refresh_later)
    heard: list[object] = []
    page.ranking.result_ready.connect(lambda *result: heard.append(result))
    page.ranking.refresh()
    window.context.setting_changed.emit("language")
    qtbot.waitUntil(lambda: window.page("recommendations") is not page)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    heard.clear()
    goes_on.set()
    qtbot.waitUntil(lambda: bool(heard))
    qtbot.waitUntil(lambda: not shiboken6.isValid(page))
    settle(window)


def assert_not_cut(label) -> None:
    words_wide = label.fontMetrics().horizontalAdvance(label.text())
    assert words_wide <= label.contentsRect().width()
