"""Sentences that come from the parts without a window, in the person's language.

Those parts write English. A sentence that is known here is translated, with what was filled into
it; any other is shown as it is.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.ui.core_sentences import SENTENCES

_TEMPLATES: tuple[Any, ...] = (
    # Steps of long work
    QT_TRANSLATE_NOOP("Core", "Asking {0}"),
    QT_TRANSLATE_NOOP("Core", "Copying the history"),
    QT_TRANSLATE_NOOP("Core", "Done"),
    QT_TRANSLATE_NOOP("Core", "Downloading MovieLens"),
    QT_TRANSLATE_NOOP("Core", "Fetching the public model"),
    QT_TRANSLATE_NOOP("Core", "Films of {0} from TMDB"),
    QT_TRANSLATE_NOOP("Core", "Films of {0} from Wikidata"),
    QT_TRANSLATE_NOOP("Core", "Finding the budget"),
    QT_TRANSLATE_NOOP("Core", "Fitting the noise to the catalog"),
    QT_TRANSLATE_NOOP("Core", "Looking for movies"),
    QT_TRANSLATE_NOOP("Core", "Measuring the model on users it has not seen"),
    QT_TRANSLATE_NOOP("Core", "Posters of the whole catalog"),
    QT_TRANSLATE_NOOP("Core", "Preparing"),
    QT_TRANSLATE_NOOP("Core", "Preparing the catalog"),
    QT_TRANSLATE_NOOP("Core", "Preparing the release"),
    QT_TRANSLATE_NOOP("Core", "Putting the movies into the catalog"),
    QT_TRANSLATE_NOOP("Core", "Ranking on this computer"),
    QT_TRANSLATE_NOOP("Core", "Reading movies"),
    QT_TRANSLATE_NOOP("Core", "Reading public ratings"),
    QT_TRANSLATE_NOOP("Core", "Reading the history"),
    QT_TRANSLATE_NOOP("Core", "Training the recommendation model"),
    QT_TRANSLATE_NOOP("Core", "Reading {0}"),
    # Names
    QT_TRANSLATE_NOOP("Core", "This computer"),
    # Trouble
    QT_TRANSLATE_NOOP(
        "Core", "The work broke off unexpectedly. Nothing was changed. Please try again."
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "Something unexpected happened ({0} at {1}). Nothing was changed. Please try again.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "Another EpicRec window or command is using the data. Nothing was removed. "
        "Close it, and try again.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The export could not be written to {0} ({1}). Nothing was changed. Choose another place.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "Another EpicRec is writing to the database for long. Nothing was changed. "
        "Wait until it is done, and try again.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The database was made by a newer version of EpicRec. It was left as it is. "
        "Please update the program.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The database {0} is damaged or cannot be read. It was left as it is. "
        "Restore a copy, or move it away to start anew.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The database must be updated, but another EpicRec is using it. Nothing was "
        "changed. Close the other window or command, and try again.",
    ),
    QT_TRANSLATE_NOOP("Core", "{0} did not answer in time. {1}"),
    QT_TRANSLATE_NOOP(
        "Core", "{0} gave an answer that is not one of a recommendation service. {1}"
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "{0} wants to send you to another address. That is not followed, because what you "
        "release would go to a stranger. {1}",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "This is not the address of a provider; nothing was changed. "
        "An address looks like https://recommendations.example.",
    ),
    QT_TRANSLATE_NOOP(
        "Core", "An address with a user name or password is not supported; nothing was changed."
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "This address is not encrypted, so others on the way could read what you release; "
        "nothing was changed. Use an address that begins with https://.",
    ),
    QT_TRANSLATE_NOOP("Core", "A provider needs a name of its own. Nothing was changed."),
    QT_TRANSLATE_NOOP(
        "Core", "There is no certificate at {0}. Nothing was changed. Choose a PEM file."
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "{0} may not be read by you. Nothing was changed; ask for access to it, or name "
        "another profile.",
    ),
)


@lru_cache(maxsize=1)
def _templates() -> tuple[frozenset[str], list[tuple[str, str]]]:
    """The sentences that are always the same, and (beginning, template) of those that are not.

    Of the latter the one with most fixed letters comes first, so that "Reading {0}" comes last.
    """
    every = (*_TEMPLATES, *SENTENCES)
    filled = [template for template in every if "{" in template]
    filled.sort(key=lambda template: -len(re.sub(r"\{\d\}", "", template)))
    begins = [(template.partition("{")[0], template) for template in filled]
    return frozenset(every) - frozenset(filled), begins


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """Made when it is first needed: all of them at once would be felt at a start."""
    parts = re.split(r"\{\d\}", template)
    return re.compile("(.+?)".join(re.escape(part) for part in parts), re.DOTALL)


def localized(sentence: str) -> str:
    """A sentence of the parts without a window in the person's language, else as it is."""
    same, filled = _templates()
    if sentence in same:
        template = sentence
        return QCoreApplication.translate("Core", template)
    for begin, template in filled:
        if sentence.startswith(begin) and (match := _pattern(template).fullmatch(sentence)):
            values = [localized(value) for value in match.groups()]
            return QCoreApplication.translate("Core", template).format(*values)
    return sentence


def provider(name: str) -> str:
    """A provider's name as shown: only this computer has one that is not its owner's choice."""
    return localized(name) if name == THIS_COMPUTER else name
