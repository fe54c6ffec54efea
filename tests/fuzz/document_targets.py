"""Targets that are documents of ours, or meant to be: exports, announcements, and the service's."""

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from announcing import KEY, public, signed
from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.domain.errors import CatalogError, EpicRecError
from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.paths import Paths
from epicrec_desktop.recommend.wire import encode_request, parse_request
from epicrec_desktop.recommend.wire_contribution import encode_contribution, parse_contribution
from epicrec_desktop.recommend.wire_published import encode_about, parse_about
from epicrec_desktop.recommend.wire_schema import WireError
from epicrec_desktop.server.config import ConfigurationError, load_config
from epicrec_desktop.services.backup.export_reader import is_own_export, read_export
from epicrec_desktop.services.local_users import LIST, MOST, LocalUsers
from epicrec_desktop.services.protection.key_file import KeyFile, KeyLostError
from epicrec_desktop.updates.manifest import (
    AcceptedManifest,
    MalformedManifestError,
    UntrustedManifestError,
    load_accepted,
    read,
    save_accepted,
)
from fuzz.folder import folder, written


def backups(data: bytes) -> None:
    """Our own export, restored."""
    file = written(data, "mine.json")
    is_own_export(file)
    with suppress(EpicRecError):
        export = read_export(file)
        for one in export.document.library:
            f"{one.movie}".encode()


def announcements(data: bytes) -> None:
    """An announcement of a version: its envelope, or what is signed; and what is kept of it."""
    keys = (public(KEY),)
    envelopes = [data]
    with suppress(UnicodeDecodeError):
        envelopes.append(signed(data.decode("utf-8")))
    for envelope in envelopes:
        with suppress(MalformedManifestError, UntrustedManifestError):
            manifest = read(envelope, keys)
            f"{manifest.page}{manifest.notes}".encode()
            save_accepted(folder() / "seen", AcceptedManifest.of(manifest))
            seen = load_accepted(folder() / "seen")
            assert seen.is_before(manifest)
    seen = load_accepted(written(data, "updates.json"))
    if seen is not None:
        assert seen.issued <= datetime.max.replace(tzinfo=UTC)


def asked(data: bytes) -> None:
    """What a client sends the service: a profile; what is understood can be said again."""
    with suppress(WireError):
        request = parse_request(data)
        again = parse_request(encode_request(request))
        assert again == replace(request, profile=tuple(sorted(request.profile)))


def contributions(data: bytes) -> None:
    """A contribution; what is understood is written in one way alone."""
    with suppress(WireError):
        parsed = parse_contribution(data)
        again = encode_contribution(parsed.movies, parsed.epsilon, parsed.bits)
        assert parse_contribution(again) == parsed


def configurations(data: bytes) -> None:
    """The configuration of a service; with a NUL in it, what is behind is the environment."""
    document, _, rest = data.partition(b"\0")
    environment = {}
    for line in rest.decode("utf-8", "replace").splitlines()[:20]:
        name, _, value = line.partition("=")
        environment[f"EPICREC_SERVE_{name}"] = value
    with suppress(ConfigurationError):
        load_config(written(document, "service.toml"), environment)


def keys(data: bytes) -> None:
    """The file that holds the wrapped key of a library; what is read can be written again."""
    file = written(data, "library.keys")
    with suppress(KeyLostError):
        stored = KeyFile.load(file)
        stored.save(file)
        assert KeyFile.load(file) == stored


def people(data: bytes) -> None:
    """The list of people in one computer account: somebody is always found, if only to leave."""
    paths = Paths.under(folder() / "people")
    paths.users.mkdir(parents=True, exist_ok=True)
    (paths.users / LIST).write_bytes(data)
    users = LocalUsers(paths).read()
    assert 0 < len(users.all_users) <= MOST
    for user in users.users:
        assert plain(str(user.user_display_name)) == str(user.user_display_name)
        assert paths.data.parent in LocalUsers(paths).paths_for(user).data.parents


def about(data: bytes) -> None:
    """What a service says of itself; what is understood can be said again."""
    with suppress(WireError):
        found = parse_about(data)
        assert parse_about(encode_about(found)) == found


def archives(data: bytes) -> None:
    """An archive that is said to be a catalog."""
    with suppress(CatalogError):
        read_source(written(data, "catalog.zip"))
