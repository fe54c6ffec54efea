"""Page of a director or actor: what they made, what the user saw of it, and what is near."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from epicrec_desktop.services.library import FoundMovie
from epicrec_desktop.services.movie_walls import PersonView
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.labels import Heading, Note, Subtitle
from epicrec_desktop.ui.common.layouts import STRETCH, add_items, column, row
from epicrec_desktop.ui.common.movie_head import CoverPage, beside, tint
from epicrec_desktop.ui.common.movie_wall import EDGE, MovieWall, is_seen
from epicrec_desktop.ui.common.source_text import half_stars
from epicrec_desktop.ui.common.text import display_name, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP

POSTER = 128
"""Least width of a poster of their own movies."""


class PersonPage(CoverPage):
    """Page of one person."""

    def __init__(self, *, name: str) -> None:
        super().__init__(name=name)
        self.person = ""
        self.roles = Subtitle(name=f"{name}.roles")
        self.figures = [(Heading(), Note(wrap=False)) for _ in range(3)]
        self.directed = MovieWall(name=f"{name}.directed", rows=None, least=POSTER)
        self.played = MovieWall(name=f"{name}.played", rows=None, least=POSTER)
        self.near = MovieWall(name=f"{name}.near")
        self.walls = (self.directed, self.played, self.near)
        for wall in self.walls:
            wall.opened.connect(self.movie_asked)
        way = row(self.back_button, STRETCH, self.close_button, spacing=STEP)
        figures = row(
            *(column(*pair, spacing=0) for pair in self.figures), STRETCH, spacing=8 * STEP
        )
        self.head_column.setSpacing(STEP)
        add_items(self.head_column, way, 2 * STEP, self.title, self.roles, 2 * STEP, figures)
        body = QWidget()
        self._body = column(*self.walls, parent=body, spacing=6 * STEP)
        column(self.head, body, STRETCH, parent=self.content, spacing=0)

    def show_person(self, name: str) -> None:
        """Show a name, until what is known of it is read."""
        if name != self.person:
            self.person = name
            self.area.verticalScrollBar().setValue(0)
            self.roles.setText("")
            self.head.set_tint(None)
            for figure, words in self.figures:
                figure.setText("")
                words.setText("")
            for wall in self.walls:
                wall.hide()
        self.title.setText(display_name(name))
        set_accessible_name(self, name)

    def show_view(self, view: PersonView) -> None:
        """Show the movies of a person, unless another one is shown by now."""
        if view.name != self.person:
            return
        roles = [self.tr("Director")] if view.directed else []
        roles += [self.tr("Actor")] if view.played else []
        self.roles.setText(" · ".join(roles))
        best = max(view.movies, key=lambda found: found.movie.popularity, default=None)
        self.head.set_tint(tint(best.movie) if best is not None else None)
        shown = zip(self.figures, [*self._figures(view.movies), ("", ""), ("", "")], strict=False)
        for (figure, note), (value, words) in shown:
            figure.setText(value)
            note.setText(words)
        for wall, movies, heading in (
            (self.directed, view.directed, self.tr("Directed")),
            (self.played, view.played, self.tr("Plays in")),
            (self.near, view.near, self.tr("Near these films")),
        ):
            order = self.tr("ranked here") if wall is self.near else self.tr("by year")
            wall.show_movies(heading, movies, note=order)
            wall.setVisible(bool(movies))

    def _figures(self, movies: Sequence[FoundMovie]) -> list[tuple[str, str]]:
        """Return figures and what they count: movies seen, the user's stars, the next one."""
        seen = [one for one in movies if is_seen(one)]
        numbers = {"seen": wording.number(len(seen)), "total": wording.number(len(movies))}
        found = [(self.tr("{seen} of {total}").format(**numbers), self.tr("films seen"))]
        stars = [one.stars for one in seen if one.stars]
        if stars:
            mean = round(sum(stars) / len(stars))
            found.append((half_stars(mean / 10), self.tr("your stars")))
        others = [one for one in movies if not is_seen(one)]
        if seen and others:
            following = max(others, key=lambda one: one.movie.popularity)
            found.append((display_name(following.movie.label), self.tr("best known, not seen")))
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        side = self.place_head()
        self._body.setContentsMargins(*beside(side - EDGE, side), 18 * STEP)
