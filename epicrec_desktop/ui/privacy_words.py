"""What levels, previews and releases mean, in sentences for people.

Every number in a sentence comes from the preview or the budget. The sentence about an observer
holds for one movie that nothing else points to; the one about three movies says what is lost when
they go together (a budget of ε each is 3ε for the three).
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.services.privacy import Budget, Preview
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.ui import words

translate = QCoreApplication.translate

TOGETHER = 3
"""How many movies that go together the second half of the observer's sentence speaks of."""


def number(value: int) -> str:
    """A whole number as the person's language writes it."""
    return QLocale().toString(value)


def month_name(window: str) -> str:
    """ "2026-11" as "November"; with its year when that is not this year."""
    year, _, month = window.partition("-")
    if not (year.isdecimal() and month.isdecimal() and 1 <= int(month) <= 12):
        return window
    name = QLocale().standaloneMonthName(int(month))
    return name if int(year) == QDate.currentDate().year() else f"{name} {year}"


def level_title(level: ReleaseLevel) -> str:
    """The level's name on its card."""
    return {
        ReleaseLevel.NO: translate("Privacy", "No Release"),
        ReleaseLevel.PERTURBED: translate("Privacy", "Perturbed Release"),
        ReleaseLevel.ALL: translate("Privacy", "All Release"),
    }[level]


def level_short(level: ReleaseLevel) -> str:
    """The level's name in a segmented control."""
    return {
        ReleaseLevel.NO: translate("Privacy", "No"),
        ReleaseLevel.PERTURBED: translate("Privacy", "Perturbed"),
        ReleaseLevel.ALL: translate("Privacy", "All"),
    }[level]


def differing(choice: PrivacyChoice, overall: ReleaseLevel) -> int:
    """How many categories would not follow this overall level."""
    return sum(level is not overall for level in choice.per_category.values())


def consequence(level: ReleaseLevel, choice: PrivacyChoice, confirmed: int, kept: int = 0) -> str:
    """What choosing this overall level does, given the categories that differ from it.

    `kept` of the `confirmed` movies are never sent as they are: the person keeps them to
    themselves.
    """
    differ = differing(choice, level)
    agreed = set(choice.levels(CATEGORIES))
    if differ == len(CATEGORIES) and len(agreed) == 1:
        return overruled(agreed.pop())
    if level is ReleaseLevel.NO:
        if differ:
            return words.plural(
                "Privacy", "Nothing is sent, except from %Ln categories set below.", differ
            )
        return translate(
            "Privacy", "Nothing about your movies is sent. Recommendations are ranked here."
        )
    if level is ReleaseLevel.PERTURBED:
        sentence = translate(
            "Privacy", "A blurred list is sent: right on average, wrong on any one movie."
        )
    elif differ or not confirmed:
        sentence = translate("Privacy", "Your confirmed movies are sent as they are.")
    elif kept:
        return words.plural(
            "Privacy",
            "%Ln confirmed movies are sent as they are. Those you keep to yourself stay here.",
            confirmed - kept,
        )
    else:
        return words.plural("Privacy", "All %Ln confirmed movies are sent as they are.", confirmed)
    return f"{sentence} {exceptions(differ)}" if differ else sentence


def overruled(level: ReleaseLevel) -> str:
    """What holds where every category is set to one level, whatever the overall one is."""
    return {
        ReleaseLevel.NO: translate("Privacy", "Nothing leaves: every category is set to No."),
        ReleaseLevel.PERTURBED: translate(
            "Privacy", "Only a blurred list leaves: every category is set to Perturbed."
        ),
        ReleaseLevel.ALL: translate(
            "Privacy", "Your confirmed movies are sent as they are: every category is set to All."
        ),
    }[level]


def exceptions(differ: int) -> str:
    """That some categories do not follow."""
    return words.plural("Privacy", "%Ln categories have a level of their own.", differ)


def observer(budget: Budget) -> str:
    """What someone who sees the release can conclude, at most."""
    epsilon = TOGETHER * float(budget.epsilon)
    together = math.ceil(100 / (1 + math.exp(-epsilon)))
    return observer_of(budget.observer_percent, together)


def observer_of(one: int, three: int) -> str:
    """The observer's sentence with these percentages, for one movie and for three."""
    return translate(
        "Privacy",
        "Someone who guessed 50:50 that you saw a movie, with nothing else to go by, can get to "
        "{one}\u00a0% at most; for three that go together, to {three}\u00a0%.",
    ).format(one=one, three=three)


def worth(provider: str) -> str:
    """What the bars on the levels' cards are of."""
    if provider == THIS_COMPUTER:
        return translate("Privacy", "A row made from the list alone")
    return translate("Privacy", "{name}'s own row").format(name=provider)


def worth_note(popular: int, *, estimated: bool) -> str:
    """How the bars are to be read."""
    sentence = translate(
        "Privacy",
        "The bars say how good a row made from what leaves can be, measured on public ratings: "
        "100 % with your whole list, {popular} % with nothing but what is popular. Rows "
        "ranked on this computer are the same at every level.",
    ).format(popular=popular)
    if estimated:
        sentence += " " + translate(
            "Privacy", "With levels per category they are an estimate between measured figures."
        )
    return sentence


def movies(count: int) -> str:
    """A number of movies in words."""
    return words.plural("Privacy", "%Ln movies", count)


def release_button(preview: Preview) -> str:
    """What the button does that makes this release; the page and its question say the same."""
    here = preview.provider == THIS_COMPUTER
    if preview.level is ReleaseLevel.NO:
        return translate("Privacy", "Get recommendations")
    if preview.repeat and here:
        return translate("Privacy", "Use it again and get recommendations")
    if preview.repeat:
        return translate("Privacy", "Send again and get recommendations")
    return translate("Privacy", "Release and get recommendations")


def unknown(provider: str) -> str:
    """Where there is no preview: why nothing can be released, and what goes on."""
    return translate(
        "Privacy",
        "What would leave is not known before {name} answers, so nothing can be released. "
        "Your levels are kept.",
    ).format(name=provider)


def leaving_heading(preview: Preview) -> str:
    """How many movies are in the list."""
    size = movies(len(preview.items))
    if not preview.items:
        return translate("Privacy", "No movie")
    if preview.repeat:
        if preview.provider == THIS_COMPUTER:
            return translate("Privacy", "{movies}, made before").format(movies=size)
        return translate("Privacy", "{movies}, sent before").format(movies=size)
    if preview.example:
        return translate("Privacy", "about {movies}").format(movies=size)
    return size


def leaving_note(preview: Preview) -> str:
    """Whether the list is an example, a repeat, or exact."""
    month = month_name(preview.window)
    if preview.repeat:
        if preview.provider == THIS_COMPUTER:
            sentence = translate(
                "Privacy", "This list was made in {month}; it would be used again unchanged."
            )
        else:
            sentence = translate(
                "Privacy", "This is what was sent in {month}; it would be sent again unchanged."
            )
        return sentence.format(month=month)
    if preview.example:
        return translate("Privacy", "An example: the real draw is made once, at release.")
    if preview.items:
        return translate("Privacy", "Exactly this list would be sent.")
    if preview.level is ReleaseLevel.NO:
        return translate(
            "Privacy", "At No Release nothing is sent. Recommendations are ranked on this computer."
        )
    return translate("Privacy", "Confirm movies in My movies, and they appear here.")


def parts(preview: Preview) -> str:
    """What becomes of the confirmed movies: as they are, blurred, kept."""
    pieces = []
    if preview.open_items:
        pieces.append(words.plural("Privacy", "%Ln sent as they are", preview.open_items))
    if preview.perturbed_items:
        pieces.append(
            words.plural("Privacy", "%Ln only as blurred counts", preview.perturbed_items)
        )
    if preview.withheld_items:
        pieces.append(words.plural("Privacy", "%Ln kept here", preview.withheld_items))
    return " · ".join(pieces)


def cost(preview: Preview) -> str:
    """What a release costs, in words."""
    month = month_name(preview.window)
    if preview.level is ReleaseLevel.NO:
        return translate("Privacy", "Nothing is sent, so nothing is spent.")
    if preview.repeat:
        if preview.provider == THIS_COMPUTER:
            sentence = translate("Privacy", "{month}'s list is used again. That costs nothing.")
        else:
            sentence = translate(
                "Privacy", "{month}'s list is sent again, byte for byte. That costs nothing."
            )
        return sentence.format(month=month)
    if preview.budget is None and preview.provider == THIS_COMPUTER:
        return translate("Privacy", "Nothing leaves, so nothing is spent.")
    if preview.budget is None:
        return translate("Privacy", "What is sent as it is cannot be called back.")
    sentence = translate(
        "Privacy",
        "Spends {month}'s share of each blurred movie once; asking again repeats the list "
        "at no cost.",
    ).format(month=month)
    if preview.open_items:
        sentence += " " + translate("Privacy", "Movies sent as they are cannot be called back.")
    return sentence


def earlier() -> str:
    """What no ledger of this computer can know, said before its first release."""
    return translate(
        "Privacy",
        "If you released before, from another computer or before erasing everything here, that "
        "still counts: what each release can tell adds up.",
    )


def waiting(preview: Preview) -> str:
    """Movies that wait for the next window, and where the list goes; empty when neither counts."""
    sentences = []
    if preview.waiting_items:
        sentences.append(
            words.plural(
                "Privacy",
                "%Ln movies confirmed since wait for {month}: one draw a month, shared by all "
                "providers, so that it cannot be averaged away.",
                preview.waiting_items,
            ).format(month=month_name(preview.next_window))
        )
    if preview.level is not ReleaseLevel.NO and preview.provider == THIS_COMPUTER:
        sentences.append(translate("Privacy", "The list stays on this computer."))
    elif preview.level is not ReleaseLevel.NO:
        sentences.append(
            translate("Privacy", "The list goes to {name}.").format(name=preview.provider)
        )
    return " ".join(sentences)


def counts_in_words(preview: Preview) -> str:
    """The chart as text, for those who do not see it."""
    order = sorted(preview.true_counts, key=lambda c: -preview.true_counts[c])
    rows = (
        translate("Privacy", "{category}: {true} watched, {released} in the list").format(
            category=words.category(name),
            true=preview.true_counts[name],
            released=preview.released_counts[name],
        )
        for name in order
    )
    return ". ".join(rows) + "."


def watched_in_words(true: Mapping[str, int]) -> str:
    """What was watched per category as text, where it is not known what would leave."""
    rows = (
        translate("Privacy", "{category}: {true} watched").format(
            category=words.category(name), true=true[name]
        )
        for name in sorted(true, key=lambda c: -true[c])
    )
    return ". ".join(rows) + "."
