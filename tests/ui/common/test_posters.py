"""Posters: the same movie looks the same, others differ, and titles can be read."""

from __future__ import annotations

import itertools

import pytest
import shiboken6
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPixmap, QPixmapCache
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.ui.common import posters, theme
from ui.common.test_theme import contrast
from ui.fakes import movies

SIZE = QSize(132, 198)
TITLES = ("Stalker", "Solaris", "Moon", "Gattaca", "Brazil", "Contact", "Arrival", "Primer")


def picture(title, year, categories) -> QImage:
    """The poster without its words."""
    image = QImage(SIZE, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    posters.draw(painter, QRectF(0, 0, 132, 198), posters.design(title, year, categories))
    painter.end()
    return image


def difference(one: QImage, other: QImage) -> float:
    """The share of pixels that clearly differ, on a coarse grid."""
    count = 0
    points = list(itertools.product(range(4, 132, 8), range(4, 198, 8)))
    for x, y in points:
        a, b = one.pixelColor(x, y), other.pixelColor(x, y)
        parts = zip(a.getRgb()[:3], b.getRgb()[:3], strict=True)
        count += sum(abs(p - q) for p, q in parts) > 12
    return count / len(points)


@pytest.mark.parametrize("category", CATEGORIES)
def test_posters_of_one_category_do_not_look_alike(qapp, category):
    drawn = [picture(title, 1990, (category,)) for title in TITLES]
    for one, other in itertools.combinations(drawn, 2):
        assert difference(one, other) > 0.25


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_category_keeps_its_family_of_colors(category):
    hue, _ = posters.FAMILIES[category]
    for title in TITLES:
        made = posters.design(title, 1990, (category,))
        distance = abs((made.hue - hue + 180) % 360 - 180)
        assert distance <= posters.SPREAD


def test_the_same_movie_has_the_same_poster_everywhere():
    made = posters.design("Stalker", 1979, ("Drama", "Sci-Fi"))
    assert made == posters.design("Stalker", 1979, ("Sci-Fi", "Drama"))
    # A fixed value: the poster does not depend on this process's hash seed.
    assert (made.composition, round(made.hue, 3)) == (STALKER_COMPOSITION, STALKER_HUE)


STALKER_COMPOSITION, STALKER_HUE = 3, 187.258


def test_a_movie_without_categories_has_a_poster(qapp):
    assert not posters.poster("Untitled", None, (), SIZE).isNull()


def test_white_words_can_be_read_on_every_family(qapp):
    """The lower 45 percent, where titles are set, keeps a contrast of 4.5 to white.

    Measured on the shapes too; a twentieth of the points may fall on a bright edge of one.
    """
    for category, title in itertools.product(CATEGORIES, (*TITLES, "Heat", "M", "Alien")):
        image = picture(title, 1979, (category,))
        points = list(itertools.product(range(12, 122, 6), range(110, 190, 6)))
        weak = [
            point for point in points if contrast(image.pixelColor(*point).name(), "#ffffff") < 4.5
        ]
        assert len(weak) <= len(points) / 20, (category, title, len(weak) / len(points))


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


@pytest.mark.parametrize("width", [90, 108, 160, 230])
def test_the_widest_word_is_whole_and_not_only_the_longest(qapp, width):
    """It has one letter less than "Spider-Man:", and was broken."""
    theme.load_fonts()
    _face, lines = posters._fit("Spider-Man: Homecoming", QRectF(0, 0, width, width * 1.5))
    assert lines == ["Spider-Man:", "Homecoming"]


def test_posters_use_the_screen_density_and_are_cached(qapp):
    dense = posters.poster("Heat", 1995, ("Crime",), SIZE, 2.0)
    assert dense.size() == SIZE * 2
    assert dense.deviceIndependentSize().toSize() == SIZE
    again = posters.poster("Heat", 1995, ("Crime",), SIZE, 2.0)
    assert again.cacheKey() == dense.cacheKey()


def test_colors_of_the_families_are_all_there():
    assert set(posters.FAMILIES) == set(CATEGORIES) == set(posters.DEFINING)


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
            posters.queue().paint(painter, place, self, f"Nobody drew {n}", 1999, ("Drama",))


def test_new_posters_are_drawn_in_several_passes(qtbot):
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

    assert not all_there()
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
