"""What is said to a person, as data: an English template and what is filled into it.

The parts without a window make messages; the terminal shows `str(message)`, the window translates
the template (`ui.common.messages.localized`). A template is a literal, so that the translations'
tool finds it: an argument of an error, of `message`, of `counted`, or marked with `N_`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Union

import msgspec

from epicrec_desktop.domain.plain_text import plain

Value = Union[str, int, float, "Message"]
Given = Union[str, int, float, PurePath, "Message"]
"""What may be filled in: a path is stored as its text."""
Show = Callable[[str, Value, bool], str]
"""(name, value, whether its thousands are grouped) → text."""

_PLACE = re.compile(r"\{([A-Za-z_]\w*)(:,)?\}")


@dataclass(frozen=True, slots=True)
class Message:
    """A template with `{name}`, or `{name:,}` for a count with grouped thousands, and its values.

    `singular` is the English template for a `count` of 1, empty for a message without plurals.
    """

    template: str
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
    singular: str = ""

    @property
    def count(self) -> int | None:
        """The number that decides the plural; None for a message without plurals."""
        count = self.values.get("count") if self.singular else None
        return count if isinstance(count, int) else None

    @property
    def english(self) -> str:
        """The English template that fits the count."""
        return self.singular if self.count == 1 else self.template

    def fill(self, template: str, show: Show) -> str:
        """Return a translation of the template with the values in their places.

        Never raises: a place without a value stays as it is. Braces in a value mean nothing.
        """

        def shown(place: re.Match[str]) -> str:
            name = place[1]
            if name not in self.values:
                return place[0]
            return show(name, self.values[name], place[2] is not None)

        return _PLACE.sub(shown, template)

    def __str__(self) -> str:
        return shown(self.fill(self.english, _in_english))


def N_(template: str) -> str:  # noqa: N802 - the name gettext's tools gave to it
    """Mark a template that is used elsewhere, as from a table."""
    return template


def message(template: str, /, **values: Given) -> Message:
    """Return a message from a literal template."""
    texts = {n: str(value) if isinstance(value, PurePath) else value for n, value in values.items()}
    return Message(template, texts)


def counted(singular: str, plural: str, /, *, count: int, **values: Given) -> Message:
    """Return a message whose form depends on `count`; both templates are literals."""
    return replace(message(plural, count=count, **values), singular=singular)


def as_message(sentence: str | Message) -> Message:
    """Return a sentence without values as a message."""
    return sentence if isinstance(sentence, Message) else Message(sentence)


def shown(value: Value) -> str:
    """Return a value as text that cannot command a terminal or turn a line around."""
    return plain(str(value))


def _in_english(_: str, value: Value, grouped: bool) -> str:
    return f"{value:,}" if grouped and isinstance(value, int) else str(value)


# As stored text


def dump(sentence: str | Message) -> str:
    """Return a message as text to store: JSON, or only the template of one without values."""
    stored = as_message(sentence)
    if not stored.values:
        return stored.template
    document = msgspec.to_builtins(
        stored, enc_hook=lambda v: float(v) if isinstance(v, float) else str(v)
    )
    return json.dumps(document, ensure_ascii=False)


def load(text: str) -> Message:
    """Return what `dump` wrote. Any other text is a message without values."""
    try:
        return msgspec.convert(json.loads(text), Message)
    except (ValueError, RecursionError):
        return Message(text)
