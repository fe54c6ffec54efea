"""The cards of the levels."""

from PySide6.QtCore import QPoint

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.level_choice import LevelCard, LevelCards


def test_only_the_bar_of_the_chosen_level_has_the_color_of_choice(qapp, qtbot):
    """Also before another level was ever chosen."""
    look = theme.Theme(qapp, "light")
    cards = LevelCards("cards")
    qtbot.addWidget(cards)
    cards.set_quality("Quality", dict.fromkeys(ReleaseLevel, 50))
    cards.resize(800, 300)
    cards.show()
    for chosen in (None, ReleaseLevel.PERTURBED, ReleaseLevel.ALL):
        cards.show_level(chosen)
        picture = cards.grab().toImage()
        for level, card in cards.cards.items():
            bar = card._bar
            assert bar.height() == 4
            at = bar.mapTo(cards, QPoint(bar.width() // 4, bar.height() // 2))
            color = look.tokens.accent if level is chosen else look.tokens.true_count
            assert picture.pixelColor(at).name() == color, (chosen, level)


def test_a_card_has_room_for_words_that_may_appear(qapp, qtbot):
    """Else all below it would move under the pointer."""
    theme.Theme(qapp, "light")
    card = LevelCard(ReleaseLevel.PERTURBED, "card")
    qtbot.addWidget(card)
    card.show()
    card.set_words("A body.")
    low = card.heightForWidth(260)
    note, body = "A long note that may appear. " * 5, "A long body of other choices. " * 4
    card.reserve_note(note)
    card.reserve_body(body)
    roomy = card.heightForWidth(260)
    assert roomy > low + 100
    card.set_words(body, note)
    assert card.heightForWidth(260) == roomy
