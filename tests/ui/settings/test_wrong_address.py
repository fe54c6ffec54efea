"""Addresses where no service is, over real connections: each says what is wrong, and at once."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from PySide6.QtCore import Qt

from epicrec_desktop.ui.settings.page import SettingsPage
from local_http_server import serving
from ui.fakes.pages import open_page, rest


@pytest.fixture
def addresses() -> Iterator[dict[str, str]]:
    """Addresses by what they say; the last one takes a connection and never answers."""
    with ExitStack() as stack:
        page, other, empty = (
            stack.enter_context(
                serving(lambda asked, how=how: asked.body(how[0], **how[1]))
            ).address
            for how in (
                (b"<html>Welcome!</html>", {"Content_Type": "text/html"}),
                (b'{"service": "media"}', {"Content_Type": "application/json"}),
                (b"", {"status": 404}),
            )
        )
        silent = stack.enter_context(closing(socket.create_server(("127.0.0.1", 0))))
        with socket.create_server(("127.0.0.1", 0)) as closed:
            nobody = closed.getsockname()[1]
        yield {
            "could not be reached": f"http://127.0.0.1:{nobody}",
            "did not agree to an encrypted connection": page.replace("http:", "https:"),
            "did not answer as a recommendation service": other,
            "did not answer as a recommendation service does": page,
            "does not publish a catalog": empty,
            "": f"http://127.0.0.1:{silent.getsockname()[1]}",
        }


def test_each_says_what_is_wrong_and_waiting_can_be_stopped(addresses, real, qtbot):
    page = open_page(SettingsPage, real, qtbot, size=(1072, 800))
    section = page.providers
    page.reveal(section)
    for number, (words, address) in enumerate(addresses.items()):
        name = f"Club {number}"
        section.form.name.setText(name)
        section.form.address.setText(address)
        section.form.add.click()
        if words:
            qtbot.waitUntil(lambda name=name: section.error.label.text().startswith(name))
            assert words in section.error.label.text()
            assert section.error.isVisible()
            assert section.error.label.text().endswith("Nothing about you was sent.")
            rest(page, qtbot)
    for again in (False, True):
        if again:
            section.rows[-1].test.click()
        qtbot.waitUntil(section.progress.isVisible)
        assert name in section.progress.label.text()
        qtbot.mouseClick(section.progress.cancel, Qt.MouseButton.LeftButton)
        rest(page, qtbot)
        assert not section.progress.isVisible()
        assert not section.error.isVisible(), "who stopped it knows"
    assert len(real.providers.all()) == 1 + len(addresses), "the address can be corrected"
