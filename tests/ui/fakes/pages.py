"""A page or a section alone, without the window around it."""

from typing import TypeVar

from PySide6.QtWidgets import QApplication

from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.page import Page
from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.common.theme import Theme
from epicrec_desktop.ui.settings.section import Section
from epicrec_desktop.wiring import Services

P = TypeVar("P", bound=Page)
S = TypeVar("S", bound=Section)


def open_page(
    kind: type[P],
    services: Services,
    qtbot,
    *,
    size: tuple[int, int] = (820, 700),
    styled: bool = False,
) -> P:
    """Show a page and load it; its workers end with the test.

    Without style sheet and paint events, most of the cost, unless the test is about the look.
    """
    tasks = Tasks()
    theme = Theme(QApplication.instance(), "light", tasks, in_parts=True)
    page = kind(Context(services, tasks, theme))
    page.setUpdatesEnabled(styled)
    if styled:
        theme.apply_style_sheet(page)
    qtbot.addWidget(page, before_close_func=lambda _: tasks.close())
    page.resize(*size)
    page.show()
    page.activateWindow()
    page.activated()
    rest(page, qtbot)
    return page


def open_section(
    kind: type[S], context: Context, qtbot, *, size: tuple[int, int] = (900, 600)
) -> S:
    """Show a section of Settings alone, unfolded and loaded."""
    section = kind(context)
    qtbot.addWidget(section)
    section.resize(*size)
    section.unfold()
    section.show()
    section.load()
    rest(section, qtbot)
    return section


def rest(page: Page | Section, qtbot) -> None:
    """Wait until nothing is queued or running."""
    qtbot.waitUntil(lambda: not page.context.tasks.busy)
