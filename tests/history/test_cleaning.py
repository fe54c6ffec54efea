"""Properties of row cleaning and time conversion."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.history.cleaning import (
    CHROMIUM_EPOCH,
    EARLIEST,
    TITLE_CHARACTERS,
    UNIX_EPOCH,
    URL_CHARACTERS,
    Clock,
    clean_title,
    clean_url,
    to_ticks,
)

NOW = datetime(2040, 1, 1, tzinfo=UTC)
EPOCHS = st.sampled_from([CHROMIUM_EPOCH, UNIX_EPOCH])
ANY = st.one_of(
    st.none(), st.integers(), st.floats(), st.text(), st.binary(), st.text(min_size=600)
)


def test_known_times():
    # 1601 to 1970 is 11,644,473,600 s, as everyone who converts Windows times knows.
    assert to_ticks(UNIX_EPOCH, CHROMIUM_EPOCH) == 11_644_473_600_000_000
    chromium, unix = Clock(CHROMIUM_EPOCH, NOW), Clock(UNIX_EPOCH, NOW)
    expected = datetime(2026, 11, 21, 0, 21, 14, 560809, tzinfo=UTC)
    assert chromium.time(13_439_694_074_560_809) == expected
    assert unix.time(1_795_220_474_560_809) == expected


@given(EPOCHS, st.timedeltas(timedelta(0), NOW - EARLIEST))
def test_times_survive_to_the_microsecond(epoch, later):
    time = EARLIEST + later
    assert Clock(epoch, NOW).time(to_ticks(time, epoch)) == time


@given(EPOCHS, st.integers(0, 2**63))
def test_every_later_tick_is_a_time_between_the_first_and_now(epoch, more):
    clock = Clock(epoch, NOW)
    time = clock.time(clock.earliest + more)
    assert EARLIEST <= time <= NOW
    assert time.tzinfo is UTC


@given(EPOCHS, st.integers(0, 10**15), st.integers(0, 10**15))
def test_cleaning_preserves_order(epoch, one, other):
    clock = Clock(epoch, NOW)
    times = [clock.time(clock.earliest + t) for t in sorted((one, other))]
    assert times == sorted(times)


@given(ANY)
def test_any_value_makes_a_title_on_one_line(value):
    title = clean_title(value)
    assert len(title) <= TITLE_CHARACTERS
    assert title == title.strip()
    assert not set(title) & {"\0", "\n", "\r", "\t", "\u2028"}


@given(st.text(st.characters(categories=("L", "N", "P")), max_size=TITLE_CHARACTERS))
def test_ordinary_title_is_unchanged(title):
    assert clean_title(title) == title


@given(ANY)
def test_any_value_makes_a_url_or_nothing(value):
    url = clean_url(value)
    assert url is None or (":" in url and len(url) <= URL_CHARACTERS and "\0" not in url)


@given(st.text(st.characters(categories=("L", "N", "P")), max_size=200))
def test_ordinary_url_is_unchanged(path):
    assert clean_url(f"https://a.example/{path}") == f"https://a.example/{path}"


@pytest.mark.parametrize("offset", [timedelta(0), timedelta(microseconds=1)])
def test_now_and_later_are_now(offset):
    for epoch in (CHROMIUM_EPOCH, UNIX_EPOCH):
        assert Clock(epoch, NOW).time(to_ticks(NOW + offset, epoch)) == NOW


def test_spaces_in_a_row_of_a_title_are_one():
    """Their author may have meant the patterns that are tried on it: 2.5 s for 500 spaces."""
    assert clean_title("Heat \t\n  (1995)" + " " * 400 + "– Letterboxd") == (
        "Heat (1995) – Letterboxd"
    )
