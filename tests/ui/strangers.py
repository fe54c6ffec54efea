"""A library, providers, browsers and a catalog whose every text was written by an attacker."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

from epicrec_desktop.services.catalog_info import CatalogInfo
from epicrec_desktop.services.profiles import KnownProfile
from epicrec_desktop.services.providers import ProviderInfo
from ui.fakes import FakeServices, just_started, lived_in

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
    services = (just_started if first_run else lived_in)(folder)
    services.catalog = [_movie(movie, some) for movie in services.catalog]
    services.library.kept = {
        key: replace(
            entry,
            movie=_movie(entry.movie, some),
            rule=next(some),
            rule_evidence=tuple(replace(item, rule=next(some)) for item in entry.rule_evidence),
        )
        for key, entry in services.library.kept.items()
    }
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
    services.profiles.known = [
        KnownProfile(
            replace(
                known.profile,
                browser=next(some),
                name=next(some),
                database=folder / next(some).replace("\0", "").replace("\ud800", ""),
            ),
            consent=number == 0,
        )
        for number, known in enumerate(services.profiles.known)
    ]
    services.scan.failures = ((next(some), next(some)),)
    services.catalogs.now = CatalogInfo(next(some), next(some), 9, 9, 9, 9, next(some))
    _fill(services.ledger, some)
    return services


def _movie(movie, some):
    return replace(
        movie,
        title=next(some),
        categories=(*movie.categories[:1], next(some)),
        alternative_titles=(next(some),),
    )


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
