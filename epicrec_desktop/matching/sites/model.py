"""What a site is, to the matcher."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto

from epicrec_desktop.domain.history import Evidence


class Reader(Enum):
    """How a page's movie is read."""

    IMDB_ID = auto()  # the path's group "id" is IMDb's number, which is authoritative
    TMDB_ID = auto()  # the path's group "id" is TMDB's movie number
    RELEASE = auto()  # the page title holds the name of a release: "Heat.1995.1080p"
    TITLE = auto()  # a page about one film: title and year in the page title, or in a slug
    ENCYCLOPEDIA = auto()  # only the qualifier in the page's name says that it is a film
    SEARCH = auto()  # a query that is a title and a word that means films, and nothing else
    SITE_SEARCH = auto()  # the path's group "query" was typed into the search of a film site
    VIDEO = auto()  # a trailer, clip or review among videos of every kind
    FORUM = auto()  # a thread that names a film with its year


class Undated(Enum):
    """The decision for a title without a year that the catalog has once."""

    OPEN = auto()  # several words: accepted; one word: for review
    SERVICE = auto()  # as OPEN; for review too where a newer work may have the title
    CAREFUL = auto()  # for review
    STRICT = auto()  # several words: for review; one word: nothing
    NEVER = auto()


class Pattern:
    """A pattern of the table; case does not matter.

    It is compiled when it is first used: a history has pages of few sites, and compiling the 1,400
    patterns of all takes a quarter of a second.
    """

    __slots__ = ("_text", "fullmatch", "match", "search")
    match: Callable[..., re.Match[str] | None]
    search: Callable[..., re.Match[str] | None]
    fullmatch: Callable[..., re.Match[str] | None]

    def __init__(self, text: str) -> None:
        self._text = text

    def __getattr__(self, name: str) -> Callable[..., re.Match[str] | None]:
        """Compile; called for a method that is not set yet."""
        compiled = re.compile(self._text, re.IGNORECASE)
        self.match, self.search = compiled.match, compiled.search
        self.fullmatch = compiled.fullmatch
        return getattr(compiled, name)  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True, eq=False)  # each is one of its kind, and quick to look up
class Rule:
    """One kind of page of a site.

    `path` is matched at the start of path, query and fragment. Its groups: `id`; `slug`, a title
    in the address; `year`; `query`. `needs` must be found in the page title, `never` must not.
    `heads` and `tails` are what the site writes around a title: regular expressions, tried at the
    start and the end. `signature` is the end of a page title from a dash or a bar on, with the
    site's name.
    `bilingual`: the page title may hold a second title after "/" or in brackets. `mixed`: the same
    kind of page shows series too. `aliases`: the path's group "id" is the film's id at this site
    ("netflix"); a movie that the catalog knows by it is taken, else the page is read as any other.
    `own`: the site's names, which are no title of a page: "Max". `without_id`: only films whose
    number there ("tmdb") the catalog does not know; of another film the number is another one.
    `asked`: what such a page says is asked about, however certain the film is.
    """

    name: str
    path: Pattern
    reader: Reader = Reader.TITLE
    evidence: Evidence = Evidence.INTEREST
    undated: Undated = Undated.OPEN
    needs: Pattern | None = None
    never: Pattern | None = None
    heads: Pattern | None = None
    tails: Pattern | None = None
    signature: Pattern | None = None
    bilingual: bool = False
    mixed: bool = False
    aliases: str | None = None
    own: Pattern | None = None
    without_id: str | None = None
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Site:
    """A site: host names, and its film pages in order. A page that no rule takes is no film.

    A host stands for its subdomains too; "google.*" stands for google.com, google.co.uk ….
    `ids_anywhere`: IMDb's number says which film a page is about wherever its address has it.
    """

    hosts: tuple[str, ...]
    rules: tuple[Rule, ...] = field(default=())
    ids_anywhere: bool = True


def site(hosts: str, *rules: Rule, ids_anywhere: bool = True) -> Site:
    """Return a site of host names, separated by blanks, with its film pages in order."""
    return Site(tuple(hosts.split()), rules, ids_anywhere)


def film_page(
    name: str,
    path: str,
    *,
    site: str | None = None,
    heads: str | None = None,
    tails: str | None = None,
    needs: str | None = None,
    never: str | None = None,
    evidence: Evidence = Evidence.INTEREST,
    undated: Undated = Undated.OPEN,
    bilingual: bool = False,
    mixed: bool = False,
    aliases: str | None = None,
    without_id: str | None = None,
) -> Rule:
    """Return a page about one film, read from its title and slug.

    `site`: the site's name as its page titles write it after a dash or a bar, or before one.
    """
    signature = None
    if site:
        # After a bar, words may come before the site's name: "| Offizielle Website von …".
        signature = (
            rf"\s*(?:(?:[|•·:»–—]|-\s)\s*(?:(?:full |watch ){{0,2}}(?:movies?|film) (?:on|at) )?|"
            rf"[|•·]\s*[^|•·]{{1,40}}?\s)(?:{site})(?!\w).*$"
        )
        heads = _either(heads, rf"(?:{site})\s*(?:[|•·:»–—]|-(?=\s))")
        tails = _either(tails, rf"(?<=\s)(?:on|at) (?:{site})")
    return Rule(
        name,
        Pattern(path),
        Reader.TITLE,
        evidence,
        undated,
        Pattern(needs) if needs else None,
        Pattern(never) if never else None,
        Pattern(rf"^(?:{heads})(?!\w)\s*") if heads else None,
        Pattern(rf"\s*(?:{tails})$") if tails else None,
        Pattern(signature) if signature else None,
        bilingual,
        mixed,
        aliases,
        Pattern(site) if site else None,
        without_id,
    )


def _either(first: str | None, second: str) -> str:
    return f"{first}|{second}" if first else second
