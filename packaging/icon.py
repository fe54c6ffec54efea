"""Makes the icon that Windows shows for the programs, from the drawing that the window uses.

    python packaging/icon.py [--check]

Every size is drawn from `resources/icons/epicrec-desktop.svg`, so that none is a shrunken picture.
"""

from __future__ import annotations

import argparse
import os
import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
ROOT = Path(__file__).resolve().parent.parent
DRAWING = ROOT / "resources" / "icons" / "epicrec-desktop.svg"
ICON = ROOT / "packaging" / "epicrec-desktop.ico"


def png(size: int) -> bytes:
    """The drawing as a PNG of this many pixels square."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(DRAWING)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def ico(pictures: list[tuple[int, bytes]]) -> bytes:
    """An icon file of PNG pictures (size, bytes), as Windows reads them since Vista."""
    head = struct.pack("<HHH", 0, 1, len(pictures))
    place = len(head) + 16 * len(pictures)
    entries = b""
    for size, data in pictures:
        side = size % 256  # 0 stands for 256
        entries += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(data), place)
        place += len(data)
    return head + entries + b"".join(data for _, data in pictures)


def main() -> int:
    """Write the icon; with --check only say whether it has every size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing")
    if parser.parse_args().check:
        whole = ICON.is_file() and struct.unpack_from("<HHH", ICON.read_bytes())[2] == len(SIZES)
        print("whole" if whole else f"{ICON.name} is missing or not whole")
        return 0 if whole else 1
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication([])
    ICON.write_bytes(ico([(size, png(size)) for size in SIZES]))
    del application
    print(f"{ICON.name}: {ICON.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
