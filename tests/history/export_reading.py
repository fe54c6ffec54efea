"""Reads exports as an import does."""

from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.history.exports.parsing import Item
from epicrec_desktop.history.exports.reader import read_export


def read(text: str | bytes, name: str = "export") -> tuple[Service, list[Item]]:
    """Return the service that an export is of, and what is in it."""
    service, items = read_export(text.encode() if isinstance(text, str) else text, name)
    return service, list(items)


def expect(text: str | bytes, service: Service, *items: Item, name: str = "export") -> None:
    """Assert that an export is of a service, and that these are its items."""
    assert read(text, name) == (service, list(items))
