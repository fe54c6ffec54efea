"""What changes by itself is said: the bus carries it to whoever listens."""

import pytest

from screen_reader.desk import Desk
from screen_reader.reader import Event
from waiting import LIMIT_S

pytestmark = pytest.mark.timeout(5 * LIMIT_S)


def said(desk: Desk, words: str) -> Event:
    return desk.reader.until(
        lambda event: event.kind == "Announcement" and words in str(event.words), LIMIT_S
    )


def number_found(desk: Desk, field: str) -> str:
    """Search for a word in a field; return what is announced, with the field empty again."""
    desk.reader.events()
    search = desk.named(field)
    desk.reader.write(search, "matrix")
    try:
        return str(said(desk, "found").words)
    finally:
        desk.reader.write(search, "")  # else Escape clears it, and leaves a dialog open


def test_number_of_search_results_is_announced(desk):
    desk.go_to("recommendations")
    assert "found" in number_found(desk, "recommendations.search")


def test_so_is_it_where_a_movie_is_added(desk):
    desk.go_to("movies")
    desk.awake()
    desk.press("movies.add")
    desk.dialog()
    try:
        assert "movies found" in number_found(desk, "movies.add.search")
    finally:
        desk.escape()


def test_error_is_announced_at_once(desk):
    desk.go_to("settings")
    desk.press("settings.part.services")
    desk.press("settings.providers.open")
    desk.reader.events()
    desk.reader.write(desk.named("settings.provider.name"), "Nowhere")
    desk.reader.write(desk.named("settings.provider.address"), "http://elsewhere.example")
    desk.press("settings.provider.add")
    event = desk.reader.until(lambda event: event.kind == "Announcement", LIMIT_S)
    assert event.words, "the sentence of the error"
    assert event.value == 2, "assertive"
