"""A library, providers, browsers and a catalog whose every text was written by an attacker."""

import itertools
import json
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from epicrec_desktop.paths import Paths
from epicrec_desktop.store import recommendations
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
    """Before the first run, or after three releases, in which no text is ours."""
    some = itertools.cycle(texts(picture))
    made = prepared.just_started if first_run else prepared.released
    shutil.copytree(made(), folder, dirs_exist_ok=True)
    with planting(Paths.under(folder).database) as connection:
        _name_movies(connection, some)
        _name_others(connection, some)
    home = folder / "home"
    _name_profiles(prepared.write_home(home), some)
    services = FakeServices(prepared.build(folder, home))
    if not first_run:
        services.settings.wizard_step = "done"
        agreed = [known.profile for known in services.real.profiles.discover()]
        services.real.profiles.set_consent(agreed, consent=True)
        _rank(services, some)
    names = ("name", "version", "model")
    services.catalogs.changes = {name: next(some) for name in names} | {"ratings": 9, "users": 9}
    return services


def _rank(services: FakeServices, some: Iterator[str]) -> None:
    """Store recommendations from a stranger, for a stranger's reasons."""
    ranked = services.real.recommend.rank_locally()
    rows = tuple(
        replace(row, suggestions=tuple(replace(s, because=next(some)) for s in row.suggestions))
        for row in ranked.rows
    )
    notes = (next(some), next(some))
    with services.real.context.database.write() as session:
        hostile = replace(ranked, provider=next(some), rows=rows, notes=notes)
        recommendations.save(session, hostile)


def _name_movies(connection: sqlite3.Connection, some: Iterator[str]) -> None:
    """Give every movie another title, and every rule that found one another name."""
    for (key,) in connection.execute("SELECT id FROM movies").fetchall():
        title = _storable(next(some))
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


def _name_others(connection: sqlite3.Connection, some: Iterator[str]) -> None:
    """Add providers of these names; what was released went to some, and says what they like."""
    for number in range(15):
        name = _storable(next(some))
        connection.execute(
            "INSERT INTO providers (name, address, trust) VALUES (?, ?, '1')",
            (name, f"https://{number}.example/{name}"),
        )
    for (key,) in connection.execute("SELECT id FROM releases").fetchall():
        payload = f'{{"profile": ["{next(some)}"]}}'.encode("utf-8", "surrogatepass")
        names = [_storable(next(some)) for _ in range(2)]
        change = "UPDATE releases SET provider=?, mechanism=?, payload=? WHERE id=?"
        connection.execute(change, (*names, payload, key))
    connection.execute("UPDATE release_sends SET error = ?", (json.dumps(next(some)),))


def _storable(text: str) -> str:
    """Return a text without lone surrogates, which SQLite does not take."""
    return text.encode("utf-8", "replace").decode()
