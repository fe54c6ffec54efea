"""Faults that are planted into what is ended, to see whether the look after it finds them.

    make torture ARGS="--only release --plant all"

The process that looks has none of them.
"""

import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import text

from epicrec_desktop import files, wiring
from epicrec_desktop.door.client import Client
from epicrec_desktop.store import encryption
from epicrec_desktop.store.samples import SampleRepository
from torture.commands import USED_WINDOW

_AN_ANSWER = (
    "DELETE FROM library WHERE movie_id = (SELECT max(movie_id) FROM library WHERE by_hand)"
)


def _answer() -> None:
    """A movie is lost at each start, and in each conversion of the database."""
    started, compared = wiring.record_start, encryption._compare

    def start(database: Any, now: Any) -> None:
        started(database, now)
        with database.write() as session:
            session.execute(text(_AN_ANSWER))

    def compare(path: Path, work: Path, before: Any, after: Any, job: Any) -> None:
        compared(path, work, before, after, job)
        with closing(after.connect(work)) as connection:
            connection.execute(_AN_ANSWER)
            connection.commit()

    wiring.record_start = start
    encryption._compare = compare


def _sample() -> None:
    """Noise is sampled again at each start, and stored in both places."""
    begun = wiring.SampleStore.begin

    def begin(self: Any, now: Any) -> None:
        begun(self, now)
        with self._database.write() as session:
            repository = SampleRepository(session)
            samples = repository.read()
            again = {name: _shifted(document) for name, document in samples.periods.items()}
            repository.store(samples.replace(periods=again, count=samples.count + 1), now=now)
        self.save()

    wiring.SampleStore.begin = begin


def _shifted(document: Mapping[str, Any]) -> dict[str, Any]:
    tiers = {
        tier: [number + 1 for number in numbers] for tier, numbers in document["rungs"].items()
    }
    return {**document, "rungs": tiers}


def _sent() -> None:
    """Other bytes are sent than those on record."""
    genuine = Client.exchange

    def exchange(self: Client, call: Any, *arguments: Any) -> Any:
        if call.body:
            call = replace(call, body=call.body + b" ")
        return genuine(self, call, *arguments)

    Client.exchange = exchange


def _file() -> None:
    """Whatever is written leaves a second file under a name that no start looks for."""
    genuine = files.put_in_place

    def put_in_place(partial: Path, target: Path, *, durable: bool = True) -> None:
        shutil.copyfile(partial, partial.with_suffix(".tmp"))
        genuine(partial, target, durable=durable)

    files.put_in_place = put_in_place


def _plain() -> None:
    """A conversion leaves the previous file under a name that no start looks for."""
    genuine = encryption._swap

    def swap(path: Path, work: Path) -> bool:
        shutil.copyfile(path, path.with_name(f"{path.name}-old"))
        return genuine(path, work)

    encryption._swap = swap


PLANTS: Mapping[str, Callable[[], None]] = {
    "answer": _answer,
    "file": _file,
    "plain": _plain,
    "sample": _sample,
    "sent": _sent,
}
"""What can be planted, by name; each changes this process."""

_SENDING = ("release", "recommend", "contribute", USED_WINDOW)
_CONVERTING = ("protect on", "protect off")


def met_by(kinds: Sequence[str]) -> list[str]:
    """Return the plants that some of these kinds meet.

    `protect` never opens the samples, and a conversion that changed them is undone by the second
    copy at the next start.
    """
    met = {
        "answer": True,
        "file": True,
        "plain": any(kind in _CONVERTING for kind in kinds),
        "sample": any(not kind.startswith("protect") for kind in kinds),
        "sent": any(kind.startswith(_SENDING) for kind in kinds),
    }
    return [plant for plant in PLANTS if met[plant]]
