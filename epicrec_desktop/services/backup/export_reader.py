"""Read an export to be restored. Whoever made it, it is checked before it is used."""

from __future__ import annotations

import hashlib
import re
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.messages import N_, Message, message
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.question import MAX_CELLS
from epicrec_desktop.domain.release import Draft, places_of
from epicrec_desktop.privacy.families import FAMILIES, LEARNED
from epicrec_desktop.privacy.mechanism import Mechanism, question_rows
from epicrec_desktop.privacy.period import TRUST_TIERS, Period
from epicrec_desktop.provider.address import parse_address
from epicrec_desktop.recommend.learned_question import cells_of, counts_series
from epicrec_desktop.recommend.wire import parse_request
from epicrec_desktop.recommend.wire_schema import WireError
from epicrec_desktop.services.backup import export_document as parts
from epicrec_desktop.services.backup.samples import TimedSamples
from epicrec_desktop.services.sampled_contribution import SampledContribution
from epicrec_desktop.store.choices import KnownProvider
from epicrec_desktop.store.contributions import ContributionSend
from epicrec_desktop.store.ledger import SendRecord
from epicrec_desktop.store.sample_file import PriorLoss, Samples, join_twice

FILE_BYTES = 128 * 1024 * 1024
VALUES = 4_000_000
"""Of a file, lists and members together: some 100,000 movies with all that is known of each."""

_DIGEST = re.compile(r"[0-9a-f]{64}")
_EPSILON = Fraction(1, 10**9), Fraction(1000)
_SCALES = Fraction(1, 10**9), Fraction(10**15)
"""Between these a budget and scales can be computed with."""
_MOST_ROWS, _LARGEST_SHARE, _LARGEST_NOISE, _LARGEST_PART = 5_000, 10**7, 10**18, 10**100
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


ExportedRelease = tuple[Draft, datetime, tuple[SendRecord, ...]]
"""What is committed to the ledger again, when it was, and its sends."""


@dataclass(frozen=True, repr=False)
class Export:
    """An export, checked, with what its document has in another form than the library."""

    document: parts.ExportDocument
    providers: tuple[KnownProvider, ...]
    samples: TimedSamples
    releases: tuple[ExportedRelease, ...]
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
    return head.lstrip().startswith(b"{") and f'"{parts.FORMAT}"'.encode() in head


def read_export(file: Path) -> Export:
    """Read and check an export. Raises `EpicRecError` with a sentence that quotes nothing of it."""
    body = _content(file)
    try:
        head = parts.decode_head(body)
    except (ValueError, RecursionError):
        raise unreadable_export("broken" if is_own_export(file) else "another") from None
    if head.version > parts.VERSION:
        raise unreadable_export("newer")
    try:
        document = parts.decode_export(body)
        # All names can be shown in one line.
        for name in (
            *(one.name for one in document.providers),
            *(one.name for one in document.contacts),
            *(name for one in document.ledger for name in (one.provider, one.mechanism)),
            *(one.provider for one in document.contributions.sends),
        ):
            _name(name)
        return Export(
            document,
            tuple(map(_provider, document.providers)),
            _samples(document),
            tuple(map(_release, document.ledger)),
            tuple(map(_contribution_send, document.contributions.sends)),
        )
    except (
        *(ValueError, RecursionError, TypeError, LookupError, AttributeError, ArithmeticError),
        EpicRecError,
    ):
        raise unreadable_export("broken") from None


def _content(file: Path) -> bytes:
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
    if sum(body.count(sign) for sign in (b",", b"[", b"{")) >= VALUES:
        raise unreadable_export("broken" if is_own_export(file) else "another")
    return body.removeprefix(b"\xef\xbb\xbf")


def _name(text: str) -> None:
    if not msgspec.convert(text, parts.Name).isprintable():
        raise ValueError("a name is one line")


def _provider(part: parts.Provider) -> KnownProvider:
    if part.trust not in TRUST_TIERS:
        raise ValueError("a trust is a tier")
    return KnownProvider(part.name.strip(), parse_address(part.address), trust=part.trust)


def _samples(document: parts.ExportDocument) -> TimedSamples:
    part, contributed = document.samples, document.contributions.sampled
    if any(loss.loss > _MOST_LOST for loss in part.prior_losses):
        raise ValueError("a loss is one that was possible")
    if (part.periods or contributed) and part.library_id is None:
        raise ValueError("who draws has a name")
    samples = Samples(
        part.library_id,
        part.count,
        tuple(PriorLoss(**one.fields() | {"loss": str(one.loss)}) for one in part.prior_losses),
        _documents(part.periods, _read_period),
        contributions=_documents(contributed, _contribution),
        twice=join_twice(part.twice),
        contributed_twice=join_twice(part.contributed_twice),
    )
    return TimedSamples(samples, _times(part.periods), _times(contributed))


def _documents(
    sampled: Mapping[str, parts.Sampled], read: Callable[[Mapping[str, Any]], dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    return {name: read(one.document) for name, one in sampled.items()}


def _times(sampled: Mapping[str, parts.Sampled]) -> dict[str, datetime]:
    return {name: one.sampled for name, one in sampled.items()}


def _contribution(document: Mapping[str, Any]) -> dict[str, Any]:
    sampled = SampledContribution.from_dict(document)
    msgspec.convert([*sampled.issued], parts.Receivers)
    for receiver, given in sampled.issued.items():
        _address(receiver)
        _name(given.name)
    return sampled.to_dict()


def _address(text: str) -> str:
    if parse_address(text) != text:
        raise ValueError("an address as it is kept")
    return text


def _contribution_send(part: parts.ContributionAttempt) -> ContributionSend:
    return ContributionSend(
        part.period, _address(part.receiver), part.provider, part.kind, part.time, _error(part),
        part.left, None, part.bytes_sent, part.bytes_received,
    )  # fmt: skip


def _error(send: parts.Send) -> Message | None:
    return None if send.arrived else _NOT_SENT


def _read_period(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a period whose noise is within its budget and whose tiers are valid."""
    period = Period.from_dict(document)
    mechanism = period.mechanism
    _check_size(period, mechanism)
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


def _check_size(period: Period, mechanism: Mechanism) -> None:
    """Raise `ValueError` for what no program of ours writes."""
    _name(mechanism.name)
    msgspec.convert([*period.issued], parts.Receivers)
    msgspec.convert(dict(period.levels), parts.Levels)
    if mechanism.kind not in FAMILIES:
        raise ValueError("an unknown mechanism")
    if len(mechanism.scales) > MAX_CELLS or len(mechanism.rows) > _MOST_ROWS:
        raise ValueError("too many cells or rows")
    if not 1 <= mechanism.multiplier <= _LARGEST_SHARE or any(
        not 0 <= share <= _LARGEST_SHARE for row in mechanism.rows for share in row
    ):
        raise ValueError("a share is out of range")
    if any(abs(value) > _LARGEST_NOISE for tier in period.tiers.values() for value in tier):
        raise ValueError("noise is out of range")
    exact = (mechanism.epsilon, mechanism.loss, *mechanism.scales)
    if any(max(abs(n) for n in one.as_integer_ratio()) > _LARGEST_PART for one in exact):
        raise ValueError("a fraction is too long to be computed with")


def _check_question(mechanism: Mechanism) -> None:
    """Raise `ValueError` unless it counts as the question it names; an unknown one is set aside."""
    cells = cells_of(mechanism.question)
    if cells not in (None, mechanism.categories):
        raise ValueError("the question has other cells")
    if cells is not None and mechanism.by_series and not counts_series(mechanism.question):
        raise ValueError("each movie counts by itself")
    if mechanism.rows != question_rows(mechanism.multiplier, len(mechanism.scales)):
        raise ValueError("a movie may be in each cell")


def _release(part: parts.ReleaseEntry) -> ExportedRelease:
    if hashlib.sha256(part.payload).hexdigest() != part.sha256:
        raise ValueError("the payload is another one")
    part.payload.decode("utf-8")  # it is shown; what is none raises a ValueError
    places = places_of({*part.open_items}, part.payload)
    names = (name for name in Draft.__struct_fields__ if name != "open_places")
    draft = Draft(**part.fields(*names), open_places=places)
    sends = tuple(
        SendRecord(one.time, _error(one), one.left, one.bytes_sent, one.bytes_received)
        for one in part.sends
    )
    # What may be sent again must be a release, and say what the entry says of it.
    try:
        request = parse_request(part.payload)
        same = sorted(request.profile) == sorted(part.items) and request.level is part.level
    except WireError:
        same = False
    return draft if same else draft.replace(fingerprint=f"{0:064x}"), part.created, sends
