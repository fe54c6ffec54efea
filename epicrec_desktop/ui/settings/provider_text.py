"""Sentences of a provider's card."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from epicrec_desktop.provider.published import LastContact
from epicrec_desktop.recommend.wire_published import About
from epicrec_desktop.services import privacy_sentences
from epicrec_desktop.services.provider_details import ProviderDetails, SharedModel, Tried
from epicrec_desktop.ui.common import messages, wording

translate = QCoreApplication.translate
Rows = list[tuple[str, str]]
"""Labels with values; "" where nothing was stated."""


def statement(about: About, reads: bool | None) -> Rows:
    """Return the provider's statement in the order of the card; the texts are foreign."""
    return [
        (translate("ProviderCard", "Name"), about.name),
        (translate("ProviderCard", "Run by"), about.operator),
        (translate("ProviderCard", "Contact"), about.contact),
        (translate("ProviderCard", "For whom"), about.purpose),
        (translate("ProviderCard", "What it keeps"), about.retention),
        (translate("ProviderCard", "Model learned from"), _people(about)),
        (translate("ProviderCard", "Model in use since"), _day(about.published)),
        (translate("ProviderCard", "Blurred numbers"), _reads(reads)),
    ]


def found(card: ProviderDetails) -> Rows:
    """Return what this computer found when it last fetched the provider's publications."""
    return [
        (translate("ProviderCard", "Certificate"), _certificate(card.last_contact)),
        (translate("ProviderCard", "Catalog"), _catalog(card.movies)),
        (translate("ProviderCard", "Model"), _model(card.model, card.about)),
        (translate("ProviderCard", "Fetched"), _fetched(card)),
    ]


def exchange_history(card: ProviderDetails) -> Rows:
    """Return what was sent to the provider, when last, and what it can have learned."""
    return [
        (translate("ProviderCard", "Lists sent"), _sent(card)),
        (translate("ProviderCard", "What it can know"), _learned(card)),
    ]


def trial_result(result: Tried) -> str:
    """Return the quality of a provider's model here, compared with popularity."""
    if result.users == 0 or result.popularity <= 0:
        return translate("ProviderCard", "There are too few public people here to say.")
    times = QLocale().toString(result.ndcg10 / result.popularity, "f", 1)
    return translate(
        "ProviderCard",
        "For {users} public people it named what they went on to watch {times} times as well as "
        "the most popular movies do (NDCG@10: {ndcg}, popular movies: {popularity}). If it learned "
        "from these people, it looks better than it is.",
    ).format(
        users=QLocale().toString(result.users),
        times=times,
        ndcg=QLocale().toString(result.ndcg10, "f", 2),
        popularity=QLocale().toString(result.popularity, "f", 2),
    )


def _reads(reads: bool | None) -> str:
    if reads is None:
        return ""
    if reads:
        return translate("ProviderCard", "It ranks from the numbers that your lists come with now.")
    return translate(
        "ProviderCard",
        "It takes only counts by category. Your lists come with other groups, so it ranks from the "
        "list alone.",
    )


def _people(about: About) -> str:
    if about.people is None:
        return ""
    return wording.plural("ProviderCard", "%Ln people", about.people)


def _day(iso: str | None) -> str:
    date = QDate.fromString(iso or "", "yyyy-MM-dd")
    return wording.day(date) if date.isValid() else ""


def _certificate(last_contact: LastContact | None) -> str:
    if last_contact is None:
        return translate("ProviderCard", "Not seen yet. Test the provider to see it.")
    own = last_contact.certificate
    if own is None:
        return translate(
            "ProviderCard", "None. It runs on this computer, so nothing can be read on the way."
        )
    return translate(
        "ProviderCard",
        "Trusted for this address. Issued by {issuer}, until {day}. Fingerprint (SHA-256): "
        "{fingerprint}",
    ).format(
        issuer=own.issuer or translate("ProviderCard", "somebody without a name"),
        day=_day(own.expires) or "?",
        fingerprint=" ".join(own.sha256[i : i + 8] for i in range(0, len(own.sha256), 8)),
    )


def _catalog(movies: int | None) -> str:
    if movies is None:
        return translate("ProviderCard", "Not here yet. Test the provider to fetch it.")
    return wording.plural("ProviderCard", "%Ln movies", movies)


def _model(model: SharedModel | None, about: About | None) -> str:
    if model is None:
        return translate("ProviderCard", "It shares none, so nothing of it can be checked here.")
    text = translate(
        "ProviderCard", "{model}. Its content fits its name, which is a checksum of it."
    ).format(model=model.id)
    if about is not None and about.model is not None and about.model != model.id:
        other = translate("ProviderCard", "The provider says that it uses another one now.")
        return f"{text} {other}"
    return text


def _fetched(card: ProviderDetails) -> str:
    if card.last_contact is None:
        return translate("ProviderCard", "Never")
    return translate("ProviderCard", "Last on {time}").format(
        time=wording.moment(card.last_contact.time)
    )


def _sent(card: ProviderDetails) -> str:
    if card.last_sent is None:
        return translate("ProviderCard", "None")
    time = wording.moment(card.last_sent)
    if card.sent == 1:
        return translate("ProviderCard", "Once, on {time}. Activity has it.").format(time=time)
    return translate(
        "ProviderCard", "{number} times, the last on {time}. Activity has each of them."
    ).format(number=QLocale().toString(card.sent), time=time)


def _learned(card: ProviderDetails) -> str:
    bound = card.learned
    if bound is None and card.last_sent is None:
        return translate("ProviderCard", "Nothing.")
    if bound is None:
        return translate("ProviderCard", "Nothing about a movie that only left blurred.")
    return messages.localized(privacy_sentences.learned(bound.percent))
