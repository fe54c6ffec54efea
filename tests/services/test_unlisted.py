"""Movies that no catalog has: found on pages and in exports, kept, found again, never released."""

import json
import shutil
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browser_databases import Page, chromium, chromium_ticks

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.export_records import MatchReason, RecordKind, Service
from epicrec_desktop.domain.history import BrowserProfile, LibraryStatus
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.matching.matcher import Matcher
from epicrec_desktop.matching.page_finder import PageFinder
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.services.backup.export_reader import read_export
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.store import unlisted
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.ratings import Imported
from moments import NOW
from sql import sql

IMDB = "https://www.imdb.com/title/tt99000001/"
LETTERBOXD = "https://letterboxd.com/film/quiet-harbour-lane/"
TRAM = "https://en.wikipedia.org/wiki/Amber_Tram_(2026_film)"
PAGES = {
    IMDB: "Quiet Harbour Lane (2026) - IMDb",
    LETTERBOXD: "Quiet Harbour Lane (2026) directed by A. Person • Reviews, film + cast "
    "• Letterboxd",
    "https://www.themoviedb.org/movie/9900002-salt-road": "Salt Road (2025) — The Movie Database "
    "(TMDB)",
    TRAM: "Amber Tram (2026 film) - Wikipedia",
    "https://trakt.tv/movies/paper-lighthouse-2025": "Paper Lighthouse (2025) - Trakt",
    "https://www.justwatch.com/us/movie/glass-orchard": "Glass Orchard (2025): Where to Watch and "
    "Stream Online | JustWatch",
    # No movies, or no certain ones.
    "https://www.imdb.com/title/tt99000003/": "Night Ferry (TV Series 2025– ) - IMDb",
    "https://www.imdb.com/title/tt99000004/": "Night Ferry (Video Game 2025) - IMDb",
    "https://www.imdb.com/title/tt99000005/": "IMDb",
    "https://en.wikipedia.org/wiki/Night_Ferry_(2025_TV_series)": "Night Ferry (2025 TV series)",
    "https://www.justwatch.com/us/movie/night-ferry": "Night Ferry streaming: where to watch?",
    "https://www.netflix.com/title/99000006": "Watch Night Ferry (2025) | Netflix",
}


def history(folder: Path, pages: dict[str, str]) -> BrowserProfile:
    """A Chromium profile with two visits of each page."""
    now = datetime.now(UTC)
    times = tuple(chromium_ticks(now - timedelta(days=days)) for days in (2, 1))
    return chromium(folder, [Page(url, title, times) for url, title in pages.items()])


def table(folder: Path, *rows: str) -> Path:
    file = folder / "films.csv"
    file.write_text("title,year,imdbID,rating10,watcheddate\n" + "\n".join(rows) + "\n")
    return file


def take_in(world: Any, *files: Path) -> Any:
    return world.services.imports.apply(world.services.imports.preview(files))


def catalog(folder: Path, *rows: tuple[str, str, str]) -> Path:
    """A catalog in MovieLens's format: (title, categories, number at IMDb)."""
    folder.mkdir(exist_ok=True)
    movies = ["movieId,title,genres"]
    links = ["movieId,imdbId,tmdbId"]
    for number, (title, genres, imdb) in enumerate(rows, start=900_001):
        movies.append(f"{number},{title},{genres}")
        links.append(f"{number},{imdb},")
    (folder / "movies.csv").write_text("\n".join(movies) + "\n")
    (folder / "links.csv").write_text("\n".join(links) + "\n")
    return folder


def entries(world: Any) -> dict[str, LibraryEntry]:
    return {e.movie.label: e for e in world.services.library.entries()}


def test_a_year_may_be_escaped_in_an_address():
    finder = PageFinder(Matcher(Catalog("empty", "1", ())), bytes(32), {})
    address = "https://en.wikipedia.org/wiki/Amber_Tram_%28%32%30%32%36_film%29"
    (place,) = finder.match(address, "Amber Tram").movies
    assert finder.movies[place].label == "Amber Tram (2026)"


def test_the_name_of_the_site_is_no_part_of_a_title():
    finder = PageFinder(Matcher(Catalog("empty", "1", ())), bytes(32), {})
    (place,) = finder.match(IMDB, "IMDb - Salt Road (2025)").movies
    assert finder.movies[place].label == "Salt Road (2025)"


def test_pages_that_name_a_movie_for_certain_count_once(world, tmp_path):
    profile = history(tmp_path / "mine", PAGES)
    result = world.services.scan.scan([profile], confirm_sure=True)
    found = entries(world)
    assert set(found) == {
        "Quiet Harbour Lane (2026)",
        "Salt Road (2025)",
        "Amber Tram (2026)",
        "Paper Lighthouse (2025)",
        "Glass Orchard (2025)",
    }
    harbour = found["Quiet Harbour Lane (2026)"]
    assert harbour.movie.unlisted
    assert harbour.movie.wire_id is None
    assert harbour.looked_at
    assert harbour.count == 4, "two sites' pages are one film"
    assert dict(harbour.movie.site_ids) == {
        "imdb": "tt99000001",
        "letterboxd": "quiet-harbour-lane",
    }
    assert result.new_suggested == 5
    before = {e.id: (e.count, e.status) for e in found.values()}
    world.services.scan.scan()  # reads on
    world.services.catalogs.import_path(catalog(tmp_path / "c", ("Other (2020)", "Drama", "1")))
    world.services.scan.scan()  # everything again, for the catalog is another one
    assert {e.id: (e.count, e.status) for e in world.services.library.entries()} == before
    assert world.services.scan.deletions().movies == ()
    world.services.close()
    kept = b"".join(f.read_bytes() for f in world.paths.data.rglob("*") if f.is_file())
    for url in PAGES:
        assert url.encode() not in kept


def test_a_catalog_finds_them_again(world, tmp_path):
    profile = history(tmp_path / "mine", PAGES)
    world.services.scan.scan([profile], confirm_sure=True)
    take_in(world, table(tmp_path, "Quiet Harbour Lane,2026,tt99000001,8,2026-10-01"))
    (harbour,) = (e for e in entries(world).values() if "Harbour" in e.movie.title)
    world.services.library.rate(harbour.id, OwnRating(Rating.LIKED, True))
    tram = entries(world)["Amber Tram (2026)"]
    world.services.library.set_status([tram.id], LibraryStatus.REJECTED)
    source = catalog(
        tmp_path / "c",
        ("Quiet Harbor Lane (2026)", "Drama|Romance", "99000001"),  # written otherwise
        ("Amber Tram (2026)", "Comedy", ""),
    )
    info = world.services.catalogs.import_path(source)
    assert info.known_now == 2
    again = entries(world)
    assert len(again) == 5
    known = again["Quiet Harbor Lane (2026)"]
    assert known.movie.wire_id == "imdb:tt99000001"
    assert known.movie.categories == ("Drama", "Romance")
    assert known.status is LibraryStatus.CONFIRMED
    assert known.own == OwnRating(Rating.LIKED, True)
    assert known.imports == (Imported(Service.TABLE, date(2026, 10, 1), 0.8),)
    assert known.count == harbour.count
    assert again["Amber Tram (2026)"].status is LibraryStatus.REJECTED
    assert not again["Amber Tram (2026)"].movie.unlisted
    assert world.services.catalogs.import_path(source).known_now == 0


def test_two_of_them_that_are_one_movie_are_joined(world, tmp_path):
    world.services.unlisted.add("Quiet Harbour Lane", 2026)
    take_in(world, table(tmp_path, "Die stille Hafengasse,2026,tt99000001,8,2026-10-01"))
    assert len(entries(world)) == 2
    world.services.unlisted.add("Quiet Harbour Lane", 2026, imdb=IMDB)
    (one,) = entries(world).values()
    assert one.imports == (Imported(Service.TABLE, date(2026, 10, 1), 0.8),)


def test_two_of_one_title_whose_ids_differ_are_not_joined_by_it(world, tmp_path):
    world.services.unlisted.add("Quiet Harbour Lane", 2026, imdb=IMDB)
    world.services.unlisted.add("Quiet Harbour Lane", 2026, imdb=IMDB.replace("1/", "2/"))
    world.services.unlisted.add("Quiet Harbour Lane", 2026)
    found = [entry.movie.identities for entry in world.services.library.entries()]
    assert sorted(ids["imdb"] for ids in found) == ["tt99000001", "tt99000002"]


def test_two_of_them_that_a_scan_finds_to_be_one_movie_are_joined(world, tmp_path):
    """IMDb has a movie's page in the language of the browser, which may have been another one."""
    pages = {
        IMDB: "Die stille Hafengasse (2026) - IMDb",
        LETTERBOXD: PAGES[LETTERBOXD],
        f"{IMDB}?language=en": PAGES[IMDB],
        TRAM: PAGES[TRAM],  # a movie that comes after, which may not have the key of a joined one
    }
    profile = history(tmp_path / "mine", pages)
    world.services.scan.scan([profile])
    found = entries(world)
    tram, one = found.pop("Amber Tram (2026)"), *found.values()
    assert (one.count, tram.count) == (6, 2), "two visits of each page"
    assert set(dict(one.movie.site_ids)) == {"imdb", "letterboxd"}


def test_two_of_them_that_an_export_says_are_one_movie_are_joined(world, tmp_path):
    """Both come before what says so."""
    own = world.services.unlisted
    added = [own.add("Quiet Harbour Lane", 2026), own.add("Hafengasse", 2026, imdb=IMDB)]
    world.services.data.export(tmp_path / "out.json")
    document = json.loads((tmp_path / "out.json").read_text())
    lane, gasse = sorted(document["library"], key=lambda movie: movie["title"], reverse=True)
    document["library"] = [lane, gasse, {**lane, "ids": gasse["ids"]}]
    (tmp_path / "changed.json").write_text(json.dumps(document))
    world.services.library.forget(added)
    world.services.backup.restore(world.services.backup.plan(tmp_path / "changed.json"))
    (one,) = entries(world).values()
    assert one.movie.identities == gasse["ids"]


def test_what_an_import_cannot_place_is_kept(world, tmp_path):
    file = tmp_path / "NetflixViewingHistory.csv"
    file.write_text('Title,Date\n"Night Ferry to Nowhere","12/31/25"\n"Psycho","12/31/18"\n')
    applied = take_in(world, file)
    rows = {one.movie.title: one for one in world.services.unlisted.unplaced()}
    assert set(rows) == {"Night Ferry to Nowhere", "Psycho"}
    ferry = rows["Night Ferry to Nowhere"]
    assert ferry.kind is RecordKind.WATCHED
    assert ferry.imports == (Imported(Service.NETFLIX, date(2025, 12, 31)),)
    assert not entries(world)
    assert not take_in(world, file).changed

    (psycho,) = (
        k for k, m in world.services.library.search_catalog("Psycho 1960", 5) if m.year == 1960
    )
    placed = world.services.unlisted.place(rows["Psycho"].id, psycho)
    assert entries(world)["Psycho (1960)"].imports == (
        Imported(Service.NETFLIX, date(2018, 12, 31)),
    )
    world.services.unlisted.undo(placed)
    assert not entries(world)
    kept = world.services.unlisted.keep(ferry.id, 2025)
    assert entries(world)["Night Ferry to Nowhere (2025)"].status is LibraryStatus.CONFIRMED
    world.services.unlisted.undo(kept)
    dropped = world.services.unlisted.drop(ferry.id)
    assert [one.movie.title for one in world.services.unlisted.unplaced()] == ["Psycho"]
    world.services.unlisted.undo(dropped)
    assert rows.keys() == {one.movie.title for one in world.services.unlisted.unplaced()}
    world.services.imports.undo(applied)
    assert world.services.unlisted.unplaced() == []


def test_a_catalog_places_rows_and_a_wish_stays_a_wish(world, tmp_path):
    viewed, wish = tmp_path / "NetflixViewingHistory.csv", tmp_path / "watchlist.csv"
    viewed.write_text('Title,Date\n"Night Ferry to Nowhere","12/31/25"\n')
    wish.write_text("Date,Name,Year,Letterboxd URI\n2026-01-01,Salt Road,2025,u\n")
    take_in(world, viewed)
    take_in(world, wish)
    assert not entries(world)
    assert [m.label for _, m in world.services.library.watchlist()] == ["Salt Road (2025)"]
    source = catalog(
        tmp_path / "c",
        ("Night Ferry to Nowhere (2024)", "Drama", "99000009"),
        ("Salt Road (2025)", "War", "7"),
    )
    world.services.catalogs.import_path(source)
    (entry,) = entries(world).values()
    assert entry.movie.wire_id == "imdb:tt99000009"
    assert entry.status is LibraryStatus.CONFIRMED
    assert world.services.unlisted.unplaced() == []
    ((_, movie),) = world.services.library.watchlist()
    assert movie.wire_id == "imdb:tt0000007"


def test_what_is_typed_is_checked(world):
    for title, year, imdb in (
        ("", 2025, ""),
        ("Salt Road", 1200, ""),
        ("Salt Road", 2025, "https://example.org/"),
        ("Salt Road", 2025, "tt٩٩٠٠٠٠٠١"),  # an export would not come in again
    ):
        with pytest.raises(EpicRecError):
            world.services.unlisted.add(title, year, imdb=imdb)
    assert not entries(world)


def test_everything_goes_out_and_comes_back(world, tmp_path):
    world.services.unlisted.add("Salt Road", 2025, ("Drama", "War"), IMDB)
    file = tmp_path / "NetflixViewingHistory.csv"
    file.write_text('Title,Date\n"Night Ferry to Nowhere","12/31/25"\n')
    take_in(world, file)
    wish = tmp_path / "watchlist.csv"
    wish.write_text("Date,Name,Year,Letterboxd URI\n2026-01-01,Amber Tram,2026,u\n")
    take_in(world, wish)
    out = tmp_path / "out.json"
    world.services.data.export(out)

    def said(file):
        document = json.loads(file.read_text())
        assert document["version"] == 1
        return {name: document[name] for name in ("library", "watchlist", "unplaced")}

    first = said(out)
    assert first["library"][0]["ids"] == {"imdb": "tt99000001"}
    assert first["library"][0]["categories"] == ["Drama", "War"]
    world.services.library.forget([e.id for e in world.services.library.entries()])
    world.services.unlisted.drop(world.services.unlisted.unplaced()[0].id)
    for key, _ in world.services.library.watchlist():
        world.services.library.watch_later(key, False)
    plan = world.services.backup.plan(out)
    assert plan.would.unknown == 1
    world.services.backup.restore(plan)
    world.services.data.export(tmp_path / "again.json")
    assert said(tmp_path / "again.json") == first


def test_forgetting_leaves_no_title(world):
    key = world.services.unlisted.add("Salt Road", 2025)
    world.services.library.forget([key])
    world.services.close()
    kept = b"".join(f.read_bytes() for f in world.paths.data.rglob("*") if f.is_file())
    assert b"Salt Road" not in kept


LEVELS = (
    PrivacyChoice(ReleaseLevel.ALL),
    PrivacyChoice(ReleaseLevel.PERTURBED),
    PrivacyChoice(ReleaseLevel.PERTURBED, {"Drama": ReleaseLevel.ALL}),
)


def one_life(base: Path, seed: int, unknown: int) -> list[Any]:
    """What leaves, or is shown as leaving, of twenty movies and so many that no catalog has."""
    source = NumpySource(np.random.default_rng(seed))
    services = wiring.build(Paths.under(base), now=lambda: NOW, source=source)
    services.privacy.restore(LEVELS[seed % len(LEVELS)])
    kinds = np.random.default_rng(seed + 1).integers(5, size=unknown)
    for number, kind in enumerate(kinds.tolist()):
        key = services.unlisted.add(
            f"Unknown film {number}", 2025, ("Drama",) if kind else (), wanted=kind == 3
        )
        if kind == 1:
            services.library.rate(key, OwnRating(Rating.LIKED, False))
        elif kind == 2:
            services.library.set_weight(key, 0.5)
        elif kind == 4:
            services.library.set_status([key], LibraryStatus.REJECTED)
    movies = [key for key, _ in services.library.best_known(60)]
    for key in np.random.default_rng(seed).choice(movies, size=20, replace=False).tolist():
        services.library.add(key)
    shown = services.releases.preview()
    outcome = services.recommend.release(services.releases.propose())
    said = [
        shown.items, dict(shown.true_counts), dict(shown.released_counts), shown.withheld_items,
        shown.open_items, shown.perturbed_items, shown.waiting_items, shown.silenced_items,
        outcome.release.payload, [(r.name, r.suggestions) for r in outcome.recommendations.rows],
        [movie for movie, _ in services.library.confirmed() if not movie.named_by],
    ]  # fmt: skip
    services.close()
    return said


@pytest.mark.parametrize("seed", range(3))
def test_nothing_of_them_is_in_a_release(prepared, tmp_path, seed):
    """With them and without: the same bytes, the same preview, the same recommendations."""
    for name in ("with", "without"):
        shutil.copytree(prepared, tmp_path / name)
    assert one_life(tmp_path / "with", seed, 12) == one_life(tmp_path / "without", seed, 0)


PLAYER = "https://www.netflix.com/watch/80011111"


def test_it_was_another_movie(world, tmp_path):
    """A page that was corrected means the right movie from then on, until that is taken back."""
    pages = {PLAYER: "Watch Inception (2010) | Netflix", IMDB: "Quiet Harbour Lane (2026) - IMDb"}
    profile = history(tmp_path / "mine", pages)
    world.services.scan.scan([profile], confirm_sure=True)
    wrong = entries(world)["Inception (2010)"]
    world.services.library.rate(wrong.id, OwnRating(Rating.LIKED, False))
    (right,) = (
        k for k, m in world.services.library.search_catalog("Heat 1995", 5) if m.year == 1995
    )

    done = world.services.unlisted.correct(wrong.id, right)
    found = entries(world)
    assert set(found) == {"Heat (1995)", "Quiet Harbour Lane (2026)"}
    heat = found["Heat (1995)"]
    assert (heat.status, heat.count) == (LibraryStatus.CONFIRMED, wrong.count)
    assert heat.own.rating is Rating.LIKED
    world.services.catalogs.import_path(catalog(tmp_path / "c", ("Other (2020)", "Drama", "1")))
    world.services.scan.scan()  # all pages again
    assert set(entries(world)) == set(found)
    assert entries(world)["Heat (1995)"].count == wrong.count
    assert world.services.scan.deletions().movies == ()

    world.services.unlisted.undo_correction(done)
    assert set(entries(world)) == {"Inception (2010)", "Quiet Harbour Lane (2026)"}
    assert entries(world)["Inception (2010)"].own.rating is Rating.LIKED
    world.services.catalogs.import_path(catalog(tmp_path / "d", ("Other (2021)", "Drama", "2")))
    world.services.scan.scan()
    assert entries(world)["Inception (2010)"].count == wrong.count


def test_it_was_a_movie_that_no_catalog_has(world, tmp_path):
    profile = history(tmp_path / "mine", {PLAYER: "Watch Inception (2010) | Netflix"})
    world.services.scan.scan([profile], confirm_sure=True)
    (wrong,) = entries(world).values()
    right = world.services.unlisted.add("Salt Road", 2025)
    world.services.unlisted.correct(wrong.id, right)
    world.services.catalogs.import_path(catalog(tmp_path / "c", ("Other (2020)", "Drama", "1")))
    world.services.scan.scan()
    (entry,) = entries(world).values()
    assert (entry.movie.label, entry.count) == ("Salt Road (2025)", wrong.count)
    # The page stands for the catalog's movie once one has it.
    world.services.catalogs.import_path(catalog(tmp_path / "d", ("Salt Road (2025)", "War", "7")))
    world.services.scan.scan()
    (entry,) = entries(world).values()
    assert (entry.movie.wire_id, entry.count) == ("imdb:tt0000007", wrong.count)
    world.services.data.export(tmp_path / "out.json")
    world.services.library.forget([entry.id])
    world.services.backup.restore(world.services.backup.plan(tmp_path / "out.json"))
    assert set(entries(world)) == {"Salt Road (2025)"}


def test_a_movie_typed_in_for_a_correction_goes_with_it_unless_it_was_there(
    world, services, tmp_path
):
    """What an import or the watchlist had of it is not lost when the correction is undone."""
    (wrong,) = world.add("Inception (2010)")
    take_in(world, table(tmp_path, "Salt Road,,,8,2026-10-01"))
    services.unlisted.add("Amber Tram", 2026, wanted=True)
    (unplaced,) = services.unlisted.unplaced()
    for title, year in (("Night Ferry", 2025), ("Salt Road", None), ("Amber Tram", 2026)):
        right = services.unlisted.add(title, year)
        services.unlisted.undo_correction(services.unlisted.correct(wrong, right, new=True))
    found = entries(world)
    assert "Night Ferry (2025)" not in found
    assert found["Salt Road"].imports == unplaced.imports
    assert found["Amber Tram (2026)"].status is LibraryStatus.CONFIRMED
    assert found["Inception (2010)"].status is LibraryStatus.CONFIRMED


def test_a_period_that_a_movie_was_counted_in_stays_with_it(world):
    """Neither a correction nor its undo lets a movie be counted in a second period."""
    (wrong, right) = world.add("Inception (2010)", "Heat (1995)")
    world.services.privacy.restore(PrivacyChoice(ReleaseLevel.PERTURBED))
    world.release()
    world.services.library.forget([right])

    def periods():
        with world.services.context.database.read() as session:
            return LibraryRepository(session).periods()

    before = periods()
    assert set(before) == {wrong, right}
    done = world.services.unlisted.correct(wrong, right)
    assert periods() == before
    world.services.unlisted.undo_correction(done)
    assert periods() == before
    new = world.add("Fargo (1996)")[0]
    world.services.library.forget([new])
    done = world.services.unlisted.correct(wrong, new)
    given = periods()[new]
    world.clock.moment = NOW + timedelta(days=40)
    world.services.unlisted.undo_correction(done)
    assert periods() == before | {new: given}


def test_a_movie_of_the_starter_that_gets_an_id_stays_the_same(world, build, tmp_path, monkeypatch):
    """What was imported by that id, under another title, is the same movie from then on."""
    (kept,) = world.add("Aelita (1924)")
    assert entries(world)["Aelita (1924)"].movie.wire_id == "starter:aelita-1924"
    world.services.privacy.restore(PrivacyChoice(ReleaseLevel.PERTURBED))
    world.release()
    take_in(world, table(tmp_path, "La reina de Marte,1924,tt0016457,8,2026-10-01"))
    assert set(entries(world)) == {"Aelita (1924)", "La reina de Marte (1924)"}
    world.services.close()

    starter = wiring.load_starter()
    movies = tuple(
        movie.replace(imdb_id="tt0016457") if movie.label == "Aelita (1924)" else movie
        for movie in starter.movies
    )
    monkeypatch.setattr(wiring, "load_starter", lambda: replace(starter, movies=movies))
    monkeypatch.setattr(wiring, "starter_version", lambda: "next")
    world.services = build(world.clock)
    (entry,) = entries(world).values()
    assert entry.id == kept
    assert entry.movie.wire_id == "imdb:tt0016457"
    assert entry.status is LibraryStatus.CONFIRMED
    assert entry.imports == (Imported(Service.TABLE, date(2026, 10, 1), 0.8),)
    with world.services.context.database.read() as session:
        assert set(LibraryRepository(session).periods()) == {kept}


def test_a_second_correction_is_of_the_row_and_not_of_the_movie_between(world, services, tmp_path):
    """A row named Heat was Fargo, then Up, or Heat after all: a row named Fargo is still Fargo."""
    heat, fargo, up = (
        services.library.search_catalog(text, 1)[0][0]
        for text in ("Heat 1995", "Fargo 1996", "Up 2009")
    )
    rows = ("Heat,1995,,,", "Fargo,1996,,,")

    def meant():
        found = services.imports.preview([table(tmp_path, *rows)])
        return [entry.movies[0] for entry in found.entries]

    take_in(world, table(tmp_path, rows[0]))
    services.unlisted.correct(heat, fargo)
    assert meant() == [fargo, fargo]
    services.unlisted.correct(fargo, up)
    assert meant() == [up, fargo]
    services.unlisted.correct(up, heat)
    assert meant() == [heat, fargo]


def test_what_an_export_calls_so_means_the_right_movie_from_then_on(
    world, services, build, tmp_path
):
    """Of a movie of the catalog and of one that none has; over a restart, until it is undone."""
    diary = tmp_path / "diary.csv"
    diary.write_text(
        "Date,Name,Year,Watched Date\n2025-01-02,Heat,1995,2025-01-01\n"
        "2025-03-02,Quiet Harbour Lane,2024,2025-03-01\n",
        encoding="utf-8",
    )

    def imported():
        world.services.imports.apply(world.services.imports.preview([diary]))
        return set(entries(world))

    assert imported() == {"Heat (1995)", "Quiet Harbour Lane (2024)"}
    done = []
    for wrong, right in (("Heat (1995)", "Fargo 1996"), ("Quiet Harbour Lane (2024)", "Up 2009")):
        (key, movie) = services.library.search_catalog(right, 1)[0]
        assert str(movie.year) in right
        done.append(services.unlisted.correct(entries(world)[wrong].id, key))
    assert set(entries(world)) == {"Fargo (1996)", "Up (2009)"}
    services.close()
    services = world.services = build(world.clock)
    assert imported() == {"Fargo (1996)", "Up (2009)"}
    assert [entry.grounds for entry in services.imports.preview([diary]).entries] == [
        MatchReason.CORRECTED
    ] * 2
    assert entries(world)["Fargo (1996)"].imports[0].seen == date(2025, 1, 1)
    services.unlisted.undo_correction(done[0])
    assert imported() == {"Heat (1995)", "Up (2009)"}


def test_addresses_and_visits_beyond_every_bound_leave_an_export_that_comes_in_again(
    world, tmp_path
):
    pages = {
        "https://www.imdb.com/title/tt12345/": "Salt Road (2025) - IMDb",
        f"https://www.themoviedb.org/movie/{'9' * 3_000}": "Amber Tram (2026) — TMDB",
        f"https://letterboxd.com/film/{'a' * 3_000}/": "Glass Orchard (2025) directed by A. Person "
        "• Letterboxd",
    }
    profile = history(tmp_path / "mine", pages)
    sql(
        profile.database,
        "UPDATE visits SET visit_duration = 86400000000",
        "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000) "
        "INSERT INTO visits (url, visit_time, visit_duration, transition) "
        "SELECT url, visit_time, 86400000000, transition FROM n, "
        "(SELECT * FROM visits WHERE url = 1 LIMIT 1)",
    )
    world.services.scan.scan([profile])
    key = world.services.unlisted.add("No Such Film", 1999)
    with world.services.context.database.write() as session:
        unlisted.keep(session, key, 99_999)  # as an older version stored it
    world.services.data.export(tmp_path / "mine.json")
    library = read_export(tmp_path / "mine.json").document.library
    assert {movie.title: movie.year for movie in library} == {
        "Salt Road": 2025,
        "Amber Tram": 2026,
        "Glass Orchard": 2025,
        "No Such Film": None,
    }
    (road,) = (movie for movie in library if movie.title == "Salt Road")
    assert road.ids.imdb == "tt0012345"


@pytest.mark.parametrize("status", [LibraryStatus.CONFIRMED, LibraryStatus.REJECTED])
def test_a_wish_for_a_movie_that_was_answered_is_none(world, tmp_path, status):
    (kong,) = world.add("King Kong (1933)")
    world.services.library.set_status([kong], status)
    world.clock.moment += timedelta(days=1)
    wish = tmp_path / "watchlist.csv"
    wish.write_text("title\nKing Kong\n")
    take_in(world, wish)
    (row,) = world.services.unlisted.unplaced()
    world.services.unlisted.place(row.id, kong)
    assert world.services.unlisted.unplaced() == []
    assert world.services.library.watchlist() == [], "as it is where an import names it for certain"
    assert entries(world)["King Kong (1933)"].status is status


def test_a_correction_to_the_same_changes_nothing(world):
    (heat,) = world.add("Heat (1995)")
    world.services.unlisted.undo_correction(world.services.unlisted.correct(heat, heat))
    world.services.unlisted.correct(heat, heat)
    assert entries(world)["Heat (1995)"].status is LibraryStatus.CONFIRMED
