"""Sort, filter and search the library: the stored choice, its menu and the bar above the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from epicrec_desktop.catalog.movie_facts import MovieFacts
from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice
from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.services.library import LibraryEntry, LibraryPart
from epicrec_desktop.ui.common import movie_text, wording
from epicrec_desktop.ui.common.buttons import IconButton, LinkButton, MenuButton, QuietButton
from epicrec_desktop.ui.common.controls import SearchField, SegmentedControl
from epicrec_desktop.ui.common.feedback import WATCHLIST
from epicrec_desktop.ui.common.filter_chips import FilterChip, FilterChips
from epicrec_desktop.ui.common.layouts import STRETCH, column, row, stack
from epicrec_desktop.ui.common.source_text import service_words
from epicrec_desktop.ui.common.text import display_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator

NO_FACTS: Mapping[int, MovieFacts] = {}
LONGEST_NAME = 120
FOUND, TITLE, NEWEST, OLDEST = "found", "title", "newest", "oldest"
STARS, DAY, LENGTH, KNOWN = "stars", "day", "length", "known"
UNRATED, BELOW = "unrated", "below"
LEAST_STARS = ("10", "8", "6")
"""Filters by stars: so many halves at least."""
MOST_PEOPLE = 40
"""So many directors and actors are offered, those of most movies; the search finds all."""
NO_CATEGORY, NO_YEAR = "none", "none"
DATED, UNDATED = "known", "unknown"
BROWSER, MANUAL = "browser", "hand"


@dataclass(frozen=True)
class SortFilter:
    """Sort order and filters (`PARTS`) of the library; empty texts filter nothing.

    `decade` is "1990", `leaves` an `ItemClass`, `source` a `Service`, `BROWSER` or `MANUAL`,
    `stars` one of `LEAST_STARS`, `BELOW` all of them, or `UNRATED`, `day` `DATED` or `UNDATED`.
    """

    sort: str = FOUND
    category: str = ""
    decade: str = ""
    leaves: str = ""
    source: str = ""
    director: str = ""
    actor: str = ""
    country: str = ""
    stars: str = ""
    day: str = ""

    @property
    def chosen(self) -> dict[str, str]:
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: value for name, value in values.items() if name in PARTS and value}

    @property
    def needs_facts(self) -> bool:
        return self.sort == LENGTH or any(PARTS[name].words is None for name in self.chosen)

    @property
    def filters(self) -> bool:
        return bool(self.chosen)

    def to_text(self) -> str:
        return ";".join(f"{f.name}={getattr(self, f.name)}" for f in fields(self))

    @classmethod
    def from_text(cls, text: str) -> SortFilter:
        """Parse the text of `to_text`; unknown parts are ignored."""
        stored = dict(part.partition("=")[::2] for part in text.split(";"))
        found = {
            name: stored[name]
            for name, part in PARTS.items()
            if name in stored and part.accepts(stored[name])
        }
        return cls(stored["sort"] if stored.get("sort") in sort_words() else FOUND, **found)

    def matches(
        self, entry: LibraryEntry, levels: PrivacyChoice, facts: MovieFacts | None = None
    ) -> bool:
        return all(
            value in PARTS[name].values(entry, levels, facts) for name, value in self.chosen.items()
        )

    def without(self, name: str) -> SortFilter:
        """Return the same but for one filter or the order; without any of them for ""."""
        return replace(self, **{name: FOUND if name == "sort" else ""}) if name else SortFilter()

    def sorted(
        self, entries: Sequence[LibraryEntry], facts: Mapping[int, MovieFacts] = NO_FACTS
    ) -> list[LibraryEntry]:
        """Return the entries in this order; those of which it is not known come last."""
        if self.sort == FOUND:
            return list(entries)
        known, unknown = [], []
        for entry in entries:
            rank = self._rank(entry, facts)
            known.append((rank, entry)) if rank is not None else unknown.append(entry)
        known.sort(key=lambda pair: (pair[0], _title(pair[1])))
        return [*(entry for _, entry in known), *unknown]

    def _rank(self, entry: LibraryEntry, facts: Mapping[int, MovieFacts]) -> float | None:
        """Return the place of an entry in this order; None where it is not known."""
        if self.sort == TITLE:
            return 0
        if self.sort in (NEWEST, OLDEST):
            year = entry.movie.year
            return None if year is None else year if self.sort == OLDEST else -year
        if self.sort == DAY:
            day = entry.watched_day
            return None if day is None else -day.toordinal()
        if self.sort == LENGTH:
            known = facts.get(entry.id)
            return -known.minutes if known is not None and known.minutes else None
        return -entry.movie.popularity if self.sort == KNOWN else -entry.stars or None

    def caption(self, entry: LibraryEntry, facts: Mapping[int, MovieFacts]) -> str:
        """Return what is said beside the stars: the year, or what it is sorted by."""
        if self.sort == DAY and (day := entry.watched_day) is not None:
            return wording.brief_day(day)
        known = facts.get(entry.id) if self.sort == LENGTH else None
        if known is not None and known.minutes:
            return wording.length(known.minutes)
        return str(entry.movie.year or "")


def _title(entry: LibraryEntry) -> tuple[str, int]:
    movie = entry.movie
    title = movie.shown_title.casefold().lstrip("“„\"'(")
    for article in ("der ", "die ", "das ") if movie.local_title else ("the ",):
        title = title.removeprefix(article)
    return title, movie.year or 0


def release_class(entry: LibraryEntry, levels: PrivacyChoice) -> str:
    """Return whether the movie may leave exactly, blurred or not at all under the levels."""
    movie = entry.movie
    return levels.classify_movie(movie, entry.weight, in_catalog=not movie.unlisted)


def sources_of(entry: LibraryEntry) -> tuple[str, ...]:
    """Return where the movie comes from."""
    found = [one.source.value for one in entry.imports]
    if entry.rule_evidence:
        found.insert(0, BROWSER)
    return tuple(found) or (MANUAL,)


# Words


_tr = translator("MovieOrder")


def sort_words() -> dict[str, str]:
    """Return the sort orders."""
    return {
        FOUND: _tr("Last found first"),
        STARS: _tr("Most stars first"),
        DAY: _tr("Last seen first"),
        TITLE: _tr("By title"),
        NEWEST: _tr("Newest films first"),
        OLDEST: _tr("Oldest films first"),
        LENGTH: _tr("Longest first"),
        KNOWN: _tr("Best known first"),
    }


Values = Callable[["LibraryEntry", "PrivacyChoice", "MovieFacts | None"], Iterable[str]]


@dataclass(frozen=True)
class Part:
    """A filter: its title, the values that let a movie through, and the words of values.

    `words` has all values there are, in the order of the menu. Without it they are names that facts
    give: `name` returns the words of one, `offered` those of a count that the menu has.
    """

    title: Callable[[], str]
    values: Values
    words: Callable[[], Mapping[str, str]] | None = None
    name: Callable[[str], str] = display_name
    offered: Callable[[Counter[str]], Iterable[str]] = lambda counts: counts

    def shown(self, value: str) -> str:
        return self.name(value) if self.words is None else self.words()[value]

    def accepts(self, value: str) -> bool:
        return len(value) <= LONGEST_NAME if self.words is None else value in self.words()


def _most(counts: Counter[str]) -> Iterable[str]:
    return [name for name, _ in counts.most_common(MOST_PEOPLE)]


def _by_name(counts: Counter[str]) -> Iterable[str]:
    return sorted(counts, key=lambda name: movie_text.place_name(name).casefold())


def _fact(name: str) -> Values:
    return lambda _entry, _levels, facts: getattr(facts, name, ())


def _stars(entry: LibraryEntry, _levels: PrivacyChoice, _facts: object) -> Iterable[str]:
    reached = [least for least in LEAST_STARS if entry.stars >= int(least)]
    return reached or [BELOW] if entry.stars else [UNRATED]


def _decade(entry: LibraryEntry, _levels: PrivacyChoice, _facts: object) -> Iterable[str]:
    year = entry.movie.year
    return (NO_YEAR if year is None else str(year // 10 * 10),)


_part = translator("SortFilterButton")

PARTS: Mapping[str, Part] = {
    "category": Part(
        lambda: _part("Category"),
        lambda entry, _levels, _facts: entry.movie.categories or (NO_CATEGORY,),
        lambda: {
            **{name: wording.category(name) for name in CATEGORIES},
            NO_CATEGORY: _tr("Without a category"),
        },
    ),
    "decade": Part(
        lambda: _part("Years"),
        _decade,
        lambda: {
            NO_YEAR: _tr("Without a year"),
            **{str(first): wording.decade(first) for first in range(2190, 1860, -10)},
        },
    ),
    "director": Part(lambda: _part("Director"), _fact("directors"), offered=_most),
    "actor": Part(lambda: _part("Who plays in it"), _fact("actors"), offered=_most),
    "country": Part(
        lambda: _part("Country"), _fact("countries"), name=movie_text.place_name, offered=_by_name
    ),
    "stars": Part(
        lambda: _part("Stars"),
        _stars,
        lambda: {
            "10": _tr("Five stars"),
            "8": _tr("Four stars and more"),
            "6": _tr("Three stars and more"),
            BELOW: _tr("Fewer than three stars"),
            UNRATED: _tr("Not rated"),
        },
    ),
    "day": Part(
        lambda: _part("Day you saw it"),
        lambda entry, _levels, _facts: (UNDATED if entry.watched_day is None else DATED,),
        lambda: {DATED: _tr("With a day"), UNDATED: _tr("Without a day")},
    ),
    "leaves": Part(
        lambda: _part("What may leave"),
        lambda entry, levels, _facts: (release_class(entry, levels),),
        lambda: {
            ItemClass.OPEN: _tr("May leave by title"),
            ItemClass.PERTURBED: _tr("May leave blurred"),
            ItemClass.WITHHELD: _tr("Kept to yourself"),
        },
    ),
    "source": Part(
        lambda: _part("Where from"),
        lambda entry, _levels, _facts: sources_of(entry),
        lambda: {
            BROWSER: _tr("Found in a browser"),
            **{service: service_words(service) for service in Service},
            MANUAL: _tr("Added by you"),
        },
    ),
}
"""Filters by their field of `SortFilter`, in the order of the menu."""


def chips(order: SortFilter) -> list[FilterChip]:
    """Return order and filters as they are shown above the list; none for the default."""
    found = [FilterChip(name, PARTS[name].shown(value)) for name, value in order.chosen.items()]
    sort = [FilterChip("sort", sort_words()[order.sort])] if order.sort != FOUND else []
    return [*found, *sort]


class SortFilterButton(MenuButton):
    """Button with a menu of choices that match at least one movie; `chosen`: a `SortFilter`.

    `facts_asked`: the menu opens once `offer` has facts.
    """

    facts_asked = Signal()

    def __init__(self) -> None:
        super().__init__(SortFilter(), name="movies.order")
        self.setText(self.tr("Sort and filter"))
        self._entries: Sequence[LibraryEntry] = ()
        self._levels = PrivacyChoice()
        self._facts: Mapping[int, MovieFacts] | None = None
        self._waiting = False

    def offer(
        self,
        entries: Sequence[LibraryEntry],
        levels: PrivacyChoice,
        facts: Mapping[int, MovieFacts] | None = None,
    ) -> None:
        self._entries, self._levels, self._facts = entries, levels, facts
        if self._waiting and facts is not None:
            self.open_menu()

    def open_menu(self) -> None:
        self._waiting = self._facts is None
        if self._waiting:
            self.facts_asked.emit()
        else:
            super().open_menu()

    def fill(self) -> None:
        self.options.clear()
        self.add_submenu("sort", self.tr("Sort"), sort_words().items())
        self.options.addSeparator()
        facts = self._facts or NO_FACTS
        for name, part in PARTS.items():
            counts = Counter(
                value
                for entry in self._entries
                for value in part.values(entry, self._levels, facts.get(entry.id))
            )
            chosen = getattr(self.choice, name)
            words = part.words() if part.words else {v: part.name(v) for v in part.offered(counts)}
            if chosen:
                words = {**words, chosen: part.shown(chosen)}
            choices = [
                (value, f"{text}  {wording.number(counts[value])}")
                for value, text in words.items()
                if counts[value] or value == chosen
            ]
            self.add_submenu(name, part.title(), [("", self.tr("All")), *choices])


SEARCH_ROOM, LEAST_SEARCH = 230, 110
GLASS_ROOM = 72  # for the magnifier, the clear button, and the margins


class MovieFilters(QWidget):
    """Bar with the library's parts and search, which moves below them where room is scarce."""

    def __init__(self, parts: Mapping[LibraryPart, str]) -> None:
        super().__init__()
        self._words = {part.value: text for part, text in parts.items()}
        self._words[WATCHLIST] = self.tr("Watchlist")
        self._numbers: dict[str, int] = {}
        self.status = SegmentedControl(
            list(self._words.items()), name="movies.filter", label=self.tr("Show")
        )
        self.search = SearchField(self.tr("Film, person, theme…"), name="movies.search")
        self.search.setMaximumWidth(280)
        self.unplaced = QuietButton("", name="movies.unplaced")
        self.unplaced.hide()
        self.diary = LinkButton(self.tr("Diary"), name="movies.diary.open")
        self.diary.setCheckable(True)
        self.lists = LinkButton(self.tr("Lists"), name="movies.lists.open")
        self.lists.setCheckable(True)
        self.year = LinkButton(self.tr("Your year"), name="movies.year.open")
        self.view = IconButton("wall", "", name="movies.view")
        self.order = SortFilterButton()
        space = 2 * STEP
        self._controls = row(
            row(self.diary, self.lists, self.year, STRETCH, spacing=space),
            (row(STRETCH, (self.search, 2), self.order, self.view, spacing=space), 1),
            spacing=space,
        )
        status = row(self.status, self.unplaced, STRETCH, spacing=STEP)
        self._row = row(status, (self._controls, 1), spacing=3 * STEP)
        self.chips = FilterChips(name="movies.order.chips")
        column(self._row, self.chips, parent=self, spacing=2 * STEP)

    def show_order(self, order: SortFilter, narrowed: SortFilter, shown: int, total: int) -> None:
        """Show order and filters, unless they are the default, and how many movies are let in.

        `narrowed`: the same where the list has them, the default in diary, watchlist and search.
        """
        self.order.choice = order
        counted = self.tr("{shown} of {total}").format(
            shown=wording.number(shown), total=wording.number(total)
        )
        self.chips.show_chips(chips(narrowed), counted if narrowed.filters else "")

    def show_counts(self, counts: Mapping[LibraryPart, int], wanted: int) -> None:
        """Show the number of movies per part and on the watchlist; hidden without any."""
        self._numbers = {part.value: count for part, count in counts.items()}
        self._numbers[WATCHLIST] = wanted
        self.setVisible(any(self._numbers.values()))
        self._fold()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fold()
        super().resizeEvent(event)

    def _fold(self) -> None:
        """Write the parts, with numbers where there is room, and move the search below them where
        there is none.
        """
        room = self.width()
        if not self.unplaced.isHidden():
            room -= self.unplaced.sizeHint().width() + STEP
        for numbers in (self._numbers, {}):
            for key, text in self._words.items():
                n = numbers.get(key, 0)
                self.status.set_text(key, f"{text} {wording.number(n)}" if n else text)
            if self.status.sizeHint().width() <= room:
                break
        words = self.search.fontMetrics().horizontalAdvance(self.search.placeholderText())
        wanted = min(words + GLASS_ROOM, self.search.maximumWidth())
        controls = (self.view, self.order, self.diary, self.lists, self.year)
        buttons = sum(b.sizeHint().width() for b in controls) + 12 * STEP
        beside = wanted + buttons
        stack(self._controls, self.width() < beside)
        self.search.setMinimumWidth(max(LEAST_SEARCH, min(wanted, self.width() - buttons)))
        left = room - self.status.sizeHint().width() - 3 * STEP
        stack(self._row, left < max(SEARCH_ROOM, beside))
