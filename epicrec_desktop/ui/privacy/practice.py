"""Practice: a list that leaves nothing, seen from both sides."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.plain_text import escaped_json
from epicrec_desktop.services import privacy_sentences
from epicrec_desktop.services.practice import Rehearsal
from epicrec_desktop.services.release_worth import Guess
from epicrec_desktop.ui.common import messages, privacy_text, wording
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import ExpanderButton
from epicrec_desktop.ui.common.dialogs import TextDialog
from epicrec_desktop.ui.common.layouts import STRETCH, Panel, add_items, clear_layout, column, row
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.tasks import Task
from epicrec_desktop.ui.common.text import Heading, Note, ReadOnlyText, Strong, Text, Title
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.privacy.release_movies import PosterWall

_tr = translator("Practice")

SIZE = (960, 680)
GUESSES, NUMBERS = 4, 10
BYTES_HEIGHT = 240


def guess_words(guess: Guess) -> str:
    """Return what is guessed of one kind, and whether that is so."""
    more = (
        _tr("More than most, who have {usual}: {kind}.")
        if guess.more
        else _tr("Less than most, who have {usual}: {kind}.")
    )
    answers = {True: _tr("True"), False: _tr("Wrong"), None: _tr("You are like most")}
    kind = wording.category(guess.name)
    return f"{more.format(usual=_shown(guess.usual), kind=kind)} {answers[guess.right]}."


def _shown(value: float) -> str:
    return QLocale().toString(value + 0.0, "f", 1).replace("-", "\u2212")


def number_words(name: str, value: float) -> str:
    """Return a blurred number with what it counts."""
    return f"{_shown(value)}  {wording.category(name)}"


class PracticeDialog(TextDialog):
    """Both sides of a list that was never sent. Each list that is made stays until it is closed."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        title = _tr("Practice on this computer")
        note = Note(
            _tr(
                "A rehearsal: this computer plays the service. Nothing leaves, and nothing is "
                "counted. A real list is blurred anew."
            ),
            name="privacy.practice.note",
        )
        super().__init__(parent, title, SIZE, name="privacy.practice", head=(Title(title), note))
        self._context = context
        self._task: Task | None = None
        self.lists: list[Rehearsal] = []
        self.place = 0
        self.progress = ProgressStrip(name="privacy.practice.progress")
        self.progress.cancel_asked.connect(self._stop)
        self.empty = Text(_tr("At these levels nothing leaves."), name="privacy.practice.empty")
        self.sides = QWidget()
        self._row = row(parent=self.sides, spacing=4 * STEP)
        add_items(self.column, self.progress, self.empty, self.sides)
        self.former = SecondaryButton(_tr("Former list"), name="privacy.practice.former")
        self.later = SecondaryButton(_tr("Later list"), name="privacy.practice.later")
        self.again = SecondaryButton(_tr("Make another list"), name="privacy.practice.again")
        self.former.clicked.connect(lambda: self._show(self.place - 1))
        self.later.clicked.connect(lambda: self._show(self.place + 1))
        self.again.clicked.connect(self.make)
        for widget in (self.empty, self.former, self.later):
            widget.hide()
        self.finish(self.former, self.later, STRETCH, self.again)
        self.finished.connect(self._stop)
        self.make()

    def make(self) -> None:
        self.again.setEnabled(False)
        self._task = self._context.run(
            lambda services, job: services.practice.rehearse(job=job),
            self._made,
            self._failed,
            on_finished=lambda: self.again.setEnabled(True),
        )
        self.progress.follow(self._task, _tr("Making the list…"), patient=True)

    def _made(self, made: Rehearsal | None) -> None:
        self.empty.setVisible(made is None)
        self.again.setVisible(made is not None)
        if made is not None:
            self.lists.append(made)
            self._show(len(self.lists) - 1)

    def _failed(self, sentence: str) -> None:
        self.empty.setText(sentence)
        self.empty.show()

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _show(self, place: int) -> None:
        self.place = place
        several = len(self.lists) > 1
        self.former.setVisible(several)
        self.later.setVisible(several)
        self.former.setEnabled(place > 0)
        self.later.setEnabled(place + 1 < len(self.lists))
        clear_layout(self._row)
        top = Qt.AlignmentFlag.AlignTop
        made = self.lists[place]
        add_items(
            self._row, (SentSide(made), 1, top), (ReceivedSide(made, len(self.lists)), 1, top)
        )


class SentSide(Panel):
    """What the user would send: the movies, and the exact bytes."""

    def __init__(self, made: Rehearsal) -> None:
        super().__init__(name="privacy.practice.sent")
        self.wall = PosterWall("privacy.practice.wall")
        self.wall.show_movies(made.items)
        self.bytes = ReadOnlyText(
            escaped_json(made.text),
            name="privacy.practice.bytes",
            label=_tr("The exact bytes"),
            height=BYTES_HEIGHT,
        )
        self.bytes.hide()
        exact = ExpanderButton(_tr("The exact bytes"), name="privacy.practice.exact")
        exact.toggled.connect(self.bytes.setVisible)
        count = privacy_text.movies(len(made.items))
        words = (
            _tr("{movies}, some of them perhaps never seen by you") if made.budget else "{movies}"
        )
        add_items(
            self.body,
            Heading(_tr("You would send")),
            Note(words.format(movies=count)),
            self.wall,
            exact,
            self.bytes,
            STRETCH,
        )


class ReceivedSide(Panel):
    """What a service would have of it, what it could conclude, and what it would answer."""

    def __init__(self, made: Rehearsal, lists: int) -> None:
        super().__init__(name="privacy.practice.has")
        self.body.addWidget(Heading(_tr("What it has")))
        if made.named:
            titles = sorted(m.label for m in made.items if m.wire_id in made.named)
            self._part(_tr("It knows for certain"), [", ".join(titles)])
        if made.numbers:
            order = sorted(made.numbers.items(), key=lambda pair: -abs(pair[1]))[:NUMBERS]
            self._part(_tr("Blurred numbers"), [number_words(*pair) for pair in order])
        if made.guesses:
            guesses = [guess_words(guess) for guess in made.guesses[:GUESSES]]
            self._part(_tr("It would guess of you"), guesses)
        concluded = []
        if made.worth is not None:
            concluded += [messages.localized(one) for one in privacy_sentences.chances(made.worth)]
        if made.budget is not None:
            concluded.append(privacy_text.observer(made.budget))
        if made.budget is not None and lists > 1:
            concluded.append(
                _tr(
                    "Each of these lists is blurred anew, and together they tell more: that is "
                    "why a real one is blurred once a month."
                )
            )
        self._part(_tr("How sure it can be"), concluded)
        self._part(_tr("It would recommend"), [", ".join(movie.label for movie in made.answer)])
        self.body.addStretch(1)

    def _part(self, head: str, lines: list[str]) -> None:
        shown = [Text(line) for line in lines if line]
        if shown:
            self.body.addLayout(column(Strong(head), *shown, spacing=STEP))
