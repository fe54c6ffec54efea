"""Confirm and send a release: show the real list, and release it after agreement."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Qt, QTimer, Signal, SignalInstance
from PySide6.QtWidgets import QGridLayout, QWidget

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.release_proposal import Preview, Proposal
from epicrec_desktop.ui.common import privacy_text
from epicrec_desktop.ui.common.controls import ExpanderButton
from epicrec_desktop.ui.common.dialogs import ConfirmDialog, Dialog
from epicrec_desktop.ui.common.labels import Strong, Text, Title
from epicrec_desktop.ui.common.layouts import grid, row
from epicrec_desktop.ui.common.level_choice import LevelDialog
from epicrec_desktop.ui.common.notices import Banner
from epicrec_desktop.ui.common.page import Page, ScrollContent, vertical_scroll
from epicrec_desktop.ui.common.tasks import NETWORK, Task
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.privacy.previews import PreviewRunner
from epicrec_desktop.ui.privacy.release_movies import POSTER, ReleaseWalls
from epicrec_desktop.wiring import Services

ARMED_MS = 700
"""The second click of a double one must not send what the first one has made."""
SIZE = (784, 616)
LABELS = 150
"""Width of the headings of what a release means."""


def meaning_rows(parent: QWidget, rows: Iterable[tuple[str, str]], name: str) -> QGridLayout:
    """Lay out headings, and beside each what it means."""
    lines: QGridLayout = grid(parent, spacing=(3 * STEP, 2 * STEP), grows=1)
    for place, (head, words) in enumerate(rows):
        label = Strong(head)
        label.setFixedWidth(LABELS)
        lines.addWidget(label, place, 0, Qt.AlignmentFlag.AlignTop)
        lines.addWidget(Text(words, name=f"{name}.meaning.{place}"), place, 1)
    return lines


class ReleaseDialog(Dialog):
    """Accepted means: release what `preview` shows. Closing it in any other way means no.

    What it shows is the real list. What a yes needs is said; the rest is behind a click.
    """

    def __init__(
        self, preview: Preview, parent: QWidget | None = None, *, just_made: bool = False
    ) -> None:
        super().__init__(
            parent, name="privacy.confirm", title=self.tr("Before anything leaves"), size=SIZE
        )
        self.preview = preview
        self.heading = Title(privacy_text.question(preview), name="privacy.confirm.heading")
        self.names = Banner("warning", name="privacy.confirm.names")
        self.names.close_button.hide()  # it stays as long as the question
        self.answer = Text(privacy_text.answer(preview), name="privacy.confirm.answer")
        self.walls = ReleaseWalls("privacy.confirm")
        self.walls.show_preview(preview)
        self.area = self.walls.in_scroll_area(self.tr("The list that would be sent"))
        self.area.setMinimumHeight(POSTER.height() // 2)
        self.meaning = ExpanderButton(
            self.tr("What does this mean?"), name="privacy.confirm.meaning"
        )
        content = ScrollContent()
        lines = meaning_rows(content, privacy_text.meaning(preview), "privacy.confirm")
        lines.setRowStretch(lines.rowCount(), 1)
        self.rows = vertical_scroll(content, "privacy.confirm.rows")
        self.rows.setMinimumHeight(POSTER.height())
        # Enter must not release by accident: the careful answer is the default one.
        answers = self.add_answers(privacy_text.send_button(preview), careful=True)
        self.no.setText(self.tr("Not now"))
        self.yes.set_icon("send")
        foot = row((self.meaning, 100), answers, spacing=2 * STEP)
        parts = (self.heading, self.names, self.answer, (self.area, 2), (self.rows, 3), foot)
        self.set_content(*parts, spacing=3 * STEP)
        self.rows.hide()
        self.meaning.toggled.connect(self.rows.setVisible)
        self.names.show_text(privacy_text.names_warning(preview))
        self._armed = QTimer(self, singleShot=True, interval=ARMED_MS)
        self._armed.timeout.connect(lambda: self.yes.setEnabled(True))
        self.yes.setEnabled(not just_made)
        if just_made:
            self._armed.start()
        self.no.setFocus()


class ReleaseController(QObject):
    """Makes the list, asks in a dialog over the page, releases, and leads to recommendations."""

    started = Signal(object, str)  # Task, and what it does
    ended = Signal()
    level_chosen = Signal(ReleaseLevel)  # asked for before a first release elsewhere

    def __init__(self, previews: PreviewRunner, page: Page) -> None:
        super().__init__(page)
        self._context, self._previews, self._page = page.context, previews, page
        self._task: Task | None = None

    @property
    def running(self) -> bool:
        return self._task is not None

    def ask(self) -> None:
        """Release what is previewed if the person agrees; nothing needs no consent."""
        preview = self._previews.current
        if preview is None or self.running:
            return
        clock = preview.proposal.clock
        if preview.level is ReleaseLevel.NO:
            self._release(preview.proposal)
        elif preview.proposal.address is not None and not preview.level_chosen:
            question = LevelDialog(preview.provider, preview.confirmed_items, self._page)
            question.chosen.connect(self.level_chosen)
            question.open()
        elif not preview.example:
            self._ask(preview)
        elif clock is None:
            self._sample(preview.proposal)
        else:
            ConfirmDialog(
                self.tr("Is the date right?"),
                privacy_text.clock_question(clock),
                self.tr("The date is right: make the list"),
                self._page,
                name="privacy.clock",
                destructive=False,
            ).ask(lambda: self._sample(preview.proposal))

    def _ask(self, preview: Preview, *, just_made: bool = False) -> None:
        dialog = ReleaseDialog(preview, self._page, just_made=just_made)
        # What was shown is what is agreed to, whatever this page shows by then.
        dialog.accepted.connect(lambda: self._release(preview.proposal))
        dialog.open()

    def _sample(self, proposal: Proposal) -> None:
        """Make the real list, which is then asked about. Nobody hears of it."""

        def sample(services: Services, job: Job) -> Preview:
            if proposal.clock is not None:
                services.releases.accept_clock()
            return services.releases.sample(proposal, job=job)

        # In the queue of previews, after one that is under way. It asks nobody.
        words = self.tr("Making the list…")
        self._run(sample, words, self._sampled, self._context.sampled)

    def _run(
        self,
        work: Callable[[Services, Job], object],
        words: str,
        on_result: Callable[..., object],
        done: SignalInstance,
    ) -> None:
        def ended() -> None:
            self._task = None
            done.emit()  # also where it failed or was cancelled: a list may be made, or sent
            self.ended.emit()

        self._task = self._page.ask(work, on_result, queue=NETWORK, on_finished=ended)
        self.started.emit(self._task, words)

    def _sampled(self, made: Preview) -> None:
        """Ask at once, unless the user left the page, or a month ended at this very moment."""
        if self._page.isVisible() and not made.example:
            self._ask(made, just_made=True)

    def _release(self, proposal: Proposal) -> None:
        self._run(
            lambda services, job: services.recommend.release(proposal, job=job),
            self.tr("Asking for recommendations…"),
            self._released,
            self._context.released,
        )

    def _released(self, _: object) -> None:
        self._context.recommendations_changed.emit()
        # The other page is drawn in a pass of its own, or the window would stand still.
        QTimer.singleShot(0, self, lambda: self._context.navigate.emit("recommendations"))
