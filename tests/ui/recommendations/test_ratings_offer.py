"""Public ratings beside the first rows: fetched by a click, cancelled, gone on with, left alone."""

from __future__ import annotations

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
from epicrec_desktop.services.catalog_info import MOVIELENS, MOVIETWEETINGS, RATED
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.recommendations.page import RecommendationsPage
from epicrec_desktop.ui.recommendations.text import ranked_by
from local_http_server import Handler, LocalHttpServer, serving
from ui.made_ratings import made_ratings

NAME = "ml-latest-small.zip"
PIECE = 2_000


def opened(services, in_context, qtbot) -> RecommendationsPage:
    services.settings.wizard_step = "done"
    services.settings.ratings_offer = services.settings.ratings_offer or "open"
    page = RecommendationsPage(in_context(services))
    qtbot.addWidget(page)
    page.resize(1072, 800)
    page.show()
    page.activateWindow()
    page.offer.details.setChecked(True)
    page.activated()
    rest(page, qtbot)
    return page


def rest(page, qtbot) -> None:
    qtbot.waitUntil(lambda: not page.context.tasks.busy)


def first_row(page) -> list[str]:
    return [s.title for s in page.ranking.result.rows[0].suggestions]


def kept(services) -> str:
    return Settings.load(services.paths.settings).ratings_offer


# What is offered


@pytest.fixture
def page(fake, in_context, qtbot) -> RecommendationsPage:
    return opened(fake, in_context, qtbot)


def test_rows_are_there_first_and_the_offer_beside_them(page, fake) -> None:
    assert page.rows
    assert page.offer.isVisible()
    assert [button.source.key for button in page.offer.sources] == list(RATED)
    terms = {button.source.key: button.source.terms for button in page.offer.sources}
    assert "MIT" in terms.pop(MOVIETWEETINGS)
    assert all("Not for commercial use" in words for words in terms.values())
    assert "nothing else" in page.offer.note.text()
    assert not fake.catalogs.asked, "nobody is asked by itself"


def test_offer_has_the_edges_of_the_controls_above_it(page, qtbot) -> None:
    def edges(left, right) -> tuple[int, int]:
        start = left.mapTo(page, QPoint(0, 0)).x()
        return start, right.mapTo(page, QPoint(right.width(), 0)).x()

    assert page.scroll_area.verticalScrollBar().isVisible()
    assert edges(page.offer, page.offer) == edges(page.title, page.refresh_button)


def test_one_click_leaves_it_for_good(page, fake, in_context, qtbot) -> None:
    page.offer.skip.click()
    assert not page.offer.isVisible()
    assert kept(fake) == "done"
    page.context.catalog_changed.emit()
    page.activated()
    rest(page, qtbot)
    assert not page.offer.isVisible()
    assert not opened(fake, in_context, qtbot).offer.isVisible()
    assert not fake.catalogs.asked


def test_it_waits_until_there_are_movies_of_the_persons_own(fake, in_context, qtbot) -> None:
    fake.empty_library()
    page = opened(fake, in_context, qtbot)
    assert not page.offer.isVisible()
    fake.library.add(3)
    page.context.library_changed.emit(None)
    page.activated()
    rest(page, qtbot)
    assert page.offer.isVisible()
    assert kept(fake) == ""


def test_ratings_offer_appears_only_after_a_first_run(fake, in_context, qtbot) -> None:
    fake.settings.ratings_offer = "done"
    assert not opened(fake, in_context, qtbot).offer.isVisible()


def test_with_ratings_there_is_nothing_to_offer(fake, in_context, qtbot) -> None:
    fake.catalogs.changes = {"ratings": 100, "users": 10}
    page = opened(fake, in_context, qtbot)
    assert not page.offer.isVisible()
    assert kept(fake) == "done"


@pytest.mark.parametrize("source", list(RATED))
def test_one_click_fetches_what_was_clicked(page, fake, qtbot, source) -> None:
    button = next(b for b in page.offer.sources if b.source.key == source)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    rest(page, qtbot)
    assert fake.catalogs.asked == source
    assert not page.offer.isVisible()
    assert kept(fake) == "done"


def test_the_offer_is_one_button_with_the_choice_made(page, fake, qtbot) -> None:
    page.offer.details.setChecked(False)
    assert not page.offer.sources[0].isVisible()
    assert "30 MB" in page.offer.get.text()
    qtbot.mouseClick(page.offer.get, Qt.MouseButton.LeftButton)
    rest(page, qtbot)
    assert fake.catalogs.asked == MOVIETWEETINGS
    assert not page.offer.isVisible()


def test_a_source_is_fetched_by_keyboard(page, fake, qtbot) -> None:
    button = page.offer.sources[1]
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    rest(page, qtbot)
    assert fake.catalogs.asked == MOVIELENS


def test_stopped_it_says_so_and_can_go_on(page, fake, qtbot) -> None:
    fake.delays["catalogs.import_path"] = 60
    page.offer.fetch(MOVIELENS)
    qtbot.waitUntil(page.offer.progress.isVisible)
    assert page.rows, "rows can be looked at meanwhile"
    assert not page.offer.get.isVisible()
    page.offer.progress.cancel.click()
    rest(page, qtbot)
    assert "continue where it stopped" in page.offer.error.label.text()
    assert page.offer.get.isVisible()
    assert kept(fake) == "", "not answered yet"
    fake.delays.clear()
    page.offer.fetch(MOVIELENS)
    rest(page, qtbot)
    assert not page.offer.isVisible()


def test_a_server_that_is_down_is_a_sentence(page, fake, qtbot) -> None:
    sentence = "The catalog could not be downloaded. The catalog you had is kept."
    fake.faults["catalogs.import_path"] = CatalogError(sentence)
    page.offer.fetch(MOVIELENS)
    rest(page, qtbot)
    assert sentence in page.offer.error.label.text()
    assert page.offer.get.isVisible()
    assert page.rows


# Which model ranks


def test_model_and_its_quality_are_shown(page, fake, qtbot) -> None:
    assert not page.ranked_by.isVisible(), "the offer says already that ratings are missing"
    worth = ModelQuality(0.412, 0.01, 0.3, 0.187, 2500)
    fake.catalogs.changes = {"ratings": 921_398, "users": 71_707, "quality": worth}
    page.context.catalog_changed.emit()
    rest(page, qtbot)
    said = page.ranked_by.text()
    assert "921,398 public ratings" in said
    assert "On 2,500 people it had not learned from, it was 2.2 times" in said
    assert "0.412" in page.ranked_by.toolTip()


def test_a_model_that_was_not_measured_claims_nothing(page, fake) -> None:
    result = page.ranking.result
    info = replace(fake.catalogs.info(), ratings=1000, users=20)
    assert "times" not in ranked_by(result, info)
    for worth in (ModelQuality(0.4, 0.01, 0.3, 0.0, 0), ModelQuality(0.4, 0.1, 0.3, 0.1, 6)):
        assert "times" not in ranked_by(result, replace(info, quality=worth))


def test_a_providers_model_is_called_by_its_name(page, fake) -> None:
    result = replace(page.ranking.result, provider="Film club", model_id="theirs")
    info = replace(fake.catalogs.info(), ratings=1000, users=20, model_id="ours")
    assert ranked_by(result, info) == "Ranked with a model of Film club."


# With a server, and everything that comes after it


class Publisher:
    """Serves an archive of ratings; `stops_after` bytes of an answer the connection ends."""

    def __init__(self, server: LocalHttpServer, data: bytes) -> None:
        self.server, self.data = server, data
        self.stops_after: int | None = None
        self.hangs = False
        server.answer = self.answer

    @property
    def url(self) -> str:
        return f"{self.server.address}/{NAME}"

    @property
    def ranges(self) -> list[str | None]:
        """What was asked for of the archive, one by one."""
        asked = [h for h in self.server.asked if h.path == f"/{NAME}"]
        return [handler.headers.get("Range") for handler in asked]

    def answer(self, handler: Handler) -> None:
        if handler.path.endswith(".md5"):
            handler.body(hashlib.md5(self.data).hexdigest().encode())
            return
        start = int((handler.headers.get("Range") or "bytes=0-")[6:-1])
        status = 206 if start else 200
        part = f"bytes {start}-{len(self.data) - 1}/{len(self.data)}"
        rest = self.data[start:]
        sent = rest[: self.stops_after] if self.stops_after or self.hangs else rest
        handler.body(
            sent, status=status, length=len(rest), ETag='"one"', Content_Range=part
        )  # what is not sent yet is waited for
        if self.hangs:
            handler.wfile.flush()
            self.server.released.wait(20)


@pytest.fixture
def publisher(real, tmp_path, monkeypatch) -> Iterator[Publisher]:
    known = [movie for _, movie in real.library.best_known(400)]
    data = archive(tmp_path / "made.zip", made_ratings(known)).read_bytes()
    with serving(lambda handler: None) as server:
        made = Publisher(server, data)
        here = partial(download.download_movielens, url=made.url)
        monkeypatch.setattr(download, "download_movielens", here)
        yield made


@pytest.fixture
def person(real):
    """Somebody who picked four movies."""
    for key, _ in real.library.best_known(4):
        real.library.add(key)
    return real


def test_from_the_click_to_other_rows(person, publisher, in_context, qtbot) -> None:
    page = opened(person, in_context, qtbot)
    before = first_row(page)
    page.offer.sources[1].click()
    rest(page, qtbot)
    assert first_row(page) != before, "the rows change before the person's eyes"
    assert "1,440 public ratings" in page.ranked_by.text()
    assert page.ranking.result.model_id == person.catalogs.info().model_id
    assert person.catalogs.info().quality is not None
    assert "times as good" not in page.ranked_by.text(), "six people held out show nothing"
    assert "NDCG@10" in page.ranked_by.toolTip()
    assert not page.offer.isVisible()
    assert page.focusWidget() is page, "not on something else than what was clicked"
    assert len(page.ranking.result.rows) > 3
    assert {h.path for h in publisher.server.asked} == {f"/{NAME}", f"/{NAME}.md5"}
    for handler in publisher.server.asked:
        assert "Cookie" not in handler.headers
        assert "?" not in handler.path


def test_cancelled_in_the_middle_and_gone_on_with(person, publisher, in_context, qtbot) -> None:
    page = opened(person, in_context, qtbot)
    before = first_row(page)
    publisher.hangs, publisher.stops_after = True, PIECE
    page.offer.sources[1].click()
    started = work_file(person.paths.downloads / NAME, "download")
    qtbot.waitUntil(lambda: started.exists() and page.offer.progress.bar.value() > 0)
    page.offer.progress.cancel.click()
    publisher.server.released.set()
    rest(page, qtbot)
    assert page.offer.isVisible()
    assert "continue where it stopped" in page.offer.error.label.text()
    assert first_row(page) == before
    assert person.catalogs.info().ratings == 0
    publisher.hangs, publisher.stops_after = False, None
    page.offer.sources[1].click()
    rest(page, qtbot)
    assert publisher.ranges[0] is None
    assert publisher.ranges[-1] == f"bytes={PIECE}-"
    assert person.catalogs.info().ratings == 1440
    assert not list(person.paths.downloads.glob(".*.partial"))


def test_the_offer_and_what_came_survive_a_restart(person, publisher, in_context, qtbot) -> None:
    page = opened(person, in_context, qtbot)
    publisher.stops_after = PIECE
    page.offer.sources[1].click()
    rest(page, qtbot)
    assert "The catalog you had is kept" in page.offer.error.label.text()
    again = opened(person, in_context, qtbot)
    assert again.offer.isVisible()
    publisher.stops_after = None
    again.offer.sources[1].click()
    rest(again, qtbot)
    assert publisher.ranges == [None, f"bytes={PIECE}-"]
    assert not again.offer.isVisible()


def test_posters_are_offered_once_to_who_has_no_key_and_fetched_by_no_click_here(
    page, fake, in_context, qtbot
) -> None:
    with qtbot.waitSignal(page.context.navigate) as asked:
        page.offer.posters.click()
    assert asked.args == ["settings.catalog"]
    assert "never asked for" in page.offer.posters.toolTip()
    assert not fake.catalogs.asked
    fake.settings.tmdb_key = "0" * 32
    page.activated()
    rest(page, qtbot)
    assert not page.offer.posters.isVisible()
