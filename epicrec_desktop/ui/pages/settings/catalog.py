"""The public catalog of movies: what it is, and another."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QHBoxLayout

from epicrec_desktop.services.catalogs import CatalogInfo
from epicrec_desktop.ui.context import Context
from epicrec_desktop.ui.pages.settings.section import Section
from epicrec_desktop.ui.privacy_words import number
from epicrec_desktop.ui.tasks import NETWORK, Task, Work
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.buttons import Button, SecondaryButton
from epicrec_desktop.ui.widgets.progress import ProgressStrip
from epicrec_desktop.ui.widgets.text import Note, Strong, Text


class CatalogSection(Section):
    """The catalog in use, importing one from a file or a folder, and downloading MovieLens."""

    KEY = "catalog"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            self.tr("Catalog"),
            self.tr("The public list of movies that your history is compared with."),
        )
        self._task: Task | None = None
        self.name = Strong(name="settings.catalog.name")
        self.facts = Text(name="settings.catalog.facts")
        self.model = Note(name="settings.catalog.model")
        self.progress = ProgressStrip(name="settings.catalog.progress")
        for widget in (self.name, self.facts, self.model):
            self.controls.addWidget(widget)
        self.controls.addSpacing(STEP)
        self.controls.addLayout(self._buttons())
        self.controls.addWidget(self.progress)
        self.controls.addWidget(
            Note(
                self.tr(
                    "MovieLens is published by GroupLens for research; it may be used for "
                    "non-commercial purposes only."
                ),
                name="settings.catalog.license",
            )
        )
        context.catalog_changed.connect(self.load)

    def _buttons(self) -> QHBoxLayout:
        self.download = SecondaryButton(
            self.tr("Download MovieLens"), name="settings.catalog.download", icon="download"
        )
        self.download.clicked.connect(self._download)
        self.file = SecondaryButton(self.tr("Import a file…"), name="settings.catalog.file")
        self.file.clicked.connect(self._choose_file)
        self.folder = SecondaryButton(self.tr("Import a folder…"), name="settings.catalog.folder")
        self.folder.clicked.connect(self._choose_folder)
        row = QHBoxLayout()
        row.setSpacing(2 * STEP)
        for button in (self.download, self.file, self.folder):
            row.addWidget(button)
        row.addStretch(1)
        return row

    @property
    def buttons(self) -> tuple[Button, ...]:
        """What is off while something is imported."""
        return (self.download, self.file, self.folder)

    def load(self) -> None:
        """Ask what is there."""
        catalogs = self.context.services.catalogs
        self.context.tasks.run(lambda report, cancelled: catalogs.info(), on_result=self.show_info)

    def show_info(self, info: CatalogInfo) -> None:
        """Show the catalog in use."""
        self.name.setText(info.name)
        facts = self.tr("{movies} movies, {known} with an IMDb number. Version {version}.")
        self.facts.setText(
            facts.format(
                movies=number(info.movies), known=number(info.with_imdb_id), version=info.version
            )
        )
        if info.ratings:
            model = self.tr(
                "{ratings} public ratings by {users} people: recommendations on this computer "
                "learn from them."
            ).format(ratings=number(info.ratings), users=number(info.users))
        else:
            model = self.tr(
                "No public ratings yet: recommendations on this computer go by categories and "
                "years. MovieLens makes them much better."
            )
        self.model.setText(model)

    def _download(self) -> None:
        catalogs = self.context.services.catalogs
        self._run(
            lambda report, cancelled: catalogs.download(report=report, cancelled=cancelled),
            self.tr("Downloading MovieLens…"),
        )

    def _choose_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self,
            self.tr("Import a catalog"),
            "",
            self.tr("Archives and tables (*.zip *.csv *.dat)"),
        )
        if name:
            self.import_path(Path(name))

    def _choose_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("Import a catalog"))
        if name:
            self.import_path(Path(name))

    def import_path(self, path: Path) -> None:
        """Import a MovieLens archive or folder."""
        catalogs = self.context.services.catalogs
        self._run(
            lambda report, cancelled: catalogs.import_path(
                path, report=report, cancelled=cancelled
            ),
            self.tr("Importing…"),
        )

    def _run(self, work: Work, text: str) -> None:
        if self._task is not None:
            return
        self.error.hide()
        self.news.hide()
        for button in self.buttons:
            button.setEnabled(False)
        self._task = self.context.tasks.run(
            work,
            queue=NETWORK,
            on_result=self._imported,
            on_error=self.trouble,
            on_cancelled=self._stopped,
            on_finished=self._ended,
        )
        self.progress.follow(self._task, text)

    def _imported(self, info: CatalogInfo) -> None:
        self.show_info(info)
        self.tell(
            self.tr("{name} is in use now. Your movies kept their places.").format(name=info.name)
        )
        self.context.catalog_changed.emit()

    def _stopped(self) -> None:
        self.tell(self.tr("Stopped. What was finished before is kept."))
        self.load()

    def _ended(self) -> None:
        self._task = None
        for button in self.buttons:
            button.setEnabled(True)
