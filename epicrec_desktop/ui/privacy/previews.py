"""What would leave at the levels in force, computed off the screen's thread."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.services.privacy import Preview
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.tasks import NETWORK, Task
from epicrec_desktop.ui.privacy.queries import PageData, empty_preview

DEBOUNCE_MS = 250


def _tr(text: str) -> str:
    return QCoreApplication.translate("PrivacyPage", text)


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
        """The one that is so now."""
        self._debounce = QTimer(self, singleShot=True, interval=DEBOUNCE_MS)
        self._debounce.timeout.connect(self.due)

    @property
    def running(self) -> bool:
        """Whether one is being made."""
        return self._task is not None

    @property
    def resting(self) -> bool:
        """Whether one is due after the person's next rest."""
        return self._debounce.isActive()

    def rest(self) -> None:
        """`due` comes after a short rest."""
        self._debounce.start()

    def forget(self) -> None:
        """What is known on this computer is another thing: nothing can be released of the old."""
        self.current = None

    def drop(self) -> None:
        """The levels are others: what was made, or is being made, is not shown."""
        self.current = None
        if self._task is not None:
            self._task.silence()
            self._task = None
        self.dropped.emit()

    def start(self, choice: PrivacyChoice, known: PageData) -> None:
        """Make the preview of this choice."""
        self._debounce.stop()
        self.drop()
        if choice.releases_nothing:
            # Nobody has to be asked what nothing is.
            self.ended.emit()
            self._publish(empty_preview(choice, known.provider, known.watched, known.confirmed))
            return
        privacy = self._context.services.privacy
        task = self._context.tasks.run(
            lambda report, cancelled: privacy.preview(choice, report=report, cancelled=cancelled),
            queue=NETWORK,  # a provider's catalog may have to be fetched, and a solve takes time
            on_result=self._publish,
            on_error=self.failed.emit,
            on_cancelled=self._cancelled,
        )
        task.finished.connect(self._finished)
        self._task = task
        self.started.emit(task)

    def _publish(self, preview: Preview) -> None:
        self.current = preview
        self.made.emit(preview)

    def _cancelled(self) -> None:
        self.failed.emit(
            _tr("What would leave was not worked out. Your level is kept, and nothing was sent.")
        )

    def _finished(self) -> None:
        # A silenced task ends too, maybe after a newer one has begun.
        if self._task is None or self.sender() is self._task:
            self._task = None
            self.ended.emit()
