"""Compute previews of a release on a worker, and load what the Privacy page needs for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer, Signal

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.provider.address import on_network
from epicrec_desktop.recommend.model_manifest import ModelQuality
from epicrec_desktop.services.asked_question import Counting
from epicrec_desktop.services.library import count_categories
from epicrec_desktop.services.providers import ProviderInfo
from epicrec_desktop.services.release_proposal import Preview
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.tasks import DATABASE, NETWORK, Task
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.wiring import Services


@dataclass(frozen=True)
class PageData:
    """What the page needs before there is a preview."""

    choice: PrivacyChoice = field(default_factory=PrivacyChoice)
    chosen: bool = False  # by the user; else `choice` is what a trial on this computer takes
    watched: Mapping[str, int] = field(default_factory=dict)
    confirmed: int = 0
    kept: int = 0  # of them: kept to oneself, or in no catalog
    category_sets: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    """Categories: how many confirmed movies have exactly them."""
    unrestricted: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    """The same of those that the person keeps nothing of to themselves."""
    providers: tuple[ProviderInfo, ...] = ()
    contributing: bool = False  # scheduled contributions leave, whatever provider is in use
    quality: ModelQuality | None = None  # of the model in use
    counting: Counting | None = None

    @property
    def in_use(self) -> ProviderInfo | None:
        return next((one for one in self.providers if one.current), None)

    @property
    def provider(self) -> str:
        return self.in_use.name if self.in_use is not None else ""

    @property
    def services(self) -> tuple[ProviderInfo, ...]:
        return tuple(one for one in self.providers if on_network(one.address) and not one.current)

    @property
    def this_computer(self) -> ProviderInfo | None:
        return next((one for one in self.providers if one.name == THIS_COMPUTER), None)


def load(services: Services) -> PageData:
    """Read it; for a worker."""
    confirmed = services.library.confirmed()
    return PageData(
        choice=services.privacy.choice(),
        chosen=services.privacy.chosen(),
        watched=count_categories(movie for movie, _ in confirmed if not movie.named_by),
        confirmed=len(confirmed),
        kept=sum(weight < 1 or movie.wire_id is None for movie, weight in confirmed),
        category_sets=Counter(movie.categories for movie, _ in confirmed),
        unrestricted=Counter(movie.categories for movie, weight in confirmed if weight == 1),
        providers=tuple(services.providers.all()),
        contributing=services.privacy.chosen() and services.contributions.will_send(),
        quality=services.catalogs.quality(),
        counting=services.privacy.counting(),
    )


def open_counts(choice: PrivacyChoice, movies: Mapping[tuple[str, ...], int]) -> dict[str, int]:
    """Return, for each category at All Release, how many of these movies may leave as they are."""
    open_kinds = {
        categories: count
        for categories, count in movies.items()
        if choice.classify(categories) is ItemClass.OPEN
    }
    return {
        name: sum(count for category_sets, count in open_kinds.items() if name in category_sets)
        for name in CATEGORIES
        if choice.level(name) is ReleaseLevel.ALL
    }


def blurred(choice: PrivacyChoice, known: PageData) -> int:
    """Return how many confirmed movies only leave through noise under a choice."""
    return sum(
        count
        for categories, count in known.category_sets.items()
        if choice.classify(categories) is ItemClass.PERTURBED
    )


DEBOUNCE_MS = 250


_tr = translator("PrivacyPage")


class PreviewRunner(QObject):
    """Makes one preview at a time. One that a newer change has overtaken is never given."""

    due = Signal()  # the person rested: time for `start`
    dropped = Signal()  # what was shown is no longer so
    started = Signal(object)  # Task
    made = Signal(object)  # Preview
    failed = Signal(str)  # a sentence
    ended = Signal()  # nothing is computed anymore

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._task: Task | None = None
        self.current: Preview | None = None
        self._debounce = QTimer(self, singleShot=True, interval=DEBOUNCE_MS)
        self._debounce.timeout.connect(self.due)

    @property
    def resting(self) -> bool:
        return self._debounce.isActive()

    def rest(self) -> None:
        self._debounce.start()

    def forget(self) -> None:
        """Forget the current preview: something else is known on this computer now."""
        self.current = None

    def drop(self) -> None:
        """Drop what was made or is being made: the levels have changed."""
        self.current = None
        if self._task is not None:
            self._task.silence()
            self._task = None
        self.dropped.emit()

    def start(self, choice: PrivacyChoice) -> None:
        self._debounce.stop()
        self.drop()
        task = self._context.run(
            lambda services, job: services.releases.preview(choice, job=job),
            # What nothing is, is known here; else a catalog may be fetched, and a solve takes time.
            queue=DATABASE if choice.releases_nothing else NETWORK,
            on_result=self._publish,
            on_error=self.failed.emit,
            on_cancelled=lambda: self.failed.emit(
                _tr(
                    "What would leave was not worked out. Your level is kept, and nothing was sent."
                )
            ),
        )
        task.finished.connect(self._finished)
        self._task = task
        self.started.emit(task)

    def _publish(self, preview: Preview) -> None:
        self.current = preview
        self.made.emit(preview)

    def _finished(self) -> None:
        # A silenced task ends too, maybe after a newer one has started.
        if self._task is None or self.sender() is self._task:
            self._task = None
            self.ended.emit()
