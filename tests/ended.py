"""A process that ends at the n-th thing it asks of the disk."""

import os

import pytest


class Ended(BaseException):
    """The process ended here."""


def ended_after(patch: pytest.MonkeyPatch, steps: int, *calls: str) -> None:
    """From now on `os` does so many of these calls together, and the next one raises `Ended`."""
    left = steps
    genuine = {name: getattr(os, name) for name in calls}

    def step(name: str, *args: object, **options: object) -> object:
        nonlocal left
        if left == 0:
            raise Ended
        left -= 1
        return genuine[name](*args, **options)

    for name in genuine:
        patch.setattr(os, name, lambda *a, _n=name, **o: step(_n, *a, **o))
