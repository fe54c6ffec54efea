"""Reads settings into dataclasses: from a TOML file and the environment, checked, with sentences.

A section is a dataclass whose fields are made by `setting`. What is unknown is refused rather than
passed over: a limit that was misspelled is a limit that does not hold.
"""

from __future__ import annotations

import difflib
import ipaddress
import math
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import Field, field, fields
from pathlib import Path
from typing import Any, TypeVar

from epicrec_desktop.domain.errors import EpicRecError

PREFIX = "EPICREC_SERVE_"
FROM_FILE = "_FILE"
"""What a variable's name ends with whose value is in a file: for passwords, as containers do."""

_LARGEST_FILE = 1_000_000
_YES = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
Section = TypeVar("Section")
Values = Mapping[str, Mapping[str, Any]]


class ConfigurationError(EpicRecError):
    """A setting is none that can be used. Its sentence says which, and what it may be."""


def setting(
    default: Any,
    about: str,
    *,
    least: float | None = None,
    most: float | None = None,
    choices: tuple[str, ...] = (),
    kind: str = "",
) -> Any:
    """A field of a section. `about` is for the documentation; numbers are above 0 by themselves.
    `most` of a text: its characters, of one line.

    `kind`: "path" or "networks", where the type of the default does not say it.
    """
    metadata = {"about": about, "least": least, "most": most, "choices": choices, "kind": kind}
    return field(default=default, metadata=metadata)


def read_values(file: Path | None, environment: Mapping[str, str], sections: Iterable[str]) -> Any:
    """What file and environment say, {section: {name: value}}; the environment has the last word.

    Raises `ConfigurationError`.
    """
    known = tuple(sections)
    values: dict[str, dict[str, Any]] = {name: {} for name in known}
    for name, content in _document(file).items():
        if name not in known or not isinstance(content, dict):
            raise ConfigurationError(
                "The configuration has a section [{name}] that is not known; nothing was started. "
                "There are {known}.",
                name=name,
                known=", ".join(f"[{k}]" for k in known),
            )
        values[name] |= content
    for variable, text in environment.items():
        if variable.startswith(PREFIX):
            section, name = _place(variable, known)
            from_file = name.endswith(FROM_FILE.lower())
            name = name.removesuffix(FROM_FILE.lower())
            values[section][name] = _secret(variable, text) if from_file else text
    return values


def read_section(kind: type[Section], name: str, values: Values, base: Path) -> Section:
    """A section of these values, the usual ones where nothing is said.

    Paths begin at `base`. Raises `ConfigurationError`.
    """
    known: dict[str, Field[Any]] = {f.name: f for f in fields(kind)}  # type: ignore[arg-type]
    given = dict(values.get(name, {}))
    for unknown in given.keys() - known.keys():
        near = difflib.get_close_matches(unknown, known, n=1)
        raise ConfigurationError(
            "The configuration has a setting {setting} that is not known; nothing was started. "
            "{hint}",
            setting=f"{name}.{unknown}",
            hint=f"Did you mean {name}.{near[0]}?" if near else "Take it out, or see the manual.",
        )
    return kind(**{k: _checked(f"{name}.{k}", known[k], v, base) for k, v in given.items()})


def _document(file: Path | None) -> dict[str, Any]:
    if file is None:
        return {}
    try:
        with file.open("rb") as stream:
            return tomllib.loads(stream.read(_LARGEST_FILE).decode())
    except OSError:
        raise ConfigurationError(
            "The configuration {file} cannot be read; nothing was started. "
            "Check its path and that you may read it.",
            file=file,
        ) from None
    except ValueError as error:  # tomllib's and Unicode's
        raise ConfigurationError(
            "The configuration {file} is not valid TOML; nothing was started. {reason}.",
            file=file,
            reason=str(error).partition("\n")[0][:200],
        ) from None


def _place(variable: str, sections: tuple[str, ...]) -> tuple[str, str]:
    """Section and name of EPICREC_SERVE_LISTEN_PORT."""
    rest = variable.removeprefix(PREFIX).lower()
    for section in sections:
        if rest.startswith(f"{section}_"):
            return section, rest.removeprefix(f"{section}_")
    raise ConfigurationError(
        "The environment has {variable}, which names no setting; nothing was started. "
        "A name is {prefix}, a section and a setting, as in {prefix}LISTEN_PORT.",
        variable=variable,
        prefix=PREFIX,
    )


def _secret(variable: str, path: str) -> str:
    try:
        with Path(path).open(encoding="utf-8") as stream:
            return stream.read(_LARGEST_FILE).strip()
    except (OSError, ValueError):
        raise ConfigurationError(
            "The file that {variable} names cannot be read; nothing was started.",
            variable=variable,
        ) from None


def _checked(name: str, known: Field[Any], value: Any, base: Path) -> Any:
    default, about = known.default, known.metadata
    if about["kind"] == "path":
        return _path(name, value, base, known)
    if about["kind"] == "networks":
        return _networks(name, value)
    if isinstance(default, bool):
        return _switch(name, value)
    if isinstance(default, int | float):
        return _number(name, value, known)
    if not isinstance(value, str):
        raise _wrong(name, "text in quotation marks")
    if about["most"] is not None and not (len(value) <= about["most"] and value.isprintable()):
        raise _wrong(name, f"one line of at most {about['most']:,} characters")
    if about["choices"] and value not in about["choices"]:
        raise _wrong(name, " or ".join(about["choices"]))
    return value


def _path(name: str, value: Any, base: Path, known: Field[Any]) -> Path | None:
    needed = known.default is not None
    if not isinstance(value, str) or "\0" in value or (needed and not value):
        raise _wrong(name, "a path in quotation marks")
    return Path(os.path.normpath(base / Path(value).expanduser())) if value else None


def _switch(name: str, value: Any) -> bool:
    found = _YES.get(value.strip().lower()) if isinstance(value, str) else value
    if not isinstance(found, bool):
        raise _wrong(name, "true or false")
    return found


def _number(name: str, value: Any, known: Field[Any]) -> int | float:
    whole = isinstance(known.default, int)
    least, most = known.metadata["least"], known.metadata["most"]
    least = (1 if whole else 0.001) if least is None else least
    most = 1_000_000_000_000 if most is None else most
    try:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise ValueError
        if whole and isinstance(value, float):
            raise ValueError
        number = int(value) if whole else float(value)
        if not (math.isfinite(number) and least <= number <= most):
            raise ValueError
    except (ValueError, OverflowError):
        kind = "a whole number" if whole else "a number"
        raise _wrong(name, f"{kind} from {least:g} to {most:,}") from None
    return number


def _networks(name: str, value: Any) -> tuple[str, ...]:
    """Addresses or networks, as they are written: ("127.0.0.1/32",)."""
    texts = [t for t in value.replace(",", " ").split() if t] if isinstance(value, str) else value
    try:
        if not isinstance(texts, list):
            raise ValueError
        return tuple(str(ipaddress.ip_network(text, strict=False)) for text in texts)
    except (ValueError, TypeError):
        raise _wrong(name, 'a list of addresses or networks, as in ["127.0.0.1", "10.0.0.0/8"]')  # noqa: B904


def _wrong(name: str, expected: str) -> ConfigurationError:
    """The value is left out: it may be a password."""
    return ConfigurationError(
        "The setting {name} cannot be used; nothing was started. It must be {expected}.",
        name=name,
        expected=expected,
    )
