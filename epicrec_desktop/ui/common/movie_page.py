"""Page of a movie, in the place of the page it was opened from: what is known of it, why it is
here, the answers to it, and movies that have something in common with it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QWidget

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.preferences import NOT_RATED, OwnRating
from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.services.movie_walls import MovieView, Wall
from epicrec_desktop.store.ratings import Imported, stars_of
from epicrec_desktop.ui.common import movie_text, posters, wording
from epicrec_desktop.ui.common.accessibility import set_tab_order_from_layout
from epicrec_desktop.ui.common.buttons import IconButton, LinkButton, SecondaryButton
from epicrec_desktop.ui.common.feedback import (
    DISLIKED,
    LATER,
    LIKED,
    NOT_LATER,
    REFUSED,
    SEEN,
    lit_answers,
)
from epicrec_desktop.ui.common.labels import Note, PictureLabel, Sentence, Strong, Subtitle, Text
from epicrec_desktop.ui.common.layouts import (
    STRETCH,
    FlowLayout,
    Panel,
    add_items,
    column,
    grid,
    row,
    section,
)
from epicrec_desktop.ui.common.links import IMDB, JUSTWATCH
from epicrec_desktop.ui.common.movie_head import (
    MOST_WIDTH,
    CoverPage,
    MovieBar,
    Names,
    beside,
    tint,
)
from epicrec_desktop.ui.common.movie_wall import EDGE, MovieWall
from epicrec_desktop.ui.common.own_words import OwnWords
from epicrec_desktop.ui.common.source_text import half_stars, service_words
from epicrec_desktop.ui.common.stars import Stars
from epicrec_desktop.ui.common.text import display_name, set_accessible_name, set_tool_tip
from epicrec_desktop.ui.common.theme import STEP

POSTER, NARROW_POSTER = QSize(132, 198), QSize(110, 165)
SIDE = 292
"""Width of what is beside the walls."""
MOST_LEADS = 4
"""So many are named in the head; the others are beside it."""
TOGETHER, BESIDE = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight


class MoviePage(CoverPage):
    """Page of one movie; its signals carry the `subject` of `show_movie`."""

    answered = Signal(object, str)  # subject; one of the answers of `feedback.py`
    starred = Signal(object, int)  # subject; halves of stars, 0 for none
    alike_asked = Signal(object)  # Movie or Suggestion
    link_asked = Signal(str, object)  # a site of `links.py`; Movie or Suggestion
    own_changed = Signal(object, object)  # subject; OwnRating
    lists_asked = Signal(object, object)  # subject; where to open the menu of lists
    stepped = Signal(int)  # to the movie before, -1, or after this one, 1

    def __init__(self, *, name: str) -> None:
        super().__init__(name=name)
        self.subject: object = None
        self._movie: Movie | Suggestion | None = None
        self._key: Hashable = None
        self._wanted = False
        self.walls: list[MovieWall] = []
        self.place = Note(name=f"{name}.place", wrap=False)
        self.previous = IconButton("chevron-left", self.tr("Previous"), name=f"{name}.previous")
        self.next = IconButton("chevron-right", self.tr("Next"), name=f"{name}.next")
        self.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        self.show_place(0, 0)
        self.poster = PictureLabel()
        self.original = Subtitle(name=f"{name}.original")
        self.facts = Subtitle(name=f"{name}.facts")
        self.about = Sentence(name=f"{name}.about")
        self.people = Names(name=f"{name}.people")
        self.people.asked.connect(self.person_asked)
        self._make_controls()
        self._make_sections()
        self._lay_out()

    # Parts

    def _make_controls(self) -> None:
        name = self.objectName()
        words = self._words()
        self.verdicts = {answer: self._verdict(answer, *words[answer]) for answer in words}
        self.stars = self._stars(f"{name}.stars")
        self.stars_note = Note(name=f"{name}.stars.note", wrap=False)
        self.stars_note.hide()
        self.later_button = SecondaryButton(self.tr("Watchlist"), name=f"{name}.later", icon="plus")
        self.later_button.setCheckable(True)
        self.later_button.clicked.connect(
            lambda: self._press(self.later_button, NOT_LATER if self._wanted else LATER)
        )
        self.lists_button = IconButton("list", self.tr("Lists…"), name=f"{name}.lists")
        self.lists_button.setProperty("kind", "boxed")
        self.lists_button.clicked.connect(self._ask_lists)
        seen = self._verdict(SEEN, *words[SEEN], name=f"{name}.bar.seen")
        self.bar_seen, self.bar_stars = seen, self._stars(f"{name}.bar.stars")
        self.bar = MovieBar(self, seen, self.bar_stars, name=f"{name}.bar")
        self.bar.back.clicked.connect(self.back_asked)

    def _stars(self, name: str) -> Stars:
        stars = Stars(name=name)
        stars.chosen.connect(lambda halves: self.starred.emit(self.subject, halves))
        return stars

    def _words(self) -> dict[str, tuple[str, str]]:
        """Return the verdicts: the text of each button, and what it does."""
        more = self.tr("Puts it among your movies; movies like it are recommended more")
        less = self.tr("Puts it among your movies; movies like it are recommended less")
        return {
            SEEN: (self.tr("Seen"), self.tr("Puts it among your movies, as watched")),
            LIKED: (self.tr("Liked"), more),
            DISLIKED: (self.tr("Disliked"), less),
            REFUSED: self.refusal(),
        }

    def refusal(self) -> tuple[str, str]:
        """Return the text of the last verdict, and what it does."""
        return self.tr("Not interested"), self.tr("It is not recommended again")

    def _verdict(self, answer: str, text: str, about: str, *, name: str = "") -> SecondaryButton:
        icon = {SEEN: "check", LIKED: "heart"}.get(answer, "")
        button = SecondaryButton(text, name=name or f"{self.objectName()}.{answer}", icon=icon)
        button.setCheckable(True)
        set_tool_tip(button, about)
        if answer in (SEEN, LIKED, DISLIKED):
            name = self.tr("Seen it already: {answer}").format(answer=text)
            set_accessible_name(button, name)
        button.clicked.connect(lambda: self._press(button, answer))
        return button

    def _make_sections(self) -> None:
        name = self.objectName()
        self.why = Text(name=f"{name}.why")
        self.note = Note(name=f"{name}.note")
        self.alike_button = LinkButton(
            self.tr("Search for more like this"), name=f"{name}.alike", icon="search"
        )
        set_tool_tip(self.alike_button, self.tr("Found on this computer; nobody is asked"))
        self.alike_button.clicked.connect(lambda: self.alike_asked.emit(self._movie))
        self.links = [self._link(site) for site in (IMDB, JUSTWATCH)]
        self.leaves = Note(
            self.tr("Leaves EpicRec: the site sees which movie, and your browser keeps it.")
        )
        self.cast = Names(name=f"{name}.cast")
        self.cast.asked.connect(self.person_asked)
        self.cast_heading = Strong()
        self.cast_section = Panel(padding=4 * STEP)
        add_items(self.cast_section.body, self.cast_heading, self.cast, STRETCH)
        self.link_section = section(
            self.tr("Read on, watch"), row(*self.links, STRETCH, spacing=2 * STEP), self.leaves
        )
        self.cast_section.hide()
        self.own = OwnWords(name=name)
        self.own.setParent(self)
        self.own.changed.connect(lambda own: self.own_changed.emit(self.subject, own))

    def reasons(self) -> Sequence[QWidget]:
        """Return what follows the reasons why a movie is here."""
        return ()

    def sections(self) -> Sequence[QWidget]:
        """Return further panels: the first of them stands beside the reasons."""
        return self.own.panels

    def _link(self, site: str) -> SecondaryButton:
        link = SecondaryButton(site, name=f"{self.objectName()}.{site.casefold()}", icon="globe")
        set_accessible_name(link, self.tr("{site}: opens in your browser").format(site=site))
        link.clicked.connect(lambda: self.link_asked.emit(site, self._movie))
        return link

    # Layout

    def _lay_out(self) -> None:
        way = row(
            self.back_button, STRETCH, self.place, self.previous, self.next, self.close_button,
            spacing=STEP,
        )  # fmt: skip
        stars = QWidget()
        row(self.stars, self.stars_note, parent=stars, spacing=STEP)
        first, *others = self.verdicts.values()
        controls = FlowLayout(
            *(first, stars, self.later_button, *others, self.lists_button), spacing=6
        )
        words = column(
            self.title, self.original, self.facts, STEP, self.about, self.people, 2 * STEP, STRETCH,
            controls,
            spacing=STEP,
        )  # fmt: skip
        top = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading
        head = row((self.poster, 0, top), (words, 1), spacing=6 * STEP)
        self.head_column.setSpacing(4 * STEP)
        add_items(self.head_column, way, head)
        why = section(self.tr("Why it is here"), self.why, self.note, *self.reasons())
        near, *rest = (why, *self.sections(), self.cast_section, self.link_section)
        self._first, self._rest, self._walls = QWidget(), QWidget(), QWidget()
        pair = ((panel, 1) for panel in (near, *rest[:1]))
        self._first_line = column(*pair, parent=self._first, spacing=3 * STEP)
        self._rest_line = column(*rest[1:], STRETCH, parent=self._rest, spacing=3 * STEP)
        self._wall_column = column(spacing=4 * STEP)
        more = row(EDGE, self.alike_button, STRETCH)
        column(self._wall_column, more, parent=self._walls, spacing=2 * STEP)
        body = QWidget()
        self._grid = grid(body, spacing=(9 * STEP, 3 * STEP), grows=0)
        column(self.head, body, STRETCH, parent=self.content, spacing=0)
        self.area.verticalScrollBar().valueChanged.connect(self._scrolled)
        QApplication.instance().focusChanged.connect(self._focus_moved)  # type: ignore[union-attr]
        self._place_parts()
        set_tab_order_from_layout(self)

    def _place_parts(self) -> None:
        wide, side = self.wide, self.place_head()
        self._grid.setContentsMargins(*beside(side - EDGE, side), 18 * STEP)
        for line in (self._first_line, self._rest_line):
            line.setContentsMargins(*([0] * 4 if wide else (*beside(EDGE, 0, above=0), 0)))
        for part in (self._walls, self._first, self._rest):
            self._grid.removeWidget(part)
        if wide:
            self._grid.addWidget(self._walls, 0, 0, 3, 1, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(self._first, 0, 1)
            self._grid.addWidget(self._rest, 1, 1)
        else:
            for place, part in enumerate((self._first, self._walls, self._rest)):
                self._grid.addWidget(part, place, 0)
        for part in (self._first, self._rest):
            part.setMinimumWidth(SIDE if wide else 0)
            part.setMaximumWidth(SIDE if wide else MOST_WIDTH)
        self._grid.setRowStretch(2, 1 if wide else 0)
        self._first_line.setDirection(TOGETHER if wide else BESIDE)
        self.bar.set_margin(side)
        self._draw_poster()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_parts()
        self._scrolled()

    def hideEvent(self, event: QHideEvent) -> None:
        self.flush()
        super().hideEvent(event)

    def _scrolled(self) -> None:
        """Show the bar once the head has left."""
        shown = self.area.verticalScrollBar().value() > self.head.height() - self.bar.height()
        self.bar.setGeometry(0, 0, self.area.viewport().width(), self.bar.height())
        if shown and self.bar.isHidden():
            self.bar.raise_()
        self.bar.setVisible(shown)

    def _focus_moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Keep what has the focus from being below the bar."""
        if now is None or not self.isVisible() or not self.content.isAncestorOf(now):
            return
        bar = self.area.verticalScrollBar()
        top = now.mapTo(self.content, now.rect().topLeft()).y()
        if not self.bar.isHidden() and top < bar.value() + self.bar.height():
            bar.setValue(max(0, top - self.bar.height() - 2 * STEP))

    # Answers

    def _press(self, button: SecondaryButton, answer: str) -> None:
        """Answer; the button shows what is in effect, and not that it was pressed."""
        button.setChecked(not button.isChecked())
        self.answered.emit(self.subject, answer)

    def _ask_lists(self) -> None:
        button = self.lists_button
        self.lists_asked.emit(self.subject, button.mapToGlobal(button.rect().bottomLeft()))

    # Content

    def show_movie(
        self,
        key: Hashable,
        subject: object,
        movie: Movie | Suggestion,
        *,
        facts: str,
        why: str,
        note: str,
        known: bool = True,
    ) -> None:
        """Show a movie; what the user said of it is shown by `show_own`.

        `known`: a catalog has the movie, and it is clear which one it is. The same `key` again
        keeps what `show_view` added.
        """
        if key != self._key:
            self.flush()
        self.subject, self._movie = subject, movie
        if key != self._key:
            self._key = key
            self.facts.setText(facts)
            self.about.show_text("")
            self.people.show_names()
            self.cast_section.hide()
            self._show_walls(())
            self.area.verticalScrollBar().setValue(0)
        self._draw_poster()
        self.head.set_tint(tint(movie))
        self.title.setText(display_name(movie.shown_title))
        self.original.show_text(display_name(movie.title) if movie.local_title else "")
        self.why.setText(why)
        self.note.show_text(note)
        for widget in (self.alike_button, self.link_section):
            widget.setVisible(known)
        self.bar.show_movie(movie, str(movie.year or "") if known else "")
        set_accessible_name(self, wording.label(movie.shown_title, movie.year if known else None))

    def flush(self) -> None:
        """Save what was set by keys or written for the movie shown, without waiting for more."""
        for part in (self.stars, self.bar_stars, self.own.note):
            part.flush()

    def show_own(self, entry: LibraryEntry | None, *, wanted: bool = False) -> None:
        """Show what the user said of the movie; without an entry, whether it is `wanted`."""
        lit = lit_answers(entry) if entry is not None else {LATER} if wanted else set()
        watched = entry is not None and entry.status is LibraryStatus.CONFIRMED
        self._wanted = LATER in lit
        off, to = self.tr("Off the watchlist"), self.tr("To the watchlist")
        set_tool_tip(self.later_button, off if self._wanted else to)
        self.later_button.setChecked(self._wanted)
        self.later_button.set_icon("check" if self._wanted else "plus")
        self.later_button.setVisible(self._wanted or not watched)
        shown = {SEEN, *lit} if watched else lit  # who liked it saw it
        for answer, button in (*self.verdicts.items(), (SEEN, self.bar_seen)):
            button.setChecked(answer in shown)
        self.show_stars(*((entry.own, entry.imports) if entry is not None else (NOT_RATED,)))
        self.own.show_entry(entry if watched else None)

    def show_stars(self, own: OwnRating, imports: Sequence[Imported] = ()) -> None:
        """Show the user's stars, else those of the last import that has some."""
        halves, source = stars_of(own, imports)
        words = half_stars(halves / 10) if halves else ""
        if source is not None:
            service = service_words(source.source)
            words = self.tr("{stars} from {service}").format(stars=words, service=service)
        for stars in (self.stars, self.bar_stars):
            stars.show_value(halves, own=source is None)
        self.stars_note.show_text(words)

    def show_view(self, key: Hashable, view: MovieView) -> None:
        """Show what is known of a movie, and its walls, unless another one is shown by now."""
        movie = self._movie
        if key != self._key or movie is None:
            return
        known = view.known
        origin = movie_text.origin(known)
        self.facts.setText(wording.facts(movie.year, known.minutes, movie.categories, origin))
        self.about.show_text(movie_text.sentence(known))
        leads, others = known.leads[:MOST_LEADS], (*known.leads[MOST_LEADS:], *known.cast)
        self.people.show_names((self.tr("By"), known.directors), (self.tr("with"), leads))
        self.cast.show_names(("", others))
        heading = self.tr("Also plays in it") if leads else self.tr("Who plays in it")
        self.cast_heading.setText(heading)
        self.cast_section.setVisible(bool(others))
        short = (str(movie.year or ""), *known.directors[:1])
        self.bar.show_movie(movie, " · ".join(filter(None, short)))
        self._show_walls(view.walls)

    def _show_walls(self, walls: Sequence[Wall]) -> None:
        while len(self.walls) > len(walls):
            wall = self.walls.pop()
            wall.hide()
            wall.deleteLater()
        while len(self.walls) < len(walls):
            wall = MovieWall(name=f"{self.objectName()}.wall.{len(self.walls)}")
            wall.opened.connect(self.movie_asked)
            wall.person_asked.connect(self.person_asked)
            self._wall_column.addWidget(wall)
            self.walls.append(wall)
        here = self._movie.wire_id if self._movie is not None else None
        for wall, content in zip(self.walls, walls, strict=True):
            wall.show_wall(content, here or "")
            wall.show()  # Qt shows it an event later, after a frame that has no room for it

    def show_place(self, place: int, count: int) -> None:
        """Show which movie of how many this is, with the ways to others; nothing for 0."""
        words = self.tr("{place} of {count}").format(
            place=wording.number(place), count=wording.number(count)
        )
        self.place.setText(words if place else "")
        for widget in (self.place, self.previous, self.next):
            widget.setVisible(bool(place))
        self.previous.setEnabled(place > 1)
        self.next.setEnabled(place < count)

    def _draw_poster(self) -> None:
        movie = self._movie
        if movie is None:
            return
        size = POSTER if self.wide else NARROW_POSTER
        self.poster.setPixmap(posters.poster(movie, size, self.devicePixelRatioF()))
        self.poster.setFixedSize(size)
        name = wording.label(movie.shown_title, movie.year)
        set_accessible_name(self.poster, self.tr("Poster of {movie}").format(movie=name))
