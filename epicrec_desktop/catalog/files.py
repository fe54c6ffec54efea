"""The files of a catalog source, in a folder or a zip archive, read in place and within limits."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.messages import N_, Message, Value, message
from epicrec_desktop.door.failures import DoorError, Failure

MAX_TABLE_BYTES = 200_000_000
"""A table of movies or links: MovieLens's largest has 6 MB."""
MAX_RATINGS_BYTES = 4_000_000_000
"""A table of ratings: MovieLens's largest has 0.9 GB."""
MAX_RATIO = 100.0
"""Text of ratings shrinks about four times; beyond this it is an archive made to fill memory."""
_RATIO_FROM_BYTES = 10_000_000
_MAX_ARCHIVE_ENTRIES = 10_000

_READ_ERRORS = (OSError, EOFError, zipfile.BadZipFile, zlib.error, struct.error)
_ENCRYPTED = 0x1


def catalog_error(what: str | Message, todo: str, /, **values: Value) -> CatalogError:
    """Return an error that says what happened, that nothing was lost, and what to do.

    Both are literal templates, with the same values.
    """
    return CatalogError(
        "{what} The catalog you had is kept. {todo}",
        what=Message(what, values) if isinstance(what, str) else what,
        todo=Message(todo, values),
    )


def fetch_error(
    error: DoorError, source: Value, *, here: Message | None = None, todo: Message | None = None
) -> CatalogError:
    """Return why nothing came from a source, what of it is `here` already, and what to do."""
    advice = todo or Message(_TODO.get(error.failure, _LATER))
    kept = message("The catalog you had is kept. {todo}", todo=advice)
    if here is not None:
        kept = message("{what} {kept}", what=here, kept=kept)
    sentence = error.sentence(source, kept)
    return CatalogError(sentence.template, **sentence.values)


_LATER = N_("Try again later.")
_NETWORK = N_("Check the network, or try again later: it continues where it stopped.")
_TODO = {
    Failure.UNREACHABLE: _NETWORK,
    Failure.BROKEN_OFF: _NETWORK,
    Failure.SLOW: _NETWORK,
    Failure.DEADLINE: _NETWORK,
    Failure.PROXY: N_("Check the proxy in the system's settings."),
    Failure.UNTRUSTED: N_("Check the date of this computer and its network."),
}


class FolderFiles:
    """Files of a folder and of the folders in it. Names are relative, with "/" between folders."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.label = folder.name

    def names(self) -> list[str]:
        """Files here and one folder below; what cannot be listed is not there."""
        found = []
        for entry in sorted(self.folder.iterdir()):
            if entry.is_file():
                found.append(entry.name)
            elif entry.is_dir() and not entry.name.startswith("."):
                found += [f"{entry.name}/{name}" for name in _files_in(entry)]
        return found

    def size(self, name: str) -> int:
        """Bytes of the file."""
        return self.folder.joinpath(name).stat().st_size

    def open(self, name: str) -> BinaryIO:
        """Return the file's bytes."""
        return self.folder.joinpath(name).open("rb")


class ArchiveFiles:
    """Files of a zip archive, which is never unpacked to disk."""

    def __init__(self, archive: zipfile.ZipFile, label: str) -> None:
        self.archive = archive
        self.label = label

    def names(self) -> list[str]:
        """Entries that are files, without those a Mac adds."""
        infos = self.archive.infolist()
        if len(infos) > _MAX_ARCHIVE_ENTRIES:
            raise catalog_error(
                "“{file}” holds more files than any MovieLens archive does.",
                "Choose another file.",
                file=self.label,
            )
        names = (i.filename for i in infos if i.filename and not i.is_dir())
        return [n for n in names if not n.startswith("__MACOSX/") and n.count("/") <= 2]

    def size(self, name: str) -> int:
        """Bytes of the entry, unpacked, as the archive says; reading never yields more."""
        info = self.archive.getinfo(name)
        ratio = info.file_size / max(info.compress_size, 1)
        if info.file_size > _RATIO_FROM_BYTES and ratio > MAX_RATIO:
            raise catalog_error(
                "“{file}” in “{archive}” is packed tighter than real data "
                "can be, so it was not opened.",
                "Download the archive again from grouplens.org.",
                file=PurePosixPath(name).name,
                archive=self.label,
            )
        return info.file_size

    def open(self, name: str) -> BinaryIO:
        """Return the entry's bytes, unpacked while read; the checksum is verified at the end."""
        info = self.archive.getinfo(name)
        known = info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
        if info.flag_bits & _ENCRYPTED or not known:
            raise _unusual(self.label)
        try:
            return cast("BinaryIO", self.archive.open(info))
        except NotImplementedError as error:
            raise _unusual(self.label) from error
        except UnicodeDecodeError as error:  # the name it has within, which nobody compared yet
            raise zipfile.BadZipFile("damaged names") from error


SourceFiles = FolderFiles | ArchiveFiles
"""Named files of one source, at most two folders deep."""


@contextmanager
def open_source(path: Path) -> Iterator[SourceFiles]:
    """Yield the files at a folder or a zip archive; any other file is in its folder.

    Raises `CatalogError` for what cannot be opened, also while the files are read.
    """
    try:
        if path.is_dir():
            yield FolderFiles(path)
        elif not path.is_file():  # also a FIFO, on which reading would wait for ever
            raise catalog_error(
                "There is no catalog at “{file}”: no file or folder has that name.",
                "Choose a MovieLens folder or zip file.",
                file=path.name,
            )
        elif path.suffix.lower() == ".zip" or zipfile.is_zipfile(path):
            with _archive(path) as archive:
                yield ArchiveFiles(archive, path.name)
        else:
            yield FolderFiles(path.parent)
    except PermissionError as error:
        raise catalog_error(
            "“{file}” may not be read by you.",
            "Change its permissions, or copy it.",
            file=path.name,
        ) from error
    except _READ_ERRORS as error:
        raise catalog_error(
            "“{file}” could not be read; it is damaged or incomplete.",
            "Download it again, then import it once more.",
            file=path.name,
        ) from error


def read_bytes(files: SourceFiles, name: str) -> bytes:
    """Return a whole file. Raises `CatalogError` for one larger than any real one."""
    check_size(files, name, MAX_TABLE_BYTES)
    with files.open(name) as stream:
        return stream.read(MAX_TABLE_BYTES + 1)


def check_size(files: SourceFiles, name: str, limit: int) -> int:
    """Return the file's size in bytes. Raises `CatalogError` above the limit."""
    size = files.size(name)
    if size > limit:
        raise catalog_error(
            "“{file}” is larger than {megabytes:,} MB, which no MovieLens file is.",
            "Choose another file.",
            file=PurePosixPath(name).name,
            megabytes=limit // 1_000_000,
        )
    return size


def decode(data: bytes) -> str:
    """Text of a MovieLens file: UTF-8 where it is that, else Latin-1 (the 100K and 1M sets)."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _archive(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except NotImplementedError as error:
        raise _unusual(path.name) from error
    except ValueError as error:  # a name that is no UTF-8 where it says that it is
        raise zipfile.BadZipFile("damaged names") from error


def _unusual(label: str) -> CatalogError:
    return catalog_error(
        "“{file}” is encrypted or packed in a way that MovieLens does not use.",
        "Unpack it yourself, then import the folder.",
        file=label,
    )


def _files_in(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in folder.iterdir() if entry.is_file())
    except OSError:
        return []
