"""Parts of the Privacy page: levels by category, the footer, and the services."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.services.providers import ProviderInfo
from epicrec_desktop.ui.common import privacy_text, theme, wording
from epicrec_desktop.ui.common.accessibility import set_tab_order
from epicrec_desktop.ui.common.buttons import (
    IconButton,
    LinkButton,
    PrimaryButton,
    QuietButton,
    SecondaryButton,
)
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import SegmentedControl
from epicrec_desktop.ui.common.labels import Heading, Note, RoomyText, Text
from epicrec_desktop.ui.common.layouts import (
    STRETCH,
    FlowLayout,
    HorizontalLine,
    Panel,
    add_items,
    clear_layout,
    column,
    keep_room,
    row,
)
from epicrec_desktop.ui.common.page import MARGIN, ScrollContent
from epicrec_desktop.ui.common.progress import PATIENCE_MS, ProgressStrip
from epicrec_desktop.ui.common.tasks import Task
from epicrec_desktop.ui.common.text import (
    set_accessible_description,
    set_accessible_name,
    set_tool_tip,
    show_tool_tip,
)
from epicrec_desktop.ui.common.theme import STEP, set_look
from epicrec_desktop.ui.common.wording import level_word, number

COUNT_WIDTH, RESET_WIDTH = 72, 32


def _widest_name() -> int:
    """Return the width of the longest category in heavy type: all rows then have one width."""
    heavy = QFontMetrics(theme.font(weight=theme.STRONG))
    return max(heavy.horizontalAdvance(wording.category(name)) for name in CATEGORIES)


class CategoryRow(QWidget):
    """One category."""

    chosen = Signal(str, object)  # category, ReleaseLevel, or None to follow the overall level
    considered = Signal(str, object)  # category, ReleaseLevel: the pointer rests on it

    def __init__(self, category: str) -> None:
        super().__init__()
        self.category = category
        key = f"privacy.category.{category.lower()}"
        self.name = Text(wording.category(category), name=f"{key}.name", wrap=False)
        self.name.setMinimumWidth(_widest_name())
        self.count = Note("", name=f"{key}.count", wrap=False)
        self.count.setFixedWidth(COUNT_WIDTH)
        self.count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        options = [(level.value, level_word(level)) for level in ReleaseLevel]
        self.segments = SegmentedControl(
            options, name=key, label=wording.category(category), small=True
        )
        self.segments.chosen.connect(lambda key: self.chosen.emit(self.category, ReleaseLevel(key)))
        for level, button in zip(ReleaseLevel, self.segments.segments(), strict=True):
            button.setProperty("level", level.value)
            button.installEventFilter(self)
        follow = self.tr("{category}: follow the overall level again")
        follow = follow.format(category=wording.category(category))
        self.reset = IconButton("undo", follow, name=f"{key}.clear")
        self.reset.clicked.connect(lambda: self.chosen.emit(self.category, None))
        keep_room(self.reset)
        self.held = Note(name=f"{key}.held")
        self.held.hide()
        line = row((self.name, 1), self.count, STEP, self.segments, self.reset, spacing=2 * STEP)
        column(line, self.held, parent=self, margins=(0, 1, 0, 1), spacing=0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask what a level would do when somebody wants to know: a tip is due on its button."""
        if event.type() == QEvent.Type.ToolTip:
            self.considered.emit(self.category, ReleaseLevel(watched.property("level")))
        return super().eventFilter(watched, event)

    def show_effect(self, level: ReleaseLevel, words: str) -> None:
        button = self.segments.findChild(QWidget, f"{self.segments.objectName()}.{level.value}")
        if button is None:
            return
        set_accessible_description(button, words)
        if button.underMouse():
            show_tool_tip(button, QCursor.pos(), words)

    def show_choice(
        self, choice: PrivacyChoice, watched: int, unrestricted: int | None, *, chosen: bool
    ) -> None:
        """Draw the level in force; one of its own is set in heavier type and can be cleared.

        Before the overall level is `chosen`, only one of its own is. `unrestricted`: at All
        Release, how many of the watched movies may leave as they are.
        """
        own = self.category in choice.per_category
        shown_text = (
            self.tr("{count} watched. Has a level of its own").format(count=number(watched))
            if own
            else self.tr("{count} watched. Follows the overall level").format(count=number(watched))
        )
        words, why = number(watched), ""
        if unrestricted is not None and unrestricted < watched:
            counts = {"free": number(unrestricted), "watched": number(watched)}
            words = self.tr("{free} of {watched}").format(**counts)
            why = self.tr(
                "{free} of {watched} may leave as they are. Their other categories, or you, "
                "hold the rest back."
            ).format(**counts)
        useless = self.tr("No effect yet: each of these {count} has a stricter second category.")
        self.held.setText(useless.format(count=number(watched)))
        self.held.setVisible(unrestricted == 0 and watched > 0)
        self.count.setText(words)
        set_tool_tip(self.count, why)
        self.segments.set_value(choice.level(self.category).value)
        self.segments.set_marked(own or chosen)
        set_accessible_description(self.segments, f"{shown_text}. {why}" if why else shown_text)
        self.reset.setVisible(own)
        set_look(self.name, "kind", "strong" if own else "body")


class CategoryLevels(QWidget):
    """All categories, most watched first, under a line that sets or clears them all."""

    chosen = Signal(str, object)
    all_chosen = Signal(object)  # ReleaseLevel, or None: clear every category's own level
    considered = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("privacy.categories")
        self.rows = {name: CategoryRow(name) for name in CATEGORIES}
        self.note = RoomyText("note", name="privacy.categories.note")
        self._show_rule(held=False)
        self._list = column(spacing=0)
        for entry in self.rows.values():
            entry.chosen.connect(self.chosen)
            entry.considered.connect(self.considered)
            self._list.addWidget(entry)
        bulk = row(Note(self.tr("Set all to"), wrap=False), STEP, spacing=0)
        for level in ReleaseLevel:
            button = QuietButton(level_word(level), name=f"privacy.categories.all.{level.value}")
            set_accessible_name(
                button, self.tr("Set all categories to {level}").format(level=level_word(level))
            )
            button.clicked.connect(lambda _=False, level=level: self.all_chosen.emit(level))
            bulk.addWidget(button)
        self.clear = QuietButton(self.tr("Clear"), name="privacy.categories.clear")
        set_tool_tip(self.clear, self.tr("Every category follows the overall level again"))
        self.clear.clicked.connect(lambda: self.all_chosen.emit(None))
        add_items(bulk, STRETCH, self.clear)
        self.level_head = Note(self.tr("Level"), wrap=False)
        watched = Note(self.tr("Watched"), wrap=False)
        watched.setFixedWidth(COUNT_WIDTH)
        watched.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        category = Note(self.tr("Category"), wrap=False)
        heads = ((category, 1), watched, STEP, self.level_head, 2 * STEP + RESET_WIDTH)
        head = row(*heads, spacing=2 * STEP)
        parts = (self.note, bulk, head, HorizontalLine(), self._list, STRETCH)
        column(*parts, parent=self, spacing=2 * STEP)

    def _show_rule(self, *, held: bool) -> None:
        """Show which level decides; where a category is held back, also what its count says."""
        rule = self.tr(
            "The strictest level wins for a movie in several categories. A stricter category "
            "blurs the others less."
        )
        counts = self.tr("“2 of 5”: two of five watched may leave as they are.")
        self.note.reserve = f"{rule} {counts}"
        self.note.setText(self.note.reserve if held else rule)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        any_row = next(iter(self.rows.values()))  # styled by now, and as wide as it will be
        self.level_head.setFixedWidth(any_row.segments.sizeHint().width())

    def show_choice(
        self,
        choice: PrivacyChoice,
        watched: Mapping[str, int],
        unrestricted: Mapping[str, int],
        *,
        chosen: bool,
    ) -> None:
        """Draw the levels in force and the counts; `unrestricted` may leave as they are."""
        for name, entry in self.rows.items():
            free = unrestricted.get(name)
            entry.show_choice(choice, watched.get(name, 0), free, chosen=chosen)
        self._show_rule(
            held=any(unrestricted[name] < watched.get(name, 0) for name in unrestricted)
        )
        self.clear.setEnabled(bool(choice.per_category))

    def sort(self, watched: Mapping[str, int]) -> None:
        """Sort by most watched; done when the page comes up, not while the person uses it."""
        order = sorted(self.rows.values(), key=lambda row: -watched.get(row.category, 0))
        for place, entry in enumerate(order):
            self._list.removeWidget(entry)
            self._list.insertWidget(place, entry)
        stops = [stop for entry in order for stop in (entry.segments, entry.reset)]
        set_tab_order(self.clear, *stops)


HEIGHT, HEIGHT_NARROW, NARROW_BELOW = 84, 116, 760


class ReleaseFooter(QStackedWidget):
    """Words and button; while something runs, its progress in the same place.

    Both have one height, so that nothing above moves when one takes the place of the other.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("privacy.foot")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.cost = Text(name="privacy.cost")
        self.waiting = Note(name="privacy.waiting")
        self.release = PrimaryButton("", name="privacy.release", icon="send")
        self.release.setEnabled(False)
        self.progress = ProgressStrip(name="privacy.progress")
        self._slow = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._slow.timeout.connect(lambda: self.setCurrentIndex(1))
        resting = ScrollContent()
        words = column(STRETCH, self.cost, self.waiting, STRETCH, spacing=2)
        row((words, 1), self.release, parent=resting, spacing=6 * STEP)
        self._margin = 0
        self.set_margin(MARGIN)
        self.addWidget(resting)
        self.addWidget(self.progress)
        self.set_room(NARROW_BELOW)

    def set_margin(self, margin: int) -> None:
        if margin != self._margin:
            self._margin = margin
            self.setContentsMargins(margin, 2 * STEP, margin, 2 * STEP)

    def set_room(self, width: int) -> None:
        """Set how wide the page is: more of shorter lines need room."""
        self.setMinimumHeight(HEIGHT_NARROW if width < NARROW_BELOW else HEIGHT)

    def show_idle(self) -> None:
        self._slow.stop()
        self.setCurrentIndex(0)

    def stop_waiting(self) -> None:
        self._slow.stop()

    def follow(self, task: Task, words: str) -> None:
        self.progress.follow(task, words)
        self._slow.start()


MOST_OFFERED = 3


class NotSharing(Panel):
    """What holds while no service is in use, and the services that could be."""

    chosen = Signal(object)  # ProviderInfo

    def __init__(self, context: Context) -> None:
        super().__init__(name="privacy.alone")
        self.add = SecondaryButton(self.tr("Add a service…"), name="privacy.alone.add", icon="plus")
        self.add.clicked.connect(lambda: context.navigate.emit("settings.providers.invitation"))
        self.heading = Heading(self.tr("Nothing leaves this computer now."))
        self.text = Text(name="privacy.alone.text")
        self._shown: Sequence[ProviderInfo] | None = None
        self._offers = FlowLayout()
        self.practice = SecondaryButton(self.tr("Practice"), name="privacy.alone.practice")
        set_tool_tip(self.practice, self.tr("What a service would get: nothing leaves"))
        words = column(self.heading, self.text, STEP, self._offers, spacing=STEP)
        top = Qt.AlignmentFlag.AlignTop
        self.body.addLayout(
            row((words, 1), (self.practice, 0, top), (self.add, 0, top), spacing=3 * STEP)
        )
        self.show_services(())

    def show_services(self, services: Sequence[ProviderInfo]) -> None:
        """Offer the services that were added; without any, say what one would be good for."""
        if services == self._shown:
            return
        self._shown = services
        clear_layout(self._offers)
        for place, info in enumerate(services[:MOST_OFFERED]):
            words = self.tr("Share with {name}").format(name=privacy_text.short_name(info.name))
            button = SecondaryButton(words, name=f"privacy.alone.use.{place}")
            button.clicked.connect(lambda _=False, info=info: self.chosen.emit(info))
            self._offers.addWidget(button)
        self.add.setVisible(not services)
        what = self.tr(
            "A service has learned from many people and can recommend what this computer "
            "cannot. Once you share with one, the choice below applies."
        )
        known = self.tr("Once you share with a service, the choice below applies.")
        self.text.setText(known if services else what)

    def show_contributing(self, contributing: bool) -> None:
        some = self.tr("Only the contributions that you scheduled leave this computer.")
        self.heading.setText(some if contributing else self.tr("Nothing leaves this computer now."))


class Sharing(QWidget):
    """The service in use, a way to test or change it, and the way back to none."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.text = Text(name="privacy.sharing.text")
        self.change = LinkButton(self.tr("Test or change"), name="privacy.sharing.change")
        self.change.clicked.connect(lambda: context.navigate.emit("settings.providers"))
        self.stop = LinkButton(self.tr("Stop sharing"), name="privacy.sharing.stop")
        self.practice = LinkButton(self.tr("Practice"), name="privacy.sharing.practice")
        row((self.text, 1), self.practice, self.change, self.stop, parent=self, spacing=4 * STEP)

    def show_service(self, name: str) -> None:
        words = self.tr("Service: {name}")
        self.text.setText(words.format(name=privacy_text.short_name(name)))
