"""Whose window this is, where several people share a computer account; one person sees none of it.

It is asked at every start, so that nothing is imported where nobody was added.
"""

from __future__ import annotations

from epicrec_desktop.paths import Paths


def several(paths: Paths) -> bool:
    """Whether there is somebody else."""
    if not paths.users.is_dir():
        return False
    from epicrec_desktop.services.household.roster import LocalUsers  # noqa: PLC0415

    return LocalUsers(paths).read().several


def title(paths: Paths) -> str:
    """What stands in the frame of the window: two of two people can be open."""
    if not several(paths):
        return "EpicRec"
    from epicrec_desktop.services.household.roster import LocalUsers  # noqa: PLC0415
    from epicrec_desktop.ui.common.person_name import user_display_name  # noqa: PLC0415

    user = LocalUsers(paths).owner_of(paths)
    return "EpicRec" if user is None else f"EpicRec – {user_display_name(user)}"
