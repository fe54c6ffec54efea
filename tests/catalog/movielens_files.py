"""Writes one invented catalog in every shape MovieLens comes in."""

import zipfile
from dataclasses import dataclass
from pathlib import Path

from epicrec_desktop.domain.movies import CATEGORIES

# Children's was this genre's name in the first sets.
_NAMES = {"Children": "Children's"}
FLAGS = ["unknown", *(_NAMES.get(name, name) for name in CATEGORIES)]


@dataclass(frozen=True)
class Invented:
    """A movie nobody made, as MovieLens would write it."""

    id: int
    title: str
    genres: tuple[str, ...]
    imdb: str = ""
    tmdb: str = ""


MOVIES = (
    Invented(3, "Lighthouse Keeper's Garden, The (1994)", ("Comedy", "Drama"), "0990001", "501"),
    Invented(7, "Été sans fin (Endless Summer, An) (1988)", ("Romance",), "0990002", "502"),
    Invented(11, 'Say "Quince", Twice (2001)', ("Children's", "Animation"), "10990003", ""),
    Invented(
        20, "Nuit du hérisson, La (1971)", ("Crime", "Film-Noir", "Mystery"), "0990004", "504"
    ),
    Invented(21, "Dust over Halmar (1959)", ("Western", "War"), "", "505"),
    Invented(
        400, "Ninth Comet, The (a.k.a. Comet 9) (2003)", ("Sci-Fi", "Thriller"), "990006", "6"
    ),
)
RATINGS = (
    (1, 3, 4.0),
    (1, 7, 5.0),
    (1, 400, 3.0),
    (2, 3, 1.0),
    (2, 21, 2.0),
    (9, 3, 5.0),
    (9, 11, 4.0),
    (9, 20, 3.0),
    (9, 7, 4.0),
)


def csv_files() -> dict[str, bytes]:
    """Return the latest sets, and 20M to 32M."""
    movies = ["movieId,title,genres"]
    for m in MOVIES:
        genres = "|".join(g.replace("Children's", "Children") for g in m.genres)
        title = m.title.replace('"', '""')
        movies.append(f'{m.id},"{title}",{genres}' if "," in title else f"{m.id},{title},{genres}")
    ratings = ["userId,movieId,rating,timestamp"]
    ratings += [f"{u},{m},{r:.1f},964982703" for u, m, r in RATINGS]
    links = ["movieId,imdbId,tmdbId", *(f"{m.id},{m.imdb},{m.tmdb}" for m in MOVIES)]
    return {
        "movies.csv": lines(movies),
        "ratings.csv": lines(ratings),
        "links.csv": lines(links),
        "README.txt": b"An invented catalog.\n",
    }


def dat_files(encoding: str = "latin-1") -> dict[str, bytes]:
    """1M (Latin-1) and 10M (UTF-8)."""
    movies = [f"{m.id}::{m.title}::{'|'.join(m.genres)}" for m in MOVIES]
    ratings = [f"{u}::{m}::{r:g}::978300760" for u, m, r in RATINGS]
    return {"movies.dat": lines(movies, encoding), "ratings.dat": lines(ratings)}


def item_files() -> dict[str, bytes]:
    """100K."""
    movies = []
    for m in MOVIES:
        flags = "|".join("1" if flag in m.genres else "0" for flag in FLAGS)
        movies.append(f"{m.id}|{m.title}|01-Jan-{m.title[-5:-1]}||http://us.imdb.com/|{flags}")
    ratings = [f"{u}\t{m}\t{r:g}\t881250949" for u, m, r in RATINGS]
    genres = [f"{name}|{i}" for i, name in enumerate(FLAGS)]
    return {
        "u.item": lines(movies, "latin-1"),
        "u.data": lines(ratings),
        "u.genre": lines([*genres, ""]),
    }


SHAPES = {
    "csv": csv_files,
    "dat-1m": dat_files,
    "dat-10m": lambda: dat_files("utf-8"),
    "item": item_files,
}


def lines(rows: list[str], encoding: str = "utf-8") -> bytes:
    """Return lines with their ends."""
    return "".join(f"{row}\n" for row in rows).encode(encoding)


def folder(at: Path, files: dict[str, bytes]) -> Path:
    """Write the files into a folder."""
    at.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (at / name).write_bytes(data)
    return at


def archive(at: Path, files: dict[str, bytes], inner: str = "ml-invented/") -> Path:
    """Write the files into an archive, below an inner folder as GroupLens does."""
    with zipfile.ZipFile(at, "w", zipfile.ZIP_DEFLATED) as target:
        if inner:
            target.writestr(inner, b"")
        for name, data in files.items():
            target.writestr(inner + name, data)
    return at
