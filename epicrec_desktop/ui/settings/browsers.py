"""Browsers section: which profiles may be read, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QVBoxLayout

from epicrec_desktop.domain.history import BrowserProfile
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.deleted_visits import Deletions
from epicrec_desktop.services.profiles import KnownProfile
from epicrec_desktop.ui.common import browser_profiles, messages, wording
from epicrec_desktop.ui.common.accessibility import set_tab_order
from epicrec_desktop.ui.common.browser_profiles import ProfileCheckBox
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import SegmentedControl
from epicrec_desktop.ui.common.dialogs import ConfirmDialog, choose_folder
from epicrec_desktop.ui.common.layouts import STRETCH, FlowLayout, RowList, column, row
from epicrec_desktop.ui.common.tasks import LONG
from epicrec_desktop.ui.common.text import Text, set_tool_tip
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.wording import number
from epicrec_desktop.ui.settings.section import Section

INTERVALS = (0, 60, 360, 1440)
_NAMED = 3  # movies named in a question


class BrowsersSection(Section):
    """Section with consent to each profile. Withdrawing it asks first and lists what is removed."""

    KEY = "browsers"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            self.tr("Browsers"),
            self.tr(
                "Only ticked profiles are read, and only on this computer. Chrome forgets visits "
                "after about 90 days; movies found before stay."
            ),
        )
        self.rows: list[ProfileCheckBox] = []
        self._list = RowList()
        self.none = Text(self.tr("No browser profile was found."), name="settings.browsers.none")
        self.none.hide()
        self.folder = SecondaryButton(
            self.tr("Choose a folder…"), name="settings.browsers.folder", icon="folder"
        )
        self.folder.clicked.connect(self._choose_folder)
        self.deleted = SecondaryButton(
            self.tr("Forget what I deleted there…"), name="settings.browsers.deleted"
        )
        set_tool_tip(
            self.deleted, self.tr("Finds movies whose visits you have all deleted in your browsers")
        )
        self.deleted.clicked.connect(self._look_for_deleted)
        self.controls.addWidget(self.none)
        self.controls.addWidget(self._list)
        self.controls.addLayout(FlowLayout(self.folder, self.deleted))
        self.controls.addWidget(self.progress)
        self.controls.addSpacing(2 * STEP)
        self.controls.addLayout(self._interval())

    def _interval(self) -> QVBoxLayout:
        choices = (
            self.tr("When I ask"),
            self.tr("Every hour"),
            self.tr("Every 6 hours"),
            self.tr("Every day"),
        )
        label = self.tr("Look for new movies")
        self.interval = SegmentedControl(
            [(str(n), text) for n, text in zip(INTERVALS, choices, strict=True)],
            name="settings.browsers.interval",
            label=label,
            small=True,
        )
        self.interval.chosen.connect(
            lambda minutes: self.context.save_settings(rescan_minutes=int(minutes))
        )
        return column(Text(label), row(self.interval, STRETCH), spacing=2 * STEP)

    def load(self) -> None:
        """Find profiles on a worker."""
        minutes = self.context.services.settings.rescan_minutes
        # An interval that was edited in the settings file is shown as the nearest one.
        self.interval.set_value(str(min(INTERVALS, key=lambda n: abs(n - minutes))))
        profiles = self.context.services.profiles
        self.context.tasks.run(lambda job: profiles.discover(), self._show, self.show_error)

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
        ConfirmDialog(
            self.tr("Stop reading {profile}?").format(profile=row.known.profile.label),
            self.tr(
                "What EpicRec noted of the visits there is removed at once ({found}). "
                "Suggestions that came only from this profile are removed too. Movies "
                "you have answered stay in My movies."
            ).format(found=browser_profiles.found_movies(row.known.movies)),
            self.tr("Stop reading"),
            self,
            name="settings.browsers.revoke",
        ).ask(lambda: self._set(row.known.profile, consent=False))

    def _set(self, profile: BrowserProfile, *, consent: bool) -> None:
        profiles = self.context.services.profiles
        self.context.tasks.run(
            lambda job: profiles.set_consent([profile], consent=consent),
            on_result=self._changed,
            on_error=self.show_error,
        )

    def _changed(self, _: object) -> None:
        self.error.hide()
        self.context.library_changed.emit(self)
        self.load()

    def _choose_folder(self) -> None:
        folder = choose_folder(self, self.tr("Choose a browser profile"))
        if folder is not None:
            self.add_folder(folder)

    def add_folder(self, folder: Path) -> None:
        """Consent to the profile in this folder; choosing it is consent."""
        profiles = self.context.services.profiles
        self.context.tasks.run(
            lambda job: profiles.set_consent([profiles.at(folder)], consent=True),
            on_result=self._changed,
            on_error=self.show_error,
        )

    # Movies deleted from the browser history

    def _look_for_deleted(self) -> None:
        services = self.context.services

        def work(job: Job) -> tuple[Deletions, list[str]]:
            found = services.scan.deletions(job=job)
            gone = set(found.movies)
            names = [e.movie.label for e in services.library.entries() if e.id in gone]
            return found, names

        words = self.tr("Looking at your browsers…")
        self.run(work, words, lambda found: self._ask_to_forget(*found), queue=LONG)

    def set_busy(self) -> None:
        """Look once at a time."""
        self.deleted.setEnabled(self.task is None)

    def _ask_to_forget(self, found: Deletions, names: Sequence[str]) -> None:
        if found.failures:
            label, sentence = found.failures[0]
            self.show_error(f"{label}: {messages.localized(sentence)}")
        if not names:
            if not found.failures:
                self.show_message(
                    self.tr(
                        "No movies were found whose visits you have all deleted in your browsers."
                    )
                )
            return
        shown = ", ".join(names[:_NAMED])
        if len(names) > _NAMED:
            shown = self.tr("{movies} and others").format(movies=shown)
        ConfirmDialog(
            wording.plural("BrowsersSection", "Forget these %Ln movies?", len(names)),
            self.tr(
                "You deleted every visit to these in your browsers: {movies}. What "
                "EpicRec noted of the visits is removed too. Movies whose visits a "
                "browser may have dropped by itself are not listed."
            ).format(movies=shown),
            self.tr("Forget"),
            self,
            name="settings.browsers.deleted.question",
        ).ask(lambda: self._forget(found.movies))

    def _forget(self, ids: Sequence[int]) -> None:
        library = self.context.services.library
        self.context.tasks.run(lambda job: library.forget(ids), self._changed, self.show_error)
