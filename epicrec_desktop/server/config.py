"""All settings of a service: one TOML file, or the environment, or both.

A section is a dataclass whose fields are made by `setting`; pydantic checks and converts the
values. Unknown names are refused: a limit that was misspelled is a limit that does not hold.
"""

from __future__ import annotations

import difflib
import ipaddress
import os
import tomllib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_type_hints

from pydantic import Field as Bounds
from pydantic import TypeAdapter, ValidationError

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.recommend.wire_published import MAX_WORDS
from epicrec_desktop.server.database import sqlite_address

DEFAULT_PORT = 8765
PREFIX = "EPICREC_SERVE_"
FROM_FILE = "_FILE"
"""End of a variable's name whose value is in a file: for passwords, as containers do."""

_LARGEST_FILE = 1_000_000
_LARGEST_NUMBER = 1_000_000_000_000
Section = TypeVar("Section")
Values = Mapping[str, Mapping[str, Any]]


class ConfigurationError(EpicRecError):
    """A setting cannot be used. Its sentence names it, and says what it may be."""


def setting(
    default: Any,
    about: str,
    *,
    least: float | None = None,
    most: float | None = None,
    choices: tuple[str, ...] = (),
    kind: str = "",
) -> Any:
    """Return a field of a section. Without `least`, numbers are above 0.

    `most` of a text: the length of its one line. `kind`: "path" or "networks", which the default
    does not tell.
    """
    metadata = {"about": about, "least": least, "most": most, "choices": choices, "kind": kind}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class ServiceConfig:
    """Where a service stores its data, and what it offers."""

    folder: Path = setting(Path("epicrec-service"), "models, keys, an SQLite file", kind="path")
    database: str = setting(
        "", "sqlite:///file or postgresql://user@host/name; without it, a file in the folder"
    )
    models: str = setting(
        "", "another folder of publications, or an http(s) address to fetch them from; see below"
    )
    models_seconds: float = setting(30.0, "how often to ask such an address", least=1.0)
    share_model: bool = setting(True, "whether anybody may fetch the model")
    accept_contributions: bool = setting(True, "whether contributions are taken")

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
        return self.models.startswith(("http://", "https://"))

    @property
    def keys(self) -> Path:
        """Return the file of hashed keys of a closed group."""
        return self.folder / "keys.json"


@dataclass(frozen=True)
class Limits:
    """Times in seconds, sizes in bytes. Per process, unless stated otherwise."""

    header_seconds: float = setting(10.0, "from a connection, or an answer, to the last header")
    body_seconds: float = setting(20.0, "from the last header to the end of the body")
    answer_seconds: float = setting(300.0, "from the end of the body to the end of the answer")
    # Well below the open files that systems allow a program (1,024).
    connections: int = setting(500, "connections that a worker keeps open", most=100_000)
    header_bytes: int = setting(16_384, "the headers of a request", least=1024)
    body_bytes: int = setting(64_000_000, "all bodies that a worker is receiving", least=100_000)
    threads: int = setting(4, "answers that a worker computes at a time", most=256)
    queue: int = setting(256, "requests that may wait for their turn in a worker", most=100_000)
    queue_seconds: float = setting(2.0, "how long one may wait there")
    memory_megabytes: int = setting(
        0, "what a worker may use before it refuses work; 0 for no such limit", least=0
    )
    requests_per_minute: float = setting(
        0.0, "of one client over all workers of a computer; 0 for no such limit", least=0.0
    )
    burst: int = setting(60, "requests of one client that may come at once", most=1_000_000)
    contributions: int = setting(100_000_000, "contributions that are counted at all", least=0)
    contributions_per_day: float = setting(
        0.0, "of one client over all workers of a computer; 0 for no such limit", least=0.0
    )

    @property
    def look_seconds(self) -> float:
        """Return how often connections are checked, in seconds."""
        return min(1.0, self.header_seconds / 4, self.body_seconds / 4)


@dataclass(frozen=True)
class ListenConfig:
    """Where and how to listen. Port 0: any that is free. With a certificate: TLS."""

    host: str = setting("127.0.0.1", "an address of this computer; 0.0.0.0 for all of them")
    port: int = setting(DEFAULT_PORT, "0 for any that is free", least=0, most=65_535)
    tls_cert: Path | None = setting(None, "a certificate chain, PEM", kind="path")
    tls_key: Path | None = setting(None, "its key, PEM, without a password", kind="path")
    limits: Limits = field(default_factory=Limits)
    workers: int = setting(1, "processes", most=256)
    trusted_proxies: tuple[str, ...] = setting(
        (), "addresses whose X-Forwarded-For is believed; nobody's without it", kind="networks"
    )
    metrics: str = setting(
        "", "address and port of /metrics, as in 127.0.0.1:9465; none without it"
    )
    drain_seconds: float = setting(
        0.0, "how long not to be ready, but serve, before it ends", least=0.0, most=3600.0
    )
    stop_seconds: float = setting(
        30.0, "how long requests in flight may take when it ends", most=3600.0
    )


@dataclass(frozen=True)
class AccessConfig:
    """Who may use the service."""

    closed: bool = setting(False, "whether a key is needed")


@dataclass(frozen=True)
class AboutConfig:
    """What the operator says of the service; whoever adds it is shown this as the operator's."""

    name: str = setting("", "what the service is called", most=MAX_WORDS)
    operator: str = setting("", "who runs it", most=MAX_WORDS)
    contact: str = setting("", "how to reach them", most=MAX_WORDS)
    purpose: str = setting("", "for whom it is, and who pays for it", most=MAX_WORDS)
    retention: str = setting(
        "", "what is kept of a release, by this service and what is before it", most=MAX_WORDS
    )


@dataclass(frozen=True)
class LogConfig:
    """What is logged: never an address, a body or a key."""

    format: str = setting("json", "one JSON object a line, or text", choices=("json", "text"))
    level: str = setting(
        "info", "the least that is noted", choices=("debug", "info", "warning", "error")
    )
    traces: str = setting(
        "", "an OpenTelemetry collector, as in http://127.0.0.1:4318/v1/traces; none without it"
    )


@dataclass(frozen=True)
class ServerConfig:
    """A section each; `listen.limits` is the section [limits]."""

    service: ServiceConfig = field(default_factory=ServiceConfig)
    listen: ListenConfig = field(default_factory=ListenConfig)
    access: AccessConfig = field(default_factory=AccessConfig)
    log: LogConfig = field(default_factory=LogConfig)
    about: AboutConfig = field(default_factory=AboutConfig)


SECTIONS = {
    "service": ServiceConfig,
    "listen": ListenConfig,
    "limits": Limits,
    "access": AccessConfig,
    "log": LogConfig,
    "about": AboutConfig,
}
USUAL = {"limits": {"requests_per_minute": 600.0, "contributions_per_day": 5.0}}
"""Defaults of a configured service alone: tests and benchmarks are one client, without limits."""


def load_config(
    file: Path | None = None, environment: Mapping[str, str] | None = None
) -> ServerConfig:
    """Return the settings of this file and environment (`os.environ`), which overrides the file.

    Paths begin at the file's folder, or here. Raises `ConfigurationError`.
    """
    values = _read_values(file, os.environ if environment is None else environment)
    for name, usual in USUAL.items():
        values[name] = usual | values[name]
    if "limits" in values["listen"]:
        raise ConfigurationError(
            "Limits are a section of their own, [limits]; nothing was started."
        )
    base = Path.cwd() if file is None else file.absolute().parent
    service = _section(ServiceConfig, "service", values, base)
    limits = _section(Limits, "limits", values, base)
    listen = _section(ListenConfig, "listen", values, base)
    if service.models and not service.is_mirror:
        service = replace(service, models=str(base / Path(service.models).expanduser()))
    return ServerConfig(
        replace(service, folder=base / service.folder),
        replace(listen, limits=limits),
        _section(AccessConfig, "access", values, base),
        _section(LogConfig, "log", values, base),
        _section(AboutConfig, "about", values, base),
    )


def _read_values(file: Path | None, environment: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Return what file and environment say, {section: {name: value}}."""
    values: dict[str, dict[str, Any]] = {name: {} for name in SECTIONS}
    for name, content in _document(file).items():
        if name not in SECTIONS or not isinstance(content, dict):
            raise ConfigurationError(
                "The configuration has a section [{name}] that is not known; nothing was started. "
                "There are {known}.",
                name=name,
                known=", ".join(f"[{k}]" for k in SECTIONS),
            )
        values[name] |= content
    for variable, text in environment.items():
        if variable.startswith(PREFIX):
            section, name = _name(variable)
            from_file = name.endswith(FROM_FILE.lower())
            name = name.removesuffix(FROM_FILE.lower())
            values[section][name] = _secret(variable, text) if from_file else text
    return values


def _section(kind: type[Section], name: str, values: Values, base: Path) -> Section:
    """Return a section with these values and defaults. Paths begin at `base`."""
    types = get_type_hints(kind)
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
    return kind(
        **{k: _checked(f"{name}.{k}", types[k], known[k], v, base) for k, v in given.items()}
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
    rest = variable.removeprefix(PREFIX).lower()
    for section in SECTIONS:
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


def _checked(name: str, expected_type: Any, known: Field[Any], value: Any, base: Path) -> Any:
    """Return the value, converted. Raises `ConfigurationError`, which never quotes it."""
    expected, bounds = _expected(expected_type, known)
    kind = known.metadata["kind"]
    try:
        if kind == "networks":
            texts = value.replace(",", " ").split() if isinstance(value, str) else value
            found = TypeAdapter(list[str]).validate_python(texts, strict=True)
            return tuple(str(ipaddress.ip_network(text, strict=False)) for text in found)
        if kind == "path":
            path = TypeAdapter(str).validate_python(value, strict=True)
            if "\0" in path or (not path and known.default is not None):
                raise ValueError
            return Path(os.path.normpath(base / Path(path).expanduser())) if path else None
        # Strict for what TOML has types for; the environment has texts alone.
        adapter: TypeAdapter[Any] = TypeAdapter(Annotated[expected_type, bounds])
        found = adapter.validate_python(value, strict=not isinstance(value, str))
        choices = known.metadata["choices"]
        if (choices and found not in choices) or (
            isinstance(found, str) and known.metadata["most"] and not found.isprintable()
        ):
            raise ValueError
    except (ValueError, TypeError, AttributeError, ValidationError):
        raise ConfigurationError(
            "The setting {name} cannot be used; nothing was started. It must be {expected}.",
            name=name,
            expected=expected,
        ) from None
    return found


def _expected(expected_type: Any, known: Field[Any]) -> tuple[str, Any]:
    """Return what a setting must be, in words and as bounds of pydantic."""
    about = known.metadata
    if about["kind"] == "path":
        return "a path in quotation marks", None
    if about["kind"] == "networks":
        return 'a list of addresses or networks, as in ["127.0.0.1", "10.0.0.0/8"]', None
    if expected_type is bool:
        return "true or false", Bounds()
    if expected_type in (int, float):
        whole = expected_type is int
        least = about["least"] if about["least"] is not None else (1 if whole else 0.001)
        most = about["most"] if about["most"] is not None else _LARGEST_NUMBER
        words = f"{'a whole number' if whole else 'a number'} from {least:g} to {most:,}"
        return words, Bounds(ge=least, le=most, allow_inf_nan=None if whole else False)
    words = " or ".join(about["choices"]) or "text in quotation marks"
    if about["most"] is not None:
        words = f"one line of at most {about['most']:,} characters"
    return words, Bounds(max_length=about["most"])
