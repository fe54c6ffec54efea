"""Gives Wine's C library five functions that NumPy 2 calls: the parts of complex numbers.

    python complex_parts.py ucrtbase.dll

Wine 10 exports them, and each ends the program as not implemented. `long double` is `double` on
Windows, so two of them are the same. The file in Wine's folder is changed; no bundle has it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pefile

PARTS = {
    b"crealf": "66 0f 6e c1 c3",  # movd xmm0, ecx; ret
    b"cimagf": "48 c1 e9 20 66 0f 6e c1 c3",  # shr rcx, 32; movd xmm0, ecx; ret
    b"creall": "f2 0f 10 01 c3",  # movsd xmm0, [rcx]; ret
    b"cimag": "f2 0f 10 41 08 c3",  # movsd xmm0, [rcx + 8]; ret
    b"cimagl": "f2 0f 10 41 08 c3",
}
"""Machine code of x86-64: two floats come in one register, two doubles by their address."""
MISSING = bytes.fromhex("48 83 ec 28 48 8d 0d")
"""How a function begins that is not implemented; it has 24 bytes."""


def add_parts(library: Path) -> None:
    """Write the functions where they are missing. Raises `KeyError` for a library without them."""
    content = bytearray(library.read_bytes())
    parsed = pefile.PE(data=bytes(content))
    exported = {symbol.name: symbol.address for symbol in parsed.DIRECTORY_ENTRY_EXPORT.symbols}
    for name, code in PARTS.items():
        place = parsed.get_offset_from_rva(exported[name])
        if content.startswith(MISSING, place):
            written = bytes.fromhex(code)
            content[place : place + len(written)] = written
    library.write_bytes(content)


if __name__ == "__main__":
    add_parts(Path(sys.argv[1]))
