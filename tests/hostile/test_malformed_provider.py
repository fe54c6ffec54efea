"""What it publishes and answers is nonsense, giant, or never ends: a sentence, and soon."""

import hashlib
import json
import re
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from malicious_provider import answer, catalog, model, movie

from epicrec_desktop.domain.errors import Cancelled, ProviderError
from epicrec_desktop.recommend.model import model_id
from epicrec_desktop.recommend.wire_published import parse_catalog

HUGE = b"1" + b"0" * 400
SEEN = "imdb:tt0078748"


NO_ANSWER = "did not answer as a recommendation service"


def fails(attack_services: Any) -> str:
    """The sentence with which fetching fails; nothing is kept."""
    providers = attack_services.services.providers
    providers.add("Theirs", attack_services.provider.address)
    with pytest.raises(ProviderError) as caught:
        providers.fetch("Theirs")
    sentence = str(caught.value)
    assert sentence.isprintable()
    assert "Nothing about you was sent" in sentence
    connection = providers.connect("Theirs")
    assert not connection.has_catalog() or connection.model() is None
    return sentence


CATALOGS = {
    "no JSON": b"<html>",
    "an array": b"[]",
    "deep": b"[" * 1_000_000,
    "a deep movie": b'{"movies": [' + b"[" * 10_000,
    "NaN": catalog(movie(popularity=float("nan"))),
    "infinite": catalog(movie(popularity=float("inf"))),
    "10^400 of popularity": catalog().replace(b'"popularity": 1', b'"popularity": ' + HUGE),
    "10^400 years": catalog().replace(b"1979", HUGE),
    "5,000 digits": catalog().replace(b"1979", b"9" * 5000),
    "a profile of 10^400": catalog().replace(
        b'"version"', b'"mean_profile_size": %s, "version"' % HUGE
    ),
    "a movie twice": catalog(movie(), movie()),
    "half a character in a name": catalog(name="\ud800"),
    "an escape in a name": catalog(name="\x1b[31m"),
    "a name that turns around": catalog(version="a\u202eb"),
    "a category with a newline": catalog(categories=["Horror", "Sci-Fi", "a\nb"]),
    "a category of 80 characters": catalog(categories=["Horror", "Sci-Fi", "x" * 80]),
    "a category of its own in a movie": catalog(movie(categories=["Mine"])),
    "101 categories": catalog(categories=["Horror", "Sci-Fi", *map(str, range(99))]),
    "a title of nothing to see": catalog(movie(title="\u202e\u200b")),
    "half a character as a title": catalog(movie(title="\udfff")),
    "an id that is none": catalog(movie("imdb:../../x")),
    "an id with zeros": catalog(movie("ml:007")),
    "no movies": catalog().replace(json.dumps(movie()).encode(), b""),
    "a wrong type": catalog(movie(categories="Horror")),
    "something behind it": catalog() + b"{}",
    "many members": b"{" + b",".join(b'"%d": 0' % n for n in range(10_000)) + b"}",
    "2,000 sets of 100 categories": catalog(
        *(
            movie(f"ml:{n}", categories=[str(j) for j in range(100) if n >> j & 1])
            for n in range(1, 2000)
        ),
        categories=[str(n) for n in range(100)],
    ),
}


def test_a_catalog_that_is_nonsense(attack_services):
    for name, body in CATALOGS.items():
        attack_services.provider.catalog = body
        assert NO_ANSWER in fails(attack_services), name
    attack_services.provider.catalog = catalog(movie(SEEN))
    attack_services.provider.published_type = "text/html"
    assert NO_ANSWER in fails(attack_services), "it is no JSON"


def test_sixteen_megabytes_of_nothing_take_no_memory(attack_services):
    """Read into objects they took 391 MB."""
    attack_services.provider.catalog = b'{"movies": [' + b"{}," * 5_300_000 + b"{}]}"
    tracemalloc.start()
    try:
        fails(attack_services)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # The provider's own copies are in this process too: 16 MB each.
    assert peak < 100_000_000


def test_an_endless_catalog_is_cut_off(attack_services):
    attack_services.provider.endless = b" " * 65_536
    assert "more data than is allowed" in fails(attack_services)


def test_reading_can_be_cancelled():
    """In the middle of a catalog: no list is so long that one has to wait for its end."""
    body = catalog(*(movie(f"ml:{n}") for n in range(1, 20_000)))
    asked = 0

    def cancelled():
        nonlocal asked
        asked += 1
        return asked > 3

    with pytest.raises(Cancelled):
        parse_catalog(body, cancelled=cancelled)
    assert asked == 4


def test_it_is_not_followed_elsewhere(attack_services):
    attack_services.provider.redirect = "http://127.0.0.1:1"
    assert "another address" in fails(attack_services)


def _header(text: str) -> bytes:
    """An `.npy` file with this header, and nothing behind it."""
    line = text.encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + len(line).to_bytes(2, "little") + line


MODELS = {
    "10^400 as a parameter": {"parameters": {"alpha": 10**400}},
    "not a number": {"parameters": {"alpha": float("nan")}},
    "infinite": {"parameters": {"alpha": float("inf")}},
    "half a character": {"parameters": {"\ud800": 1}},
    "another kind": {"kind": "pickle"},
    "a path": {"id": "../../x"},
}
HEADERS = {
    "more memory than there is": "{'descr': '|S2147483647', 'fortran_order': False,"
    " 'shape': (999999999,)}",
    "memory for a field": "{'descr': [('id', '|S9'), ('x', '<f8', (99999, 99999))],"
    " 'fortran_order': False, 'shape': (9,)}",
    "deep": "(" * 9000,
    "minus signs": "-" * 9000 + "1",
    "objects": "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}",
    "a negative shape": "{'descr': '|S9', 'fortran_order': False, 'shape': (-1,)}",
    "a shape of 10^400": "{'descr': '|S9', 'fortran_order': False, 'shape': (1" + "0" * 400 + ",)}",
    "nothing": "",
}


def test_a_manifest_that_is_nonsense(attack_services):
    for change in MODELS.values():
        attack_services.provider.share({**model().manifest, **change})
        fails(attack_services)


def test_items_that_are_nonsense(attack_services):
    """With a manifest that is right about them: the id is made of the content, and anybody can."""
    sound = model()
    for name, header in HEADERS.items():
        items = _header(header)
        checksum = hashlib.sha256(items).hexdigest()
        identifier = model_id(sound.kind, sound.parameters, checksum)
        manifest = {**sound.manifest, "sha256": checksum, "id": identifier}
        attack_services.provider.share(manifest, items)
        assert "damaged or of an unknown kind" in fails(attack_services), name


def problem(attack_services: Any) -> str:
    """Release, and return the sentence of what went wrong."""
    attack_services.provider.requests.clear()
    outcome = attack_services.release()
    assert attack_services.provider.releases == [outcome.release.payload]
    assert outcome.problem is not None
    (entry,) = attack_services.services.ledger.entries()
    assert entry.error == outcome.problem
    return str(outcome.problem)


ANSWERS: dict[str, Callable[[bytes], bytes]] = {
    "no JSON": lambda request: b"<html>",
    "deep": lambda request: b"[" * 1_000_000,
    "a score of 10^400": lambda request: answer(request).replace(b"1.0", HUGE),
    "NaN": lambda request: answer(request).replace(b"1.0", b"NaN"),
    "Infinity": lambda request: answer(request).replace(b"1.0", b"-Infinity"),
    "1e999": lambda request: answer(request).replace(b"1.0", b"1e999"),
    "a movie twice": lambda request: answer(request, overall=[{"id": SEEN, "score": 1}] * 2),
    "wrong types": lambda request: answer(request, overall={"id": 7}),
    "a score in words": lambda request: answer(request).replace(b"1.0", b'"high"'),
    "an odd model": lambda request: answer(request, model="\x1b[31m"),
    "half a character": lambda request: answer(request, model="\ud800"),
    "more known than sent": lambda request: answer(request, known=19_999),
    "10^400 known": lambda request: answer(request, known=10**400),
    "501 movies": lambda request: answer(
        request, overall=[{"id": f"ml:{n}", "score": 1} for n in range(501)]
    ),
    "four megabytes of nothing": lambda request: b"[" + b"{}," * 1_300_000 + b"{}]",
}
NO_ANSWERS = {"status": 500, "answer_type": "text/html", "redirect": "http://127.0.0.1:1"}


def test_an_answer_that_is_nonsense_or_never_ends(attack_services):
    """The release was sent, and no sentence says anything else."""
    provider = attack_services.provider
    attack_services.add(SEEN)
    for name, body in ANSWERS.items():
        provider.answer = body
        sentence = problem(attack_services)
        assert "Your release was sent" in sentence, name
        assert "othing was sent" not in sentence, name
    for name, value in NO_ANSWERS.items():
        sound = getattr(provider, name)
        setattr(provider, name, value)
        assert "Your release was sent" in problem(attack_services), name
        setattr(provider, name, sound)
    provider.endless = b" " * 65_536
    assert "may have arrived" in problem(attack_services)


def test_unknown_movies_of_an_answer_are_left_out(attack_services):
    attack_services.provider.answer = lambda request: answer(
        request, overall=[{"id": "ml:999999999", "score": 1e11}, {"id": "wd:Q1", "score": -5}]
    )
    attack_services.add(SEEN)
    outcome = attack_services.release()
    assert outcome.problem is None
    assert not {s.wire_id for row in outcome.recommendations.rows for s in row.suggestions} & {
        "ml:999999999",
        "wd:Q1",
    }


def test_titles_are_plain_text_that_can_be_printed(attack_services):
    title = "A\x1b[31m\u202e <img src=file:/dev/zero>\n\u3000B\ud800"
    attack_services.provider.catalog = catalog(movie(title=title))
    attack_services.add()
    (only,) = attack_services.services.providers.connect().catalog().movies
    assert only.title == "A[31m <img src=file:/dev/zero> B"
    assert only.title.isprintable()


def test_its_files_on_the_disk_are_damaged(attack_services):
    attack_services.provider.share()
    attack_services.add()
    services = attack_services.services
    kept = services.context.paths.cache / "providers"
    for damage in (b"[" * 100_000, b'{"due": 1' + b"0" * 400 + b"}", b"\xff", b""):
        for file in [f for f in kept.rglob("*") if f.suffix in (".json", ".document")]:
            file.write_bytes(damage)
        services.recommend.rank_locally()
        assert services.recommend.refresh().release is None
        services.providers.refresh_public()
        assert services.providers.connect().has_catalog()


def test_from_the_command_line(epicrec, provider):
    provider.catalog = CATALOGS["an escape in a name"]
    named = ("--provider", provider.address)
    for command, words in (
        (("providers", "add", "Theirs", provider.address), NO_ANSWER),
        (("providers", "use", "Theirs"), NO_ANSWER),
        (("providers", "test", "Theirs"), NO_ANSWER),
        (("preview",), "not here yet"),
        (("release",), "not here yet"),
        (("recommend",), "not here yet"),
        (("preview", *named), NO_ANSWER),
        (("release", *named), NO_ANSWER),
        (("recommend", *named), "not here yet"),
    ):
        output = epicrec(*command)
        assert output.code in (0, 1)
        assert words in output.problems, command
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", output.problems.replace("\r", ""))
    assert not provider.releases


def test_a_provider_without_a_catalog_is_reported(attack_services):
    attack_services.provider.catalog = None
    assert "does not publish a catalog" in fails(attack_services)
