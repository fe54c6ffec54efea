"""Practice: a list that leaves nothing, seen from both sides."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.plain_text import escaped_json
from epicrec_desktop.services import privacy_sentences
from epicrec_desktop.services.practice import Rehearsal
from epicrec_desktop.services.release_worth import Guess
from epicrec_desktop.ui.common import messages, wording
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import ExpanderButton
from epicrec_desktop.ui.common.dialogs import TextDialog
from epicrec_desktop.ui.common.labels import Heading, Note, ReadOnlyText, Strong, Text, Title
from epicrec_desktop.ui.common.layouts import STRETCH, Panel, add_items, clear_layout, column, row
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.tasks import Task
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.privacy.release_dialog import meaning_rows
from epicrec_desktop.ui.privacy.release_movies import PosterWall

_tr = translator("Practice")

SIZE = (960, 680)
GUESSES, FIRST_GUESSES, NUMBERS, ANSWER_LINES = 4, 2, 10, 2
BYTES_HEIGHT = 240


def _answer(guess: Guess) -> str:
    answers = {True: _tr("true"), False: _tr("wrong"), None: _tr("you are like most")}
    return answers[guess.right]


def guess_line(guess: Guess) -> str:
    """Return what is guessed of one kind, and whether that is so."""
    words = _tr("{kind}: more ({answer})") if guess.more else _tr("{kind}: less ({answer})")
    return words.format(kind=wording.category(guess.name), answer=_answer(guess))


def guess_words(guess: Guess) -> str:
    """Return the same with what is usual."""
    words = (
        _tr("More than most, who have {usual}: {kind}, {answer}.")
        if guess.more
        else _tr("Less than most, who have {usual}: {kind}, {answer}.")
    )
    kind, usual = wording.category(guess.name), wording.blurred_number(guess.median)
    return words.format(kind=kind, usual=usual, answer=_answer(guess))


def number_words(name: str, value: float) -> str:
    """Return a blurred number with what it counts."""
    return f"{wording.blurred_number(value)}  {wording.category(name)}"


def meaning(made: Rehearsal) -> list[tuple[str, str]]:
    """Return what a rehearsal means: headings, and what belongs to each."""
    order = sorted(made.numbers.items(), key=lambda pair: -abs(pair[1]))[:NUMBERS]
    sure = [] if made.worth is None else privacy_sentences.chances(made.worth)
    sure_words = [messages.localized(one) for one in sure]
    again = ""
    if made.budget is not None:
        sure_words.append(messages.localized(made.budget.observer))
        again = _tr(
            "A real list is blurred anew. Each list here is, too, and together they tell more: "
            "that is why a real one is blurred once a month."
        )
    found = [
        (_tr("Its guesses"), "\n".join(map(guess_words, made.guesses[:GUESSES]))),
        (_tr("Blurred numbers"), "\n".join(number_words(*pair) for pair in order)),
        (_tr("How sure it can be"), " ".join(sure_words)),
        (_tr("A real list"), again),
    ]
    return [(head, words) for head, words in found if words]


class PracticeDialog(TextDialog):
    """Both sides of a list that was never sent. Each list that is made stays until it is closed."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        title = _tr("Practice on this computer")
        note = Note(
            _tr("A rehearsal. Nothing leaves, and nothing is counted."),
            name="privacy.practice.note",
        )
        super().__init__(parent, title, SIZE, name="privacy.practice", head=(Title(title), note))
        self._context = context
        self._task: Task | None = None
        self.lists: list[Rehearsal] = []
        self.place = 0
        self.progress = ProgressStrip(name="privacy.practice.progress")
        self.empty = Text(_tr("At these levels nothing leaves."), name="privacy.practice.empty")
        self.details, self.sides = QWidget(), QWidget()
        self._rows = column(parent=self.details)
        self._row = row(parent=self.sides, spacing=4 * STEP)
        self.details.hide()
        add_items(self.column, self.progress, self.empty, self.details, self.sides)
        self.meaning = ExpanderButton(_tr("What does this mean?"), name="privacy.practice.meaning")
        self.meaning.toggled.connect(self._explain)
        self.former = SecondaryButton(_tr("Former list"), name="privacy.practice.former")
        self.later = SecondaryButton(_tr("Later list"), name="privacy.practice.later")
        self.again = SecondaryButton(_tr("Make another list"), name="privacy.practice.again")
        self.former.clicked.connect(lambda: self._show(self.place - 1))
        self.later.clicked.connect(lambda: self._show(self.place + 1))
        self.again.clicked.connect(self.make)
        for widget in (self.empty, self.meaning, self.former, self.later):
            widget.hide()
        self.finish(self.meaning, STRETCH, self.former, self.later, self.again)
        self.finished.connect(self._stop)
        self.make()

    def make(self) -> None:
        self.again.setEnabled(False)
        self._task = self._context.run(
            lambda services, job: services.practice.rehearse(job=job),
            self._made,
            self._failed,
            on_finished=self._ended,
        )
        self.progress.follow(self._task, _tr("Making the list…"), patient=True)

    def _made(self, made: Rehearsal | None) -> None:
        self.empty.setVisible(made is None)
        for button in (self.again, self.meaning):
            button.setVisible(made is not None)
        if made is not None:
            self.lists.append(made)
            self._show(len(self.lists) - 1)

    def _ended(self) -> None:
        self.again.setEnabled(True)

    def _failed(self, sentence: str) -> None:
        self.empty.setText(sentence)
        self.empty.show()

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _explain(self, shown: bool) -> None:
        """Show what it means above both sides, where the user looks."""
        self.details.setVisible(shown)
        self.area.verticalScrollBar().setValue(0)

    def _show(self, place: int) -> None:
        self.place = place
        several = len(self.lists) > 1
        self.former.setVisible(several)
        self.later.setVisible(several)
        self.former.setEnabled(place > 0)
        self.later.setEnabled(place + 1 < len(self.lists))
        clear_layout(self._row)
        clear_layout(self._rows)
        top = Qt.AlignmentFlag.AlignTop
        made = self.lists[place]
        add_items(self._row, (SentSide(made), 1, top), (ReceivedSide(made), 1, top))
        self._rows.addWidget(MeaningPanel(made))


class MeaningPanel(Panel):
    """What a list means in numbers and sentences, and its exact bytes."""

    def __init__(self, made: Rehearsal) -> None:
        super().__init__(name="privacy.practice.explained")
        holder = QWidget()
        meaning_rows(holder, meaning(made), "privacy.practice")
        exact = _tr("The exact bytes")
        text = escaped_json(made.text)
        shown = ReadOnlyText(text, name="privacy.practice.bytes", label=exact, height=BYTES_HEIGHT)
        add_items(self.body, holder, Strong(exact), shown)


class SentSide(Panel):
    """The movies that the user would send."""

    def __init__(self, made: Rehearsal) -> None:
        super().__init__(name="privacy.practice.sent")
        self.wall = PosterWall("privacy.practice.wall")
        self.wall.show_movies(made.items)
        words = _tr("{movies}; any may be one you never saw") if made.budget else "{movies}"
        note = Note(words.format(movies=wording.movies(len(made.items))))
        add_items(self.body, Heading(_tr("You would send")), note, self.wall, STRETCH)


class ReceivedSide(Panel):
    """What a service would have of it, what it would guess, and what it would answer."""

    def __init__(self, made: Rehearsal) -> None:
        super().__init__(name="privacy.practice.has")
        self.body.addWidget(Heading(_tr("What it has")))
        if made.named:
            titles = sorted(m.label for m in made.items if m.wire_id in made.named)
            self._part(_tr("It knows for certain"), Text(", ".join(titles)))
        if made.guesses:
            lines = map(Text, map(guess_line, made.guesses[:FIRST_GUESSES]))
            self._part(_tr("It would guess"), *lines)
        if made.answer:
            wall = PosterWall("privacy.practice.answer", ANSWER_LINES)
            wall.show_movies(made.answer)
            self._part(_tr("It would recommend"), wall)
        self.body.addStretch(1)

    def _part(self, head: str, *shown: QWidget) -> None:
        self.body.addLayout(column(Strong(head), *shown, spacing=STEP))
