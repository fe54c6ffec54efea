"""Messages from the parts without a window are shown in the person's language."""

from functools import cache
from itertools import product

import pytest
from PySide6.QtCore import QLocale

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.messages import Message, counted, message
from epicrec_desktop.door import failures
from epicrec_desktop.history import errors
from epicrec_desktop.provider import session
from epicrec_desktop.provider.cache import NOTHING_SENT
from epicrec_desktop.ui.common import messages, translation
from ui import translations_tool

TOOL = translations_tool.load()
core_templates = cache(translations_tool.core_templates)


@pytest.fixture(autouse=True)
def german(qapp):
    QLocale.setDefault(QLocale("de"))
    assert translation.install_translators(qapp, "de")


def test_every_template_of_the_core_is_translated():
    templates = core_templates()
    assert len(templates) > 150
    same = {text.source for text in templates if messages.localized(text.source) == text.source}
    assert same == {"{what} {kept}", "Person {number}", "Name", "System"}, "the same in German"


def test_the_tool_knows_every_kind_of_error():
    def below(kind):
        return {k for near in kind.__subclasses__() for k in (near, *below(near))}

    outside = tuple(f"epicrec_desktop.{name}." for name in TOOL.OUTSIDE)
    core = {
        kind.__name__
        for kind in below(EpicRecError)
        if kind.__module__.startswith("epicrec_desktop.")
        if not kind.__module__.startswith(outside)
    }
    assert core <= set(TOOL.ERRORS)
    assert "UpdateError" in core


def test_the_tool_refuses_a_template_that_is_no_literal(tmp_path):
    file = tmp_path / "service.py"
    for call in ('EpicRecError(f"{x}")', 'Progress("a" + x, 1)', "StoreError(x)", "message(X)"):
        file.write_text(f"X = 'unmarked'\ndef work(x):\n    raise {call}\n", encoding="utf-8")
        with pytest.raises(ValueError, match=r"service\.py:3"):
            TOOL.templates(file)


def test_the_tool_finds_every_way_a_template_is_marked(tmp_path):
    file = tmp_path / "service.py"
    file.write_text(
        'WORDS = {"a": N_("one")}\n'
        "def work(error):\n"
        '    report(Progress(message("two {x}", x=1), 0, 1))\n'
        '    EpicRecError(WORDS["a"]), EpicRecError(error.message)\n'
        '    counted("a three", "{count} threes", count=3)\n'
        '    raise catalog_error("four " "{y}", "five", y=2)\n',
        encoding="utf-8",
    )
    found = [(text.source, text.plural) for text in TOOL.templates(file)]
    assert found == [
        ("one", False), ("two {x}", False), ("{count} threes", True),
        ("four {y}", False), ("five", False),
    ]  # fmt: skip


def test_the_tool_knows_a_constant_that_another_module_marks(tmp_path):
    file = tmp_path / "service.py"
    module = "epicrec_desktop.store.database_opening"
    for name, known in (("LIBRARY_IN_USE", True), ("HEAD", False)):
        file.write_text(f"from {module} import {name}\nStoreError({name} or {name})\n", "utf-8")
        if known:
            assert TOOL.templates(file) == []
            continue
        with pytest.raises(ValueError, match=r"service\.py:2"):
            TOOL.templates(file)


def test_every_trouble_with_a_history_is_known():
    for reason in errors._SENTENCES:
        error = errors.problem(reason)
        assert messages.localized(error.message) != str(error), reason


def test_every_trouble_on_the_way_to_a_provider_is_known():
    templates = [*failures.SENTENCES.values(), session.UNTRUSTED]
    templates += [session._REFUSED, session._FAILED_SAYING]
    kinds = (NOTHING_SENT, session.NOT_SENT, session.ARRIVED)
    for kept, template in product(kinds, templates):
        values = {
            "provider": "Film club",
            "kept": kept,
            "status": 503,
            "said": "Too many {kept} %1",
        }
        sentence = messages.localized(Message(template, values))
        assert "Film club" in sentence
        assert messages.localized(kept) in sentence
        assert str(kept) not in sentence
        assert ("Too many {kept} %1" in sentence) == ("{said}" in template)


def test_a_count_has_the_form_and_the_digits_of_the_language():
    def removed(files):
        return messages.localized(
            counted(
                "Removed from {folder}: {what} ({count:,} file).",
                "Removed from {folder}: {what} ({count:,} files).",
                count=files,
                what=message("Downloads and temporary copies"),
                folder="/home/me/%1",
            )
        )

    copies = "Downloads und vorübergehende Kopien"
    assert removed(1) == f"Aus /home/me/%1 entfernt: {copies} (1 Datei)."
    assert removed(12_345) == f"Aus /home/me/%1 entfernt: {copies} (12.345 Dateien)."


def test_only_this_computer_has_a_name_that_is_translated():
    assert messages.localized(message("Asking {provider}", provider="Film club")) == (
        "Film club wird gefragt"
    )
    assert messages.localized(message("Asking {provider}", provider="This computer")) == (
        "Dieser Computer wird gefragt"
    )
    assert messages.provider("This computer") == "Dieser Computer"
    assert messages.provider("Done") == "Done", "a provider may be called anything"


def test_what_has_no_translation_stays_english():
    assert messages.localized("Not known here.") == "Not known here."
    assert messages.localized(counted("One wolf", "{count} wolves", count=1)) == "One wolf"
    assert messages.localized(message("{count:,} wolves", count=1234)) == "1.234 wolves"


def test_in_english_nothing_changes(qapp):
    translation.install_translators(qapp, "en")
    QLocale.setDefault(QLocale("en_US"))
    for text in core_templates():
        said = Message(text.source, dict.fromkeys(("provider", "path"), "a"))
        assert messages.localized(said) == str(said)
