"""What the door does with what it is asked: it sends rows, and nothing that is not on record."""

import sys

import pytest

from epicrec_desktop import process_environment
from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.door.process import library_of
from epicrec_desktop.services import door_entries
from epicrec_desktop.services.door_entries import entries
from ports import free_port
from waiting import wait_until


@pytest.fixture
def library(world) -> list[str]:
    return library_of(world.services.paths)


def ask(entry: str, library: list[str], *parameters: object) -> object:
    return entries()[entry].act(library, *parameters, job=UNATTENDED)


@pytest.mark.parametrize(
    ("entry", "parameters"),
    [
        ("release", [1]),
        ("contribution", ["2026-11", "https://club.example", False]),
        ("contribution", ["2026-11", "https://club.example", True]),
    ],
)
def test_what_is_not_on_record_is_not_sent(world, library, entry, parameters):
    with pytest.raises(ProviderError, match="not on record") as caught:
        ask(entry, library, *parameters)
    assert caught.value.sent is False


def test_only_a_provider_on_the_network_is_prepared_for(world, library):
    context = world.services.context
    assert not context.has_network_provider()
    world.services.providers.add("Club", f"http://127.0.0.1:{free_port()}")
    assert context.has_network_provider()
    assert ask("prepare", library) is None


def test_a_provider_that_is_down_is_a_sentence(world, library):
    address = f"http://127.0.0.1:{free_port()}"
    for entry in ("published", "personas"):
        with pytest.raises(ProviderError, match="Club could not be reached") as caught:
            ask(entry, library, "Club", address)
        assert caught.value.sent is False


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the window opens links itself")
def test_only_pages_of_movies_are_opened(library, tmp_path, monkeypatch):
    told = tmp_path / "opened"
    opener = tmp_path / "xdg-open"
    opener.write_text(f'#!/bin/sh\necho "$1" >> {told}\n')
    opener.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    page = "https://www.imdb.com/title/tt0113277/"
    for address in ("https://evil.example/", "file:///etc/passwd", "https://www.imdb.com.evil/"):
        assert ask("link", library, address) is False
    assert ask("link", library, page) is True
    assert told.read_text().splitlines() == [page]
    opener.unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ask("link", library, page) is False, "there is no browser"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the window starts it itself")
def test_the_program_is_started_again_at_a_page(library, tmp_path, monkeypatch):
    told = tmp_path / "told"
    code = (
        "import os, sys; assert 'OF_THIS_PROCESS' not in os.environ; "
        f"open({str(told)!r}, 'w').write(' '.join(sys.argv[1:]))"
    )
    # Else it would be the user's there, and reach a browser.
    monkeypatch.setattr(process_environment, "_set_here", {"OF_THIS_PROCESS"})
    monkeypatch.setenv("OF_THIS_PROCESS", "1")
    monkeypatch.setattr(
        door_entries, "start_command", lambda paths: [sys.executable, "-c", code, str(paths.data)]
    )
    assert ask("restart", library, "activity") is True
    wait_until(lambda: told.exists() and told.read_text().endswith("activity"))
    assert told.read_text() == f"{library[0]} --page activity"
    assert ask("restart", library, "--base-dir /elsewhere") is False
    monkeypatch.setattr(door_entries, "start_command", lambda _: [str(tmp_path / "gone")])
    assert ask("restart", library, "") is False
