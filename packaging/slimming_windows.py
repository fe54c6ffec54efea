"""Takes debuggers' symbols out of the libraries of a bundle for Windows.

Libraries that GCC made have them, 4 MB in each OpenBLAS: a table behind the last section, and
sections of debugging information before that, which Windows discards when it loads the file
(Microsoft's "PE Format"). What the program uses stays at its place in the file and in memory.
"""

from __future__ import annotations

import struct
from pathlib import Path

_DISCARDABLE = 0x02000000  # IMAGE_SCN_MEM_DISCARDABLE
_SECTION = struct.Struct("<8sIIIIIIHHI")
_CERTIFICATES = 4  # number of the directory of signatures


def cut_symbols(folder: Path) -> int:
    """Make every library of a folder smaller that has symbols; by how many bytes."""
    saved = 0
    for library in sorted(folder.rglob("*.dll")):
        before = library.read_bytes()
        after = without_symbols(before)
        if after is not None:
            library.write_bytes(after)
            saved += len(before) - len(after)
    return saved


def without_symbols(file: bytes) -> bytes | None:
    """The library without symbols; None where it has none, is signed, or is of another kind."""
    try:
        return _cut(bytearray(file))
    except (struct.error, IndexError):
        return None


def _cut(file: bytearray) -> bytes | None:
    start = struct.unpack_from("<I", file, 0x3C)[0]
    if file[:2] != b"MZ" or file[start : start + 4] != b"PE\0\0":
        return None
    header, optional = start + 4, start + 24
    number, symbols, size = (
        struct.unpack_from("<H", file, header + 2)[0],
        struct.unpack_from("<I", file, header + 8)[0],
        struct.unpack_from("<H", file, header + 16)[0],
    )
    if not symbols or struct.unpack_from("<H", file, optional)[0] != 0x20B:  # PE32+
        return None
    if any(struct.unpack_from("<II", file, optional + 112 + 8 * _CERTIFICATES)):
        return None
    table = optional + size
    sections = [_SECTION.unpack_from(file, table + i * _SECTION.size) for i in range(number)]
    kept = number
    # The last ones alone: no other section moves. A name of more than eight letters stands in the
    # table of symbols, as "/4" says, so a section that stays must not have one.
    while kept and sections[kept - 1][0].startswith(b"/") and sections[kept - 1][9] & _DISCARDABLE:
        kept -= 1
    if any(section[0].startswith(b"/") for section in sections[:kept]):
        return None
    end = max(place + length for _, _, _, length, place, *_ in sections[:kept])
    if end > symbols:
        return None
    alignment = struct.unpack_from("<I", file, optional + 32)[0]
    last = sections[kept - 1]
    image = -(-(last[2] + last[1]) // alignment) * alignment
    struct.pack_into("<H", file, header + 2, kept)
    struct.pack_into("<II", file, header + 8, 0, 0)
    struct.pack_into("<I", file, optional + 56, image)
    for i in range(kept, number):
        struct.pack_into(f"{_SECTION.size}x", file, table + i * _SECTION.size)
    struct.pack_into("<I", file, optional + 64, 0)  # Windows looks at a checksum of drivers alone
    return bytes(file[:end])
