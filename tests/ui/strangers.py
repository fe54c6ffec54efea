"""A library, providers, browsers and a catalog whose every text was written by an attacker."""

from __future__ import annotations

import itertools
import json
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from epicrec_desktop.paths import Paths
from epicrec_desktop.services.catalog_info import CatalogInfo
from epicrec_desktop.services.providers import ProviderInfo
from planting import planting
from ui.fakes import FakeServices, prepared

LONG = 10_000


def texts(picture: Path) -> list[str]:
    """Each kind of hostile text once. `picture` is a file that markup would read."""
    image = f"<img src='file://{picture.as_posix()}' width=900 height=900>"
    return [
        f"{image} Heat",
        f"<html><body><b>Bold</b>{image}",
        f"&lt;b&gt; {image}",
        f"A first line\n{image}",
        "x" * LONG,
        "many words " * (LONG // 11),
        "gpj\u202eexe.tam \u2066Isolated",
        "\x1b[2J\x1b]0;owned\x07Escaped\x9b1m",
        "Nothing\0after",
        "Lone \ud800 half \udfff",
        "Separated\u2028here\u2029and\u0085there\ttoo",
        "Z\u0336" + "\u0336" * 300 + "algo",
        "R&D &amp; &File",
        "\u200b\u3164\u2060",
        "<a href='file:///etc/passwd'>click</a>",
    ]


def hostile_services(folder: Path, picture: Path, *, first_run: bool = False) -> FakeServices:
    """`just_started` or `lived_in`, in which no text is ours."""
    some = itertools.cycle(texts(picture))
    made = prepared.just_started if first_run else prepared.lived_in
    shutil.copytree(made(), folder, dirs_exist_ok=True)
    with planting(Paths.under(folder).database) as connection:
        _name_movies(connection, some)
    home = folder / "home"
    _name_profiles(prepared.write_home(home), some)
    services = FakeServices(prepared.build(folder, home))
    if not first_run:
        agreed = [known.profile for known in services.real.profiles.discover()]
        services.real.profiles.set_consent(agreed, consent=True)
    services.catalog = list(services.real.context.catalog().catalog.movies)
    services.providers.known += [
        ProviderInfo(text, f"https://{number}.example/{text}", None)
        for number, text in enumerate(texts(picture))
    ]
    if not first_run:
        services.recommend.notes = (next(some), next(some))
        stored = services.recommend.make()
        rows = tuple(
            replace(row, suggestions=tuple(replace(s, because=next(some)) for s in row.suggestions))
            for row in stored.rows
        )
        services.recommend.stored = replace(stored, provider=next(some), rows=rows)
    services.catalogs.now = CatalogInfo(next(some), next(some), 9, 9, 9, 9, next(some))
    _fill(services.ledger, some)
    return services


def _name_movies(connection: sqlite3.Connection, some: Iterator[str]) -> None:
    """Give every movie another title, and every rule that found one another name."""
    for (key,) in connection.execute("SELECT id FROM movies").fetchall():
        title = next(some).encode("utf-8", "replace").decode()  # SQLite has no lone surrogates
        change = "UPDATE movies SET title = ?, alternative_titles = ? WHERE id = ?"
        connection.execute(change, (title, json.dumps([next(some)]), key))
    for key, evidence in connection.execute("SELECT id, rule_evidence FROM sightings").fetchall():
        renamed = json.dumps([[next(some), *rest] for _, *rest in json.loads(evidence)])
        connection.execute("UPDATE sightings SET rule_evidence = ? WHERE id = ?", (renamed, key))


def _name_profiles(home: Path, some: Iterator[str]) -> None:
    """Name Chrome's profiles, one of which cannot be read."""
    folder = home / ".config" / "google-chrome"
    names = {one.name: {"name": next(some)} for one in folder.iterdir() if one.is_dir()}
    state = {"profile": {"info_cache": names}}
    (folder / "Local State").write_text(json.dumps(state), encoding="utf-8")
    (folder / "Profile 1" / "History").write_bytes(b"no database")


def _fill(ledger, some) -> None:
    ledger.filled()
    ledger.rows = [
        replace(
            entry,
            release=replace(
                entry.release,
                provider=next(some),
                receiver=next(some),
                mechanism=next(some),
                items=(*entry.release.items, next(some)),
                payload=f'{{"profile": ["{next(some)}"]}}'.encode("utf-8", "surrogatepass"),
            ),
            error=next(some),
        )
        for entry in ledger.rows
    ]
