"""Read an export to be restored. Whoever made it, it is checked before it is used."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import EpicRecError, PrivacyError
from epicrec_desktop.domain.export_records import MatchReason, RecordKind, Service
from epicrec_desktop.domain.history import Decision, Evidence, LibraryStatus, RuleEvidence, Sighting
from epicrec_desktop.domain.messages import N_, message
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.domain.release import Draft
from epicrec_desktop.privacy.families import LEARNED
from epicrec_desktop.privacy.mechanism import Mechanism, question_rows
from epicrec_desktop.privacy.period import TRUST_TIERS, Period
from epicrec_desktop.provider.address import parse_address
from epicrec_desktop.recommend.learned_question import cells_of, counts_series
from epicrec_desktop.recommend.wire import parse_request
from epicrec_desktop.recommend.wire_schema import WireError, check_schema, decode
from epicrec_desktop.services.backup.export_schema import (
    EXPORT,
    FILE_BYTES,
    FORMAT,
    HEAD,
    VALUES,
    VERSION,
)
from epicrec_desktop.services.backup.samples import TimedSamples
from epicrec_desktop.services.sampled_contribution import SampledContribution
from epicrec_desktop.store.choices import KnownProvider
from epicrec_desktop.store.contacts import Contact, ContactKind, ContactOutcome
from epicrec_desktop.store.contributions import ContributionSend, SendKind
from epicrec_desktop.store.ledger import SendRecord
from epicrec_desktop.store.library_restore import ExportedMovie
from epicrec_desktop.store.ratings import Imported
from epicrec_desktop.store.sample_file import PriorLoss, Samples, join_twice

_DIGEST = re.compile(r"[0-9a-f]{64}")
_EPSILON = Fraction(1, 10**9), Fraction(1000)
_SCALES = Fraction(1, 10**9), Fraction(10**15)
"""Between these a budget and scales can be computed with."""
_MOST_LOST = 10**6
_NOT_SENT = message("It could not be sent.")
_CANNOT = {
    "missing": N_("There is no such file. Nothing was changed."),
    "unreadable": N_("The file could not be read. Nothing was changed."),
    "too-big": N_("The file is larger than any export of EpicRec. Nothing was changed."),
    "another": N_(
        "This is no export of EpicRec. Nothing was changed. Choose a file that “Export…” or "
        "`epicrec export` wrote."
    ),
    "newer": N_(
        "This export was written by a newer version of EpicRec. Nothing was changed. Update the "
        "program first."
    ),
    "broken": N_(
        "The export is damaged, or somebody changed it. Nothing was changed. Use another copy of "
        "it, or export again."
    ),
}


@dataclass(frozen=True, repr=False)
class ExportedEntry:
    """A film as the export names it, and what it says of it. `film.movie_id` is not known yet;
    `others`: wire ids by the place of the evidence they belong to."""

    movie: Movie
    film: ExportedMovie
    others: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, repr=False)
class ExportedRow:
    """A row of another service's export that was not placed."""

    movie: Movie
    kind: RecordKind
    reason: MatchReason
    imports: tuple[Imported, ...]


@dataclass(frozen=True)
class ExportedRelease:
    """An entry of the ledger."""

    draft: Draft
    created: datetime
    sends: tuple[SendRecord, ...]


@dataclass(frozen=True, repr=False)
class Export:
    """All that an export says, checked. `choice` is None where no level was chosen."""

    created: datetime
    films: tuple[ExportedEntry, ...]
    watchlist: tuple[Movie, ...]
    unplaced: tuple[ExportedRow, ...]
    page_key: str
    corrections: Mapping[str, Movie]
    choice: PrivacyChoice | None
    mechanism: str | None
    providers: tuple[KnownProvider, ...]
    samples: TimedSamples
    releases: tuple[ExportedRelease, ...]
    contacts: tuple[Contact, ...]
    disclosed: Mapping[str, tuple[str, ...]]
    contribution_sends: tuple[ContributionSend, ...]


def unreadable_export(reason: str) -> EpicRecError:
    """Return the error for one of the fixed reasons; it quotes nothing of the file."""
    return EpicRecError(_CANNOT[reason])


def is_own_export(file: Path) -> bool:
    """Return whether a file begins as an export of this program."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            return False
        with file.open("rb") as stream:
            head = stream.read(400)
    except OSError:
        return False
    return head.lstrip().startswith(b"{") and f'"{FORMAT}"'.encode() in head


def read_export(file: Path) -> Export:
    """Read and check an export. Raises `EpicRecError` with a sentence that quotes nothing of it."""
    document = _document(file)
    try:
        check_schema(document, EXPORT)
        return _export(document)
    except (WireError, ValueError, ArithmeticError, PrivacyError, EpicRecError):
        raise unreadable_export("broken") from None


def _document(file: Path) -> dict[str, Any]:
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise unreadable_export("another")
        with file.open("rb") as stream:
            body = stream.read(FILE_BYTES + 1)
    except FileNotFoundError:
        raise unreadable_export("missing") from None
    except OSError:
        raise unreadable_export("unreadable") from None
    if len(body) > FILE_BYTES:
        raise unreadable_export("too-big")
    try:
        document = decode(body.removeprefix(b"\xef\xbb\xbf"), VALUES)
        check_schema(document, HEAD)
    except (WireError, ValueError):
        raise unreadable_export("another" if not is_own_export(file) else "broken") from None
    if document["version"] > VERSION:
        raise unreadable_export("newer")
    return dict(document)


def _export(document: Mapping[str, Any]) -> Export:
    privacy, samples = document["privacy"], document["draws"]
    contributed = document["contributions"]
    corrections = document.get("corrections", {"key": "0", "pages": []})
    levels = {name: ReleaseLevel(level) for name, level in privacy["categories"].items()}
    choice = PrivacyChoice(ReleaseLevel(privacy["overall"]), levels)
    return Export(
        created=_time(document["created"]),
        films=(
            *(_film(entry) for entry in document["library"]),
            *(_stored_period_entry(entry) for entry in document["months_kept"]),
        ),
        watchlist=tuple(_movie(entry) for entry in document["watchlist"]),
        unplaced=tuple(
            ExportedRow(
                _movie(entry),
                RecordKind(entry["kind"]),
                MatchReason(entry["reason"]),
                _imports(entry),
            )
            for entry in document.get("unplaced", ())
        ),
        page_key=corrections["key"],
        corrections={entry["page"]: _movie(entry) for entry in corrections["pages"]},
        choice=choice if privacy["chosen"] else None,
        mechanism=privacy["mechanism"],
        providers=tuple(_provider(entry) for entry in document["providers"]),
        samples=_samples(samples, contributed["drawn"]),
        releases=tuple(_release(entry) for entry in document["ledger"]),
        contacts=tuple(_contact(entry) for entry in document["contacts"]),
        disclosed={wire_id: tuple(names) for wire_id, names in contributed["told"].items()},
        contribution_sends=tuple(_contribution_send(s) for s in contributed["sends"]),
    )


def _movie(entry: Mapping[str, Any]) -> Movie:
    ids = entry["ids"]
    return Movie(
        title=entry.get("title", ""),  # of a movie whose month alone is kept there is none
        year=entry.get("year"),
        # Those that the catalogs here know: a file decides the category of no movie of a catalog.
        categories=tuple(entry.get("categories", ())),
        imdb_id=ids.get("imdb"),
        wikidata_id=ids.get("wikidata"),
        movielens_id=ids.get("movielens"),
        tmdb_id=ids.get("tmdb"),
        starter_id=ids.get("starter"),
        site_ids=tuple((site, at) for site, at in ids.get("sites", ())),
        named_by=entry.get("named_by", ""),
    )


def _imports(entry: Mapping[str, Any]) -> tuple[Imported, ...]:
    return tuple(
        Imported(
            Service(one["source"]),
            date.fromisoformat(one["seen"]) if one["seen"] else None,
            None if one["rating"] is None else float(one["rating"]),
            one.get("again", False),
            Evidence(one.get("evidence", _evidence(one))),
        )
        for one in entry["imports"]
    )


def _evidence(imported: Mapping[str, Any]) -> Evidence:
    """Return what an import says, of an export from before that was stored."""
    looked_at = imported["source"] == Service.GOOGLE and not imported["seen"]
    return Evidence.INTEREST if looked_at else Evidence.WATCHED


def _film(entry: Mapping[str, Any]) -> ExportedEntry:
    found = entry["found"]
    sighting = None
    if found and entry["first_seen"] and entry["last_seen"]:
        evidence = tuple(
            RuleEvidence(
                item["rule"],
                Decision(item["decision"]),
                Evidence(item["evidence"]),
                float(item["confidence"]),
                item["visits"],
                float(item["seconds"]),
            )
            for item in found
        )
        first, last = sorted((_time(entry["first_seen"]), _time(entry["last_seen"])))
        sighting = Sighting(-1, first, last, evidence)
    film = ExportedMovie(
        movie_id=-1,
        status=LibraryStatus(entry["status"]),
        answered=entry["answered"],
        by_hand=entry["by_hand"],
        weight=float(entry["weight"]),
        period=entry["release_window"],
        also_in=tuple(entry["also_in"]),
        uncounted=entry.get("uncounted", False),
        sighting=sighting,
        imports=_imports(entry),
        own=OwnRating(
            Rating(entry["rating"]) if entry["rating"] else None,
            entry["seen_again"],
            entry.get("stars"),
            date.fromisoformat(entry["day"]) if "day" in entry else None,
            entry.get("note", ""),
        ),
    )
    return ExportedEntry(_movie(entry), film, tuple(tuple(item["others"]) for item in found))


def _stored_period_entry(entry: Mapping[str, Any]) -> ExportedEntry:
    film = ExportedMovie(
        movie_id=-1,
        status=LibraryStatus.SUGGESTED,
        in_library=False,
        period=entry["release_window"],
        also_in=tuple(entry["also_in"]),
        uncounted=entry.get("uncounted", False),
    )
    return ExportedEntry(_movie(entry), film)


def _provider(entry: Mapping[str, Any]) -> KnownProvider:
    trust = Fraction(entry["trust"])
    if trust not in TRUST_TIERS:
        raise ValueError("a trust is a tier")
    return KnownProvider(entry["name"].strip(), parse_address(entry["address"]), trust=trust)


def _samples(entry: Mapping[str, Any], contributed: Mapping[str, Any]) -> TimedSamples:
    periods, sampled = {}, {}
    for name, stored in entry["windows"].items():
        periods[name] = _read_period(stored["document"])
        sampled[name] = _time(stored["drawn"])
    prior_losses = tuple(
        PriorLoss.from_list([e[name] for name in ("loss", "why", "windows", "epoch", "kind")])
        for e in entry["earlier"]
    )
    if any(Fraction(loss.loss) > _MOST_LOST for loss in prior_losses):
        raise ValueError("a loss is one that was possible")
    if (periods or contributed) and entry["epoch"] is None:
        raise ValueError("who draws has a name")
    disclosed = {name: _contribution(stored["document"]) for name, stored in contributed.items()}
    times = {name: _time(stored["drawn"]) for name, stored in contributed.items()}
    samples = Samples(
        entry["epoch"],
        entry["draws"],
        prior_losses,
        periods,
        contributions=disclosed,
        twice=join_twice(entry["twice"]),
        contributed_twice=join_twice(entry["told_twice"]),
    )
    return TimedSamples(samples, sampled, times)


def _contribution(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a valid contribution, to valid addresses."""
    sampled = SampledContribution.from_dict(document)
    for receiver in sampled.issued:
        _address(receiver)
    return sampled.to_dict()


def _address(text: str) -> str:
    if parse_address(text) != text:
        raise ValueError("an address as it is kept")
    return text


def _contribution_send(entry: Mapping[str, Any]) -> ContributionSend:
    return ContributionSend(
        period=entry["window"],
        receiver=_address(entry["receiver"]),
        provider=entry["provider"],
        kind=SendKind(entry["kind"]),
        time=_time(entry["time"]),
        error=None if entry["arrived"] else _NOT_SENT,
        left=entry["left"],
        wait_until=None,
    )


def _read_period(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a period whose noise is within its budget and whose tiers are valid."""
    period = Period.from_dict(document)
    mechanism = period.mechanism
    width = len(mechanism.scales)
    if not _EPSILON[0] <= mechanism.epsilon <= _EPSILON[1] or any(
        not _SCALES[0] <= scale <= _SCALES[1] for scale in mechanism.scales
    ):
        raise ValueError("a budget or a scale is out of range")
    if (mechanism.kind == LEARNED.key) != (_DIGEST.fullmatch(mechanism.question or "") is not None):
        raise ValueError("a learned mechanism names its question, and no other one does")
    if mechanism.question is None and not set(mechanism.categories) <= set(CATEGORIES):
        raise ValueError("an unknown category")
    if len(mechanism.categories) != width or len(set(mechanism.categories)) != width:
        raise ValueError("one scale for each category")
    if any(len(row) != width for row in mechanism.rows):
        raise ValueError("one number for each category")
    if mechanism.question is not None:
        _check_question(mechanism)
    elif mechanism.by_series:
        raise ValueError("no series without a question")
    mechanism.verify()
    return period.to_dict()


def _check_question(mechanism: Mechanism) -> None:
    """Raise `ValueError` unless it counts as the question it names; an unknown one is set aside."""
    cells = cells_of(mechanism.question)
    if cells not in (None, mechanism.categories):
        raise ValueError("the question has other cells")
    if cells is not None and mechanism.by_series and not counts_series(mechanism.question):
        raise ValueError("each movie counts by itself")
    if mechanism.rows != question_rows(mechanism.multiplier, len(mechanism.scales)):
        raise ValueError("a movie may be in each cell")


def _release(entry: Mapping[str, Any]) -> ExportedRelease:
    try:
        payload = base64.b64decode(entry["payload_base64"], validate=True)
    except binascii.Error:
        raise ValueError("no base64") from None
    if hashlib.sha256(payload).hexdigest() != entry["sha256"]:
        raise ValueError("the payload is another one")
    payload.decode("utf-8")  # it is shown; what is none raises a ValueError
    draft = Draft(
        provider=entry["provider"],
        receiver=entry["receiver"],
        level=ReleaseLevel(entry["level"]),
        mechanism=entry["mechanism"],
        epsilon=_fraction(entry["epsilon"]),
        joint=_fraction(entry["joint"]),
        period=entry["window"],
        fingerprint=entry["basis"],
        items=tuple(entry["items"]),
        open_items=tuple(entry["open_items"]),
        payload=payload,
    )
    sends = tuple(
        SendRecord(_time(send["time"]), None if send["arrived"] else _NOT_SENT, send["left"])
        for send in entry["sends"]
    )
    # What may be sent again must be a release, and say what the entry says of it.
    if not _payload_fields(draft):
        draft = draft.replace(fingerprint=f"{0:064x}")
    return ExportedRelease(draft, _time(entry["created"]), sends)


def _payload_fields(draft: Draft) -> bool:
    try:
        request = parse_request(draft.payload)
    except WireError:
        return False
    return sorted(request.profile) == sorted(draft.items) and request.level is draft.level


def _contact(entry: Mapping[str, Any]) -> Contact:
    return Contact(
        _time(entry["time"]),
        entry["name"],
        entry["address"],
        ContactKind(entry["kind"]),
        entry["asked"],
        ContactOutcome(entry["outcome"]),
    )


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def _time(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("a time has its zone")
    return moment
