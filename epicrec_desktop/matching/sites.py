"""The site table: what a page of each site says about movies, as data in `resources/sites/`.

A site is added there, as its README.md says; the engine does not change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from epicrec_desktop import resources
from epicrec_desktop.domain.history import Evidence


class Reader(Enum):
    """How a page's movie is read."""

    IMDB_ID = auto()  # the path's group "id" is IMDb's number, which is authoritative
    TMDB_ID = auto()  # the path's group "id" is TMDB's movie number
    RELEASE = auto()  # the page title holds the name of a release: "Heat.1995.1080p"
    TITLE = auto()  # a page about one movie: title and year in the page title, or in a slug
    ENCYCLOPEDIA = auto()  # only the qualifier in the page's name says that it is a movie
    SEARCH = auto()  # a query that is a title and a word that means movies, and nothing else
    SITE_SEARCH = auto()  # the path's group "query" was typed into the search of a movie site
    VIDEO = auto()  # a trailer, clip or review among videos of every kind
    FORUM = auto()  # a thread that names a movie with its year


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

    `path` is matched at the start of path, query and fragment. Its groups: `id`; `slug`, a title in
    the address; `year`; `query`. `needs` must be found in the page title, `never` must not. `heads`
    and `tails` are what the site writes around a title: regular expressions, tried at the start and
    the end. `signature` is the end of a page title from a dash or a bar on, with the site's name.
    `bilingual`: the page title may hold a second title after "/" or in brackets. `mixed`: the same
    kind of page shows series too. `aliases`: the path's group "id" is the movie's id at this site
    ("netflix"); a movie that the catalog knows by it is taken, else the page is read as any other.
    `own`: the site's names, which are no title of a page: "Max". `without_id`: only movies whose
    number there ("tmdb") the catalog does not know; of another movie the number is another one.
    `asked`: what such a page says is asked about, however certain the movie is.
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
    """A site: host names, and its movie pages in order. A page that no rule takes is no movie.

    A host stands for its subdomains too; "google.*" stands for google.com, google.co.uk ….
    `ids_anywhere`: IMDb's number says which movie a page is about wherever its address has it.
    """

    hosts: tuple[str, ...]
    rules: tuple[Rule, ...] = ()
    ids_anywhere: bool = True


_PAGE = re.compile(r"(\w+) (\S+) = (.+)")
_NAMED = re.compile(r"\$\{(\w+)\}")
_FLAGS = ("bilingual", "mixed", "asked")
_Texts = dict[str, str]


@dataclass(frozen=True)
class _Page:
    """A page as the file has it: of a reader, or of a kind that the file defines."""

    kind: str
    name: str
    path: str
    fields: _Texts = field(default_factory=dict)


@dataclass(frozen=True)
class _Part:
    """What stands below a header: fields of all pages, and the pages."""

    hosts: list[str] = field(default_factory=list)
    fields: _Texts = field(default_factory=dict)
    pages: list[_Page] = field(default_factory=list)


class SiteTable:
    """A file of sites, as `resources/sites/README.md` says.

    Raises `KeyError` for a reader or a text that is none, and `ValueError` for such a field.
    """

    def __init__(self, text: str) -> None:
        self._kinds: dict[str, _Part] = {}
        self._sites: list[_Part] = []
        part = _Part()
        self._texts = fields = part.fields
        for line in filter(None, map(str.strip, text.splitlines())):
            if line.startswith("#"):
                continue
            if line.startswith("<"):
                part = self._kinds[line[1:-1]] = _Part()
            elif line.startswith("["):
                if part.pages or part.fields or not part.hosts:
                    part = _Part()
                    self._sites.append(part)
                part.hosts.extend(line[1:-1].split())
            elif found := _PAGE.fullmatch(line):
                page = _Page(found[1], found[2], found[3])
                part.pages.append(page)
                fields = page.fields
                continue
            else:
                key, _, value = map(str.strip, line.partition("="))
                fields[key] = f"{fields[key]}|{value}" if key in fields else value
                continue
            fields = part.fields

    def sites(self) -> Iterator[Site]:
        """Yield the sites in the file's order."""
        for part in self._sites:
            ids_anywhere = part.fields.pop("no_stray_ids", None) is None
            rules = tuple(rule for page in part.pages for rule in self._rules(page, part.fields))
            yield Site(tuple(part.hosts), rules, ids_anywhere)

    def _rules(self, page: _Page, shared: _Texts) -> Iterator[Rule]:
        """Yield the rules of a page; what it says of itself holds for the last one of its kind."""
        if page.kind not in self._kinds:
            own = {key: self._filled(value) for key, value in {**shared, **page.fields}.items()}
            yield _rule(Reader[page.kind.upper()], page.name, self._filled(page.path), own)
            return
        given = {"name": page.name, "path": page.path}
        pages = self._kinds[page.kind].pages
        for one in pages:
            name, path = self._filled(one.name, given), self._filled(one.path, given)
            fields = {**one.fields, **page.fields} if one is pages[-1] else one.fields
            yield from self._rules(_Page(one.kind, name, path, fields), shared)

    def _filled(self, text: str, given: Mapping[str, str] | None = None) -> str:
        """Return a text with those that it names in it."""
        texts = {**self._texts, **(given or {})}
        return _NAMED.sub(lambda found: self._filled(texts[found[1]], given), text)


def _rule(reader: Reader, name: str, path: str, fields: _Texts) -> Rule:
    label, heads, tails = (fields.pop(key, "") for key in ("label", "heads", "tails"))
    signature = ""
    label = label if reader is Reader.TITLE else ""
    if label:
        # After a bar, words may come before the site's name: "| Offizielle Website von …".
        signature = (
            rf"\s*(?:(?:[|•·:»–—]|-\s)\s*(?:(?:full |watch ){{0,2}}(?:movies?|film) (?:on|at) )?|"
            rf"[|•·]\s*[^|•·]{{1,40}}?\s)(?:{label})(?!\w).*$"
        )
        heads = f"{heads}{heads and '|'}(?:{label})\\s*(?:[|•·:»–—]|-(?=\\s))"
        tails = f"{tails}{tails and '|'}(?<=\\s)(?:on|at) (?:{label})"
    rule = Rule(
        name,
        Pattern(path),
        reader,
        Evidence[fields.pop("evidence", "interest").upper()],
        Undated[fields.pop("undated", "open").upper()],
        _pattern(fields.pop("needs", "")),
        _pattern(fields.pop("never", "")),
        _pattern(heads and rf"^(?:{heads})(?!\w)\s*"),
        _pattern(tails and rf"\s*(?:{tails})$"),
        _pattern(signature),
        aliases=fields.pop("aliases", None),
        own=_pattern(label),
        without_id=fields.pop("without_id", None),
        **{flag: fields.pop(flag, None) is not None for flag in _FLAGS},
    )
    if fields:
        raise ValueError("a field that no rule has")
    return rule


def _pattern(text: str) -> Pattern | None:
    return Pattern(text) if text else None


def _read(*names: str) -> tuple[Site, ...]:
    paths = (resources.path("sites", f"{name}.txt") for name in names)
    return tuple(
        site for path in paths for site in SiteTable(path.read_text(encoding="utf-8")).sites()
    )


def _with_searches(sites: Iterable[Site], searches: Iterable[Site]) -> tuple[Site, ...]:
    """Return the sites with their search rules before their own; new sites for other hosts."""
    rules: dict[str, list[Rule]] = {}
    for searched in searches:
        for host in searched.hosts:
            rules.setdefault(host, []).extend(searched.rules)
    found = []
    for one in sites:
        mine = dict.fromkeys(rule for host in one.hosts for rule in rules.pop(host, []))
        found.append(replace(one, rules=(*mine, *one.rules)) if mine else one)
    return (*found, *(Site((host,), tuple(new)) for host, new in rules.items()))


SITES = _with_searches(
    _read("databases", "regional", "streaming", "reviews", "cinemas", "general"), _read("searches")
)
(MEDIA_SERVER,) = _read("media_servers")
"""Pages of a Jellyfin, Emby or Plex server at home, by a part of its host or by its port."""
