"""Offer of public ratings beside the first rows: description, fetch and dismiss buttons."""

from __future__ import annotations

from PySide6.QtCore import Signal

from epicrec_desktop.services.catalog_info import ModelInfo
from epicrec_desktop.ui.common.buttons import PrimaryButton, QuietButton
from epicrec_desktop.ui.common.context import Context, Host
from epicrec_desktop.ui.common.controls import ExpanderButton
from epicrec_desktop.ui.common.labels import Note, Text
from epicrec_desktop.ui.common.layouts import FlowLayout, Panel, add_items
from epicrec_desktop.ui.common.notices import ErrorBanner
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.public_ratings import RatedRow, rated_sources
from epicrec_desktop.ui.common.tasks import LONG
from epicrec_desktop.ui.common.theme import STEP

OPEN, DONE = "open", "done"


class RatingsOffer(Host, Panel):
    """Offer after the first run, until it is answered. `fetched`: ratings were installed."""

    fetched = Signal()

    def __init__(self, context: Context) -> None:
        super().__init__(name="recommendations.ratings", padding=16)
        self.context = context
        self.heading = Text(self._offered(), name="recommendations.ratings.heading")
        best = rated_sources()[0].key
        self.get = PrimaryButton(
            self.tr("Better recommendations (30 MB)"),
            name="recommendations.ratings.get",
            icon="download",
        )
        self.get.clicked.connect(lambda: self.fetch(best))
        self.skip = QuietButton(self.tr("Not now"), name="recommendations.ratings.skip")
        self.skip.clicked.connect(self._skip)
        words = self.tr(
            "The publisher's server learns that somebody at your address asked for them, and "
            "nothing else. Later you find them in Settings, under Movies and ratings."
        )
        self.note = Note(words, name="recommendations.ratings.note")
        self.progress = ProgressStrip(name="recommendations.ratings.progress")
        self.error = ErrorBanner(name="recommendations.ratings.error")
        self.sources = [RatedRow(one, name="recommendations.ratings") for one in rated_sources()]
        for entry in self.sources:
            entry.button.clicked.connect(lambda _=False, key=entry.source.key: self.fetch(key))
        self.details = ExpanderButton(
            self.tr("Sources and licenses"), name="recommendations.ratings.details"
        )
        self.details.toggled.connect(lambda on: self._fold(on=on))
        self._fold(on=False)
        self.body.setSpacing(2 * STEP)
        buttons = FlowLayout(self.get, self.skip)
        add_items(self.body, self.heading, self.error, buttons, self.progress, self.details)
        add_items(self.body, *self.sources, self.note)
        self.hide()

    def show_info(self, info: ModelInfo) -> None:
        wanted = self.context.services.settings.ratings_offer == OPEN
        if info.ratings and self.task is None:
            if wanted:
                self._answered()
            self.hide()
        else:
            self.setVisible(wanted)

    def fetch(self, source: str) -> None:
        """Download, import and train; a cancelled download resumes next time."""
        self.run(
            lambda services, job: services.catalogs.download(source, job=job),
            self.tr("Fetching public ratings…"),
            self._on_fetched,
            queue=LONG,
            on_cancelled=self._stopped,
        )
        self.progress.cancel.setFocus()

    def set_busy(self) -> None:
        busy = self.task is not None
        for widget in (self.get, self.skip, self.details):
            widget.setVisible(not busy)
        self._fold(on=not busy and self.details.isChecked())
        self.heading.setText(
            self.tr("Your rows stay as they are until this is done") if busy else self._offered()
        )

    def _offered(self) -> str:
        return self.tr(
            "Public ratings make recommendations much better. They are used on this computer: "
            "nobody learns what you watched."
        )

    def _fold(self, *, on: bool) -> None:
        for widget in (*self.sources, self.note):
            widget.setVisible(on)

    def _on_fetched(self, _info: object) -> None:
        self._skip()
        self.fetched.emit()

    def _stopped(self) -> None:
        self.error.show_text(
            self.tr("Stopped. Your rows are as before. Click again to continue where it stopped.")
        )

    def _skip(self) -> None:
        self._answered()
        self.hide()

    def _answered(self) -> None:
        self.context.save_settings(ratings_offer=DONE)
