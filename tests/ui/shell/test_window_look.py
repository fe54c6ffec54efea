"""The look of the window: appearances, the typeface, and room for the words at its foot."""

from PySide6.QtGui import QColor

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.labels import Text
from epicrec_desktop.ui.shell.help import ShortcutsDialog
from epicrec_desktop.ui.shell.window import MainWindow
from ui.places import rest


def test_the_foot_says_level_provider_and_last_release(open_window, services, settle, qtbot):
    window = open_window("activity")
    assert window.navigation.level.text() == "Nothing leaves"
    assert window.navigation.provider.text() == "This computer"
    assert window.navigation.released.text() == "No list sent so far"  # what was made is here
    window.resize(window.minimumSize())
    rest(window, qtbot)
    for label in (window.navigation.level, window.navigation.provider, window.navigation.released):
        words = label.fontMetrics().horizontalAdvance(label.text())
        assert words <= label.contentsRect().width()
        assert label.geometry().bottom() < label.parentWidget().height()
    services.providers.add("Film club", "https://films.example")
    services.providers.choose("Film club")
    for level, words in ((ReleaseLevel.ALL, "Everything"), (ReleaseLevel.NO, "Nothing leaves")):
        services.privacy.set_overall(level)
        window.context.choice_changed.emit()
        settle(window)
        assert window.navigation.level.text() == words


def lightness(window) -> int:
    return window.grab().toImage().pixelColor(300, 5).lightness()


def test_appearance_comes_from_the_settings(open_window, services, qtbot):
    services.settings.appearance = "dark"
    window = open_window("activity")
    assert lightness(window) < 60
    window.theme.set_appearance("light")
    qtbot.waitUntil(lambda: lightness(window) > 200)


def test_a_page_that_was_hidden_has_the_appearance_of_now_when_it_is_shown(open_window, qtbot):
    """A change goes through what is seen: the others follow, and look as if they had been."""

    def panel_of(page):
        window.show_page(page)
        rest(window, qtbot)
        image = window.page(page).data.grab().toImage()
        return image.pixelColor(image.width() // 2, 4)

    window = open_window("settings")
    light = panel_of("settings")
    window.show_page("recommendations")
    window.theme.set_appearance("dark")
    assert window.page("settings").styleSheet() != window.theme.sheet
    assert window.page("recommendations").styleSheet() == window.theme.sheet
    dark = panel_of("settings")
    assert light == QColor(theme.LIGHT.panel)
    assert dark == QColor(theme.DARK.panel)
    window.upgraded.show()
    assert window.upgraded.styleSheet() == window.theme.sheet
    window.help_dialogs.show_shortcuts_dialog()
    assert window.findChild(ShortcutsDialog).styleSheet() == window.theme.sheet
    window.theme.set_appearance("light")


def test_an_appearance_chosen_in_the_first_run_is_that_of_the_window(open_window, services, settle):
    services.settings.wizard_step = "welcome"
    window = open_window()
    window.theme.set_appearance("dark")
    window.first_run.wizard.finished.emit()
    settle(window)
    assert window.navigation.styleSheet() == window.theme.sheet
    window.theme.set_appearance("light")


def test_notices_and_the_first_paint_are_set_in_the_programs_typeface(services, qtbot):
    window = MainWindow(services.paths, services.settings)
    qtbot.addWidget(window)
    parts = (window.updated, window.month, window.crash, window.service_loader.blank)
    for part in parts:
        texts = part.findChildren(Text)
        assert texts
        assert {text.font().family() for text in texts} == {theme.FAMILY}
