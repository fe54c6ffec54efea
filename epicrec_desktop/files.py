"""Write files atomically and privately, ours and the user's; overwrite them before removal."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from epicrec_desktop import locks
from epicrec_desktop.file_permissions import make_private

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_PATIENCE_S = (0.01, 0.05, 0.1, 0.2, 0.4)
_ABANDONED_S = 3600.0  # no file takes that long to write
_CANNOT_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EACCES)
"""What file systems without it say, and folders that may be written to but not read."""


def write_file(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Let a file have this content, in one step; whoever reads it meanwhile sees the old one.

    Only the person can read it. It is on the disk when this returns, unless it need not be
    `durable`. Raises `OSError`; then the old file is as it was.
    """
    with replacing(path, durable=durable) as stream:
        stream.write(content)


@contextmanager
def replacing(path: Path, *, durable: bool = True) -> Iterator[IO[bytes]]:
    """Yield a stream into a file of its own beside `path`, which takes that place in the end.

    As `write_file`. Where the block raises, or anything fails, no file of its own stays.
    """
    partial = partial_of(path)
    with _created(partial) as stream:
        yield stream
        stream.close()  # Windows cannot rename an open file
        put_in_place(partial, path, durable=durable)


def partial_of(path: Path) -> Path:
    """Return the name of a file while it is being written."""
    # A name that nobody can guess, for folders that others may write to; and one that is short,
    # as the file's own may be as long as names can be.
    return path.with_name(f".{secrets.token_hex(8)}.partial")


def work_file(path: Path, why: str) -> Path:
    """Return what a copy of a file is called while it is made, whatever becomes of it.

    The name is known, so a start finds it: `work_files`.
    """
    return path.with_name(f".{path.name}.{why}.partial")


def work_files(path: Path) -> Iterator[Path]:
    """Yield what is left of copies of a file, with the journals and logs that SQLite made of them.

    The one pattern: whatever a killed program was making of a file is found by it.
    """
    yield from path.parent.glob(f"{work_file(path, '*').name}*")


def write_through(partial: Path, path: Path, content: Iterable[bytes], *, replace: bool) -> None:
    """As `write_file`, by way of a name of the caller's beside the file, which is not there yet.

    Without `replace` raises `FileExistsError` where there is something, also a link.
    """
    with _created(partial) as stream:
        stream.writelines(content)
        stream.close()
        if replace:
            put_in_place(partial, path)
        else:
            _put_new(partial, path)


def create_file(path: Path, content: bytes) -> None:
    """Write a file that was not there, for the person alone, onto the disk; else leave none.

    Raises `FileExistsError` where there is something, also a link; else `OSError`.
    """
    with _created(path) as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    _sync_folder(path.parent)


def make_private_file(path: Path) -> None:
    """Replace a file by an empty one for the user alone, to be filled by somebody else.

    It is private before it has any content. Raises `OSError`.
    """
    path.unlink(missing_ok=True)
    os.close(os.open(path, _NEW, 0o600))
    if os.name == "nt":  # elsewhere the mode is enough
        make_private(path)


def remove_abandoned(folder: Path, *, public: bool = False) -> None:
    """Remove what killed processes began to write here or below, an hour ago or earlier.

    It is overwritten before, unless all of it is `public`.
    """
    for partial in folder.rglob(".*.partial"):
        with suppress(OSError):
            status = partial.stat()
            # A second name of the library, while it is converted, is as old as the library.
            if status.st_nlink == 1 and time.time() - status.st_mtime > _ABANDONED_S:
                partial.unlink() if public else overwrite_and_remove(partial)


def put_in_place(partial: Path, target: Path, *, durable: bool = True) -> None:
    """Let a finished file take another one's place in one step, on the disk if it is `durable`.

    Windows refuses while somebody reads the other one: so it is tried again for a moment. Raises
    `OSError`.
    """
    if durable:
        with partial.open("r+b") as stream:
            os.fsync(stream.fileno())
    for pause in _PATIENCE_S if os.name == "nt" else ():
        try:
            partial.replace(target)
            break
        except PermissionError:
            time.sleep(pause)
    else:
        partial.replace(target)
    if durable:
        _sync_folder(target.parent)


def _put_new(partial: Path, target: Path) -> None:
    """Let a finished file have a name that nothing has, in one step, on the disk."""
    with partial.open("r+b") as stream:
        os.fsync(stream.fileno())
    if os.name == "nt":
        partial.rename(target)  # Windows refuses where there is something
        return
    try:
        os.link(partial, target)
    except FileExistsError:
        raise
    except OSError:  # some drives know no second name: the name is taken first, and then filled
        os.close(os.open(target, _NEW, 0o600))
        partial.replace(target)
    else:
        partial.unlink()
    _sync_folder(target.parent)


@contextmanager
def _created(path: Path) -> Iterator[IO[bytes]]:
    """Yield a stream into a new file, private from the start; on any failure none stays."""
    descriptor = os.open(path, _NEW, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            if os.name == "nt":  # elsewhere the mode is enough
                make_private(path)
            yield stream
    except BaseException:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        raise


def _sync_folder(folder: Path) -> None:
    """Put a folder's entries on the disk; Windows does so with the file itself."""
    if os.name != "posix":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise


_CHUNK = bytes(1 << 20)


def overwrite_file(file: Path) -> bool:
    """Zeros over every byte, onto the disk; whether that was possible."""
    with suppress(OSError):
        file.chmod(0o600)  # it may be read-only
    with suppress(OSError), file.open("r+b", buffering=0) as stream:
        left = stream.seek(0, os.SEEK_END)
        stream.seek(0)
        while left > 0:
            left -= stream.write(_CHUNK[:left])
        os.fsync(stream.fileno())
        return True
    return False


def overwrite_and_remove(file: Path) -> bool:
    """Overwrite a file and remove it; whether every byte was overwritten, or there was none.

    One that has another name only loses this one: the other may still be needed. Raises `OSError`
    where it cannot be removed.
    """
    try:
        status = file.lstat()
    except FileNotFoundError:
        return True
    alone = stat.S_ISREG(status.st_mode) and status.st_nlink == 1
    overwritten = alone and overwrite_file(file)
    file.unlink(missing_ok=True)
    return overwritten


def replace_overwritten(partial: Path, target: Path) -> bool:
    """As `put_in_place`; the previous content is overwritten. Return whether that was possible.

    Not where the file system knows no second names. What a killed program leaves is found by
    `work_files`. Raises `OSError`; then the old file is as it was.
    """
    old = work_file(target, f"old-{secrets.token_hex(4)}")
    overwritten = not target.exists()
    with suppress(OSError):
        os.link(target, old)
        overwritten = True
    try:
        put_in_place(partial, target)
    finally:
        with suppress(OSError):  # another program on Windows has it open; a start removes it
            overwritten = overwrite_and_remove(old) and overwritten
    return overwritten


_SUFFIX = ".begun"
_MOST_BYTES = 65_536


def write_user_file(notes: Path, file: Path, content: Iterable[bytes], *, replace: bool) -> None:
    """Write a file, in pieces, that only the user can read; `notes` is a private folder of ours.

    Raises `FileExistsError` if the file exists and not `replace`, else `OSError`. A device, such as
    /dev/null, or a pipe is not replaced: other programs need it.
    """
    if not replace and os.path.lexists(file):
        raise FileExistsError
    with suppress(FileNotFoundError):
        mode = file.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))
    partial = partial_of(file.absolute())
    with _noted(notes, partial):
        write_through(partial, file, content, replace=replace)


def remove_partial_files(notes: Path) -> None:
    """Remove partial files of killed exports; a note stays while its folder is away."""
    for note in notes.glob(f".*{_SUFFIX}"):
        with suppress(OSError, ValueError):
            if _is_done(note):
                note.unlink(missing_ok=True)


@contextmanager
def _noted(notes: Path, partial: Path) -> Iterator[None]:
    note = notes / f"{partial.stem}{_SUFFIX}"
    try:
        create_file(note, os.fsencode(partial))
        descriptor = locks.open_private(note, create=False)
    except OSError:  # our own disk is full or read-only: that is when an export is wanted most
        yield
        return
    try:
        with suppress(OSError):  # where nothing can be locked, nobody starts either
            locks.lock(descriptor, exclusive=True)
        yield
    finally:
        os.close(descriptor)
        with suppress(OSError):
            note.unlink(missing_ok=True)


def _is_done(note: Path) -> bool:
    """Remove what a note names, where its writer is gone; whether nothing is left of it."""
    descriptor = locks.open_private(note, create=False)
    try:
        if not locks.lock(descriptor, exclusive=True):
            return False
        partial = Path(os.fsdecode(os.read(descriptor, _MOST_BYTES)))
        if partial.suffix != ".partial" or not partial.name.startswith("."):
            return True  # no note of ours
        if not partial.parent.is_dir():
            return False
        partial.unlink(missing_ok=True)
        return True
    finally:
        with suppress(OSError):
            locks.unlock(descriptor)
        os.close(descriptor)
