"""Movies are shown by their titles in the window's language; what leaves has the public ones."""

import pytest

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel

WATCHED = ("The Godfather (1972)", "Jaws (1975)", "Alien (1979)", "Heat (1995)")


def test_library_and_search_have_the_titles_of_the_language(world):
    world.add(*WATCHED)
    world.services.context.show_titles_in("de")
    entries = world.services.library.entries()
    assert {entry.movie.label for entry in entries} >= {"Der Pate (1972)", "Heat (1995)"}
    assert {f"{e.movie.title} ({e.movie.year})" for e in entries} == set(WATCHED)
    for typed in ("Der weiße Hai", "Jaws"):
        assert [movie.label for _, movie in world.services.library.search_catalog(typed, 1)] == [
            "Der weiße Hai (1975)"
        ]
    world.services.context.show_titles_in("en")
    assert {entry.movie.label for entry in world.services.library.entries()} == set(WATCHED)


def test_release_and_export_are_the_same_bytes_in_every_language(world, tmp_path):
    world.add(*WATCHED)
    world.services.context.show_titles_in("de")
    released = world.release(PrivacyChoice(overall=ReleaseLevel.ALL)).release
    exports = []
    for language in ("de", "en"):
        world.services.context.show_titles_in(language)
        world.services.data.export(tmp_path / language)
        exports.append((tmp_path / language).read_bytes())
    assert exports[0] == exports[1]
    assert b"Der Pate" not in exports[0]
    again = world.release(PrivacyChoice(overall=ReleaseLevel.ALL)).release
    assert released.payload == again.payload


@pytest.mark.parametrize("made_in", ["en", "de"])
def test_stored_recommendations_follow_the_language(world, made_in):
    world.add(*WATCHED)
    world.services.context.show_titles_in(made_in)
    world.release()
    world.services.context.show_titles_in("de")
    shown = world.services.library.last_recommendations()
    movies = {one.title: one for row in shown.rows for one in row.suggestions}
    assert movies["The Godfather Part II"].shown_title == "Der Pate – Teil II"
    reasons = {(one.because, one.local_because) for one in movies.values()}
    assert ("The Godfather (1972)", "Der Pate (1972)") in reasons
    world.services.context.show_titles_in("en")
    english = world.services.library.last_recommendations()
    assert not any(one.local_title for row in english.rows for one in row.suggestions)
