"""Sentences of the Recommendations page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from epicrec_desktop.domain.release import LEARNED, NEW, THIS_COMPUTER, Recommendations, Row
from epicrec_desktop.services.privacy_sentences import learned_sentences
from epicrec_desktop.ui.common import messages, wording
from epicrec_desktop.ui.common.feedback import WATCHLIST
from epicrec_desktop.ui.common.movie_controller import source_words
from epicrec_desktop.ui.common.public_ratings import quality_sentence
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.common.wording import number

if TYPE_CHECKING:
    from epicrec_desktop.services.catalog_info import ModelInfo
    from epicrec_desktop.services.recommendations import RecommendResult


ALIKE = "alike"


_tr = translator("RecommendationsPage")


def row_words(row: Row, provider: str, *, anonymous: bool = False) -> tuple[str, str]:
    """Return heading and note of a row; `anonymous`: ranked without any movie of the user."""
    if row.name == WATCHLIST:
        return _tr("Your watchlist"), _tr("kept on this computer")
    provider_name = messages.provider(provider)
    if row.name == LEARNED:
        return _tr("What {provider} would say").format(provider=provider_name), _learned_note(row)
    if row.ranked == "provider":
        ranked = _tr("from {provider}").format(provider=provider_name)
    else:
        ranked = _tr("ranked here")
    if row.name == "overall":
        return _tr("Popular") if anonymous else _tr("For you"), ranked
    if row.name == "provider":
        return _provider_words(row, provider)
    if row.name == NEW:
        years = sorted({one.year for one in row.suggestions if one.year})
        return _tr("New films"), "–".join(str(year) for year in dict.fromkeys(years))
    watched = _tr("{n} watched").format(n=wording.number(row.watched)) if row.watched else ""
    elsewhere = ranked if row.ranked == "provider" else ""
    return wording.category(row.name), " · ".join(filter(None, (watched, elsewhere)))


def row_about(row: Row, provider: str) -> str:
    """Return who put a row in order, and who learns of it; empty for a category ranked here.

    A screen reader reads it with each row: that of the first one says it for all of them.
    """
    if row.learned is not None:
        return " ".join(map(messages.localized, learned_sentences(row.learned, provider)))
    if row.ranked != "provider" and row.name not in ("overall", "provider", NEW, WATCHLIST):
        return ""
    return source_words(row.suggestions[0], messages.provider(provider))


def _learned_note(row: Row) -> str:
    if row.learned is None or not row.learned.agrees:
        return _tr("from its answers to made-up people; it seems to know little of tastes")
    if row.learned.one_list:
        return _tr("from its answers to made-up people; it names the same films to nearly all")
    words = _tr("from its answers to made-up people; {guessed} of 100 guesses are right")
    return words.format(guessed=round(10 * row.learned.guessed))


def _provider_words(row: Row, provider: str) -> tuple[str, str]:
    if provider == THIS_COMPUTER:
        return _tr("From what you released"), _tr("ranked here, from your release alone")
    heading = _tr("From {provider}").format(provider=messages.provider(provider))
    if row.ranked == "provider":
        return heading, _tr("ranked by the service, from what you released")
    return heading, _tr("the service's candidates, ranked here")


def summary(result: Recommendations, sent: str | None = None) -> str:
    """Return the sentence under the title. `sent`: what was sent for the result, where known."""
    sent = sent or ""
    if not result.library_size:
        return f"{_tr('Popular movies, until you say what you watched.')} {sent}".rstrip()
    first = wording.plural(
        "RecommendationsPage", "Ranked on this computer with your %Ln movies.", result.library_size
    )
    return f"{first} {sent}".rstrip()


def sent_words(outcome: RecommendResult) -> str:
    """Return what a refresh sent to whom; empty where a note says it."""
    if outcome.waiting:
        return _tr("Nothing was sent. Privacy shows what would be, for you to decide.")
    if outcome.release is None:
        return _tr("Nothing was sent.")
    if outcome.problem is not None:
        return ""
    name = outcome.release.provider
    if name == THIS_COMPUTER:
        return _tr("Nothing left this computer.")
    if outcome.repeated:
        return _tr("{provider} was sent the same list as before.").format(provider=name)
    return _tr("{provider} was sent a new list; Activity shows it.").format(provider=name)


def empty_words(suggested: int) -> tuple[str, str, str, str]:
    """Return picture, heading, sentence and button of the empty state."""
    if suggested:
        sentence = wording.plural(
            "RecommendationsPage",
            "%Ln movies found in your history wait for your answer. "
            "Recommendations begin with the first one you confirm.",
            suggested,
        )
        return "empty", _tr("Which of these have you watched?"), sentence, _tr("Look through them")
    sentence = _tr(
        "EpicRec looks for movies in your browsers' history. What it finds stays on this computer."
    )
    return "empty", _tr("No movies yet"), sentence, _tr("Find my movies")


def ranked_by(result: Recommendations, info: ModelInfo | None) -> str:
    """Return the line under the rows' sentence; empty while unknown, and without public ratings,
    which the offer beside the rows is about.
    """
    if info is None or not result.rows:
        return ""
    if info.model_id and result.model_id != info.model_id:
        name = messages.provider(result.provider)
        return _tr("Ranked with a model of {provider}.").format(provider=name)
    if not info.ratings:
        return ""
    learned = _tr("Ranked by a model that learned from {ratings} public ratings.").format(
        ratings=number(info.ratings)
    )
    return f"{learned} {quality_sentence(info.quality)}".rstrip()
