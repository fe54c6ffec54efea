"""Importing a catalog: ids are taken for what they are, and ratings keep their movies."""

from __future__ import annotations

import pytest
from made_ratings import made_ratings
from movielens_files import folder, item_files

from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.tasks import Progress


def test_numbers_of_the_100k_set_are_not_taken_for_movielens_ids(world, tmp_path) -> None:
    (heat,) = world.add("Heat (1995)")
    info = world.services.catalogs.import_path(folder(tmp_path / "100k", item_files()))
    assert info.ratings > 0
    movies = world.services.context.catalog().catalog.movies
    assert all(movie.movielens_id is None for movie in movies)
    (entry,) = world.services.library.entries(LibraryStatus.CONFIRMED)
    assert (entry.id, entry.movie.label) == (heat, "Heat (1995)")


def test_another_address_under_the_same_name_is_another_receiver(world, monkeypatch) -> None:
    from epicrec_desktop.provider.local import LocalProvider

    world.add("Heat (1995)")
    first = world.release()
    monkeypatch.setattr(LocalProvider, "address", "https://elsewhere.example")
    second = world.release()
    assert not second.repeated
    assert first.release is not None
    assert second.release is not None
    assert second.release.id != first.release.id
    assert second.release.period == first.release.period


@pytest.mark.slow
def test_cancelled_at_any_moment_of_adding_nothing_is_changed(world, tmp_path) -> None:
    """Movies, categories and ratings come together or not at all."""
    catalogs, paths = world.services.catalogs, world.services.paths
    before = catalogs.info()
    source = folder(
        tmp_path / "made", made_ratings(world.services.context.catalog().catalog.movies)
    )
    asked = 0

    def adding(progress: Progress, /) -> None:
        nonlocal asked
        asked += "Adding" in str(progress.step)

    for moment in range(1, 40):
        asked = 0
        try:
            catalogs.import_path(source, report=adding, cancelled=lambda: asked >= moment)  # noqa: B023
        except Cancelled:
            if not (paths.ratings / "movielens.npz").exists():
                assert catalogs.info() == before, moment
                continue
        break
    else:
        pytest.fail("it was never more than cancelled")
    assert moment > 5, "there are moments to cancel it"
    assert catalogs.info().ratings > 0
