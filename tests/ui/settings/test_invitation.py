"""An invitation is asked about wherever it comes from, and nobody hears of it before the yes."""

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QLabel

from epicrec_desktop.recommend.invitation import SUFFIX, Invitation, encode
from epicrec_desktop.services.invitations import OpenedInvitation
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.settings.invitation import question
from epicrec_desktop.ui.shell.drops import dropped_invitation, local_files
from epicrec_desktop.ui.shell.single_instance import SingleInstance
from ui.fakes.base import ADDRESS, CLUB

LINE = encode(Invitation(CLUB, ADDRESS, key="epicrec_key"))


def asked(window, qtbot) -> ConfirmDialog:
    """The question about an invitation."""
    found: list[ConfirmDialog] = []

    def open_now() -> bool:
        every = window.findChildren(ConfirmDialog, "settings.provider.invited")
        found[:] = [dialog for dialog in every if dialog.isVisible()]
        return bool(found)

    qtbot.waitUntil(open_now)
    return found[0]


def test_what_is_opened_from_a_link_is_asked_about_and_added_after_a_yes(
    open_window, services, film_club, qtbot
):
    services.providers.remove(CLUB)
    window = open_window()
    window.open_invitation(lambda: LINE)
    question = asked(window, qtbot)
    said = question.findChild(QLabel, "settings.provider.invited.text").text()
    assert ADDRESS in said
    assert "closed group" in said
    question.no.click()
    qtbot.waitUntil(lambda: not window.tasks.busy)
    assert CLUB not in {info.name for info in services.providers.all()}
    window.open_invitation(lambda: LINE)
    asked(window, qtbot).yes.click()
    qtbot.waitUntil(lambda: CLUB in {info.name for info in services.providers.all()})
    qtbot.waitUntil(lambda: not window.tasks.busy)
    assert not film_club.reached, "a catalog is fetched, and nothing is sent"
    section = next(s for s in window.page("settings").sections if s.KEY == "providers")
    window.open_invitation(lambda: "epicrec:AAAA")
    qtbot.waitUntil(section.error.isVisible)
    assert "not a whole invitation" in section.error.label.text()
    section.invitation.start.click()  # where there is none yet
    qtbot.waitUntil(lambda: any("epicrec-server invite" in one.text() for one in labels(window)))


def test_a_second_one_is_asked_about_after_the_first_is_answered(open_window, services, qtbot):
    services.providers.remove(CLUB)
    other = encode(Invitation("Library", "https://library.example"))
    window = open_window()
    for line in (LINE, other, LINE):
        window.open_invitation(lambda line=line: line)
    for name in (CLUB, "Library"):
        dialog = asked(window, qtbot)
        qtbot.waitUntil(lambda: not window.tasks.busy)
        assert name in dialog.findChild(QLabel, "settings.provider.invited.text").text()
        dialog.yes.click()
        qtbot.waitUntil(lambda name=name: name in {one.name for one in services.providers.all()})
    qtbot.waitUntil(lambda: not window.tasks.busy)
    assert not [one for one in window.findChildren(ConfirmDialog) if one.isVisible()]


def test_an_invitation_of_the_first_run_waits_for_its_end(open_window, services, qtbot):
    services.providers.remove(CLUB)
    services.settings.wizard_step = "welcome"
    window = open_window()
    window.open_invitation(lambda: LINE)
    assert not window.findChildren(ConfirmDialog, "settings.provider.invited")
    window.first_run.wizard.finish()
    asked(window, qtbot).no.click()
    qtbot.waitUntil(lambda: not window.tasks.busy)


def labels(window) -> list[QLabel]:
    return [label for label in window.findChildren(QLabel) if label.isVisible()]


def test_each_certificate_that_comes_with_an_invitation_is_shown(qapp):
    said = question(OpenedInvitation(Invitation(CLUB, ADDRESS), None, ("ab" * 32, "cd" * 32)))
    assert "which begins ABAB ABAB ABAB ABAB." in said
    assert "which begins CDCD CDCD CDCD CDCD." in said


def test_a_dropped_invitation_is_no_export(tmp_path):
    file, export = tmp_path / f"club{SUFFIX}", tmp_path / "ratings.csv"
    file.write_text(LINE + "\n")
    export.write_text("Title,Year\n")
    text, one, other = QMimeData(), QMimeData(), QMimeData()
    text.setText(f" {LINE} ")
    one.setUrls([QUrl.fromLocalFile(str(file))])
    other.setUrls([QUrl.fromLocalFile(str(export))])
    assert dropped_invitation(text) == LINE
    assert dropped_invitation(one).strip() == LINE
    assert dropped_invitation(other) == ""
    assert local_files(other) == [export]
    file.write_bytes(b"\xff" * 100)
    assert dropped_invitation(one) == "epicrec:", "which is refused with a sentence"


def test_a_second_start_leaves_it_for_the_window_that_is_open(qapp, tmp_path):
    first, second = SingleInstance(tmp_path / "window"), SingleInstance(tmp_path / "window")
    second.leave_invitation("")
    assert first.take_invitation() == ""
    second.leave_invitation(LINE)
    assert first.take_invitation() == LINE
    assert first.take_invitation() == "", "it has a key: it is read once and gone"
    assert not list((tmp_path / "window").glob("invit*"))
