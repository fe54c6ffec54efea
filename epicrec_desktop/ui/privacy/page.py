"""The Privacy page (C-3): release levels, a preview of the release, and the release button."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.services.providers import ProviderInfo
from epicrec_desktop.services.release_proposal import Preview
from epicrec_desktop.ui.common import messages, privacy_text, shortcuts, wording
from epicrec_desktop.ui.common.accessibility import set_tab_order_from_layout
from epicrec_desktop.ui.common.buttons import IconButton, QuietButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import ExpanderButton
from epicrec_desktop.ui.common.layouts import STRETCH, HorizontalLine, add_items, keep_room
from epicrec_desktop.ui.common.level_choice import LevelCards
from epicrec_desktop.ui.common.notices import ErrorBanner
from epicrec_desktop.ui.common.page import Freshness, Page
from epicrec_desktop.ui.common.provider_choice import ProviderChoice
from epicrec_desktop.ui.common.tasks import Task
from epicrec_desktop.ui.common.text import set_accessible_name, set_tool_tip
from epicrec_desktop.ui.common.undo import UndoStep
from epicrec_desktop.ui.privacy.details import CategoryPart, Details, Part
from epicrec_desktop.ui.privacy.levels import LevelEditor
from epicrec_desktop.ui.privacy.practice import PracticeDialog
from epicrec_desktop.ui.privacy.previews import PageData, PreviewRunner, blurred, load
from epicrec_desktop.ui.privacy.quality import LevelCardText
from epicrec_desktop.ui.privacy.release_dialog import ReleaseController
from epicrec_desktop.ui.privacy.release_movies import ReleaseWall
from epicrec_desktop.ui.privacy.sections import NotSharing, ReleaseFooter, Sharing
from epicrec_desktop.wiring import Services

ROOMY = 1200
"""A page as high as this may not scroll: then only room kept free keeps its rows in their place."""


class PrivacyPage(Page):
    """Three levels, levels per category, and the preview beside them.

    `levels` keeps and undoes what is chosen, `previews` computes what would leave after a short
    rest, `releasing` releases it; the page shows what they say.
    """

    KEY = "privacy"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.subtitle.hide()
        self.known = PageData()
        self._expected = ""  # the provider that a step of this page puts to use
        self._unknown = ""  # why it is not known what would leave
        self.levels = LevelEditor(context, self)
        self.previews = PreviewRunner(context, self)
        self.releasing = ReleaseController(self.previews, self)
        self.provider_choice = ProviderChoice(self)
        self._build()
        self._card_words = LevelCardText(self.cards)
        self._connect()

    # Building

    def _build(self) -> None:
        self.undo = QuietButton(self.tr("Undo"), name="privacy.undo", icon="undo")
        keep_room(self.undo)
        self.undo.hide()
        self.explain = IconButton(
            "info", self.tr("How does blurring work?"), name="privacy.explain"
        )
        self.explain.clicked.connect(lambda: self.context.show_help.emit("blurring"))
        add_items(self.head, self.undo, self.explain)
        self.error = ErrorBanner(name="privacy.error", button=self.tr("Try again"))
        self.notices.addWidget(self.error)
        self.cards = LevelCards("privacy.level")
        self.alone = NotSharing(self.context)
        self.sharing = Sharing(self.context)
        self.seen = ReleaseWall()
        self.by_category = ExpanderButton(
            self.tr("Different levels per category"), name="privacy.categories.open"
        )
        self.details = ExpanderButton(self.tr("Details"), name="privacy.details")
        # Made when they are opened first.
        self.per_category: CategoryPart | None = None
        self.folded: Details | None = None
        self.by_category.toggled.connect(self._open_categories)
        self.details.toggled.connect(self._open_details)
        parts = (self.alone, self.sharing, self.cards, self.by_category, self.seen, self.details)
        add_items(self.body, *parts, STRETCH)
        self.alone.hide()
        self.sharing.hide()
        self.seen.hide()
        self.foot = ReleaseFooter()
        self.cost, self.waiting = self.foot.cost, self.foot.waiting
        self.release, self.progress = self.foot.release, self.foot.progress
        self.release.setText(self.tr("Get recommendations"))
        self._foot_line = HorizontalLine()
        add_items(self.outer, self._foot_line, self.foot)
        self._show_foot()

    def _connect(self) -> None:
        levels = self.levels
        self.cards.chosen.connect(levels.choose_overall)
        self.undo.clicked.connect(levels.steps.undo)
        shortcuts.bind("privacy.undo", self, levels.steps.undo, inside=True)
        levels.changed.connect(self._level_changed)
        levels.saved.connect(self.previews.rest)  # what is previewed is what is in force
        levels.steps.refused.connect(self._level_refused)
        levels.steps.canUndoChanged.connect(self.undo.setVisible)
        levels.steps.undoTextChanged.connect(self._name_undo)
        levels.changed_elsewhere.connect(self._load_if_seen)
        previews = self.previews
        previews.due.connect(self._start_preview)
        previews.dropped.connect(self._preview_dropped)
        looking = self.tr("Looking at what would leave…")
        previews.started.connect(lambda task: self.foot.follow(task, looking))
        previews.made.connect(self._show_preview)
        previews.failed.connect(self._preview_failed)
        previews.ended.connect(lambda: None if self.releasing.running else self.foot.show_idle())
        choice = self.provider_choice
        self.alone.chosen.connect(choice.choose)
        self.sharing.stop.clicked.connect(self._stop_sharing)
        for practice in (self.alone.practice, self.sharing.practice):
            practice.clicked.connect(lambda: PracticeDialog(self.context, self).open())
        choice.chosen.connect(lambda _: self.context.providers_changed.emit())
        choice.unreachable.connect(lambda _, why: self.error.show_text(why))
        choice.reaching.connect(lambda task, words: self.progress.follow(task, words, patient=True))
        self.error.action.connect(self._try_again)
        self.release.clicked.connect(self.releasing.ask)
        self.releasing.started.connect(self._release_started)
        self.releasing.level_chosen.connect(self.levels.choose_overall)
        self.releasing.ended.connect(self._release_ended)
        context = self.context
        known = (context.library_changed, context.providers_changed, context.catalog_changed)
        signals = (*known, context.month_changed)
        self._freshness = Freshness(context, *signals, context.provider_contacted)
        for signal in signals:
            signal.connect(previews.forget)
            signal.connect(self._load_if_seen)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fold()
        super().resizeEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.FontChange):
            self._fold()
        return super().event(event)

    def _fold(self) -> None:
        room = self.width() - 2 * self.margin()
        self.foot.set_margin(self.margin())
        self.cards.set_stacked(room < self.cards.least_width())
        self.foot.set_room(room)
        if self.per_category is not None:
            self.per_category.fold(room)
        roomy = self.height() >= ROOMY
        for level, card in self.cards.cards.items():
            card.reserve_body(privacy_text.longest_consequence(level) if roomy else "")

    # What is folded away

    def show_item(self, key: str) -> None:
        self.details.setChecked(key == "details")

    def _open_details(self, on: bool) -> None:
        if self.folded is None:
            self.folded = Details()
            self.folded.groups.clicked.connect(lambda: self.context.show_help.emit("counted"))
            self._insert(self.folded, self.details)
        reserved = privacy_text.longest_observer() if on else ""
        self.cards.cards[ReleaseLevel.PERTURBED].reserve_note(reserved)
        self._open(self.folded, on)
        self._draw_cards()

    def _open_categories(self, on: bool) -> None:
        if self.per_category is None:
            self.per_category = CategoryPart()
            categories = self.per_category.categories
            categories.setEnabled(self.cards.isEnabled())
            categories.chosen.connect(self.levels.choose_category)
            categories.all_chosen.connect(self.levels.choose_all)
            categories.considered.connect(self._foresee)
            self._insert(self.per_category, self.by_category)
            self._fold()
        part = self.per_category
        self._open(part, on)
        if on:
            part.chart.set_stale(self.previews.current is None)
            self._draw_categories(part)

    def _open(self, part: Part, on: bool) -> None:
        part.setVisible(on)
        if not on:
            return
        part.show_known(self.known)
        if self.previews.current is not None:
            part.show_preview(self.previews.current)
        elif self._unknown:
            part.show_unknown(self._unknown, self.known.watched)

    def _insert(self, part: Part, below: ExpanderButton) -> None:
        self.body.insertWidget(self.body.indexOf(below) + 1, part)
        set_tab_order_from_layout(self)

    @property
    def _opened(self) -> list[Part]:
        """Return what is unfolded: nothing else is drawn."""
        every = ((self.by_category, self.per_category), (self.details, self.folded))
        return [part for button, part in every if part is not None and button.isChecked()]

    def _show_foot(self) -> None:
        """Show the button that releases; without a service nothing is: there is Practice."""
        self._foot_line.setVisible(self._sharing)
        self.foot.setVisible(self._sharing)

    @property
    def _sharing(self) -> bool:
        return self.known.provider not in ("", THIS_COMPUTER)

    # Loading

    def activated(self) -> None:
        """Load the choice and the counts, then the preview, where they may be others."""
        self.error.hide()
        if self._freshness.stale or self.previews.current is None:
            self._load()

    def _load(self) -> None:
        self._freshness.begin()
        shown = self.levels.choice, self.levels.chosen
        self.context.run(
            lambda services, job: load(services),
            lambda loaded: self._show_loaded(loaded, shown),
            self._load_failed,
        )

    def _load_failed(self, sentence: str) -> None:
        self._freshness.expire()
        self.error.show_text(sentence)

    def _show_loaded(self, loaded: PageData, shown: tuple[PrivacyChoice, bool]) -> None:
        if shown != (self.levels.choice, self.levels.chosen):  # another level was chosen since
            self._load()
            return
        before, self.known = self.known.provider, loaded
        if before and loaded.provider != before:
            # Nothing of the service that was in use, until something is known of this one.
            words = self.tr("Looking at what {name} would get…")
            self._show_unknown(words.format(name=messages.provider(loaded.provider)))
            if loaded.provider != self._expected:  # a step of before is about another service
                self.levels.steps.clear()
        self.alone.show_services(loaded.services)
        self.alone.show_contributing(loaded.contributing)
        self.alone.setVisible(not self._sharing)
        self.sharing.show_service(loaded.provider)
        self.sharing.setVisible(self._sharing)
        self._show_foot()
        self.levels.load(loaded.choice, chosen=loaded.chosen)
        for part in self._opened:
            part.show_known(loaded)
        self._draw_choice()
        self._start_preview()

    def _try_again(self) -> None:
        """Ask a service without a preview for its catalog, which loads the page; else load it."""
        service = self.known.in_use
        if self._sharing and service is not None and self.previews.current is None:
            self.error.hide()
            self.provider_choice.fetch(service)
        else:
            self.activated()

    def _stop_sharing(self) -> None:
        """Use no service, as a step that Undo names and takes back; no other one is at that."""
        service, own = self.known.in_use, self.known.this_computer
        if service is not None and own is not None:
            self.levels.steps.clear()
            self._use(own)
            step = UndoStep(lambda: self._use(service), self.tr("“Stop sharing”"))
            self.levels.steps.push(step)

    def _use(self, info: ProviderInfo) -> None:
        self._expected = info.name
        self.provider_choice.choose(info)

    def _name_undo(self, what: str) -> None:
        words = self.tr("Undo {what}").format(what=what) if what else self.tr("Undo")
        self.undo.setText(words)
        set_accessible_name(self.undo, words)

    def _load_if_seen(self) -> None:
        if self.isVisible():
            self.activated()

    # The levels

    def _draw_choice(self) -> None:
        choice = self.levels.choice
        self.cards.show_level(choice.overall if self.levels.chosen else None)
        self._draw_cards()
        own = len(choice.per_category)
        remark = wording.plural("PrivacyPage", "%Ln own levels", own)
        self.by_category.set_remark(remark if own else "")
        if self.per_category is not None and self.by_category.isChecked():
            self._draw_categories(self.per_category)

    def _draw_categories(self, part: CategoryPart) -> None:
        part.show_choice(self.levels.choice, self.known, chosen=self.levels.chosen)

    def _draw_cards(self) -> None:
        """Draw the cards; a row below them that is in use stays where it is, if more words come."""
        part, area = self.per_category, self.scroll_area
        top = part.y() if part is not None else 0
        details = self.folded if self.details.isChecked() else None
        worth = details.worth if details is not None else None
        self._card_words.show(self.levels.choice, self.known, self.previews.current, worth)
        if part is not None and area is not None and part.in_use:
            bar = area.verticalScrollBar()
            bar.setValue(bar.value() + part.y() - top)

    def _level_changed(self) -> None:
        self.error.hide()
        self._draw_choice()
        self.previews.drop()

    def _foresee(self, category: str, level: ReleaseLevel) -> None:
        """Say beside a level of a category what it would change, before it is chosen."""
        now, then = self.levels.choice, self.levels.with_category(category, level)
        if now.level(category) is level:
            return
        assert self.per_category is not None
        known, row = self.known, self.per_category.categories.rows[category]

        def work(services: Services, job: Job) -> str:
            outlook = services.practice.outlook
            found = [outlook(one, blurred(one, known), job=job) for one in (now, then)]
            return privacy_text.effect(found[0], found[1])

        self.ask(work, lambda words: row.show_effect(level, words))

    def _level_refused(self, sentence: str) -> None:
        self._load()
        self.error.show_text(sentence)

    # The preview

    def _start_preview(self) -> None:
        self.previews.start(self.levels.choice)

    def _show_unknown(self, sentence: str) -> None:
        """Show why it is not known what would leave; what was watched is."""
        self._unknown = sentence
        self.seen.hide()
        for part in self._opened:
            part.show_unknown(sentence, self.known.watched)
        self.cost.setText(sentence)
        self.waiting.hide()
        self.release.setText(self.tr("Get recommendations"))

    def _preview_dropped(self) -> None:
        if self.per_category is not None:
            self.per_category.chart.set_stale(True)
        self.release.setEnabled(False)
        if not self.releasing.running:
            self.foot.stop_waiting()

    def _show_preview(self, preview: Preview) -> None:
        self._unknown = ""
        for part in self._opened:
            part.show_preview(preview)
        self.seen.show_preview(preview)
        self.seen.setVisible(self._sharing)
        self.cost.setText(privacy_text.cost(preview))
        self.waiting.show_text(privacy_text.waiting(preview))
        self.release.setText(privacy_text.release_button(preview))
        set_tool_tip(self.release, "")
        self.release.setEnabled(True)
        self._draw_cards()

    def _preview_failed(self, why: str) -> None:
        """Show that the release is unknown; what is known here can still be seen and changed."""
        sentence = privacy_text.unknown(messages.provider(self.known.provider))
        self._show_unknown(sentence)
        set_tool_tip(self.release, sentence)
        self._draw_cards()
        self.error.show_text(why)

    # Releasing

    def _release_started(self, task: Task, words: str) -> None:
        self.error.hide()
        self.release.setEnabled(False)
        self._enable_levels(False)
        self.foot.follow(task, words)

    def _release_ended(self) -> None:
        self._enable_levels(True)
        self.foot.show_idle()
        # What can be released now is another thing: the same bytes again, the next window, or
        # what was changed elsewhere meanwhile.
        self._load()

    def _enable_levels(self, enabled: bool) -> None:
        self.cards.setEnabled(enabled)
        if self.per_category is not None:
            self.per_category.categories.setEnabled(enabled)
