"""Public ratings: data sets to download, and the measured quality of the active model."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QWidget

from epicrec_desktop.recommend.model_manifest import ModelQuality
from epicrec_desktop.services.catalog_info import MOVIELENS, MOVIELENS_LATEST, MOVIETWEETINGS
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.labels import Note, Strong
from epicrec_desktop.ui.common.layouts import column, row
from epicrec_desktop.ui.common.text import set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.common.wording import number

_tr = translator("CatalogText")


LEAST_PEOPLE = 50
"""Fewest held-out users for which the result is shown: fewer do not generalize."""


def quality_sentence(quality: ModelQuality | None) -> str:
    """Return the sentence that compares the model with popularity; empty where it is unknown."""
    if quality is None or quality.users < LEAST_PEOPLE or not quality.popularity:
        return ""
    times = QLocale().toString(quality.ndcg10 / quality.popularity, "f", 1)
    sentence = _tr(
        "On {people} people it had not learned from, it was {times} times as good as a list of "
        "what is popular."
    )
    return sentence.format(people=number(quality.users), times=times)


def quality_figures(quality: ModelQuality | None) -> str:
    """Return NDCG@10 of the model and of popularity; empty where it is unknown."""
    if quality is None:
        return ""
    return _tr("NDCG@10 {model}, popularity {popular}").format(
        model=QLocale().toString(quality.ndcg10, "f", 3),
        popular=QLocale().toString(quality.popularity, "f", 3),
    )


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


class SourceRow(QWidget):
    """Row of a source with a note and a download button, which `spoken` names for screen readers.

    `name` is the button's; the note's ends with "source".
    """

    def __init__(self, title: str, note: str, words: str, spoken: str, *, name: str) -> None:
        super().__init__()
        self.button = SecondaryButton(words, name=name, icon="download")
        set_accessible_name(self.button, spoken)
        self.more = row(spacing=2 * STEP)
        about = column(Strong(title), Note(note, name=f"{name}.source"), spacing=0)
        button = (self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        head = row((about, 1), button, spacing=4 * STEP)
        column(head, self.more, parent=self, margins=(0, STEP, 0, STEP), spacing=2 * STEP)


class RatedRow(SourceRow):
    """Row of public ratings."""

    def __init__(self, source: RatedSource, *, name: str) -> None:
        self.source = source
        note, spoken = f"{source.contents}. {source.terms}", _tr("Download {name}")
        spoken = spoken.format(name=source.name)
        super().__init__(source.name, note, _tr("Download"), spoken, name=f"{name}.{source.key}")
