"""Damaged settings are said over the window."""

import pytest

from epicrec_desktop.json_files import Damage
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.shell.startup import DamageNotice


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (Damage.NONE, None),
        (Damage.RESTORED, "as they were saved last"),
        (Damage.LOST, "so was its copy"),
    ],
)
def test_it_says_what_became_of_them(qtbot, damage, words):
    notice = DamageNotice(name="damaged", button=lambda: "Open Settings")
    qtbot.addWidget(notice)
    sentence = Settings(damage=damage).damage_sentence
    notice.show_sentences(filter(None, [sentence]), button=damage is Damage.LOST)
    assert notice.buttons["act"].isHidden() is (damage is not Damage.LOST)
    assert notice.isHidden() is (words is None)
    assert words is None or words in notice.label.text()
    notice.close_button.click()
    assert notice.isHidden()
