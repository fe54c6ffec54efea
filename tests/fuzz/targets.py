"""A target for each input format: bytes in, and only the documented errors out."""

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache

from epicrec_desktop.catalog import tmdb, wikidata
from epicrec_desktop.catalog.movielens import read_movielens
from epicrec_desktop.catalog.sources import open_source
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain import messages
from epicrec_desktop.domain.errors import CatalogError, HistoryError, StoreError
from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.door.failures import DoorError
from epicrec_desktop.history.exports.reader import read_export
from epicrec_desktop.matching.matcher import Matcher
from epicrec_desktop.provider.cache import Cache
from epicrec_desktop.recommend import model_files
from epicrec_desktop.recommend.model import parse_items
from epicrec_desktop.recommend.model_manifest import parse_manifest
from epicrec_desktop.recommend.wire import parse_answer
from epicrec_desktop.recommend.wire_published import parse_catalog
from epicrec_desktop.recommend.wire_schema import WireError
from epicrec_desktop.services.periods import periods_of
from epicrec_desktop.settings import Settings
from epicrec_desktop.store.sample_file import SampleFile
from fuzz.database_targets import browsers, ledger
from fuzz.document_targets import (
    about,
    announcements,
    archives,
    asked,
    backups,
    configurations,
    contributions,
    keys,
    people,
)
from fuzz.folder import folder, written

Target = Callable[[bytes], object]


def exports(data: bytes) -> None:
    """An export of another service; its first byte says what it is called."""
    with suppress(HistoryError):
        _, items = read_export(data, "watched.csv")
        for _ in items:
            pass


def catalogs(data: bytes) -> None:
    """A provider's catalog."""
    with suppress(WireError):
        parse_catalog(data)


def answers(data: bytes) -> None:
    """A provider's answer to a release."""
    with suppress(WireError):
        parse_answer(data)


def models(data: bytes) -> None:
    """A model's items, and its manifest behind them."""
    head, _, tail = data.rpartition(b"\0\0\0\0")
    with suppress(ValueError):
        parse_items(head)
    with suppress(ValueError):
        model_files.assemble(parse_manifest(tail), head)


def settings(data: bytes) -> None:
    """The file of settings: whatever is in it, there are settings, and they can be kept."""
    Settings.load(written(data)).save(folder() / "saved")


def caches(data: bytes) -> None:
    """What is kept of a provider."""
    cache = Cache(folder(), "http://127.0.0.1")
    cache.put("catalog", b"{}")
    for name in ("schedule.json", "catalog.document", "catalog.json", "catalog.about.json"):
        next(folder().glob("*/catalog.document")).with_name(name).write_bytes(data)
    cache.due()
    cache.get("catalog", 1000)


def draws(data: bytes) -> None:
    """The sample file."""
    found = SampleFile(written(data)).read()
    if found is not None:
        with suppress(StoreError):
            periods_of(found.periods)


def disclosed(data: bytes) -> None:
    """A message that was stored, and shown again."""
    str(messages.load(data.decode("utf-8", "surrogateescape")))
    plain(data.decode("utf-8", "replace"), limit=80)
    with suppress(UnicodeDecodeError):
        plain(data.decode("utf-8", "surrogatepass"), limit=80)


def movies(data: bytes) -> None:
    """Entries of TMDB, as an answer lists them."""
    with suppress(ValueError, RecursionError, CatalogError):
        entries = json.loads(data)
        found = map(tmdb._read_entry, entries if isinstance(entries, list) else [entries])
        kept = {one["id"]: one for one in found if one is not None}
        for movie in tmdb._catalog(kept, "de").movies:
            f"{movie}".encode()
            assert movie.tmdb_id is not None
            assert movie.tmdb_id < 2**63


def pages(data: bytes) -> None:
    """Rows of Wikidata, as an answer lists them."""
    with suppress(ValueError, RecursionError, CatalogError, DoorError):
        rows = json.loads(data)
        try:
            page = wikidata._page(rows)
        except (KeyError, TypeError, AttributeError):
            return  # told as an answer that is none
        kept: dict[str, wikidata._Facts] = {}
        wikidata._merge_page(kept, json.loads(json.dumps(page, ensure_ascii=False).encode()))
        wikidata._catalog(kept, ("en", "de"))


def tables(data: bytes) -> None:
    """Tables of MovieLens: movies, links and ratings, with a NUL between them."""
    place = folder() / "ml"
    place.mkdir(exist_ok=True)
    parts = [*data.split(b"\0\0", 2), b"", b""]
    for name, part in zip(("movies.csv", "links.csv", "ratings.csv"), parts, strict=False):
        place.joinpath(name).write_bytes(part)
    with suppress(CatalogError), open_source(place) as source:
        for movie in read_movielens(source, None, UNATTENDED).catalog.movies:
            assert (movie.tmdb_id or 0) < 2**63
            assert (movie.movielens_id or 0) < 2**63


@cache
def _matcher() -> Matcher:
    return Matcher(load_starter())


def history(data: bytes) -> None:
    """A row of a history: address and title."""
    address, _, title = data.decode("utf-8", "replace").partition("\n")
    _matcher().match(address, title)
    _matcher().may_match(address, title)


TARGETS: dict[str, Target] = {
    target.__name__: target
    for target in (
        *(exports, catalogs, answers, models, settings, caches),
        *(draws, disclosed, movies, pages, tables, history),
        *(browsers, ledger, backups, archives),
        *(announcements, asked, contributions, configurations),
        *(keys, people, about),
    )
}
