"""What permits a byte to leave is on the disk before it leaves.

A file system of its own, in a file, is copied at the moment the provider has the body: what is in
the copy is what a power cut would have left. Mounted again, the program knows of the release.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.paths import Paths
from epicrec_desktop.recommend.wire_published import encode_catalog
from epicrec_desktop.store.database_opening import open_database
from local_http_server import serving

if sys.platform != "linux":
    pytest.skip("a file system in a file needs Linux", allow_module_level=True)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


class Disk:
    """A file system in a file, mounted at `at`."""

    def __init__(self, image: Path, at: Path) -> None:
        self.image, self.at = image, at
        at.mkdir(exist_ok=True)

    def make(self) -> None:
        """Make the file system, empty."""
        with self.image.open("wb") as file:
            file.truncate(192 << 20)
        done = run("mkfs.ext4", "-q", "-O", "^metadata_csum", str(self.image))
        if done.returncode:
            pytest.skip(f"no file system can be made here: {done.stderr.strip()}")

    def mount(self) -> None:
        """Mount it; a journal is replayed, as after a power cut."""
        done = run("mount", "-o", "loop", str(self.image), str(self.at))
        if done.returncode:
            pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")

    def unmount(self) -> None:
        """Unmount it, if it is mounted."""
        run("umount", "-l", str(self.at))


@pytest.fixture
def disk(tmp_path) -> Iterator[Disk]:
    if os.geteuid() != 0 or not shutil.which("mkfs.ext4"):
        pytest.skip("mounting needs root and mkfs.ext4")
    made = Disk(tmp_path / "disk.img", tmp_path / "disk")
    made.make()
    made.mount()
    yield made
    made.unmount()


@pytest.mark.slow
def test_after_a_power_cut_the_ledger_has_what_the_provider_has(disk, tmp_path, monkeypatch):
    monkeypatch.setattr(wiring, "open_database", open_database)  # made here, and not copied
    bodies: list[bytes] = []
    copy = tmp_path / "after.img"

    def reply(handler):
        if handler.command == "GET":
            known = handler.path == "/v1/catalog"
            body, status = (catalog, 200) if known else (b"{}", 404)
            handler.body(body, status=status, Content_Type="application/json")
            return
        bodies.append(handler.content)
        if len(bodies) == 1:
            shutil.copyfile(disk.image, copy)  # the power goes now
        known = len(set(json.loads(bodies[-1])["profile"]))
        answer = {"model": "m", "known": known, "unknown": 0, "overall": []}
        handler.body(json.dumps(answer).encode(), Content_Type="application/json")

    services = wiring.build(Paths.under(disk.at / "person"))
    catalog = encode_catalog(services.context.catalog().catalog)
    with serving(reply) as server:
        services.providers.add("Theirs", server.address)
        services.providers.fetch("Theirs")
        for wire_id in ("imdb:tt0078748", "imdb:tt0113277", "imdb:tt0133093"):
            key = services.library.find(wire_id)
            assert key is not None
            services.library.add(key)
        services.releases.send(services.releases.propose(provider="Theirs"))
        services.close()
        after = Disk(copy, tmp_path / "after")
        after.mount()
        try:
            again = wiring.build(Paths.under(after.at / "person"))
            (entry,) = again.ledger.entries()
            assert entry.release.payload == bodies[0]
            proposal = again.releases.propose(provider="Theirs")
            assert proposal.repeats
            assert proposal.warnings == ()
            again.releases.send(proposal)
            again.close()
        finally:
            after.unmount()
    assert bodies[1] == bodies[0]
