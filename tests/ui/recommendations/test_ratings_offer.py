"""Public ratings beside the first rows: fetched by a click, cancelled, gone on with, left alone."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest
from movielens_files import archive
from PySide6.QtCore import QPoint, Qt

from epicrec_desktop.catalog import download
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.files import work_file
from epicrec_desktop.recommend.model_manifest import ModelQuality
from epicrec_desktop.services.catalog_info import MOVIELENS, MOVIETWEETINGS, RATED, ModelInfo
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.recommendations.page import RecommendationsPage
from epicrec_desktop.ui.recommendations.text import ranked_by
from local_http_server import Handler, LocalHttpServer, serving
from ui.fakes.pages import open_page, rest
from ui.made_ratings import made_ratings
from waiting import LIMIT_S

NAME = "ml-latest-small.zip"
PIECE = 2_000


def opened(services, qtbot) -> RecommendationsPage:
    services.settings.wizard_step = "done"
    services.settings.ratings_offer = services.settings.ratings_offer or "open"
    page = open_page(RecommendationsPage, services, qtbot, size=(1072, 800))
    page.offer.details.setChecked(True)
    return page


def first_row(page) -> list[str]:
    return [s.title for s in page.ranking.result.rows[0].suggestions]


def kept(services) -> str:
    return Settings.load(services.paths.settings).ratings_offer


# What is offered


@pytest.fixture
def page(fake, qtbot) -> RecommendationsPage:
    return opened(fake, qtbot)


def test_rows_are_there_first_and_the_offer_beside_them(page, fake):
    assert page.rows
    assert page.offer.isVisible()
    assert [button.source.key for button in page.offer.sources] == list(RATED)
    terms = {button.source.key: button.source.terms for button in page.offer.sources}
    assert "MIT" in terms.pop(MOVIETWEETINGS)
    assert all("Not for commercial use" in words for words in terms.values())
    assert "nothing else" in page.offer.note.text()
    assert not fake.catalogs.asked, "nobody is asked by itself"


def test_offer_has_the_edges_of_the_controls_above_it(page, qtbot):
    def edges(left, right):
        start = left.mapTo(page, QPoint(0, 0)).x()
        return start, right.mapTo(page, QPoint(right.width(), 0)).x()

    qtbot.waitUntil(page.scroll_area.verticalScrollBar().isVisible)
    assert edges(page.offer, page.offer) == edges(page.title, page.refresh_button)


def test_one_click_leaves_it_for_good(page, fake, qtbot):
    page.offer.skip.click()
    assert not page.offer.isVisible()
    assert kept(fake) == "done"
    page.context.catalog_changed.emit()
    page.activated()
    rest(page, qtbot)
    assert not page.offer.isVisible()
    assert not opened(fake, qtbot).offer.isVisible()
    assert not fake.catalogs.asked


def test_it_waits_until_there_are_movies_of_the_persons_own(fake, qtbot):
    fake.empty_library()
    page = opened(fake, qtbot)
    assert not page.offer.isVisible()
    fake.library.add(3)
    page.context.library_changed.emit(None)
    page.activated()
    rest(page, qtbot)
    assert page.offer.isVisible()
    assert kept(fake) == ""


def test_with_ratings_there_is_nothing_to_offer(fake, qtbot):
    fake.settings.ratings_offer = "done"
    assert not opened(fake, qtbot).offer.isVisible(), "it appears only after a first run"
    fake.settings.ratings_offer = "open"
    fake.catalogs.changes = {"ratings": 100, "users": 10}
    assert not opened(fake, qtbot).offer.isVisible()
    assert kept(fake) == "done"


def test_a_source_is_fetched_by_a_key(page, fake, qtbot):
    entry = page.offer.sources[1]
    entry.button.setFocus()
    qtbot.keyClick(entry.button, Qt.Key.Key_Space)
    rest(page, qtbot)
    assert fake.catalogs.asked == entry.source.key == MOVIELENS
    assert not page.offer.isVisible()
    assert kept(fake) == "done"


def test_the_offer_is_one_button_with_the_choice_made(page, fake, qtbot):
    page.offer.details.setChecked(False)
    assert not page.offer.sources[0].isVisible()
    assert "30 MB" in page.offer.get.text()
    qtbot.mouseClick(page.offer.get, Qt.MouseButton.LeftButton)
    rest(page, qtbot)
    assert fake.catalogs.asked == MOVIETWEETINGS
    assert not page.offer.isVisible()


def test_stopped_or_failed_it_says_so_and_can_go_on(page, fake, qtbot):
    sentence = "The catalog could not be downloaded. The catalog you had is kept."
    fake.faults["catalogs.import_path"] = CatalogError(sentence)
    page.offer.fetch(MOVIELENS)
    rest(page, qtbot)
    assert sentence in page.offer.error.label.text()
    assert page.offer.get.isVisible()
    assert page.rows
    fake.faults.clear()
    with fake.held("catalogs.import_path"):
        page.offer.fetch(MOVIELENS)
        qtbot.waitUntil(page.offer.progress.isVisible)
        assert page.rows, "rows can be looked at meanwhile"
        assert not page.offer.get.isVisible()
        page.offer.progress.cancel.click()
        rest(page, qtbot)
    rest(page, qtbot)
    assert "continue where it stopped" in page.offer.error.label.text()
    assert page.offer.get.isVisible()
    assert kept(fake) == "", "not answered yet"
    page.offer.fetch(MOVIELENS)
    rest(page, qtbot)
    assert not page.offer.isVisible()


# Which model ranks


def test_model_and_its_quality_are_shown(page, fake, qtbot):
    assert not page.ranked_by.isVisible(), "the offer says already that ratings are missing"
    worth = ModelQuality(0.412, 0.01, 0.3, 0.187, 2500)
    fake.catalogs.changes = {"ratings": 921_398, "users": 71_707, "quality": worth}
    page.context.catalog_changed.emit()
    rest(page, qtbot)
    said = page.ranked_by.text()
    assert "921,398 public ratings" in said
    assert "On 2,500 people it had not learned from, it was 2.2 times" in said
    assert "0.412" in page.ranked_by.toolTip()


def test_a_model_that_was_not_measured_claims_nothing(page):
    result = page.ranking.result
    info = ModelInfo(1000, result.model_id)
    assert "times" not in ranked_by(result, info)
    for worth in (ModelQuality(0.4, 0.01, 0.3, 0.0, 0), ModelQuality(0.4, 0.1, 0.3, 0.1, 6)):
        assert "times" not in ranked_by(result, replace(info, quality=worth))
    theirs = replace(result, provider="Film club", model_id="theirs")
    sentence = "Ranked with a model of Film club."
    assert ranked_by(theirs, replace(info, model_id="ours")) == sentence


# With a server, and everything that comes after it


class Publisher:
    """Serves an archive of ratings; while it `hangs`, the first bytes of it."""

    def __init__(self, server: LocalHttpServer, data: bytes) -> None:
        self.server, self.data = server, data
        self.hangs = True
        server.answer = self.answer

    def answer(self, handler: Handler) -> None:
        if handler.path.endswith(".md5"):
            handler.body(hashlib.md5(self.data).hexdigest().encode())
            return
        start = int((handler.headers.get("Range") or "bytes=0-")[6:-1])
        status = 206 if start else 200
        part = f"bytes {start}-{len(self.data) - 1}/{len(self.data)}"
        rest = self.data[start:]
        sent = rest[:PIECE] if self.hangs else rest
        # What is not sent yet is waited for.
        handler.body(sent, status=status, length=len(rest), ETag='"one"', Content_Range=part)
        if self.hangs:
            handler.wfile.flush()
            self.server.released.wait(LIMIT_S)


@pytest.fixture
def publisher(real, tmp_path, monkeypatch) -> Iterator[Publisher]:
    known = [movie for _, movie in real.library.best_known(400)]
    data = archive(tmp_path / "made.zip", made_ratings(known)).read_bytes()
    with serving(lambda handler: None) as server:
        here = partial(download.download_movielens, url=f"{server.address}/{NAME}")
        monkeypatch.setattr(download, "download_movielens", here)
        yield Publisher(server, data)


def test_cancelled_in_the_middle_and_continued_after_a_restart_to_other_rows(
    real, publisher, qtbot
):
    for key, _ in real.library.best_known(4):
        real.library.add(key)
    page = opened(real, qtbot)
    before = first_row(page)
    page.offer.sources[1].button.click()
    started = work_file(real.paths.downloads / NAME, "download")
    qtbot.waitUntil(lambda: started.exists() and page.offer.progress.bar.value() > 0)
    page.offer.progress.cancel.click()
    publisher.server.released.set()
    rest(page, qtbot)
    assert page.offer.isVisible()
    assert "continue where it stopped" in page.offer.error.label.text()
    assert first_row(page) == before
    assert real.catalogs.info().ratings == 0
    publisher.hangs = False
    page = opened(real, qtbot)
    assert page.offer.isVisible()
    page.offer.sources[1].button.click()
    rest(page, qtbot)
    assert not page.offer.isVisible()
    assert first_row(page) != before, "the rows change before the person's eyes"
    assert "1,440 public ratings" in page.ranked_by.text()
    info = real.catalogs.info()
    model = real.models.current(real.context.catalog().catalog)
    assert (info.ratings, model.id) == (1440, page.ranking.result.model_id)
    assert info.quality is not None
    assert "times as good" not in page.ranked_by.text(), "six people held out show nothing"
    assert "NDCG@10" in page.ranked_by.toolTip()
    assert page.focusWidget() is page, "not on something else than what was clicked"
    assert len(page.ranking.result.rows) > 3
    asked = publisher.server.asked
    ranges = [one.headers.get("Range") for one in asked if one.path == f"/{NAME}"]
    assert (ranges[0], ranges[-1]) == (None, f"bytes={PIECE}-")
    assert {one.path for one in asked} == {f"/{NAME}", f"/{NAME}.md5"}, "without a query"
    assert not any("Cookie" in one.headers for one in asked)
    assert not list(real.paths.downloads.glob(".*.partial"))
