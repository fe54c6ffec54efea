"""Who may be asked for recommendations."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtWidgets import (
    QButtonGroup,
    QWidget,
)

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.services.provider_cards import ProviderDetails
from epicrec_desktop.services.providers import THIS_COMPUTER, ProviderInfo
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.common.layouts import HorizontalLine, RowList
from epicrec_desktop.ui.common.level_choice import LevelDialog
from epicrec_desktop.ui.common.tasks import NETWORK
from epicrec_desktop.ui.common.text import Strong
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.settings.provider_card import ProviderCardDialog
from epicrec_desktop.ui.settings.provider_form import ProviderForm
from epicrec_desktop.ui.settings.provider_row import ProviderRow
from epicrec_desktop.ui.settings.section import Section


class ProvidersSection(Section):
    """The providers, the one in use, and a form for another."""

    KEY = "providers"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            self.tr("Providers"),
            self.tr(
                "Who is asked for recommendations. Adding or testing a provider sends "
                "no movies. The less you trust a provider, the more what it gets is "
                "blurred. What it has already cannot be changed: less trust counts for months "
                "it has nothing of, more trust from next month on. Providers that compare "
                "what they have of a month learn no more than the one you trust most."
            ),
        )
        self.explain(self.tr("What does a provider learn?"), "provider")
        self.rows: list[ProviderRow] = []
        self._said_of = ""  # the provider that the banner is about
        self._list = RowList()
        self.controls.addWidget(self._list)
        self.controls.addWidget(HorizontalLine())
        self.controls.addSpacing(STEP)
        self.controls.addWidget(Strong(self.tr("Add a provider")))
        self.form = ProviderForm(context)
        self.form.added.connect(self._added)
        self.form.failed.connect(self.show_error)
        self.controls.addWidget(self.form)

    def load(self) -> None:
        """Load the list."""
        providers = self.context.services.providers
        self.context.tasks.run(
            lambda report, cancelled: providers.all(),
            on_result=self._show,
            on_error=self.show_error,
        )

    def _show(self, known: list[ProviderInfo]) -> None:
        self._group = QButtonGroup(self)
        self.rows = [ProviderRow(p, f"settings.provider.{n}") for n, p in enumerate(known)]
        if self._said_of and self._said_of not in {info.name for info in known}:
            self._clear()
        self._list.show_rows(self.rows)
        before: QWidget | None = None
        for row in self.rows:
            self._group.addButton(row.use)
            row.use.clicked.connect(lambda _=False, row=row: self._choose(row.info))
            row.card.clicked.connect(lambda _=False, row=row: self.show_card(row.info))
            row.test.clicked.connect(lambda _=False, row=row: self._test(row.info))
            row.remove.clicked.connect(lambda _=False, row=row: self._ask_remove(row.info))
            row.trust.chosen.connect(lambda part, row=row: self._set_trust(row.info, part))
            for control in (row.use, row.card, row.test, row.remove, row.trust):
                if before is not None:
                    QWidget.setTabOrder(before, control)
                before = control
        if before is not None:
            QWidget.setTabOrder(before, self.form.name)

    def _choose(self, info: ProviderInfo) -> None:
        if info.address is None:
            self._use(info)
            return
        services = self.context.services

        def work(report: object, cancelled: object) -> tuple[bool, int]:
            confirmed = services.library.counts().get(LibraryStatus.CONFIRMED, 0)
            return services.privacy.chosen(), confirmed

        def decide(found: tuple[bool, int]) -> None:
            chosen, confirmed = found
            if chosen:
                self._use(info)
            else:
                self._ask_level(info, confirmed)

        self.context.tasks.run(work, on_result=decide, on_error=self._failed)

    def _ask_level(self, info: ProviderInfo, confirmed: int) -> None:
        """Asked with the first provider elsewhere; without an answer that one is not used."""
        for row in self.rows:  # until there is an answer another one is in use
            row.use.setChecked(row.info.current)
        question = LevelDialog(info.name, confirmed, self)
        question.chosen.connect(lambda level: self._save_level(info, level))
        question.rejected.connect(self.load)
        question.finished.connect(question.deleteLater)
        question.open()

    def _save_level(self, info: ProviderInfo, level: ReleaseLevel) -> None:
        privacy = self.context.services.privacy

        def kept(_: object) -> None:
            self.context.choice_changed.emit()
            self._use(info)

        self.context.tasks.run(
            lambda report, cancelled: privacy.set_overall(level),
            on_result=kept,
            on_error=self._failed,
        )

    def _use(self, info: ProviderInfo) -> None:
        providers = self.context.services.providers
        self.context.tasks.run(
            lambda report, cancelled: providers.choose(info.name),
            on_result=lambda _: self._chosen(info),
            on_error=self._failed,
        )

    def _chosen(self, info: ProviderInfo) -> None:
        self._changed(None)
        self._contact(info)

    def _contact(self, info: ProviderInfo) -> None:
        """Fetch the catalog of a provider that is new here: now, and not when something leaves."""
        providers = self.context.services.providers
        self.context.tasks.run(
            lambda report, cancelled: providers.fetch_first(
                info.name, report=report, cancelled=cancelled
            ),
            queue=NETWORK,
            on_result=lambda _: self.context.providers_changed.emit(),
            on_error=lambda sentence: self._said(info, sentence, show_error=True),
        )

    def _said(self, info: ProviderInfo, sentence: str, *, show_error: bool = False) -> None:
        """Say something of a provider, while it is one."""
        if info.name in {row.info.name for row in self.rows}:
            self._said_of = info.name
            (self.show_error if show_error else self.show_message)(sentence)

    def _clear(self) -> None:
        self._said_of = ""
        self.error.hide()
        self.news.hide()

    def _set_trust(self, info: ProviderInfo, part: str) -> None:
        providers = self.context.services.providers
        self.context.tasks.run(
            lambda report, cancelled: providers.set_trust(info.name, Fraction(part)),
            on_result=self._changed,
            on_error=self._failed,
        )

    def _changed(self, _: object) -> None:
        self._clear()
        self.context.providers_changed.emit()
        self.load()

    def _failed(self, sentence: str) -> None:
        self.show_error(sentence)
        self.load()  # the row goes back to what is in force

    def _test(self, info: ProviderInfo) -> None:
        providers = self.context.services.providers
        self._said(info, self.tr("Reaching {name}…").format(name=info.name))
        self.context.tasks.run(
            lambda report, cancelled: providers.fetch(
                info.name, report=report, cancelled=cancelled
            ),
            queue=NETWORK,
            on_result=lambda answer: self._said(info, messages.localized(answer)),
            on_error=lambda sentence: self._said(info, sentence, show_error=True),
        )

    def show_card(self, info: ProviderInfo) -> None:
        """What the provider says of itself, and what was found of it."""
        cards = self.context.services.cards

        def show(card: ProviderDetails) -> None:
            dialog = ProviderCardDialog(self.context, card, self)
            dialog.changed.connect(self.load)
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()

        self.context.tasks.run(
            lambda report, cancelled: cards.card(info.name), on_result=show, on_error=self._failed
        )

    def _ask_remove(self, info: ProviderInfo) -> None:
        question = ConfirmDialog(
            self.tr("Remove {name}?").format(name=info.name),
            self.tr(
                "It will not be asked again. What was released to it stays in Activity, and what "
                "it has received cannot be called back."
            ),
            self.tr("Remove"),
            self,
            name="settings.provider.question",
        )
        question.ask(lambda: self._remove(info))

    def _remove(self, info: ProviderInfo) -> None:
        providers = self.context.services.providers

        def work(report: object, cancelled: object) -> None:
            if info.current:
                providers.choose(THIS_COMPUTER)
            providers.remove(info.name)

        self.context.tasks.run(work, on_result=self._changed, on_error=self._failed)

    def _added(self, info: ProviderInfo) -> None:
        self._changed(None)
        words = (
            self.tr("{name} is kept, and is the one that is asked.")
            if info.current
            else self.tr("{name} is in the list. Choose it there if it should be asked.")
        )
        self._said_of = info.name
        self.show_message(words.format(name=info.name))
        self._contact(info)
