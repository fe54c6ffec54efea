"""Catalog section: the public catalog in use, and importing another one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QLineEdit

from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.catalog_info import TMDB, WIKIDATA, CatalogInfo
from epicrec_desktop.services.door_entries import HOMES
from epicrec_desktop.services.unlisted import known_now
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.buttons import Button, LinkButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import text_field
from epicrec_desktop.ui.common.dialogs import choose_file, choose_folder
from epicrec_desktop.ui.common.labels import Note, Strong, Text
from epicrec_desktop.ui.common.layouts import STRETCH, HorizontalLine, add_items, row
from epicrec_desktop.ui.common.links import open_page
from epicrec_desktop.ui.common.public_ratings import (
    RatedRow,
    SourceRow,
    quality_figures,
    quality_sentence,
    rated_sources,
)
from epicrec_desktop.ui.common.text import set_tool_tip
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.wording import number
from epicrec_desktop.ui.settings.section import Section
from epicrec_desktop.wiring import Services

TMDB_SITE = "TMDB"


class CatalogSection(Section):
    """Section with the catalog in use, and imports from public sources, a file or a folder."""

    KEY = "catalog"

    def __init__(self, context: Context) -> None:
        title = self.tr("Movies and ratings")
        note = self.tr(
            "The public list of movies that your history is compared with. "
            "Imported sources are merged, and the movies in My movies stay there."
        )
        super().__init__(context, title, note, keywords=self.tr("catalog download"))
        self.name = Strong(name="settings.catalog.name")
        self.facts = Text(name="settings.catalog.facts")
        self.model = Note(name="settings.catalog.model")
        add_items(self.controls, self.name, self.facts, self.model, self.progress)
        for entry in (self._year(), *self._rated(), self._wikidata(), self._tmdb()):
            add_items(self.controls, HorizontalLine(), entry)
        self.file = self.button("file", self.tr("Import a file…"), self._choose_file)
        self.folder = self.button("folder", self.tr("Import a folder…"), self._choose_folder)
        files = row(self.file, self.folder, STRETCH, spacing=2 * STEP)
        add_items(self.controls, HorizontalLine(), STEP, files)
        context.catalog_changed.connect(self.load_again)

    def _year(self) -> SourceRow:
        """Return the row of new movies, which are fetched by themselves only after a yes."""
        entry = SourceRow(
            self.tr("Films of this year"),
            self.tr(
                "New films and series, from Wikidata: whole years, the same question from "
                "everybody."
            ),
            self.tr("Update"),
            self.tr("Update the films of this year"),
            name="settings.catalog.year",
        )
        self.update_now = entry.button
        words = self.tr("Fetching the films of this year…")
        self.update_now.clicked.connect(
            lambda: self._run(lambda services, job: services.catalogs.update(job=job), words)
        )
        entry.more.addWidget(self.settings["films_of_year"], 1)
        return entry

    def _rated(self) -> list[SourceRow]:
        rows = [RatedRow(source, name="settings.catalog") for source in rated_sources()]
        for entry in rows:
            words = self.tr("Downloading {name}…").format(name=entry.source.name)
            self._fetches(entry, entry.source.key, words)
        self.rated: dict[str, Button] = {entry.source.key: entry.button for entry in rows}
        return [*rows]

    def _wikidata(self) -> SourceRow:
        entry = SourceRow(
            "Wikidata",
            self.tr(
                "Some 100,000 movies with their names in your language and their "
                "numbers on film and streaming sites. Free for any use. The import "
                "takes a while; if you stop it, it continues there the next time."
            ),
            self.tr("Import"),
            self.tr("Import from Wikidata"),
            name="settings.catalog.wikidata",
        )
        self.wikidata = self._fetches(entry, WIKIDATA, self.tr("Importing from Wikidata…"))
        return entry

    def _tmdb(self) -> SourceRow:
        entry = SourceRow(
            "TMDB",
            self.tr(
                "Movies, how popular they are, and their titles in your language. You need a key "
                "of your own, which TMDB gives to every account. It is kept in the settings on "
                "this computer."
            ),
            self.tr("Import"),
            self.tr("Import from TMDB"),
            name="settings.catalog.tmdb",
        )
        self.tmdb = self._fetches(entry, TMDB, self.tr("Importing from TMDB…"))
        self.key = text_field(self.tr("Your TMDB key"), name="settings.catalog.tmdb.key")
        self.key.setPlaceholderText(self.tr("Your TMDB key"))
        self.key.setMinimumWidth(160)  # for the German hint
        self.key.setEchoMode(QLineEdit.EchoMode.PasswordEchoOnEdit)
        self.key.textChanged.connect(self.set_busy)
        self.key.editingFinished.connect(self._keep_key)
        self.get_key = LinkButton(self.tr("Get a key…"), name="settings.catalog.tmdb.get")
        set_tool_tip(self.get_key, self.tr("Opens themoviedb.org in your browser"))
        address = f"{HOMES[TMDB_SITE]}/settings/api"
        self.get_key.clicked.connect(lambda: open_page(self, TMDB_SITE, address))
        add_items(entry.more, (self.key, 1), self.get_key)
        return entry

    def _fetches(self, entry: SourceRow, source: str, words: str) -> Button:
        """Let a row's button import from a source; return the button."""

        def fetch() -> None:
            self._keep_key()
            self._run(lambda services, job: services.catalogs.download(source, job=job), words)

        entry.button.clicked.connect(fetch)
        return entry.button

    @property
    def buttons(self) -> tuple[Button, ...]:
        rated = self.rated.values()
        return (self.update_now, *rated, self.wikidata, self.tmdb, self.file, self.folder)

    def set_busy(self) -> None:
        for button in self.buttons:
            button.setEnabled(self.task is None)
        if not self.key.text().strip():
            self.tmdb.setEnabled(False)

    def _keep_key(self) -> None:
        key = self.key.text().strip()
        if key != self.context.services.settings.tmdb_key:
            self.context.save_settings(tmdb_key=key)

    def load(self) -> None:
        if not self.key.hasFocus():
            self.key.setText(self.context.services.settings.tmdb_key)
        super().load()
        self.set_busy()
        self.ask(lambda services, job: services.catalogs.info(), self.show_info, on_error=None)

    def show_info(self, info: CatalogInfo) -> None:
        self.name.setText(info.name)
        self.expander.set_remark(self.tr("{movies} movies").format(movies=number(info.movies)))
        facts = self.tr("{movies} movies, {known} with an IMDb number.")
        known = number(info.with_imdb_id)
        self.facts.setText(facts.format(movies=number(info.movies), known=known))
        if info.ratings:
            model = self.tr(
                "{ratings} public ratings by {users} people: recommendations on this computer "
                "learn from them."
            ).format(ratings=number(info.ratings), users=number(info.users))
            model = f"{model} {quality_sentence(info.quality)}".rstrip()
        else:
            model = self.tr(
                "No public ratings yet: recommendations on this computer go by what EpicRec itself "
                "knows of movies. Public ratings make them much better."
            )
        self.model.setText(model)
        set_tool_tip(self.model, quality_figures(info.quality))

    def _choose_file(self) -> None:
        kinds = self.tr("Archives and tables (*.zip *.csv *.dat)")
        choose_file(self, self.tr("Import a catalog"), self.import_path, kinds)

    def _choose_folder(self) -> None:
        choose_folder(self, self.tr("Import a catalog"), self.import_path)

    def import_path(self, path: Path) -> None:
        words = self.tr("Importing…")
        self._run(lambda services, job: services.catalogs.import_path(path, job=job), words)

    def _run(self, work: Callable[[Services, Job], CatalogInfo], text: str) -> None:
        self.run(work, text, self._imported, on_cancelled=self._stopped)

    def _imported(self, info: CatalogInfo) -> None:
        self.show_info(info)
        words = self.tr("{name} is in use now. Your movies are still in My movies.")
        further = [known_now(info.known_now)] if info.known_now else []
        further += info.notes
        self.show_message(
            " ".join([words.format(name=info.name), *map(messages.localized, further)])
        )
        self.context.catalog_changed.emit()

    def _stopped(self) -> None:
        self.show_message(self.tr("Stopped. What was finished before is kept."))
        self.load()
