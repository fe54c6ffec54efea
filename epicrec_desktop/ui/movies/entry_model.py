"""Rows of the library: its loader, a model of the entries that match the filter, their delegate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, QObject, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor

from epicrec_desktop.catalog.movie_facts import MovieFacts, facts_of
from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.library import LibraryEntry, LibraryPart
from epicrec_desktop.services.unlisted import Unplaced
from epicrec_desktop.ui.common import theme, wording
from epicrec_desktop.ui.common.evidence_text import candidate_count, name_of, question, summary_line
from epicrec_desktop.ui.common.feedback import LATER, REFUSED, SEEN, lit_words
from epicrec_desktop.ui.common.lists import Cell, CellDelegate, ListModel
from epicrec_desktop.ui.common.page import Page
from epicrec_desktop.ui.common.painting import draw_disc, draw_line
from epicrec_desktop.ui.common.poster_wall import ActionView
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored
from epicrec_desktop.ui.movies.sort_filter import NO_FACTS, SortFilter
from epicrec_desktop.ui.movies.text import entry_rating_words, unlisted_words
from epicrec_desktop.wiring import Services


@dataclass(frozen=True)
class Loaded:
    """The library as of the last load.

    `agreed`: whether some browser may be read, asked only where there are no movies. `unplaced`:
    rows of imports without a movie. `facts`: what is known of the movies by local id; None until
    `LibraryLoader.with_facts`.
    """

    entries: Sequence[LibraryEntry] = ()
    agreed: bool = True
    levels: PrivacyChoice = field(default_factory=PrivacyChoice)
    unplaced: Sequence[Unplaced] = ()
    facts: Mapping[int, MovieFacts] | None = None
    by_id: dict[int, LibraryEntry] = field(init=False, repr=False)
    parts: dict[LibraryPart, list[LibraryEntry]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # On the worker that loads, not on the window's thread.
        object.__setattr__(self, "by_id", {entry.movie_id: entry for entry in self.entries})
        object.__setattr__(self, "parts", _by_part(self.entries))


def _by_part(entries: Iterable[LibraryEntry]) -> dict[LibraryPart, list[LibraryEntry]]:
    parts: dict[LibraryPart, list[LibraryEntry]] = {part: [] for part in LibraryPart}
    for entry in entries:
        parts[entry.part].append(entry)
    return parts


class EntryModel(ListModel["LibraryEntry"]):
    """Library entries of one part that match the filter."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.edits = 0
        """How many changes were shown before they were stored."""
        self._all: dict[int, LibraryEntry] = {}
        self._parts = _by_part(())
        self.part = LibraryPart.SUGGESTED
        self._order = SortFilter()
        self._known = Loaded()
        self._held: frozenset[int] = frozenset()

    def show(self, known: Loaded, order: SortFilter) -> None:
        self._known, self._order, self._held = known, order, frozenset()
        self._all = known.by_id.copy()
        self._parts = known.parts
        self._filter()

    @property
    def status(self) -> LibraryStatus:
        return self.part.status

    def set_filter(self, part: LibraryPart) -> None:
        if part is not self.part or self._held:
            self.part, self._held = part, frozenset()
            self._filter()

    def hold(self, ids: Iterable[int]) -> None:
        """Leave these entries at their places until `let_go`: no row moves under the pointer."""
        self._held |= set(ids)

    def let_go(self) -> bool:
        """Show only what is of the current part; return whether anything was held."""
        held, self._held = bool(self._held), frozenset()
        if held:
            self._filter()
        return held

    def set_order(self, order: SortFilter) -> None:
        self._order, self._held = order, frozenset()
        self._filter()

    def caption(self, entry: LibraryEntry) -> str:
        return self._order.caption(entry, self._known.facts or NO_FACTS)

    @property
    def every(self) -> Sequence[LibraryEntry]:
        """Return all entries of the current part, whatever the filter."""
        return self._parts[self.part]

    @property
    def watched(self) -> Sequence[LibraryEntry]:
        """Return all entries that the user says were watched, whatever part is shown."""
        return self._parts[LibraryPart.CONFIRMED]

    def are_listed(self, ids: Iterable[int]) -> bool:
        return {*ids} <= {entry.id for entry in self.items}

    def change(self, entries: Sequence[LibraryEntry]) -> None:
        for entry in entries:
            self._all[entry.id] = entry
        self._changed()

    def remove(self, ids: Iterable[int]) -> None:
        for key in ids:
            self._all.pop(key, None)
        self._changed()

    def _changed(self) -> None:
        self.edits += 1
        self._parts = _by_part(self._all.values())
        self._filter()

    def _filter(self) -> None:
        order, held, facts = self._order, self._held, self._known.facts or NO_FACTS
        shown = self._parts[self.part]
        if held:
            shown = [e for e in self._all.values() if e.id in held or e.part is self.part]
        if order.filters:
            shown = [
                e
                for e in shown
                if e.id in held or order.matches(e, self._known.levels, facts.get(e.id))
            ]
        ordered = order.sorted(shown, facts)
        if held:
            places = {entry.id: place for place, entry in enumerate(self.items)}
            ordered.sort(key=lambda entry: places.get(entry.id, len(places)))
        self.show_items(ordered)

    def sure_ids(self) -> list[int]:
        suggested = LibraryStatus.SUGGESTED
        if self.status is not suggested and not self._held:
            return []
        return [e.id for e in self.items if e.status is suggested and e.sure]

    def find(self, key: int) -> LibraryEntry | None:
        return self._all.get(key)

    def counts(self) -> dict[LibraryPart, int]:
        return {part: len(entries) for part, entries in self._parts.items()}

    def text(self, item: LibraryEntry) -> str:
        return name_of(item)

    def spoken(self, item: LibraryEntry) -> str:
        words = (
            *(name_of(item), question(item), entry_rating_words(item)),
            *(lit_words(LATER) if item.wanted else "", summary_line(item)),
        )
        return ". ".join(filter(None, words))


ROW_HEIGHT = 76
THUMB = QSize(40, 60)
ROUND = 34  # the round buttons at the right


def actions_for(status: LibraryStatus) -> list[str]:
    """Return the answers available by one click, from the end inwards."""
    answers = {REFUSED: LibraryStatus.REJECTED, SEEN: LibraryStatus.CONFIRMED}
    return [answer for answer, given in answers.items() if given is not status]


def action_box(row: QRect, place: int) -> QRect:
    """Return the rectangle of a round button in a row, counted from its end."""
    x = row.right() - 4 * STEP - ROUND - place * (ROUND + 2 * STEP)
    return mirrored(QRect(x, row.center().y() - ROUND // 2, ROUND, ROUND), row)


class EntryDelegate(CellDelegate):
    """Paints an entry with round answer buttons."""

    SIZE = QSize(200, ROW_HEIGHT)

    def action_boxes(self, cell: QRect, item: LibraryEntry) -> dict[str, QRect]:
        answers = actions_for(item.status)
        return {answer: action_box(cell, place) for place, answer in enumerate(answers)}

    def paint_cell(self, cell: Cell) -> None:
        entry: LibraryEntry = cell.item
        row = cell.rect
        cell.plate(1, 1)
        top = row.top() + (ROW_HEIGHT - THUMB.height()) // 2
        thumb = QRect(QPoint(row.left() + 3 * STEP, top), THUMB)
        cell.poster(mirrored(thumb, row), entry.movie)
        innermost = action_box(row, len(actions_for(entry.status)) - 1)
        right = mirrored(innermost, row).left() - 3 * STEP  # as in left-to-right layouts
        left = row.left() + 3 * STEP + THUMB.width() + 4 * STEP
        line = mirrored(QRect(left, row.top() + 9, right - left, 20), row)
        painter, ink, muted = cell.painter, cell.colors.ink, cell.colors.muted
        draw_line(painter, line, name_of(entry), ink, size=theme.BASE, weight=theme.STRONG)
        draw_line(painter, line.translated(0, 20), _facts(entry), muted)
        draw_line(painter, line.translated(0, 40), _found(entry), muted)
        view = cell.widget
        for answer, box in self.action_boxes(row, entry).items():
            at = cell.hovered and isinstance(view, ActionView) and box.contains(view.pointer)
            _draw_answer(cell, QRectF(box), yes=answer == SEEN, lit=at)


def _draw_answer(cell: Cell, box: QRectF, *, yes: bool, lit: bool) -> None:
    painter, colors = cell.painter, cell.colors
    asks = candidate_count(cell.item) > 1
    ground = (colors.accent if yes else colors.danger) if lit else colors.panel
    ink = (colors.on_accent if yes else colors.panel) if lit else colors.ink
    icon = "" if yes and asks else "check" if yes else "close"
    edge = ground if lit else colors.control
    draw_disc(painter, box.adjusted(0.5, 0.5, -0.5, -0.5), icon, (ground, edge, ink), 18)
    if not icon:
        painter.setFont(theme.font(theme.ROW, theme.STRONG))
        painter.setPen(QColor(ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "?")


def _facts(entry: LibraryEntry) -> str:
    mark = [unlisted_words()] if entry.movie.unlisted else []
    return " · ".join([*mark, *map(wording.category, entry.movie.categories)])


def _found(entry: LibraryEntry) -> str:
    found = " · ".join(
        filter(None, (question(entry), entry_rating_words(entry), summary_line(entry)))
    )
    if entry.weight == 0:
        return QCoreApplication.translate("EntryView", "Kept to yourself") + " · " + found
    if entry.weight < 1:
        return QCoreApplication.translate("EntryView", "Counts less in a release") + " · " + found
    return found


class LibraryLoader(QObject):
    """Loads the library of a page. A change sent by `own_sender` is already on the screen."""

    loaded = Signal(bool)  # whether there were no movies before

    def __init__(self, page: Page, own_sender: QObject, model: EntryModel) -> None:
        super().__init__(page)
        self._page, self._own, self._model = page, own_sender, model
        self._due = True
        self.done = False
        self.known = Loaded()
        self.with_facts = False
        page.context.library_changed.connect(self._library_changed)
        page.context.choice_changed.connect(self._library_changed)

    def activate(self) -> None:
        if self._due or not self.known.agreed:
            self.load()

    def _library_changed(self, who: object = None) -> None:
        if who is self._own:
            return
        self._due = True
        if self._page.isVisible():
            self.load()

    def load_facts(self) -> None:
        """Load with who made the movies and how long they are, from now on."""
        self.with_facts = True
        self.load()

    def load(self) -> None:
        scans, with_facts, edits = self._page.context.scans, self.with_facts, self._model.edits

        def work(services: Services, job: Job) -> tuple[Loaded, int]:
            entries = services.library.entries()
            agreed = bool(entries) or scans.any_consented()
            facts = _facts_of(entries) if with_facts else None
            choice, unplaced = services.privacy.choice(), services.unlisted.unplaced()
            return Loaded(entries, agreed, choice, unplaced, facts), edits

        self._page.ask(work, self._on_loaded)

    def _on_loaded(self, read: tuple[Loaded, int]) -> None:
        known, edits = read
        if edits != self._model.edits:  # the screen shows what was answered since
            self.load()
            return
        first = not self.known.entries
        self.known, self.done, self._due = known, True, False
        self.loaded.emit(first)


def _facts_of(entries: Sequence[LibraryEntry]) -> dict[int, MovieFacts]:
    """Return what is known of these movies; nothing of any where the installation is damaged."""
    try:
        return {entry.id: facts_of(entry.movie) for entry in entries}
    except CatalogError:
        return {}
