"""Public ratings that can be downloaded: description, license and size."""

from __future__ import annotations

from dataclasses import dataclass

from epicrec_desktop.services.catalogs import MOVIELENS, MOVIELENS_LATEST, MOVIETWEETINGS
from epicrec_desktop.ui.common.translation import translator

_tr = translator("RatedSources")


@dataclass(frozen=True)
class RatedSource:
    """A data set of public ratings; `key` is its name in the services."""

    key: str
    name: str
    contents: str
    terms: str  # license and size of the download


def rated_sources() -> list[RatedSource]:
    """Return all data sets, the default one first."""
    return [
        RatedSource(
            MOVIETWEETINGS,
            "MovieTweetings",
            _tr("921,398 ratings, 71,707 people"),
            _tr("MIT license. About 30 MB."),
        ),
        RatedSource(
            MOVIELENS,
            _tr("MovieLens, small"),
            _tr("100,836 ratings, 610 people"),
            _tr("Not for commercial use. 1 MB."),
        ),
        RatedSource(
            MOVIELENS_LATEST,
            _tr("MovieLens, large"),
            _tr("33 million ratings, 331,000 people"),
            _tr("Not for commercial use. 350 MB."),
        ),
    ]
