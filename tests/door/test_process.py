"""The door as a process: what may be asked, in which form, and what becomes of it when it dies."""

import os
import signal
from collections.abc import Iterator
from fractions import Fraction
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
    share = CatalogError("{share} is there.", share=Fraction(1, 2))
    kinds = {
        "busy": BUSY, "catalog": CatalogError("Not to be had."), "odd": ValueError("secret"),
        "share": share,
    }  # fmt: skip
    raise kinds[which]


def _full(library: list[str], *, job: Job) -> None:
    job.report(Progress(message("Writing {folder}", folder=library[0])))
    raise CatalogError("{folder} is full.", folder=library[0])


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
        "full": Entry(_full),
        "wait": Entry(_wait),
        "end": Entry(_end),
        "say": Entry(lambda _, *, job: SAID),
        "pid": Entry(lambda _, *, job: os.getpid()),
        "yes": Entry(lambda _, *, job: True),
        "nothing": Entry(lambda _, *, job: None),
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


def test_results_progress_and_errors_arrive_as_they_were(shared):
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
    with pytest.raises(CatalogError, match="1/2 is there"):
        shared.ask("raise", ["share"])
    with pytest.raises(ProviderBusyError) as busy:
        shared.ask("raise", ["busy"])
    assert (busy.value.wait, busy.value.sent, busy.value.message) == (7.5, True, BUSY.message)
    with pytest.raises(ProviderError) as odd:
        shared.ask("raise", ["odd"])
    assert odd.value.sent is None, "it may have left"
    assert "secret" not in str(odd.value)
    assert "ValueError" in str(odd.value)


def test_a_folder_may_have_a_name_that_is_no_text(shared):
    folder, seen = "/home/caf\udce9", list[Progress]()
    assert shared.ask("echo", ["film", 7, []], [folder]) == f"{[folder]} film 7 []".encode()
    with pytest.raises(CatalogError, match=r"/home/caf\? is full"):
        shared.ask("full", [], [folder], job=Job(seen.append))
    assert [one.text for one in seen] == ["Writing /home/caf?"]


def test_who_cancels_is_answered_at_once_and_others_are_not_disturbed(shared):
    seen: list[Progress] = []
    with pytest.raises(Cancelled):
        shared.ask("wait", job=Job(seen.append, lambda: bool(seen)))
    assert shared.ask("yes") is True


def test_what_is_announced_is_done_and_nobody_waits_for_its_answer(door):
    door.announce("nothing")
    door.announce("say")  # an answer that nobody asked for
    assert door.ask("yes") is True
    door.announce("end")
    with pytest.raises(ProviderError, match="ended unexpectedly"):
        door.ask("wait")
    door.announce("nothing")  # there is no door any more, and no error either


def test_whatever_is_not_on_the_list_ends_the_door(door):
    for _ in range(2):
        with pytest.raises(ProviderError, match="ended unexpectedly") as caught:
            door.ask("release bytes", ["{}"])
        assert caught.value.sent is None


@pytest.mark.parametrize(
    "parameters",
    [
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
def test_parameters_of_another_kind_or_size_end_the_door(door, parameters):
    assert door.ask("echo", ["film", 7, ["de"]])
    with pytest.raises(ProviderError, match="ended unexpectedly"):
        door.ask("echo", parameters)


def test_a_door_that_dies_is_a_sentence_for_everybody_who_waits(door):
    with pytest.raises(ProviderError, match="ended unexpectedly"):
        door.ask("end")
    with pytest.raises(ProviderError, match="ended unexpectedly"):
        door.ask("yes")


def test_the_door_ends_with_its_program(door):
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


ANSWER = {"type": "Answered", "number": 1, "value": 7, "traffic": {"sent": 1, "received": 2}}
FAILED = {**ANSWER, "type": "Failed", "kind": "ProviderError", "text": {"template": "x"}}
MALFORMED: list[dict[str, Any]] = [
    {"type": "Asked"},
    {**ANSWER, "type": "Pickle"},
    {**ANSWER, "number": "1"},
    {**ANSWER, "number": True},
    {**ANSWER, "value": "7"},
    {**ANSWER, "value": 7.5},
    {**ANSWER, "value": [7]},
    {**ANSWER, "traffic": None},
    {**ANSWER, "traffic": {"sent": 1, "received": -1}},
    {**ANSWER, "traffic": {"sent": 2**60, "received": 1}},
    {**FAILED, "kind": "OSError"},
    {**FAILED, "text": 7},
    {**FAILED, "sent": "yes"},
    {**FAILED, "kind": "ProviderBusyError"},
    {**FAILED, "kind": "ProviderBusyError", "wait": "soon"},
    {"type": "Reported", "number": 1, "progress": {"step": 7}},
    {"type": "Reported", "number": 1, "progress": {"step": "x", "done": 1.5}},
]
BAD_FRAMES = [b"", b"{", b"\x91" * 100_000, b"\x80\x04\x95\x00.\n", *map(frames.pack, MALFORMED)]


def read(frame: bytes) -> None:
    found = frames.unpack(frame, frames.ANSWERS)
    if isinstance(found, frames.Failed):
        raise found.error


@pytest.mark.parametrize("frame", BAD_FRAMES)
def test_a_malformed_frame_is_refused(frame):
    read(frames.pack(ANSWER))
    with pytest.raises(ProviderError, match="x"):
        read(frames.pack(FAILED))
    with pytest.raises(FrameError):
        read(frame)


def test_every_result_and_error_goes_through_a_frame():
    for result in (None, True, 0, SAID, b"\n\x00bytes"):
        answered = frames.Answered(3, result, Traffic(1, 2))
        assert frames.unpack(frames.pack(answered), frames.ANSWERS) == answered
    for error in (BUSY, ProviderError("x", sent=None), Cancelled(), EpicRecError(SAID)):
        with pytest.raises(type(error)) as caught:
            read(frames.pack(frames.Failed.of(3, error, Traffic())))
        assert caught.value.message == error.message
    assert isinstance(SAID, Message)
