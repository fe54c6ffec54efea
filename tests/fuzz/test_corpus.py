"""Inputs that once broke a reader, and samples of real input: every stored entry, at every run."""

import random

import pytest

from fuzz.__main__ import CORPUS, UNGUIDED, mutate
from fuzz.targets import TARGETS

ENTRIES = sorted(file for file in CORPUS.rglob("*") if file.is_file())


def test_every_target_has_a_corpus():
    assert {file.parent.name for file in ENTRIES} == set(TARGETS)


@pytest.mark.parametrize("name", TARGETS)
def test_kept_entries_and_their_kin(name):
    chance = random.Random(name)
    entries = [file.read_bytes() for file in ENTRIES if file.parent.name == name]
    kin = 3 if name in UNGUIDED else 30
    for data in (*entries, *(mutate(chance.choice(entries), chance, entries) for _ in range(kin))):
        TARGETS[name](data)
