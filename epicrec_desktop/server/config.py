"""All settings of a service: one TOML file, or the environment, or both.

A section is a dataclass whose values pydantic checks and converts; docs/service.md says what each
is. Unknown names are refused: a limit that was misspelled is a limit that does not hold.
"""

from __future__ import annotations

import difflib
import ipaddress
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
)

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.recommend.wire_published import MAX_WORDS
from epicrec_desktop.server.database import sqlite_address

DEFAULT_PORT = 8765
PREFIX = "EPICREC_SERVE_"
FROM_FILE = "_file"
"""End of a variable's name whose value is in a file: for passwords, as containers do."""

_LARGEST_FILE = 1_000_000
_SUBJECT = re.compile("^(Input should be|Value error,)")


class ConfigurationError(EpicRecError):
    """A setting cannot be used. Its sentence names it and says why, and never quotes it."""


def _path(value: Any, info: ValidationInfo) -> Any:
    if not isinstance(value, str | Path) or not str(value) or "\0" in str(value):
        raise ValueError("a path in quotation marks")
    base: Path = info.context or Path.cwd()
    return Path(os.path.normpath(base / Path(value).expanduser()))


def _path_or_none(value: Any, info: ValidationInfo) -> Any:
    return _path(value, info) if value else None


def _place_of_models(value: str, info: ValidationInfo) -> str:
    return value if not value or _is_address(value) else str(_path(value, info))


def _is_address(models: str) -> bool:
    return models.startswith(("http://", "https://"))


def _split(value: Any) -> Any:
    return value.replace(",", " ").split() if isinstance(value, str) else value


def _networks(values: tuple[str, ...]) -> tuple[str, ...]:
    try:
        return tuple(str(ipaddress.ip_network(value, strict=False)) for value in values)
    except ValueError:
        raise ValueError('a list of addresses or networks, as in ["127.0.0.1"]') from None


def _line(value: str) -> str:
    if len(value) > MAX_WORDS or not value.isprintable():
        raise ValueError(f"one line of at most {MAX_WORDS} characters")
    return value


FilePath = Annotated[Path, BeforeValidator(_path)]
MaybePath = Annotated[Path | None, BeforeValidator(_path_or_none)]
Networks = Annotated[tuple[str, ...], BeforeValidator(_split), AfterValidator(_networks)]
Line = Annotated[str, AfterValidator(_line)]
Rate = Annotated[float, Field(ge=0, le=1e9)]
Seconds = Annotated[float, Field(gt=0, le=1e9)]
Ending = Annotated[float, Field(ge=0, le=3600)]
Count = Annotated[int, Field(ge=1, le=1_000_000)]


class _Section:
    __pydantic_config__ = ConfigDict(extra="forbid", validate_default=True)


@dataclass(frozen=True)
class ServiceConfig(_Section):
    """Where a service stores its data, and what it offers."""

    folder: FilePath = Path("epicrec-service")
    database: str = ""
    models: Annotated[str, AfterValidator(_place_of_models)] = ""
    models_seconds: Annotated[float, Field(ge=1, le=1e9)] = 30.0
    share_model: bool = True
    accept_contributions: bool = True

    @property
    def database_address(self) -> str:
        """Return the address of the database."""
        return self.database or sqlite_address(self.folder / "service.sqlite3")

    @property
    def publications(self) -> Path:
        """Return the folder of publications: local ones, or a copy of those at an address."""
        if self.models and not self.is_mirror:
            return Path(self.models)
        return self.folder / "publications"

    @property
    def is_mirror(self) -> bool:
        """Return whether models are fetched from an address, and not published here."""
        return _is_address(self.models)

    @property
    def keys(self) -> Path:
        """Return the file of hashed keys of a closed group."""
        return self.folder / "keys.json"


@dataclass(frozen=True)
class Limits(_Section):
    """Times in seconds, sizes in bytes; 0 for no limit where that is allowed."""

    header_seconds: Seconds = 10.0
    body_seconds: Seconds = 20.0
    answer_seconds: Seconds = 300.0
    # Well below the open files that systems allow a program (1,024).
    connections: Count = 500
    header_bytes: Annotated[int, Field(ge=1024)] = 16_384
    # Of all bodies that are read at one time; one body: `MAX_REQUEST_BYTES` of `recommend/wire.py`.
    body_bytes: Annotated[int, Field(ge=100_000)] = 64_000_000
    threads: Annotated[int, Field(ge=1, le=256)] = 4
    queue: Count = 256
    queue_seconds: Seconds = 2.0
    memory_megabytes: Annotated[int, Field(ge=0)] = 0
    requests_per_minute: Rate = 600.0
    burst: Count = 60
    contributions: Annotated[int, Field(ge=0)] = 100_000_000
    contributions_per_day: Rate = 5.0

    @property
    def look_seconds(self) -> float:
        """Return how often connections are checked, in seconds."""
        return min(1.0, self.header_seconds / 4, self.body_seconds / 4)


@dataclass(frozen=True)
class ListenConfig(_Section):
    """Where and how to listen. Port 0: any that is free. With a certificate: TLS."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65_535)] = DEFAULT_PORT
    tls_cert: MaybePath = None
    tls_key: MaybePath = None
    workers: Annotated[int, Field(ge=1, le=256)] = 1
    trusted_proxies: Networks = ()
    metrics: str = ""
    drain_seconds: Ending = 0.0
    stop_seconds: Ending = 30.0


@dataclass(frozen=True)
class AccessConfig(_Section):
    """Who may use the service."""

    closed: bool = False


@dataclass(frozen=True)
class AboutConfig(_Section):
    """What the operator says of the service; whoever adds it is shown this as the operator's."""

    name: Line = ""
    operator: Line = ""
    contact: Line = ""
    purpose: Line = ""
    retention: Line = ""


@dataclass(frozen=True)
class LogConfig(_Section):
    """What is logged: never an address, a body or a key."""

    format: Literal["json", "text"] = "json"
    level: Literal["debug", "info", "warning", "error"] = "info"
    traces: str = ""


@dataclass(frozen=True)
class ServerConfig(_Section):
    """A section each."""

    service: ServiceConfig = field(default_factory=ServiceConfig)
    listen: ListenConfig = field(default_factory=ListenConfig)
    limits: Limits = field(default_factory=Limits)
    access: AccessConfig = field(default_factory=AccessConfig)
    log: LogConfig = field(default_factory=LogConfig)
    about: AboutConfig = field(default_factory=AboutConfig)


SETTINGS = {
    section.name: [setting.name for setting in fields(section.default_factory)]  # type: ignore[arg-type]
    for section in fields(ServerConfig)
}
"""Names of the settings in each section."""


def load_config(
    file: Path | None = None, environment: Mapping[str, str] | None = None
) -> ServerConfig:
    """Return the settings of this file and environment (`os.environ`), which overrides the file.

    Paths begin at the file's folder, or here. Raises `ConfigurationError`.
    """
    values: dict[str, Any] = {name: {} for name in SETTINGS} | _document(file)
    for variable, text in (os.environ if environment is None else environment).items():
        if variable.startswith(PREFIX):
            section, name = _name(variable)
            if isinstance(values[section], dict):
                from_file = name.endswith(FROM_FILE)
                value = _secret(variable, text) if from_file else text
                values[section][name.removesuffix(FROM_FILE)] = value
    base = Path.cwd() if file is None else file.absolute().parent
    try:
        return TypeAdapter(ServerConfig).validate_python(values, context=base)
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_context=False, include_input=False)[0]
        raise _unusable(".".join(map(str, wrong["loc"][:2])), wrong["type"], wrong["msg"]) from None


def _unusable(setting: str, kind: str, reason: str) -> ConfigurationError:
    section, _, name = setting.partition(".")
    if kind != "unexpected_keyword_argument":
        return ConfigurationError(
            "The setting {setting} cannot be used; nothing was started. {reason}.",
            setting=setting,
            reason=_SUBJECT.sub("It must be", reason),
        )
    near = difflib.get_close_matches(name or section, SETTINGS[section] if name else SETTINGS, n=1)
    shown = f"{section}.{{}}" if name else "[{}]"
    return ConfigurationError(
        "The configuration has {setting}, which is not known; nothing was started. {hint}",
        setting=shown.format(name or section),
        hint=f"Did you mean {shown.format(*near)}?" if near else "Take it out, or see the manual.",
    )


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
    except (ValueError, RecursionError) as error:  # tomllib's, Unicode's, and of endless depth
        raise ConfigurationError(
            "The configuration {file} is not valid TOML; nothing was started. {reason}.",
            file=file,
            reason=str(error).partition("\n")[0][:200],
        ) from None


def _name(variable: str) -> tuple[str, str]:
    """Return section and name of EPICREC_SERVE_LISTEN_PORT."""
    section, _, name = variable.removeprefix(PREFIX).lower().partition("_")
    if section not in SETTINGS or not name:
        raise ConfigurationError(
            "The environment has {variable}, which names no setting; nothing was started. "
            "A name is {prefix}, a section and a setting, as in {prefix}LISTEN_PORT.",
            variable=variable,
            prefix=PREFIX,
        )
    return section, name


def _secret(variable: str, path: str) -> str:
    try:
        with Path(path).open(encoding="utf-8") as stream:
            return stream.read(_LARGEST_FILE).strip()
    except (OSError, ValueError):
        raise ConfigurationError(
            "The file that {variable} names cannot be read; nothing was started.", variable=variable
        ) from None
