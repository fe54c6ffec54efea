"""Posters: the same movie looks the same, others differ, and titles can be read."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
import shiboken6
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPixmap, QPixmapCache
from PySide6.QtWidgets import QWidget

from epicrec_desktop.catalog.movie_facts import all_traits
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.ui.common import poster_design, posters, theme
from epicrec_desktop.ui.common.poster_design import Design, book, defining_category
from epicrec_desktop.ui.common.poster_scenes import SCENES
from ui.common.test_theme import contrast
from ui.fakes import movies

SIZE = QSize(132, 198)
TITLES = ("Stalker", "Solaris", "Moon", "Gattaca", "Brazil", "Contact", "Arrival", "Primer")


def picture(title, year, categories) -> QImage:
    """The poster without its words."""
    return drawn(poster_design.design(title, year, categories))


def drawn(made: Design) -> QImage:
    image = QImage(SIZE, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    posters.draw(painter, QRectF(0, 0, 132, 198), made)
    painter.end()
    return image


def design_of(title: str, year: int) -> Design:
    return poster_design.design(title, year, ("Drama",))


def design(movie: Movie) -> Design:
    return poster_design.design(movie.title, movie.year, movie.categories)


def difference(one: QImage, other: QImage) -> float:
    """The share of pixels that clearly differ, on a coarse grid."""
    count = 0
    points = list(itertools.product(range(4, 132, 8), range(4, 198, 8)))
    for x, y in points:
        a, b = one.pixelColor(x, y), other.pixelColor(x, y)
        parts = zip(a.getRgb()[:3], b.getRgb()[:3], strict=True)
        count += sum(abs(p - q) for p, q in parts) > 12
    return count / len(points)


def test_posters_of_one_category_do_not_look_alike(qapp):
    for category in CATEGORIES[::3]:
        made = [picture(title, 1990, (category,)) for title in TITLES]
        pairs = [difference(one, other) for one, other in itertools.combinations(made, 2)]
        assert sum(share > 0.25 for share in pairs) >= 0.9 * len(pairs), category


@pytest.fixture(scope="module")
def popular() -> list[Movie]:
    """The 300 films of the starter catalog that most people know."""
    return sorted(load_starter().movies, key=lambda movie: -movie.popularity)[:300]


def test_neighbours_of_one_category_differ_at_a_glance(popular):
    """In a wall of eight columns, and in the rows of each category: sign and scene, or colors."""
    made = [(defining_category(m.categories), design(m).look) for m in popular]
    near = [(made[n], made[n + d]) for d in (1, 7, 8, 9) for n in range(len(made) - d)]
    rows = {}
    for name, look in made:
        rows.setdefault(name, []).append((name, look))
    near += [pair for row in rows.values() for pair in itertools.pairwise(row)]
    same = [(one, other) for one, other in near if one[0] == other[0]]
    apart = sum(one[1][:2] != other[1][:2] for one, other in same)
    assert len(same) > 250
    assert apart >= 0.95 * len(same), "sign and scene"
    whole = sum(one[1] != other[1] for one, other in same)
    assert whole >= 0.98 * len(same), "everything"


def test_known_films_are_drawn_by_what_they_are_known_for():
    signs = {"Jaws": (1975, "fin"), "Psycho": (1960, "knife"), "Arrival": (2016, "saucer")}
    assert all(design_of(title, year).sign == sign for title, (year, sign) in signs.items())
    assert design_of("Fight Club", 1999).look != design_of("Apocalypse Now", 1979).look
    assert design_of("Casablanca", 1942).palette == "sepia"
    assert design_of("Jaws", 1975).director == "Steven Spielberg"


def test_a_film_nobody_knows_is_drawn_by_the_words_of_its_title():
    assert design_of("The Last Train Home", 2031).sign == "train"
    assert design_of("Ein Schiff im Regen", 2031).sign == "ship"
    drawn = {design_of(f"Qwx {n}", 2031).look for n in range(200)}
    assert len(drawn) > 150


def test_everything_that_posters_are_chosen_from_is_there():
    has = book()
    assert set(CATEGORIES) | {"any"} <= has.subjects.keys()
    assert set(has.films) <= {movie.label for movie in load_starter().movies}
    assert set(has.words.values()) <= has.signs.keys()
    assert all(len(colors) == 6 for variants in has.palettes.values() for colors in variants)
    for suits in (*has.films.values(), *has.subjects.values()):
        assert set(suits.signs) <= has.signs.keys()
        assert set(suits.scenes) <= SCENES.keys()
        assert set(suits.palettes) <= has.palettes.keys()
    names = {trait.name for trait in all_traits()} | {*CATEGORIES, "any"}
    assert has.subjects.keys() <= names


def test_a_sign_is_seen_on_every_scene(qapp):
    """A sign changes the picture that it is set on, on dark, light and red grounds."""
    plain = design_of("Heat", 1995)
    for scene, name in itertools.product(SCENES, ("space", "ink", "red")):
        colors = book().palettes[name][0]
        made = replace(plain, scene=scene, colors=colors, sign="heart", layout="full")
        without = replace(made, sign="monolith")
        share = difference(drawn(made), drawn(without))
        assert share > 0.02, (scene, name)


def test_the_same_movie_has_the_same_poster_everywhere():
    made = poster_design.design("Stalker", 1979, ("Drama", "Sci-Fi"))
    assert made == poster_design.design("Stalker", 1979, ("Sci-Fi", "Drama"))
    # Fixed values: the poster does not depend on this process's hash seed.
    assert (made.sign, made.scene, made.palette, made.layout) == STALKER


STALKER = ("walker", "sea", "violet", "frame")


def test_a_movie_without_categories_has_a_poster(qapp):
    assert not posters.poster(Movie("Untitled", None, ()), SIZE).isNull()


def test_words_can_be_read_on_every_poster(qapp, popular):
    """Where titles of up to three lines are set, the contrast of the words is 4.5.

    A twentieth of the points may fall on a bright edge of a shape.
    """
    for movie in popular[::6]:
        made = design(movie)
        image = drawn(made)
        ink = made.colors[3] if made.layout == "frame" else "#ffffff"
        points = list(itertools.product(range(12, 122, 6), range(134, 190, 6)))
        weak = [point for point in points if contrast(image.pixelColor(*point).name(), ink) < 4.5]
        assert len(weak) <= len(points) / 20, (movie.label, made, len(weak) / len(points))


def test_director_and_year_are_set_where_they_fit(qapp):
    theme.load_fonts()
    metrics = QFontMetricsF(theme.font(9))
    fits = [posters._credit("Steven Spielberg", 1975, metrics, width) for width in (200, 80, 30)]
    assert fits == ["Steven Spielberg · 1975", "Spielberg · 1975", "1975"]
    assert posters._credit("", None, metrics, 100) == ""


@settings(max_examples=30)
@given(st.text(min_size=1, max_size=120))
def test_any_title_fits_its_poster(qapp, title):
    box = QRectF(0, 0, 108, 170)
    face, lines = posters._fit(title, box)
    assert len(lines) <= 4
    metrics = QFontMetricsF(face)
    assert metrics.height() * len(lines) <= box.height()
    assert all(metrics.horizontalAdvance(line) <= box.width() + 2 for line in lines[:-1])


def test_short_titles_are_not_broken_inside_a_word(qapp):
    theme.load_fonts()
    for movie in movies(40):
        face, lines = posters._fit(movie.title, QRectF(0, 0, 108, 170))
        del face
        if len(lines) < 4 and max(map(len, movie.title.split())) < 16:
            assert " ".join(lines).split() == movie.title.split()


def test_the_widest_word_is_whole_and_not_only_the_longest(qapp):
    """It has one letter less than "Spider-Man:", and was broken."""
    theme.load_fonts()
    for width in (90, 108, 160, 230):
        _face, lines = posters._fit("Spider-Man: Homecoming", QRectF(0, 0, width, width * 1.5))
        assert lines == ["Spider-Man:", "Homecoming"]


def test_posters_use_the_screen_density_and_are_cached(qapp):
    dense = posters.poster(Movie("Heat", 1995, ("Crime",)), SIZE, 2.0)
    assert dense.size() == SIZE * 2
    assert dense.deviceIndependentSize().toSize() == SIZE
    again = posters.poster(Movie("Heat", 1995, ("Crime",)), SIZE, 2.0)
    assert again.cacheKey() == dense.cacheKey()


class Cells(QWidget):
    """Forty posters that were never drawn before."""

    def __init__(self) -> None:
        super().__init__()
        self.passes = 0
        self.resize(1100, 860)

    def paintEvent(self, event) -> None:  # noqa: N802 - Qt's name
        self.passes += 1
        painter = QPainter(self)
        for n in range(40):
            place = QRect(135 * (n % 8), 170 * (n // 8), 132, 165)
            film = Movie(f"Nobody drew {n}", 1999, ("Drama",))
            posters.queue().paint(painter, place, self, film)


def test_new_posters_are_drawn_in_several_passes(qtbot, monkeypatch):
    monkeypatch.setattr(type(posters.queue()), "PASS_S", 1e-9)  # a poster in each
    cells = Cells()
    qtbot.addWidget(cells)
    QPixmapCache.clear()
    with qtbot.waitExposed(cells):
        cells.show()
    where = [QPoint(135 * (n % 8), 170 * (n // 8)) + QPoint(60, 40) for n in range(40)]

    def all_there() -> bool:
        seen = QPixmap(cells.size())
        cells.render(seen)
        ground = QColor(theme.tokens().line)
        return ground not in [seen.toImage().pixelColor(at) for at in where]

    qtbot.waitUntil(all_there)
    assert cells.passes > 2


def test_a_picture_of_the_window_has_all_of_them(qtbot):
    queue = posters.queue()
    usual = queue.PASS_S
    cells = Cells()
    qtbot.addWidget(cells)
    QPixmapCache.clear()
    with queue.without_delay():
        cells.grab()
    assert not queue._waiting
    assert usual == queue.PASS_S


def test_a_view_that_is_gone_is_not_painted_again(qtbot):
    cells = Cells()
    QPixmapCache.clear()
    cells.grab()
    assert posters.queue()._waiting
    shiboken6.delete(cells)
    qtbot.waitUntil(lambda: not posters.queue()._waiting)
