"""Movies, categories and the public catalog (C-1)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from epicrec_desktop.domain.records import Finite, Number, Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Functions that need NumPy import it: commands that only read, and a scan's process, do without.

CATEGORIES: tuple[str, ...] = (
    "Action",
    "Adventure",
    "Animation",
    "Children",
    "Comedy",
    "Crime",
    "Documentary",
    "Drama",
    "Fantasy",
    "Film-Noir",
    "Horror",
    "Musical",
    "Mystery",
    "Romance",
    "Sci-Fi",
    "Thriller",
    "War",
    "Western",
)
"""MovieLens's 18 genres, in the order of every vector over categories."""
_LABELS = {"Film-Noir": "Film noir", "Sci-Fi": "Science fiction"}


def category_label(name: str) -> str:
    """Return a category as shown in English: "Science fiction" for "Sci-Fi"."""
    return _LABELS.get(name, name)


LARGEST_TMDB_ID = 2**31 - 1
"""TMDB's numbers are far below: a larger one is none, and would fit into no database."""

WIRE_ID = re.compile(r"^(imdb:tt[0-9]{7,10}|wd:Q[0-9]+|ml:[0-9]+|starter:[a-z0-9-]+)$(?!\n)")


_ID_FIELDS = {
    "imdb": "imdb_id",
    "wikidata": "wikidata_id",
    "movielens": "movielens_id",
    "starter": "starter_id",
    "tmdb": "tmdb_id",
}


class Movie(Record, frozen=True):
    """One movie as public sources know it.

    `title` is as a person writes it ("The Matrix", not "Matrix, The"). `popularity` is public: the
    number of people who rated it (0 where unknown), or a catalog's own figure on that scale.
    `named_by`: of a movie that no catalog has, the site, service or user that named it. Its public
    ids are in `site_ids`, so that it has no name on the wire. `local_titles`: those of its
    alternative titles whose language a source names, as (language, title): ("de", "Der Pate").
    `local_title`: the one in the user's language, set where a movie is read to be shown. What
    leaves has `title`. `fame`: the starter catalog's figure, of today's viewers; 0 where unknown.
    """

    title: str
    year: Number | None
    categories: tuple[str, ...]
    imdb_id: str | None = None  # "tt0133093"
    wikidata_id: str | None = None  # "Q83495"
    movielens_id: Number | None = None
    tmdb_id: Number | None = None
    starter_id: str | None = None  # "the-matrix-1999", only for movies of the starter catalog
    alternative_titles: tuple[str, ...] = ()
    popularity: Finite = 0.0
    site_ids: tuple[tuple[str, str], ...] = ()  # (site, id): ("netflix", "20557937")
    named_by: str = ""
    local_titles: tuple[tuple[str, str], ...] = ()
    local_title: str = ""
    fame: Finite = 0.0

    @property
    def unlisted(self) -> bool:
        """Whether no catalog has it: only this library knows it, and it is in no release."""
        return bool(self.named_by)

    @property
    def identities(self) -> dict[str, str]:
        """Its ids by who gave them: the public ones first, then those of sites."""
        known = {name: getattr(self, field) for name, field in _ID_FIELDS.items()}
        found = {name: str(value) for name, value in known.items() if value is not None}
        return found | {site: at for site, at in self.site_ids if site not in found}

    @property
    def wire_id(self) -> str | None:
        """The movie's public name on the wire, or None for a movie no public catalog has.

        IMDb's id where known, else Wikidata's, else MovieLens's, else the starter catalog's.
        """
        if self.imdb_id:  # as nearly every one has
            return f"imdb:{self.imdb_id}"
        return next(iter(self.wire_ids), None)

    @property
    def wire_ids(self) -> tuple[str, ...]:
        """All names that it could have on the wire, the one that it has first."""
        found = []  # one by one: asked of a whole catalog
        if self.imdb_id:
            found.append(f"imdb:{self.imdb_id}")
        if self.wikidata_id:
            found.append(f"wd:{self.wikidata_id}")
        if self.movielens_id is not None:
            found.append(f"ml:{self.movielens_id}")
        if self.starter_id:
            found.append(f"starter:{self.starter_id}")
        return tuple(found)

    @property
    def shown_title(self) -> str:
        """Its title in the user's language, where it has one there."""
        return self.local_title or self.title

    @property
    def label(self) -> str:
        """Title and year, as shown to the user: "Heat (1995)"."""
        return f"{self.shown_title} ({self.year})" if self.year else self.shown_title

    @property
    def public_label(self) -> str:
        """The same with the title that public sources give it, for what other programs read."""
        return f"{self.title} ({self.year})" if self.year else self.title


@dataclass(frozen=True)
class CategoryGroups:
    """The public matrix C, kept by groups: all items with the same set of categories are one row.

    Shapes: `rows` (g, c) of float values a_ij >= 0 (0/1 for movies and genres), `sizes` (g,) how
    many items each group has, `item_group` (n,) the group of each item. Groups are distinct rows;
    an item without any category belongs to the group whose row is all zeros.
    """

    categories: tuple[str, ...]
    rows: NDArray[np.float64]
    sizes: NDArray[np.int64]
    item_group: NDArray[np.int64]

    @classmethod
    def from_matrix(
        cls, categories: tuple[str, ...], matrix: NDArray[np.float64]
    ) -> CategoryGroups:
        """Group an (n, c) item-by-category matrix."""
        import numpy as np  # noqa: PLC0415

        if matrix.shape[0] == 0:
            empty = np.zeros(0, dtype=np.int64)
            return cls(categories, np.zeros((0, len(categories))), empty, empty)
        # Sets of categories as numbers, whose order is that of the rows: to sort rows is slow.
        ones = np.equal(matrix, 1.0)
        if matrix.shape[1] < 63 and np.array_equal(ones, matrix):
            keys = ones @ (1 << np.arange(matrix.shape[1], dtype=np.int64)[::-1])
            _, first, inverse, sizes = np.unique(
                keys, return_index=True, return_inverse=True, return_counts=True
            )
            rows = matrix[first]
        else:
            rows, inverse, sizes = np.unique(
                matrix, axis=0, return_inverse=True, return_counts=True
            )
        return cls(
            categories,
            rows.astype(np.float64),
            sizes.astype(np.int64),
            inverse.reshape(-1).astype(np.int64),
        )

    @property
    def items(self) -> int:
        """n, the number of items."""
        return int(self.item_group.size)

    def matrix(self) -> NDArray[np.float64]:
        """C itself, (n, c)."""
        return self.rows[self.item_group]

    def aggregates(self, items: NDArray[np.int64]) -> NDArray[np.float64]:
        """Cᵀd for the history that holds exactly these items (indices): shape (c,)."""
        import numpy as np  # noqa: PLC0415

        counts = np.bincount(self.item_group[items], minlength=len(self.sizes))
        return counts @ self.rows


Series = tuple[str, int | None]
"""The name of a television series, and the year it began."""


@dataclass(frozen=True)
class Catalog:
    """A public catalog: movies in a fixed order, with the name and version of their source."""

    name: str
    version: str
    movies: tuple[Movie, ...]
    categories: tuple[str, ...] = CATEGORIES
    mean_profile_size: float | None = None
    """Mean number of movies per public user, where ratings are there."""
    series: tuple[Series, ...] = ()
    """Television series: a page of one of these names may not be a movie's."""

    @cached_property
    def matrix(self) -> NDArray[np.float64]:
        """C: (n, c), 0/1."""
        import numpy as np  # noqa: PLC0415

        place: dict[tuple[str, ...], int] = {}  # thousands of movies share some hundred sets
        kinds = [place.setdefault(movie.categories, len(place)) for movie in self.movies]
        rows = [[float(name in some) for name in self.categories] for some in place]
        matrix = np.array(rows).reshape(len(place), len(self.categories))
        return np.asarray(matrix[np.array(kinds, dtype=np.int64)])

    def membership(self, positions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(m, c): which categories the movies at these positions have; at -1 is none."""
        return (self.matrix[positions] > 0) & (positions >= 0)[:, None]

    @cached_property
    def years(self) -> NDArray[np.int16]:
        """Year of each movie, (n,); 0 where it is unknown."""
        import numpy as np  # noqa: PLC0415

        return np.array([movie.year or 0 for movie in self.movies], dtype=np.int16)

    @cached_property
    def popularity(self) -> NDArray[np.float64]:
        """Public popularity of each movie, (n,)."""
        import numpy as np  # noqa: PLC0415

        return np.array([movie.popularity for movie in self.movies], dtype=np.float64)

    @cached_property
    def groups(self) -> CategoryGroups:
        """C by groups."""
        return CategoryGroups.from_matrix(self.categories, self.matrix)

    @cached_property
    def index(self) -> dict[str, int]:
        """Position of each movie by its wire id."""
        return {w: i for i, m in enumerate(self.movies) if (w := m.wire_id) is not None}

    def movie(self, wire_id: str) -> Movie | None:
        """Return the movie of this wire id; None where the catalog lacks it."""
        place = self.index.get(wire_id)
        return None if place is None else self.movies[place]

    def having(self, wire_ids: Iterable[str]) -> tuple[Movie, ...]:
        """Return the movies of those of these wire ids that the catalog has, in their order."""
        return tuple(self.movies[self.index[one]] for one in wire_ids if one in self.index)


DEFAULT_PROFILE_SIZE = 100.0
"""Assumed size of a public user's profile where no ratings are there (privacy quantification)."""


_YEAR_AT_END = re.compile(r"((?:18|19|20)\d\d)\)?$")


def split_year(text: str) -> tuple[str, int | None]:
    """Return the title and the year of “Title (2025)” or “Title 2025”; None without a year."""
    text = text.strip()
    found = _YEAR_AT_END.search(text)
    title = text[: found.start()].rstrip(" \t,(") if found else ""
    return (title, int(found[1])) if found and title else (text, None)
