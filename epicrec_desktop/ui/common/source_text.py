"""Words for what another service records of a movie: its name, the day and the rating."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.preferences import NOT_RATED, OwnRating
from epicrec_desktop.store.ratings import Imported
from epicrec_desktop.ui.common import messages, wording
from epicrec_desktop.ui.common.translation import translator

_tr = translator("Imports")


def service_words(service: Service) -> str:
    """Return a service's name."""
    return messages.localized(service.label)


def watched_words(
    seen: date | None,
    rating: float | None,
    service: Service | None = None,
    seen_by: date | None = None,
) -> str:
    """Return day and rating: "3 May 2024, rated 9 of 10"; of Letterboxd "4½ of 5 stars".

    A day that is not known to be that of watching is one "by" which it was.
    """
    if rating is None:
        rated = ""
    elif service is Service.LETTERBOXD:
        rated = stars_words(round(10 * rating))
    else:
        rated = _tr("rated {rating} of 10").format(rating=round(10 * rating))
    day = wording.day(seen, short=True) if seen else ""
    by = _tr("seen by {day}").format(day=wording.day(seen_by, short=True)) if seen_by else ""
    return ", ".join(filter(None, (day, rated, "" if day else by))) or _tr("Watched")


def half_stars(rating: float) -> str:
    """Return a rating from 0 to 1 in stars of five: "4½"."""
    whole, half = divmod(round(10 * rating), 2)
    return f"{whole if whole or not half else ''}{'½' if half else ''}"


def stars_words(halves: int) -> str:
    """Return halves of stars in words: "4½ of 5 stars"."""
    return _tr("{stars} of 5 stars").format(stars=half_stars(halves / 10))


def source_words(imports: Sequence[Imported], own: OwnRating = NOT_RATED) -> str:
    """Return where a movie was imported from: "From Letterboxd: 3 May 2024, rated 9 of 10".

    What the user says themselves, `own`, stands in place of an import's day and rating.
    """
    lines = []
    for one in imports:
        name = service_words(one.source)
        seen, seen_by = (None, None) if own.day else (one.seen, one.seen_by)
        rating = one.rating if own.stars is None else None
        if seen or seen_by or rating is not None:
            description = watched_words(seen, rating, one.source, seen_by)
            lines.append(
                _tr("From {service}: {description}").format(service=name, description=description)
            )
        else:
            lines.append(_tr("From {service}").format(service=name))
    return " · ".join(lines)
