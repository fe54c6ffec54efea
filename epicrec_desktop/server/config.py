"""All settings of a service: one TOML file, or the environment, or both."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from epicrec_desktop.recommend.wire_published import MAX_WORDS
from epicrec_desktop.server.config_values import (
    ConfigurationError,
    read_section,
    read_values,
    setting,
)
from epicrec_desktop.server.database import sqlite_address
from epicrec_desktop.server.limits import Limits

DEFAULT_PORT = 8765


@dataclass(frozen=True)
class ServiceConfig:
    """Where a service keeps what it has, and what it offers."""

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
        """The database's address."""
        return self.database or sqlite_address(self.folder / "service.sqlite3")

    @property
    def publications(self) -> Path:
        """The models that are and were in use: here, or a copy of those at an address."""
        if self.models and not self.is_mirror:
            return Path(self.models)
        return self.folder / "publications"

    @property
    def is_mirror(self) -> bool:
        """Whether models are fetched from an address, and not published here."""
        return self.models.startswith(("http://", "https://"))

    @property
    def keys(self) -> Path:
        """The keys of a closed group, hashed."""
        return self.folder / "keys.json"


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
    """Who is answered."""

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
    """What is noted: never an address, a body or a key."""

    format: str = setting("json", "one JSON object a line, or text", choices=("json", "text"))
    level: str = setting(
        "info", "the least that is noted", choices=("debug", "info", "warning", "error")
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
"""What holds of a configured service unless something else is said; other uses have no such limit:
tests and benchmarks are one client."""


def load_config(
    file: Path | None = None, environment: Mapping[str, str] | None = None
) -> ServerConfig:
    """The settings of this file and environment (`os.environ`).

    Paths begin at the file's folder, or here. Raises `ConfigurationError` with a sentence.
    """
    values = read_values(file, os.environ if environment is None else environment, SECTIONS)
    for name, usual in USUAL.items():
        values[name] = usual | values[name]
    if "limits" in values["listen"]:
        raise ConfigurationError(
            "Limits are a section of their own, [limits]; nothing was started."
        )
    base = Path.cwd() if file is None else file.absolute().parent
    place = read_section(ServiceConfig, "service", values, base)
    limits = read_section(Limits, "limits", values, base)
    listen = read_section(ListenConfig, "listen", values, base)
    if place.models and not place.is_mirror:
        place = replace(place, models=str(base / Path(place.models).expanduser()))
    return ServerConfig(
        replace(place, folder=base / place.folder),
        replace(listen, limits=limits),
        read_section(AccessConfig, "access", values, base),
        read_section(LogConfig, "log", values, base),
        read_section(AboutConfig, "about", values, base),
    )
