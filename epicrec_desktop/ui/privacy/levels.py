"""The levels the person chose: changed at once, kept on a worker, and taken back one by one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.undo import UndoStep, UndoSteps

Save = Callable[[], object]


class LevelEditor(QObject):
    """The choice in force. Every change is kept at once and can be undone.

    `chosen`: whether somebody chose the overall level; before, none is.
    """

    changed = Signal()  # another choice, which is not kept yet
    saved = Signal()  # it is in force
    changed_elsewhere = Signal()  # somebody else in the window changed what is kept

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._privacy = context.services.privacy
        self._notifying = False
        self.choice = PrivacyChoice()
        self.chosen = False
        self.steps = UndoSteps(context.tasks, self)
        context.choice_changed.connect(self._on_choice_changed)

    def load(self, choice: PrivacyChoice, *, chosen: bool) -> None:
        """Take over a stored choice; if it is another one, changes before it cannot be undone."""
        if choice != self.choice:
            self.steps.clear()
        self.choice, self.chosen = choice, chosen

    # What the person does

    def choose_overall(self, level: ReleaseLevel) -> None:
        self._change(
            self.tr("“{level}”").format(level=wording.level_word(level)),
            replace(self.choice, overall=level),
            lambda: self._privacy.set_overall(level),
            chosen=True,
        )

    def with_category(self, category: str, level: ReleaseLevel | None) -> PrivacyChoice:
        """Return the choice with another level of a category; None: it follows the overall one."""
        own = {k: v for k, v in self.choice.per_category.items() if k != category}
        if level is not None:
            own[category] = level
        return replace(self.choice, per_category=own)

    def choose_category(self, category: str, level: ReleaseLevel | None) -> None:
        """Set a category's own level; None lets it follow the overall level."""
        self._change(
            self._words(wording.category(category), level),
            self.with_category(category, level),
            lambda: self._privacy.set_category(category, level),
        )

    def choose_all(self, level: ReleaseLevel | None) -> None:
        """Set the same own level for every category; None lets all follow the overall level."""
        own = {} if level is None else dict.fromkeys(CATEGORIES, level)
        self._change(
            self._words(self.tr("all categories"), level),
            replace(self.choice, per_category=own),
            lambda: self._privacy.set_all(level),
        )

    def _words(self, what: str, level: ReleaseLevel | None) -> str:
        if level is None:
            return self.tr("{what} as above").format(what=what)
        return self.tr("{what} to “{level}”").format(what=what, level=wording.level_word(level))

    def _change(
        self, words: str, choice: PrivacyChoice, save: Save, *, chosen: bool = False
    ) -> None:
        before, was_chosen = self.choice, self.chosen

        def restore() -> object:
            return self._privacy.restore(before, overall=was_chosen)

        self._apply(choice, save, chosen=chosen or was_chosen)
        self.steps.push(UndoStep(lambda: self._apply(before, restore, chosen=was_chosen), words))

    # What a change does

    def _apply(self, choice: PrivacyChoice, save: Save, *, chosen: bool) -> None:
        self.choice, self.chosen = choice, chosen
        self.changed.emit()
        self.steps.save(save, self._on_saved)

    def _on_saved(self, _: object) -> None:
        self.saved.emit()
        self._notifying = True
        self._context.choice_changed.emit()
        self._notifying = False

    def _on_choice_changed(self) -> None:
        if not self._notifying:
            self.changed_elsewhere.emit()
