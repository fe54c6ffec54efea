"""Models by address: what is published elsewhere is fetched whole, or not at all."""

import functools
import hashlib
import http.server
import json
import tarfile
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.server import mirror as mirroring
from epicrec_desktop.server.access import add_key
from epicrec_desktop.server.backups import write_backup
from epicrec_desktop.server.config import load_config
from epicrec_desktop.server.contributions import Storage
from epicrec_desktop.server.mirror import (
    Mirror,
    MirrorError,
    mirror_in_background,
    parse_files,
)
from epicrec_desktop.server.publications import CURRENT, FILES, Publication, Publications
from service_world import BODY, serving_published, settings_in
from small_world import models, world
from waiting import LIMIT_S, wait_until


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def served(folder: Path, handler: type[_Quiet] = _Quiet) -> Iterator[str]:
    """A folder on a plain static server."""
    with http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(handler, directory=str(folder))
    ) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


def publish(there: Publications, kind: str = "als") -> str:
    return there.publish(Publication(world().catalog, models()[kind], about={"kind": kind}))


@pytest.fixture
def there(tmp_path) -> Publications:
    return Publications(tmp_path / "there")


@pytest.fixture
def here(tmp_path) -> Publications:
    return Publications(tmp_path / "here")


def left(here: Publications) -> list[str]:
    """What a fetch that failed has left behind."""
    return sorted(f.name for f in here.folder.glob("*")) if here.folder.exists() else []


def test_what_is_in_use_there_is_in_use_here(there, here):
    with served(there.folder) as address:
        mirror = Mirror(address + "/", here)
        first = publish(there)
        assert mirror.pull()
        assert not mirror.pull()
        second = publish(there, "knowledge")
        assert mirror.pull()
        there.roll_back()
        assert mirror.pull()
    used = here.active_publication()
    assert used.name == first
    assert used.before == (second,)
    found = here.load(first)
    assert found.about == {"kind": "als"}
    assert found.model.id == models()["als"].id
    assert here.items(models()["knowledge"].id) is not None  # for whoever has its manifest


class _WithLogin(_Quiet):
    def do_GET(self) -> None:
        if self.headers["Authorization"] == "Basic " + b64encode(b"club:s@cret").decode():
            super().do_GET()
        else:
            self.send_error(401)


def test_an_address_may_name_a_user_and_a_password(there, here):
    name = publish(there)
    with served(there.folder, _WithLogin) as address:
        with pytest.raises(MirrorError):
            Mirror(address, here).pull()
        assert Mirror(address.replace("//", "//club:s%40cret@"), here).pull()
    assert here.active_publication().name == name


def change(name: str, content: bytes | None) -> Callable[[Path], None]:
    def changed(publication: Path) -> None:
        file = next(publication.glob(name))
        file.write_bytes(file.read_bytes()[:-1] + b"x" if content is None else content)

    return changed


def misstated(publication: Path) -> None:
    """Something else said of the model, in as many bytes: only the file's checksum tells."""
    file = publication / "about.json"
    file.write_bytes(file.read_bytes().replace(b"als", b"ALS"))


def listed(**options: Any) -> Callable[[Path], None]:
    """Another list of files, with a checksum in `current.json` that is right."""

    def changed(publication: Path) -> None:
        files = json.loads((publication / FILES).read_text()) | options
        (publication / FILES).write_text(json.dumps(files))
        current = publication.parent / CURRENT
        digest = hashlib.sha256((publication / FILES).read_bytes()).hexdigest()
        current.write_text(json.dumps(json.loads(current.read_text()) | {"files": digest}))

    return changed


@pytest.mark.parametrize(
    "spoil",
    [
        change("items-*.npy", None),
        change("items-*.npy", b""),
        change("manifest.json", None),
        change("catalog.json", b"{}"),
        misstated,
        change(FILES, b"{}"),
        listed(**{"../escaped": {"bytes": 1, "sha256": "0" * 64}}),
        listed(**{"about.json": {"bytes": 10**12, "sha256": "0" * 64}}),
        listed(**{"about.json": {"bytes": True, "sha256": "0" * 64}}),
        listed(**{"catalog.json": {"bytes": -1, "sha256": 3}}),
        lambda publication: (publication / FILES).unlink(),
        lambda publication: next(publication.glob("items-*")).unlink(),
        lambda publication: (publication.parent / CURRENT).write_bytes(b"[" * 1000),
        lambda publication: (publication.parent / CURRENT).write_text('{"name": "../../x"}'),
        lambda publication: (publication.parent / CURRENT).unlink(),
    ],
)
def test_what_is_not_whole_is_not_taken(there, here, spoil):
    good = publish(there, "knowledge")
    with served(there.folder) as address:
        mirror = Mirror(address, here)
        assert mirror.pull()
        name = publish(there)
        before = left(here)
        spoil(there.folder / name)
        with pytest.raises(MirrorError):
            mirror.pull()
    used = here.active_publication()
    assert used.name == good
    assert left(here) == before
    assert not (here.folder.parent / "escaped").exists()


def test_a_file_that_never_ends_is_given_up(there, here, monkeypatch):
    sent = []

    class Endless(_Quiet):
        def do_GET(self):
            if not self.path.endswith(CURRENT):
                super().do_GET()
                return
            self.send_response(200)
            self.end_headers()
            with suppress(OSError):
                while True:
                    sent.append(self.wfile.write(b" " * 100_000))

    with served(there.folder.parent, Endless) as address, pytest.raises(MirrorError):
        Mirror(address, here).pull()
    assert sum(sent) < 20_000_000
    # And one that comes too slowly.
    publish(there)
    monkeypatch.setattr(mirroring, "LONGEST_S", -1.0)
    with served(there.folder) as address, pytest.raises(MirrorError):
        Mirror(address, here).pull()
    assert left(here) == []


def test_a_file_that_trickles_is_given_up_at_the_deadline(there, here, monkeypatch):
    publish(there)
    given_up, in_time = threading.Event(), []

    class Trickling(_Quiet):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b" ")
            in_time.append(given_up.wait(LIMIT_S))

    monkeypatch.setattr(mirroring, "TIMEOUT_S", 2 * LIMIT_S)
    monkeypatch.setattr(mirroring, "LONGEST_S", -1.0)
    with served(there.folder, Trickling) as address:
        with pytest.raises(MirrorError):
            Mirror(address, here).pull()
        given_up.set()
    assert in_time == [True]


def test_a_redirect_is_not_followed_nor_its_body_read(there, here):
    publish(there)
    sent = []

    class Elsewhere(_Quiet):
        def do_GET(self):
            self.send_response(302)
            self.send_header("Location", f"{other}{self.path}")
            self.end_headers()
            with suppress(OSError):
                for _ in range(400):
                    sent.append(self.wfile.write(b" " * 100_000))

    with (
        served(there.folder) as other,
        served(there.folder, Elsewhere) as address,
        pytest.raises(MirrorError),
    ):
        Mirror(address, here).pull()
    assert sum(sent) < 20_000_000


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"[" * 100_000, b'{"a": 1}', b"\xff"])
def test_lists_of_files_that_are_none_are_refused(content):
    with pytest.raises(MirrorError):
        parse_files(content)


def test_a_node_serves_what_is_published_elsewhere_and_takes_up_the_next(there, tmp_path):
    first = publish(there)
    with served(there.folder) as address:
        place = {"models": address, "models_seconds": 0.05}
        settings = settings_in(tmp_path / "node", place=place)
        assert settings.service.is_mirror
        copies = Publications(settings.service.publications)
        with mirror_in_background(address, copies, 0.05), serving_published(settings) as client:
            manifest = client.get("/v1/models/current").json()
            assert first.startswith(manifest["id"])
            second = publish(there, "knowledge")

            def is_second():
                assert client.post("/v1/recommendations", json=BODY).status_code == 200
                return client.get("/v1/models/current").json()["id"] in second

            wait_until(is_second)
    # The address is gone: what was fetched is served from here on.
    with mirror_in_background(address, copies, 60.0), serving_published(settings) as client:
        assert client.get("/v1/models/current").json()["id"] in second


def test_without_an_address_that_answers_and_without_a_copy_nothing_starts(here):
    with served(here.folder.parent) as address:
        pass
    with (
        pytest.raises(EpicRecError, match="could not be fetched"),
        mirror_in_background(address, here, 1.0),
    ):
        pytest.fail("it started")


def test_a_backup_of_a_node_leaves_shared_models_where_they_are(there, tmp_path):
    publish(there)
    place = settings_in(tmp_path / "own", place={"models": str(there.folder)}).service
    Storage(place.database_address).close()
    add_key(place.keys, "somebody")
    assert write_backup(place, tmp_path / "backup.tgz")
    with tarfile.open(tmp_path / "backup.tgz") as packed:
        assert [name for name in packed.getnames() if "publications" in name] == []
        assert "keys.json" in packed.getnames()


def test_nodes_may_share_a_folder(there, tmp_path):
    name = publish(there)
    file = tmp_path / "service.toml"
    file.write_text('[service]\nfolder = "own"\nmodels = "there"\n')
    settings = load_config(file, {})
    assert settings.service.publications == there.folder
    assert not settings.service.is_mirror
    with serving_published(settings_in(tmp_path / "own", place={"models": str(there.folder)})) as a:
        assert a.get("/v1/models/current").json()["id"] in name
