"""What levels, previews and releases mean, in sentences for people.

Numbers come from the preview or the budget. The sentence about an observer holds for one movie
that nothing else suggests; the one about three movies is for movies that suggest each other (ε for
each is 3ε for the three).
"""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import QDate, QLocale

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.services import privacy_sentences
from epicrec_desktop.services.periods import ClockJump
from epicrec_desktop.services.release_difference import Numbers, further, leading
from epicrec_desktop.services.release_proposal import Preview
from epicrec_desktop.services.release_worth import Worth
from epicrec_desktop.ui.common import messages, wording
from epicrec_desktop.ui.common.translation import translator

_tr = translator("Privacy")

BUTTON_NAME = 28
"""Letters of a provider's name on a button."""


def month_name(period: str) -> str:
    """Return "November" for "2026-11"; with its year when that is not this year."""
    year, _, month = period.partition("-")
    if not (year.isdecimal() and month.isdecimal() and 1 <= int(month) <= 12):
        return period
    name = QLocale().standaloneMonthName(int(month))
    return name if int(year) == QDate.currentDate().year() else f"{name} {year}"


def consequence(
    level: ReleaseLevel,
    choice: PrivacyChoice,
    confirmed: int,
    kept: int = 0,
    worth: Worth | None = None,
) -> str:
    """Return what choosing this overall level permits, given the categories that differ from it.

    Whether anything leaves depends on the provider too, so that only what may leave is said. `kept`
    of the `confirmed` movies are never sent as they are: the user keeps them to themselves, or no
    catalog has them. `worth` is what a blurred list would disclose; None if not known yet.
    """
    differ = sum(own is not level for own in choice.per_category.values())
    agreed = set(choice.levels(CATEGORIES))
    if differ == len(CATEGORIES) and len(agreed) == 1:
        return every_category_set(agreed.pop())
    if level is ReleaseLevel.NO:
        if differ:
            return wording.plural(
                "Privacy", "No list is sent, except from %Ln categories set below.", differ
            )
        return _tr("No list is sent, so no service recommends anything. “For you” stays the same.")
    if level is ReleaseLevel.PERTURBED:
        sentence = _tr("A blurred list may leave. Any movie in it may be one you never saw.")
        if worth is not None:
            leaves, taste = _tr("A blurred list may leave."), privacy_sentences.taste(worth)
            sentence = f"{leaves} {messages.localized(taste)}"
    elif differ or not confirmed:
        sentence = _tr("Your confirmed movies may leave as they are.")
    elif kept:
        return wording.plural(
            "Privacy",
            "%Ln confirmed movies may leave as they are. The others stay here.",
            confirmed - kept,
        )
    else:
        return wording.plural(
            "Privacy", "All %Ln confirmed movies may leave as they are.", confirmed
        )
    own_levels = wording.plural("Privacy", "%Ln categories have a level of their own.", differ)
    return f"{sentence} {own_levels}" if differ else sentence


def longest_consequence(level: ReleaseLevel) -> str:
    """Return a text as long as `consequence` can be at this level, wherever categories differ."""
    other = ReleaseLevel.NO if level is not ReleaseLevel.NO else ReleaseLevel.ALL
    most = PrivacyChoice(level, dict.fromkeys(CATEGORIES[1:], other))
    # NumPy comes with it, and the first page does without.
    from epicrec_desktop.services.release_worth import Worth  # noqa: PLC0415

    return consequence(level, most, 1, worth=Worth(500, 60, 1_000, "", 50))


def effect(
    now: tuple[Fraction | None, Worth | None], then: tuple[Fraction | None, Worth | None]
) -> str:
    """Return what levels that nobody chose yet would change for what is blurred."""
    if now[0] is None or then[0] is None:
        return ""
    found = privacy_sentences.effect(now[0], then[0], now[1], then[1])
    return " ".join(messages.localized(one) for one in found)


def every_category_set(level: ReleaseLevel) -> str:
    """Return what holds where every category is set to one level, whatever the overall one is."""
    return {
        ReleaseLevel.NO: _tr("No list leaves: every category is set to “Nothing”."),
        ReleaseLevel.PERTURBED: _tr(
            "Only a blurred list may leave: every category is set to “Blurred”."
        ),
        ReleaseLevel.ALL: _tr(
            "Your confirmed movies may leave as they are: every category is set to “Everything”."
        ),
    }[level]


def longest_observer() -> str:
    """Return a text as long as `Budget.observer` can be."""
    return messages.localized(privacy_sentences.observer(99, 99, 99))


def who_decides() -> str:
    """Return who chooses what is counted and how much it is blurred."""
    return _tr(
        "What is counted, and how much it is blurred, is decided here, never by the service."
    )


def release_button(preview: Preview) -> str:
    """Return the label of the page's button."""
    if preview.level is ReleaseLevel.NO or preview.provider == THIS_COMPUTER:
        return _tr("Get recommendations")
    if preview.repeat and preview.arrived:
        return _tr("Send again to {name}").format(name=short_name(preview.provider))
    return _tr("Send to {name}").format(name=short_name(preview.provider))


def send_button(preview: Preview) -> str:
    """Return the label of the question's button: how many movies go."""
    if preview.repeat or not preview.items:
        return release_button(preview)
    return wording.plural("Privacy", "Send %Ln movies", len(preview.items))


def question(preview: Preview) -> str:
    """Return what is asked before a list goes."""
    again = preview.difference.same_list
    words = _tr("Send this list to {name} again?") if again else _tr("Send this list to {name}?")
    return words.format(name=preview.provider)


def names_warning(preview: Preview) -> str:
    """Return which movies a provider would newly know by name; empty for none."""
    return leading_sentences(preview)[0] if preview.difference.new else ""


def answer(preview: Preview) -> str:
    """Return what has to be known before a yes, but for the names: that is a warning of its own."""
    found = leading_sentences(preview)[1 if preview.difference.new else 0 :]
    if preview.difference.numbers is Numbers.NEW:
        found[-1:-1] = [unseen(preview)]
    return " ".join(filter(None, found))


def meaning(preview: Preview) -> list[tuple[str, str]]:
    """Return what a release means at more length, each with its heading; empty lines are left out.

    A yes needs none of it: these are the bounds, and what follows later.
    """
    localized = messages.localized
    budget, worth, provider = preview.budget, preview.worth, preview.provider
    chances = privacy_sentences.chances(worth) if budget is not None and worth is not None else []
    elsewhere = further(preview.difference, provider)
    warned = () if preview.repeat else preview.proposal.warnings
    rows = (
        (_tr("Your taste"), [localized(one) for one in chances]),
        (_tr("One movie"), [localized(budget.observer)] if budget is not None else []),
        (_tr("What it has"), [localized(one) for one in elsewhere]),
        (_tr("Your movies"), [_parts(preview)]),
        (_tr("Does not leave"), [_kept_here(preview)]),
        (_tr("When"), [_when(preview)]),
        (_tr("What else counts"), [warning(kind) for kind in warned]),
    )
    return [(head, words) for head, found in rows if (words := " ".join(found).strip())]


def _kept_here(preview: Preview) -> str:
    """Return the categories that are set to Nothing, with their movies, and what never leaves."""
    choice, counts = preview.proposal.choice, preview.true_counts
    closed = [
        _tr("{category} ({count})").format(
            category=wording.category(name), count=wording.number(count)
        )
        for name, count in sorted(counts.items(), key=lambda pair: -pair[1])
        if count and choice.level(name) is ReleaseLevel.NO
    ]
    always = _tr("Your stars, days and notes.")
    if not closed:
        return always
    return _tr("{categories}: set to “Nothing”. Your stars, days and notes.").format(
        categories=", ".join(closed)
    )


def _when(preview: Preview) -> str:
    if preview.repeat:
        return _repeated(preview).format(month=month_name(preview.made))
    if not preview.frozen:
        return _tr("Made of the movies that are confirmed now.")
    return _tr(
        "Blurred once and for good. Movies you confirm from now on wait for {month}. “Not now” "
        "keeps the list."
    ).format(month=month_name(preview.later))


def clock_question(clock: ClockJump) -> str:
    """Return what is asked before a list is made where the clock jumped."""
    return _tr(
        "This computer says that today is {now}. Before, it was {last}. Is {now} right?"
    ).format(now=wording.date(clock.now), last=wording.date(clock.last))


def short_name(name: str) -> str:
    """Return a name that a button has room for."""
    return name if len(name) <= BUTTON_NAME else f"{name[: BUTTON_NAME - 1].rstrip()}…"


def unknown(provider: str) -> str:
    """Return why nothing can be released where there is no preview."""
    return _tr(
        "What would leave is not known before {name} answers, so nothing can be released. "
        "Your levels are kept."
    ).format(name=provider)


def leaving_heading(preview: Preview) -> str:
    """Return how many movies are in the list, or that it is an example."""
    size = wording.movies(len(preview.items))
    if not preview.items:
        return _tr("No movie")
    if preview.repeat:
        sent = preview.arrived and preview.provider != THIS_COMPUTER
        words = _tr("{movies}, sent before") if sent else _tr("{movies}, made before")
        return words.format(movies=size)
    if preview.example:
        return _tr("an example")
    return size


def leaving_note(preview: Preview) -> str:
    """Return whether the list is an example, a repeat, or exact, and that it stays without a
    service.
    """
    if preview.level is ReleaseLevel.NO or not (preview.items or preview.repeat or preview.example):
        note = _nothing_listed(preview)
    elif preview.provider == THIS_COMPUTER:
        what = _tr("An example of what one would get.")
        note = _tr("No service is in use, so nothing is sent.")
        note += " " + (what if preview.example else _tr("This is what one would get."))
    elif preview.repeat:
        note = _repeated(preview).format(month=month_name(preview.made))
    elif preview.example:
        note = _tr("An example: you see the real list before it is sent.")
    else:
        note = _exact(preview)
    return f"{note} {unseen(preview)}".rstrip()


def unseen(preview: Preview) -> str:
    """Say that a blurred list may name movies never watched; empty where nothing is blurred."""
    if preview.budget is None or not preview.items:
        return ""
    if preview.difference.new or preview.difference.again:
        return _tr("Any movie not sent by name may be one you never saw.")
    return _tr("Any movie in it may be one you never saw.")


def _exact(preview: Preview) -> str:
    """Return the note of a list that would be used or sent as it is shown."""
    if preview.frozen:
        return _tr(
            "This is the real list, blurred once and for good. Exactly this list would be sent, "
            "with the blurred numbers that it is made from."
        )
    if preview.budget is not None:
        return _tr(
            "Exactly this list would be sent, with the blurred numbers that it is made from."
        )
    return _tr("Exactly this list would be sent.")


def _nothing_listed(preview: Preview) -> str:
    """Return why there is no movie in the list."""
    if preview.level is ReleaseLevel.NO:
        return _tr("No list is sent. Recommendations are ranked on this computer.")
    if preview.confirmed_items:
        return _tr("No movie would be named.")
    return _tr("Confirm movies in My movies, and they appear here.")


def _repeated(preview: Preview) -> str:
    """Return what the stored list is, with a place for the month it was made in."""
    if preview.arrived:
        return _tr("This list was made in {month} and sent; it would be sent again unchanged.")
    return _tr(
        "This list was made in {month}. No recommendations came for it yet; it would be "
        "sent unchanged."
    )


def parts(preview: Preview) -> str:
    """Return what becomes of the confirmed movies: as they are, blurred, kept."""
    found = _parts(preview)
    return _tr("Of your movies: {parts}").format(parts=found) if found else ""


def _parts(preview: Preview) -> str:
    return classes(
        preview.open_items,
        preview.perturbed_items - preview.waiting_items,
        preview.withheld_items,
        preview.waiting_items,
        before=preview.counted_before,
        silenced=preview.silenced_items,
    )


def classes(
    named: int, blurred: int, kept: int, later: int = 0, *, before: int = 0, silenced: int = 0
) -> str:
    """Return how many movies are disclosed by name, in numbers, not at all, or later.

    `before` are withheld by a current level, `silenced` by the user, after their month was sampled.
    """
    pieces = []
    if named:
        pieces.append(wording.plural("Privacy", "%Ln by name", named))
    if blurred:
        pieces.append(wording.plural("Privacy", "%Ln only in blurred numbers", blurred))
    if before:
        pieces.append(wording.plural("Privacy", "%Ln still in numbers made before", before))
    if silenced:
        pieces.append(wording.plural("Privacy", "%Ln kept to yourself now", silenced))
    if kept:
        pieces.append(wording.plural("Privacy", "%Ln not at all", kept))
    if later:
        pieces.append(wording.plural("Privacy", "%Ln later", later))
    return " · ".join(pieces)


def cost(preview: Preview) -> str:
    """Return what a release gives away, in words."""
    if preview.level is ReleaseLevel.NO or preview.provider == THIS_COMPUTER:
        return _tr("No list is sent.")
    return " ".join(leading_sentences(preview))


def leading_sentences(preview: Preview) -> list[str]:
    """Return what a provider elsewhere would learn, the most certain first."""
    found = leading(preview.difference, preview.provider, preview.titles, preview.worth)
    return [messages.localized(one) for one in found]


def warning(kind: str) -> str:
    """Return what else counts, said before a release."""
    from epicrec_desktop.services.release_proposal import WARNINGS  # noqa: PLC0415 - as `_worth`

    return messages.localized(WARNINGS[kind])


def waiting(preview: Preview) -> str:
    """Return which movies wait for a later month, and where the list goes; empty for neither."""
    sentences = []
    if preview.waiting_items:
        sentences.append(
            wording.plural(
                "Privacy",
                "%Ln movies wait for {month}: a month is blurred once, as several versions would "
                "reveal what each one hides.",
                preview.waiting_items,
            ).format(month=month_name(preview.next_period))
        )
    if preview.repeat and preview.arrived:
        blurred = set(preview.proposal.choice.levels(CATEGORIES)) == {ReleaseLevel.PERTURBED}
        if not preview.waiting_items and blurred and preview.later > preview.period:
            words = _tr("Movies you confirm now wait for {month}.")
            sentences.append(words.format(month=month_name(preview.later)))
    elif preview.level is not ReleaseLevel.NO:
        if not preview.repeat:
            sentences.append(_tr("You see the list before it is sent."))
        if preview.example:
            words = _tr("It is blurred once: movies you confirm after that wait for {month}.")
            sentences.append(words.format(month=month_name(preview.later)))
    return " ".join(sentences)


def counts(category: str, true: int, released: int | None) -> str:
    """Return a row of the chart in words; `released` is None where it is not known."""
    known = _tr("{category}: {true} watched, {released} in the list")
    words = _tr("{category}: {true} watched") if released is None else known
    return words.format(category=wording.category(category), true=true, released=released)
