"""Window and terminal use the same words for the same thing."""

import pytest

from epicrec_desktop.cli import words
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.ui.common import privacy_text, wording


@pytest.mark.parametrize("name", CATEGORIES)
def test_a_category_has_one_name(qapp, name: str) -> None:
    assert words.category(name) == wording.category(name)


def test_what_an_observer_concludes_is_said_alike(qapp) -> None:
    said = privacy_text.observer_of(56, 67).replace("\u00a0", " ")
    assert said.startswith(words.observer_sentence(56).removesuffix("."))
