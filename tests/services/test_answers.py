"""What a person says of a recommendation: seen, not for me, later."""

from __future__ import annotations

import json

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.store.library import LibraryRepository


def _key(world, label: str) -> int:
    found = world.services.library.search_catalog(label.rpartition(" (")[0], 50)
    return next(key for key, movie in found if movie.label == label)


def test_a_movie_is_found_by_its_public_name(world) -> None:
    library = world.services.library
    key = _key(world, "Heat (1995)")
    wire = dict(library.search_catalog("Heat", 50))[key].wire_id
    assert library.find(wire) == key
    assert library.find("imdb:tt99999999") is None


def test_what_was_refused_is_not_recommended_again(world) -> None:
    world.add("Alien (1979)", "Blade Runner (1982)")
    recommend, library = world.services.recommend, world.services.library
    first = recommend.rank_locally().rows[0].suggestions[0]
    library.refuse(library.find(first.wire_id))
    rows = recommend.rank_locally().rows
    assert all(first.wire_id != s.wire_id for row in rows for s in row.suggestions)
    library.withdraw(library.find(first.wire_id))
    assert recommend.rank_locally().rows[0].suggestions[0].wire_id == first.wire_id


def test_a_refused_movie_is_never_released(world) -> None:
    library = world.services.library
    key = _key(world, "Heat (1995)")
    library.refuse(key)
    with world.services.context.database.read() as session:
        records = LibraryRepository(session)
        assert records.periods() == {}
        assert records.confirmed() == []
    assert [e.status for e in library.entries()] == [LibraryStatus.REJECTED]


def test_the_watchlist_is_kept_exported_and_left_when_seen(world, tmp_path) -> None:
    library = world.services.library
    key = _key(world, "Heat (1995)")
    library.watch_later(key, True)
    assert [movie.label for _, movie in library.watchlist()] == ["Heat (1995)"]
    assert library.entries() == [], "wanting is not watching"
    world.services.data.export(tmp_path / "export.json")
    exported = json.loads((tmp_path / "export.json").read_text(encoding="utf-8"))
    assert [movie["title"] for movie in exported["watchlist"]] == ["Heat"]
    library.add(key)
    assert library.watchlist() == []
    library.withdraw(key)
    assert [movie.label for _, movie in library.watchlist()] == ["Heat (1995)"]
    library.watch_later(key, False)
    assert library.watchlist() == []
