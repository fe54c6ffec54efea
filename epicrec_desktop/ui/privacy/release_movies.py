"""The movies that would leave: what to read before anything is sent."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtWidgets import QAbstractItemView, QListView, QSizePolicy, QVBoxLayout, QWidget

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.services.release_proposal import Preview
from epicrec_desktop.ui.common import privacy_text
from epicrec_desktop.ui.common.text import (
    Note,
    display_line,
    set_accessible_name,
    tool_tip,
    with_bidi_isolates,
)
from epicrec_desktop.ui.common.theme import STEP

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class MovieListModel(QAbstractListModel):
    """Titles with year; thousands of them cost nothing until they are seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.movies: tuple[Movie, ...] = ()
        self.named: frozenset[str] = frozenset()

    def show_movies(self, movies: tuple[Movie, ...], named: frozenset[str] = frozenset()) -> None:
        """Replace the list: movies named as the user's first, by public id, then by title."""
        self.beginResetModel()
        self.named = named
        self.movies = tuple(
            sorted(movies, key=lambda m: (m.wire_id not in named, m.label.casefold()))
        )
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        """How many movies."""
        return 0 if parent.isValid() else len(self.movies)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Title and year; categories as the tool tip."""
        if not index.isValid():
            return None
        movie = self.movies[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            label = with_bidi_isolates(display_line(movie.label))
            if movie.wire_id in self.named:
                return self.tr("{movie} · by name").format(movie=label)
            return label
        if role == Qt.ItemDataRole.ToolTipRole:
            return tool_tip(", ".join(movie.categories))
        return None


class _View(QListView):
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
        self.view = _View()
        self.view.setObjectName(f"{name}.view")
        self.view.setProperty("kind", "lines")
        set_accessible_name(self.view, self.tr("Movies that would leave"))
        self.view.setModel(self.model)
        self.view.setUniformItemSizes(True)
        self.view.setSpacing(1)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setMinimumHeight(120)
        self.view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(STEP)
        column.addWidget(self.note)
        column.addWidget(self.parts)
        column.addSpacing(STEP)
        column.addWidget(self.view, 1)
        column.addStretch(0)  # the words stay at the top where there is no list

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
