"""Saying yes to a release, as a person does: the list is made where there is none, then it goes."""

from epicrec_desktop.ui.privacy.page import PrivacyPage
from epicrec_desktop.ui.privacy.release_dialog import ReleaseDialog


def ask(page: PrivacyPage, qtbot) -> ReleaseDialog:
    """Press the page's button; return the question, which shows the real list."""
    before = set(page.findChildren(ReleaseDialog))
    page.release.click()
    found: list[ReleaseDialog] = []

    def shown() -> bool:
        found[:] = [d for d in page.findChildren(ReleaseDialog) if d not in before]
        return bool(found) and found[0].isVisible()

    qtbot.waitUntil(shown)
    qtbot.waitUntil(lambda: not page.context.tasks.busy)
    return found[0]


def agree(dialog: ReleaseDialog, qtbot) -> None:
    """Say yes to the list that is shown."""
    qtbot.waitUntil(dialog.yes.isEnabled)
    dialog.yes.click()
