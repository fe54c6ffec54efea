"""Empty state of the recommendations: the reason, and what the user can do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.recommendations import text

_tr = translator("RecommendationsPage")


class EmptyRecommendations(EmptyState):
    """Empty state in place of the rows. Its button retries, or leads to finding movies first."""

    again_asked = Signal()
    movies_asked = Signal()

    def __init__(self) -> None:
        super().__init__("empty", "", "", name="recommendations.empty")
        self._movies_first = False
        self.action.connect(self._act)

    def show_waiting(self) -> None:
        """Show that the first recommendations are being computed."""
        self._say(
            "scan",
            _tr("Looking for movies you may like"),
            _tr("This takes a few seconds, the first time a little longer."),
        )

    def show_failed(self, sentence: str) -> None:
        """Show an error."""
        self._say("error", _tr("That did not work"), sentence, _tr("Try again"))

    def show_offline(self, notes: Sequence[Message | str]) -> None:
        """Show that no provider answered; the notes of the result say why."""
        self._say(
            "offline",
            _tr("Nothing could be fetched"),
            " ".join(map(messages.localized, notes)),
            _tr("Try again"),
        )

    def show_no_movies(self, suggested: int) -> None:
        """Show that there is no movie to recommend from; `suggested` ones wait for an answer."""
        self._say(*text.empty_words(suggested))
        self._movies_first = True

    def _say(self, picture: str, heading: str, sentence: str, button: str = "") -> None:
        self._movies_first = False
        self.show_state(picture, heading, sentence, button)

    def _act(self) -> None:
        (self.movies_asked if self._movies_first else self.again_asked).emit()
