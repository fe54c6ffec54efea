"""What the window says in the places that make claims, held against what happened.

Each function gives the sentences that are false; empty where all are true. What happened comes from
the person's own notes, the servers' and, for what nobody else can know, from the services.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.months import period_of
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.release import OPEN_PERIOD, THIS_COMPUTER
from epicrec_desktop.services.periods import read_periods
from epicrec_desktop.services.release_difference import TITLES, read_numbers
from epicrec_desktop.store.contacts import ContactKind
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.ui.common import privacy_text, wording
from losses import periods_of
from ui.walk.person import NAMES, Person

PERTURBED, NO = ReleaseLevel.PERTURBED, ReleaseLevel.NO


def false_sentences(person: Person) -> list[str]:
    """Everything false on the page that is looked at, and at the foot."""
    found = [*foot(person), *messages(person), *draws(person)]
    page = {
        "privacy": privacy,
        "activity": activity,
        "recommendations": recommendations,
        "settings": settings,
    }.get(person.page)
    if page is not None:
        found += page(person)
    return [f"{person.page}: {sentence}" for sentence in found]


def number(words: str) -> int:
    """The first number in words; "one" is 1, none is 0."""
    found = re.search(r"\d[\d,]*", words)
    if found:
        return int(found[0].replace(",", ""))
    return int(bool(re.search(r"\b[Oo]ne\b", words)))


# The foot


def _level(person: Person) -> str:
    if person.current == THIS_COMPUTER:
        return "Nothing leaves"
    if not person.services.privacy.chosen():
        return "Nothing leaves yet"
    levels = set(person.choice().levels(CATEGORIES))
    if len(levels) > 1:
        return "Levels differ by category"
    return {"no": "Nothing leaves", "perturbed": "Blurred", "all": "Everything"}[levels.pop().value]


def foot(person: Person) -> Iterator[str]:
    nav = person.window.navigation
    level, provider, last = (label.text() for label in (nav.level, nav.provider, nav.released))
    wanted = _level(person)
    if level != wanted:
        yield f"level {level!r}, not {wanted!r}"
    if provider != person.current:
        yield f"provider {provider!r}, not {person.current!r}"
    answered = [sent for sent in person.sent if sent.answered]
    if answered:
        newest = sorted(answered, key=lambda sent: sent.moment)[-1]  # of one moment the last
        day = wording.day(newest.moment.astimezone().date(), short=True)
        names = _names(person, newest)
        if day not in last or not any(name in last for name in names):
            yield f"{last!r}, but {names} got a list {day}"
    elif person.sent:
        if last != "A list may have been sent":
            yield f"{last!r}, but something reached {person.sent[-1].name}"
    elif last not in ("No list sent so far", "A list may have been sent"):
        yield f"{last!r}, but nothing was sent"
    elif last == "A list may have been sent" and not person.drops:
        yield f"{last!r}, but nothing was tried"
    badge = person.window.navigation.buttons["movies"].badge
    suggested = person.services.library.waiting()
    if badge != suggested:
        yield f"badge {badge}, but {suggested} wait"


# Draws


def draws(person: Person) -> Iterator[str]:
    """A month is sampled once, whatever was looked at and refused."""
    periods = periods_of(person.services)
    for name, window in periods.items():
        if person.tiers.setdefault(name, window.tiers) != window.tiers:
            yield f"{name} was drawn again"


# Messages anywhere


def messages(person: Person) -> Iterator[str]:
    """A banner speaks of providers that there are, and an error of now."""
    known = {info.name for info in person.services.providers.all()}
    widgets = person.window.page(person.page).findChildren(object)
    for widget in widgets:
        label = getattr(widget, "label", None)
        if not hasattr(widget, "show_text") or label is None or not widget.isVisible():
            continue
        for name in NAMES:
            if name in label.text() and name not in known:
                yield f"speaks of {name}, who is gone: {label.text()!r}"


# Privacy


def privacy(person: Person) -> Iterator[str]:
    page = person.window.page("privacy")
    choice = person.choice()
    if page.cards.level() is not (choice.overall if person.services.privacy.chosen() else None):
        yield f"card {page.cards.level()}"
    if page.foot.currentIndex() != 0:
        yield f"at work though nothing runs: {page.foot.progress.findChildren(object)!r}"
    opened = page.details.isChecked()
    page.details.setChecked(True)  # which has it say what it did not while it was folded away
    note, parts = page.folded.leaving.note.text(), page.folded.leaving.parts.text()
    page.details.setChecked(opened)
    if not page.release.isEnabled():
        if "not known" not in page.cost.text() and "not known" not in note:
            yield f"nothing can be released, and it says {page.cost.text()!r}"
        return
    yield from _sum(person, parts)
    yield from _list(person, page, note)
    yield from _cost(person, page, page.cost.text())
    yield from _button(person, page.release.text())


def classes(person: Person) -> dict[str, int]:
    """By my own count: by name, only in blurred numbers, not at all, later, and what was before."""
    choice, services = person.choice(), person.services
    with services.context.database.read() as session:
        periods = read_periods(session)
        months = _months(session)
        uncounted = LibraryRepository(session).uncounted()
    now = period_of(person.moment)
    found: Counter[str] = Counter()
    # Levels that leave no movie to blur give no number at all.
    blurs = any(choice.classify(m.categories) is ItemClass.PERTURBED for m in person.movies)
    for key, wire, categories, weight in _confirmed(person):
        kind = choice.classify(categories)
        if weight == 0 or kind is ItemClass.WITHHELD or (kind is ItemClass.OPEN and weight < 1):
            sampled = None if key in uncounted else periods.get(months.get(key, ""))
            disclosed = blurs and any(choice.level(c) is ReleaseLevel.PERTURBED for c in categories)
            if sampled is None or not disclosed or not _counted(sampled, categories, choice):
                found["not at all"] += 1
            elif weight == 0:
                found["kept to yourself now"] += 1
            else:
                found["still in numbers made before"] += 1
        elif kind is ItemClass.OPEN:
            found["by name" if wire else "not at all"] += 1
        elif key in uncounted:  # it belongs to a month that was sampled without it
            found["not at all"] += 1
        else:
            month = months.get(key, OPEN_PERIOD)
            if month == OPEN_PERIOD:
                month = _next_open(periods, now)
            sampled = periods.get(month)
            if sampled is not None and not _counted(sampled, categories, choice):
                found["not at all"] += 1
            elif sampled is None and month > now:
                found["later"] += 1
            else:
                found["only in blurred numbers"] += 1
    return found


def _next_open(periods, month: str) -> str:
    while month in periods:
        year, number_ = int(month[:4]), int(month[5:])
        month = f"{year + number_ // 12:04d}-{number_ % 12 + 1:02d}"
    return month


def _counted(sampled, categories, choice: PrivacyChoice) -> bool:
    """Whether a sample's numbers count such a movie, and may leave at these levels.

    Cells of a learned question leave as a whole, unless a category that they counted was closed.
    """
    levels = {name: ReleaseLevel(level) for name, level in sampled.levels.items()}
    if sampled.mechanism.question is not None:
        counted = [name for name, level in levels.items() if level is PERTURBED]
        if any(choice.level(name) is NO for name in counted):
            return False
    return PrivacyChoice(NO, levels).classify(categories) is ItemClass.PERTURBED


def _confirmed(person: Person):
    for entry in person.services.library.entries(LibraryStatus.CONFIRMED):
        movie = entry.movie
        yield entry.id, movie.wire_id or "", tuple(movie.categories), entry.weight


def _months(session) -> dict[int, str]:
    return dict(LibraryRepository(session).periods())


def _sum(person: Person, said: str) -> Iterator[str]:
    if person.choice().releases_nothing:  # even where the provider's catalog never came
        total = sum(1 for _ in _confirmed(person))
        wanted = {"not at all": total} if total else {}
    else:
        wanted = {k: v for k, v in classes(person).items() if v}
    pieces = said.partition(": ")[2].split(" · ") if said else []
    disclosed = {re.sub(r"^(\d+|one) ", "", piece): number(piece) for piece in pieces}
    if disclosed != wanted:
        yield f"sum {said!r}, but {wanted}"


def _list(person: Person, page, said: str) -> Iterator[str]:
    preview = page.previews.current
    now = period_of(person.moment)
    periods = periods_of(person.services)
    blurs = PERTURBED in person.choice().levels(CATEGORIES)
    if said.startswith("An example") and not (blurs and now not in periods):
        yield f"{said!r}, but this month is drawn"
    real = said.startswith("This is the real list")
    if real and not (blurs and now in periods):
        yield f"{said!r}, but this month is not drawn"
    for_none = "This is what one would get." in said
    if for_none and (preview.provider != THIS_COMPUTER or preview.example):
        yield f"{said!r}, for {preview.provider}, an example: {preview.example}"
    if real is not (preview.frozen and bool(preview.items) and not for_none):
        yield f"{said!r}, but it is the real one: {preview.frozen}"
    if said.startswith("Exactly") and blurs and now not in periods:
        yield f"{said!r}, but this month is not drawn yet"
    yield from _made_before(person, preview, said)


def _made_before(person: Person, preview, said: str) -> Iterator[str]:
    if said.startswith("This list was made"):
        listed = frozenset(movie.wire_id for movie in preview.items)
        made = [
            entry
            for entry in person.services.ledger.entries()
            if entry.release.provider == person.current and frozenset(entry.release.items) == listed
        ]
        months = {privacy_text.month_name(period_of(e.release.created)) for e in made}
        if not any(month in said for month in months):
            yield f"{said!r}, but made in {months}"
        answered = [s for s in person.sent if s.answered and any(_is_of(s, e) for e in made)]
        if "and sent" in said and not answered:
            yield f"{said!r}, but it never arrived"
        # Another name of the address may have had the answer.
        again = [s for s in answered if _is_of(s, made[0]) and len(_names(person, s)) == 1]
        if "No recommendations" in said and again:
            yield f"{said!r}, but it was answered"


def _cost(person: Person, page, said: str) -> Iterator[str]:
    if ("Nothing leaves" in said or "Only this computer" in said) and not person.here():
        yield said
    yield from _known(person, page, said)
    if person.here() and (
        "learns" in said or "recognize" in said or "sent" in said.replace("No list is sent", "")
    ):
        yield f"{said!r}, but it stays here"
    if not person.here() and "used again" in said:
        yield f"{said!r}, but it leaves"
    if "already" in said and person.current not in said:
        yield f"{said!r}, but {person.current} would get it"


def _known(person: Person, page, said: str) -> Iterator[str]:
    """What a provider would learn, held against what its server received."""
    preview = page.previews.current
    if person.here() or preview is None or preview.level is NO:
        return
    received = [s for s in person.sent if s.address == preview.proposal.address]
    names = {item for sent in received for item in sent.open_items}
    numbers = {pair for sent in received for pair in read_numbers(sent.payload).items()}
    difference = preview.difference
    if "this very list" in said and preview.proposal.sha256 not in {
        hashlib.sha256(sent.payload).hexdigest() for sent in received
    }:
        yield f"{said!r}, but it never arrived"
    if set(difference.again) - names:
        yield f"{said!r}, but {set(difference.again) - names} were never named there"
    if "these blurred numbers already" in said and not numbers:
        yield f"{said!r}, but no number arrived there"
    titles = [preview.titles[item] for item in difference.new if item in preview.titles]
    if 0 < len(titles) <= TITLES and not all(title in said for title in titles):
        yield f"{said!r}, but it would name {titles}"


def _button(person: Person, said: str) -> Iterator[str]:
    if person.choice().releases_nothing:
        if "Send" in said:
            yield f"button {said!r} at No Release"
    elif person.here() and "Send" in said:
        yield f"button {said!r}, and it stays here"
    elif not person.here() and person.current not in said:
        yield f"button {said!r}, and {person.current} gets it"


# Activity


def activity(person: Person) -> Iterator[str]:
    page = person.window.page("activity")
    entries = person.services.ledger.entries()
    if page.empty.isVisible() and entries:
        yield "says that nothing was made"
    if [e.release.id for e in page.model.items] != [e.release.id for e in entries]:
        yield "another list of releases"
    for place, entry in enumerate(page.model.items):
        yield from _delivery(person, entry, str(page.model.index(place).data()))
    yield from _months_drawn(person, page)
    spent = page.spent.text()
    if spent.startswith("No list was sent") and person.sent:
        yield f"{spent!r}, but something was sent"
    yield from _named(person, spent)
    if page.details.entry is not None and page.model.items:
        yield from _told(person, page)
    yield from _contacts(person, page)


def _months_drawn(person: Person, page) -> Iterator[str]:
    periods = periods_of(person.services)
    for tile in page.calendar.tiles:
        said, sampled = tile.state.text(), periods.get(tile.month.name)
        if said.startswith("Blurred") is not (sampled is not None):
            yield f"{tile.month.name}: {said!r}"
        if sampled is not None and ("nobody has it" in said) is not (not sampled.issued):
            yield f"{tile.month.name}: {said!r}, but {sorted(sampled.issued)} have it"


def _delivery(person: Person, entry, said: str) -> Iterator[str]:
    if entry.local:
        if "nothing sent" not in said:
            yield f"{said!r}, but it stayed"
        return
    # Two entries may have the same bytes for the same address: they are told apart nowhere else.
    twins = [
        other
        for other in person.services.ledger.entries()
        if other.release.payload == entry.release.payload
        and other.release.receiver == entry.release.receiver
        and other.release.id != entry.release.id
    ]
    reached = [s for s in person.sent if s.payload == entry.release.payload]
    reached = [s for s in reached if s.address == entry.release.receiver]
    answered = sum(s.answered for s in reached) - sum(len(twin.sent) for twin in twins)
    any_reached = bool(reached)  # one of the twins: which of them is not known
    if any(twin.may_have_left for twin in twins):
        reached = reached[: max(0, answered)]
    if "not sent" in said and reached:
        yield f"{said!r}, but it was sent"
    if "may have arrived" in said and (answered or not any_reached):
        yield f"{said!r}, but {answered} answered of {len(reached)}"
    if match := re.search(r"sent (once|(\d+) times)", said):
        times = int(match[2]) if match[2] else 1
        if times != answered:
            yield f"{said!r}, but answered {answered} times"


def _named(person: Person, spent: str) -> Iterator[str]:
    certain: dict[str, set[str]] = {}
    for entry in person.services.ledger.entries():
        for sent in person.sent:
            if entry.sent and _is_of(sent, entry):
                certain.setdefault(entry.release.provider, set()).update(sent.open_items)
    disclosed = re.findall(r"(\d+|One) movies? w(?:as|ere) sent to (\w+) as", spent)
    said = {name: number(count) for count, name in disclosed}
    wanted = {name: len(items) for name, items in certain.items() if items}
    if said != wanted:
        yield f"by name {said}, but {wanted}: {spent!r}"


def _names(person: Person, sent) -> set[str]:
    """What who got a list was called: an address may have several names."""
    return {e.release.provider for e in person.services.ledger.entries() if _is_of(sent, e)}


def _is_of(sent, entry) -> bool:
    return bool(entry.release.payload == sent.payload and entry.release.receiver == sent.address)


def _told(person: Person, page) -> Iterator[str]:
    entry = page.details.entry
    lines = page.details.disclosed.texts()
    reached = [s for s in person.sent if _is_of(s, entry)]  # its twin may have stayed here
    titles = [line for line in lines if "by name" in line]
    if reached and sum(number(line) for line in titles) != len(reached[0].open_items):
        yield f"{titles!r}, but {len(reached[0].open_items)} went by name"
    sections = [number(line) for line in lines if "of your movies" in line]
    confirmed = len(person.confirmed())
    gone = set(entry.release.open_items) - {wire for wire, *_ in person.confirmed()}
    if sections and sum(sections) - len(gone) != confirmed:
        yield f"{sections} of {confirmed} movies"


def _contacts(person: Person, page) -> Iterator[str]:
    asked = sum(len(server.asked("/v1/catalog")) for server in person.servers)
    disclosed = [c for c in page.contacts.items if c.kind is ContactKind.PUBLISHED]
    if not asked <= len(disclosed) <= asked + person.drops:
        yield f"{len(disclosed)} rounds on record, but {asked} and {person.drops} closed doors"
    sent = [c for c in page.contacts.items if c.kind is ContactKind.RELEASE]
    if not len(person.sent) <= len(sent) <= len(person.sent) + person.drops:
        yield f"{len(sent)} releases on record, but {len(person.sent)}"


# Recommendations


def recommendations(person: Person) -> Iterator[str]:
    page = person.window.page("recommendations")
    said = page.subtitle.text()
    confirmed = len(person.confirmed())
    if "Ranked on this computer with" in said:
        disclosed = re.search(r"with your (one|\d*)", said)
        if disclosed and number(said) != confirmed:
            yield f"{said!r}, but {confirmed} are confirmed"
    if "Popular movies, until" in said and confirmed:
        yield f"{said!r}, but {confirmed} are confirmed"
    for name in NAMES:
        if f"{name} was sent" in said and not [s for s in person.sent if name in _names(person, s)]:
            yield f"{said!r}, but {name} was never sent anything"
    if page.banner.isVisible() and person.current not in page.banner.label.text():
        yield f"{page.banner.label.text()!r}, but {person.current} is asked"


# Settings


def settings(person: Person) -> Iterator[str]:
    section = person.window.page("settings").providers
    person.wait(person.window)  # it may be made, and loads, only now
    known = {info.name: info for info in person.services.providers.all()}
    if {row.info.name for row in section.rows} != known.keys():
        yield "another list of providers"
        return
    periods = periods_of(person.services)
    for row in section.rows:
        info = known[row.info.name]
        if row.use.isChecked() != info.current:
            yield f"{info.name} in use: {row.use.isChecked()}"
        if info.address is not None:
            yield from _trust(person, row, info, periods)
    said = section.news.label.text() if section.news.isVisible() else ""
    if "is in use" in said and person.current not in said:
        yield said


def _trust(person: Person, row, info, periods) -> Iterator[str]:
    said = row.effect.text()
    now = _next_open(periods, period_of(person.moment))
    connection = person.services.providers.connect(info.name)
    with person.services.context.database.read() as session:
        from epicrec_desktop.services.releases import receiver_of

        part = receiver_of(session, connection, period_of(person.moment)).trust_in(now)
    times = number(said) if "times as much" in said else 2 if "twice" in said else 1
    plain = "counts" in said
    if plain and Fraction(1, times) != part and now == period_of(person.moment):
        yield f"{info.name}: {said!r}, but it would get {part}"
    held = {w.issued[info.address] for w in periods.values() if info.address in w.issued}
    if said.startswith("Gets:") and held - {info.trust}:
        yield f"{info.name}: {said!r}, but it has {held}"
