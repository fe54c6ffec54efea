"""Confirm and send a release: sample the list, show it, and release it after agreement."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QWidget

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.services.recommendations import RecommendResult
from epicrec_desktop.services.release_proposal import Preview, Proposal
from epicrec_desktop.ui.common import posters, privacy_text
from epicrec_desktop.ui.common.buttons import PrimaryButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.dialogs import MARGINS, Dialog
from epicrec_desktop.ui.common.layouts import STRETCH, clear_layout, column, row
from epicrec_desktop.ui.common.level_choice import LevelDialog
from epicrec_desktop.ui.common.notices import Banner
from epicrec_desktop.ui.common.page import ScrollContent, vertical_scroll
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.tasks import NETWORK, Task
from epicrec_desktop.ui.common.text import Heading, Note, PictureLabel, Strong, Text
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.privacy.previews import PreviewRunner
from epicrec_desktop.ui.privacy.release_movies import ReleaseMovies

SLOW_MS = 500
"""Work that takes longer than this shows its progress."""
ARMED_MS = 700
"""The second click of a double one must not send what the first one has made."""


LEAST_LIST = 120
"""Height of the list where the dialog is too low for all of it, and scrolls."""
POSTER, POSTERS = QSize(44, 66), 3
"""The size of a poster in the warning about names, and how many it shows."""


def _named(preview: Preview) -> list[Movie]:
    """Return the first movies that the warning names, in its order."""
    new = set(preview.difference.new)
    named = [movie for movie in preview.items if movie.wire_id in new]
    return sorted(named, key=lambda movie: movie.label.casefold())[:POSTERS]


class ReleaseDialog(Dialog):
    """Accepted means: release what `preview` shows. Closing it in any other way means no."""

    def __init__(self, preview: Preview, parent: QWidget | None = None) -> None:
        here = preview.provider == THIS_COMPUTER
        title = self.tr("Before the list is used") if here else self.tr("Before anything leaves")
        super().__init__(parent, name="privacy.confirm", title=title, size=(520, 560))
        self.preview = preview
        self._build()
        self._armed = QTimer(self, singleShot=True, interval=ARMED_MS)
        self._armed.timeout.connect(lambda: self.yes.setEnabled(True))
        self.show_preview(preview)
        self.no.setFocus()

    def _build(self) -> None:
        self.heading = Heading("", name="privacy.confirm.heading")
        self.names = Banner("warning", name="privacy.confirm.names")
        self.posters = PictureLabel()
        names = self.names.layout()
        assert isinstance(names, QHBoxLayout)
        names.insertWidget(0, self.posters)
        self.making = Text(name="privacy.confirm.making")
        self.observer = Text(name="privacy.confirm.observer")
        self.size_line = Strong("", name="privacy.confirm.size")
        self.list = ReleaseMovies("privacy.confirm.list")
        self.cost = Note(name="privacy.confirm.cost")
        self.progress = ProgressStrip(name="privacy.confirm.progress")
        self._warnings = column(spacing=2 * STEP)
        self.list.setMinimumHeight(LEAST_LIST)
        self._content = content = ScrollContent()
        content.setProperty("kind", "canvas")
        column(
            self.names,
            self.making,
            self.observer,
            self.size_line,
            (self.list, 1),
            self.cost,
            self._warnings,
            parent=content,
            spacing=3 * STEP,
        )
        self.area = vertical_scroll(content, "privacy.confirm.scroll")
        self.area.verticalScrollBar().rangeChanged.connect(self._make_scrollable)
        column(
            self.heading,
            (self.area, 1),
            self.progress,
            self._buttons(),
            parent=self,
            margins=MARGINS,
            spacing=3 * STEP,
        )

    def _make_scrollable(self, _least: int, most: int) -> None:
        """Let keys scroll, and make room for the bar, where there is more than fits."""
        self.area.setFocusPolicy(Qt.FocusPolicy.TabFocus if most else Qt.FocusPolicy.NoFocus)
        self._content.setContentsMargins(0, 0, 3 * STEP if most else 0, 0)

    def _buttons(self) -> QHBoxLayout:
        self.no = SecondaryButton(self.tr("Not now"), name="privacy.confirm.no")
        self.make = PrimaryButton("", name="privacy.confirm.make")
        self.yes = PrimaryButton("", name="privacy.confirm.yes")
        self.no.clicked.connect(self.reject)
        self.yes.clicked.connect(self.accept)
        # Enter must not release by accident: the careful answer is the default one.
        for does in (self.make, self.yes):
            does.setAutoDefault(False)
        self.no.setDefault(True)
        return row(STRETCH, self.no, self.make, self.yes, spacing=2 * STEP)

    def show_preview(self, preview: Preview) -> None:
        """Ask whether the list is made, or whether the one that is there goes."""
        self.preview = preview
        first = preview.example
        self.heading.setText(self._question(preview))
        worth = privacy_text.expected_worth(preview)
        self.making.setText(f"{privacy_text.making(preview)}\n\n{worth}".rstrip() if first else "")
        self.making.setVisible(first)
        clock = preview.proposal.clock if first else None
        names = privacy_text.clock_question(clock) or (
            "" if first else privacy_text.names_warning(preview)
        )
        self.names.hide()
        if names:
            self._show_posters(() if clock else _named(preview))
            self.names.show_text(names)
        budget = None if first else preview.budget
        self.observer.setText(
            f"{worth}\n\n{privacy_text.observer(budget)}".lstrip() if budget else ""
        )
        self.observer.setVisible(budget is not None)
        size = privacy_text.leaving_heading(preview)
        self.size_line.setText(size[:1].upper() + size[1:])
        self.size_line.setVisible(not first)  # the list's own note says that it is an example
        self.list.show_preview(preview)
        # The names are said above, beside their posters, and so is what the numbers tell.
        cost = privacy_text.cost(preview, numbers=False).removeprefix(names)
        self.cost.setText(f"{cost} {privacy_text.kept_if_not_now(preview)}".strip())
        self.cost.setVisible(not first)
        self._warn(() if first or preview.repeat else preview.proposal.warnings)
        self.yes.setText(privacy_text.send_button(preview))
        self.make.setText(
            self.tr("The date is right: make the list") if clock else self.tr("Make the real list")
        )
        self.make.setVisible(first)
        self.make.setEnabled(True)
        self.yes.setVisible(not first)
        self.yes.setEnabled(not first)

    def _show_posters(self, movies: Sequence[Movie]) -> None:
        """Show the first movies that the provider would newly know by name."""
        self.posters.setVisible(bool(movies))
        if not movies:
            return
        ratio, width, height = self.devicePixelRatioF(), POSTER.width(), POSTER.height()
        strip = QPixmap(QSize(len(movies) * (width + STEP), height) * ratio)
        strip.setDevicePixelRatio(ratio)
        strip.fill(Qt.GlobalColor.transparent)
        with QPainter(strip) as painter:
            for place, movie in enumerate(movies):
                pixmap = posters.poster(movie, POSTER, ratio)
                painter.drawPixmap(place * (width + STEP), 0, pixmap)
        self.posters.setPixmap(strip)

    def _warn(self, warnings: tuple[str, ...]) -> None:
        clear_layout(self._warnings)
        for warning in warnings:
            words = privacy_text.warning(warning)
            self._warnings.addWidget(Note(words, name=f"privacy.confirm.{warning}"))

    def _question(self, preview: Preview) -> str:
        if preview.example:
            return self.tr("Make the real list?")
        if preview.provider == THIS_COMPUTER:
            if preview.repeat:
                return self.tr("Use this list again on this computer?")
            return self.tr("Use this list on this computer?")
        if preview.difference.same_list:
            words = self.tr("Send this list to {name} again?")
        else:
            words = self.tr("Send this list to {name}?")
        return words.format(name=preview.provider)

    def follow(self, task: Task) -> None:
        """Show that the list is being made, with a button that stops it."""
        self.make.setEnabled(False)
        self.no.setFocus()
        self.progress.follow(task, self.tr("Making the list…"), after_ms=SLOW_MS)

    def show_sampled(self, preview: Preview) -> None:
        """Show the list that was made: the second step, in the place of the first."""
        self.show_preview(preview)
        if preview.example:  # a month ended at this very moment
            return
        self.yes.setEnabled(False)
        self._armed.start()
        # What there is to do now is to read it; Enter still means no.
        (self.list.view if preview.items else self.no).setFocus()

    def sampling_canceled(self) -> None:
        """Return to the first step: sampling was stopped before anything was made."""
        self.make.setEnabled(True)


class ReleaseController(QObject):
    """Asks in a dialog over the page, releases, and leads to the recommendations made of it."""

    started = Signal(object)  # Task
    failed = Signal(str)  # a sentence
    ended = Signal()
    sampled = Signal()  # a list was made for good, or it was tried: what can be released is new
    level_chosen = Signal(ReleaseLevel)  # asked for before a first release elsewhere

    def __init__(self, context: Context, previews: PreviewRunner, page: QWidget) -> None:
        super().__init__(page)
        self._context, self._previews, self._page = context, previews, page
        self._task: Task | None = None
        self._dialog: ReleaseDialog | None = None
        self._sampling_task: Task | None = None

    @property
    def running(self) -> bool:
        """Return whether a release is under way."""
        return self._task is not None

    def ask(self) -> None:
        """Release what is previewed if the person agrees; nothing needs no consent."""
        preview = self._previews.current
        if preview is None or self.running or self._sampling_task is not None:
            return
        if preview.level is ReleaseLevel.NO:
            self._release(preview.proposal)
            return
        if preview.proposal.address is not None and not preview.level_chosen:
            self._ask_level(preview)
            return
        self._ask(preview)

    def _ask_level(self, preview: Preview) -> None:
        """Ask for a level: nothing goes elsewhere at one that nobody chose."""
        question = LevelDialog(preview.provider, preview.confirmed_items, self._page)
        question.chosen.connect(self.level_chosen)
        question.open()

    def _ask(self, preview: Preview) -> None:
        self._dialog = dialog = ReleaseDialog(preview, self._page)
        dialog.make.clicked.connect(self._sample)
        # What was shown is what is agreed to, whatever this page shows by then.
        dialog.accepted.connect(lambda: self._release(dialog.preview.proposal))
        dialog.finished.connect(self._answered)
        dialog.open()

    def _answered(self) -> None:
        self._dialog = None
        if self._sampling_task is not None:  # closed meanwhile: what is not made yet is not made
            self._sampling_task.cancel()

    def _sample(self) -> None:
        """Make the list that the dialog shows an example of."""
        if self._dialog is None or self._sampling_task is not None:
            return
        releases, proposal = self._context.services.releases, self._dialog.preview.proposal

        def sample(job: Job) -> Preview:
            if proposal.clock is not None:
                releases.accept_clock()
            return releases.sample(proposal, job=job)

        self._sampling_task = self._context.tasks.run(
            sample,
            queue=NETWORK,  # as previews: after one that is under way. It asks nobody
            on_result=self._sampled,
            on_error=self._sampling_failed,
            on_cancelled=self._sampling_canceled,
            on_finished=self._sampling_ended,
        )
        self._dialog.follow(self._sampling_task)

    def _sampled(self, preview: Preview) -> None:
        if self._dialog is not None:
            self._dialog.show_sampled(preview)

    def _sampling_canceled(self) -> None:
        if self._dialog is not None:
            self._dialog.sampling_canceled()

    def _sampling_failed(self, sentence: str) -> None:
        if self._dialog is not None:
            self._dialog.reject()
        self.failed.emit(sentence)

    def _sampling_ended(self) -> None:
        self._sampling_task = None
        self._context.sampled.emit()  # also where it failed: a month may be drawn
        self.sampled.emit()

    def _release(self, proposal: Proposal) -> None:
        recommend = self._context.services.recommend
        self._task = self._context.tasks.run(
            lambda job: recommend.release(proposal, job=job),
            queue=NETWORK,
            on_result=self._released,
            on_error=self.failed.emit,
            on_finished=self._finished,
        )
        self.started.emit(self._task)

    def _released(self, outcome: RecommendResult) -> None:
        self._context.outcome = outcome
        self._context.recommendations_changed.emit()
        # The other page is drawn in a pass of its own, or the window would stand still.
        QTimer.singleShot(0, self, lambda: self._context.navigate.emit("recommendations"))

    def _finished(self) -> None:
        self._task = None
        self._context.released.emit()  # also where it failed or was cancelled: it may be made
        self.ended.emit()
