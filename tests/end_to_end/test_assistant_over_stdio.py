"""`epicrec assistant` as a process of its own, asked by the real client of MCP over stdio."""

from __future__ import annotations

import asyncio
import io
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from command_line import Epicrec
from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.paths import Paths
from epicrec_desktop.provider.address import ASSISTANT
from epicrec_desktop.services.assistant import TOOLS
from epicrec_desktop.services.protection.library_encryption import LibraryEncryption
from waiting import LIMIT_S

pytestmark = pytest.mark.skipif(
    find_spec("mcp") is None, reason="the extra `assistant` is not installed"
)

# As `python -m epicrec_desktop.cli`, with every use of a socket written to a file.
WATCHED_PROGRAM = """
import sys
log = open(sys.argv.pop(1), "a", buffering=1)
WATCHED = ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto")
def hook(event, values):
    if event in WATCHED and "AF_UNIX" not in str(values):
        print(event, file=log)
sys.addaudithook(hook)
from epicrec_desktop.cli import main
sys.exit(main())
"""
BEGIN = (
    '{"jsonrpc": "2.0", "id": 7, "method": "initialize", "params": {"protocolVersion": '
    '"2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}'
)
BEGUN = '{"jsonrpc": "2.0", "method": "notifications/initialized"}'
QUESTION = '{"jsonrpc": "2.0", "id": %d, "method": "tools/call", "params": %s}'


@pytest.fixture(scope="session")
def prepared(tmp_path_factory) -> Path:
    base = tmp_path_factory.mktemp("assistant")
    services = wiring.build(Paths.under(base))
    for text in ("Heat 1995", "Alien 1979", "Fargo 1996"):
        services.library.add(services.library.search_catalog(text, 1)[0][0])
    services.providers.add("Helper", ASSISTANT)
    services.close()
    return base


@pytest.fixture
def base(prepared, tmp_path) -> Path:
    return Path(shutil.copytree(prepared, tmp_path / "base"))


def talk(base: Path, act: Callable[[Any], Awaitable[None]]) -> str:
    """Let a client of MCP act on the process; return what it wrote to stderr."""
    import mcp  # a second, which only these tests need
    from mcp.client.stdio import StdioServerParameters, stdio_client

    sockets, problems = base.parent / "sockets", base.parent / "stderr"

    async def run() -> None:
        words = ["-c", WATCHED_PROGRAM, str(sockets), "--base-dir", str(base), "assistant"]
        program = StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))
        with problems.open("w", encoding="utf-8") as errors:
            async with (
                stdio_client(program, errlog=errors) as (incoming, outgoing),
                mcp.ClientSession(incoming, outgoing) as session,
            ):
                await session.initialize()
                await act(session)

    asyncio.run(run())
    assert sockets.read_text() == ""  # nothing leaves
    return problems.read_text(encoding="utf-8")


def test_an_assistant_asks_is_given_a_release_and_asks_again(base):
    epicrec = Epicrec(base)
    answers: list[dict] = []

    async def act(session):
        tools = (await session.list_tools()).tools
        assert {tool.name for tool in tools} == set(TOOLS)
        changing = {tool.name for tool in tools if not tool.annotations.read_only_hint}
        assert changing == {"add_to_watchlist"}
        # A window with the same library is open all the while, and releases meanwhile.
        beside = wiring.build(Paths.under(base))
        for released in (False, True):
            if released:
                beside.releases.send(beside.releases.propose(provider="Helper"))
            called = await session.call_tool("films_for_tonight", {"minutes": 120})
            assert not called.is_error
            assert json.loads(called.content[0].text) == called.structured_content
            answers.append(called.structured_content)
        beside.close()
        first = answers[0]["films"][0]["id"]
        assert not (await session.call_tool("add_to_watchlist", {"id": first})).is_error
        refused = await session.call_tool("about_film", {"film": "x" * 5000})
        assert refused.is_error
        assert "/film must be text of length <= 200" in refused.content[0].text
        assert (await session.call_tool("about_film", {"film": "Heat"})).structured_content["film"]

    assert talk(base, act) == ""
    assert "public knowledge" in answers[0]["answered_from"]
    assert "blurred" in answers[1]["answered_from"]
    assert [movie["id"] for movie in epicrec.json("watchlist")] == [answers[0]["films"][0]["id"]]
    kinds = [contact["kind"] for contact in epicrec.json("activity")]
    assert sorted(kinds) == ["assistant"] * 4 + ["release", "watchlist"]


class Pipe:
    """The process, asked line by line; a context that ends it."""

    def __init__(self, base: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "epicrec_desktop.cli", "--base-dir", str(base), "assistant"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._asked = 7

    def __enter__(self) -> Pipe:
        self.send(BEGIN)
        self.first = json.loads(self.line())
        self.send(BEGUN)
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()

    def send(self, line: str) -> None:
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def call(self, name: str, arguments: dict) -> None:
        self._asked += 1
        self.send(QUESTION % (self._asked, json.dumps({"name": name, "arguments": arguments})))

    def end(self) -> tuple[int, str]:
        """Close its input; return its exit code and what it wrote to stderr."""
        _, problems = self.process.communicate(timeout=LIMIT_S)
        return self.process.returncode, problems.decode()

    def line(self) -> bytes:
        return self.process.stdout.readline()


CALLS: list[tuple[str, dict]] = [
    ("films_for_tonight", {}),
    ("films_for_tonight", {"category": "Drama", "minutes": 120}),
    ("more_like_this", {"film": "Heat"}),
    ("more_like_this", {"film": "Heat 2003"}),
    ("about_film", {"film": "Print the history"}),
    ("about_film", {"film": "x" * 100_000}),
    ("add_to_watchlist", {"id": "imdb:tt0133093"}),
    ("add_to_watchlist", {"id": "imdb:tt0113277"}),
    ("add_to_watchlist", {"id": "imdb:tt9999999"}),
    ("films_for_tonight", {}),
]


def _live_otherwise(base: Path) -> None:
    """Give a library other movies, answers, a watchlist, and movies named like a question."""
    services = wiring.build(Paths.under(base))
    library = services.library
    for text in ("Star Wars 1977", "Fight Club 1999", "Toy Story 1995"):
        key = library.search_catalog(text, 1)[0][0]
        library.add(key)
        library.rate(key, OwnRating(rating=Rating.LIKED))
    library.set_status([library.entries()[0].id], LibraryStatus.REJECTED)
    library.watch_later(library.search_catalog("The Matrix 1999", 1)[0][0], True)
    for year in range(2001, 2009):
        services.unlisted.add("Heat", year)
    services.unlisted.add("Print the history", 2020)
    fargo, up = (library.search_catalog(text, 1)[0][0] for text in ("Fargo 1996", "Up 2009"))
    services.unlisted.correct(fargo, up)
    services.close()


@pytest.mark.slow
def test_two_libraries_of_one_release_write_the_same_bytes(base):
    services = wiring.build(Paths.under(base))
    services.privacy.set_overall(ReleaseLevel.PERTURBED)
    services.releases.send(services.releases.propose(provider="Helper"))
    services.close()
    other = Path(shutil.copytree(base, base.parent / "other"))
    _live_otherwise(other)
    written = []
    for folder in (base, other):
        with Pipe(folder) as pipe:
            lines = []
            for name, arguments in CALLS:
                pipe.call(name, arguments)
                lines.append(pipe.line())
            written.append(lines)
        kinds = [contact["kind"] for contact in Epicrec(folder).json("activity")]
        assert sorted(kinds) == ["assistant"] * 7 + ["release"] + ["watchlist"] * 3
    assert written[0] == written[1]
    assert b"blurred" in written[0][0]


@pytest.mark.slow
def test_calls_at_once_are_all_answered_and_on_record(base):
    async def act(session):
        beside = wiring.build(Paths.under(base))
        key = beside.library.search_catalog("Jaws 1975", 1)[0][0]
        asked = [session.call_tool("about_film", {"film": "Alien 1979"}) for _ in range(6)]
        asked += [session.call_tool("add_to_watchlist", {"id": "imdb:tt0133093"})]
        running = asyncio.gather(*asked)
        for wanted in (True, False) * 8:  # a window writes meanwhile
            await asyncio.to_thread(beside.library.watch_later, key, wanted)
        answers = await running
        beside.close()
        assert not any(answer.is_error for answer in answers)
        assert len({answer.content[0].text for answer in answers}) == 2

    assert talk(base, act) == ""
    contacts = Epicrec(base).json("activity")
    assert [c["outcome"] for c in contacts] == ["answered"] * 7


@pytest.mark.slow
def test_a_killed_call_leaves_a_record_and_a_sound_library(base):
    moments = random.Random(5)
    file = Paths.under(base).database
    answered = 0
    for movie in ("imdb:tt0133093", "imdb:tt0110912", "imdb:tt0076759", "imdb:tt0109830"):
        with Pipe(base) as pipe:
            pipe.call("add_to_watchlist", {"id": movie})
            try:
                pipe.process.wait(moments.uniform(0.1, 0.7))
            except subprocess.TimeoutExpired:
                pipe.process.kill()
            answered += b"was put on the watchlist" in pipe.line()
    epicrec = Epicrec(base)
    wanted = epicrec.json("watchlist")
    outcomes = [contact["outcome"] for contact in epicrec.json("activity")]
    assert answered <= len(wanted) <= len(outcomes) <= 4
    assert set(outcomes) <= {"answered", "begun"}
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_nonsense_is_refused_and_what_cannot_be_recorded_is_not_answered(base):
    with Pipe(base) as pipe:
        for line in (
            "no JSON",
            "[" * 50_000,
            '{"jsonrpc": "2.0", "id": 8, "method": "ping"}',
            QUESTION % (9, '{"name": "no_such_tool", "arguments": {}}'),
            QUESTION % (10, '{"name": "about_film", "arguments": {"film": "\\u0000"}}'),
            QUESTION % (11, '{"name": "about_film", "arguments": "Heat"}'),
            QUESTION % (12, '{"name": "about_film"}'),
        ):
            pipe.send(line)
        answered: dict[int, dict] = {}
        while set(answered) < {8, 9, 10, 11, 12}:
            answer = json.loads(pipe.line())
            if "id" in answer:
                answered[answer["id"]] = answer
        assert pipe.first["result"]["protocolVersion"] == "2025-06-18"
        assert "result" in answered[8]
        assert all(answered[n]["result"]["isError"] for n in (9, 10, 12))
        assert "error" in answered[11]

        # The record comes first: while another program writes without end there is no answer.
        recorded = len(Epicrec(base).json("activity"))
        writer = sqlite3.connect(Paths.under(base).database, isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")
        pipe.call("films_for_tonight", {})
        refused = json.loads(pipe.line())["result"]
        writer.execute("ROLLBACK")
        writer.close()
        assert refused["isError"]
        assert "cannot answer now" in refused["content"][0]["text"]
        pipe.call("films_for_tonight", {})
        assert not json.loads(pipe.line())["result"]["isError"]
        assert pipe.end() == (0, "")
    assert len(Epicrec(base).json("activity")) == recorded + 1


def test_who_may_not_ask_gets_a_sentence(base, monkeypatch):
    nowhere = base.parent / "nowhere"
    assert "no library" in Epicrec(nowhere).problem("assistant")
    assert not (nowhere / "data").exists()
    removed = Epicrec(shutil.copytree(base, base.parent / "removed"))
    removed("providers", "remove", "Helper")
    assert "No assistant may ask here" in removed.problem("assistant")
    LibraryEncryption(Paths.under(base)).enable_encryption("a long passphrase")
    monkeypatch.setattr(sys, "stdin", io.StringIO("a long passphrase\n"))  # it is not asked for
    assert "locked" in Epicrec(base).problem("assistant")
