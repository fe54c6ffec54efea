"""The card of a provider in words, for the window and the terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime

from epicrec_desktop.domain.messages import Message, counted, message
from epicrec_desktop.services import privacy_sentences
from epicrec_desktop.services.provider_details import ProviderDetails, Tried

Rows = list[tuple[Message, Message | str]]
"""Labels with values; what a provider says of itself is a text, "" where it does not say."""

OWN_WORDS = message("Its own words. Nobody here can check them.")
SILENT = message("It does not say.")
NOTHING_SAID = message("It says nothing of itself.")
_NOT_FETCHED = message("Not here yet. Test the service to fetch it.")


@dataclass(frozen=True)
class Formats:
    """How values are written where they are shown."""

    moment: Callable[[datetime], str]
    day: Callable[[date], str]
    size: Callable[[int], str]  # of bytes
    decimal: Callable[[float, int], str]  # with so many places

    def iso_day(self, iso: str | None) -> str:
        """Return a day that is written as in JSON; empty where it is none."""
        try:
            return self.day(date.fromisoformat(iso or ""))
        except ValueError:
            return ""


def statement(card: ProviderDetails) -> Rows:
    """Return what a provider says of itself; the texts are foreign."""
    about = card.about
    if about is None:
        return []
    return [
        (message("Name"), about.name),
        (message("Run by"), about.operator),
        (message("Contact"), about.contact),
        (message("For whom"), about.purpose),
        (message("What it keeps"), about.retention),
    ]


def model_statement(card: ProviderDetails, formats: Formats) -> Rows:
    """Return what a provider says of its model and of how it reads lists."""
    about = card.about
    if about is None:
        return []
    people = about.people
    learned_from = counted("{count:,} person", "{count:,} people", count=people or 0)
    reads: Message | str = ""
    if card.reads:
        reads = message("It ranks from the numbers that your lists come with now.")
    elif card.reads is not None:
        reads = message(
            "It takes only counts by category. Your lists come with other groups, so it ranks from "
            "the list alone."
        )
    return [
        (message("Model learned from"), "" if people is None else learned_from),
        (message("Model in use since"), formats.iso_day(about.published)),
        (message("Blurred numbers"), reads),
    ]


def found(card: ProviderDetails, formats: Formats) -> Rows:
    """Return what this computer found when it last fetched the provider's publications."""
    movies, contact = card.movies, card.last_contact
    catalog = _NOT_FETCHED
    if movies == 0:
        catalog = message("It lists none.")
    elif movies is not None:
        catalog = counted("{count:,} movie", "{count:,} movies", count=movies)
    fetched = message("Never")
    if contact is not None:
        fetched = message("Last on {time}", time=formats.moment(contact.time))
    rows: Rows = [
        (message("Certificate"), _certificate(card, formats)),
        (message("Catalog"), catalog),
        (message("Model"), _model(card)),
        (message("Fetched"), fetched),
    ]
    if card.left_users:
        not_deleted = message(
            "{users}. The service did not delete them after a question. EpicRec tries again each "
            "day, and asks for no recommendations until they are gone.",
            users=", ".join(card.left_users),
        )
        rows.append((message("Made-up users left there"), not_deleted))
    return rows


def exchange_history(card: ProviderDetails, formats: Formats) -> Rows:
    """Return what was sent to the provider, when last, and what it can have learned."""
    return [
        (message("Lists sent"), _sent(card, formats)),
        (message("What it can know"), _loss_sentence(card)),
    ]


def asked_as_nobody(card: ProviderDetails, formats: Formats) -> Message:
    """Return when the provider was last asked about made-up people, and how much that was."""
    asked = card.personas
    if not card.info.as_nobody:
        return message("It is not asked, and what it answered was removed.")
    if asked is None and card.info.current:
        return message("Not asked yet. That happens in the next minutes while EpicRec is open.")
    if asked is None:
        return message("Not asked: only the service in use is.")
    return counted(
        "{count:,} question on {time}: {sent} sent, {received} received.",
        "{count:,} questions on {time}: {sent} sent, {received} received.",
        count=asked.requests,
        time=formats.moment(asked.time),
        sent=formats.size(asked.sent),
        received=formats.size(asked.received),
    )


def trial_result(result: Tried, formats: Formats) -> Message:
    """Return the quality of a provider's model here, compared with popularity."""
    if result.users == 0 or result.popularity <= 0:
        return message("There are too few public people here to say.")
    return message(
        "For {users:,} public people it named what they went on to watch {times} times as well as "
        "the most popular movies do (NDCG@10: {ndcg}, popular movies: {popularity}). If it learned "
        "from these people, it looks better than it is.",
        users=result.users,
        times=formats.decimal(result.ndcg10 / result.popularity, 1),
        ndcg=formats.decimal(result.ndcg10, 2),
        popularity=formats.decimal(result.popularity, 2),
    )


def _certificate(card: ProviderDetails, formats: Formats) -> Message:
    if card.last_contact is None:
        return message("Not seen yet. Test the service to see it.")
    own = card.last_contact.certificate
    if own is None:
        return message("None. It runs on this computer, so nothing can be read on the way.")
    return message(
        "Trusted for this address. Issued by {issuer}, until {day}. Fingerprint (SHA-256): "
        "{fingerprint}",
        issuer=own.issuer or message("somebody without a name"),
        day=formats.iso_day(own.expires) or "?",
        fingerprint=" ".join(own.sha256[i : i + 8] for i in range(0, len(own.sha256), 8)),
    )


def _model(card: ProviderDetails) -> Message:
    model, about = card.model, card.about
    if model is None and card.last_contact is None:
        return _NOT_FETCHED
    if model is None:
        return message("It shares none, so nothing of it can be checked here.")
    if about is not None and about.model not in (None, model.id):
        return message(
            "{model}. Its content fits its name, which is a checksum of it. The service says that "
            "it uses another one now.",
            model=model.id,
        )
    return message("{model}. Its content fits its name, which is a checksum of it.", model=model.id)


def _sent(card: ProviderDetails, formats: Formats) -> Message:
    if card.last_sent is None:
        return message("None")
    time = formats.moment(card.last_sent)
    if card.sent == 1:
        return message("Once, on {time}. Activity has it.", time=time)
    return message(
        "{number:,} times, the last on {time}. Activity has each of them.",
        number=card.sent,
        time=time,
    )


def _loss_sentence(card: ProviderDetails) -> Message:
    if card.learned is not None:
        return privacy_sentences.learned(card.learned.percent)
    if card.last_sent is None:
        return message("Nothing.")
    return message("Nothing about a movie that only left blurred.")
