"""The lists of releases and of all contacts: two lines each, newest first."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt

from epicrec_desktop.services.contacts import Contact, ContactOutcome
from epicrec_desktop.services.release_summary import LedgerEntry
from epicrec_desktop.ui.activity import text
from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.lists import ITEM, TEXT, TOOL_TIP, Cell, CellDelegate, ListModel
from epicrec_desktop.ui.common.painting import draw_line
from epicrec_desktop.ui.common.text import display_line

WORDS, FAILED = ITEM + 1, ITEM + 2
ROW_HEIGHT = 60


class LedgerModel(ListModel[LedgerEntry]):
    """Releases; the display text is the whole row in words, for screen readers and search."""

    def value(self, item: LedgerEntry, role: int) -> object:
        """Return the words."""
        words = text.headline(item), text.summary(item)
        if role == TEXT:
            return display_line(". ".join(words))
        if role == FAILED:
            return item.error is not None
        return words if role == WORDS else None


class ContactModel(ListModel[Contact]):
    """Everybody who was asked for something; the display text is the whole row in words."""

    def value(self, item: Contact, role: int) -> object:
        """Return the words."""
        words = text.contact_headline(item), text.contact_summary(item)
        if role == TEXT:
            return display_line(". ".join(words))
        if role == TOOL_TIP:
            return display_line(f"{words[1]} {item.address or ''}".strip())
        if role == FAILED:
            return item.outcome is ContactOutcome.FAILED
        return words if role == WORDS else None


class LedgerDelegate(CellDelegate):
    """Paints a release or a contact; the second line in the danger color where it failed."""

    SIZE = QSize(240, ROW_HEIGHT)

    def paint_cell(self, cell: Cell) -> None:
        """Paint plate and lines."""
        cell.plate(3, 2)
        headline, summary = cell.index.data(WORDS)
        box, colors = cell.rect.adjusted(14, 10, -14, -10), cell.colors
        top, bottom = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignBottom
        strong = theme.STRONG
        draw_line(cell.painter, box, headline, colors.ink, size=14, weight=strong, align=top)
        muted = colors.danger if cell.index.data(FAILED) else colors.muted
        draw_line(cell.painter, box, summary, muted, align=bottom)
