"""The Privacy page (C-3): what may leave, overall and per category, seen before it leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QDialog, QWidget

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.services.privacy import Preview
from epicrec_desktop.services.recommend import Outcome
from epicrec_desktop.ui import core_words, privacy_words, quality, shortcuts, words
from epicrec_desktop.ui.context import Context
from epicrec_desktop.ui.pages.privacy_work import Loaded, load, nothing_leaves
from epicrec_desktop.ui.tasks import NETWORK, Task
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.buttons import QuietButton
from epicrec_desktop.ui.widgets.category_levels import CategoryLevels
from epicrec_desktop.ui.widgets.count_chart import ChartPanel
from epicrec_desktop.ui.widgets.expander import ExpanderButton
from epicrec_desktop.ui.widgets.leaving_list import LeavingList
from epicrec_desktop.ui.widgets.level_cards import LevelCards
from epicrec_desktop.ui.widgets.page import MARGIN, Page
from epicrec_desktop.ui.widgets.panel import Line, Panel
from epicrec_desktop.ui.widgets.release_dialog import ReleaseDialog
from epicrec_desktop.ui.widgets.release_foot import ReleaseFoot
from epicrec_desktop.ui.widgets.states import ErrorBanner
from epicrec_desktop.ui.widgets.text import Note

DEBOUNCE_MS = 250
SLOW_MS = 500
"""Work that takes longer than this shows its progress."""


class PrivacyPage(Page):
    """Three levels, levels per category, and the preview beside them.

    Every change is kept at once and can be undone. A preview is computed after a short rest, off
    the screen's thread; one that a newer change has overtaken is silenced and never drawn.
    """

    KEY = "privacy"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            self.tr("Privacy"),
            self.tr("Choose what may leave this computer when you ask for recommendations."),
        )
        self._choice = PrivacyChoice()
        self._watched: Mapping[str, int] = {}
        self._confirmed = self._kept_here = 0
        self._kinds: Mapping[tuple[str, ...], int] = {}
        self._provider = ""
        self._epsilon, self._improved = quality.USUAL_EPSILON, True
        self._earlier: list[PrivacyChoice] = []
        self._preview: Preview | None = None
        self._preview_task: Task | None = None
        self._release_task: Task | None = None
        self._debounce = QTimer(self, singleShot=True, interval=DEBOUNCE_MS)
        self._debounce.timeout.connect(self._start_preview)
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self._show_progress)
        self._build()
        for signal in (context.library_changed, context.providers_changed, context.catalog_changed):
            signal.connect(self._outdated)
        context.choice_changed.connect(self._choice_changed_elsewhere)

    # Building

    def _build(self) -> None:
        self.undo = QuietButton(self.tr("Undo"), name="privacy.undo", icon="undo")
        self.undo.clicked.connect(self._undo)
        self.undo.hide()
        self.head.addWidget(self.undo)
        shortcuts.bind("privacy.undo", self, self._undo, inside=True)
        self.error = ErrorBanner(name="privacy.error", button=self.tr("Try again"))
        self.error.action.connect(self.activated)
        self.notices.addWidget(self.error)
        self.cards = LevelCards("privacy.level")
        self.cards.chosen.connect(self._choose_overall)
        self.cards.cards[ReleaseLevel.PERTURBED].reserve_note(privacy_words.observer_of(99, 99))
        self.body.addWidget(self.cards)
        self.worth = Note(name="privacy.worth")
        self.body.addWidget(self.worth)
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.setSpacing(4 * STEP)
        self.chart = ChartPanel()
        self._columns.addWidget(self._left(), 1)
        self._columns.addWidget(self.chart, 1)
        self.body.addLayout(self._columns, 1)
        outer = self.layout()
        assert outer is not None
        outer.addWidget(Line())
        self.foot = ReleaseFoot()
        self.cost, self.waiting = self.foot.cost, self.foot.waiting
        self.release, self.progress = self.foot.release, self.foot.progress
        self.release.setText(self.tr("Get recommendations"))
        self.release.clicked.connect(self._ask)
        outer.addWidget(self.foot)

    def _left(self) -> QWidget:
        """Two sections of one panel; opening one closes the other."""
        self._sections = panel = Panel(name="privacy.sections", padding=16)
        self.by_category = ExpanderButton(
            self.tr("Different levels per category"), name="privacy.categories.open"
        )
        self.categories = CategoryLevels(CATEGORIES)
        self.categories.chosen.connect(self._choose_category)
        self.categories.all_chosen.connect(self._choose_all)
        self.by_movie = ExpanderButton(self.tr("What would leave"), name="privacy.leaving.open")
        self.leaving = LeavingList("privacy.leaving")
        panel.body.addWidget(self.by_category)
        panel.body.addWidget(self.categories, 1)
        panel.body.addWidget(Line())
        panel.body.addWidget(self.by_movie)
        panel.body.addWidget(self.leaving, 1)
        self._filler = QWidget()
        panel.body.addWidget(self._filler)
        self.by_category.toggled.connect(self._open_categories)
        self.by_movie.toggled.connect(lambda on: self.by_category.setChecked(not on))
        self.by_movie.setChecked(True)
        self._open_categories(False)
        return panel

    def _open_categories(self, on: bool) -> None:
        self.categories.setVisible(on)
        self.leaving.setVisible(not on)
        self.by_movie.setChecked(not on)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """One column where two have no room."""
        self._fold()
        super().resizeEvent(event)

    def event(self, event: QEvent) -> bool:
        """Other words need other room."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.FontChange):
            self._fold()
        return super().event(event)

    def _fold(self) -> None:
        room = self.width() - 2 * MARGIN
        table = self.categories.minimumSizeHint().width() + 2 * 16 + 2
        left = max(table, self._sections.minimumSizeHint().width())
        narrow = room < left + self.chart.minimumSizeHint().width() + 4 * STEP
        self._columns.setDirection(
            QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        )
        self.cards.set_stacked(room < self.cards.least_width())
        self.foot.set_narrow(narrow)

    # Loading

    def activated(self) -> None:
        """Load the choice and the counts, then the preview."""
        self.error.hide()
        services = self.context.services
        self.context.tasks.run(
            lambda report, cancelled: load(services),
            on_result=self._take,
            on_error=self.error.show_text,
        )

    def _take(self, loaded: Loaded) -> None:
        self._watched = loaded.watched
        self._confirmed, self._kept_here = loaded.confirmed, loaded.kept
        self._kinds, self._provider = loaded.kinds, loaded.provider
        if loaded.choice != self._choice:
            self._earlier.clear()
        self._choice = loaded.choice
        self.categories.sort(self._watched)
        self._draw_choice()
        self._start_preview()

    def _outdated(self) -> None:
        self._preview = None
        if self.isVisible():
            self.activated()

    def _choice_changed_elsewhere(self) -> None:
        if self.isVisible():
            self.activated()

    def _draw_choice(self) -> None:
        choice = self._choice
        self.cards.show_level(choice.overall)
        self._draw_cards()
        self.categories.show_choice(choice, self._watched)
        own = len(choice.per_category)
        self.by_category.set_remark(
            words.plural("PrivacyPage", "%Ln changed", own) if own else self.tr("all as above")
        )
        self.undo.setVisible(bool(self._earlier))

    def _draw_cards(self) -> None:
        budget = self._preview.budget if self._preview else None
        words = {}
        for level in ReleaseLevel:
            note = ""
            if level is ReleaseLevel.PERTURBED and budget is not None:
                note = privacy_words.observer(budget)
            body = privacy_words.consequence(level, self._choice, self._confirmed, self._kept_here)
            words[level] = (body, note)
        self.cards.set_words(words)
        self._draw_worth()

    def _draw_worth(self) -> None:
        """What each level costs in what the provider can recommend."""
        if self._preview is not None and self._preview.budget is not None:
            budget = self._preview.budget
            self._epsilon = float(budget.epsilon)
            self._improved = budget.mechanism.endswith("MAP")
        percents = {
            level: quality.of_choice(
                replace(self._choice, overall=level),
                self._kinds.items(),
                self._epsilon,
                improved=self._improved,
            )
            for level in ReleaseLevel
        }
        self.cards.set_worth(privacy_words.worth(self._provider), percents)
        self.worth.setText(
            privacy_words.worth_note(
                round(quality.POPULAR), estimated=bool(self._choice.per_category)
            )
        )

    # Choosing

    def _choose_overall(self, level: ReleaseLevel) -> None:
        privacy = self.context.services.privacy
        self._change(replace(self._choice, overall=level), lambda: privacy.set_overall(level))

    def _choose_category(self, category: str, level: ReleaseLevel | None) -> None:
        own = {k: v for k, v in self._choice.per_category.items() if k != category}
        if level is not None:
            own[category] = level
        privacy = self.context.services.privacy
        self._change(
            replace(self._choice, per_category=own), lambda: privacy.set_category(category, level)
        )

    def _choose_all(self, level: ReleaseLevel | None) -> None:
        own = {} if level is None else dict.fromkeys(CATEGORIES, level)
        self._restore(replace(self._choice, per_category=own))

    def _restore(self, choice: PrivacyChoice) -> None:
        privacy = self.context.services.privacy
        self._change(choice, lambda: privacy.restore(choice))

    def _undo(self) -> None:
        if self._earlier:
            earlier = self._earlier.pop()
            self._restore(earlier)
            self._earlier.pop()  # what `_restore` remembered: an undo is not undone
            self.undo.setVisible(bool(self._earlier))

    def _change(self, choice: PrivacyChoice, keep: Callable[[], object]) -> None:
        """Draw a choice at once, keep it, and compute its preview after a short rest."""
        self.error.hide()
        self._earlier.append(self._choice)
        self._choice = choice
        self._draw_choice()
        self._drop_preview()
        self.context.tasks.run(
            lambda report, cancelled: keep(),
            on_result=self._kept,
            on_error=self._not_kept,
        )
        self._debounce.start()

    def _kept(self, _: object) -> None:
        self.context.choice_changed.disconnect(self._choice_changed_elsewhere)
        self.context.choice_changed.emit()
        self.context.choice_changed.connect(self._choice_changed_elsewhere)

    def _not_kept(self, sentence: str) -> None:
        self._earlier.clear()
        self.activated()
        self.error.show_text(sentence)

    # The preview

    def _drop_preview(self) -> None:
        self._preview = None
        if self._preview_task is not None:
            self._preview_task.silence()
            self._preview_task = None
        self.chart.set_stale(True)
        self.release.setEnabled(False)

    def _start_preview(self) -> None:
        self._debounce.stop()
        self._drop_preview()
        choice, privacy = self._choice, self.context.services.privacy
        if choice.summary(CATEGORIES) is ReleaseLevel.NO:
            self._show_words()
            # Nobody has to be asked what nothing is.
            self._show_preview(nothing_leaves(self._provider, self._watched, self._confirmed))
            return
        task = self.context.tasks.run(
            lambda report, cancelled: privacy.preview(choice, report=report, cancelled=cancelled),
            queue=NETWORK,  # a provider's catalog may have to be fetched, and a solve takes time
            on_result=self._show_preview,
            on_error=self._preview_failed,
            on_cancelled=self._preview_cancelled,
        )
        task.finished.connect(self._preview_ended)
        self._preview_task = task
        self.progress.follow(task, self.tr("Drawing an example…"))
        self._slow.start()

    def _show_progress(self) -> None:
        if self._preview_task is not None or self._release_task is not None:
            self.foot.show_progress()

    def _show_words(self) -> None:
        self._slow.stop()
        self.foot.show_words()

    def _preview_ended(self) -> None:
        # A silenced task ends too, maybe after a newer one has begun.
        if self._preview_task is None or self.sender() is self._preview_task:
            self._preview_task = None
            if self._release_task is None:
                self._show_words()

    def _show_preview(self, preview: Preview) -> None:
        self._preview = preview
        self.chart.show_preview(preview)
        self.leaving.show_preview(preview)
        self.by_movie.set_remark(privacy_words.leaving_heading(preview))
        self.cost.setText(privacy_words.cost(preview))
        self.waiting.setText(privacy_words.waiting(preview))
        self.waiting.setVisible(bool(self.waiting.text()))
        self.release.setText(privacy_words.release_button(preview))
        self.release.setToolTip("")
        self.release.setEnabled(True)
        self._draw_cards()

    def _preview_failed(self, sentence: str) -> None:
        self._show_unknown()
        self.error.show_text(sentence)

    def _show_unknown(self) -> None:
        """What would leave cannot be told: what is known here stays to be seen and changed."""
        sentence = privacy_words.unknown(core_words.provider(self._provider))
        self.chart.show_watched(self._watched)
        self.leaving.show_unknown(sentence)
        self.by_movie.set_remark(self.tr("not known"))
        self.cost.setText(sentence)
        self.waiting.hide()
        self.release.setText(self.tr("Get recommendations"))
        self.release.setToolTip(sentence)
        self._draw_cards()

    def _preview_cancelled(self) -> None:
        self._show_unknown()
        self.error.show_text(
            self.tr("The example was not drawn. Your level is kept, and nothing was sent.")
        )

    # Releasing

    def _ask(self) -> None:
        preview = self._preview
        if preview is None or self._release_task is not None:
            return
        if preview.level is ReleaseLevel.NO:
            self._release()
            return
        dialog = ReleaseDialog(preview, self)
        dialog.finished.connect(self._answered)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _answered(self, answer: int) -> None:
        if answer == QDialog.DialogCode.Accepted.value:
            self._release()

    def _release(self) -> None:
        choice, recommend = self._choice, self.context.services.recommend
        self.error.hide()
        self.release.setEnabled(False)
        self.cards.setEnabled(False)
        self.categories.setEnabled(False)
        task = self.context.tasks.run(
            lambda report, cancelled: recommend.refresh(
                choice=choice, report=report, cancelled=cancelled
            ),
            queue=NETWORK,
            on_result=self._released,
            on_error=self.error.show_text,
            on_finished=self._release_ended,
        )
        self._release_task = task
        self.progress.follow(task, self.tr("Asking for recommendations…"))
        self._slow.start()

    def _released(self, outcome: Outcome) -> None:
        self.context.outcome = outcome
        if outcome.release is not None:
            self.context.released.emit()
        self.context.recommendations_changed.emit()
        self.context.navigate.emit("recommendations")

    def _release_ended(self) -> None:
        self._release_task = None
        self.cards.setEnabled(True)
        self.categories.setEnabled(True)
        self._show_words()
        # What can be released now is another thing: the same bytes again, or the next window.
        self._start_preview()
