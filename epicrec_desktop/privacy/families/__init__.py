"""The families of mechanisms that a release can use, each in a file of its own.

A third one is a file here with a `Family` in it, and a line below.
"""

from __future__ import annotations

from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.privacy.families.base import Family
from epicrec_desktop.privacy.families.improved import IMPROVED
from epicrec_desktop.privacy.families.published import PUBLISHED

__all__ = ["FAMILIES", "IMPROVED", "PUBLISHED", "Family", "family_of"]

FAMILIES = {family.key: family for family in (IMPROVED, PUBLISHED)}
"""By key; the first is used where nobody chose."""


def family_of(key: str) -> Family:
    """The family of this key. Raises `PrivacyError` for one that this version does not know."""
    try:
        return FAMILIES[key]
    except KeyError:
        raise PrivacyError(
            "An earlier release was made with a mechanism that this version does not "
            "know, so nothing was released. Please update the program."
        ) from None
