"""What the fakes show: made-up and well-known movies, entries, releases."""

import hashlib
import itertools
import json
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import cache

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.history import Decision, Evidence, LibraryStatus, RuleEvidence, Sighting
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.domain.release import Release
from epicrec_desktop.services.library import LibraryEntry

NOW = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
EPSILON = Fraction(23, 100)

KNOWN = """Blade Runner|1982|Action,Sci-Fi,Thriller
Arrival|2016|Sci-Fi,Drama
Heat|1995|Action,Crime,Thriller
Amélie|2001|Comedy,Romance
Spirited Away|2001|Adventure,Animation,Fantasy
The Third Man|1949|Film-Noir,Mystery,Thriller
Alien|1979|Horror,Sci-Fi
Stalker|1979|Drama,Mystery,Sci-Fi
Solaris|1972|Drama,Mystery,Sci-Fi
Moon|2009|Drama,Mystery,Sci-Fi
Gattaca|1997|Drama,Sci-Fi,Thriller
Brazil|1985|Fantasy,Sci-Fi
Contact|1997|Drama,Sci-Fi
Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb|1964|Comedy,War
Fargo|1996|Comedy,Crime,Drama,Thriller
Once Upon a Time in the West|1968|Action,Drama,Western
Singin' in the Rain|1952|Comedy,Musical,Romance
Casablanca|1942|Drama,Romance
Man with a Movie Camera|1929|Documentary
The Lion King|1994|Adventure,Animation,Children,Drama,Musical
Paths of Glory|1957|Drama,War
In the Mood for Love|2000|Drama,Romance
The Shining|1980|Horror
Pan's Labyrinth|2006|Drama,Fantasy,Thriller
Wall·E|2008|Adventure,Animation,Children,Romance,Sci-Fi
Raiders of the Lost Ark|1981|Action,Adventure
Chinatown|1974|Crime,Film-Noir,Mystery,Thriller
Groundhog Day|1993|Comedy,Fantasy,Romance
M|1931|Crime,Film-Noir,Thriller
Borat: Cultural Learnings of America for Make Benefit Glorious Nation|2006|Comedy
Llanfairpwllgwyngyllgogerychwyrndrobwll|2019|Documentary
Se7en|1995|Mystery,Thriller""".splitlines()
FIRST = ("Silent", "Last", "Broken", "Hidden", "Golden", "Distant", "Paper", "Winter", "Quiet")
SECOND = ("Harbor", "Letter", "Orchard", "Signal", "Empire", "River", "Garden", "Station", "Road")
RULES = (
    ("disney-player", Decision.ACCEPT, Evidence.WATCHED),
    ("letterboxd-title-year", Decision.ACCEPT, Evidence.WATCHED),
    ("netflix-player", Decision.ACCEPT, Evidence.WATCHED),
    ("file-title-year", Decision.ACCEPT, Evidence.WATCHED),
    ("youtube", Decision.REVIEW, Evidence.WATCHED),
    ("online-player", Decision.REVIEW, Evidence.WATCHED),
)


@cache
def _known_ids() -> dict[tuple[str, int | None], str]:
    """Return the ids of well-known movies: much is known of them."""
    return {(m.title, m.year): m.imdb_id for m in load_starter().movies if m.imdb_id}


def movies(count: int = 400) -> list[Movie]:
    """Known titles first, then made-up ones."""
    rng = random.Random(7)
    result = []
    for line in KNOWN:
        title, year, categories = line.split("|")
        result.append((title, int(year), tuple(categories.split(","))))
    for first, second in itertools.product(FIRST, SECOND):
        chosen = tuple(sorted(rng.sample(CATEGORIES, rng.choice((1, 2, 3)))))
        result.append((f"The {first} {second}", rng.randint(1930, 2025), chosen))
    for number in itertools.count(1):
        if len(result) >= count:
            break
        result.append((f"Picture {number}", 1950 + number % 70, (CATEGORIES[number % 18],)))
    known = _known_ids()
    return [
        Movie(
            title,
            year,
            categories,
            imdb_id=known.get((title, year), f"tt{99_000_000 + k}"),
            popularity=500 - k,
        )
        for k, (title, year, categories) in enumerate(result[:count])
    ]


def sighting(number: int, place: int) -> Sighting:
    """What a browser had of the movie at a place, found by one rule or the other."""
    rule, decision, evidence = RULES[number % len(RULES)]
    seen = NOW - timedelta(days=number)
    found = RuleEvidence(
        rule, decision, evidence, 0.99 - number / 1000, 1 + number % 5, 90.0 * (1 + number % 4)
    )
    return Sighting(place, seen - timedelta(days=3), seen, (found,))


def entry(number: int, movie: Movie, status: LibraryStatus) -> LibraryEntry:
    """A library entry, found by one rule or the other."""
    rule, decision, evidence = RULES[number % len(RULES)]
    seen = NOW - timedelta(days=number)
    count = 1 + number % 5
    return LibraryEntry(
        movie_id=number, status=status, answered=status is LibraryStatus.CONFIRMED, changed=seen,
        evidence=evidence, rule=rule, decision=decision, confidence=0.99 - number / 1000,
        count=count, first_seen=seen - timedelta(days=3), last_seen=seen, movie=movie,
        brief_visit=number % 5 == 0 and decision is Decision.REVIEW,
        rule_evidence=(RuleEvidence(rule, decision, evidence, 0.9, count, 90.0 * (number % 4)),),
    )  # fmt: skip


def release(key: int, provider: str, level: ReleaseLevel, items: Sequence[Movie]) -> Release:
    """A release of these movies as a ledger would keep it."""
    ids = tuple(str(m.wire_id) for m in items)
    blurred = level is ReleaseLevel.PERTURBED
    epsilon = EPSILON if blurred else None
    disclosed = {
        "level": level.value,
        "mechanism": "S-DPDP" if blurred else None,
        "epsilon": str(epsilon) if blurred else None,
        "counts": None,
    }
    body = {"profile": list(ids), "release": disclosed, "limit": 500}
    payload = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
    return Release(
        id=key,
        created=NOW - timedelta(days=30 * (3 - key) % 90),
        provider=provider,
        receiver=provider,
        level=level,
        mechanism="S-DPDP" if blurred else "none",
        epsilon=epsilon,
        joint=epsilon,
        period="2026-11" if key >= 3 else "2026-10",
        fingerprint="f" * 64,
        open_places=() if blurred else tuple(range(len(ids))),
        payload=payload,
        sha256=hashlib.sha256(payload).hexdigest(),
    )
