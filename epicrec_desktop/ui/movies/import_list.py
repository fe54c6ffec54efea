"""The entries of an import in their parts, with ticks; one of several films is a tick below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem

from epicrec_desktop.services.imports.preview import ImportEntry, ImportOutcome, ImportPreview
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.text import display_line, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.movies.import_delegate import ImportDelegate
from epicrec_desktop.ui.movies.import_text import taken_words, why_words

PARTS: Mapping[str, tuple[ImportOutcome, ...]] = {
    "found": (ImportOutcome.FOUND, ImportOutcome.KNOWN),
    "doubtful": (ImportOutcome.DOUBTFUL, ImportOutcome.WHICH),
    "missing": (ImportOutcome.REJECTED, ImportOutcome.MISSING),
}
SHOWN = 2_000
"""Rows of a part that are shown; more are taken in as they are, and read by nobody."""
TITLE, SAID = 330, 180  # widths of columns
_PLACE, _FILM = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class ImportList(QTreeWidget):
    """One part at a time. Ticks are kept for all of them: `chosen`, entry → film."""

    ticked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("movies.import.list")
        set_accessible_name(self, self.tr("Movies of the import"))
        self.setColumnCount(3)
        self.setHeaderHidden(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setUniformRowHeights(True)
        self.setRootIsDecorated(False)
        self.setIndentation(6 * STEP)
        header = self.header()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.resizeSection(0, TITLE)
        header.resizeSection(1, SAID)
        self.setItemDelegate(ImportDelegate(self))
        self.chosen: dict[int, int] = {}
        self._preview = ImportPreview()
        self._part = "found"
        self._filling = False
        self.itemChanged.connect(self._changed)

    def show_preview(self, preview: ImportPreview) -> None:
        """Another preview: what is found is ticked, what is in doubt is not."""
        self._preview = preview
        self.chosen = preview.usual()
        self.show_part(self._part)

    def show_part(self, part: str) -> None:
        """Show the entries of a part."""
        self._part = part
        self._filling = True
        self.clear()
        places = self._places()[:SHOWN]
        self.addTopLevelItems([self._item(place) for place in places])
        self.expandAll()
        if (top := self.topLevelItem(0)) is not None:
            self.setCurrentItem(top)
        self._filling = False

    def _places(self) -> list[int]:
        return self._preview.places(*PARTS[self._part])

    def all_ticked(self) -> bool:
        """Whether every entry of the part is ticked."""
        return all(place in self.chosen for place in self._places())

    def tick_all(self, ticked: bool) -> None:
        """Tick all entries of the part, or none; of several films the likeliest."""
        for place in self._places():
            self._choose(place, self._preview.entries[place].movies[0] if ticked else None)
        self.show_part(self._part)
        self.ticked.emit()

    def _item(self, place: int) -> QTreeWidgetItem:
        entry = self._preview.entries[place]
        columns = [
            _label(entry, self._preview),
            taken_words(entry.imports, entry.kind),
            why_words(entry),
        ]
        item = QTreeWidgetItem([display_line(text) for text in columns])
        item.setData(0, _PLACE, place)
        if self._part == "missing":
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)
        elif len(entry.movies) == 1:
            item.setData(0, _FILM, entry.movies[0])
            item.setCheckState(0, _state(place in self.chosen))
        else:
            item.addChildren([self._candidate(place, key) for key in entry.movies])
        return item

    def _candidate(self, place: int, key: int) -> QTreeWidgetItem:
        movie = self._preview.movies[key]
        first = movie.categories[0] if movie.categories else None
        texts = [movie.label, wording.category(first) if first else ""]
        item = QTreeWidgetItem([display_line(text) for text in texts])
        item.setData(0, _PLACE, place)
        item.setData(0, _FILM, key)
        item.setCheckState(0, _state(self.chosen.get(place) == key))
        return item

    def _changed(self, item: QTreeWidgetItem, column: int) -> None:
        if self._filling or column != 0 or item.data(0, _FILM) is None:
            return
        place, key = item.data(0, _PLACE), item.data(0, _FILM)
        ticked = item.checkState(0) is Qt.CheckState.Checked
        if ticked:
            self._choose(place, key)
            self._untick_others(item)
        elif self.chosen.get(place) == key:
            self._choose(place, None)
        self.ticked.emit()

    def _untick_others(self, item: QTreeWidgetItem) -> None:
        parent = item.parent()
        if parent is None:
            return
        self._filling = True
        for row in range(parent.childCount()):
            other = parent.child(row)
            if other is not None and other is not item:
                other.setCheckState(0, Qt.CheckState.Unchecked)
        self._filling = False

    def _choose(self, place: int, key: int | None) -> None:
        if key is None:
            self.chosen.pop(place, None)
        else:
            self.chosen[place] = key

    def entries(self) -> Sequence[ImportEntry]:
        """The entries of the part that is shown."""
        return [self._preview.entries[place] for place in self._places()]


def _state(ticked: bool) -> Qt.CheckState:
    return Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked


def _label(entry: ImportEntry, preview: ImportPreview) -> str:
    """The catalog's title where there is one film, with the export's where that is another."""
    said = wording.label(entry.title, entry.year)
    if len(entry.movies) != 1:
        return said
    movie = preview.movies[entry.movies[0]]
    same = not entry.title or movie.title.casefold() == entry.title.casefold()
    return movie.label if same else f"{movie.label} – {entry.title}"
