"""Use another provider from now on, in Settings or on the Privacy page."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.providers import ProviderInfo
from epicrec_desktop.ui.common.context import Host
from epicrec_desktop.ui.common.level_choice import LevelDialog
from epicrec_desktop.ui.common.tasks import NETWORK
from epicrec_desktop.wiring import Services


class ProviderChoice(QObject):
    """Puts a provider to use; asks for a level first where none was ever chosen.

    Its catalog is fetched at once, so that the time of this request reveals nothing about a
    release.
    """

    asking = Signal()  # the question for a level is open: another provider is in use until then
    chosen = Signal(object)  # ProviderInfo: it is in use
    declined = Signal()  # another provider stays in use: no level was chosen, or it failed
    unreachable = Signal(object, str)  # ProviderInfo, and why nothing of it was fetched
    reaching = Signal(object, str)  # Task that asks a provider, and words for its progress

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._context, self._host = host.context, host

    def choose(self, info: ProviderInfo) -> None:
        """Use this provider, once a level is chosen for one that is elsewhere."""
        if info.address is None:
            self._use(info)
            return

        def work(services: Services, job: Job) -> tuple[bool, int]:
            entries = services.library.entries(LibraryStatus.CONFIRMED)
            known = sum(entry.movie.wire_id is not None for entry in entries)
            return services.privacy.chosen(), known

        def decide(found: tuple[bool, int]) -> None:
            level_chosen, confirmed = found
            if level_chosen:
                self._use(info)
                return
            self.asking.emit()
            question = LevelDialog(info.name, confirmed, self._host)
            question.chosen.connect(save_level)
            question.rejected.connect(self.declined)
            question.open()

        def save_level(level: ReleaseLevel) -> None:
            self._context.run(
                lambda services, job: services.privacy.set_overall(level), saved, self._refuse
            )

        def saved(_: object) -> None:
            self._context.choice_changed.emit()
            self._use(info)

        self._context.run(work, decide, self._refuse)

    def _use(self, info: ProviderInfo) -> None:
        def in_use(_: object) -> None:
            self.chosen.emit(info)
            self.fetch(info)

        self._context.run(
            lambda services, job: services.providers.choose(info.name), in_use, self._refuse
        )

    def _refuse(self, sentence: str) -> None:
        self._host.show_error(sentence)
        self.declined.emit()

    def fetch(self, info: ProviderInfo) -> None:
        task = self._context.run(
            lambda services, job: services.providers.fetch_first(info.name, job=job),
            lambda _: self._context.providers_changed.emit(),
            lambda sentence: self.unreachable.emit(info, sentence),
            queue=NETWORK,
        )
        self.reaching.emit(task, self.reaching_words(info))

    def reaching_words(self, info: ProviderInfo) -> str:
        return self.tr("Reaching {name}…").format(name=info.name)
