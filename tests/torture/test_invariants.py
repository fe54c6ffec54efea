"""What looks after each end sees each kind of harm."""

import contextlib
import random
import shutil
from pathlib import Path

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.cli import build_parser
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.protection.library_encryption import LibraryEncryption
from keyrings import CHEAP
from moments import NOW
from sql import sql
from torture import encrypted_library
from torture.commands import (
    KINDS,
    LEFT_OUT,
    PASSPHRASES,
    USED_WINDOW,
    WEIGHTS,
    WINDOW,
    Choices,
    Known,
    commands,
)
from torture.invariants import HISTORY, look
from torture.plants import PLANTS, met_by


@pytest.fixture
def paths(prepared, tmp_path) -> Paths:
    shutil.copytree(prepared, tmp_path / "base")
    (tmp_path / "tmp").mkdir()
    return Paths.under(tmp_path / "base")


def test_a_sound_folder_is_sound(paths, tmp_path):
    assert look(paths, tmp_path / "tmp", Known(), [], NOW).tiers == {}


@pytest.mark.parametrize(
    ("known", "bodies", "said"),
    [
        (Known(movies={"imdb:tt0078748"}), [], "lost"),
        (Known(wanted={"imdb:tt0078748"}), [], "of the watchlist are lost"),
        (Known(), [b"a release"], "what the ledger does not"),
        (Known(tiers={"2026-11": {"1": [1]}}), [], "sampled twice"),
        (Known(encrypted=True), [], "encrypted: False"),
    ],
)
def test_planted_losses(paths, tmp_path, known, bodies, said):
    with pytest.raises(AssertionError, match=said):
        look(paths, tmp_path / "tmp", known, bodies, NOW)


def test_a_planted_copy_of_the_history(paths, tmp_path):
    (tmp_path / "tmp" / "History").write_bytes(b"x" * 100 + HISTORY)
    with pytest.raises(AssertionError, match="copy of the history"):
        look(paths, tmp_path / "tmp", Known(), [], NOW)


@pytest.mark.parametrize("name", ["data/x.tmp", "cache/.a.partial", "cache/snapshots/1", "mine"])
def test_planted_leftovers(paths, tmp_path, name):
    own = tmp_path / "own"
    own.mkdir()
    file = own / "mine.json" if name == "mine" else tmp_path / "base" / name
    if name == "cache/snapshots/1":  # swept at a start; made again, as one that nobody sweeps
        file.parent.mkdir(parents=True)
        (file.parent / "it").write_text("stays")
    else:
        file.write_text('{"library": [')
    with contextlib.ExitStack() as stack:
        if name in ("cache/.a.partial", "cache/snapshots/1"):
            patch = stack.enter_context(pytest.MonkeyPatch.context())
            patch.setattr(wiring, "remove_abandoned", lambda _, **options: None)
            patch.setattr(wiring, "remove_stale_snapshots", lambda _: 0)
        with pytest.raises(AssertionError, match="left over"):
            look(paths, tmp_path / "tmp", Known(), [], NOW, own=own)


def test_a_planted_difference_of_the_file_of_draws(paths, tmp_path, monkeypatch):
    paths.samples.unlink(missing_ok=True)
    monkeypatch.setattr(wiring.SampleStore, "save", lambda self: None)
    with pytest.raises(AssertionError, match="sample file says something else"):
        look(paths, tmp_path / "tmp", Known(), [], NOW)


@pytest.fixture(scope="module")
def encrypted_base(prepared, tmp_path_factory) -> Path:
    base = tmp_path_factory.mktemp("encrypted") / "base"
    shutil.copytree(prepared, base)
    paths = Paths.under(base)
    services = wiring.build(paths, now=lambda: NOW)
    encrypted_library.plant(services.context.database)
    services.close()
    LibraryEncryption(paths, cost=CHEAP).enable_encryption(PASSPHRASES[0])
    return base


@pytest.fixture
def encrypted(encrypted_base, tmp_path) -> Paths:
    shutil.copytree(encrypted_base, tmp_path / "base")
    (tmp_path / "tmp").mkdir()
    return Paths.under(tmp_path / "base")


def test_an_encrypted_library_is_sound(encrypted, tmp_path):
    known = Known(encrypted=True, passphrase=PASSPHRASES[0])
    assert look(encrypted, tmp_path / "tmp", known, [], NOW) == known


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (Known(encrypted=False), "encrypted: True"),
        (Known(encrypted=True, passphrase=PASSPHRASES[1]), "no passphrase"),
    ],
)
def test_a_planted_other_lock(encrypted, tmp_path, known, said):
    with pytest.raises(AssertionError, match=said):
        look(encrypted, tmp_path / "tmp", known, [], NOW)


@pytest.mark.parametrize(
    ("place", "content", "said"),
    [
        ("data/logs/epicrec.log", encrypted_library.SECRET.encode(), "tells the secret"),
        ("data/models/old", encrypted_library.PLAIN_BEGIN, "plain database"),
    ],
)
def test_a_planted_plain_part(encrypted, tmp_path, place, content, said):
    file = tmp_path / "base" / place
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(content)
    with pytest.raises(AssertionError, match=said):
        look(encrypted, tmp_path / "tmp", Known(encrypted=None), [], NOW)


def test_every_command_is_ended_or_left_out_with_a_reason():
    every = set(commands(build_parser()))
    assert not KINDS.keys() & LEFT_OUT.keys()
    assert every == KINDS.keys() | LEFT_OUT.keys()
    assert all(LEFT_OUT.values())
    assert not WEIGHTS.keys() - {*KINDS, WINDOW, USED_WINDOW}


@pytest.mark.parametrize(
    ("word", "plants"),
    [
        ("", {"answer", "file", "plain", "sample", "sent"}),
        ("protect", {"answer", "file", "plain"}),
        ("release", {"answer", "file", "sample", "sent"}),
        ("contribute", {"answer", "file", "sample", "sent"}),
        ("library", {"answer", "file", "sample"}),
    ],
)
def test_each_mode_meets_the_plants_that_it_can(word, plants):
    kinds = [kind for kind in (*KINDS, WINDOW, USED_WINDOW) if kind.startswith(word)]
    assert set(met_by(kinds)) == plants <= PLANTS.keys()


def test_the_arguments_of_each_command_are_understood(tmp_path):
    choices = Choices(random.Random(1), ("imdb:tt0078748",), tmp_path, tmp_path, Known())
    parser = build_parser()
    for kind, make in KINDS.items():
        parser.parse_args([*kind.split(), *make(choices)])


def test_planted_damage(paths, tmp_path):
    sql(paths.database, "UPDATE movies SET year = 'x' WHERE id = 1")
    with pytest.raises(AssertionError, match="damaged"):
        look(paths, tmp_path / "tmp", Known(), [], NOW)
