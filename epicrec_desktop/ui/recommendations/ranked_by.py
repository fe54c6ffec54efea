"""Which model ranks the rows, and how good it was found to be, in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from epicrec_desktop.domain.release import Recommendations
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.model_text import tested
from epicrec_desktop.ui.common.privacy_text import number

if TYPE_CHECKING:
    from epicrec_desktop.services.catalogs import CatalogInfo


def _tr(text: str) -> str:
    return QCoreApplication.translate("RankedBy", text)


def ranked_by(result: Recommendations, info: CatalogInfo | None) -> str:
    """The line under the rows' sentence; empty while it is not known."""
    if info is None or not result.rows:
        return ""
    if info.model_id and result.model_id != info.model_id:
        name = messages.provider(result.provider)
        return _tr("Ranked with a model of {provider}.").format(provider=name)
    if not info.ratings:
        return _tr("No public ratings yet: ranked by what EpicRec itself knows.")
    learned = _tr("Ranked by a model that learned from {ratings} public ratings.").format(
        ratings=number(info.ratings)
    )
    return f"{learned} {tested(info)}".rstrip()
