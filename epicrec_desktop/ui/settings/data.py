"""Sections about the user's data: browsers that are read, and export, restore and erasing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt

from epicrec_desktop.domain.history import BrowserProfile
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.backup.restore import RestorePlan, RestoreResult
from epicrec_desktop.services.deleted_visits import Deletions
from epicrec_desktop.services.profiles import KnownProfile
from epicrec_desktop.ui.common import browser_profiles, messages, wording
from epicrec_desktop.ui.common.accessibility import set_tab_order
from epicrec_desktop.ui.common.browser_profiles import ProfileCheckBox
from epicrec_desktop.ui.common.buttons import DangerButton, LinkButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.dialogs import (
    ConfirmDialog,
    ResultDialog,
    choose_folder,
    choose_save_file,
)
from epicrec_desktop.ui.common.labels import Note, Text
from epicrec_desktop.ui.common.layouts import FlowLayout, RowList, add_items
from epicrec_desktop.ui.common.restore import ExportReader
from epicrec_desktop.ui.common.tasks import LONG
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.wording import number
from epicrec_desktop.ui.settings.section import Section
from epicrec_desktop.wiring import Services

_NAMED = 3  # movies named in a question


class BrowsersSection(Section):
    """Section with consent to each profile. Withdrawing it asks first and lists what is removed."""

    KEY = "browsers"

    def __init__(self, context: Context) -> None:
        note = self.tr(
            "Only ticked profiles are read, and only on this computer. Chrome forgets visits "
            "after about 90 days; movies found before stay."
        )
        super().__init__(context, self.tr("Browsers"), note)
        self.rows: list[ProfileCheckBox] = []
        self._list = RowList()
        self.none = Text(self.tr("No browser profile was found."), name="settings.browsers.none")
        self.none.hide()
        self.folder = self.button(
            "folder", self.tr("Choose a folder…"), self._choose_folder, icon="folder"
        )
        self.deleted = self.button(
            "deleted",
            self.tr("Forget what I deleted there…"),
            self._look_for_deleted,
            tip=self.tr("Finds movies whose visits you have all deleted in your browsers"),
        )
        parts = (self.none, self._list, FlowLayout(self.folder, self.deleted), self.progress)
        add_items(self.controls, *parts, 2 * STEP, *self.settings.values())

    def load(self) -> None:
        super().load()
        self.ask(lambda services, job: services.profiles.discover(), self._show)

    def _show(self, known: list[KnownProfile]) -> None:
        self.rows = [
            ProfileCheckBox(k, browser_profiles.status(k), name=f"settings.browsers.profile.{n}")
            for n, k in enumerate(known)
        ]
        self._list.show_rows(self.rows)
        for entry in self.rows:
            entry.tick.clicked.connect(lambda on, entry=entry: self._answered(entry, on))
        set_tab_order(*(entry.tick for entry in self.rows), self.folder, self.deleted)
        self.none.setVisible(not known)
        read = sum(one.consent for one in known)
        self.expander.set_remark(
            self.tr("{read} of {all} read").format(read=number(read), all=number(len(known)))
            if known
            else self.tr("None found")
        )

    def _answered(self, row: ProfileCheckBox, on: bool) -> None:
        if on:
            self._set(row.known.profile, consent=True)
            return
        row.tick.setChecked(True)  # until the question is answered
        heading = self.tr("Stop reading {profile}?").format(profile=row.known.profile.label)
        text = self.tr(
            "What EpicRec noted of the visits there is removed at once ({found}). "
            "Suggestions that came only from this profile are removed too. Movies "
            "you have answered stay in My movies."
        ).format(found=browser_profiles.found_movies(row.known.movies))
        ConfirmDialog(
            heading, text, self.tr("Stop reading"), self, name="settings.browsers.revoke"
        ).ask(lambda: self._set(row.known.profile, consent=False))

    def _set(self, profile: BrowserProfile, *, consent: bool) -> None:
        self.ask(
            lambda services, job: services.profiles.set_consent([profile], consent=consent),
            self._changed,
        )

    def _changed(self, _: object) -> None:
        self.error.hide()
        self.context.library_changed.emit(self)
        self.load()

    def _choose_folder(self) -> None:
        choose_folder(self, self.tr("Choose a browser profile"), self.add_folder)

    def add_folder(self, folder: Path) -> None:
        """Consent to the profile in this folder; choosing it is consent."""

        def work(services: Services, job: Job) -> None:
            services.profiles.set_consent([services.profiles.at(folder)], consent=True)

        self.ask(work, self._changed)

    # Movies deleted from the browser history

    def _look_for_deleted(self) -> None:
        def work(services: Services, job: Job) -> tuple[Deletions, list[str]]:
            found = services.scan.deletions(job=job)
            gone = set(found.movies)
            names = [e.movie.label for e in services.library.entries() if e.id in gone]
            return found, names

        words = self.tr("Looking at your browsers…")
        self.run(work, words, lambda found: self._ask_to_forget(*found), queue=LONG)

    def set_busy(self) -> None:
        self.deleted.setEnabled(self.task is None)

    def _ask_to_forget(self, found: Deletions, names: Sequence[str]) -> None:
        if found.failures:
            label, sentence = found.failures[0]
            self.show_error(f"{label}: {messages.localized(sentence)}")
        if not names:
            words = self.tr(
                "No movies were found whose visits you have all deleted in your browsers."
            )
            if not found.failures:
                self.show_message(words)
            return
        shown = ", ".join(names[:_NAMED])
        if len(names) > _NAMED:
            shown = self.tr("{movies} and others").format(movies=shown)
        heading = wording.plural("BrowsersSection", "Forget these %Ln movies?", len(names))
        text = self.tr(
            "You deleted every visit to these in your browsers: {movies}. What "
            "EpicRec noted of the visits is removed too. Movies whose visits a "
            "browser may have dropped by itself are not listed."
        ).format(movies=shown)
        ConfirmDialog(
            heading, text, self.tr("Forget"), self, name="settings.browsers.deleted.question"
        ).ask(
            lambda: self.ask(
                lambda services, job: services.library.forget(found.movies), self._changed
            )
        )


class DataSection(Section):
    """Section to export, restore and erase all data."""

    KEY = "data"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            self.tr("Your data"),
            self.tr(
                "Export what EpicRec knows about you to one file as a backup, restore it here or "
                "on another computer, or erase it from this one."
            ),
            keywords=self.tr("backup delete remove folder import letterboxd netflix imdb trakt"),
        )
        self.expander.set_remark(self.tr("Back up, restore, erase"))
        self.export = self.button("export", self.tr("Export…"), self._ask_where, icon="upload")
        self.reading = ExportReader(self)
        self.restore_button = self.button(
            "bring-back", self.tr("Restore…"), self.reading.choose, icon="download"
        )
        self.reading.busy.connect(self.restore_button.setDisabled)
        self.reading.agreed.connect(self._restore)
        self.erase = self.button(
            "erase", self.tr("Erase everything…"), self._ask_erase, DangerButton, icon="trash"
        )
        self.place = Note(
            self.tr("Your data is kept in {folder}").format(folder=context.services.paths.data),
            name="settings.about.place",  # as it was named in About
        )
        self.place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.imports = self.button(
            "import",
            self.tr("Movies from Letterboxd, Netflix, IMDb…"),
            lambda: context.navigate.emit("movies.import"),
            LinkButton,
        )
        self.controls.removeWidget(self.news)
        add_items(
            self.controls,
            FlowLayout(self.export, self.restore_button, self.erase),
            self.news,  # what it says of a button does not move the button
            (self.imports, 0, Qt.AlignmentFlag.AlignLeading),
            self.place,
        )

    def _ask_where(self) -> None:
        title = self.tr("Export your data")
        choose_save_file(self, title, self.export_to, "epicrec-export.json")

    def export_to(self, file: Path) -> None:
        words = self.tr("Exported: your movies, levels and releases. The file is not encrypted.")
        self.ask(
            lambda services, job: services.data.export(file, replace=True),  # the dialog asked
            lambda _: self.show_message(words),
        )

    def _restore(self, plan: RestorePlan) -> None:
        self.restore_button.setEnabled(False)
        self.ask(
            lambda services, job: services.backup.restore(plan),
            self._restored,
            on_finished=lambda: self.restore_button.setEnabled(True),
        )

    def _restored(self, done: RestoreResult) -> None:
        self.show_message(
            wording.plural(
                "BringBack", "%Ln movies were restored to your library.", done.movies.new
            )
        )
        self.context.announce_everything()

    def _ask_erase(self) -> None:
        self.erase.setEnabled(False)  # until the question is there
        self.ask(
            lambda services, job: services.data.elsewhere(),
            self._question_erase,
            on_finished=lambda: self.erase.setEnabled(True),
        )

    def _question_erase(self, elsewhere: tuple[bool, bool]) -> None:
        words = [
            self.tr(
                "Your movies, levels, settings, the record of what was sent, imported catalogs and "
                "logs are removed from this computer. Not touched: the browsers' own history, and "
                "files you exported."
            )
        ]
        released, contributed = elsewhere
        if released:
            words.append(
                self.tr(
                    "What was already sent cannot be called back. Later releases add to it, and "
                    "without the record this program can no longer count that."
                )
            )
        if contributed:
            words.append(
                self.tr(
                    "What you contributed can no longer be withdrawn: do that first, if you want "
                    "to."
                )
            )
        ConfirmDialog(
            self.tr("Erase everything?"),
            "\n\n".join(words),
            self.tr("Erase everything"),
            self,
            name="settings.data.question",
            confirmation_word=self.tr("erase"),
        ).ask(self._erase)

    def _erase(self) -> None:
        self.erase.setEnabled(False)
        self.context.erasing.emit()
        self.ask(
            lambda services, job: services.data.erase(), self._show_proof, on_error=self._not_erased
        )

    def _not_erased(self, sentence: str) -> None:
        self.erase.setEnabled(True)
        self.context.erasing_refused.emit()
        self.show_error(sentence)

    def _show_proof(self, lines: list[Message]) -> None:
        self.context.erased.emit()
        sentences = [messages.localized(line) for line in lines]
        proof = ResultDialog(self.tr("Erased"), sentences, self, name="settings.data.proof")
        proof.close_button.setText(self.tr("Close EpicRec"))
        # Restoring rebuilds the window, which deletes this page.
        proof.finished.connect(self.context.quit_requested)
        proof.open()
