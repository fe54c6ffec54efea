"""Widgets of our own: toggles, boxes, flows, lists, stars, cards of levels; and Tab among them."""

import itertools
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QStringListModel, Qt
from PySide6.QtGui import QAccessible, QColor, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProxyStyle,
    QPushButton,
    QStyle,
    QVBoxLayout,
    QWidget,
    QWidgetItem,
)
from shiboken6 import Shiboken

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.preferences import NOT_RATED, OwnRating
from epicrec_desktop.ui.common import buttons, theme
from epicrec_desktop.ui.common.accessibility import (
    focusable_in_layout_order,
    set_tab_order_from_layout,
)
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.controls import (
    CheckBox,
    ComboBox,
    ExpanderButton,
    RadioButton,
    SegmentedControl,
)
from epicrec_desktop.ui.common.filter_chips import FilterChip, FilterChips
from epicrec_desktop.ui.common.layouts import BoundedScrollArea, FlowLayout, RowList, column
from epicrec_desktop.ui.common.level_choice import LevelCard, LevelCards
from epicrec_desktop.ui.common.lists import ItemView, ListModel
from epicrec_desktop.ui.common.movie_head import FOOT, TOP, Names, lifted
from epicrec_desktop.ui.common.notices import ErrorBanner
from epicrec_desktop.ui.common.page import Page
from epicrec_desktop.ui.common.passphrase import RecoveryCode
from epicrec_desktop.ui.common.poster_colors import blend, contrast
from epicrec_desktop.ui.common.poster_design import book
from epicrec_desktop.ui.common.stars import Stars
from epicrec_desktop.ui.shell.navigation import Navigation
from ui.pointing import star_point, wheel_event

MAKERS: list[Callable[[], QAbstractButton]] = [
    lambda: CheckBox("Chrome", name="x"),
    lambda: RadioButton("Improved", name="x"),
    lambda: LevelCard(ReleaseLevel.NO, "x"),
    lambda: ExpanderButton("More", name="x"),
]


def toggle(button: QAbstractButton) -> None:
    """As AT-SPI and UI Automation have it done."""
    actions = QAccessible.queryAccessibleInterface(button).actionInterface()
    assert actions.actionNames()[0] == "Toggle"
    actions.doAction("Toggle")


def test_a_copied_text_is_in_the_clipboard_and_the_button_says_so_for_a_while(qtbot, monkeypatch):
    monkeypatch.setattr(buttons, "COPIED_MS", 0)
    recovery = RecoveryCode("ABCD-EFGH", name="code")
    qtbot.addWidget(recovery)
    recovery.copy.click()
    assert QGuiApplication.clipboard().text() == "ABCD-EFGH"
    assert recovery.copy.text() == "Copied"
    qtbot.waitUntil(lambda: recovery.copy.text() == "Copy")


@pytest.mark.parametrize("make", MAKERS)
def test_what_is_toggled_was_clicked(qtbot, make):
    button = make()
    qtbot.addWidget(button)
    heard: list[bool] = []

    def hear(on):  # Qt gives a built-in no argument
        heard.append(on)

    button.clicked.connect(hear)
    button.setChecked(True)
    button.setChecked(False)
    heard_of_the_program = list(heard)
    button.setAutoExclusive(False)
    button.setChecked(False)
    toggle(button)
    assert heard_of_the_program == []
    assert heard == [True]
    button.click()
    assert heard == [True, False], "a click is one"


def test_a_segment_and_a_place_are_chosen_so(qtbot):
    segmented = SegmentedControl([("a", "A"), ("b", "B")], name="x", label="Which")
    places = Navigation({"movies": "A", "privacy": "B"})
    chosen: list[str] = []
    for widget in (segmented, places):
        qtbot.addWidget(widget)
        widget.chosen.connect(chosen.append)
    places.set_current("movies")
    toggle(segmented.findChild(QAbstractButton, "x.b"))
    toggle(places.buttons["privacy"])
    assert chosen == ["b", "privacy"]
    segmented.set_value("a")
    places.set_current("movies")
    assert chosen == ["b", "privacy"], "nobody chose it"
    segmented.set_text("a", "R&D")
    assert segmented.accessibleDescription() == "R&D"


def test_tab_comes_to_the_place_one_is_at(qtbot):
    places = Navigation({"movies": "A", "privacy": "B"})
    qtbot.addWidget(places)
    for key in ("movies", "privacy"):
        places.set_current(key)
        reached = [k for k, b in places.buttons.items() if b.focusPolicy().value & 1]
        assert reached == [key]


def test_the_wheel_over_a_box_is_left_to_the_page_and_chooses_nothing(qtbot):
    box = ComboBox("Number", name="box")
    box.addItems(["one", "two", "three"])
    qtbot.addWidget(box)
    box.show()
    box.setFocus()
    turned = wheel_event(0, -120)
    turned.accept()
    box.wheelEvent(turned)
    assert not turned.isAccepted(), "the page below takes what is ignored"
    assert box.currentText() == "one"
    assert not box.focusPolicy() & Qt.FocusPolicy.WheelFocus & ~Qt.FocusPolicy.StrongFocus


@pytest.mark.parametrize(
    "direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft]
)
def test_a_chevron_at_the_end_shows_that_it_opens(qtbot, direction):
    application = QApplication.instance()
    application.setLayoutDirection(direction)
    box = ComboBox("Number", name="box")
    box.addItem("one")
    box.setStyleSheet(theme.style_sheet(theme.LIGHT))
    box.resize(200, 36)
    qtbot.addWidget(box)
    try:
        image = box.grab().toImage()
    finally:
        application.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    end = range(6, 28) if direction is Qt.LayoutDirection.RightToLeft else range(172, 194)
    assert len({image.pixel(x, y) for x in end for y in range(8, 28)}) > 1, "nothing is drawn there"


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


@pytest.mark.parametrize("direction", list(Qt.LayoutDirection)[:2])
@pytest.mark.parametrize("spare", [0, 40])
def test_widgets_go_on_in_a_second_line_where_one_has_no_room(qtbot, direction, spare):
    host, buttons = QWidget(), [QPushButton(word) for word in ("Seen", "Liked", "Not interested")]
    qtbot.addWidget(host)
    host.setLayoutDirection(direction)
    flow = FlowLayout(*buttons, spacing=4)
    host.setLayout(flow)
    least = flow.sizeHint().width()

    def reach(shown):
        boxes = [button.geometry() for button in shown]
        return min(box.left() for box in boxes), max(box.right() + 1 for box in boxes)

    host.resize(least + spare, 200)
    flow.setGeometry(host.rect())
    left, right = reach(buttons)
    assert len({button.y() for button in buttons}) == 1
    assert right - left == least
    assert all(button.width() >= button.sizeHint().width() for button in buttons)

    host.resize(least - 1, 200)
    flow.setGeometry(host.rect())
    assert flow.heightForWidth(host.width()) == 2 * buttons[0].sizeHint().height() + 4
    assert len({button.y() for button in buttons}) == 2


def test_text_and_buttons_of_a_line_have_a_common_middle(qtbot):
    host, words, button = QWidget(), QLabel("Or bring your list from"), QPushButton("Netflix")
    qtbot.addWidget(host)
    button.setMinimumHeight(40)
    words.setMaximumHeight(20)
    flow = FlowLayout(words, button)
    host.setLayout(flow)
    host.resize(600, 100)
    flow.setGeometry(host.rect())
    assert words.geometry().center().y() == button.geometry().center().y()


def test_a_long_error_is_shown_whole_above_a_page(qtbot, in_context, fake):
    class Privacy(Page):
        KEY = "privacy"

    page = Privacy(in_context(fake))
    qtbot.addWidget(page)
    page.error = ErrorBanner(name="page.error", button="Try again")
    page.notices.addWidget(page.error)
    page.resize(736, 600)
    page.show()
    page.error.show_text("The service did not answer in time, and nothing was sent. " * 4)
    label, area = page.error.label, page.findChild(BoundedScrollArea)
    qtbot.waitUntil(lambda: label.height() >= label.heightForWidth(label.width()))
    assert not area.verticalScrollBar().isVisible()
    assert area.height() == area.widget().height()


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


class Single(QProxyStyle):
    """Style of a desktop on which one click activates, or not."""

    def __init__(self, single: bool) -> None:
        super().__init__("Fusion")
        self._single = single

    def styleHint(self, hint, option=None, widget=None, returned=None):  # noqa: N802
        if hint is QStyle.StyleHint.SH_ItemView_ActivateItemOnSingleClick:
            return int(self._single)
        return super().styleHint(hint, option, widget, returned)


class Titles(ListModel[str]):
    """Model of titles."""

    def value(self, item: str, role: int) -> object:
        return item if role == Qt.ItemDataRole.DisplayRole else None


@pytest.mark.parametrize("single", [False, True])
def test_a_click_or_a_key_opens_an_item_once(qtbot, single):
    view, style = ItemView(Titles()), Single(single)
    qtbot.addWidget(view)
    view.setStyle(style)
    view.model().show_items(["Heat", "Alien"])
    view.open_items()
    view.show()
    opened: list[str] = []
    view.opened.connect(opened.append)
    at = view.visualRect(view.model().index(1)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
        qtbot.keyClick(view, key)
    assert opened == ["Alien"] * 4


def test_a_thumb_is_there_only_where_something_scrolls(qtbot):
    """Walls always have their scroll bar, so that its coming moves no poster."""
    model = QStringListModel(["Heat"])
    view = ItemView(model)
    qtbot.addWidget(view)
    view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    view.resize(200, 100)
    view.show()
    assert not view.verticalScrollBar().isEnabled()
    model.setStringList(["Heat"] * 50)
    qtbot.waitUntil(view.verticalScrollBar().isEnabled)
    model.setStringList(["Heat"])
    qtbot.waitUntil(lambda: not view.verticalScrollBar().isEnabled())


@pytest.fixture
def stars(qtbot) -> Stars:
    made = Stars(name="stars")
    qtbot.addWidget(made)
    made.show()
    made.said = []
    made.chosen.connect(made.said.append)
    return made


def test_each_half_of_a_star_is_its_own(stars, qtbot):
    for halves in range(1, 11):
        qtbot.mouseClick(stars, Qt.MouseButton.LeftButton, pos=star_point(halves))
    assert stars.said == list(range(1, 11))


def test_what_keys_set_survives_a_library_that_is_loaded_meanwhile(stars, qtbot):
    qtbot.keyClick(stars, Qt.Key.Key_Right)
    stars.show_value(0, own=False)
    stars.flush()
    assert stars.said == [1]
    stars.show_value(0, own=False)
    assert stars.value() == 0, "what was saved is shown"


def test_the_same_half_takes_it_back_and_a_release_outside_does_nothing(stars, qtbot):
    stars.show_value(9, own=False)  # imported: a click makes them the user's own
    qtbot.mouseClick(stars, Qt.MouseButton.LeftButton, pos=star_point(9))
    qtbot.mouseClick(stars, Qt.MouseButton.LeftButton, pos=star_point(9))
    assert stars.said == [9, 0]
    qtbot.mousePress(stars, Qt.MouseButton.LeftButton, pos=star_point(3))
    qtbot.mouseRelease(stars, Qt.MouseButton.LeftButton, pos=QPoint(20, 90))
    assert stars.said == [9, 0]


def test_arrows_are_halves_and_one_change_together(stars, qtbot):
    stars.show_value(7, own=True)
    stars.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Right):
        qtbot.keyClick(stars, key)
    assert stars.said == []
    qtbot.waitUntil(lambda: stars.said == [9])
    qtbot.keyClick(stars, Qt.Key.Key_Delete)
    stars.clearFocus()
    assert stars.said == [9, 0]


def test_a_screen_reader_hears_and_sets_halves(stars):
    stars.show_value(9, own=True)
    node = QAccessible.queryAccessibleInterface(stars)
    assert node.role() == QAccessible.Role.Slider
    assert node.text(QAccessible.Text.Description) == "4½ of 5 stars"
    assert node.text(QAccessible.Text.Name) == "Your stars"
    value = node.valueInterface()
    assert (value.currentValue(), value.maximumValue(), value.minimumStepSize()) == (9, 10, 1)
    value.setCurrentValue(7)
    stars.flush()
    assert stars.said == [7]
    assert node.text(QAccessible.Text.Description) == "3½ of 5 stars"


def test_stars_of_a_movie_say_whether_it_was_liked():
    assert NOT_RATED.with_stars(9) == OwnRating("liked", stars=9)
    assert NOT_RATED.with_stars(None) == NOT_RATED


def _items() -> int:
    return sum(type(thing) is QWidgetItem for thing in Shiboken.getAllValidWrappers())


def test_tab_goes_through_a_layout_in_its_order_and_keeps_no_object_of_its_items(qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    column, row, before = QVBoxLayout(host), QHBoxLayout(), _items()
    last, first, field, box = QPushButton(), QPushButton(), QLineEdit(), QCheckBox()
    column.addWidget(last)
    column.insertLayout(0, row)
    column.insertWidget(0, first)
    for widget in (field, box, QLabel("Title")):
        row.addWidget(widget)
    assert list(focusable_in_layout_order(host)) == [first, field, box, last]
    set_tab_order_from_layout(host)
    assert [first.nextInFocusChain(), field.nextInFocusChain()] == [field, box]
    # An object of an item that Qt deletes with its widget would later stand for another one.
    assert _items() == before


@pytest.fixture
def shown(qtbot) -> Callable[..., QWidget]:
    """Shows widgets below each other in an active window, which it returns."""

    hosts: list[QWidget] = []

    def show(*widgets):
        host = QWidget()
        hosts.append(host)
        qtbot.addWidget(host)
        column(*widgets, parent=host)
        host.show()
        host.activateWindow()
        qtbot.waitUntil(host.isActiveWindow)
        return host

    return show


@pytest.mark.parametrize("whole", [False, True])
def test_a_button_that_is_disabled_for_a_while_gets_the_focus_back(shown, whole):
    button, other = SecondaryButton("Refresh"), QLineEdit()
    host = shown(button, other)
    busy = host if whole else button
    button.setFocus()
    busy.setEnabled(False)
    assert not button.hasFocus()
    busy.setEnabled(True)
    assert button.hasFocus()


def test_a_button_leaves_the_focus_where_the_user_went_on(shown):
    button, other, third = SecondaryButton("Refresh"), QLineEdit(), QLineEdit()
    shown(button, other, third)
    button.setFocus()
    button.setEnabled(False)
    third.setFocus()
    button.setEnabled(True)
    assert third.hasFocus()


def test_rows_shown_again_keep_the_focus_at_its_place(shown):
    def rows(count):
        made = [QWidget() for _ in range(count)]
        for place, one in enumerate(made):
            buttons = (SecondaryButton(text, name=f"{place}.{text}") for text in ("use", "remove"))
            column(*buttons, parent=one)
        return made

    above, listed = QLineEdit(), RowList()
    shown(above, listed)
    listed.show_rows(rows(3))
    listed.findChild(QWidget, "2.remove").setFocus()
    listed.show_rows(rows(3))
    assert listed.focusWidget() is listed.findChildren(QWidget, "2.remove")[-1]
    listed.show_rows(rows(2))
    assert listed.focusWidget().objectName() == "1.use", "the row at this place is gone"
    row, part, more = QWidget(), QWidget(), SecondaryButton("more")
    column(SecondaryButton("use", name="1.use"), parent=part)
    part.hide()
    column(part, more, parent=row)
    listed.show_rows([*rows(1), row])
    assert more.hasFocus(), "the button of that name is in a hidden part of the row"
    above.setFocus()
    listed.show_rows(rows(2))
    assert above.hasFocus(), "a list takes no focus that it did not have"


def test_other_filters_take_no_focus_that_is_elsewhere(shown, qtbot):
    chips, search = FilterChips(name="chips"), QLineEdit()
    shown(chips, search)

    def show(words):
        chips.show_chips([FilterChip("category", words)])
        qtbot.waitUntil(lambda: any(b.isVisible() for b in chips.findChildren(QAbstractButton)))

    show("Drama")
    chips.findChild(QAbstractButton).setFocus()
    show("Crime")
    assert chips.isAncestorOf(QApplication.focusWidget())
    search.setFocus()
    show("Horror")
    assert search.hasFocus()


def test_a_button_of_a_hidden_page_takes_no_focus(shown):
    button, beside = SecondaryButton("Refresh"), SecondaryButton("Elsewhere")
    page = QWidget()
    column(button, parent=page)
    shown(page, beside)
    button.setFocus()
    button.setEnabled(False)
    assert beside.hasFocus()
    page.hide()
    button.setEnabled(True)
    assert beside.hasFocus()
