"""MovieLens file formats: detect the table layout and parse titles."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath

from epicrec_desktop.catalog.files import SourceFiles, catalog_error, decode
from epicrec_desktop.domain.movies import CATEGORIES

MOVIES_FILES = ("movies.csv", "movies.dat", "u.item")
RATINGS_FILES = ("ratings.csv", "ratings.dat", "u.data")
LINKS_FILE = "links.csv"
GENRES_FILE = "u.genre"

_KNOWN_FILES = (*MOVIES_FILES, *RATINGS_FILES, LINKS_FILE, GENRES_FILE)

# The genre flags at the end of a line of u.item, unless u.genre says otherwise.
_FLAGS = ("unknown", *CATEGORIES)
_FIELDS_BEFORE_FLAGS = 5
_SNIFF_BYTES = 65_536
_LIMIT = 100_000  # characters of a line; a longer one is not text


@dataclass(frozen=True, slots=True)
class MovieLine:
    """What one line says, as it is written: id, title, genre names, and a release date if any."""

    movie: int
    title: str
    genres: tuple[str, ...]
    released: str = ""


@dataclass(frozen=True)
class Layout:
    """How to read the movies file: `read` makes a `MovieLine` of a line, or raises `ValueError`.

    `header` lines come first.
    """

    name: str
    header: int
    read: Callable[[str], MovieLine]


def find_movies(files: SourceFiles, wanted: str | None) -> str:
    """Return the name of the movies file, in the folder itself or in one folder within it.

    `wanted` is the file that the person named. Raises `CatalogError` if there is none, or more
    than one to choose from.
    """
    if wanted is not None and sniff(files, wanted) is not None:
        return wanted
    if wanted is not None and wanted.lower() not in _KNOWN_FILES:
        raise catalog_error(
            "“{file}” is not a table of movies of MovieLens.", "Choose another file.", file=wanted
        )
    by_folder: dict[str, list[str]] = {}
    for name in files.names():
        if PurePosixPath(name).name.lower() in MOVIES_FILES and sniff(files, name) is not None:
            by_folder.setdefault(str(PurePosixPath(name).parent), []).append(name)
    if not by_folder:
        raise catalog_error(
            "“{file}” is not a MovieLens catalog: it has no table of movies "
            "(movies.csv, movies.dat or u.item).",
            "Choose a MovieLens folder or zip file.",
            file=wanted or files.label,
        )
    depth = min(_depth(folder) for folder in by_folder)
    nearest = sorted(folder for folder in by_folder if _depth(folder) == depth)
    if len(nearest) > 1:
        raise catalog_error(
            "“{file}” holds more than one catalog: {folders}.",
            "Choose one of them.",
            file=files.label,
            folders=", ".join(nearest),
        )
    return min(
        by_folder[nearest[0]], key=lambda n: MOVIES_FILES.index(PurePosixPath(n).name.lower())
    )


def beside(files: SourceFiles, movies: str, name: str) -> str | None:
    """Return the file of that name in the folder of the movies file, whatever its case."""
    folder = PurePosixPath(movies).parent
    for candidate in files.names():
        found = PurePosixPath(candidate)
        if found.parent == folder and found.name.lower() == name:
            return candidate
    return None


def sniff(files: SourceFiles, name: str, genres: Sequence[str] = _FLAGS) -> Layout | None:
    """Return the layout of a movies file by its first lines, or None if it is no such file."""
    with files.open(name) as stream:
        head = stream.read(_SNIFF_BYTES)
    if b"\0" in head:
        return None
    lines = [line for line in decode_head(head).splitlines() if line.strip()]
    if not lines:
        return None
    columns = _csv_columns(lines[0])
    if columns is not None:
        return columns
    for layout in (
        Layout("dat", 0, _read_dat),
        Layout("item", 0, partial(_read_item, tuple(genres))),
    ):
        # One damaged line at the top does not make the file another.
        if any(_reads(layout, line) for line in lines[:5]):
            return layout
    return None


def flags(text: str) -> tuple[str, ...]:
    """Return the order of the genre flags as u.genre gives it: lines "Action|1"."""
    numbered = []
    for line in text.splitlines():
        name, bar, number = line.strip().rpartition("|")
        if bar and number.isdecimal() and len(number) < 4:
            numbered.append((int(number), name))
    numbered.sort()
    in_order = [number for number, _ in numbered] == list(range(len(numbered)))
    return tuple(name for _, name in numbered) if numbered and in_order else _FLAGS


def decode_head(head: bytes) -> str:
    """Text of the beginning of a file, which may be cut within a character."""
    return decode(head[: head.rfind(b"\n") + 1] or head)


def fields_of(line: str, delimiter: str) -> list[str]:
    """Fields of one CSV line. Raises `ValueError` for quotes that do not close."""
    if len(line) > _LIMIT:
        raise ValueError("a line too long")
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True))
    except (csv.Error, StopIteration) as error:
        raise ValueError("not a CSV line") from error


def _csv_columns(header: str) -> Layout | None:
    for delimiter in ",;\t":
        try:
            names = [name.strip().lower() for name in fields_of(header, delimiter)]
        except ValueError:
            return None
        if {"movieid", "title", "genres"} <= set(names):
            at = (names.index("movieid"), names.index("title"), names.index("genres"))
            return Layout("csv", 1, partial(_read_csv, delimiter, len(names), at))
    return None


def _read_csv(delimiter: str, width: int, at: tuple[int, int, int], line: str) -> MovieLine:
    fields = fields_of(line, delimiter)
    if len(fields) != width:
        raise ValueError("wrong number of fields")
    movie, title, genres = (fields[i] for i in at)
    return _line(movie, title, genres.split("|"))


def _read_dat(line: str) -> MovieLine:
    movie, title_and_genres = line.split("::", 1)
    title, genres = title_and_genres.rsplit("::", 1)
    if genres.isdecimal():
        raise ValueError("a line of ratings")
    return _line(movie, title, genres.split("|"))


def _read_item(genres: tuple[str, ...], line: str) -> MovieLine:
    fields = line.split("|")
    if len(fields) != _FIELDS_BEFORE_FLAGS + len(genres):
        raise ValueError("wrong number of fields")
    bits = [field.strip() for field in fields[_FIELDS_BEFORE_FLAGS:]]
    if not set(bits) <= {"0", "1"}:
        raise ValueError("a flag that is none")
    chosen = [name for name, bit in zip(genres, bits, strict=True) if bit == "1"]
    return _line(fields[0], fields[1], chosen, fields[2])


def _line(movie: str, title: str, genres: Sequence[str], released: str = "") -> MovieLine:
    movie = movie.strip()
    if not (movie.isascii() and movie.isdecimal() and 0 < int(movie) < 2**31):
        raise ValueError("not a movie id")
    title = "".join(c for c in title if c.isprintable() or c.isspace())
    if not title.strip() or len(title) > 1000:
        raise ValueError("not a title")
    return MovieLine(int(movie), title, tuple(g.strip() for g in genres), released)


def _reads(layout: Layout, line: str) -> bool:
    try:
        layout.read(line)
    except ValueError:
        return False
    return True


def _depth(folder: str) -> int:
    return len(PurePosixPath(folder).parts)


# Articles that MovieLens moves behind a comma, in the languages of its movies. They count in
# exactly this spelling: "God, the" is no article that was moved.
_ARTICLES = (
    *("The", "A", "An"),
    *("Le", "La", "Les", "L'", "L’", "Un", "Une"),  # French (some Italian, Spanish, Catalan)
    *("Der", "Die", "Das", "Ein", "Eine"),  # German
    *("Il", "Lo", "I", "Gli", "Uno", "Una"),  # Italian
    *("El", "Los", "Las", "Els"),  # Spanish, Catalan
    *("O", "Os", "As", "Um", "Uma"),  # Portuguese
    *("De", "Het", "Een"),  # Dutch
    *("Den", "Det", "En", "Ett", "Et"),  # Swedish, Danish, Norwegian
    "Da",
)
ARTICLES = frozenset(_ARTICLES)

FIRST_YEAR, LAST_YEAR = 1870, 2100

# Spaces stand alone in the texts that these read, which `parse_title` sees to.
# "(1995)", "(1995–)", "(2006–2007)", "(2009– )"; ML-100K marks videos: "(1995) (V)".
_YEAR = re.compile(r"\((\d{4})(?: ?[-–—] ?(?:\d{4} ?)?)?\)(?: ?\((?:V|TV|VG)\))* ?\Z")
_ALSO_KNOWN_AS = re.compile(r"a\.?\s?k\.?\s?a\.?(?:\s+|:)", re.IGNORECASE)
_SEVERAL = re.compile(r" a\.?k\.?a\.? |; | / ", re.IGNORECASE)
# A group in parentheses that is a part of the title, not another title.
_PART = re.compile(r"(?:part|vol\.?|volume|chapter|episode|season)\s+\S+\Z", re.IGNORECASE)
_OPEN_ENDED = re.compile(r"(?::|-|–|\b(?:or|and|of))\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ParsedTitle:
    """A title as a person writes it, its year, and other titles of the same movie."""

    title: str
    year: int | None
    alternative_titles: tuple[str, ...] = ()


def parse_title(text: str) -> ParsedTitle:
    """Read a MovieLens title: year, moved articles, alternative titles in parentheses.

    Never raises; a text that says nothing but a year, or nothing at all, is the title as it is.
    """
    text = " ".join(text.split())
    rest, year = _split_year(text)
    rest, groups = _split_groups(rest)
    title = move_article(rest)
    names = dict.fromkeys(name for group in groups for name in _names_in(group))
    return ParsedTitle(title, year, tuple(name for name in names if name and name != title))


def move_article(title: str) -> str:
    """Put an article behind the last comma in front: "Vitelloni, I" is "I Vitelloni"."""
    head, comma, article = title.rpartition(", ")
    if not comma or article not in ARTICLES or not head.strip():
        return title
    return f"{article}{head}" if article.endswith(("'", "’")) else f"{article} {head}"


def _split_year(text: str) -> tuple[str, int | None]:
    found = _YEAR.search(text)
    if found is None:
        return text, None
    year, rest = int(found[1]), text[: found.start()].rstrip()
    if not rest or not FIRST_YEAR <= year <= LAST_YEAR:
        return text, None
    return rest, year


def _split_groups(text: str) -> tuple[str, list[str]]:
    """Take the groups in parentheses off the end that are other titles; in their order."""
    groups: list[str] = []
    while (start := _last_group(text)) is not None:
        rest, group = text[:start].rstrip(), text[start + 1 : -1].strip()
        if not rest or _PART.match(group) or _OPEN_ENDED.search(rest):
            break
        text = rest
        groups.insert(0, group)
    return text, groups


def _last_group(text: str) -> int | None:
    """Return where the balanced group in parentheses that ends the text begins."""
    if not text.endswith(")"):
        return None
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if depth == 0:
            # "(500) Days" has its group in front; "Jungle(2)" is one word.
            return at if at > 0 and text[at - 1].isspace() else None
    return None


def _names_in(group: str) -> list[str]:
    also = _ALSO_KNOWN_AS.match(group)
    if also is None:
        return [move_article(group)]
    return [move_article(part.strip()) for part in _SEVERAL.split(group[also.end() :])]
