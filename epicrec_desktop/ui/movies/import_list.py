"""Preview of an import: its sentences, its delegate and the list with check boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
)

from epicrec_desktop.domain.export_records import WATCHED_SHARE, RecordKind
from epicrec_desktop.services.import_preview import ImportEntry, ImportOutcome, ImportPreview
from epicrec_desktop.services.import_service import AppliedImport
from epicrec_desktop.store.ratings import Imported
from epicrec_desktop.ui.common import messages, theme, wording
from epicrec_desktop.ui.common.lists import Index
from epicrec_desktop.ui.common.source_text import service_words, watched_words
from epicrec_desktop.ui.common.text import (
    display_line,
    display_name,
    set_accessible_name,
    with_bidi_isolates,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator

_FILES = 3  # that are named
_LISTS = 5


_tr = translator("Imports")


def part_words() -> dict[str, str]:
    """Return the names of the parts of a preview."""
    return {
        "found": _tr("Found"),
        "own": _tr("Not in the catalog"),
        "doubtful": _tr("In doubt"),
        "looked-at": _tr("Looked at"),
        "missing": _tr("Not placed"),
    }


def part_note(part: str) -> str:
    """Return what the movies of a part have in common, and what the import does with them."""
    return {
        "found": _tr("Ticked movies are added to your library."),
        "own": _tr("Ticked ones come in as your own, until a catalog has them."),
        "doubtful": _tr("Tick what you watched. The rest is kept as not placed."),
        "looked-at": _tr(
            "You looked at these, or played less than {percent} %. Tick what you watched; the rest "
            "become suggestions."
        ).format(percent=round(100 * WATCHED_SHARE)),
        "missing": _tr("Kept in My movies under “not placed”."),
    }[part]


def files_words(preview: ImportPreview) -> str:
    """Return what was read: "watched.zip · Letterboxd"."""
    names = dict.fromkeys((file.name, file.service) for file in preview.files)
    shown = [f"{name} · {service_words(service)}" for name, service in list(names)[:_FILES]]
    if len(names) > _FILES:
        shown.append(wording.plural("Imports", "and %Ln more files", len(names) - _FILES))
    return ", ".join(shown)


def taken_words(imports: Sequence[Imported], kind: RecordKind) -> str:
    """Return what is imported with the movie: "Watched 3 May 2024, rated 9 of 10"."""
    if kind is RecordKind.WATCHLIST:
        return _tr("For the watchlist")
    if kind is RecordKind.LOOKED_AT:
        return _tr("Looked at")
    seen = max((one.seen for one in imports if one.seen), default=None)
    rated = next((one for one in reversed(imports) if one.rating is not None), None)
    rating, source = (rated.rating, rated.source) if rated is not None else (None, None)
    seen_by = min((one.seen_by for one in imports if one.seen_by), default=None)
    words = watched_words(seen, rating, source, seen_by)
    return words[:1].upper() + words[1:]


def _why_words(entry: ImportEntry) -> str:
    if entry.outcome is ImportOutcome.REJECTED:
        return _tr("you said that it is not yours")
    if entry.outcome is ImportOutcome.KNOWN:
        return _tr("in your library already")
    return messages.localized(entry.why)


def list_names(preview: ImportPreview) -> str:
    """Return the names of lists, as far as they fit."""
    names = [display_name(one.name) for one in preview.lists[:_LISTS]]
    if (more := len(preview.lists) - _LISTS) > 0:
        names.append(wording.plural("Imports", "and %Ln more", more))
    return ", ".join(names)


def take_words(movies: int, suggestions: int, lists: int = 0) -> str:
    """Return the text of the import button; others are named where there is no movie."""
    if movies:
        return wording.plural("Imports", "Add %Ln movies", movies)
    if suggestions:
        return wording.plural("Imports", "Add %Ln suggestions", suggestions)
    if lists:
        return wording.plural("Imports", "Add %Ln lists", lists)
    return _tr("Nothing to add")


def undo_words(applied: AppliedImport) -> str:
    """Return the description for undo."""
    count = len(applied.confirmed) + len(applied.wanted)
    if not count and applied.lists:
        return wording.plural("Imports", "%Ln lists imported", len(applied.lists))
    return wording.plural("Imports", "%Ln movies imported", count) if count else _tr("Import")


INSET = 8
WHY = 2  # column


class ImportDelegate(QStyledItemDelegate):
    """Shows why a row is where it is in the type of a note."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.text = with_bidi_isolates(option.text)
        if index.column() == WHY:
            option.font = theme.font(theme.NOTE)
            for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
                option.palette.setColor(role, QColor(theme.tokens().muted))


PARTS: Mapping[str, tuple[ImportOutcome, ...]] = {
    "found": (ImportOutcome.FOUND, ImportOutcome.KNOWN),
    "own": (ImportOutcome.OWN,),
    "doubtful": (ImportOutcome.DOUBTFUL, ImportOutcome.WHICH),
    "looked-at": (ImportOutcome.LOOKED_AT,),
    "missing": (ImportOutcome.REJECTED, ImportOutcome.MISSING),
}
OWN_MOVIE = -1
"""The movie of an entry that no catalog has."""
MOST_ROWS = 2_000
"""Maximum number of shown rows of a part; further ones are imported unchanged."""
TITLE, FACTS = 330, 260  # column widths; where there is room, what their text needs
_PLACE, _MOVIE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class ImportList(QTreeWidget):
    """List of one part at a time. `chosen`, of all parts, maps ticked entries to movies."""

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
        self.setItemDelegate(ImportDelegate(self))
        self.chosen: dict[int, int] = {}
        self._preview = ImportPreview()
        self._part = "found"
        self._filling = False
        self.itemChanged.connect(self._changed)

    def show_preview(self, preview: ImportPreview) -> None:
        """Show another preview: found entries are ticked, doubtful ones are not."""
        self._preview = preview
        self.chosen = preview.usual() | dict.fromkeys(preview.places(ImportOutcome.OWN), OWN_MOVIE)
        self.show_part(self._part)

    def show_part(self, part: str) -> None:
        self._part = part
        self._filling = True
        self.clear()
        places = self.places()[:MOST_ROWS]
        self.addTopLevelItems([self._item(place) for place in places])
        self.expandAll()
        self._fit_columns()
        if (top := self.topLevelItem(0)) is not None:
            self.setCurrentItem(top)
        self._filling = False

    def _fit_columns(self) -> None:
        """Give long titles and facts what the other columns do not need."""
        title, facts, reason = (self.sizeHintForColumn(column) + 2 * INSET for column in range(3))
        room = self.viewport().width() - reason
        facts = min(facts, max(FACTS, room - min(title, TITLE)))
        self.header().resizeSection(1, facts)
        self.header().resizeSection(0, min(max(title, TITLE), max(room - facts, min(title, TITLE))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def places(self) -> list[int]:
        return self._preview.places(*PARTS[self._part])

    def all_ticked(self) -> bool:
        return all(place in self.chosen for place in self.places())

    def tick_all(self, ticked: bool) -> None:
        """Tick all entries of the part, or none; of ambiguous ones the most likely movie."""
        for place in self.places():
            movies = self._preview.entries[place].movies or (OWN_MOVIE,)
            self._choose(place, movies[0] if ticked else None)
        self.show_part(self._part)
        self.ticked.emit()

    def _item(self, place: int) -> QTreeWidgetItem:
        entry = self._preview.entries[place]
        columns = [
            _label(entry, self._preview),
            taken_words(entry.imports, entry.kind),
            _why_words(entry),
        ]
        item = QTreeWidgetItem([display_line(text) for text in columns])
        item.setData(0, _PLACE, place)
        if self._part == "missing":
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)
        elif len(entry.movies) < 2:
            item.setData(0, _MOVIE, entry.movies[0] if entry.movies else OWN_MOVIE)
            item.setCheckState(0, _state(place in self.chosen))
        else:
            item.addChildren([self._candidate(place, key) for key in entry.movies])
        return item

    def _candidate(self, place: int, key: int) -> QTreeWidgetItem:
        movie = self._preview.movies[key]
        kinds = ", ".join(map(wording.category, movie.categories[:3]))
        texts = [movie.label, self._preview.directors.get(key, ""), kinds]
        item = QTreeWidgetItem([display_line(text) for text in texts])
        item.setData(0, _PLACE, place)
        item.setData(0, _MOVIE, key)
        item.setCheckState(0, _state(self.chosen.get(place) == key))
        return item

    def _changed(self, item: QTreeWidgetItem, column: int) -> None:
        if self._filling or column != 0 or item.data(0, _MOVIE) is None:
            return
        place, key = item.data(0, _PLACE), item.data(0, _MOVIE)
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


def _state(ticked: bool) -> Qt.CheckState:
    return Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked


def _label(entry: ImportEntry, preview: ImportPreview) -> str:
    """Return the title of the one movie found, with the export's where that differs."""
    shown = wording.label(entry.title, entry.year)
    if len(entry.movies) != 1:
        return shown
    movie = preview.movies[entry.movies[0]]
    named = {movie.title.casefold(), movie.shown_title.casefold()}
    same = not entry.title or entry.title.casefold() in named
    return movie.label if same else f"{movie.label} – {entry.title}"
