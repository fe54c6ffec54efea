"""Ctrl+C, Ctrl+Break and closing the console ask a command to stop, and let it tidy up."""

import signal
import threading

import pytest

from epicrec_desktop.console.program import ConsoleClosed, interruptible, run_program
from waiting import LIMIT_S, wait_until


@pytest.mark.parametrize("event", ConsoleClosed.EVENTS)
def test_windows_is_answered_when_the_command_is_tidy(event):
    asked = threading.Event()
    closed = ConsoleClosed(asked)
    answers: list[bool] = []
    windows = threading.Thread(target=lambda: answers.append(closed.on_event(event)))
    windows.start()
    assert asked.wait(LIMIT_S)
    assert answers == []
    closed.cleaned_up.set()
    windows.join(LIMIT_S)
    assert answers == [True]


@pytest.mark.parametrize("event", [0, 1])
def test_what_comes_as_a_signal_is_left_to_it(event):
    asked = threading.Event()
    assert ConsoleClosed(asked).on_event(event) is False
    assert not asked.is_set()


def test_the_first_interruption_asks_and_the_second_ends():
    before = signal.getsignal(signal.SIGINT)
    with interruptible() as cancelled:
        assert not cancelled()
        signal.raise_signal(signal.SIGINT)
        wait_until(cancelled)
        with pytest.raises(KeyboardInterrupt):
            raise_until_it_arrives()
    assert signal.getsignal(signal.SIGINT) is before


def raise_until_it_arrives() -> None:
    signal.raise_signal(signal.SIGINT)
    wait_until(lambda: False)


def test_in_another_thread_nothing_is_listened_to():
    states: list[bool] = []

    def work():
        with interruptible() as cancelled:
            states.append(cancelled())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(LIMIT_S)
    assert states == [False]


def test_an_interruption_while_the_command_is_loaded_ends_without_a_traceback():
    def build_parser(words):
        signal.raise_signal(signal.SIGINT)

    assert run_program("epicrec", build_parser, lambda *_: 0, ["scan"]) == 130
