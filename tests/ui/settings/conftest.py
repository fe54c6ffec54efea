"""Fixtures of the tests of this page."""

from ui.fakes.pages import without_child_processes  # noqa: F401
