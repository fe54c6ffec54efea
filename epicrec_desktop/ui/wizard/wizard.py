"""Frame of the first-run wizard: one step at a time, resumable, usable by keyboard alone."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QLineEdit, QStackedWidget, QWidget

from epicrec_desktop.domain.history import Decision, LibraryStatus
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.import_service import AppliedImport
from epicrec_desktop.services.scan import ScanResult
from epicrec_desktop.ui.common import icons, messages, shortcuts
from epicrec_desktop.ui.common.accessibility import set_tab_order
from epicrec_desktop.ui.common.buttons import PrimaryButton, QuietButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.labels import Heading, PictureLabel, Text
from epicrec_desktop.ui.common.layouts import (
    STRETCH,
    HorizontalLine,
    add_items,
    clear_layout,
    column,
    row,
)
from epicrec_desktop.ui.common.notices import Banner
from epicrec_desktop.ui.common.page import LOW_HEIGHT, EmptyState
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.restore import ExportReader
from epicrec_desktop.ui.common.tasks import DATABASE
from epicrec_desktop.ui.common.text import set_accessible_name
from epicrec_desktop.ui.common.theme import STEP, set_look
from epicrec_desktop.ui.common.wording import number
from epicrec_desktop.ui.wizard.movies import MoviesStep
from epicrec_desktop.ui.wizard.pick import PickStep
from epicrec_desktop.ui.wizard.step import DONE, Step
from epicrec_desktop.ui.wizard.welcome import WelcomeStep
from epicrec_desktop.wiring import Services


def _scan_profiles(services: Services, job: Job) -> tuple[ScanResult, bool]:
    """Scan; return also whether there is any movie to ask about, from this scan or before."""
    result = services.scan.scan(job=job)
    entries = services.library.entries()
    asked = {LibraryStatus.SUGGESTED, LibraryStatus.CONFIRMED}
    to_ask = any(e.status in asked and e.decision is not Decision.WHICH for e in entries)
    return result, to_ask


class ScanStep(Step):
    """Step that stays only where nothing was found, and says why; shows the scan's problems."""

    KEY = "scan"
    PROGRESS_INDEX = 1
    AUTOMATIC = True

    def __init__(self, context: Context) -> None:
        super().__init__(context, self.tr("Looking for movies"), "")
        self._found = False
        self.problems: list[str] = []
        self.state = EmptyState(name="wizard.scan.state")
        self.state.action.connect(self.enter)
        self.progress = ProgressStrip(name="wizard.scan.progress")
        self._failures = column(spacing=2 * STEP)
        add_items(self.body, (self.state, 1), self.progress, self._failures)

    def enter(self) -> None:
        """Scan the consented profiles; coming back scans for new visits."""
        if self.task is not None:
            return
        self._found, self.problems = False, []
        clear_layout(self._failures)
        reading = self.tr("Reading your history…")
        self.state.show_state("scan", reading, self.tr("Usually a few seconds. Nothing is sent."))
        self.run(
            _scan_profiles, reading, self._show_found, queue=DATABASE, on_cancelled=self._stopped
        )

    def set_busy(self) -> None:
        self.changed.emit()

    def _show_found(self, found: tuple[ScanResult, bool]) -> None:
        result, self._found = found
        self.problems = messages.scan_problems(result)
        if self._found:
            return
        for place, sentence in enumerate(self.problems):
            banner = Banner("warning", name=f"wizard.scan.failure.{place}")
            self._failures.addWidget(banner)  # a widget shown without a parent is a window
            banner.show_text(sentence)
        if result.profiles:
            read = self.tr("{visits} pages were compared, and forgotten again.").format(
                visits=number(result.visits)
            )
            self.state.show_state("empty", self.tr("No movies found"), read)
        else:
            heading, again = self.tr("Nothing could be read"), self.tr("Try again")
            self.state.show_state("error", heading, self.tr("The reason is below."), again)

    def show_error(self, sentence: str) -> None:
        self.state.show_state(
            "error", self.tr("The scan did not finish"), sentence, self.tr("Try again")
        )

    def _stopped(self) -> None:
        words, again = self.tr("Nothing of this scan was kept."), self.tr("Start again")
        self.state.show_state("scan", self.tr("Stopped"), words, again)

    def ended(self) -> None:
        if self._found:
            self.answered.emit()

    def can_continue(self) -> bool:
        return self.task is None

    def next_text(self) -> str:
        return self.tr("Pick movies I liked")

    def next_key(self) -> str:
        return "movies" if self._found else "pick"


PLACES = 3  # browsers, movies, and the recommendations


class FirstRunWizard(QWidget):
    """Shows the step named in the settings, and saves the current step there.

    `finished` is emitted at the end, or when the user skips the rest.
    """

    finished = Signal()

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context
        self.setObjectName("wizard")
        self.scan = ScanStep(context)
        self.movies = MoviesStep(context)
        self.welcome = WelcomeStep(context)
        self.pick = PickStep(context)
        self.steps: list[Step] = [self.welcome, self.scan, self.movies, self.pick]
        self._keys = [step.KEY for step in self.steps]
        self._path: list[str] = []
        self._build()
        self.exports = ExportReader(self.welcome)
        self.exports.agreed.connect(
            lambda plan: self.welcome.save(
                lambda services, job: services.backup.restore(plan), self.finish
            )
        )
        self.welcome.export_asked.connect(self.welcome.error.hide)
        self.welcome.export_asked.connect(self.exports.choose)
        self.welcome.posters.picked.connect(self._pick)
        for step in self.steps:
            step.changed.connect(self._update)
            step.answered.connect(self.next)
        stored_step = context.services.settings.wizard_step
        self._show(stored_step if stored_step in self._keys else self._keys[0])

    # Building

    def _build(self) -> None:
        self.stack = QStackedWidget()
        self.stack.setObjectName("wizard.steps")
        for step in self.steps:
            self.stack.addWidget(step)
        mark = PictureLabel()
        mark.setPixmap(icons.application_icon().pixmap(QSize(24, 24), self.devicePixelRatioF()))
        self._dots = [QFrame() for _ in range(PLACES)]
        for dot in self._dots:
            dot.setFixedSize(20, 4)
            dot.setProperty("kind", "dot")
        self.dots = QWidget()
        row(*self._dots, parent=self.dots, spacing=6)
        head = row(mark, Heading("EpicRec", wrap=False), STRETCH, self.dots, spacing=2 * STEP)
        layout = column(head, (self.stack, 1))
        self._whole = layout
        self._middle = QWidget()
        self._middle.setLayout(layout)
        self.back_button = SecondaryButton(self.tr("Back"), name="wizard.back", on_click=self.back)
        self.skip_button = QuietButton(self.tr("Do this later"), name="wizard.skip")
        self.skip_button.clicked.connect(self.finish)
        self.other_button = SecondaryButton("", name="wizard.pick", on_click=self.take_other)
        self.next_button = PrimaryButton("", name="wizard.next", on_click=self.next)
        self.next_button.setMinimumWidth(176)
        self.summary = Text(name="wizard.summary", wrap=False)
        self._foot_row = QWidget()
        ways = (self.skip_button, self.other_button, self.next_button)
        foot = row(self.back_button, self.summary, STRETCH, *ways, parent=self._foot_row)
        foot.setContentsMargins(6 * STEP, 4 * STEP, 6 * STEP, 4 * STEP)
        foot.setSpacing(2 * STEP)
        buttons = (self.next_button, self.other_button, self.back_button, self.skip_button)
        set_tab_order(self.stack, *buttons)
        middle = row(STRETCH, (self._middle, 100), STRETCH)
        below = row(STRETCH, (self._foot_row, 100), STRETCH)
        column((middle, 1), HorizontalLine(), below, parent=self, spacing=0)
        shortcuts.bind("wizard.back", self, self.back_button.click)

    # Moving between steps

    @property
    def step(self) -> Step:
        return self.steps[self.stack.currentIndex()]

    def _show(self, key: str) -> None:
        self.stack.setCurrentIndex(self._keys.index(key))
        self.context.save_settings(wizard_step=key)
        step = self.step
        for whole in (self._middle, self._foot_row):
            whole.setMaximumWidth(step.WIDTH)
        for place, dot in enumerate(self._dots):
            set_look(dot, "filled", place <= step.PROGRESS_INDEX)
        set_accessible_name(
            self.dots, self.tr("Step {at} of {all}").format(at=step.PROGRESS_INDEX + 1, all=PLACES)
        )
        if step is self.movies:
            self.movies.problems.show_text("\n".join(self.scan.problems))
        step.enter()
        self._update()
        self._focus()

    def _focus(self) -> None:
        """Set the focus as the step wants it; on the step itself while "Next" is disabled.

        Qt would move it to the next widget, and Enter would press that.
        """
        target = self.step.first_focus() or self.next_button
        (target if target.isEnabled() else self.step).setFocus()

    def _update(self) -> None:
        step = self.step
        self.next_button.setText(step.next_text())
        ready = step.can_continue() and not step.leaving
        waited = ready and not self.next_button.isEnabled()
        if not ready and self.next_button.hasFocus():
            step.setFocus()
        self.next_button.setEnabled(ready)
        if waited and self.isVisible() and self.focusWidget() in (None, self, step):
            self._focus()
        self.back_button.setVisible(self.stack.currentIndex() > 0)
        self.back_button.setEnabled(step.task is None and not step.leaving)
        self.summary.setText(step.summary())
        self.other_button.setText(step.other_text())
        self.other_button.setVisible(bool(step.other_text()))

    def next(self) -> None:
        if self.step.leaving or not self.step.can_continue():
            return
        self.step.error.hide()
        self.step.leave(lambda: self._go(self.step.next_key()))

    def take_other(self) -> None:
        """Take the alternative step; the answers of this step are not saved."""
        if self.step.other_text() and not self.step.leaving:
            self._go(self.pick.KEY)

    def _pick(self, key: int) -> None:
        """Continue with the wall, on which a poster of the first step is picked."""
        if not self.step.leaving:
            self.pick.want(key)
            self._go(self.pick.KEY)

    def _go(self, key: str) -> None:
        if key == DONE:
            self.finish()
            return
        if not self.step.AUTOMATIC:
            self._path.append(self.step.KEY)
        self._show(key)

    def continue_after(self, applied: AppliedImport) -> None:
        """Continue after an import; one without a watched movie leaves the user to pick some."""
        self._go(DONE if applied.confirmed else "pick")

    def back(self) -> None:
        if self.step.leaving or self.step.task is not None:
            return
        if self._path:
            self._show(self._path.pop())
        elif self.stack.currentIndex():  # resumed after a restart: there is one way back
            self._show(self._keys[0])

    def finish(self) -> None:
        # Once, beside the first recommendations.
        offer = self.context.services.settings.ratings_offer or "open"
        self.context.save_settings(wizard_step=DONE, ratings_offer=offer)
        self.finished.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        top, between = (4, 3) if self.height() < LOW_HEIGHT else (9, 6)
        side, below = 6 * STEP, 5 * STEP
        self._whole.setContentsMargins(side, top * STEP, side, below)
        self._whole.setSpacing(between * STEP)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Continue with Enter, except on a button; go back with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            if self.step.task is not None:
                self.step.progress.cancel.click()
            else:
                self.back()
            return
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
            return
        focus = self.focusWidget()
        if isinstance(focus, QAbstractButton) and not focus.isCheckable():
            focus.click()
        elif not isinstance(focus, QLineEdit) and not self.step.handle_return():
            self.next()
