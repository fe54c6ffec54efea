"""Cards of providers: what one says and what was found about it; how an assistant is connected."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from PySide6.QtCore import QCoreApplication, QLocale, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QWidget

from epicrec_desktop.domain.progress import Job
from epicrec_desktop.paths import Paths
from epicrec_desktop.provider.address import ASSISTANT
from epicrec_desktop.provider.published import LastContact
from epicrec_desktop.recommend.personas import load_personas
from epicrec_desktop.recommend.wire_published import About
from epicrec_desktop.services import privacy_sentences
from epicrec_desktop.services.assistant import can_serve, client_settings
from epicrec_desktop.services.provider_details import ProviderDetails, SharedModel, Tried
from epicrec_desktop.services.providers import ProviderInfo
from epicrec_desktop.ui.common import messages, wording
from epicrec_desktop.ui.common.buttons import LinkButton, QuietButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import CheckBox
from epicrec_desktop.ui.common.dialogs import TextDialog
from epicrec_desktop.ui.common.layouts import STRETCH, Panel, add_items, grid, row
from epicrec_desktop.ui.common.passphrase import password_field
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.tasks import LONG, Task
from epicrec_desktop.ui.common.text import (
    ElidedHeading,
    Note,
    Strong,
    Text,
    Title,
    set_accessible_name,
)
from epicrec_desktop.ui.common.theme import STEP, fixed_font
from epicrec_desktop.ui.common.translation import translator

_tr = translator("ProviderCard")
_ASSISTANT_SIZE = (560, 460)
Rows = list[tuple[str, str]]
"""Labels with values; "" where nothing was stated."""


def statement(about: About, reads: bool | None) -> Rows:
    """Return the provider's statement in the order of the card; the texts are foreign."""
    return [
        (_tr("Name"), about.name),
        (_tr("Run by"), about.operator),
        (_tr("Contact"), about.contact),
        (_tr("For whom"), about.purpose),
        (_tr("What it keeps"), about.retention),
        (_tr("Model learned from"), _people(about)),
        (_tr("Model in use since"), _day(about.published)),
        (_tr("Blurred numbers"), _reads(reads)),
    ]


def found(card: ProviderDetails) -> Rows:
    """Return what this computer found when it last fetched the provider's publications."""
    return [
        (_tr("Certificate"), _certificate(card.last_contact)),
        (_tr("Catalog"), _catalog(card.movies)),
        (_tr("Model"), _model(card.model, card.about)),
        (_tr("Fetched"), _fetched(card)),
    ]


def exchange_history(card: ProviderDetails) -> Rows:
    """Return what was sent to the provider, when last, and what it can have learned."""
    return [(_tr("Lists sent"), _sent(card)), (_tr("What it can know"), _learned(card))]


def trial_result(result: Tried) -> str:
    """Return the quality of a provider's model here, compared with popularity."""
    if result.users == 0 or result.popularity <= 0:
        return _tr("There are too few public people here to say.")
    times = QLocale().toString(result.ndcg10 / result.popularity, "f", 1)
    return _tr(
        "For {users} public people it named what they went on to watch {times} times as well as "
        "the most popular movies do (NDCG@10: {ndcg}, popular movies: {popularity}). If it learned "
        "from these people, it looks better than it is."
    ).format(
        users=QLocale().toString(result.users),
        times=times,
        ndcg=QLocale().toString(result.ndcg10, "f", 2),
        popularity=QLocale().toString(result.popularity, "f", 2),
    )


def _reads(reads: bool | None) -> str:
    if reads is None:
        return ""
    if reads:
        return _tr("It ranks from the numbers that your lists come with now.")
    return _tr(
        "It takes only counts by category. Your lists come with other groups, so it ranks from the "
        "list alone."
    )


def _people(about: About) -> str:
    if about.people is None:
        return ""
    return wording.plural("ProviderCard", "%Ln people", about.people)


def _day(iso: str | None) -> str:
    try:
        return wording.day(date.fromisoformat(iso or ""))
    except ValueError:
        return ""


def _certificate(last_contact: LastContact | None) -> str:
    if last_contact is None:
        return _tr("Not seen yet. Test the service to see it.")
    own = last_contact.certificate
    if own is None:
        return _tr("None. It runs on this computer, so nothing can be read on the way.")
    return _tr(
        "Trusted for this address. Issued by {issuer}, until {day}. Fingerprint (SHA-256): "
        "{fingerprint}"
    ).format(
        issuer=own.issuer or _tr("somebody without a name"),
        day=_day(own.expires) or "?",
        fingerprint=" ".join(own.sha256[i : i + 8] for i in range(0, len(own.sha256), 8)),
    )


def _catalog(movies: int | None) -> str:
    if movies is None:
        return _tr("Not here yet. Test the service to fetch it.")
    return wording.plural("ProviderCard", "%Ln movies", movies)


def _model(model: SharedModel | None, about: About | None) -> str:
    if model is None:
        return _tr("It shares none, so nothing of it can be checked here.")
    text = _tr("{model}. Its content fits its name, which is a checksum of it.").format(
        model=model.id
    )
    if about is not None and about.model is not None and about.model != model.id:
        other = _tr("The service says that it uses another one now.")
        return f"{text} {other}"
    return text


def _fetched(card: ProviderDetails) -> str:
    if card.last_contact is None:
        return _tr("Never")
    return _tr("Last on {time}").format(time=wording.moment(card.last_contact.time))


def _sent(card: ProviderDetails) -> str:
    if card.last_sent is None:
        return _tr("None")
    time = wording.moment(card.last_sent)
    if card.sent == 1:
        return _tr("Once, on {time}. Activity has it.").format(time=time)
    return _tr("{number} times, the last on {time}. Activity has each of them.").format(
        number=QLocale().toString(card.sent), time=time
    )


def _learned(card: ProviderDetails) -> str:
    bound = card.learned
    if bound is None and card.last_sent is None:
        return _tr("Nothing.")
    if bound is None:
        return _tr("Nothing about a movie that only left blurred.")
    return messages.localized(privacy_sentences.learned(bound.percent))


SIZE = (620, 640)
NAME = "settings.provider-card"
LABELS = 130
"""Width of the label column in pixels."""


def asked_as_nobody(card: ProviderDetails) -> str:
    """Return when the provider was last asked about made-up people, and how much that was."""
    asked = card.personas
    if not card.info.as_nobody:
        return _tr("It is not asked, and what it answered was removed.")
    if asked is None:
        in_use = _tr("Not asked yet. That happens in the next minutes while EpicRec is open.")
        return in_use if card.info.current else _tr("Not asked: only the service in use is.")
    return _tr("{questions} questions on {time}: {sent} sent, {received} received.").format(
        questions=QLocale().toString(asked.personas),
        time=wording.moment(asked.time),
        sent=_size(asked.sent),
        received=_size(asked.received),
    )


def _size(count: int) -> str:
    return QLocale().formattedDataSize(count, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


class ProviderCardDialog(TextDialog):
    """Dialog with two separate panels: the provider's statement, and what was found here."""

    changed = Signal()  # its key

    def __init__(self, context: Context, card: ProviderDetails, parent: QWidget) -> None:
        name = ElidedHeading(card.info.name, name=f"{NAME}.name")
        address = Note(card.info.address or "", name=f"{NAME}.address")
        super().__init__(parent, card.info.name, SIZE, name=NAME, head=(name, address))
        self._context, self._card = context, card
        self._task: Task | None = None
        self.column.setSpacing(3 * STEP)
        add_items(
            self.column,
            self._statement_panel(),
            self._found(),
            self._between(),
            self._nobody(),
            self._key(),
        )
        self.finish()
        self.finished.connect(self._stop)

    def _statement_panel(self) -> Panel:
        panel = _panel(
            self.tr("What it says of itself"),
            self.tr("Its own words. Nobody here can check them."),
            f"{NAME}.word",
        )
        about = self._card.about
        if about is None:
            panel.body.addWidget(Text(self.tr("It says nothing of itself.")))
        else:
            silent = self.tr("It does not say.")
            panel.body.addLayout(_grid(statement(about, self._card.reads), silent))
        return panel

    def _found(self) -> Panel:
        panel = _panel(
            self.tr("What this computer found"),
            self.tr("Seen or computed here, when its catalog was last fetched."),
            f"{NAME}.found",
        )
        self.outcome = Text("", name=f"{NAME}.tried")
        self.outcome.hide()
        self.strip = ProgressStrip(name=f"{NAME}.progress")
        self.strip.cancel_asked.connect(self._stop)
        self.try_model = SecondaryButton(self.tr("Try its model here"), name=f"{NAME}.try")
        self.try_model.clicked.connect(self._try)
        add_items(
            panel.body,
            _grid(found(self._card)),
            self.outcome,
            self.strip,
            (self.try_model, 0, Qt.AlignmentFlag.AlignLeft),
        )
        self.try_model.setVisible(self._card.model is not None)
        return panel

    def _between(self) -> Panel:
        panel = _panel(self.tr("What it has of yours"), "", f"{NAME}.between")
        panel.body.addLayout(_grid(exchange_history(self._card)))
        return panel

    def _nobody(self) -> Panel:
        panel = _panel(
            self.tr("Asked as nobody"),
            self.tr(
                "While it is in use, it is asked once a month what it would recommend to {people} "
                "made-up people, the same in every installation, and to some made of its own "
                "answers. From this EpicRec learns, on this computer, how it would rank films for "
                "you. The service learns that EpicRec is used at your address, and nothing about "
                "you."
            ).format(people=QLocale().toString(len(load_personas().personas))),
            f"{NAME}.nobody",
        )
        self.as_nobody = CheckBox(self.tr("Ask it about made-up people"), name=f"{NAME}.as-nobody")
        self.as_nobody.setChecked(self._card.info.as_nobody)
        self.as_nobody.clicked.connect(self._set_as_nobody)
        self.nobody_status = Note(asked_as_nobody(self._card), name=f"{NAME}.nobody.status")
        add_items(panel.body, self.as_nobody, self.nobody_status)
        return panel

    def _set_as_nobody(self, allowed: bool) -> None:
        cards, providers = self._context.services.cards, self._context.services.providers
        name = self._card.info.name

        def work(job: Job) -> ProviderDetails:
            providers.set_as_nobody(name, allowed)
            return cards.card(name)

        def done(card: ProviderDetails) -> None:
            self._card = card
            self.nobody_status.setText(asked_as_nobody(card))
            self._context.providers_changed.emit()

        self._context.tasks.run(work, done, self.nobody_status.setText)

    def _key(self) -> Panel:
        panel = _panel(
            self.tr("Key of a closed group"),
            self.tr(
                "Only where whoever runs it gave you one. It goes with every request to this "
                "address, and to no other. With a key the service knows which of its members "
                "asks, and can put together what that member sent. It is kept on this computer "
                "and is in no export."
            ),
            f"{NAME}.keys",
        )
        self.key = password_field(self.tr("Key"), name=f"{NAME}.key", longest=600)
        self.save = SecondaryButton(self.tr("Keep"), name=f"{NAME}.key.keep")
        self.save.clicked.connect(lambda: self._put(self.key.text()))
        self.forget = QuietButton(self.tr("Remove the key"), name=f"{NAME}.key.remove")
        self.forget.clicked.connect(lambda: self._put(None))
        self.key.textChanged.connect(lambda text: self.save.setEnabled(bool(text.strip())))
        self.key.returnPressed.connect(self.save.click)
        self.key_status = Text("", name=f"{NAME}.key.status")
        add_items(
            panel.body,
            row((self.key, 1), self.save, self.forget, spacing=2 * STEP),
            self.key_status,
        )
        self._show_key(has_key=self._card.info.has_key)
        return panel

    def _show_key(self, *, has_key: bool) -> None:
        self.key.clear()
        self.save.setEnabled(False)
        self.forget.setVisible(has_key)
        stored_text, none = self.tr("A key is kept."), self.tr("No key is kept.")
        self.key_status.setText(stored_text if has_key else none)
        self.key.setPlaceholderText(self.tr("Another key") if has_key else self.tr("Key"))

    def _put(self, key: str | None) -> None:
        providers, name = self._context.services.providers, self._card.info.name

        def done(_: object) -> None:
            self._show_key(has_key=key is not None)
            self.changed.emit()

        self._context.tasks.run(
            lambda job: providers.set_key(name, key), done, self.key_status.setText
        )

    def _try(self) -> None:
        cards, name = self._context.services.cards, self._card.info.name
        self.try_model.setEnabled(False)
        self.outcome.hide()
        self._task = self._context.tasks.run(
            lambda job: cards.try_model(name, job=job),
            queue=LONG,
            on_result=self._trial_finished,
            on_error=self._say,
            on_finished=lambda: self.try_model.setEnabled(True),
        )
        self.strip.follow(self._task, self.tr("Trying its model on public people…"))

    def _trial_finished(self, result: Tried) -> None:
        self._say(trial_result(result))

    def _say(self, sentence: str) -> None:
        self.outcome.setText(sentence)
        self.outcome.show()

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()


def _panel(heading: str, note: str, name: str) -> Panel:
    panel = Panel(name=name)
    panel.body.addWidget(Strong(heading))
    if note:
        panel.body.addWidget(Note(note))
    return panel


def _grid(rows: Rows, silent: str = "") -> QGridLayout:
    """Return a grid of labels and values; `silent` replaces an empty value."""
    cells = grid(spacing=(3 * STEP, 2 * STEP), grows=1)
    cells.setColumnMinimumWidth(0, LABELS)
    for number, (label, value) in enumerate(rows):
        name = Note(label)
        name.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        text = Text(value) if value else Note(silent)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        set_accessible_name(text, f"{label}: {value or silent}")
        cells.addWidget(name, number, 0)
        cells.addWidget(text, number, 1)
    return cells


class AddAssistantButton(LinkButton):
    """Button that adds one as a provider; only where this installation can answer it."""

    added = Signal(object)  # ProviderInfo
    failed = Signal(str)  # a sentence

    def __init__(self, context: Context) -> None:
        super().__init__("", name="settings.provider.assistant")
        self.setText(self.tr("Add an assistant on this computer"))
        self._context = context
        self.clicked.connect(self._add)
        self.hide()

    def offer(self, known: Iterable[ProviderInfo]) -> None:
        """Show it where no assistant was added."""
        self.setVisible(can_serve() and all(info.address != ASSISTANT for info in known))

    def _add(self) -> None:
        providers, name = self._context.services.providers, self.tr("Assistant")
        self._context.tasks.run(
            lambda job: providers.add(name, ASSISTANT), self.added.emit, self.failed.emit
        )


class AssistantDialog(TextDialog):
    """Dialog with what goes into the settings of an assistant, to be copied."""

    def __init__(self, name: str, paths: Paths, parent: QWidget) -> None:
        title = self.tr("Connect {name}").format(name=name)
        steps = Text(
            self.tr(
                "Put this text into the settings of your assistant, under MCP servers, and start "
                "it again. It then answers from what you release to it: choose it as the service "
                "in use, and release on the Privacy page. Activity shows each question."
            ),
            name="settings.assistant.steps",
        )
        settings = client_settings(paths)
        super().__init__(
            parent,
            title,
            _ASSISTANT_SIZE,
            name="settings.assistant",
            text=settings,
            head=(Title(title), steps),
        )
        self.text.setFont(fixed_font())
        set_accessible_name(self.text, self.tr("Text for the settings of your assistant"))
        self.copy = SecondaryButton(self.tr("Copy"), name="settings.assistant.copy")
        self.copy.clicked.connect(self._copy)
        self.finish(STRETCH, self.copy)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copy.setText(self.tr("Copied"))


def connect_assistant(name: str, paths: Paths, parent: QWidget) -> str:
    """Open the dialog; return why there is none where this installation cannot answer."""
    if not can_serve():
        return QCoreApplication.translate(
            "AssistantDialog",
            "This installation cannot answer an assistant: the packages do not have what that "
            "needs. Install EpicRec with pip and its extra “assistant”; the guide describes it.",
        )
    AssistantDialog(name, paths, parent).open()
    return ""
