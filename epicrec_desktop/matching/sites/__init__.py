"""The site table: what a page of each site says about movies, as data.

A site is added by adding a `site` to one of the tables here; the engine does not change.
"""

from __future__ import annotations

from epicrec_desktop.matching.sites.cinemas import CINEMAS
from epicrec_desktop.matching.sites.databases import DATABASES
from epicrec_desktop.matching.sites.general import ELSEWHERE, with_search_boxes
from epicrec_desktop.matching.sites.model import Reader, Rule, Site, Undated
from epicrec_desktop.matching.sites.regional import BROADCASTERS, REGIONAL
from epicrec_desktop.matching.sites.reviews import REVIEWS
from epicrec_desktop.matching.sites.streaming import RENTALS, STREAMING

SITES: tuple[Site, ...] = with_search_boxes(
    (
        *DATABASES,
        *REGIONAL,
        *BROADCASTERS,
        *STREAMING,
        *RENTALS,
        *REVIEWS,
        *CINEMAS,
        *ELSEWHERE,
    )
)

__all__ = ["SITES", "Reader", "Rule", "Site", "Undated"]
