"""Which movies follow an earlier one, by their titles alone, in a catalog of anybody."""

from __future__ import annotations

import pytest

from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.services.sequels import follows_by_title

DRAMA, OTHER = ("Drama",), ("Documentary",)


def following(
    *films: tuple[str, int | None] | tuple[str, int | None, tuple[str, ...]],
) -> list[str]:
    movies = tuple(Movie(f[0], f[1], f[2] if len(f) > 2 else DRAMA) for f in films)
    follows = follows_by_title(Catalog("Made", "1", movies))
    return [movie.title for movie, is_one in zip(movies, follows, strict=True) if is_one]


@pytest.mark.parametrize(
    ("first", "later"),
    [
        (("Rocky", 1976), ("Rocky II", 1979)),
        (("Jaws", 1975), ("Jaws 2", 1978)),
        (("The Raid: Redemption", 2011), ("The Raid 2", 2014)),
        (("The Incredibles", 2004), ("Incredibles 2", 2018)),
        (("Happy Feet", 2006), ("Happy Feet Two", 2011)),
        (("It", 2017), ("It Chapter Two", 2019)),
        (("Avatar", 2009), ("Avatar: The Way of Water", 2022)),
        (("Top Secret", 1984), ("Top Secret: Part III", 1990)),
    ],
)
def test_a_number_or_more_words_behind_the_name(first, later) -> None:
    assert following(first, later) == [later[0]]


@pytest.mark.parametrize(
    "films",
    [
        (("Super", 2010), ("Super 8", 2011)),
        (("District", 1990), ("District 9", 1995)),
        (("Apollo 13", 1995),),
        (("Henry V", 1944), ("Henry V", 1989)),
        (("Robin Hood", 1973), ("Robin Hood: Prince of Thieves", 1991)),
        (("Exodus", 2007, OTHER), ("Exodus: Gods and Kings", 2014)),
        (("Rocky", None), ("Rocky II", None)),
        (("Rocky II", 1979),),
        (("Rocky II", 1979), ("Rocky", 1990)),
        (("The Kid", 1921), ("The Kid Brother", 1927)),
        ((": ", 1990), (": :", 1991)),
        (("", 1990), ("2", 1991)),
    ],
)
def test_what_only_looks_like_it(films) -> None:
    assert following(*films) == []


def test_a_hostile_title_takes_no_time() -> None:
    """A pattern that goes back and forth over a long title would not come to an end."""
    assert following(("a" * 100_000, 1990), ("a, " * 50_000 + "x", 1999)) == []
