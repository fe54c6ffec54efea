"""Which programs and libraries of a bundle for Windows nobody has signed.

    python packaging/windows/signatures.py BUNDLE

Smart App Control of Windows 11 refuses to load such files, unless Microsoft's service knows them.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

SUFFIXES = (".exe", ".dll", ".pyd")
_SIGNATURES = 4  # number of the directory of signatures
_DIRECTORIES = {0x10B: 96, 0x20B: 112}
"""Place of the directories in the optional header: of 32 and of 64 bits."""


def unsigned(bundle: Path) -> list[Path]:
    """Return the files without a signature, sorted. Whether one is valid is for Windows to say."""
    files = (file for file in sorted(bundle.rglob("*")) if file.suffix.lower() in SUFFIXES)
    return [file for file in files if file.is_file() and not is_signed(file.read_bytes())]


def is_signed(file: bytes) -> bool:
    """Return whether a file has a signature. Raises `ValueError` for one that is no PE file."""
    try:
        start = struct.unpack_from("<I", file, 0x3C)[0]
        if file[:2] != b"MZ" or file[start : start + 4] != b"PE\0\0":
            raise ValueError("no PE file")
        optional = start + 24
        place = optional + _DIRECTORIES[struct.unpack_from("<H", file, optional)[0]]
        return all(struct.unpack_from("<II", file, place + 8 * _SIGNATURES))
    except (struct.error, KeyError):
        raise ValueError("no PE file") from None


if __name__ == "__main__":
    for unsigned_file in unsigned(Path(sys.argv[1])):
        print(unsigned_file.relative_to(sys.argv[1]).as_posix())
