"""The head of a movie's page: its words can be read on every poster's color."""

import itertools

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QPushButton

from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.film_head import FOOT, TOP, Names, lifted
from epicrec_desktop.ui.common.poster_colors import blend, contrast
from epicrec_desktop.ui.common.poster_design import book

LEAST_CONTRAST = 4.5


@pytest.mark.parametrize("look", theme.LOOKS)
def test_words_can_be_read_on_the_color_of_every_poster(qapp, look):
    ground = QColor(look.background)
    dark = ground.lightness() < 128
    colors = [QColor(v[2]) for variants in book().palettes.values() for v in variants]
    for color, share in itertools.product(colors, (TOP[dark], FOOT[dark])):
        tinted = blend(ground, lifted(color), share)
        for ink in (look.ink, look.muted, look.accent):
            assert contrast(QColor(ink), tinted) >= LEAST_CONTRAST, (color.name(), ink)


def test_names_lead_to_their_people_and_others_take_their_place(qtbot):
    names = Names(name="names")
    qtbot.addWidget(names)
    asked = []
    names.asked.connect(asked.append)
    names.show_names(("By", ("Agnès Varda",)), ("with", ()))
    links = names.findChildren(QPushButton)
    assert [link.text() for link in links] == ["Agnès Varda"]
    links[0].click()
    assert asked == ["Agnès Varda"]
    names.show_names(("By", ("A & B", "C")))
    names.show()

    def shown():
        links = names.findChildren(QPushButton)
        return [link.accessibleName() for link in links if link.isVisible()]

    qtbot.waitUntil(lambda: shown() == ["A & B", "C"])
    names.show_names()
    assert names.isHidden()
