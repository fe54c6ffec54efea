"""The movies that would leave: what to read before anything is sent."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QSizePolicy, QWidget

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.services.release_proposal import Preview
from epicrec_desktop.ui.common import privacy_text
from epicrec_desktop.ui.common.layouts import Stretch, column
from epicrec_desktop.ui.common.lists import TEXT, TOOL_TIP, LineView, ListModel
from epicrec_desktop.ui.common.text import (
    Note,
    display_line,
    tool_tip,
    with_bidi_isolates,
)
from epicrec_desktop.ui.common.theme import STEP


class MovieListModel(ListModel[Movie]):
    """Titles with year; categories as the tool tip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.named: frozenset[str] = frozenset()

    def show_movies(self, movies: tuple[Movie, ...], named: frozenset[str] = frozenset()) -> None:
        """Replace the list: movies named as the user's first, by public id, then by title."""
        self.named = named
        self.show_items(sorted(movies, key=lambda m: (m.wire_id not in named, m.label.casefold())))

    def value(self, item: Movie, role: int) -> object:
        """Return title and year, or the tool tip."""
        if role == TEXT:
            label = with_bidi_isolates(display_line(item.label))
            if item.wire_id in self.named:
                return self.tr("{movie} · by name").format(movie=label)
            return label
        return tool_tip(", ".join(item.categories)) if role == TOOL_TIP else None


class _View(LineView):
    """Asks for the room of a few rows, whatever it holds: its panel gives more where there is."""

    def sizeHint(self) -> QSize:
        """Counted in a height that depends on a width; the least height alone would not be."""
        return QSize(super().sizeHint().width(), self.minimumHeight())


class ReleaseMovies(QWidget):
    """A note that says what kind of list it is, above the list itself."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.note = Note(name=f"{name}.note")
        self.parts = Note(name=f"{name}.parts")
        self.model = MovieListModel(self)
        label = self.tr("Movies that would leave")
        self.view = _View(self.model, name=f"{name}.view", label=label, minimum=120)
        self.view.setUniformItemSizes(True)
        self.view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        column(
            self.note,
            self.parts,
            STEP,
            (self.view, 1),
            Stretch(0),  # the words stay at the top where there is no list
            parent=self,
            spacing=STEP,
        )

    def show_preview(self, preview: Preview) -> None:
        """Show the list of a preview."""
        self.note.setText(privacy_text.leaving_note(preview))
        parts = privacy_text.parts(preview)
        self.parts.setText(parts)
        self.parts.setVisible(bool(parts))
        # Where every movie goes by name the heading says so; a mark on each would be noise.
        named = frozenset((*preview.difference.new, *preview.difference.again))
        mixed = preview.provider != THIS_COMPUTER and len(named) < len(preview.items)
        self.model.show_movies(preview.items, named if mixed else frozenset())
        self.view.setVisible(bool(preview.items))

    def show_unknown(self, sentence: str) -> None:
        """Say why there is no list."""
        self.note.setText(sentence)
        self.parts.hide()
        self.model.show_movies(())
        self.view.hide()
