"""The door as a process: what may be asked, in which form, and what becomes of it when it dies."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from epicrec_desktop.domain.errors import (
    Cancelled,
    CatalogError,
    EpicRecError,
    ProviderBusyError,
    ProviderError,
)
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.domain.progress import Job, Progress
from epicrec_desktop.door import frames
from epicrec_desktop.door.frames import FrameError
from epicrec_desktop.door.process import Door, Entries, Entry, start
from epicrec_desktop.door.traffic import Traffic
from waiting import wait_until

SAID = message("{provider} answers: {kept}", provider="Club", kept=message("Nothing was sent."))
BUSY = ProviderBusyError("Come back, {provider}.", wait=7.5, sent=True, provider="Club")


def _echo(library: list[str], text: str, number: int, texts: list[str], *, job: Job) -> bytes:
    job.report(Progress(message("Asking {provider}", provider=text), 1, 2))
    return f"{library} {text} {number} {texts}".encode()


def _raise(_library: list[str], which: str, *, job: Job) -> None:
    kinds = {"busy": BUSY, "catalog": CatalogError("Not to be had."), "odd": ValueError("secret")}
    raise kinds[which]


def _wait(_library: list[str], *, job: Job) -> None:
    job.report(Progress("waiting"))
    wait_until(job.cancelled)
    job.check()


def _end(_library: list[str], *, job: Job) -> int:
    os._exit(3)


def entries() -> Entries:
    return {
        "echo": Entry(_echo, (str, int, list)),
        "raise": Entry(_raise, (str,)),
        "wait": Entry(_wait),
        "end": Entry(_end),
        "say": Entry(lambda _, *, job: SAID),
        "pid": Entry(lambda _, *, job: os.getpid()),
        "yes": Entry(lambda _, *, job: True),
        "nothing": Entry(lambda _, *, job: None),
        "prepared": Entry(lambda _, *, job: "PREPARED" in os.environ),
    }


@pytest.fixture(scope="module")
def shared() -> Iterator[Door]:
    """A door that every test leaves as it was."""
    door = start(entries)
    yield door
    door.close()


@pytest.fixture
def door() -> Iterator[Door]:
    """A door that a test may break."""
    made = start(entries)
    yield made
    made.close()


def test_results_progress_and_errors_arrive_as_they_were(shared: Door) -> None:
    seen: list[Progress] = []
    answer = shared.ask("echo", ["film", 7, ["de", "en"]], ["here"], job=Job(seen.append))
    assert answer == b"['here'] film 7 ['de', 'en']"
    assert seen == [Progress(message("Asking {provider}", provider="film"), 1, 2)]
    assert shared.ask("say") == SAID
    assert shared.ask("yes") is True
    assert shared.ask("nothing") is None
    assert shared.ask("pid") != os.getpid()
    with pytest.raises(CatalogError, match="Not to be had"):
        shared.ask("raise", ["catalog"])
    with pytest.raises(ProviderBusyError) as busy:
        shared.ask("raise", ["busy"])
    assert (busy.value.wait, busy.value.sent, busy.value.message) == (7.5, True, BUSY.message)
    with pytest.raises(ProviderError) as odd:
        shared.ask("raise", ["odd"])
    assert odd.value.sent is None, "it may have left"
    assert "secret" not in str(odd.value)
    assert "ValueError" in str(odd.value)


def test_who_cancels_is_answered_at_once_and_others_are_not_disturbed(shared: Door) -> None:
    seen: list[Progress] = []
    with pytest.raises(Cancelled):
        shared.ask("wait", job=Job(seen.append, lambda: bool(seen)))
    assert shared.ask("yes") is True


def test_whatever_is_not_on_the_list_ends_the_door(door: Door) -> None:
    for _ in range(2):
        with pytest.raises(ProviderError, match="ended unexpectedly") as caught:
            door.ask("release bytes", ["{}"])
        assert caught.value.sent is None


@pytest.mark.parametrize(
    "parameters",
    [
        None,
        [],
        ["film", "7", []],
        ["film", True, []],
        ["film", 7, [8]],
        ["film", 7, "de"],
        ["f" * 5_000, 7, []],
        ["film", 7, ["x"] * 100],
        ["film", 7, [], "more"],
    ],
)
def test_parameters_of_another_kind_or_size_are_refused(parameters: Any) -> None:
    assert frames.checked(["film", 7, ["de"]], (str, int, list))
    with pytest.raises(FrameError):
        frames.checked(parameters, (str, int, list))


def test_a_door_that_dies_is_a_sentence_for_everybody_who_waits(door: Door) -> None:
    with pytest.raises(ProviderError, match="ended unexpectedly"):
        door.ask("end")
    with pytest.raises(ProviderError, match="ended unexpectedly"):
        door.ask("yes")


def test_the_door_ends_with_its_program(door: Door) -> None:
    pid = door.ask("pid")
    assert isinstance(pid, int)
    if hasattr(signal, "SIGINT") and os.name == "posix":
        os.kill(pid, signal.SIGINT)  # Ctrl+C in a terminal reaches it too
    assert door.ask("yes") is True
    door.close()
    assert pid not in _alive(pid)


def _alive(pid: int) -> set[int]:
    def gone() -> bool:
        try:
            os.kill(pid, 0)
        except OSError:
            return True
        return False

    wait_until(gone)
    return set() if gone() else {pid}


BAD_FRAMES = [
    b"",
    b"{",
    b"[" * 100_000,
    b"[]\n",
    b'{"id": "1"}\n',
    b'{"id": true}\n',
    b'{"id": 1, "error": "OSError", "text": "x"}\n',
    b'{"id": 1, "error": "ProviderError", "text": 7}\n',
    b'{"id": 1, "error": "ProviderError", "text": "x", "sent": "yes"}\n',
    b'{"id": 1, "error": "ProviderBusyError", "text": "x", "sent": true, "wait": "soon"}\n',
    b'{"id": 1, "result": "int", "value": "7"}\n',
    b'{"id": 1, "result": "str", "value": "7"}\n',
    b'{"id": 1, "result": "int", "value": 7, "traffic": null}\n',
    b'{"id": 1, "result": "int", "value": 7, "traffic": [1]}\n',
    b'{"id": 1, "result": "int", "value": 7, "traffic": [1, -1]}\n',
    b'{"id": 1, "result": "int", "value": 7, "traffic": [1, 1e99]}\n',
    b'{"id": 1, "error": "EpicRecError", "text": "x", "traffic": [9007199254740992, 1]}\n',
    b'{"id": 1, "result": "Message", "value": 7}\n',
    b'{"id": 1, "step": 7, "done": 1, "total": 1}\n',
    b'{"id": 1, "step": "x", "done": 1.5, "total": 1}\n',
    b"\x80\x04\x95\x00.\n",
]


def read(frame: bytes) -> None:
    header, body = frames.unpack(frame)
    if frames.progress_of(header) is None:
        frames.result_of({"traffic": [1, 2], **header}, body, Traffic())


@pytest.mark.parametrize("frame", BAD_FRAMES)
def test_a_malformed_frame_is_refused(frame: bytes) -> None:
    with pytest.raises(FrameError):
        read(frame)


def test_every_result_and_error_goes_through_a_frame() -> None:
    traffic = Traffic()
    for result in (None, True, 0, SAID, b"\n\x00bytes"):
        header, body = frames.unpack(frames.result_frame(3, result, Traffic(1, 2)))
        assert frames.result_of(header, body, traffic) == result
    for error in (BUSY, ProviderError("x", sent=None), Cancelled(), EpicRecError(SAID)):
        header, body = frames.unpack(frames.error_frame(3, error, Traffic(1, 2)))
        with pytest.raises(type(error)) as caught:
            frames.result_of(header, body, traffic)
        assert caught.value.message == error.message
    assert traffic == Traffic(9, 18)
    assert isinstance(SAID, Message)


def _prepare() -> None:
    sum(range(3_000_000))
    os.environ["PREPARED"] = "1"


def test_requests_wait_for_what_is_prepared() -> None:
    made = start(entries, prepare=_prepare)
    assert made.ask("prepared") is True
    assert "PREPARED" not in os.environ
    made.close()
